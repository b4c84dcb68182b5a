//! 8 Cargo.

use crate::game::{Chapter, Defect, FactPolicy, Word};
use crate::games::goeben::ids::{Cargo, ShipId};
use crate::games::goeben::state::{State, unfit};

crate::events! {
    /// Cargo (8).
    pub enum CargoEvent {
        /// Cargo is put aboard (8.2).
        1 CargoStowed {
            /// The ship.
            ship: ShipId,
            /// The hull box.
            hull_box: u8,
            /// The counter.
            cargo: Cargo,
            /// Cargo points the ship has spent in this outfit.
            points_spent: u8,
        } => FactPolicy::PUBLIC,
        /// Cargo leaves a ship (8.3, 8.4).
        1 CargoRemoved {
            /// The ship.
            ship: ShipId,
            /// The hull box.
            hull_box: u8,
            /// The counter.
            cargo: Cargo,
            /// The cause.
            why: Word,
            /// Cargo points the ship has spent in this outfit.
            points_spent: u8,
        } => FactPolicy::PUBLIC,
        /// Cargo changes ship (8.6).
        1 CargoMoved {
            /// The counter.
            cargo: Cargo,
            /// The ship that gives.
            from: ShipId,
            /// The box it leaves.
            from_box: u8,
            /// The ship that takes.
            to: ShipId,
            /// The box it enters.
            to_box: u8,
        } => FactPolicy::PUBLIC,
        /// Two ships exchange a counter each (8.6).
        1 CargoSwapped {
            /// One ship.
            ship: ShipId,
            /// The box of its counter.
            hull_box: u8,
            /// Its counter.
            cargo: Cargo,
            /// The other ship.
            other: ShipId,
            /// The box of that ship's counter.
            other_box: u8,
            /// That ship's counter.
            other_cargo: Cargo,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for CargoEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::CargoStowed { ship, hull_box, cargo, points_spent } => {
                state.ship_mut(*ship)?.cargo.insert(*hull_box, *cargo);
                state.today.points.insert(*ship, *points_spent);
            }
            Self::CargoRemoved { ship, hull_box, cargo, points_spent, .. } => {
                let removed = state.ship_mut(*ship)?.cargo.remove(hull_box);
                if removed != Some(*cargo) {
                    return Err(unfit("CargoRemoved", format!("box {hull_box} of {ship} holds no {cargo}")));
                }
                state.today.points.insert(*ship, *points_spent);
                // 24.1: a counter put into this box later is paid for in this mission.
                if let Some(boxes) = state.campaign.as_mut().and_then(|campaign| campaign.kept.get_mut(ship))
                {
                    boxes.remove(hull_box);
                }
            }
            Self::CargoMoved { cargo, from, from_box, to, to_box } => {
                let removed = state.ship_mut(*from)?.cargo.remove(from_box);
                if removed != Some(*cargo) {
                    return Err(unfit("CargoMoved", format!("box {from_box} of {from} holds no {cargo}")));
                }
                state.ship_mut(*to)?.cargo.insert(*to_box, *cargo);
            }
            Self::CargoSwapped { ship, hull_box, cargo, other, other_box, other_cargo } => {
                let left = state.ship_mut(*ship)?.cargo.insert(*hull_box, *other_cargo);
                let right = state.ship_mut(*other)?.cargo.insert(*other_box, *cargo);
                if (left, right) != (Some(*cargo), Some(*other_cargo)) {
                    return Err(unfit("CargoSwapped", "the boxes hold other counters"));
                }
            }
        }
        Ok(())
    }
}
