//! 9 Ports and bases.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::{Cargo, ShipId, SpaceId};
use crate::games::goeben::state::{State, push_once};

crate::events! {
    /// Ports and bases (9).
    pub enum PortEvent {
        /// A neutral place has had its visit (9.1).
        1 PortVisited {
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// A landing party takes a port (9.2).
        1 LandingPartyLanded {
            /// The ship that gives.
            ship: ShipId,
            /// The hull box it leaves.
            hull_box: u8,
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// A landing party comes back aboard.
        1 LandingPartyRecovered {
            /// The ship that takes.
            ship: ShipId,
            /// The hull box it enters.
            hull_box: u8,
            /// The space it leaves.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// A landing party without a ship is lost (9.2).
        1 LandingPartyLost {
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for PortEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::PortVisited { space } => push_once(&mut state.visited, *space),
            Self::LandingPartyLanded { ship, hull_box, space } => {
                state.ship_mut(*ship)?.cargo.remove(hull_box);
                state.places.entry(*space).or_default().landed = true;
            }
            Self::LandingPartyRecovered { ship, hull_box, space } => {
                state.ship_mut(*ship)?.cargo.insert(*hull_box, Cargo::Seebataillon);
                state.at(*space, |place| place.landed = false);
            }
            // 8.3: the party counts as in use by `landed` alone, so its counter is back in the box.
            Self::LandingPartyLost { space } => state.at(*space, |place| place.landed = false),
        }
        Ok(())
    }
}
