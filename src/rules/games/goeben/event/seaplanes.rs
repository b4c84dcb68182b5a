//! 20.1, 21.2 Seaplanes.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::{ShipId, SpaceId};
use crate::games::goeben::state::{State, push_once};
use crate::word_enum;

word_enum! {
    /// The end of a reconnaissance flight (21.2).
    Flight {
        /// The seaplane is shot down.
        ShotDown = "shot-down",
        /// It finds nothing.
        Nothing = "nothing",
        /// It finds every Allied unit there.
        Sighted = "sighted",
    }
}

crate::events! {
    /// Seaplanes (20.1, 21.2).
    pub enum SeaplaneEvent {
        /// A seaplane has looked at a space (21.2).
        1 SeaplaneFlew {
            /// Its ship.
            ship: ShipId,
            /// The space it flew to.
            space: SpaceId,
            /// The result.
            result: Flight,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for SeaplaneEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::SeaplaneFlew { ship, .. } => push_once(&mut state.today.scouted, *ship),
        }
        Ok(())
    }
}
