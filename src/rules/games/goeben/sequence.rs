//! 4.0 The sequence of play: from one choice of the player to the next. Chapters return the next step; only this one takes it.

use super::event::SequenceEvent;
use super::ids::{Phase, SpaceId};
use super::phases::{self, EndOf};
use super::play::{Done, Play, Transition};
use super::state::{Outcome, Task};
use super::{campaign, incidents, naval_combat, raiding, set_up, victory};
use crate::game::Stop;

/// 4.1 Takes the turn on until the player has to choose or the scenario is over.
///
/// # Errors
/// Chance that cannot answer.
pub fn go(play: &mut Play<'_, '_>, mut way: Transition) -> Done {
    loop {
        way = match way {
            Transition::Wait => return Ok(()),
            Transition::GoOn => step(play)?,
            Transition::Enter(phase) => enter(play, phase)?,
            Transition::NextTurn => begin(play, play.state.turn + 1, Phase::Outfitting)?,
            Transition::NextMission => set_up::deal(play)?,
        }
    }
}

fn step(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    match play.state.task() {
        Some(Task::Incidents { .. }) => incidents::go_on(play),
        Some(Task::Battle(_)) => naval_combat::go_on(play),
        Some(_) => Ok(Transition::Wait),
        None if play.state.outcome.is_some() => campaign::go_on(play),
        // 20.0: only a German ship can be on the objective. Tasks come first, because markers already drawn
        // still count when the last ship is lost (13.0).
        None if play.state.turn > 0 && play.state.afloat().next().is_none() => {
            victory::end(play, Outcome::SquadronLost)
        }
        None => phase(play),
    }
}

/// 4.1(1) to 4.1(8) A phase with nothing in hand: handle the only space left, wait, or end it. Outfitting 4.1(1),
/// intelligence 4.1(2) and movement 4.1(3) are the player's; incidents 4.1(4), naval combat 4.1(5) and bombardment
/// 4.1(7) ask where there is a choice; raiding 4.1(6) and the objective 4.1(8) go by themselves.
fn phase(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    match play.state.phase {
        Phase::SetUp | Phase::Outfitting | Phase::Over => Ok(Transition::Wait),
        Phase::Intelligence if phases::may_listen(&play.state) => Ok(Transition::Wait),
        Phase::Movement if phases::may_sail(play.board, &play.state) => Ok(Transition::Wait),
        Phase::Bombardment if phases::may_shell(play.board, &play.state) => Ok(Transition::Wait),
        Phase::Intelligence => phases::finish(play, EndOf::Intelligence),
        Phase::Movement => phases::finish(play, EndOf::Movement),
        Phase::Bombardment => phases::finish(play, EndOf::Bombardment),
        Phase::Incidents => match play.state.todo.as_slice() {
            [] => incidents::finish(play),
            [space] => incidents::begin(play, *space),
            _ => Ok(Transition::Wait),
        },
        Phase::NavalCombat => match play.state.todo.as_slice() {
            [] => Ok(Transition::Enter(Phase::Raiding)),
            [space] => naval_combat::begin(play, *space),
            _ => Ok(Transition::Wait),
        },
        Phase::Raiding => raiding::raid(play),
        Phase::Objective if campaign::may_sail_on(play.board, &play.state) => Ok(Transition::Wait),
        Phase::Objective => victory::judge(play),
    }
}

/// 4.1 Enters a phase of the present turn; one that goes space by space lists its spaces (6.1).
fn enter(play: &mut Play<'_, '_>, phase: Phase) -> Result<Transition, Stop> {
    let way = begin(play, play.state.turn, phase)?;
    let spaces: Vec<SpaceId> = match phase {
        Phase::Incidents => incidents::spaces(play.board, &play.state),
        Phase::NavalCombat => naval_combat::spaces(&play.state),
        _ => vec![],
    };
    // Every phase begins with an empty list, so saying so again would only make logs longer.
    if !spaces.is_empty() {
        play.emit(SequenceEvent::SpacesListed { spaces })?;
    }
    Ok(way)
}

fn begin(play: &mut Play<'_, '_>, turn: u8, phase: Phase) -> Result<Transition, Stop> {
    play.emit(SequenceEvent::PhaseBegan { turn, phase })?;
    Ok(Transition::GoOn)
}
