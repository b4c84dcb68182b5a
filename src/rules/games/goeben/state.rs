//! The state of a scenario: plain data, a fold over events. It holds secrets; views do not.

pub mod austrian;
pub mod battle;
pub mod campaign;
pub mod company;
mod setup;

pub use setup::{Officers, Optional, Setup};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ids::{Cargo, Class, Incident, Marker, Mission, Nation, Phase, Power, ShipId, SpaceId, Track};
use super::pack::{Boon, GermanSpec};
use super::readings;
use crate::game::{Defect, Shared};
use crate::games::rules_change::RulesChange;
use crate::word_enum;
use austrian::Austrian;
use battle::Battle;
use campaign::Campaign;
use company::Company;

fn present_rules() -> u32 {
    readings::VERSION
}

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The options of the table.
    pub setup: Setup,
    /// The orders drawn (3.0(5)).
    pub mission: Option<Mission>,
    /// Turns of the scenario.
    pub days: u8,
    /// The turn, from 1; 0 during the set-up.
    pub turn: u8,
    /// The phase (4.1).
    pub phase: Phase,
    /// The Allied alert level, 1 to 6 (5.1).
    pub alert: u8,
    /// Victory points so far (17.1).
    pub victory_points: i32,
    /// The German ships.
    pub ships: Shared<BTreeMap<ShipId, Ship>>,
    /// The side of each power (9.0).
    pub standings: Shared<BTreeMap<Nation, Power>>,
    /// German colliers on the map (7.4).
    pub colliers: Vec<SpaceId>,
    /// Colliers to be placed at set-up (3.0(9)).
    pub colliers_to_place: u8,
    /// Spaces with anything on them besides German ships.
    pub places: Shared<BTreeMap<SpaceId, SpaceContents>>,
    /// The Incident pool, in an order nobody knows (3.0(3)).
    pub pool: Shared<Vec<Marker>>,
    /// Markers removed from play (13.1).
    pub out_of_play: Shared<Vec<Marker>>,
    /// Allied ships damaged or withdrawn, out of the scenario (14.13).
    pub damaged: Vec<ShipId>,
    /// Allied ships sunk (14.13).
    pub sunk: Vec<ShipId>,
    /// Neutral places already visited (9.1).
    pub visited: Vec<SpaceId>,
    /// Missions won earlier, in a campaign (24).
    pub won: Vec<Mission>,
    /// The turn in whose movement phase the French navy is at sea (French Navy Sortie).
    pub french_sortie: Option<u8>,
    /// Facts of this turn that end with it.
    pub today: Today,
    /// Spaces the present phase has still to handle.
    pub todo: Vec<SpaceId>,
    /// Tasks in hand, the innermost last.
    pub tasks: Vec<Task>,
    /// The outcome of the scenario.
    pub outcome: Option<Outcome>,
    /// Austro-Hungarian ships that have come out; the others lie in their box (20).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub austrians: BTreeMap<ShipId, Austrian>,
    /// The other place where the squadron may begin (18).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deployment: Option<SpaceId>,
    /// The campaign, where one is played (24).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<Campaign>,
    /// The officers' affairs, if several players share the command (25).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<Company>,
    /// The version of the rules that it follows: the present one, but for an audit of an older log.
    #[serde(skip, default = "present_rules")]
    pub rules: u32,
}

/// A German ship (6.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// Its class.
    pub class: Class,
    /// Its space; `None` once sunk.
    pub at: Option<SpaceId>,
    /// Its tracks.
    pub tracks: BTreeMap<Track, u8>,
    /// Cargo by hull box, counted from 1 (8.2).
    pub cargo: BTreeMap<u8, Cargo>,
    /// Gun types and engines that the Allies have once brought to 0 (Victory Point chart).
    #[serde(default)]
    pub silenced: Vec<Track>,
}

impl Ship {
    /// 3.0(6) A ship display at its starting values.
    pub fn at_start(spec: &GermanSpec, at: SpaceId) -> Ship {
        Ship {
            class: spec.class,
            at: Some(at),
            tracks: Track::ALL.iter().map(|track| (*track, spec.start(*track))).collect(),
            cargo: BTreeMap::new(),
            silenced: vec![],
        }
    }

