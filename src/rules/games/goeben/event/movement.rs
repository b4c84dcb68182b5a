//! 12 Movement.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::{ShipId, SpaceId, Speed};
use crate::games::goeben::state::{State, push_once, unfit};

crate::events! {
    /// Movement (12).
    pub enum MovementEvent {
        /// A ship moves (12).
        1 ShipMoved {
            /// The ship.
            ship: ShipId,
            /// The space it leaves.
            from: SpaceId,
            /// Spaces entered, the last where it stops.
            path: Vec<SpaceId>,
            /// The speed.
            speed: Speed,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for MovementEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::ShipMoved { ship, path, .. } => {
                let to = *path.last().ok_or_else(|| unfit("ShipMoved", "the path is empty"))?;
                state.put(*ship, to)?;
                // 23.0: mines may be laid along the way until the phase ends.
                state.today.ways.insert(*ship, path.clone());
                push_once(&mut state.today.moved, *ship);
            }
        }
        Ok(())
    }
}
