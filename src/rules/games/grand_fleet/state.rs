//! The state of a table: the turn, where every ship is, and the battle under way.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ids::{Both, Damage, HexId, ShipId, Side};
use super::readings;
use crate::game::{Defect, Shared};
use crate::games::rules_change::RulesChange;

/// The options of a table (12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// True if the historical game is played: 2 VP for the British side at the start, and the submarine war breaks out on turn
    /// 6.
    pub historical: bool,
    /// True if HMS Audacious takes part.
    pub audacious: bool,
    /// True if no seat is shown the odds of its orders.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_odds: bool,
    /// True if the table teaches the game: it begins with a battle that is nearly laid out, in which Germany orders what a
    /// cautious admiral would.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub learn: bool,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { historical: false, audacious: true, without_odds: false, learn: false }
    }
}

/// The turn of the battle that a lesson is about.
const LESSON_TURN: u32 = 1;

impl Setup {
    /// Returns whether the table teaches in this turn.
    pub fn teaches(&self, turn: u32) -> bool {
        self.learn && turn == LESSON_TURN
    }
}

/// The place of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Berth {
    /// It joins on this turn (6).
    Due(u32),
    /// American, before the submarine war (3).
    Abroad,
    /// In the fleet box (2-3).
    Fleet,
    /// On its way to a damage and detachment box that its owner has still to choose.
    Ashore,
    /// In the damage and detachment box of this number (2-3).
    Box(u32),
    /// Sunk.
    Sunk,
    /// Its building was stopped (9).
    Cancelled,
    /// Left out of the game (12).
    LeftOut,
}

/// The steps of the sequence of play (4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "at", deny_unknown_fields)]
pub enum Step {
    /// Before the set-up (3).
    SetUp,
    /// Reinforcements of a side (6).
    Reinforcement {
        /// The side.
        side: Side,
    },
    /// Commitment from the damage and detachment boxes (6).
    Commitment {
        /// The side.
        side: Side,
        /// Dice thrown.
        thrown: u32,
    },
    /// Transfer out of the fleet box (6).
    Transfer {
        /// The side.
        side: Side,
        /// The number of ships that the die sends, once it is thrown.
        count: Option<u32>,
    },
    /// The submarine war (7a, 9).
    SubmarineWar {
        /// True if the German player has the choice.
        choice: bool,
    },
    /// Each side chooses its number of initiative dice (7b).
    Initiative,
    /// The attacker, then the defender, says whether there is to be a battle (7b).
    Declaration {
        /// The side that rolled higher.
        attacker: Side,
        /// True if the attacker has sought battle, and the defender is asked.
        sought: bool,
    },
    /// A British fleet box of more than 64 ships returns the rest (8).
    Overflow {
        /// The number of ships.
        count: u32,
    },
    /// A side forms its fleets (8).
    Formation {
        /// The side.
        side: Side,
    },
    /// A side places a marker (8).
    Placement {
        /// The side.
        side: Side,
    },
    /// A side intercepts or passes (8).
    Interception {
        /// The side.
        side: Side,
    },
    /// The attacker chooses the next hex to fight in (8).
    HexChoice,
    /// A side declares half fire and excess manoeuvre (8).
    Manoeuvre {
        /// The side.
        side: Side,
    },
    /// The winner of the combat initiative chooses situations (8).
    Situation {
        /// The winner.
        side: Side,
        /// The number of choices.
        count: u32,
    },
    /// Both sides allocate their gunnery (8).
    Gunnery,
    /// A side says whether it fights on (8).
    Persistence {
        /// The side.
        side: Side,
    },
    /// Ships damaged in the battle go to their boxes (8).
    Aftermath,
    /// The game is over (10).
    Over,
}

/// The parts of a turn that steps belong to (4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before the first turn (3).
    SetUp,
    /// The armament phase (6).
    Armament,
    /// The initiative phase (7).
    Initiative,
    /// A decisive battle (8).
    Battle,
    /// After the end (10).
    Over,
}

