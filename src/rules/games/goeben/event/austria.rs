//! 20 The Austro-Hungarian ships.

use super::naval_combat::stand;
use crate::game::{Chapter, Defect, FactPolicy, Word};
use crate::games::goeben::ids::{Nation, ShipId, SpaceId};
use crate::games::goeben::state::State;
use crate::games::goeben::state::austrian::{Austrian, Loss};
use crate::games::goeben::state::battle::Counter;

crate::events! {
    /// The Austro-Hungarian ships (20).
    pub enum AustrianEvent {
        /// Austro-Hungarian ships come out of their box (20).
        1 AustriansArrived {
            /// The space.
            space: SpaceId,
            /// The ships.
            ships: Vec<ShipId>,
        } => FactPolicy::PUBLIC,
        /// An Austro-Hungarian ship leaves the map (20).
        1 AustrianLost {
            /// The ship.
            ship: ShipId,
            /// The space it leaves.
            space: SpaceId,
            /// The kind of loss.
            loss: Loss,
            /// The cause.
            why: Word,
        } => FactPolicy::PUBLIC,
        /// An Austro-Hungarian ship is hit in battle (20).
        1 AustrianHit {
            /// The ship as it now stands.
            counter: Counter,
            /// The row of the hit table.
            hit: Word,
        } => FactPolicy::PUBLIC,
        /// The nation that fires first in a battle is chosen (20).
        1 LeadChosen {
            /// The nation.
            nation: Nation,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for AustrianEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::AustriansArrived { space, ships } => {
                state.austrians.extend(ships.iter().map(|ship| (*ship, Austrian::At(*space))));
            }
            Self::AustrianLost { ship, loss, .. } => {
                // Kept with its fate and not taken out: a ship that is not listed lies in the box (20.0).
                state.austrians.insert(*ship, Austrian::Lost(*loss));
            }
            Self::AustrianHit { counter, .. } => stand(&mut state.battle_mut()?.austrians, counter)?,
            Self::LeadChosen { nation } => state.battle_mut()?.lead = Some(*nation),
        }
        Ok(())
    }
}
