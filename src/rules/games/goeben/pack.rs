//! The data pack: map, ships, counters and charts as data, each value with its source (2.0).
//!
//! A pack comes in by one of two doors, [`Pack::from_files`] and [`Pack::from_value`]; both check it whole and answer
//! a bad one with a [`PackFileFault`]. [`SeaChart`] is a checked pack with its map looked up, cheap to clone.

mod charts;
mod check;
pub mod limits;
mod reward;
mod sea_chart;

pub use charts::{
    AlertChart, AlliedHit, Charts, ContactResult, ContactRow, ContactTable, DieRow, DieTable, FiringTable,
    GermanHit, IntelligenceResult, IntelligenceRow, IntelligenceTable, PlacementTable, ShipScore, ShoreHit,
    TargetingColumn, TargetingSpec, Terrain, TerrainSpec, VictoryChart,
};
pub use reward::{Boon, RewardSpec};
pub use sea_chart::SeaChart;

pub use crate::games::pack::{FilePosition, Name, PackFileFault};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ids::{Cargo, Class, Incident, Mission, Nation, Power, ShipId, SpaceId, SpaceKind, Track, Zone};
use crate::games::pack::pack;
use crate::reason::Reason;

pack! {
    game: "goeben", format: 1, sound: check::sound, reworded: reworded, anew: check::fit_for_new_tables;
    /// Everything about the game that is data: what `docs/` calls a pack.
    pub struct Pack {
        in "pack.toml" {
            /// Layout of the pack's files; 1 today.
            format: u32,
            /// The title of the pack, as players see it.
            title: Name,
            /// A notice for every player, in one or two sentences, of what is reconstruction.
            notice: Name,
            /// The powers and their side when a scenario begins (9.0).
            nations: BTreeMap<Nation, NationSpec>,
            /// The set-up (3.0).
            set_up: SetUp,
        }
        in "spaces.toml" {
            /// The spaces of the map (2.1).
            spaces: BTreeMap<SpaceId, SpaceSpec>,
        }
        in "lines.toml" {
            /// The navigation lines, each once, joining two spaces both ways (2.1).
            lines: Vec<LineSpec>,
        }
        in "ships.toml" {
            /// The German ships (2.2, 3.0(6)).
            german: BTreeMap<ShipId, GermanSpec>,
            /// Every other ship: British, French, troop convoys, Austro-Hungarian (2.2).
            ships: BTreeMap<ShipId, ShipSpec>,
        }
        in "counters.toml" {
            /// Coastal defence units by fire value (2.2, 3.0(4)).
            coastal: Vec<CoastalSpec>,
            /// The number of each Incident marker (2.2).
            incidents: BTreeMap<Incident, MarkerSpec>,
            /// The Cargo chart (8.1).
            cargo: BTreeMap<Cargo, CargoSpec>,
        }
        in "missions.toml" {
            /// The Orders chart (17).
            missions: BTreeMap<Mission, MissionSpec>,
        }
        whole "charts.toml" {
            /// The charts printed on the map and at the end of the rules.
            charts: Charts, of
                "terrain" "intelligence" "contact" "firing" "gunnery_german" "gunnery_allied" "torpedo_german"
                "torpedo_allied" "shore_port" "shore_base" "targeting" "victory" "alert" "placement",
        }
    }
}

/// Says what a refused key would have meant, where someone might well try it, and how many ends a line has.
fn reworded(key: &str, message: &str) -> Option<Reason> {
    const DIRECTED: [&str; 6] = ["one_way", "oneway", "directed", "direction", "from", "to"];
    // The parser's own words. If it ever says this otherwise, the author of a pack gets the plain message.
    let field = DIRECTED.iter().find(|word| message.starts_with(&format!("unknown field `{word}`")));
    match (key.starts_with("lines"), field) {
        (true, Some(field)) => Some(Reason::of("pack-no-one-way").quoting("field", field)),
        (true, None) if message.starts_with("invalid length") => Some(Reason::of("pack-line-ends")),
        _ => None,
    }
}

impl Pack {
    /// The pack as canonical JSON: sorted keys, no white space; what is hashed and stored.
    pub fn canonical(&self) -> String {
        // `serde_json` sorts keys unless a crate turns on its `preserve_order`, which a test rules out.
        self.to_value().to_string()
    }
}

/// A power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NationSpec {
    /// Its name.
    pub name: Name,
    /// Its side when a scenario begins.
    pub standing: Power,
    /// The source of the value.
    pub source: String,
}

/// A space of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceSpec {
    /// Its name.
    pub name: Name,
    /// Its kind.
    pub kind: SpaceKind,
    /// Its owner: ports, bases and patrol zones only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Nation>,
    /// Its sea zone.
    pub zone: Zone,
    /// Latitude in hundredths of a degree north.
    pub latitude: i32,
    /// Longitude in hundredths of a degree east.
    pub longitude: i32,
    /// Coastal defence units placed here at set-up (3.0(4)).
    #[serde(default)]
    pub coastal_units: u8,
    /// The source of the value.
    pub source: String,
}

/// A navigation line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineSpec {
    /// The two spaces it joins.
    #[serde(deserialize_with = "crate::games::pack::exactly")]
    pub between: [SpaceId; 2],
    /// The source of the line.
    pub source: String,
}

