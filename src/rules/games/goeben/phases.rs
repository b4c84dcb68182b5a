//! 4.1 The orders of each phase with no task in hand: those of its chapters, and `done`, which ends it.

use super::arguments::Arguments;
use super::board::Board;
use super::ids::{Phase, SpaceId};
use super::play::{Play, Transition};
use super::state::State;
use super::{
    bombardment, campaign, cargo, deployment, intelligence, mines, movement, outfitting, ports, repairs,
};
use super::{incidents, naval_combat, seaplanes, set_up};
use crate::game::{Node, Options, Stop};

/// The verb that ends a phase.
pub const DONE: &str = "done";

/// The options of the present phase.
pub fn options(board: &Board, state: &State) -> Options {
    match state.phase {
        Phase::SetUp => setting_up(board, state),
        Phase::Outfitting => outfitting(board, state),
        Phase::Intelligence => intelligence(board, state),
        Phase::Movement => movement(board, state),
        Phase::Incidents | Phase::NavalCombat => attending(state),
        Phase::Bombardment => bombardment(board, state),
        Phase::Objective => campaign::options(board, state),
        // 15.0: raiding costs nothing, so it asks nobody and no player ever waits in it.
        Phase::Raiding | Phase::Over => Options::default(),
    }
}

/// A phase that the player ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOf {
    /// 3.0(10) The set-up: the first turn begins.
    SetUp,
    /// Outfitting.
    Outfitting,
    /// Intelligence.
    Intelligence,
    /// Movement.
    Movement,
    /// Shore bombardment.
    Bombardment,
}

impl EndOf {
    /// The end of `phase`, if the player ends it.
    pub fn of(phase: Phase) -> Option<EndOf> {
        match phase {
            Phase::SetUp => Some(EndOf::SetUp),
            Phase::Outfitting => Some(EndOf::Outfitting),
            Phase::Intelligence => Some(EndOf::Intelligence),
            Phase::Movement => Some(EndOf::Movement),
            Phase::Bombardment => Some(EndOf::Bombardment),
            Phase::Incidents | Phase::NavalCombat | Phase::Raiding | Phase::Objective | Phase::Over => None,
        }
    }
}

/// The orders of the sequence of play (4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhaseOrder {
    /// 6.1, 13.0 The incidents of a space are next.
    MeetIncidents {
        /// The space.
        space: SpaceId,
    },
    /// 6.1, 14.0 The battle at a space is next.
    MeetEnemy {
        /// The space.
        space: SpaceId,
    },
    /// 4.1 The phase is over.
    Done(EndOf),
}

impl PhaseOrder {
    /// The order of this chapter that was given in a phase; `None` if it is none.
    pub fn read(phase: Phase, order: &Arguments<'_>) -> Option<PhaseOrder> {
        match (order.verb(), phase) {
            ("attend", Phase::Incidents) => Some(PhaseOrder::MeetIncidents { space: order.space("space")? }),
            ("attend", Phase::NavalCombat) => Some(PhaseOrder::MeetEnemy { space: order.space("space")? }),
            (DONE, phase) => EndOf::of(phase).map(PhaseOrder::Done),
            _ => None,
        }
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: PhaseOrder) -> Result<Transition, Stop> {
    match order {
        PhaseOrder::MeetIncidents { space } => incidents::begin(play, space),
        PhaseOrder::MeetEnemy { space } => naval_combat::begin(play, space),
        PhaseOrder::Done(end) => finish(play, end),
    }
}

/// 4.1 Ends a phase as its chapter says.
///
/// # Errors
/// Chance that cannot answer.
pub fn finish(play: &mut Play<'_, '_>, end: EndOf) -> Result<Transition, Stop> {
    match end {
        EndOf::SetUp => Ok(Transition::NextTurn),
        EndOf::Outfitting => outfitting::finish(play),
        EndOf::Intelligence => Ok(Transition::Enter(Phase::Movement)),
        EndOf::Movement => movement::finish(play),
        EndOf::Bombardment => Ok(Transition::Enter(Phase::Objective)),
    }
}

/// 3.0(7), 3.0(9) Cargo for each ship, a place for the collier, and off.
fn setting_up(board: &Board, state: &State) -> Options {
    let mut options = Options::default();
    options.push("load", cargo::load_options(board, state));
    options.push("discard", cargo::discard_options(board, state));
    options.push("station", campaign::station_options(board, state));
    options.push("collier", set_up::collier_options(board, state));
    if state.colliers_to_place == 0 {
        options.push(DONE, Node::End);
    }
    options.push("deploy", deployment::options(board, state));
    options
}

/// 4.1(1), 7.2 In any order, by any ships.
fn outfitting(board: &Board, state: &State) -> Options {
    let mut options = Options::default();
    options.push("rearm", outfitting::rearm_options(board, state));
    options.push("repair", repairs::options(board, state));
    options.push("coal", outfitting::coal_options(board, state));
    options.push("load", cargo::load_options(board, state));
    options.push("discard", cargo::discard_options(board, state));
    options.push("trade", cargo::trade_options(board, state));
    options.push("swap", cargo::swap_options(board, state));
    options.push(DONE, Node::End);
    options
}

/// 4.1(2), 11.1, 21.2 One attempt to listen, and the flights.
fn intelligence(board: &Board, state: &State) -> Options {
    let mut options = Options::default();
    options.push("intelligence", intelligence::options(state));
    options.push("scout", seaplanes::scout_options(board, state));
    options.push(DONE, Node::End);
    options
}

/// 4.1(3), 9.1 Moves; the phase ends once no ship has to leave a neutral harbour.
fn movement(board: &Board, state: &State) -> Options {
    let mut options = Options::default();
    options.push("move", movement::options(board, state));
    options.push("embark", ports::embark_options(state));
    options.push("lay", mines::lay_options(board, state));
    // 9.1: a ship that stays after its visit would make a second one of it.
    if movement::overstaying(board, state).is_none() {
        options.push(DONE, Node::End);
    }
    options
}

/// 6.1 The space that is handled next.
fn attending(state: &State) -> Options {
    let mut options = Options::default();
    options.push("attend", Node::one_of("space", state.todo.iter().map(|space| space.0)));
    options
}

/// 4.1(7), 16.0, 9.2 Harbours to bombard, ports to take, or neither.
fn bombardment(board: &Board, state: &State) -> Options {
    let mut options = Options::default();
    options.push("bombard", bombardment::options(board, state));
    options.push("land", ports::landing_options(board, state));
    options.push(DONE, Node::End);
    options
}

/// 11.1, 21.2 Returns whether the intelligence phase still asks anything: the attempt, or a seaplane's flight.
pub fn may_listen(state: &State) -> bool {
    // 21.2: a flight is no attempt, so the phase stays open for either.
    !state.today.intelligence || !seaplanes::carriers(state).is_empty()
}

/// 12.0, 9.2, 23.0 Returns whether any ship can still do something in the movement phase: move, take a landing party back, or
/// lay mines.
pub fn may_sail(board: &Board, state: &State) -> bool {
    let german = |(id, at, _)| {
        movement::may_move(state, id)
            || ports::may_embark(state, id, at)
            || !mines::fields(board, state, id).is_empty()
    };
    // 20.0: Austro-Hungarian ships carry no cargo, so they can neither embark a party nor lay mines.
    state.afloat().any(german) || state.austrians_afloat().any(|(id, _)| movement::may_move(state, id))
}

/// 16.0, 9.2 Returns whether the bombardment phase asks anything.
pub fn may_shell(board: &Board, state: &State) -> bool {
    bombardment::options(board, state).is_open() || ports::landing_options(board, state).is_open()
}
