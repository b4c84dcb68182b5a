//! 6 The armament phase.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::grand_fleet::ids::{ShipId, Side};
use crate::games::grand_fleet::state::{Berth, State};

crate::events! {
    /// The armament phase (6).
    pub enum ArmamentEvent {
        /// Ships join (6).
        1 ShipsReinforced {
            /// The side.
            side: Side,
            /// Into the fleet box.
            fleet: Vec<ShipId>,
            /// To damage and detachment boxes.
            ashore: Vec<ShipId>,
        } => FactPolicy::PUBLIC,
        /// Ships of a box enter the fleet box (6).
        1 ShipsCommitted {
            /// The side.
            side: Side,
            /// The box; the die that opened it.
            number: u32,
            /// The ships, none when it is empty.
            ships: Vec<ShipId>,
            /// Dice thrown so far.
            thrown: u32,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for ArmamentEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::ShipsReinforced { fleet, ashore, .. } => {
                state.moor(fleet, Berth::Fleet)?;
                state.moor(ashore, Berth::Ashore)
            }
            Self::ShipsCommitted { ships, .. } => state.moor(ships, Berth::Fleet),
        }
    }
}
