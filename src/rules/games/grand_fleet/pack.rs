//! The data pack: map, ships and tables as data, each value with its source (2.0).
//!
//! A pack comes in by one of two doors, [`Pack::from_files`] and [`Pack::from_value`]; both check it whole and answer
//! a bad one with a [`PackFileFault`]. [`Chart`] is a checked pack with the lookups the rules need, cheap to clone.

mod chart;
mod check;
pub mod limits;

pub use chart::{Chart, ShipValues};

pub use crate::games::pack::{FilePosition, Name, PackFileFault};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ids::{Damage, HexId, HexKind, Nation, Outbreak, ShipId, ShipType, Side, Speed};
use crate::games::pack::pack;
use crate::reason::Reason;

/// The last turn (4).
pub const LAST_TURN: u32 = 9;
/// The turn of the first throw for an outbreak of submarine war (7a).
pub const OUTBREAK_TURN: u32 = 2;

/// 11 The fewest ships in the fleet box with which a side holds the North Sea.
pub fn maintenance(side: Side) -> usize {
    match side {
        Side::British => 21,
        Side::German => 11,
    }
}

pack! {
    game: "grand_fleet", format: 1, sound: check::sound, reworded: reworded;
    /// Everything about the game that is data.
    pub struct Pack {
        in "pack.toml" {
            /// Layout of the pack's files; 1 today.
            format: u32,
            /// The title of the pack, as players see it.
            title: Name,
            /// A notice for every player, in one or two sentences, of what is reconstruction.
            notice: Name,
        }
        in "types.toml" {
            /// The table of types: every type, with its values (8).
            types: BTreeMap<ShipType, TypeSpec>,
        }
        in "hexes.toml" {
            /// The hexes of the map (2-2).
            hexes: BTreeMap<HexId, HexSpec>,
        }
        in "ships.toml" {
            /// The ships (2-1, 3, 9).
            ships: BTreeMap<ShipId, ShipSpec>,
        }
        in "tables.toml" {
            /// The damage table (8): every modified sum from 1 to 12, each once.
            damage: Vec<DamageRow>,
            /// The table for the outbreak of unrestricted submarine war (7a): turns 2 to 9, each once.
            outbreak: Vec<OutbreakRow>,
            /// The table of unrestricted submarine war (9): every modified die, each once.
            submarine_war: SubmarineWar,
        }
    }
}

/// Says how many results a row has.
fn reworded(key: &str, message: &str) -> Option<Reason> {
    let short = key.starts_with("outbreak") && message.starts_with("invalid length");
    short.then(|| Reason::of("pack-six-results"))
}

/// A type of ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeSpec {
    /// Its name.
    pub name: Name,
    /// The letters on its counter: `(BC)`.
    pub letters: String,
    /// Its gunnery in halves of a point.
    pub gunnery_halves: u32,
    /// Its defence in points.
    pub defence: u32,
    /// Its effect on the speed of a fleet.
    pub speed: Speed,
    /// The source of the values.
    pub source: String,
}

/// A hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexSpec {
    /// Its name; nothing for open sea without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Its kind.
    pub kind: HexKind,
    /// The side whose near or home hex it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Side>,
    /// The score for its control, in halves of a victory point.
    #[serde(default)]
    pub vp_halves: u32,
    /// Its column on the drawn map, from 1 in the west.
    pub column: u32,
    /// Its row on the drawn map, from 1 in the north; in even columns half a hex lower.
    pub row: u32,
    /// The hexes beside it that can be entered from it; none for a forbidden one.
    #[serde(default)]
    pub neighbours: Vec<HexId>,
    /// The source of the values.
    pub source: String,
}

/// A ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipSpec {
    /// Its name.
    pub name: Name,
    /// The flag it flies.
    pub nation: Nation,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: ShipType,
    /// The turn it joins in (6); without one it is there when the game begins, or when America joins (9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// True if it begins in a damage and detachment box (3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub circled: bool,
    /// True if the players agree on its use: HMS Audacious (12).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub starred: bool,
    /// The source of the values.
    pub source: String,
}

/// A row of the damage table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageRow {
    /// The lowest modified sum.
    pub least: i32,
    /// The highest.
    pub most: i32,
    /// The result.
    pub result: Damage,
    /// The source of the row.
    pub source: String,
}

/// The results of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutbreakRow {
    /// The turn.
    pub turn: u32,
    /// The results of a die of 1 to 6.
    #[serde(deserialize_with = "crate::games::pack::exactly")]
    pub results: [Outbreak; 6],
    /// The source of the row.
    pub source: String,
}

/// The table of unrestricted submarine war.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmarineWar {
    /// Added to the die for each turn after the first after the outbreak.
    pub modifier_each_turn: i32,
    /// The rows, without gaps; the first has no `least`, the last no `most`.
    pub rows: Vec<SubmarineRow>,
    /// The source of the modifier.
    pub source: String,
}

/// A row of that table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmarineRow {
    /// The lowest modified die; none for the lowest row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i32>,
    /// The highest modified die; none for the highest row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<i32>,
    /// The points that Germany scores; below 0 Great Britain scores them.
    pub german_vp: i32,
    /// The source of the row.
    pub source: String,
}
