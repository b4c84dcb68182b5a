//! Packs from text: the built-in one, a club's files, one stored in a log. No folder is read here.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{
    CargoSpec, Charts, CoastalSpec, GermanSpec, LineSpec, MarkerSpec, MissionSpec, Name, NationSpec, Pack,
    PackFileFault, SeaChart, SetUp, ShipSpec, SpaceSpec,
};
use crate::games::goeben::ids::{Cargo, Incident, Mission, Nation, ShipId, SpaceId};
use crate::games::pack::{self, Amiss, Checked, Layout, Parts, Texts};
use crate::reason::Reason;

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

impl Layout for Pack {
    const GAME: &'static str = "goeben";
    const FORMAT: u32 = 1;
    const FILES: &'static [(&'static str, &'static str)] = &FILES;

    fn file_of(part: &str) -> &'static str {
        match part {
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

    fn from_texts(texts: &Texts) -> Result<Pack, PackFileFault> {
        let PackFile { format, title, notice, nations, set_up } = texts.parse("pack.toml")?;
        let SpacesFile { spaces } = texts.parse("spaces.toml")?;
        let LinesFile { lines } = texts.parse("lines.toml")?;
        let ShipsFile { german, ships } = texts.parse("ships.toml")?;
        let CountersFile { coastal, incidents, cargo } = texts.parse("counters.toml")?;
        let MissionsFile { missions } = texts.parse("missions.toml")?;
        let charts: Charts = texts.parse("charts.toml")?;
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

    fn from_parts(parts: &mut Parts) -> Result<Pack, Amiss> {
        Ok(Pack {
            format: parts.take("format")?,
            title: parts.take("title")?,
            notice: parts.take("notice")?,
            nations: parts.take("nations")?,
            spaces: parts.take("spaces")?,
            lines: parts.take("lines")?,
            german: parts.take("german")?,
            ships: parts.take("ships")?,
            coastal: parts.take("coastal")?,
            incidents: parts.take("incidents")?,
            cargo: parts.take("cargo")?,
            missions: parts.take("missions")?,
            set_up: parts.take("set_up")?,
            charts: parts.take("charts")?,
        })
    }

    fn sound(&self) -> Checked {
        super::check::sound(self)
    }

    /// Says what a refused key would have meant, where someone might well try it, and how many ends a line has.
    fn reworded(key: &str, message: &str) -> Option<Reason> {
        const DIRECTED: [&str; 6] = ["one_way", "oneway", "directed", "direction", "from", "to"];
        let field = DIRECTED.iter().find(|word| message.starts_with(&format!("unknown field `{word}`")));
        match (key.starts_with("lines"), field) {
            (true, Some(field)) => Some(Reason::of("pack-no-one-way").quoting("field", field)),
            (true, None) if message.starts_with("invalid length") => Some(Reason::of("pack-line-ends")),
            _ => None,
        }
    }
}

impl Pack {
    /// The pack the program brings along.
    pub fn builtin() -> Pack {
        SeaChart::builtin().pack().clone()
    }

    /// A pack from files, each given as its name without a folder and its text; a file of [`FILES`] that is not given
    /// is the built-in one.
    ///
    /// # Errors
    /// The first thing found wrong, with the place in the file.
    pub fn from_files(files: impl IntoIterator<Item = (String, String)>) -> Result<Pack, PackFileFault> {
        pack::from_files(files)
    }

    /// A pack from its canonical JSON, as a log stores it.
    ///
    /// # Errors
    /// The first thing found wrong; the file named is the one in which the key stands in a folder.
    pub fn from_value(value: Value) -> Result<Pack, PackFileFault> {
        pack::from_value(value)
    }

    /// The pack as a JSON value, as a log stores it.
    pub fn to_value(&self) -> Value {
        pack::to_value(self)
    }

    /// The pack as canonical JSON: sorted keys, no white space; what is hashed and stored.
    pub fn canonical(&self) -> String {
        self.to_value().to_string()
    }
}