impl Step {
    /// The phase the step belongs to.
    pub fn phase(self) -> Phase {
        match self {
            Step::SetUp => Phase::SetUp,
            Step::Reinforcement { .. } | Step::Commitment { .. } | Step::Transfer { .. } => Phase::Armament,
            Step::SubmarineWar { .. } | Step::Initiative | Step::Declaration { .. } => Phase::Initiative,
            Step::Over => Phase::Over,
            _ => Phase::Battle,
        }
    }
}

impl Phase {
    /// The phase as a word: `armament`.
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::SetUp => "set-up",
            Phase::Armament => "armament",
            Phase::Initiative => "initiative",
            Phase::Battle => "battle",
            Phase::Over => "over",
        }
    }
}

/// A fleet as it was formed (8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    /// The number of its marker.
    pub number: u32,
    /// Its ships.
    pub ships: Vec<ShipId>,
}

/// The fleets a side has formed (8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Its fleets, by number; every other marker is a dummy.
    pub fleets: Vec<Fleet>,
    /// The fast fleets whose markers lie face up.
    pub shown: Vec<u32>,
}

/// A marker on the map before all are turned over (8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// The side.
    pub side: Side,
    /// The hex.
    pub hex: HexId,
    /// The fleet's number, if it lies face up.
    pub shown: Option<u32>,
    /// True if an interception has moved it, or moved others to it.
    pub done: bool,
}

/// A fleet on the map after all markers are turned over (8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtSea {
    /// The side.
    pub side: Side,
    /// Its number.
    pub number: u32,
    /// The hex.
    pub hex: HexId,
    /// Its ships.
    pub ships: Vec<ShipId>,
}

/// A decisive battle (8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// The side that sought it.
    pub attacker: Side,
    /// The fleets that each side has formed: its secret until the markers are turned over.
    pub formed: Both<Option<Shared<Formation>>>,
    /// The face-down markers of each side in the order they are placed: nobody's to see until they are turned over.
    pub shuffled: Both<Vec<u32>>,
    /// Face-up fast fleets not placed yet.
    pub shown_left: Both<Vec<u32>>,
    /// The number of face-down markers still to place.
    pub hidden_left: Both<u32>,
    /// The markers on the map, in the order they were placed.
    pub markers: Vec<Marker>,
    /// Passes in a row.
    pub passes: u32,
    /// True once the markers are turned over.
    pub revealed: bool,
    /// The fleets on the map once they are.
    pub fleets: Shared<Vec<AtSea>>,
    /// Hexes fought over.
    pub fought: Vec<HexId>,
    /// The combat under way.
    pub combat: Option<Combat>,
}

/// A combat in one hex (8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// The hex.
    pub hex: HexId,
    /// The round, from 1.
    pub round: u32,
    /// The side that settles its combat initiative first.
    pub first: Side,
    /// The declaration and throw of each side.
    pub handling: Both<Option<Handling>>,
    /// The situations chosen.
    pub situation: Situation,
    /// The points each side may allocate; nothing for a side that cannot fire.
    pub points: Both<u32>,
    /// The ships each side fires at: its own secret until both are known.
    pub targets: Both<Option<Vec<ShipId>>>,
    /// The results of the shots.
    pub shots: Vec<Shot>,
    /// For each side, true if it wants to fight on.
    pub willing: Both<Option<bool>>,
}

/// A side's handling of its fleets in a round, and its combat initiative (8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handling {
    /// True if it fires with half its guns.
    pub half: bool,
    /// Its excess manoeuvre.
    pub excess: u32,
    /// The die before changes.
    pub natural: u32,
    /// Its combat initiative.
    pub number: i32,
    /// True if it is in confusion.
    pub confused: bool,
}

/// The choices of the winner of the combat initiative (8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// Half points added to each ship's gunnery: 1 for each close range, -1 for each long range.
    pub range_halves: i32,
    /// True if the combat goes on by (a).
    pub go_on: bool,
    /// For each side, true if its total is halved.
    pub halved: Both<bool>,
}

