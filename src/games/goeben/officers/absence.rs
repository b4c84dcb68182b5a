//! 25.0 A seat left to the others while its player is away: its decisions fall to the next in precedence.

use super::precedence::acting_commander;
use super::{Officers, seats, staff};
use crate::game::{Node, Options, Refusal, Seat};
use crate::games::goeben::board::Board;
use crate::games::goeben::event::Event;
use crate::games::goeben::play::{Done, Play};
use crate::games::goeben::state::State;

/// Leaving and coming back. Somebody always stays; who stands in for a seat may say that its player is away.
pub fn options(board: &Board, state: &State, seat: Seat) -> Options {
    let mut options = Options::default();
    let present: Vec<Seat> = present(board, state);
    if state.is_away(seat) {
        options.push("back", Node::End);
    } else if present.len() > 1 {
        let absent =
            present.iter().copied().filter(|other| *other == seat || next(&present, *other) == Some(seat));
        options.push("away", Node::one_of("officer", absent.map(|other| other.0)));
    }
    options
}

fn present(board: &Board, state: &State) -> Vec<Seat> {
    seats(board, &state.setup).into_iter().filter(|seat| !state.is_away(*seat)).collect()
}

/// Who stands in for a seat: the next that is there, after the last the first.
fn next(present: &[Seat], seat: Seat) -> Option<Seat> {
    let at = present.iter().position(|other| *other == seat)?;
    present.iter().cycle().nth(at + 1).copied()
}

/// A seat is left, by its player or as another says.
///
/// # Errors
/// A fault of the engine.
pub fn leave(play: &mut Play<'_, '_>, by: Seat, seat: Seat) -> Done {
    play.emit(Event::OfficerLeft { seat, by })
}

/// Its player is back.
///
/// # Errors
/// A fault of the engine.
pub fn come_back(play: &mut Play<'_, '_>, seat: Seat) -> Done {
    play.emit(Event::OfficerReturned { seat })
}

/// Who decides what `seat` would, while it is away.
pub fn stands_in(board: &Board, state: &State, seat: Seat) -> Option<Seat> {
    if state.setup.officers == Some(Officers::TaskForce) && staff().contains(&seat) {
        return Some(acting_commander(state)).filter(|acting| !state.is_away(*acting));
    }
    let all = seats(board, &state.setup);
    let at = all.iter().position(|other| *other == seat)?;
    all.iter().cycle().skip(at + 1).take(all.len() - 1).copied().find(|other| !state.is_away(*other))
}

/// Why somebody may not leave a seat to the others.
pub fn refuse(board: &Board, state: &State, seat: Seat, other: Option<Seat>) -> Option<Refusal> {
    let other = other.unwrap_or(seat);
    if state.is_away(other) {
        return Some(Refusal::new("already-away", "25.0").about("officer", other));
    }
    let present = present(board, state);
    if present.len() < 2 {
        return Some(Refusal::new("last-officer", "25.0"));
    }
    let who = next(&present, other)?;
    Some(Refusal::new("not-yours-to-excuse", "25.0").about("officer", other).about("who", who))
}
