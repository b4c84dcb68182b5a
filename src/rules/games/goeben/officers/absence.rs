//! 25.0 A seat left to the others while its player is away: its decisions fall to the next in precedence.

use super::precedence::acting_commander;
use super::{seats, staff};
use crate::game::{Node, Options, Refusal, Seat};
use crate::games::goeben::board::Board;
use crate::games::goeben::event::OfficerEvent;
use crate::games::goeben::play::{Done, Play};
use crate::games::goeben::state::{Officers, State};

/// The orders to leave a seat and to come back. Somebody always stays; the seat that stands in for another may declare it
/// left.
pub fn options(board: &Board, state: &State, seat: Seat) -> Options {
    let mut options = Options::default();
    if state.is_away(seat) {
        options.push("back", Node::End);
        return options;
    }
    let present = present(board, state);
    // The last one who is there has nobody to leave the decisions to.
    if present.len() > 1 {
        let others = present.iter().copied().filter(|other| heir(board, state, *other) == Some(seat));
        options.push("away", Node::one_of("officer", std::iter::once(seat).chain(others).map(|seat| seat.0)));
    }
    options
}

fn present(board: &Board, state: &State) -> Vec<Seat> {
    seats(board, &state.setup).into_iter().filter(|seat| !state.is_away(*seat)).collect()
}

/// The seat that stands in for a seat while it is away.
fn heir(board: &Board, state: &State, seat: Seat) -> Option<Seat> {
    stand_ins(board, state, seat).into_iter().next()
}

/// The seats that stand in for a seat, of those that are there. For an officer of the task force the one who decides comes
/// first. Then, and for the others at once, the order is that of precedence, from the next one on, and after the last the
/// first.
pub fn stand_ins(board: &Board, state: &State, seat: Seat) -> Vec<Seat> {
    let all = seats(board, &state.setup);
    let Some(at) = all.iter().position(|other| *other == seat) else { return vec![] };
    let after = all.iter().cycle().skip(at + 1).take(all.len() - 1).copied();
    let mut there: Vec<Seat> = after.filter(|other| !state.is_away(*other)).collect();
    let is_officer = state.setup.officers == Some(Officers::TaskForce) && staff().contains(&seat);
    if is_officer && let Some(acting) = there.iter().position(|other| *other == acting_commander(state)) {
        // 25.0(1): an officer's work falls to the one with the last word. The others keep their order behind.
        there[..=acting].rotate_right(1);
    }
    there
}

/// Leaves a seat, for its player or as another declares.
///
/// # Errors
/// A fault of the engine.
pub fn leave(play: &mut Play<'_, '_>, by: Seat, seat: Seat) -> Done {
    play.emit(OfficerEvent::OfficerLeft { seat, by })
}

/// Its player is back.
///
/// # Errors
/// A fault of the engine.
pub fn come_back(play: &mut Play<'_, '_>, seat: Seat) -> Done {
    play.emit(OfficerEvent::OfficerReturned { seat })
}

/// Why somebody may not leave a seat to the others.
pub fn refuse(board: &Board, state: &State, seat: Seat, other: Option<Seat>) -> Option<Refusal> {
    let other = other.unwrap_or(seat);
    if state.is_away(other) {
        return Some(Refusal::new("already-away", "25.0").about("officer", other));
    }
    if present(board, state).len() < 2 {
        return Some(Refusal::new("last-officer", "25.0"));
    }
    let who = heir(board, state, other)?;
    Some(Refusal::new("not-yours-to-excuse", "25.0").about("officer", other).about("who", who))
}