/// A shot at a ship and its result (8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// The ship.
    pub ship: ShipId,
    /// The result.
    pub result: Damage,
}

/// The outcome of the game (10, 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The reason.
    pub why: Ending,
}

crate::word_enum! {
    /// The reasons why the game ends (10).
    Ending {
        /// A lead of 7 VP.
        SuddenDeath = "sudden-death",
        /// Too few ships to hold the North Sea.
        Maintenance = "maintenance",
        /// The ninth turn.
        LastTurn = "last-turn",
        /// Each side met a condition of victory.
        BothWin = "both-win",
    }
}

fn present_rules() -> u32 {
    readings::VERSION
}

/// The state of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The options.
    pub setup: Setup,
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// The step of the sequence of play.
    pub step: Step,
    /// The British lead in victory points; below 0 a German lead.
    pub lead: i32,
    /// The turn the submarine war broke out.
    pub war: Option<u32>,
    /// The berth of every ship.
    pub berths: Shared<BTreeMap<ShipId, Berth>>,
    /// The number of initiative dice each side has chosen: its own secret until both have.
    pub dice: Both<Option<u32>>,
    /// The battle under way.
    pub battle: Option<Battle>,
    /// The outcome of the game.
    pub outcome: Option<Outcome>,
    /// The version of the rules that it follows: the present one, but for an audit of an older log.
    #[serde(skip, default = "present_rules")]
    pub rules: u32,
}

impl State {
    /// The state before the first event.
    pub fn blank() -> State {
        State {
            setup: Setup::default(),
            turn: 0,
            step: Step::SetUp,
            lead: 0,
            war: None,
            berths: Shared::default(),
            dice: Both::default(),
            battle: None,
            outcome: None,
            rules: present_rules(),
        }
    }

    /// Returns whether the rules that this state follows have a reading of today.
    pub fn reads(&self, change: &RulesChange) -> bool {
        self.rules >= change.since
    }

    /// The place of a ship.
    pub fn berth(&self, ship: ShipId) -> Option<Berth> {
        self.berths.get(&ship).copied()
    }
}

impl Battle {
    pub(super) fn joined(attacker: Side) -> Battle {
        Battle {
            attacker,
            formed: Both::default(),
            shuffled: Both::default(),
            shown_left: Both::default(),
            hidden_left: Both::default(),
            markers: vec![],
            passes: 0,
            revealed: false,
            fleets: Shared::default(),
            fought: vec![],
            combat: None,
        }
    }
}

impl Combat {
    pub(super) fn began(hex: HexId, round: u32, first: Side) -> Combat {
        Combat {
            hex,
            round,
            first,
            handling: Both::default(),
            situation: Situation::default(),
            points: Both::default(),
            targets: Both::default(),
            shots: vec![],
            willing: Both::default(),
        }
    }
}

impl State {
    pub(super) fn moor(&mut self, ships: &[ShipId], berth: Berth) -> Result<(), Defect> {
        for ship in ships {
            // An event of a foreign log may name a ship that this pack lacks.
            let at = self.berths.get_mut(ship).ok_or_else(|| Defect(format!("there is no ship {ship}")))?;
            *at = berth;
        }
        Ok(())
    }

    pub(super) fn battle_mut(&mut self) -> Result<&mut Battle, Defect> {
        self.battle.as_mut().ok_or_else(|| Defect("there is no battle".into()))
    }

    pub(super) fn combat_mut(&mut self) -> Result<&mut Combat, Defect> {
        let combat = self.battle.as_mut().and_then(|battle| battle.combat.as_mut());
        combat.ok_or_else(|| Defect("there is no combat".into()))
    }
}

impl Fleet {
    /// A fleet of these ships.
    pub fn new(number: u32, ships: Vec<ShipId>) -> Fleet {
        Fleet { number, ships }
    }
}
