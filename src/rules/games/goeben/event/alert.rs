//! 5 The alert level.

use crate::game::{Chapter, Defect, FactPolicy, Word};
use crate::games::goeben::state::State;

crate::events! {
    /// The alert level (5).
    pub enum AlertEvent {
        /// The alert level changes (5).
        1 AlertChanged {
            /// The level now.
            alert: u8,
            /// The difference.
            by: i8,
            /// The cause.
            why: Word,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for AlertEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::AlertChanged { alert, .. } => state.alert = *alert,
        }
        Ok(())
    }
}
