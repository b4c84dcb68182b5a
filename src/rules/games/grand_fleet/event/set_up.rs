//! 3 The set-up.

use std::collections::BTreeMap;

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::grand_fleet::ids::ShipId;
use crate::games::grand_fleet::state::{Berth, Setup, State};

crate::events! {
    /// The set-up (3).
    pub enum SetUpEvent {
        /// The game is set up (3).
        1 GameBegan {
            /// The options.
            setup: Setup,
            /// The berth of every ship.
            berths: BTreeMap<ShipId, Berth>,
            /// The British lead.
            lead: i32,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for SetUpEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::GameBegan { setup, berths, lead } => {
                (state.setup, state.berths, state.lead) = (*setup, berths.clone().into(), *lead);
            }
        }
        Ok(())
    }
}
