//! 20.0 The Austro-Hungarian ships: where they are, how they come out and move, and what became of them. How they fight
//! is in [`battle`], what harms them elsewhere in [`harm`].

pub mod battle;
pub mod harm;

use serde::{Deserialize, Serialize};

use super::alert;
use super::board::Board;
use super::ids::{Class, Nation, ShipId, SpaceId, Speed, Track, Zone};
use super::movement;
use super::naval_combat::battle::Counter;
use super::naval_combat::stand;
use super::play::{Done, Play, german, table};
use super::state::State;
use crate::game::{Chapter, Defect, FactPolicy, Refusal, Word};
use crate::word_enum;

crate::events! {
    /// The Austro-Hungarian ships (20).
    pub enum AustrianEvent {
        /// Austro-Hungarian ships come out of their box (20).
        1 AustriansArrived {
            /// Where.
            space: SpaceId,
            /// The ships.
            ships: Vec<ShipId>,
        } => FactPolicy::PUBLIC,
        /// An Austro-Hungarian ship leaves the map (20).
        1 AustrianLost {
            /// The ship.
            ship: ShipId,
            /// From where.
            space: SpaceId,
            /// How.
            loss: Loss,
            /// What caused it.
            why: Word,
        } => FactPolicy::PUBLIC,
        /// An Austro-Hungarian ship is hit in battle (20).
        1 AustrianHit {
            /// The ship as it now stands.
            counter: Counter,
            /// The row of the hit table.
            hit: Word,
        } => FactPolicy::PUBLIC,
        /// Which of two nations fires first in a battle (20).
        1 LeadChosen {
            /// The nation.
            nation: Nation,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for AustrianEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::AustriansArrived { space, ships } => {
                state.austrians.extend(ships.iter().map(|ship| (*ship, Austrian::At(*space))));
            }
            Self::AustrianLost { ship, loss, .. } => {
                state.austrians.insert(*ship, Austrian::Lost(*loss));
            }
            Self::AustrianHit { counter, .. } => stand(&mut state.battle_mut()?.austrians, counter)?,
            Self::LeadChosen { nation } => state.battle_mut()?.lead = Some(*nation),
        }
        Ok(())
    }
}

/// 20.0 The Leadership of every Austro-Hungarian ship, which nothing changes.
pub const LEADERSHIP: u8 = 3;

/// An Austro-Hungarian ship that has come out of its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Austrian {
    /// On the map.
    At(SpaceId),
    /// Off it.
    Lost(Loss),
    /// Not at Pola when a mission of a campaign ended: away for ever.
    Withdrawn,
}

word_enum! {
    /// How an Austro-Hungarian ship left the map (20.0).
    Loss {
        /// Damaged or withdrawn: away for the rest of the scenario.
        Damaged = "damaged",
        /// Sunk: away for ever.
        Sunk = "sunk",
    }
}

impl Austrian {
    /// Where it is; `None` once it has left the map.
    pub fn at(self) -> Option<SpaceId> {
        match self {
            Austrian::At(space) => Some(space),
            Austrian::Lost(_) | Austrian::Withdrawn => None,
        }
    }
}

impl State {
    /// Austro-Hungarian ships on the map, with where they are.
    pub fn austrians_afloat(&self) -> impl Iterator<Item = (ShipId, SpaceId)> + '_ {
        self.austrians.iter().filter_map(|(id, ship)| Some((*id, ship.at()?)))
    }

    /// Austro-Hungarian ships at a space.
    pub fn austrians_at(&self, space: SpaceId) -> Vec<ShipId> {
        self.austrians_afloat().filter(|(_, at)| *at == space).map(|(id, _)| id).collect()
    }

    /// German and Austro-Hungarian ships at a space, the German first.
    pub fn fleet_at(&self, space: SpaceId) -> Vec<ShipId> {
        let mut ships = self.ships_at(space);
        ships.extend(self.austrians_at(space));
        ships
    }

    /// Spaces with German or Austro-Hungarian ships, each once, in the order of their ids.
    pub fn fleet_spaces(&self) -> Vec<SpaceId> {
        let mut spaces = self.squadron_spaces();
        spaces.extend(self.austrians_afloat().map(|(_, at)| at));
        spaces.sort();
        spaces.dedup();
        spaces
    }

    /// Where a ship of either power is; `None` when it is off the map or neither's.
    pub fn whereabouts(&self, id: ShipId) -> Option<SpaceId> {
        match self.ship(id) {
            Some(ship) => ship.at,
            None => self.austrians.get(&id)?.at(),
        }
    }
}

