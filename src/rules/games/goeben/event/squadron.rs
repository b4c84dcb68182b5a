//! 6 The squadron and its damage.

use crate::game::{Chapter, Defect, FactPolicy, Word};
use crate::games::goeben::ids::{ShipId, SpaceId, Track};
use crate::games::goeben::state::{State, push_once};

crate::events! {
    /// The squadron and its damage (6).
    pub enum SquadronEvent {
        /// A track of a German ship changes (6.2).
        1 TrackChanged {
            /// The ship.
            ship: ShipId,
            /// The track.
            track: Track,
            /// Its value before.
            from: u8,
            /// Its value now.
            to: u8,
            /// The cause.
            why: Word,
        } => FactPolicy::PUBLIC,
        /// A gun type or the engines of a ship are at 0 by Allied hands, for the first time (17.1).
        1 SystemSilenced {
            /// The ship.
            ship: ShipId,
            /// The track.
            track: Track,
        } => FactPolicy::PUBLIC,
        /// A German ship goes down.
        1 ShipSunk {
            /// The ship.
            ship: ShipId,
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for SquadronEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::TrackChanged { ship, track, to, .. } => {
                state.ship_mut(*ship)?.tracks.insert(*track, *to);
            }
            Self::SystemSilenced { ship, track } => {
                push_once(&mut state.ship_mut(*ship)?.silenced, *track);
            }
            Self::ShipSunk { ship, .. } => {
                let ship = state.ship_mut(*ship)?;
                ship.at = None;
                // 13.1: hull hits empty the boxes one by one, but the French fleet sinks a laden ship.
                ship.cargo.clear();
            }
        }
        Ok(())
    }
}
