//! 10 Repairs.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::ShipId;
use crate::games::goeben::state::{State, push_once};

crate::events! {
    /// Repairs (10).
    pub enum RepairEvent {
        /// A ship rolls for repairs (10.1).
        1 RepairAttempted {
            /// The ship.
            ship: ShipId,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for RepairEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::RepairAttempted { ship } => push_once(&mut state.today.repaired, *ship),
        }
        Ok(())
    }
}
