//! 7 Outfitting.

use crate::game::{Chapter, Defect, FactPolicy, Word};
use crate::games::goeben::ids::{Incident, Marker, ShipId, SpaceId};
use crate::games::goeben::state::{Source, State, push_once, unfit};

crate::events! {
    /// Outfitting (7).
    pub enum OutfittingEvent {
        /// A ship outfits or repairs and may not move this turn (7.0).
        1 ShipOutfitted {
            /// The ship.
            ship: ShipId,
        } => FactPolicy::PUBLIC,
        /// A source of coal or ammunition is drawn on (7.1, 7.3).
        1 SupplyDrawn {
            /// The space.
            space: SpaceId,
            /// The source.
            source: Source,
            /// Points to share out.
            points: u8,
        } => FactPolicy::PUBLIC,
        /// A collier leaves the map (7.4, 7.5).
        1 CollierRemoved {
            /// The space where it was.
            space: SpaceId,
            /// The cause.
            why: Word,
        } => FactPolicy::PUBLIC,
        /// Friendly ships part company and their markers go back to the pool.
        1 FriendsLeft {
            /// The space.
            space: SpaceId,
            /// The number of markers.
            markers: u8,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for OutfittingEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::ShipOutfitted { ship } => push_once(&mut state.today.outfitted, *ship),
            Self::SupplyDrawn { space, source, .. } => state.today.supplied.push((*space, *source)),
            Self::CollierRemoved { space, .. } => {
                let at = state
                    .colliers
                    .iter()
                    .position(|other| other == space)
                    .ok_or_else(|| unfit("CollierRemoved", format!("no collier lies at {space}")))?;
                state.colliers.remove(at);
            }
            Self::FriendsLeft { space, markers } => {
                state.at(*space, |place| place.friends = place.friends.saturating_sub(*markers));
                let back = Marker::Incident(Incident::FriendlyShip);
                state.pool.extend((0..*markers).map(|_| back));
            }
        }
        Ok(())
    }
}
