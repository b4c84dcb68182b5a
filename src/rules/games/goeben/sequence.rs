//! 4.0 The sequence of play: from one choice of the player to the next.

use super::bombardment;
use super::campaign;
use super::event::SequenceEvent;
use super::ids::Phase;
use super::incidents;
use super::intelligence;
use super::movement;
use super::naval_combat::{self, Flow};
use super::phases;
use super::play::{Done, Play};
use super::raiding;
use super::state::{Outcome, Task};
use super::victory;
use crate::game::Stop;

/// 4.1 Takes the turn on until the player has to choose or the scenario is over.
///
/// # Errors
/// Chance that cannot answer.
pub fn advance(play: &mut Play<'_, '_>) -> Done {
    while step(play)? == Flow::GoOn {}
    Ok(())
}

fn step(play: &mut Play<'_, '_>) -> Result<Flow, Stop> {
    match play.state.task() {
        Some(Task::Incidents { .. }) => incidents::go_on(play).map(|()| Flow::GoOn),
        Some(Task::Battle(_)) => naval_combat::go_on(play),
        Some(_) => Ok(Flow::Wait),
        None if play.state.outcome.is_some() => campaign::go_on(play),
        None if play.state.turn > 0 && play.state.afloat().next().is_none() => {
            victory::end(play, Outcome::SquadronLost).map(|()| Flow::GoOn)
        }
        None => phase(play),
    }
}

/// 4.1(1) to 4.1(8) A phase with nothing in hand: handle the only space left, wait, or end it. Outfitting 4.1(1),
/// intelligence 4.1(2) and movement 4.1(3) are the player's; incidents 4.1(4), naval combat 4.1(5) and bombardment
/// 4.1(7) ask where there is a choice; raiding 4.1(6) and the objective 4.1(8) go by themselves.
fn phase(play: &mut Play<'_, '_>) -> Result<Flow, Stop> {
    match play.state.phase {
        Phase::SetUp | Phase::Over => return Ok(Flow::Wait),
        Phase::Outfitting => return Ok(Flow::Wait),
        Phase::Intelligence if !phases::may_listen(&play.state) => intelligence::finish(play)?,
        Phase::Intelligence => return Ok(Flow::Wait),
        Phase::Movement if !phases::may_sail(play.board, &play.state) => movement::finish(play)?,
        Phase::Movement => return Ok(Flow::Wait),
        Phase::Incidents => match play.state.todo.as_slice() {
            [] => incidents::finish(play)?,
            [space] => incidents::begin(play, *space)?,
            _ => return Ok(Flow::Wait),
        },
        Phase::NavalCombat => match play.state.todo.as_slice() {
            [] => naval_combat::finish(play)?,
            [space] => naval_combat::begin(play, *space)?,
            _ => return Ok(Flow::Wait),
        },
        Phase::Raiding => raiding::raid(play)?,
        Phase::Bombardment if phases::may_shell(play.board, &play.state) => return Ok(Flow::Wait),
        Phase::Bombardment => bombardment::finish(play)?,
        Phase::Objective if campaign::may_sail_on(play.board, &play.state) => return Ok(Flow::Wait),
        Phase::Objective => victory::judge(play)?,
    }
    Ok(Flow::GoOn)
}

/// 4.1 Enters a phase of the present turn; one that goes space by space lists its spaces (6.1).
///
/// # Errors
/// A fault of the engine.
pub fn enter(play: &mut Play<'_, '_>, phase: Phase) -> Done {
    play.emit(SequenceEvent::PhaseBegan { turn: play.state.turn, phase })?;
    let spaces = match phase {
        Phase::Incidents => incidents::spaces(play.board, &play.state),
        Phase::NavalCombat => naval_combat::spaces(&play.state),
        _ => vec![],
    };
    if spaces.is_empty() { Ok(()) } else { play.emit(SequenceEvent::SpacesListed { spaces }) }
}