/// The class of a German or Austro-Hungarian ship; `None` for one that is neither.
pub fn class_of(board: &Board, state: &State, id: ShipId) -> Option<Class> {
    match state.ship(id) {
        Some(ship) => Some(ship.class),
        None if state.austrians.contains_key(&id) => board.ship(id).ok().map(|spec| spec.class),
        None => None,
    }
}

/// Austro-Hungarian ships still in their box, in the order of their ids.
pub fn in_box(board: &Board, state: &State) -> Vec<ShipId> {
    let ships = board.pack().ships.iter().filter(|(_, spec)| spec.nation == Nation::AustroHungarian);
    ships.map(|(id, _)| *id).filter(|id| !state.austrians.contains_key(id)).collect()
}

/// 20.0 The naval base where they come out, and where those begin that a campaign grants.
pub fn pola() -> SpaceId {
    SpaceId(Word::literal("POL"))
}

/// Incident chart, Austro-Hungarian Fleet Sorties (2): a die of ships, drawn from the box, comes out at Pola, and the
/// alert level rises.
///
/// # Errors
/// Chance that cannot answer.
pub fn come_out(play: &mut Play<'_, '_>) -> Done {
    let die = play.die(german("fleet-sortie", "20.0"))?;
    let waiting = in_box(play.board, &play.state);
    let take = die.min(waiting.len() as u32);
    if take > 0 {
        let positions = play.draw(table("fleet-ships", "20.0"), take, waiting.len() as u32)?;
        let ships = positions.iter().filter_map(|at| waiting.get(*at as usize)).copied().collect();
        play.emit(AustrianEvent::AustriansArrived { space: pola(), ships })?;
    }
    alert::change(play, 1, "fleet-sortie")
}

/// The Leadership of a German or Austro-Hungarian ship.
pub fn leadership(state: &State, id: ShipId) -> u8 {
    state.ship(id).map_or(LEADERSHIP, |ship| ship.track(Track::Leadership))
}

/// 20.0 Spaces one of their ships can move: the speed on its counter, for no coal; `None` for any speed but cruising.
pub fn spaces_at(board: &Board, state: &State, id: ShipId, speed: Speed) -> Option<u8> {
    state.austrians.get(&id)?.at()?;
    let spec = board.ship(id).ok()?;
    (speed == Speed::Cruise).then_some(spec.speed)
}

/// 20.0, Terrain Effects Chart: whether their ships may enter a space: the Adriatic and the Eastern Mediterranean, to
/// which the Aegean belongs (2.1).
pub fn may_enter(board: &Board, space: SpaceId) -> bool {
    matches!(board.zone(space), Zone::Adriatic | Zone::Eastern)
}

/// 20.0 Spaces that their ships never enter.
pub fn foreign_waters(board: &Board) -> impl Iterator<Item = SpaceId> + '_ {
    board.pack().spaces.keys().copied().filter(|space| !may_enter(board, *space))
}

/// Why a move of one of their ships is refused.
pub fn refuse_move(board: &Board, state: &State, id: ShipId, speed: Speed, path: &[Word]) -> Option<Refusal> {
    let refusal = |reason| Refusal::new(reason, "20.0").about("ship", id);
    let Some(most) = spaces_at(board, state, id, speed) else { return Some(refusal("no-coal-needed")) };
    if let Some(space) = path.iter().copied().map(SpaceId).find(|space| !may_enter(board, *space)) {
        return Some(refusal("foreign-waters").about("space", space));
    }
    movement::refuse_path(board, state, id, &movement::walk(board, state, id, most)?, path)
}
