//! 16 Shore bombardment.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::SpaceId;
use crate::games::goeben::pack::ShoreHit;
use crate::games::goeben::state::{CoastalUnit, State, push_once, unfit};

crate::events! {
    /// Shore bombardment (16).
    pub enum BombardmentEvent {
        /// Coastal units are turned up as a bombardment begins.
        1 CoastRevealed {
            /// The space.
            space: SpaceId,
            /// Their values.
            values: Vec<u8>,
        } => FactPolicy::REVEALS,
        /// A hit on the coast (16).
        1 CoastHit {
            /// The space.
            space: SpaceId,
            /// The row of the table.
            hit: ShoreHit,
        } => FactPolicy::PUBLIC,
        /// A coastal unit is destroyed.
        1 CoastalUnitDestroyed {
            /// The space.
            space: SpaceId,
            /// Its position.
            position: u8,
            /// Its value.
            value: u8,
        } => FactPolicy::PUBLIC,
        /// A space has had its bombardment.
        1 SpaceBombarded {
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for BombardmentEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::CoastRevealed { space, .. } => {
                state.at(*space, |place| place.coast.iter_mut().for_each(|unit| unit.shown = true));
            }
            Self::CoastHit { .. } => {}
            Self::CoastalUnitDestroyed { space, position, value } => {
                let place = state.places.entry(*space).or_default();
                match place.coast.get(usize::from(*position)) {
                    // Another value means a damaged log; no other unit may go instead of the one meant.
                    Some(CoastalUnit { value: stood, .. }) if stood == value => {
                        place.coast.remove(usize::from(*position));
                    }
                    _ => return Err(unfit("CoastalUnitDestroyed", format!("no such unit at {space}"))),
                }
                state.tidy(*space);
            }
            Self::SpaceBombarded { space } => push_once(&mut state.today.bombarded, *space),
        }
        Ok(())
    }
}
