//! 4 The sequence of play.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::{Phase, SpaceId};
use crate::games::goeben::state::{State, Task, Today, unfit};

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
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// Something begins that a choice will end.
        1 TaskBegan {
            /// The task.
            task: Task,
        } => FactPolicy::PUBLIC,
        /// The task in hand moves on.
        1 TaskChanged {
            /// The task as it now stands.
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
                    // 25.0(1): a rate of fire is set for one battle.
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
