//! Command of the ships, and precedence among the commanders (25.0(2), 25.0(3)).
//!
//! A head is a seat that commands ships: a commander of a ship, the commander of the task force for all its officers,
//! the Austro-Hungarian commander.

use super::{austria, commander, rank, squadron, staff};
use crate::game::Seat;
use crate::games::goeben::board::Board;
use crate::games::goeben::ids::{ShipId, Zone};
use crate::games::goeben::state::{Officers, State};

/// The heads by precedence: German ships in their order, then the Austro-Hungarian commander (25.0(2), 25.0(3)).
pub fn heads(board: &Board, state: &State) -> Vec<Seat> {
    let mut heads = match state.setup.officers {
        Some(Officers::Ships) => squadron(board, &state.setup).into_iter().map(|ship| Seat(ship.0)).collect(),
        _ => vec![commander()],
    };
    heads.extend(state.setup.austrian_commander.then(austria));
    heads
}

/// 25.0(1) The head an officer belongs to: all officers of the task force to their commander.
pub fn head_of_seat(state: &State, seat: Seat) -> Seat {
    match state.setup.officers {
        Some(Officers::TaskForce) if staff().contains(&seat) => commander(),
        _ => seat,
    }
}

/// The head whose ship this is, there or not.
pub fn owner(board: &Board, state: &State, ship: ShipId) -> Option<Seat> {
    let heads = heads(board, state);
    match state.ship(ship) {
        // The seat of a ship's commander has her name; the commander of the squadron has every ship.
        Some(_) => heads.iter().copied().find(|head| head.0 == ship.0 || *head == commander()),
        None if state.setup.austrian_commander => Some(austria()),
        None => heads.first().copied(),
    }
}

/// Every ship afloat, the German first.
pub fn fleet(state: &State) -> Vec<ShipId> {
    let german = state.afloat().map(|(id, _, _)| id);
    german.chain(state.austrians_afloat().map(|(id, _)| id)).collect()
}

/// Returns whether a head is there: of the task force, any of its officers.
pub fn is_present(state: &State, head: Seat) -> bool {
    match state.setup.officers {
        Some(Officers::TaskForce) if head == commander() => staff().iter().any(|seat| !state.is_away(*seat)),
        _ => !state.is_away(head),
    }
}

/// Returns whether a head has a ship of its own afloat: without one it decides nothing more (25.0(2)).
pub fn is_afloat(board: &Board, state: &State, head: Seat) -> bool {
    fleet(state).into_iter().any(|ship| owner(board, state, ship) == Some(head))
}

/// The head that decides for a ship: its own, or while that is away the next in precedence that is there; its own if nobody
/// is.
pub fn deciding(board: &Board, state: &State, ship: ShipId) -> Option<Seat> {
    let own = owner(board, state, ship)?;
    if is_present(state, own) {
        return Some(own);
    }
    let heads = heads(board, state);
    let at = heads.iter().position(|head| *head == own).unwrap_or(0);
    let after = heads.iter().cycle().skip(at + 1).take(heads.len() - 1);
    // A head without a ship afloat decides nothing more, so it stands in for nobody either (25.0(2)).
    let next = after.copied().find(|head| is_present(state, *head) && is_afloat(board, state, *head));
    next.or(Some(own))
}

/// 25.0(2), 25.0(3) The head that decides for these ships together: German ships in their order, the Austro-Hungarian
/// commander last, but first while a ship of his is in the Adriatic.
pub fn lead(board: &Board, state: &State, ships: &[ShipId]) -> Option<Seat> {
    let place = |ship: &ShipId| match state.ship(*ship) {
        Some(_) => 1 + rank(*ship),
        None if is_in_the_adriatic(board, state, *ship) && state.setup.austrian_commander => 0,
        None => usize::MAX,
    };
    let first = ships.iter().min_by_key(|ship| place(ship))?;
    deciding(board, state, *first)
}

fn is_in_the_adriatic(board: &Board, state: &State, ship: ShipId) -> bool {
    state.whereabouts(ship).is_some_and(|at| board.zone(at) == Zone::Adriatic)
}

/// 25.0(1) The officer who decides for the task force: the commander, or while he is away the next officer who is there.
pub fn acting_commander(state: &State) -> Seat {
    staff().into_iter().find(|seat| !state.is_away(*seat)).unwrap_or_else(commander)
}

/// The spokesman of a head: for the task force the officer who decides.
pub fn spokesman(state: &State, head: Seat) -> Seat {
    match state.setup.officers {
        Some(Officers::TaskForce) if head == commander() => acting_commander(state),
        _ => head,
    }
}

/// The heads that decide for any ship afloat, by precedence; when none is afloat the first that is there.
pub fn concerned(board: &Board, state: &State) -> Vec<Seat> {
    let deciding: Vec<Seat> =
        fleet(state).into_iter().filter_map(|ship| deciding(board, state, ship)).collect();
    let mut heads = heads(board, state);
    if deciding.is_empty() {
        let there = heads.iter().position(|head| is_present(state, *head)).unwrap_or(0);
        heads = heads.into_iter().skip(there).take(1).collect();
    } else {
        heads.retain(|head| deciding.contains(head));
    }
    heads
}
