//! 3 The set-up.

use std::collections::BTreeMap;

use crate::game::{Chapter, Defect, FactPolicy};
use crate::games::goeben::ids::{Marker, Mission, Nation, Power, ShipId, SpaceId};
use crate::games::goeben::state::company::Company;
use crate::games::goeben::state::{Setup, Ship, SpaceContents, State};

crate::events! {
    /// The set-up (3).
    pub enum SetUpEvent {
        /// The public part of the set-up (3.0).
        1 ScenarioBegan {
            /// The options of the table.
            setup: Setup,
            /// The alert level.
            alert: u8,
            /// The German ships with their tracks.
            ships: BTreeMap<ShipId, Ship>,
            /// The side of each power.
            standings: BTreeMap<Nation, Power>,
            /// Colliers the player places.
            colliers: u8,
        } => FactPolicy::PUBLIC,
        // A takeback past the deal would deal the sea anew, and draw the orders anew.
        /// The hidden part of the set-up (3.0(3), 3.0(4)).
        1 MarkersConcealed {
            /// Markers and coastal units by space.
            places: BTreeMap<SpaceId, SpaceContents>,
            /// The pool, shuffled.
            pool: Vec<Marker>,
        } => FactPolicy::HIDDEN.barring(),
        /// Orders are drawn (3.0(5)).
        1 MissionDrawn {
            /// The orders.
            mission: Mission,
            /// Turns.
            days: u8,
        } => FactPolicy::PUBLIC,
        /// A collier is placed (3.0(9)).
        1 CollierPlaced {
            /// The space.
            space: SpaceId,
            /// Colliers still to place.
            left: u8,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for SetUpEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::ScenarioBegan { setup, alert, ships, standings, colliers } => {
                state.setup = setup.clone();
                state.alert = *alert;
                state.ships = ships.clone().into();
                state.standings = standings.clone().into();
                state.colliers_to_place = *colliers;
                if setup.is_shared() {
                    state.company.get_or_insert_with(Company::default);
                }
            }
            Self::MarkersConcealed { places, pool } => {
                state.places = places.clone().into();
                state.pool = pool.clone().into();
            }
            Self::MissionDrawn { mission, days } => {
                state.mission = Some(*mission);
                state.days = *days;
                if let Some(campaign) = &mut state.campaign {
                    // 24.0: no orders come twice, won or lost.
                    campaign.orders.retain(|other| other != mission);
                }
            }
            Self::CollierPlaced { space, left } => {
                state.colliers.push(*space);
                state.colliers_to_place = *left;
            }
        }
        Ok(())
    }
}
