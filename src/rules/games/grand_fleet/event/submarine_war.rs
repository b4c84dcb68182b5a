//! 9 Unrestricted submarine war.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::grand_fleet::ids::ShipId;
use crate::games::grand_fleet::state::{Berth, State};

crate::events! {
    /// Unrestricted submarine war (9).
    pub enum SubmarineWarEvent {
        /// Unrestricted submarine war breaks out (9).
        1 SubmarineWarBroke {
            /// The turn.
            turn: u32,
            /// American ships that enter the fleet box.
            fleet: Vec<ShipId>,
            /// American ships that go to damage and detachment boxes.
            ashore: Vec<ShipId>,
            /// Ships whose building is stopped.
            cancelled: Vec<ShipId>,
        } => FactPolicy::PUBLIC,
        /// The submarine war takes American ships away from the fleet box (9).
        1 AmericansDetached {
            /// The ships.
            ships: Vec<ShipId>,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for SubmarineWarEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::SubmarineWarBroke { turn, fleet, ashore, cancelled } => {
                state.war = Some(*turn);
                state.moor(fleet, Berth::Fleet)?;
                state.moor(ashore, Berth::Ashore)?;
                state.moor(cancelled, Berth::Cancelled)
            }
            Self::AmericansDetached { ships } => state.moor(ships, Berth::Ashore),
        }
    }
}
