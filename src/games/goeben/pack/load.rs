//! Packs from text: the built-in one, a club's files, one stored in a log. No folder is read here.

mod locate;

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use self::locate::Located;
use super::{
    CargoSpec, Charts, CoastalSpec, GermanSpec, LineSpec, MarkerSpec, MissionSpec, Name, NationSpec, Pack,
    PackFault, SeaChart, SetUp, ShipSpec, SpaceSpec, limits,
};
use crate::games::goeben::ids::{Cargo, Incident, Mission, Nation, ShipId, SpaceId};

/// The layout of the files that this version writes and reads.
pub(super) const FORMAT: u32 = 1;

/// The files of a pack and their built-in text.
pub const FILES: [(&str, &str); 7] = [
    ("pack.toml", include_str!("../data/pack.toml")),
    ("spaces.toml", include_str!("../data/spaces.toml")),
    ("lines.toml", include_str!("../data/lines.toml")),
    ("ships.toml", include_str!("../data/ships.toml")),
    ("counters.toml", include_str!("../data/counters.toml")),
    ("missions.toml", include_str!("../data/missions.toml")),
    ("charts.toml", include_str!("../data/charts.toml")),
];

/// The file in which a key stands, told by the first part of the key.
pub(super) fn file_of(key: &str) -> &'static str {
    match key.split(['.', '[']).next().unwrap_or_default() {
        "spaces" => "spaces.toml",
        "lines" => "lines.toml",
        "german" | "ships" => "ships.toml",
        "coastal" | "incidents" | "cargo" => "counters.toml",
        "missions" => "missions.toml",
        "terrain" | "intelligence" | "contact" | "firing" | "gunnery_german" | "gunnery_allied"
        | "torpedo_german" | "torpedo_allied" | "shore_port" | "shore_base" | "targeting" | "victory"
        | "alert" | "placement" | "charts" => "charts.toml",
        _ => "pack.toml",
    }
}

