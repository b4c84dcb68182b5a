//! 23.0 Mines: laid by light cruisers, struck by Allied ships.

use super::board::Board;
use super::cargo;
use super::event::Event;
use super::ids::{Cargo, ShipId, SpaceId};
use super::naval_combat::hits;
use super::play::{Done, Play, allied};
use super::ports;
use super::state::State;
use super::victory;
use crate::game::{Node, Refusal};

/// The face with which a ship strikes a mine.
const STRIKES: u32 = 6;

/// 23.0 Light cruisers that may lay a field of mines where they are.
pub fn lay_options(board: &Board, state: &State) -> Node {
    let ships = state.afloat().map(|(id, _, _)| id).filter(|id| refuse(board, state, *id).is_none());
    Node::one_of("ship", ships.map(|id| id.0))
}

/// Why a ship may not lay mines now.
pub fn refuse(board: &Board, state: &State, id: ShipId) -> Option<Refusal> {
    let ship = state.ship(id)?;
    let refusal = |reason| Some(Refusal::new(reason, "23.0").about("ship", id));
    if ship.carries(Cargo::Mines) == 0 {
        return refusal("no-mines");
    }
    match ship.at {
        Some(at) if ports::is_neutral(board, state, at) => {
            refusal("neutral-waters").map(|refusal| refusal.about("space", at))
        }
        _ => None,
    }
}

/// 23.0 Lays the mines in a ship's highest box with any; enemies in sight there run onto them at once.
///
/// # Errors
/// Chance that cannot answer.
pub fn lay(play: &mut Play<'_, '_>, ship: ShipId) -> Done {
    let display = play.ship(ship)?;
    let (Some(space), Some(hull_box)) = (display.at, cargo::highest(display, Cargo::Mines)) else {
        return Ok(());
    };
    play.emit(Event::MinesLaid { ship, hull_box, space })?;
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
        play.emit(Event::MinesSprung { space, struck: struck.clone() })?;
        for ship in struck {
            let points = hits::score_of(play.board, ship).map_or(0, |score| score.damaged);
            victory::score(play, points, "mine", Some(ship.0))?;
        }
    }
    Ok(())
}
