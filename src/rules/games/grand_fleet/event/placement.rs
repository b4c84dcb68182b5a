//! 8 Markers are placed.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::grand_fleet::ids::{HexId, Side};
use crate::games::grand_fleet::state::{Marker, State};

crate::events! {
    /// Markers are placed (8).
    pub enum PlacementEvent {
        /// A marker is placed (8).
        1 MarkerPlaced {
            /// The side.
            side: Side,
            /// The hex.
            hex: HexId,
            /// The fast fleet's number, if it lies face up.
            shown: Option<u32>,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for PlacementEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        let battle = state.battle_mut()?;
        match self {
            Self::MarkerPlaced { side, hex, shown } => {
                match shown {
                    Some(number) => battle.shown_left[*side].retain(|left| left != number),
                    None => {
                        // A damaged log may place more than there are.
                        let left = battle.hidden_left[*side].checked_sub(1);
                        battle.hidden_left[*side] =
                            left.ok_or_else(|| Defect(format!("no {side} marker is left to place")))?;
                    }
                }
                battle.markers.push(Marker { side: *side, hex: *hex, shown: *shown, done: false });
            }
        }
        Ok(())
    }
}
