//! 8 Fleets are formed.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::grand_fleet::ids::{Both, Side};
use crate::games::grand_fleet::state::{Formation, State};

crate::events! {
    /// Fleets are formed and their markers mixed (8).
    pub enum FormationEvent {
        /// A side has formed its fleets (8).
        1 FleetsFormed {
            /// The side.
            side: Side,
            /// Its fleets and which lie face up.
            formation: Formation,
        } => FactPolicy::only([side.seat()]),
        /// Both have, and their markers are mixed (8).
        1 MarkersMixed {
            /// Fast fleets that lie face up.
            shown: Both<Vec<u32>>,
            /// The markers face down, dummies among them.
            hidden: Both<u32>,
        } => FactPolicy::REVEALS,
        /// The order in which face-down markers come up (8).
        1 MarkersShuffled {
            /// The side.
            side: Side,
            /// Their numbers.
            order: Vec<u32>,
        } => FactPolicy::HIDDEN,
    }
}

impl Chapter<State> for FormationEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        let battle = state.battle_mut()?;
        match self {
            Self::FleetsFormed { side, formation } => battle.formed[*side] = Some(formation.clone().into()),
            Self::MarkersMixed { shown, hidden } => {
                (battle.shown_left, battle.hidden_left) = (shown.clone(), *hidden);
            }
            Self::MarkersShuffled { side, order } => battle.shuffled[*side] = order.clone(),
        }
        Ok(())
    }
}
