//! What of the chapters' orders each officer may give or propose.

use super::precedence::head_of_seat;
use super::{commander, ships, task_force};
use crate::game::{Options, Seat};
use crate::games::goeben::board::Board;
use crate::games::goeben::orders;
use crate::games::goeben::state::{Officers, State};

/// 25.0(1) Whether a head is a commander with officers.
pub fn is_staffed(state: &State, head: Seat) -> bool {
    state.setup.officers == Some(Officers::TaskForce) && head == commander()
}

/// What the whole task force may do now.
pub fn of_the_task_force(board: &Board, state: &State) -> Options {
    let own = ships::options(board, state, commander(), &orders::options(board, state));
    task_force::extended(state, &own)
}

/// What of the chapters' orders `seat` may give or propose now.
pub fn now(board: &Board, state: &State, seat: Seat) -> Options {
    match state.is_over() {
        true => Options::default(),
        false => of(board, state, seat, &orders::options(board, state)),
    }
}

/// The same, of what the chapters offer.
pub fn of(board: &Board, state: &State, seat: Seat, all: &Options) -> Options {
    let head = head_of_seat(state, seat);
    let own = ships::options(board, state, head, all);
    match is_staffed(state, head) {
        true => task_force::options(state, seat, &task_force::extended(state, &own)),
        false => own,
    }
}
