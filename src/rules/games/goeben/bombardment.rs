//! 16.0 Shore bombardment, and the landings that may follow it (9.2).

use super::arguments::Arguments;
use super::board::Board;
use super::event::{BombardmentEvent, SequenceEvent};
use super::ids::{Phase, Power, ShipId, SpaceId, Track};
use super::naval_combat::POOR_VISIBILITY;
use super::naval_combat::gunnery;
use super::play::{Done, Play};
use super::ports;
use super::state::battle::{Battle, Weapon};
use super::state::{State, Task};
use crate::game::{Node, Refusal};
use crate::games::orders::orders;

orders! {
    /// The order to bombard (16).
    pub enum BombardmentOrder from order: Arguments<'_> {
        /// 16.0 A harbour is bombarded.
        "bombard" => Bombard { space: SpaceId = order.space("space")? },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: BombardmentOrder) -> Done {
    match order {
        BombardmentOrder::Bombard { space } => begin(play, space),
    }
}

/// 16.0 Harbours to bombard.
pub fn options(board: &Board, state: &State) -> Node {
    let spaces = state.fleet_spaces().into_iter().filter(|space| refuse(board, state, *space).is_none());
    Node::one_of("space", spaces.map(|space| space.0))
}

/// Why an order to bombard is refused.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let order = order.when("bombard", state, Phase::Bombardment)?;
    refuse(board, state, order.space("space")?)
}

/// Why a space cannot be bombarded now; `None` when it can.
fn refuse(board: &Board, state: &State, space: SpaceId) -> Option<Refusal> {
    let refusal = |reason, rule| Some(Refusal::new(reason, rule).about("space", space));
    let ships = state.fleet_at(space);
    if ships.is_empty() {
        return refusal("no-ship-there", "16.0");
    }
    if ports::power(board, state, space) != Some(Power::Allied) {
        return refusal("no-allied-harbour", "16.0");
    }
    if state.coast_at(space).is_empty() {
        return refusal("no-coastal-unit", "16.0");
    }
    if state.today.storms.contains(&space) {
        return refusal("storm", "13.1");
    }
    // 13.1: the die falls before a naval battle there; a marker without a die hinders no bombardment.
    if matches!(state.today.visibility.get(&space), Some(Some(die)) if *die >= POOR_VISIBILITY) {
        return refusal("poor-visibility", "13.1");
    }
    if state.today.bombarded.contains(&space) {
        return refusal("already-bombarded", "16.0");
    }
    if ships.iter().any(|id| can_bombard(board, state, *id)) {
        return None;
    }
    if ships.iter().any(|id| has_ammunition(state, *id)) {
        return refusal("no-guns-for-it", "14.5");
    }
    refusal("no-guns-for-it", "14.8")
}

fn can_bombard(board: &Board, state: &State, id: ShipId) -> bool {
    has_ammunition(state, id)
        // 16.0: the coast has no armour, so no target is named.
        && Weapon::GUNS.iter().any(|gun| gunnery::dice(board, state, id, *gun, None, false) > 0)
}

/// 14.8 Returns whether a ship can pay for its fire; the Austro-Hungarians need not (20.0).
fn has_ammunition(state: &State, id: ShipId) -> bool {
    state.ship(id).is_none_or(|ship| ship.track(Track::Ammunition) > 0)
}

/// 16.0 Begins a bombardment: the coast shows its guns, then contact as in a naval battle, with 0 for the coast.
fn begin(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    let values = play.state.coast_at(space).iter().map(|unit| unit.value).collect();
    play.emit(BombardmentEvent::CoastRevealed { space, values })?;
    // The empty list of enemies makes it a bombardment. Guns fire one type at a time even in Limited
    // Visibility, which joins the gun types of a naval battle only (13.1).
    let battle = Battle::before_contact(space, play.state.ships_at(space), vec![], 1)
        .joined_by(play.state.austrians_at(space));
    play.emit(SequenceEvent::TaskBegan { task: Task::Battle(battle) })
}
