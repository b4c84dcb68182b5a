//! 15 Commerce raiding.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::{Incident, Marker, ShipId, SpaceId};
use crate::games::goeben::state::{State, unfit};

crate::events! {
    /// Commerce raiding (15).
    pub enum RaidEvent {
        /// A merchantman is taken (15); its marker goes back to the pool.
        1 MerchantmanRaided {
            /// The space.
            space: SpaceId,
            /// The ship whose Leadership counts.
            ship: ShipId,
        } => FactPolicy::PUBLIC,
        /// A merchantman goes its way, its marker to the pool.
        1 MerchantmanLeft {
            /// The space it leaves.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for RaidEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::MerchantmanRaided { space, .. } | Self::MerchantmanLeft { space } => {
                // Two merchantmen may wait at one space: each event takes one of them.
                let at = state
                    .today
                    .merchantmen
                    .iter()
                    .position(|other| other == space)
                    .ok_or_else(|| unfit("Merchantman", format!("none waits at {space}")))?;
                state.today.merchantmen.remove(at);
                state.pool.push(Marker::Incident(Incident::AlliedMerchantman));
            }
        }
        Ok(())
    }
}
