//! 22 Night battles.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::SpaceId;
use crate::games::goeben::state::State;

crate::events! {
    /// Night battles (22).
    pub enum NightEvent {
        /// A battle is fought by night (22).
        1 NightFell {
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for NightEvent {
    fn apply(&self, _: &mut State) -> Result<(), Defect> {
        match self {
            // The battle that begins next carries the night itself; this entry only tells the players of it.
            Self::NightFell { .. } => {}
        }
        Ok(())
    }
}
