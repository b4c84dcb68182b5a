//! 17 Victory.

use crate::game::{Chapter, Defect, FactPolicy, Word};
use crate::games::goeben::ids::Phase;
use crate::games::goeben::state::{Outcome, State};

crate::events! {
    /// Victory (17).
    pub enum VictoryEvent {
        /// Victory points change (17.1).
        1 VictoryPointsChanged {
            /// The difference.
            by: i32,
            /// The total now.
            total: i32,
            /// The reason.
            why: Word,
            /// The ship or place concerned.
            about: Option<Word>,
        } => FactPolicy::PUBLIC,
        /// The scenario is over (17).
        1 ScenarioEnded {
            /// The outcome.
            outcome: Outcome,
            /// Victory points at the end.
            victory_points: i32,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for VictoryEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::VictoryPointsChanged { total, .. } => state.victory_points = *total,
            Self::ScenarioEnded { outcome, .. } => {
                state.outcome = Some(*outcome);
                state.phase = Phase::Over;
                state.tasks.clear();
                // Left over if the last German ship is lost while Austro-Hungarian ones lie elsewhere (20.0).
                state.todo.clear();
            }
        }
        Ok(())
    }
}
