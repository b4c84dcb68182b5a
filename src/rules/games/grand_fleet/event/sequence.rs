//! 4 The sequence of play.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::grand_fleet::state::{State, Step};

crate::events! {
    /// The sequence of play (4).
    pub enum SequenceEvent {
        /// A turn begins (4).
        1 TurnBegan {
            /// Its number.
            turn: u32,
        } => FactPolicy::PUBLIC,
        /// The sequence of play comes to where somebody decides (4).
        1 StepReached {
            /// The step.
            step: Step,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for SequenceEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::TurnBegan { turn } => state.turn = *turn,
            Self::StepReached { step } => state.step = *step,
        }
        Ok(())
    }
}
