//! 4 The sequence of play: from one decision to the next.

use super::boxes::{self, Plan};
use super::combat::gunnery;
use super::event::{BoxEvent, Boxing, InitiativeEvent, SequenceEvent, VictoryEvent};
use super::ids::Side;
use super::play::{Done, Play, Transition};
use super::state::Step;
use super::{armament, combat, formation, interception, placement, submarine_war, victory};
use crate::game::Stop;

/// 4 Begins the first turn.
///
/// # Errors
/// Chance that cannot answer.
pub fn begin(play: &mut Play<'_, '_>) -> Done {
    begin_turn(play, 1)?;
    go(play, Transition::On(FIRST))
}

/// 4 Begins a lesson with the battle of the first turn, which Britain has sought and Germany accepted: ships that join lie
/// evenly in their boxes, and nobody has committed any.
///
/// # Errors
/// An event that does not fit.
pub fn begin_lesson(play: &mut Play<'_, '_>) -> Done {
    begin_turn(play, 1)?;
    for side in Side::ALL.iter().copied() {
        // The transition is dropped: a lesson goes on to its battle, and the boxes are chosen below.
        armament::reinforce(play, side)?;
        let ashore = play.state.ashore(play.board, side);
        if !ashore.is_empty() {
            let boxes = boxes::planned(play.board, &play.state, side, ashore, Plan::Even);
            play.emit(BoxEvent::ShipsBoxed { side, why: Boxing::Reinforcement, boxes })?;
        }
    }
    let attacker = Side::British;
    play.emit(InitiativeEvent::BattleSought { side: attacker, forced: false })?;
    play.emit(InitiativeEvent::BattleJoined { attacker })?;
    go(play, Transition::On(Step::Formation { side: attacker }))
}

/// The first step of a turn (6).
const FIRST: Step = Step::Reinforcement { side: Side::German };

fn begin_turn(play: &mut Play<'_, '_>, turn: u32) -> Done {
    play.emit(SequenceEvent::TurnBegan { turn })
}

/// 4 Goes on until somebody decides or the game is over.
///
/// # Errors
/// Chance that cannot answer.
pub fn go(play: &mut Play<'_, '_>, mut way: Transition) -> Done {
    // `Wait` is at the step just reached; the state has the step before it until `StepReached`.
    let mut here = play.state.step;
    loop {
        way = match way {
            Transition::Wait => return play.emit(SequenceEvent::StepReached { step: here }),
            Transition::WaitAt(step) => return play.emit(SequenceEvent::StepReached { step }),
            Transition::On(step) => {
                here = step;
                reach(play, step)?
            }
            Transition::EndTurn => end_turn(play)?,
        }
    }
}

/// Carries out a step that needs no decision, and returns the next.
fn reach(play: &mut Play<'_, '_>, step: Step) -> Result<Transition, Stop> {
    match step {
        Step::Reinforcement { side } => armament::reinforce(play, side),
        Step::Commitment { side, thrown } => Ok(armament::commitment(play, side, thrown)),
        Step::Transfer { side, count } => Ok(armament::transfer(play, side, count)),
        Step::SubmarineWar { .. } => submarine_war::judge(play),
        Step::Formation { side } => formation::begin(play, side),
        Step::Placement { side } => placement::begin(play, side),
        Step::Interception { side } => interception::begin(play, side),
        Step::HexChoice => combat::choose(play),
        Step::Gunnery => gunnery::begin(play),
        Step::Aftermath => Ok(aftermath(play)),
        // Somebody decides at all of these but the first and the last, which no chapter goes on to.
        Step::SetUp
        | Step::Initiative
        | Step::Overflow { .. }
        | Step::Declaration { .. }
        | Step::Manoeuvre { .. }
        | Step::Situation { .. }
        | Step::Persistence { .. }
        | Step::Over => Ok(Transition::Wait),
    }
}

/// 8 After a battle the owners of damaged ships choose their boxes; then the turn ends.
pub fn aftermath(play: &Play<'_, '_>) -> Transition {
    let ashore = |side| !play.state.ashore(play.board, side).is_empty();
    if ashore(Side::British) || ashore(Side::German) {
        Transition::WaitAt(Step::Aftermath)
    } else {
        Transition::EndTurn
    }
}

/// 10 The end of a turn: the end of the game, or the next turn.
fn end_turn(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    match victory::judge(play.board, &play.state) {
        Some(outcome) => {
            play.emit(VictoryEvent::GameEnded { winner: outcome.winner, why: outcome.why })?;
            Ok(Transition::WaitAt(Step::Over))
        }
        None => {
            begin_turn(play, play.state.turn + 1)?;
            Ok(Transition::On(FIRST))
        }
    }
}