    /// The value of a track; 0 for one the ship has not.
    pub fn track(&self, track: Track) -> u8 {
        self.tracks.get(&track).copied().unwrap_or(0)
    }

    /// The number of counters of `cargo` aboard.
    pub fn carries(&self, cargo: Cargo) -> u8 {
        self.cargo.values().filter(|item| **item == cargo).count() as u8
    }

    /// Hull boxes that are whole and empty, the lowest first.
    pub fn free_boxes(&self) -> Vec<u8> {
        (1..=self.track(Track::Hull)).filter(|number| !self.is_taken(*number)).collect()
    }

    /// The highest box with a counter of this kind.
    pub fn highest_box_of(&self, cargo: Cargo) -> Option<u8> {
        self.cargo.iter().rev().find(|(_, item)| **item == cargo).map(|(hull_box, _)| *hull_box)
    }

    /// Returns whether something lies in a hull box: a counter, or the upper half of a seaplane (20.1), which counts by its
    /// lower box.
    pub fn is_taken(&self, number: u8) -> bool {
        let below = number.checked_sub(1).and_then(|below| self.cargo.get(&below));
        self.cargo.contains_key(&number) || below == Some(&Cargo::Seaplane)
    }
}

/// The contents of a space besides German ships and colliers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceContents {
    /// Face-down Incident markers.
    #[serde(default)]
    pub hidden: Vec<Marker>,
    /// Allied ships face up.
    #[serde(default)]
    pub shown: Vec<ShipId>,
    /// Coastal defence units.
    #[serde(default)]
    pub coast: Vec<CoastalUnit>,
    /// A Seebataillon holds the port (9.2).
    #[serde(default)]
    pub landed: bool,
    /// Friendly Ship markers, for the next outfitting phase.
    #[serde(default)]
    pub friends: u8,
    /// German mines (23).
    #[serde(default, skip_serializing_if = "is_none")]
    pub mines: u8,
}

fn is_none(count: &u8) -> bool {
    *count == 0
}

impl SpaceContents {
    /// Returns whether nothing lies here.
    pub fn is_empty(&self) -> bool {
        self.hidden.is_empty()
            && self.shown.is_empty()
            && self.coast.is_empty()
            && !self.landed
            && self.friends == 0
            && self.mines == 0
    }
}

/// A coastal defence unit (2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoastalUnit {
    /// Its fire value.
    pub value: u8,
    /// Face up.
    pub shown: bool,
}

word_enum! {
    /// The sources of supplies that dice measure (7.1, 7.3, 7.4).
    Source {
        /// Ammunition and torpedoes of a friendly harbour.
        Arsenal = "arsenal",
        /// Coal of a harbour.
        Port = "port",
        /// Coal of a collier.
        Collier = "collier",
        /// Coal of a Friendly Ship.
        Friend = "friend",
    }
}

/// The state that lasts until the turn ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Today {
    /// Ships that outfitted or repaired and so may not move (7.0).
    pub outfitted: Vec<ShipId>,
    /// Ships that have rolled for repairs.
    pub repaired: Vec<ShipId>,
    /// Cargo points spent, by ship (8.5).
    pub points: BTreeMap<ShipId, u8>,
    /// Sources already drawn on, by space.
    pub supplied: Vec<(SpaceId, Source)>,
    /// Ships that have moved (12).
    pub moved: Vec<ShipId>,
    /// The intelligence attempt is spent (11.1).
    pub intelligence: bool,
    /// Warships and convoys drawn from the pool this turn, with the space they came to.
    pub drawn: Vec<(SpaceId, ShipId)>,
    /// Merchantmen waiting for the raiding phase (15).
    pub merchantmen: Vec<SpaceId>,
    /// Spaces under Limited Visibility, with the die once it is rolled.
    pub visibility: BTreeMap<SpaceId, Option<u8>>,
    /// Spaces under a storm.
    pub storms: Vec<SpaceId>,
    /// Dice more or fewer for German fire (Morale Check).
    pub morale: i8,
    /// Spaces bombarded (16).
    pub bombarded: Vec<SpaceId>,
    /// The ways sailed, by ship: the spaces entered, the last being where the move ended (23.0).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ways: BTreeMap<ShipId, Vec<SpaceId>>,
    /// Ships whose seaplane has flown (21.2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scouted: Vec<ShipId>,
}

