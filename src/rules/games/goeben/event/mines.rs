//! 23 Mines.

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::{Cargo, ShipId, SpaceId};
use crate::games::goeben::state::{State, unfit};

crate::events! {
    /// Mines (23).
    pub enum MineEvent {
        /// Mines are laid (23).
        1 MinesLaid {
            /// The ship that lays them.
            ship: ShipId,
            /// The hull box it leaves.
            hull_box: u8,
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// Allied ships have run onto a field of mines, which is spent (23).
        1 MinesSprung {
            /// The space.
            space: SpaceId,
            /// Those that struck one, out of the scenario.
            struck: Vec<ShipId>,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for MineEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::MinesLaid { ship, hull_box, space } => {
                let laid = state.ship_mut(*ship)?.cargo.remove(hull_box);
                if laid != Some(Cargo::Mines) {
                    return Err(unfit("MinesLaid", format!("box {hull_box} of {ship} holds no mines")));
                }
                state.places.entry(*space).or_default().mines += 1;
            }
            Self::MinesSprung { space, struck } => {
                // 23.0: out of the scenario as a damaged ship is, and back with the next mission.
                state.damaged.extend(struck);
                state.today.drawn.retain(|(_, ship)| !struck.contains(ship));
                state.at(*space, |place| {
                    place.mines = place.mines.saturating_sub(1);
                    place.shown.retain(|ship| !struck.contains(ship));
                });
            }
        }
        Ok(())
    }
}
