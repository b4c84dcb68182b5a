//! The charts printed on the map and at the end of the rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::games::goeben::ids::{Class, SpaceId};
use crate::word_enum;

word_enum! {
    /// Results of the Intelligence table (11.2).
    IntelligenceResult {
        /// Nothing.
        Nothing = "-",
        /// SI: signals intercepted by the enemy; alert up by one.
        SignalsIntercepted = "SI",
        /// IR: two units shown.
        Received = "IR",
        /// IB: every unit of a place shown.
        Breakthrough = "IB",
        /// JE: alert down by one.
        Jamming = "JE",
        /// JF: alert down by two.
        Outwitted = "JF",
        /// JE or IB, the player's choice.
        JammingOrBreakthrough = "JE/IB",
    }
}

impl IntelligenceResult {
    /// The key of its odds.
    pub fn outcome(self) -> &'static str {
        // Not `word()`: it makes words of all values, and the slash of `JE/IB` is in no word.
        match self {
            IntelligenceResult::Nothing => "nothing",
            IntelligenceResult::SignalsIntercepted => "signals-intercepted",
            IntelligenceResult::Received => "received",
            IntelligenceResult::Breakthrough => "breakthrough",
            IntelligenceResult::Jamming => "jamming",
            IntelligenceResult::Outwitted => "outwitted",
            IntelligenceResult::JammingOrBreakthrough => "jamming-or-breakthrough",
        }
    }
}

word_enum! {
    /// Results of the Contact table (14.3).
    ContactResult {
        /// The Allies fire first.
        Allied2 = "AC2",
        /// The Allies fire first, unless visibility is limited or it is night.
        Allied1 = "AC1",
        /// No contact.
        None = "N",
        /// The Germans fire first, unless visibility is limited or it is night.
        German1 = "GC1",
        /// The Germans fire first.
        German2 = "GC2",
    }
}

word_enum! {
    /// Hits on German ships (Gunnery and Torpedo hit tables, left columns).
    GermanHit {
        /// One gun of each type.
        Guns1 = "guns-1",
        /// Two guns of each type.
        Guns2 = "guns-2",
        /// One hull box.
        Hull1 = "hull-1",
        /// Two hull boxes.
        Hull2 = "hull-2",
        /// One engine box.
        Engines1 = "engines-1",
        /// Two engine boxes.
        Engines2 = "engines-2",
        /// A second die: odd loses one Leadership.
        Bridge = "bridge",
        /// A second die: so many hull and engine boxes.
        Critical = "critical",
        /// Nothing.
        Dud = "dud",
    }
}

word_enum! {
    /// Hits on other ships (Gunnery and Torpedo hit tables, right columns).
    AlliedHit {
        /// Guns halved; none after the second.
        Guns = "guns",
        /// Counts as damage, nothing more.
        Hull = "hull",
        /// Counts as damage; no torpedoes any more.
        HeavyHull = "heavy-hull",
        /// No torpedoes, speed 1; speed 0 after the second.
        Engines = "engines",
        /// Leaves the scenario, scored as damaged.
        Withdraws = "withdraws",
        /// Blows up.
        BlowsUp = "blows-up",
        /// Nothing.
        Dud = "dud",
    }
}

word_enum! {
    /// Results of the Shore Bombardment hit table (16).
    ShoreHit {
        /// Public outcry: a die of victory points lost.
        Outcry = "outcry",
        /// Nothing.
        Nothing = "nothing",
        /// Morale: a die of victory points won.
        Morale = "morale",
        /// One coastal unit destroyed.
        UnitDestroyed = "unit-destroyed",
        /// The magazine: every coastal unit destroyed, two dice of victory points more.
        Magazine = "magazine",
    }
}

word_enum! {
    /// Rows of the Terrain Effects Chart.
    Terrain {
        /// High seas, transit points, the Atlantic exit.
        Sea = "sea",
        /// Allied patrol zones.
        PatrolZone = "patrol-zone",
        /// Friendly naval bases.
        FriendlyBase = "friendly-base",
        /// Friendly ports.
        FriendlyPort = "friendly-port",
        /// Neutral naval bases.
        NeutralBase = "neutral-base",
        /// Neutral ports.
        NeutralPort = "neutral-port",
        /// Allied naval bases.
        AlliedBase = "allied-base",
        /// Allied ports.
        AlliedPort = "allied-port",
        /// Allied ports a landing party holds (9.2).
        OccupiedPort = "occupied-port",
    }
}

/// A row of the Terrain Effects Chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainSpec {
    /// Entering ends the move (12.5). For readers of the chart: a space's kind decides it.
    pub stop: bool,
    /// Markers drawn beyond the alert level; absent where none are ever drawn (13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_markers: Option<u8>,
    /// The lowest alert level at which markers are drawn (13.2).
    #[serde(default)]
    pub markers_from_alert: u8,
    /// Dice of coal (7.3).
    #[serde(default)]
    pub coal_dice: u8,
    /// Dice of ammunition and torpedoes (7.1).
    #[serde(default)]
    pub ammunition_dice: u8,
    /// Cargo may be drawn, up to Leadership in points (8.5).
    #[serde(default)]
    pub cargo: bool,
    /// More dice for repairs (10.1).
    #[serde(default)]
    pub repair_dice: u8,
    /// The source of the values.
    pub source: String,
}

/// A face of a die, and what it gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DieRow<T> {
    /// The face, 1 to 6.
    pub die: u8,
    /// The result.
    pub result: T,
}

/// A table read with one die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DieTable<T> {
    /// One row a face.
    pub rows: Vec<DieRow<T>>,
    /// The source of the values.
    pub source: String,
}

