//! 8 Markers are moved, then turned over.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::grand_fleet::ids::{Both, HexId, Side};
use crate::games::grand_fleet::state::{AtSea, State};

crate::events! {
    /// Markers are moved, then turned over (8).
    pub enum InterceptionEvent {
        /// All markers of a hex are moved (8).
        1 HexIntercepted {
            /// The side that intercepts.
            side: Side,
            /// The hex it leaves.
            from: HexId,
            /// The hex it goes to.
            to: HexId,
        } => FactPolicy::PUBLIC,
        /// A side moves nothing (8).
        1 InterceptionPassed {
            /// The side.
            side: Side,
            /// True if it could not.
            forced: bool,
            /// Passes in a row.
            passes: u32,
        } => FactPolicy::PUBLIC,
        /// All markers are turned over (8).
        1 MarkersRevealed {
            /// The fleets, and where they are.
            fleets: Vec<AtSea>,
            /// The dummies, taken away: where they were.
            dummies: Both<Vec<HexId>>,
        } => FactPolicy::OPENS,
    }
}

impl Chapter<State> for InterceptionEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        let battle = state.battle_mut()?;
        match self {
            Self::HexIntercepted { from, to, .. } => {
                battle.passes = 0;
                // Those at the destination are done too: 8 closes the hex that is moved to.
                for marker in battle.markers.iter_mut().filter(|m| m.hex == *from || m.hex == *to) {
                    (marker.hex, marker.done) = (*to, true);
                }
            }
            Self::InterceptionPassed { passes, .. } => battle.passes = *passes,
            Self::MarkersRevealed { fleets, .. } => {
                battle.fleets = fleets.clone().into();
                battle.revealed = true;
            }
        }
        Ok(())
    }
}
