//! 23.0 Mines: laid by light cruisers, struck by Allied ships.

use super::arguments::Arguments;
use super::board::Board;
use super::event::MineEvent;
use super::ids::{Cargo, Phase, ShipId, SpaceId};
use super::play::{Done, Play, allied};
use super::ports;
use super::readings;
use super::state::State;
use super::victory;
use crate::game::{Node, Refusal};
use crate::games::orders::orders;

orders! {
    /// The order to lay mines (23).
    pub enum MineOrder from order: Arguments<'_> {
        /// 23.0 A ship lays her mines. By the older reading they lie where she is, and the order names no space.
        "lay" => Lay { ship: ShipId = order.ship("ship")?, space: Option<SpaceId> = order.space("space") },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: MineOrder) -> Done {
    match order {
        MineOrder::Lay { ship, space } => lay(play, ship, space),
    }
}

/// The face with which a ship strikes a mine.
const STRIKES: u32 = 6;

/// 23.0 Spaces in reach of a light cruiser's mines: where she is, and after her move all of the way she has just sailed,
/// the last space first.
fn reach(state: &State, id: ShipId) -> Vec<SpaceId> {
    let mut spaces: Vec<SpaceId> = state.whereabouts(id).into_iter().collect();
    if !state.reads(&readings::MINES_ON_THE_WAY) {
        return spaces;
    }
    // Without the space she set out from: mines for it were to be laid before the move.
    for space in state.today.ways.get(&id).into_iter().flatten().rev() {
        if !spaces.contains(space) {
            spaces.push(*space);
        }
    }
    spaces
}

/// 23.0 Spaces where a ship may lay a field of mines now.
pub fn fields(board: &Board, state: &State, id: ShipId) -> Vec<SpaceId> {
    let mut spaces = reach(state, id);
    spaces.retain(|space| refuse(board, state, id, Some(*space)).is_none());
    spaces
}

/// 23.0 Light cruisers that may lay a field of mines, and where.
pub fn lay_options(board: &Board, state: &State) -> Node {
    if !state.reads(&readings::MINES_ON_THE_WAY) {
        // Orders of an older log name no space, and an audit must accept them as they were given.
        let ships = state.afloat().map(|(id, _, _)| id).filter(|id| !fields(board, state, *id).is_empty());
        return Node::one_of("ship", ships.map(|id| id.0));
    }
    let fields = |id: ShipId| fields(board, state, id).into_iter().map(|space| space.0);
    Node::choice("ship", state.afloat().map(|(id, _, _)| (id.0, Node::one_of("space", fields(id)))))
}

/// Why an order to lay mines is refused.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let order = order.when("lay", state, Phase::Movement)?;
    refuse(board, state, order.ship("ship")?, order.space("space"))
}

/// Why a ship may not lay mines now, there or, where no space is named, where she is.
fn refuse(board: &Board, state: &State, id: ShipId, space: Option<SpaceId>) -> Option<Refusal> {
    let refusal = |reason| Refusal::new(reason, "23.0").about("ship", id);
    if state.ship(id)?.carries(Cargo::Mines) == 0 {
        return Some(refusal("no-mines"));
    }
    let reach = reach(state, id);
    let space = space.or(reach.first().copied())?;
    if !reach.contains(&space) {
        return Some(refusal("not-on-the-way").about("space", space).legal(reach));
    }
    ports::is_neutral(board, state, space).then(|| refusal("neutral-waters").about("space", space))
}

/// 23.0 Lays the mines in a ship's highest box with any, where the order says or where she is; enemies in sight there run
/// onto them at once.
fn lay(play: &mut Play<'_, '_>, ship: ShipId, space: Option<SpaceId>) -> Done {
    let named = space.filter(|_| play.state.reads(&readings::MINES_ON_THE_WAY));
    let Some(space) = named.or(play.ship(ship)?.at) else { return Ok(()) };
    // 8.4: the highest box is the first that a hit costs, so its counter goes first.
    let Some(hull_box) = play.ship(ship)?.highest_box_of(Cargo::Mines) else { return Ok(()) };
    play.emit(MineEvent::MinesLaid { ship, hull_box, space })?;
    strike(play, space)
}

/// 23.0 Allied ships face up in a space with mines: each rolls a die, a 6 takes it out of the scenario and scores as
/// damage (17.1); the marker goes back to the box.
///
/// # Errors
/// Chance that cannot answer.
pub fn strike(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    while play.state.place(space).is_some_and(|place| place.mines > 0) {
        let ships = play.state.enemies_at(space).to_vec();
        if ships.is_empty() {
            return Ok(());
        }
        let mut struck = vec![];
        for ship in ships {
            if play.die(allied("mine", "23.0").about(ship))? == STRIKES {
                struck.push(ship);
            }
        }
        play.emit(MineEvent::MinesSprung { space, struck: struck.clone() })?;
        for ship in struck {
            let points = victory::allied_score(play.board, ship).map_or(0, |score| score.damaged);
            victory::score(play, points, "mine", Some(ship.0))?;
        }
    }
    Ok(())
}