#[derive(Deserialize)]
struct FormatOnly {
    format: Option<toml::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PackFile {
    format: u32,
    title: Name,
    notice: Name,
    nations: BTreeMap<Nation, NationSpec>,
    set_up: SetUp,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpacesFile {
    spaces: BTreeMap<SpaceId, SpaceSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LinesFile {
    lines: Vec<LineSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipsFile {
    german: BTreeMap<ShipId, GermanSpec>,
    ships: BTreeMap<ShipId, ShipSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountersFile {
    coastal: Vec<CoastalSpec>,
    incidents: BTreeMap<Incident, MarkerSpec>,
    cargo: BTreeMap<Cargo, CargoSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MissionsFile {
    missions: BTreeMap<Mission, MissionSpec>,
}

impl Pack {
    /// The pack the program brings along.
    pub fn builtin() -> Pack {
        SeaChart::builtin().pack().clone()
    }

    /// A pack from files, each given as its name without a folder and its text.
    ///
    /// A file of [`FILES`] that is not given is the built-in one. Names that do not end in `.toml` are passed over,
    /// so that a folder may hold a page about the pack.
    ///
    /// # Errors
    /// The first thing found wrong, with the place in the file.
    pub fn from_files(files: impl IntoIterator<Item = (String, String)>) -> Result<Pack, PackFault> {
        let mut given: BTreeMap<&'static str, String> = BTreeMap::new();
        for (name, text) in files {
            if !name.ends_with(".toml") {
                continue;
            }
            let file = known_file(&name)?;
            if text.len() > limits::FILE_BYTES {
                let reason =
                    format!("the file has {} bytes; the limit is {}", text.len(), limits::FILE_BYTES);
                return Err(PackFault::in_file(file, "", reason));
            }
            if given.insert(file, text).is_some() {
                return Err(PackFault::in_file(file, "", "the file is given twice"));
            }
        }
        let texts = Texts { given };
        let pack = texts.read()?;
        pack.check().map_err(|fault| {
            let place = Located::of(texts.text(&fault.file)).place_of(&fault.key);
            fault.at(place)
        })?;
        Ok(pack)
    }

    /// A pack from its canonical JSON, as a log stores it.
    ///
    /// # Errors
    /// The first thing found wrong; the file named is the one in which the key stands in a folder.
    pub fn from_value(value: Value) -> Result<Pack, PackFault> {
        let Value::Object(mut parts) = value else {
            return Err(PackFault::of("", "a pack is a JSON object"));
        };
        match parts.get("format") {
            None => return Err(PackFault::of("format", "the key is missing; this version reads format 1")),
            Some(format) if format.as_u64() != Some(u64::from(FORMAT)) => return Err(unknown_format(format)),
            Some(_) => {}
        }
        let pack = Pack {
            format: FORMAT,
            title: part(&mut parts, "title")?,
            notice: part(&mut parts, "notice")?,
            nations: part(&mut parts, "nations")?,
            spaces: part(&mut parts, "spaces")?,
            lines: part(&mut parts, "lines")?,
            german: part(&mut parts, "german")?,
            ships: part(&mut parts, "ships")?,
            coastal: part(&mut parts, "coastal")?,
            incidents: part(&mut parts, "incidents")?,
            cargo: part(&mut parts, "cargo")?,
            missions: part(&mut parts, "missions")?,
            set_up: part(&mut parts, "set_up")?,
            charts: part(&mut parts, "charts")?,
        };
        parts.remove("format");
        if let Some(key) = parts.keys().next() {
            return Err(PackFault::of(key.clone(), "no such key in a pack"));
        }
        pack.check()?;
        Ok(pack)
    }

    /// The pack as a JSON value, as a log stores it.
    pub fn to_value(&self) -> Value {
        // A pack has string keys and no floats only, so this cannot fail.
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The pack as canonical JSON: sorted keys, no white space; what is hashed and stored.
    pub fn canonical(&self) -> String {
        self.to_value().to_string()
    }
}

fn part<T: DeserializeOwned>(parts: &mut serde_json::Map<String, Value>, key: &str) -> Result<T, PackFault> {
    let value = parts.remove(key).ok_or_else(|| PackFault::of(key, "the key is missing"))?;
    serde_json::from_value(value).map_err(|error| PackFault::of(key, error.to_string()))
}

fn known_file(name: &str) -> Result<&'static str, PackFault> {
    if let Some((file, _)) = FILES.iter().find(|(file, _)| *file == name) {
        return Ok(file);
    }
    let files = FILES.map(|(file, _)| file);
    let reason = match super::check::nearest(name, files) {
        Some(file) => format!("no such file in a pack; did you mean {file}?"),
        None => format!("no such file in a pack; its files are {}", files.join(", ")),
    };
    Err(PackFault::in_file(name, "", reason))
}

fn unknown_format(format: &dyn std::fmt::Display) -> PackFault {
    PackFault::of("format", format!("format {format} is unknown; this version reads format {FORMAT}"))
}

/// Exactly two spaces: a TOML list read as an array of two would drop what follows.
pub(super) fn two_spaces<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[SpaceId; 2], D::Error> {
    let spaces = Vec::<SpaceId>::deserialize(deserializer)?;
    let count = spaces.len();
    spaces.try_into().map_err(|_| D::Error::custom(format!("a line joins 2 spaces; {count} are given")))
}

/// The texts of a pack: those given, and the built-in ones for the rest.
struct Texts {
    given: BTreeMap<&'static str, String>,
}

impl Texts {
    fn text(&self, file: &str) -> &str {
        match self.given.get(file) {
            Some(text) => text,
            None => FILES.iter().find(|(name, _)| *name == file).map_or("", |(_, text)| *text),
        }
    }

    fn read(&self) -> Result<Pack, PackFault> {
        // The format first: what else a newer file holds would only look like mistakes.
        if let Ok(FormatOnly { format: Some(format) }) = toml::from_str(self.text("pack.toml"))
            && format.as_integer() != Some(i64::from(FORMAT))
        {
            let place = Located::of(self.text("pack.toml")).place_of("format");
            return Err(unknown_format(&format).at(place));
        }
        let PackFile { format, title, notice, nations, set_up } = self.parse("pack.toml")?;
        let SpacesFile { spaces } = self.parse("spaces.toml")?;
        let LinesFile { lines } = self.parse("lines.toml")?;
        let ShipsFile { german, ships } = self.parse("ships.toml")?;
        let CountersFile { coastal, incidents, cargo } = self.parse("counters.toml")?;
        let MissionsFile { missions } = self.parse("missions.toml")?;
        let charts: Charts = self.parse("charts.toml")?;
        Ok(Pack {
            format,
            title,
            notice,
            nations,
            spaces,
            lines,
            german,
            ships,
            coastal,
            incidents,
            cargo,
            missions,
            set_up,
            charts,
        })
    }

    fn parse<T: DeserializeOwned>(&self, file: &str) -> Result<T, PackFault> {
        let text = self.text(file);
        toml::from_str(text).map_err(|error| {
            let located = Located::of(text);
            let offset = error.span().map(|span| span.start);
            let key = offset.map(|offset| located.key_at(offset)).unwrap_or_default();
            let reason = reworded(&key, error.message());
            PackFault::in_file(file, key, reason).at(offset.map(|offset| located.place_at(offset)))
        })
    }
}

/// Says what a refused key would have meant, where someone might well try it.
fn reworded(key: &str, message: &str) -> String {
    const DIRECTED: [&str; 6] = ["one_way", "oneway", "directed", "direction", "from", "to"];
    let directed = DIRECTED.iter().any(|word| message.starts_with(&format!("unknown field `{word}`")));
    if key.starts_with("lines") && directed {
        return format!(
            "{message}: every line is sailed both ways, so there is no one-way line; give its two ends as `between`"
        );
    }
    message.to_owned()
}