/// A task that has begun and needs a choice or more dice to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Task {
    /// Points rolled are to be shared out (7.1, 7.3).
    Share {
        /// The space.
        space: SpaceId,
        /// The source.
        source: Source,
        /// The points to share out.
        points: u8,
        /// Among whom.
        ships: Vec<ShipId>,
    },
    /// Jamming or a breakthrough (11.2).
    Choose {},
    /// A place to look into (11.2).
    Examine {
        /// All units, or two.
        all: bool,
    },
    /// Markers drawn at a space are to be handled (13).
    Incidents {
        /// The space.
        space: SpaceId,
        /// Markers not handled yet, in the order drawn.
        queue: Vec<Incident>,
        /// Markers handled, to go back to the pool.
        done: Vec<Incident>,
    },
    /// Each of these ships evades a submarine or takes its chance (Allied Submarine).
    Evade {
        /// Ships still to choose.
        ships: Vec<ShipId>,
    },
    /// A ship must take the damage of ramming (Allied Submarine).
    Ram {
        /// Ships to choose from.
        ships: Vec<ShipId>,
    },
    /// A battle (14, 16).
    Battle(Battle),
    /// A reward of the mission won is to be chosen (Orders chart).
    Reward {
        /// One of these.
        among: Vec<Boon>,
    },
}

word_enum! {
    /// The outcome of a scenario (17).
    Outcome {
        /// The mission is accomplished.
        Won = "won",
        /// The last turn passed without it.
        OutOfTime = "out-of-time",
        /// No German ship is left.
        SquadronLost = "squadron-lost",
    }
}

impl State {
    /// The state before the first event.
    pub fn blank() -> State {
        State {
            setup: Setup::default(),
            mission: None,
            days: 0,
            turn: 0,
            phase: Phase::SetUp,
            alert: 1,
            victory_points: 0,
            ships: Shared::default(),
            standings: Shared::default(),
            colliers: vec![],
            colliers_to_place: 0,
            places: Shared::default(),
            pool: Shared::default(),
            out_of_play: Shared::default(),
            damaged: vec![],
            sunk: vec![],
            visited: vec![],
            won: vec![],
            french_sortie: None,
            today: Today::default(),
            todo: vec![],
            tasks: vec![],
            outcome: None,
            austrians: BTreeMap::new(),
            deployment: None,
            campaign: None,
            company: None,
            rules: present_rules(),
        }
    }

    /// Returns whether the rules that this state follows have a reading of today.
    pub fn reads(&self, change: &RulesChange) -> bool {
        self.rules >= change.since
    }

    /// Returns whether the game is over: the scenario, and the campaign if it belongs to one (24.5).
    pub fn is_over(&self) -> bool {
        self.outcome.is_some() && self.campaign.as_ref().is_none_or(|campaign| campaign.verdict.is_some())
    }

    /// Patrol zones that have become high seas in a campaign (Orders chart).
    pub fn open_seas(&self) -> &[SpaceId] {
        self.campaign.as_ref().map_or(&[], |campaign| &campaign.open_seas)
    }

    /// The ship called `id`, sunk or not.
    pub fn ship(&self, id: ShipId) -> Option<&Ship> {
        self.ships.get(&id)
    }

    /// German ships afloat, with their spaces.
    pub fn afloat(&self) -> impl Iterator<Item = (ShipId, SpaceId, &Ship)> {
        self.ships.iter().filter_map(|(id, ship)| ship.at.map(|at| (*id, at, ship)))
    }