impl<T: Copy> DieTable<T> {
    /// The result for `face` (1 to 6); `None` for a face the table lacks, which a checked pack never does.
    pub fn at(&self, face: u32) -> Option<T> {
        self.rows.iter().find(|row| u32::from(row.die) == face).map(|row| row.result)
    }
}

/// The Contact table: the final total, clamped to its ends, gives a result (14.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContactTable {
    /// One row a total.
    pub rows: Vec<ContactRow>,
    /// The source of the values.
    pub source: String,
}

impl ContactTable {
    /// The result for `total`, clamped to the ends of the table; `None` for an empty table, which a checked pack never has.
    pub fn at(&self, total: i32) -> Option<ContactResult> {
        let lowest = self.rows.first()?.total;
        let highest = self.rows.last()?.total;
        // `clamp` panics when its ends are reversed, and this table may not have been checked.
        let total = total.clamp(lowest, highest.max(lowest));
        self.rows.iter().find(|row| row.total == total).map(|row| row.result)
    }
}

/// A row of the Contact table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContactRow {
    /// The total of die and modifiers.
    pub total: i32,
    /// The result.
    pub result: ContactResult,
}

/// The Intelligence table: leadership brackets and die rows (11.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IntelligenceTable {
    /// Rows of results, one a face, each with one result for every intelligence value 0 to 3.
    pub rows: Vec<IntelligenceRow>,
    /// For each Leadership from 0 to 6, the intelligence value it gives.
    pub value_by_leadership: Vec<u8>,
    /// Added with Wireless aboard.
    pub wireless: u8,
    /// The source of the values.
    pub source: String,
}

/// A row of the Intelligence table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IntelligenceRow {
    /// The face, 1 to 6.
    pub die: u8,
    /// The results for the values 0, 1, 2 and 3.
    pub results: Vec<IntelligenceResult>,
}

/// The Firing table: the lowest face that hits (14.5, 14.6, 16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FiringTable {
    /// Guns at ships.
    pub gunnery: u8,
    /// Torpedoes.
    pub torpedo: u8,
    /// Torpedoes at a ship with nets in a port or base.
    pub torpedo_against_nets: u8,
    /// Guns at the coast.
    pub bombardment: u8,
    /// The lowest face of a repair die that mends a box (10.1).
    pub repair: u8,
    /// The source of the values.
    pub source: String,
}

word_enum! {
    /// Columns of the Allied Targeting Priority chart (14.11).
    TargetingColumn {
        /// BB, BC and B.
        Capital = "capital",
        /// CA and CP.
        Cruiser = "cruiser",
        /// CL, DD and, by the erratum, troop convoys.
        Light = "light",
        /// Coastal defence units.
        Coast = "coast",
    }
}

/// Victory points for a class of ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipScore {
    /// For sinking it (negative where the loss is ours).
    pub sunk: i32,
    /// For damaging it.
    #[serde(default)]
    pub damaged: i32,
    /// The source of the values.
    pub source: String,
}

/// The Victory Point chart (17.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryChart {
    /// Allied ships.
    pub allied: BTreeMap<Class, ShipScore>,
    /// German ships.
    pub german: BTreeMap<Class, ShipScore>,
    /// Austro-Hungarian ships.
    pub austro_hungarian: BTreeMap<Class, ShipScore>,
    /// A gun type or the engines of a ship brought to 0 by the Allies.
    pub system_to_zero: i32,
    /// A submarine rammed (Incident chart).
    pub submarine: i32,
    /// A collier lost to an attack (Incident chart).
    pub collier: i32,
    /// Points won or lost in one battle that change Leadership (14.14).
    pub critical_battle: i32,
    /// The source of the values.
    pub source: String,
}

/// Causes that change the alert level by themselves (5, Allied Alert chart).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlertChart {
    /// A naval battle with a round fired.
    pub naval_battle: i8,
    /// A bombardment with a round fired.
    pub bombardment: i8,
    /// SI of the Intelligence table.
    pub signals_intercepted: i8,
    /// JE of the Intelligence table.
    pub jamming: i8,
    /// JF of the Intelligence table.
    pub outwitted: i8,
    /// The source of the values.
    pub source: String,
}

/// The Variable Initial Placement table (18).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacementTable {
    /// One row a face.
    pub rows: Vec<DieRow<SpaceId>>,
    /// The source of the values.
    pub source: String,
}

/// The charts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charts {
    /// Terrain Effects Chart.
    pub terrain: BTreeMap<Terrain, TerrainSpec>,
    /// Intelligence table.
    pub intelligence: IntelligenceTable,
    /// Contact table.
    pub contact: ContactTable,
    /// Firing table.
    pub firing: FiringTable,
    /// Gunnery hits on German ships.
    pub gunnery_german: DieTable<GermanHit>,
    /// Gunnery hits on other ships.
    pub gunnery_allied: DieTable<AlliedHit>,
    /// Torpedo hits on German ships.
    pub torpedo_german: DieTable<GermanHit>,
    /// Torpedo hits on other ships.
    pub torpedo_allied: DieTable<AlliedHit>,
    /// Bombardment of ports.
    pub shore_port: DieTable<ShoreHit>,
    /// Bombardment of naval bases.
    pub shore_base: DieTable<ShoreHit>,
    /// Allied Targeting Priority: classes from first to last.
    pub targeting: BTreeMap<TargetingColumn, TargetingSpec>,
    /// Victory Point chart.
    pub victory: VictoryChart,
    /// Allied Alert chart.
    pub alert: AlertChart,
    /// Variable Initial Placement table (18).
    pub placement: PlacementTable,
}

/// A column of the Targeting Priority chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetingSpec {
    /// Classes, the preferred first.
    pub order: Vec<Class>,
    /// The source of the values.
    pub source: String,
}
