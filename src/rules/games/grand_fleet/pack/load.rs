//! Packs from text: the built-in one, a club's files, one stored in a log.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{
    Chart, DamageRow, HexSpec, Name, OutbreakRow, Pack, PackFileFault, ShipSpec, SubmarineWar, TypeSpec,
};
use crate::games::grand_fleet::ids::{HexId, ShipId, ShipType};
use crate::games::pack::{self, Amiss, Checked, Layout, Parts, Texts};
use crate::reason::Reason;

/// The files of a pack and their built-in text.
pub const FILES: [(&str, &str); 5] = [
    ("pack.toml", include_str!("../data/pack.toml")),
    ("types.toml", include_str!("../data/types.toml")),
    ("hexes.toml", include_str!("../data/hexes.toml")),
    ("ships.toml", include_str!("../data/ships.toml")),
    ("tables.toml", include_str!("../data/tables.toml")),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PackFile {
    format: u32,
    title: Name,
    notice: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypesFile {
    types: BTreeMap<ShipType, TypeSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HexesFile {
    hexes: BTreeMap<HexId, HexSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipsFile {
    ships: BTreeMap<ShipId, ShipSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TablesFile {
    damage: Vec<DamageRow>,
    outbreak: Vec<OutbreakRow>,
    submarine_war: SubmarineWar,
}

impl Layout for Pack {
    const GAME: &'static str = "grand_fleet";
    const FORMAT: u32 = 1;
    const FILES: &'static [(&'static str, &'static str)] = &FILES;

    fn file_of(part: &str) -> &'static str {
        match part {
            "types" => "types.toml",
            "hexes" => "hexes.toml",
            "ships" => "ships.toml",
            "damage" | "outbreak" | "submarine_war" => "tables.toml",
            _ => "pack.toml",
        }
    }

    fn from_texts(texts: &Texts) -> Result<Pack, PackFileFault> {
        let PackFile { format, title, notice } = texts.parse("pack.toml")?;
        let TypesFile { types } = texts.parse("types.toml")?;
        let HexesFile { hexes } = texts.parse("hexes.toml")?;
        let ShipsFile { ships } = texts.parse("ships.toml")?;
        let TablesFile { damage, outbreak, submarine_war } = texts.parse("tables.toml")?;
        Ok(Pack { format, title, notice, types, hexes, ships, damage, outbreak, submarine_war })
    }

    fn from_parts(parts: &mut Parts) -> Result<Pack, Amiss> {
        Ok(Pack {
            format: parts.take("format")?,
            title: parts.take("title")?,
            notice: parts.take("notice")?,
            types: parts.take("types")?,
            hexes: parts.take("hexes")?,
            ships: parts.take("ships")?,
            damage: parts.take("damage")?,
            outbreak: parts.take("outbreak")?,
            submarine_war: parts.take("submarine_war")?,
        })
    }

    fn sound(&self) -> Checked {
        super::check::sound(self)
    }

    /// Says how many results a row has.
    fn reworded(key: &str, message: &str) -> Option<Reason> {
        let short = key.starts_with("outbreak") && message.starts_with("invalid length");
        short.then(|| Reason::of("pack-six-results"))
    }
}

impl Pack {
    /// The pack the program brings along.
    pub fn builtin() -> Pack {
        Chart::builtin().pack().clone()
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

    /// Checks everything a pack must hold to be played.
    ///
    /// # Errors
    /// The first thing found wrong.
    pub fn check(&self) -> Result<(), PackFileFault> {
        pack::check(self)
    }
}
