//! 18 Variable deployment.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::SpaceId;
use crate::games::goeben::state::State;

crate::events! {
    /// Variable deployment (18).
    pub enum DeploymentEvent {
        /// Another place where the squadron may begin (18).
        1 DeploymentRolled {
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// The squadron is placed before the first turn (18).
        1 SquadronDeployed {
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for DeploymentEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::DeploymentRolled { space } => state.deployment = Some(*space),
            Self::SquadronDeployed { space } => {
                // Only the first set-up has a place by die, when no sunk ship could be brought back.
                state.ships.values_mut().for_each(|ship| ship.at = Some(*space));
            }
        }
        Ok(())
    }
}
