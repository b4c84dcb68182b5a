//! 25.0 Several players: officers of the task force (25.0(1)), commanders of ships (25.0(2)), the Austro-Hungarian
//! commander (25.0(3)).
//!
//! The chapters say what may be ordered; this one says by whom. [`precedence`] says who commands which ship and who has
//! the say among several, [`ships`] what a commander may order, [`task_force`] what each officer may decide or propose,
//! [`commands`] both together, [`consent`] whose word an order needs besides, [`proposals`] what becomes of proposals,
//! [`messages`] who may speak with whom, [`absence`] who stands in for whom.

pub mod absence;
pub mod commands;
pub mod consent;
pub mod messages;
pub mod orders;
pub mod precedence;
pub mod proposals;
pub mod ships;
pub mod task_force;
pub mod view;

use super::additional_ships;
use super::board::Board;
use super::ids::ShipId;
use super::state::{Officers, Optional, Setup};
use crate::game::{Refusal, Seat, Word};

/// 25.0(1) The officer who decides in the end; the only seat where nobody shares the command.
pub fn commander() -> Seat {
    Seat(Word::literal("commander"))
}

/// 25.0(1) The officer who draws incidents and proposes intelligence and outfitting.
pub fn first_officer() -> Seat {
    Seat(Word::literal("first-officer"))
}

/// 25.0(1) The officer who proposes targets and sets the rate of fire.
pub fn gunnery() -> Seat {
    Seat(Word::literal("gunnery"))
}

/// 25.0(1) The officer who proposes speed and manages repairs.
pub fn engineer() -> Seat {
    Seat(Word::literal("engineer"))
}

/// 25.0(3) The commander of the Austro-Hungarian ships.
pub fn austria() -> Seat {
    Seat(Word::literal("austria"))
}

/// 25.0(1) The officers of a task force, in the order in which they stand in for each other.
pub fn staff() -> [Seat; 4] {
    [commander(), first_officer(), gunnery(), engineer()]
}

/// 25.0(2) The German ships by precedence.
const PRECEDENCE: [&str; 4] = ["goeben", "moltke", "breslau", "stralsund"];

/// 25.0(2) The German ships that may sail with this set-up, by precedence; ships that the rulebook does not name come last. In
/// a campaign any may, because a ship that a mission gives (24.1) must find its commander at the table.
pub fn squadron(board: &Board, setup: &Setup) -> Vec<ShipId> {
    let german = board.pack().german.keys().copied();
    let sails = |id: &ShipId| setup.campaign || additional_ships::sails(board, setup, *id);
    let mut ships: Vec<ShipId> = german.filter(sails).collect();
    // Ships that 25.0(2) does not name share a rank; the sort is stable, so they keep the order of their ids.
    ships.sort_by_key(|id| rank(*id));
    ships
}

/// 25.0(2) The place of a ship in the order of precedence.
pub fn rank(ship: ShipId) -> usize {
    PRECEDENCE.iter().position(|name| *name == ship.as_str()).unwrap_or(PRECEDENCE.len())
}

/// 25 The seats of a table, by precedence.
pub fn seats(board: &Board, setup: &Setup) -> Vec<Seat> {
    let mut seats = match setup.officers {
        None => vec![commander()],
        Some(Officers::TaskForce) => staff().to_vec(),
        Some(Officers::Ships) => squadron(board, setup).into_iter().map(|ship| Seat(ship.0)).collect(),
    };
    seats.extend(setup.austrian_commander.then(austria));
    seats
}

/// 25.0 Every seat that a table may have, however it is opened.
pub fn every_seat(board: &Board) -> Vec<Seat> {
    let mut ships: Vec<ShipId> = board.pack().german.keys().copied().collect();
    ships.sort_by_key(|id| rank(*id));
    staff().into_iter().chain(ships.into_iter().map(|ship| Seat(ship.0))).chain([austria()]).collect()
}

/// 25.0(3) Returns whether the table can be opened with these commanders.
///
/// # Errors
/// An Austro-Hungarian commander without Austro-Hungarian ships.
pub fn check(setup: &Setup) -> Result<(), Refusal> {
    match setup.austrian_commander && !setup.has(Optional::AustriaHungary) {
        true => Err(Refusal::new("austria-without-ships", "25.0")),
        false => Ok(()),
    }
}
