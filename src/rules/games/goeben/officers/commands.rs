//! The orders that each officer may give or propose, and the effect of an order that a head decides.

use super::precedence::head_of_seat;
use super::task_force::{RATE, SPEED};
use super::{commander, ships, task_force};
use crate::game::{Options, OrderForm, Seat, Stop};
use crate::games::goeben::arguments::Arguments;
use crate::games::goeben::board::Board;
use crate::games::goeben::event::OfficerEvent;
use crate::games::goeben::ids::{Rate, ShipId, Speed};
use crate::games::goeben::naval_combat::gunnery;
use crate::games::goeben::orders::{self, ChapterOrder};
use crate::games::goeben::play::{Play, Transition};
use crate::games::goeben::state::{Officers, State};

/// 25.0(1) Returns whether a head is a commander with officers.
pub fn is_staffed(state: &State, head: Seat) -> bool {
    state.setup.officers == Some(Officers::TaskForce) && head == commander()
}

/// The options of the whole task force now.
pub fn of_the_task_force(board: &Board, state: &State) -> Options {
    let own = ships::options(board, state, commander(), &orders::options(board, state));
    task_force::extended(state, &own)
}

/// The orders of the game that `seat` may give or propose now.
pub fn now(board: &Board, state: &State, seat: Seat) -> Options {
    match state.is_over() {
        true => Options::default(),
        false => of(board, state, seat, &orders::options(board, state)),
    }
}

/// The same, among the options of the game.
pub fn of(board: &Board, state: &State, seat: Seat, all: &Options) -> Options {
    let head = head_of_seat(state, seat);
    let own = ships::options(board, state, head, all);
    match is_staffed(state, head) {
        true => task_force::options(state, seat, &task_force::extended(state, &own)),
        false => own,
    }
}

/// An order that a head decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeadOrder {
    /// 25.0(1) The rate at which a ship fires.
    Rate {
        /// The ship.
        ship: ShipId,
        /// The rate.
        rate: Rate,
    },
    /// 25.0(1) The speed at which a ship sails.
    Speed {
        /// The ship.
        ship: ShipId,
        /// The speed.
        speed: Speed,
    },
    /// The head is done with the phase.
    Done,
    /// No more fire of the head's ships in this step.
    Hold,
    /// As its chapter says.
    Chapter(ChapterOrder),
}

impl HeadOrder {
    /// Reads an order in `state`; `None` if there is no such order.
    pub fn read(state: &State, form: &OrderForm) -> Option<HeadOrder> {
        let order = &Arguments(form);
        Some(match order.verb() {
            RATE => HeadOrder::Rate {
                ship: order.ship("ship")?,
                rate: Rate::named(order.word("rate")?.as_str())?,
            },
            SPEED => HeadOrder::Speed { ship: order.ship("ship")?, speed: order.speed("speed")? },
            // Before the chapters, which know these verbs too: of several heads each speaks for his own ships
            // alone.
            ships::DONE => HeadOrder::Done,
            ships::HOLD => HeadOrder::Hold,
            _ => HeadOrder::Chapter(ChapterOrder::read(state, form)?),
        })
    }
}

/// Carries out an order of `head`.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, head: Seat, order: HeadOrder) -> Result<Transition, Stop> {
    match order {
        HeadOrder::Rate { ship, rate } => play.emit(OfficerEvent::RateSet { ship, rate: rate.word() })?,
        HeadOrder::Speed { ship, speed } => play.emit(OfficerEvent::SpeedProposed { ship, speed })?,
        HeadOrder::Done => play.emit(OfficerEvent::PhaseLeft { seat: head })?,
        HeadOrder::Hold => {
            let ships = ships::own(play.board, &play.state, head, ships::firers(play.board, &play.state));
            if ships.is_empty() { gunnery::hold(play)? } else { gunnery::hold_ships(play, ships)? }
        }
        HeadOrder::Chapter(order) => return orders::carry_out(play, order),
    }
    Ok(Transition::GoOn)
}