/// A German ship display (2.1) with its values at the start (3.0(6)).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GermanSpec {
    /// Its name.
    pub name: Name,
    /// Its class.
    pub class: Class,
    /// Leadership.
    pub leadership: u8,
    /// Engines.
    pub engines: u8,
    /// Hull, which is also the number of cargo boxes.
    pub hull: u8,
    /// Primary guns; 0 for a ship that has none.
    pub primary: u8,
    /// Secondary guns.
    pub secondary: u8,
    /// Tertiary guns.
    pub tertiary: u8,
    /// Ammunition.
    pub ammunition: u8,
    /// Torpedoes.
    pub torpedoes: u8,
    /// Reserve coal.
    pub coal: u8,
    /// The last box of the coal track.
    pub coal_limit: u8,
    /// The last engine box of the cruise range (12.1).
    pub cruise: u8,
    /// The last engine box of the maximum range (12.2); boxes above are emergency (12.3).
    pub maximum: u8,
    /// In the standard game's squadron (3.0(8)).
    pub standard: bool,
    /// The source of the values.
    pub source: String,
}

impl GermanSpec {
    /// The last box of a track: Leadership and coal have their own, the others their value at the start (2.1).
    pub fn limit(&self, track: Track) -> u8 {
        match track {
            Track::Leadership => limits::LEADERSHIP,
            Track::Hull => self.hull,
            Track::Engines => self.engines,
            Track::Primary => self.primary,
            Track::Secondary => self.secondary,
            Track::Tertiary => self.tertiary,
            Track::Ammunition => self.ammunition,
            Track::Torpedoes => self.torpedoes,
            Track::Coal => self.coal_limit,
        }
    }

    /// The start of a track when the ship joins (2.1).
    pub fn start(&self, track: Track) -> u8 {
        match track {
            Track::Leadership => self.leadership,
            Track::Coal => self.coal,
            _ => self.limit(track),
        }
    }
}

/// A ship counter of any other power (2.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipSpec {
    /// Its name.
    pub name: Name,
    /// Its power.
    pub nation: Nation,
    /// Its class.
    pub class: Class,
    /// Primary guns.
    pub primary: u8,
    /// Secondary guns.
    pub secondary: u8,
    /// Tertiary guns.
    pub tertiary: u8,
    /// Torpedo value.
    pub torpedoes: u8,
    /// Armour: one hit more sinks it (14.13).
    pub armour: u8,
    /// Speed.
    pub speed: u8,
    /// Kept out of the standard game (3.0(3)).
    #[serde(default)]
    pub what_if: bool,
    /// The source of the values.
    pub source: String,
}

/// Coastal defence units of one fire value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoastalSpec {
    /// Dice they fire as primary guns, and victory points for one destroyed.
    pub value: u8,
    /// The number of counters.
    pub count: u8,
    /// The source of the values.
    pub source: String,
}

/// An Incident marker and how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarkerSpec {
    /// Its name.
    pub name: Name,
    /// The number of counters.
    pub count: u8,
    /// The spaces its text names, if it names any.
    #[serde(default)]
    pub spaces: Vec<SpaceId>,
    /// The source of the count.
    pub source: String,
}

/// A row of the Cargo chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CargoSpec {
    /// Its name.
    pub name: Name,
    /// Crew, which may only be put ashore in a friendly harbour (8.3); otherwise gear.
    pub crew: bool,
    /// Cargo points it costs (8.1).
    pub points: u8,
    /// Counters in the box (8.3).
    pub count: u8,
    /// More dice for repairs (10.1).
    #[serde(default)]
    pub repair_dice: u8,
    /// More dice for guns and torpedoes (14.5).
    #[serde(default)]
    pub fire_dice: u8,
    /// Added to the contact rating (14.3).
    #[serde(default)]
    pub contact: u8,
    /// More dice for raiding (15).
    #[serde(default)]
    pub raid_dice: u8,
    /// Only with an optional rule (20.1, 23).
    #[serde(default)]
    pub optional: bool,
    /// The source of the values.
    pub source: String,
}

/// A row of the Orders chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissionSpec {
    /// Its name.
    pub name: Name,
    /// Days, that is turns, of the scenario.
    pub days: u8,
    /// Victory points needed.
    pub victory_points: i32,
    /// A ship must end on one of these; empty when any base of `bases` will do.
    #[serde(default)]
    pub objective: Vec<SpaceId>,
    /// A ship may end in a naval base of a power on this side.
    #[serde(default)]
    pub bases: Vec<Power>,
    /// Ports and bases whose coastal units must all be destroyed.
    #[serde(default)]
    pub coast: Vec<SpaceId>,
    /// Opens the Atlantic exit (12.5).
    #[serde(default)]
    pub atlantic: bool,
    /// The source of the values.
    pub source: String,
    /// The reward in a campaign (24.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reward: Option<RewardSpec>,
}

/// The set-up (3.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetUp {
    /// The space where the squadron begins (3.0(8)).
    pub squadron: SpaceId,
    /// German colliers placed by the player (3.0(9)).
    pub colliers: u8,
    /// Colliers in the box, for the option with both battlecruisers (19).
    pub colliers_in_all: u8,
    /// Alert level at the start (3.0(2)).
    pub alert: u8,
    /// Points for the first outfit, as a multiple of Leadership (8.1).
    pub outfit_points_per_leadership: u8,
    /// The space where German ships begin later missions of a campaign (24.2); without it, as the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign_base: Option<SpaceId>,
    /// The two stocks of markers for the patrol zones (3.0(3)).
    pub stocks: Vec<Stock>,
    /// The source of the values.
    pub source: String,
}

/// Markers shuffled together, drawn face down onto patrol zones, the rest to the pool (3.0(3)).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stock {
    /// The nation whose warships are in it; convoys and what-if ships are not.
    pub nation: Nation,
    /// Quiet Seas markers added.
    pub quiet_seas: u8,
    /// The markers drawn for each zone, in the order of drawing.
    pub zones: Vec<ZoneDraw>,
    /// The source of the values.
    pub source: String,
}

/// Markers drawn for one patrol zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneDraw {
    /// The zone.
    pub zone: SpaceId,
    /// The number of markers.
    pub count: u8,
}