    /// German ships at a space.
    pub fn ships_at(&self, space: SpaceId) -> Vec<ShipId> {
        self.afloat().filter(|(_, at, _)| *at == space).map(|(id, _, _)| id).collect()
    }

    /// Spaces with German ships, each once, in the order of their ids.
    pub fn squadron_spaces(&self) -> Vec<SpaceId> {
        let mut spaces: Vec<SpaceId> = self.afloat().map(|(_, at, _)| at).collect();
        spaces.sort();
        spaces.dedup();
        spaces
    }

    /// The contents of a space.
    pub fn place(&self, space: SpaceId) -> Option<&SpaceContents> {
        self.places.get(&space)
    }

    /// Coastal units left at a space.
    pub fn coast_at(&self, space: SpaceId) -> &[CoastalUnit] {
        self.place(space).map_or(&[], |place| &place.coast)
    }

    /// Allied ships face up at a space.
    pub fn enemies_at(&self, space: SpaceId) -> &[ShipId] {
        self.place(space).map_or(&[], |place| &place.shown)
    }

    /// Returns whether a landing party holds the port.
    pub fn is_occupied(&self, space: SpaceId) -> bool {
        self.place(space).is_some_and(|place| place.landed)
    }

    /// The task in hand.
    pub fn task(&self) -> Option<&Task> {
        self.tasks.last()
    }

    /// The battle in hand.
    pub fn battle(&self) -> Option<&Battle> {
        match self.tasks.last() {
            Some(Task::Battle(battle)) => Some(battle),
            _ => None,
        }
    }

    /// The battle in hand if it is fought at sea (14.14), which sums its points apart.
    pub fn naval_battle(&self) -> Option<&Battle> {
        self.battle().filter(|battle| !battle.coast)
    }

    /// Counters of `cargo` aboard ships and ashore, out of the box (8.3).
    pub fn cargo_in_use(&self, cargo: Cargo) -> u8 {
        let aboard: u8 = self.ships.values().map(|ship| ship.carries(cargo)).sum();
        // 8.3: a counter that has left its ship for the map is not back in the box.
        let ashore = match cargo {
            Cargo::Seebataillon => self.places.values().filter(|place| place.landed).count() as u8,
            Cargo::Mines => self.places.values().map(|place| place.mines).sum(),
            _ => 0,
        };
        aboard + ashore
    }

    /// Changes the contents of a space, and forgets the space once it is empty.
    pub(super) fn at(&mut self, space: SpaceId, change: impl FnOnce(&mut SpaceContents)) {
        if let Some(place) = self.places.get_mut(&space) {
            change(place);
        }
        self.tidy(space);
    }

    pub(super) fn tidy(&mut self, space: SpaceId) {
        // An entry that holds nothing would make two like positions differ.
        if self.places.get(&space).is_some_and(SpaceContents::is_empty) {
            self.places.remove(&space);
        }
    }

    /// Puts a German or Austro-Hungarian ship at a space.
    pub(super) fn put(&mut self, id: ShipId, at: SpaceId) -> Result<(), Defect> {
        // A pack has no two ships of one id, so any ship that is not theirs is a German one.
        match self.austrians.get_mut(&id) {
            Some(austrian) => *austrian = Austrian::At(at),
            None => self.ship_mut(id)?.at = Some(at),
        }
        Ok(())
    }

    pub(super) fn ship_mut(&mut self, id: ShipId) -> Result<&mut Ship, Defect> {
        self.ships.get_mut(&id).ok_or_else(|| unfit("event", format!("there is no German ship {id}")))
    }

    pub(super) fn battle_mut(&mut self) -> Result<&mut Battle, Defect> {
        match self.tasks.last_mut() {
            Some(Task::Battle(battle)) => Ok(battle),
            _ => Err(unfit("event", "no battle is in hand")),
        }
    }
}

/// Adds an item unless it is there.
pub(super) fn push_once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// A defect: an event that does not fit the state, so the log is damaged.
pub(super) fn unfit(event: &str, why: impl std::fmt::Display) -> Defect {
    Defect(format!("{event} does not fit the state: {why}"))
}
