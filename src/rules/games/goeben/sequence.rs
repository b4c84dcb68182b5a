//! 4.0 The sequence of play: from one choice of the player to the next.

use super::board::Board;
use super::bombardment;
use super::campaign;
use super::ids::{Phase, SpaceId};
use super::incidents;
use super::intelligence;
use super::mines;
use super::movement;
use super::naval_combat::{self, Flow};
use super::play::{Done, Play};
use super::raiding;
use super::state::{Outcome, State, Task, Today, unfit};
use super::victory;
use crate::game::{Chapter, Defect, FactPolicy, Stop};

crate::events! {
    /// The sequence of play (4).
    pub enum SequenceEvent {
        /// A phase begins; outfitting begins a turn.
        1 PhaseBegan {
            /// The turn.
            turn: u8,
            /// The phase.
            phase: Phase,
        } => FactPolicy::PUBLIC,
        /// The spaces a phase has to handle.
        1 SpacesListed {
            /// The spaces.
            spaces: Vec<SpaceId>,
        } => FactPolicy::PUBLIC,
        /// A space of the list is begun.
        1 SpaceBegan {
            /// Which.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// Something begins that a choice will end.
        1 TaskBegan {
            /// What.
            task: Task,
        } => FactPolicy::PUBLIC,
        /// The task in hand moves on.
        1 TaskChanged {
            /// How it stands.
            task: Task,
        } => FactPolicy::PUBLIC,
        /// The task in hand ends.
        1 TaskEnded {} => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for SequenceEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::PhaseBegan { turn, phase } => begin_phase(state, *turn, *phase),
            Self::SpacesListed { spaces } => state.todo = spaces.clone(),
            Self::SpaceBegan { space } => state.todo.retain(|other| other != space),
            Self::TaskBegan { task } => {
                state.tasks.push(task.clone());
                if let (Some(company), Task::Battle(_)) = (&mut state.company, task) {
                    company.rates.clear();
                }
            }
            Self::TaskChanged { task } => {
                *state.tasks.last_mut().ok_or_else(|| unfit("TaskChanged", "no task is in hand"))? =
                    task.clone();
            }
            Self::TaskEnded {} => {
                state.tasks.pop().ok_or_else(|| unfit("TaskEnded", "no task is in hand"))?;
            }
        }
        Ok(())
    }
}

fn begin_phase(state: &mut State, turn: u8, phase: Phase) {
    if let Some(company) = &mut state.company {
        company.begin_phase(turn != state.turn);
    }
    if turn != state.turn {
        state.today = Today::default();
    }
    if state.phase == Phase::SetUp {
        state.today.points.clear();
    }
    state.turn = turn;
    state.phase = phase;
    state.todo.clear();
}

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
        Phase::Intelligence if !intelligence::has_choice(&play.state) => intelligence::finish(play)?,
        Phase::Intelligence => return Ok(Flow::Wait),
        Phase::Movement if !can_move(play.board, &play.state) => movement::finish(play)?,
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
        Phase::Bombardment if bombardment::has_choice(play.board, &play.state) => return Ok(Flow::Wait),
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

/// Whether any ship can still do something in the movement phase: move, take a landing party back, or lay mines.
fn can_move(board: &Board, state: &State) -> bool {
    let german = |(id, at, _)| {
        movement::may_move(state, id)
            || may_embark(state, id, at)
            || !mines::fields(board, state, id).is_empty()
    };
    state.afloat().any(german) || state.austrians_afloat().any(|(id, _)| movement::may_move(state, id))
}

fn may_embark(state: &State, id: super::ids::ShipId, at: super::ids::SpaceId) -> bool {
    let moved = state.today.moved.contains(&id);
    !moved && state.is_occupied(at) && state.ship(id).is_some_and(|ship| !ship.free_boxes().is_empty())
}
