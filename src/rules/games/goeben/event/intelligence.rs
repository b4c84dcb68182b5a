//! 11 Intelligence.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::{Marker, ShipId, SpaceId};
use crate::games::goeben::pack::IntelligenceResult;
use crate::games::goeben::state::{State, unfit};

crate::events! {
    /// Intelligence (11).
    pub enum IntelligenceEvent {
        /// The intelligence attempt of the turn (11.1).
        1 IntelligenceAttempted {
            /// The ship.
            ship: ShipId,
            /// The intelligence value.
            value: u8,
            /// The result.
            result: IntelligenceResult,
        } => FactPolicy::PUBLIC,
        /// Units are turned face up by intelligence (11.2).
        1 UnitsRevealed {
            /// The space.
            space: SpaceId,
            /// Markers turned up.
            markers: Vec<Marker>,
            /// Coastal units turned up: position and value.
            coast: Vec<(u8, u8)>,
        } => FactPolicy::REVEALS,
    }
}

impl Chapter<State> for IntelligenceEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::IntelligenceAttempted { .. } => state.today.intelligence = true,
            Self::UnitsRevealed { space, markers, coast } => {
                state.turn_up(*space, markers)?;
                // `turn_up` has dropped the space if nothing is left there.
                let units = state.places.entry(*space).or_default();
                for (position, value) in coast {
                    let unit = units
                        .coast
                        .get_mut(usize::from(*position))
                        .filter(|unit| unit.value == *value)
                        .ok_or_else(|| unfit("UnitsRevealed", format!("no such coastal unit at {space}")))?;
                    unit.shown = true;
                }
                state.tidy(*space);
            }
        }
        Ok(())
    }
}
