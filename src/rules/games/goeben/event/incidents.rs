//! 13 Incidents and their markers.

use crate::game::{Chapter, Defect, FactPolicy, Word};
use crate::games::goeben::ids::{Incident, Marker, ShipId, SpaceId};
use crate::games::goeben::state::{State, push_once, unfit};

crate::events! {
    /// Incidents and their markers (13).
    pub enum IncidentEvent {
        /// Face-down markers at a space are turned up (13(1)).
        1 MarkersRevealed {
            /// The space.
            space: SpaceId,
            /// The markers.
            markers: Vec<Marker>,
        } => FactPolicy::REVEALS,
        /// Markers are drawn from the pool (13(2)).
        1 MarkersDrawn {
            /// The space that they are drawn for.
            space: SpaceId,
            /// Their positions in the pool, counted from 0, in the order drawn.
            positions: Vec<u32>,
            /// The markers.
            markers: Vec<Marker>,
        } => FactPolicy::REVEALS,
        /// Markers go back to the pool.
        1 MarkersReturned {
            /// The markers.
            markers: Vec<Marker>,
            /// The cause.
            why: Word,
        } => FactPolicy::PUBLIC,
        /// A marker leaves play for good (13.1).
        1 MarkerRemovedFromPlay {
            /// The marker.
            marker: Incident,
        } => FactPolicy::PUBLIC,
        /// Allied ships drawn come to a space (13(3)).
        1 AlliesArrived {
            /// The space.
            space: SpaceId,
            /// The ships.
            ships: Vec<ShipId>,
        } => FactPolicy::PUBLIC,
        /// Allied ships leave a space for the pool.
        1 AlliesLeft {
            /// The space it leaves.
            space: SpaceId,
            /// The ships.
            ships: Vec<ShipId>,
            /// The cause.
            why: Word,
        } => FactPolicy::PUBLIC,
        /// A merchantman waits for the raiding phase.
        1 MerchantmanSighted {
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// An incident is handled (13.1).
        1 IncidentBegan {
            /// The space.
            space: SpaceId,
            /// The incident.
            incident: Incident,
            /// True if the chart lets it act here and now; it may find nothing to act on.
            applies: bool,
        } => FactPolicy::PUBLIC,
        /// A friendly ship stays by until the next outfitting phase.
        1 FriendlyShipMet {
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// Visibility is limited at a space this turn.
        1 VisibilityLimited {
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// The die of Limited Visibility.
        1 VisibilityRolled {
            /// The space.
            space: SpaceId,
            /// The die.
            die: u8,
        } => FactPolicy::PUBLIC,
        /// A storm: no battle, no bombardment, no landing at a space this turn.
        1 StormBroke {
            /// The space.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// Morale changes German fire this turn.
        1 MoraleChanged {
            /// Dice more, or fewer.
            dice: i8,
        } => FactPolicy::PUBLIC,
        /// The French fleet is at sea in the movement phase of a turn.
        1 FrenchFleetSailed {
            /// The turn.
            turn: u8,
        } => FactPolicy::PUBLIC,
        /// The French fleet goes home, its marker to the pool.
        1 FrenchFleetReturned {} => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for IncidentEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::MarkersRevealed { space, markers } => state.turn_up(*space, markers)?,
            Self::MarkersDrawn { positions, markers, .. } => {
                for (position, marker) in positions.iter().zip(markers) {
                    if state.pool.get(*position as usize) != Some(marker) {
                        return Err(unfit("MarkersDrawn", format!("the pool has no {marker:?} there")));
                    }
                }
                let mut taken = positions.clone();
                // From the highest place down, so that no removal shifts a place still to be emptied.
                taken.sort_unstable_by(|a, b| b.cmp(a));
                for position in taken {
                    state.pool.remove(position as usize);
                }
            }
            Self::MarkersReturned { markers, .. } => state.pool.extend(markers),
            Self::MarkerRemovedFromPlay { marker } => state.out_of_play.push(Marker::Incident(*marker)),
            Self::AlliesArrived { space, ships } => {
                state.places.entry(*space).or_default().shown.extend(ships);
                // 13.1: sorties send back only ships drawn in this phase, not those that lay here.
                state.today.drawn.extend(ships.iter().map(|ship| (*space, *ship)));
            }
            Self::AlliesLeft { space, ships, .. } => {
                state.at(*space, |place| place.shown.retain(|ship| !ships.contains(ship)));
                state.today.drawn.retain(|(_, ship)| !ships.contains(ship));
                state.pool.extend(ships.iter().map(|ship| Marker::Ship(*ship)));
            }
            Self::MerchantmanSighted { space } => state.today.merchantmen.push(*space),
            Self::IncidentBegan { .. } => {}
            Self::FriendlyShipMet { space } => state.places.entry(*space).or_default().friends += 1,
            Self::VisibilityLimited { space } => {
                // 13.1: the space has one die, however many of these markers are drawn.
                state.today.visibility.entry(*space).or_insert(None);
            }
            Self::VisibilityRolled { space, die } => {
                state.today.visibility.insert(*space, Some(*die));
            }
            Self::StormBroke { space } => push_once(&mut state.today.storms, *space),
            Self::MoraleChanged { dice } => state.today.morale = *dice,
            Self::FrenchFleetSailed { turn } => state.french_sortie = Some(*turn),
            Self::FrenchFleetReturned {} => {
                state.french_sortie = None;
                state.pool.push(Marker::Incident(Incident::FrenchNavySortie));
            }
        }
        Ok(())
    }
}

impl State {
    /// Turns face-down markers up.
    pub(super) fn turn_up(&mut self, space: SpaceId, markers: &[Marker]) -> Result<(), Defect> {
        let place = self.places.entry(space).or_default();
        for marker in markers {
            let at =
                place.hidden.iter().position(|hidden| hidden == marker).ok_or_else(|| {
                    unfit("MarkersRevealed", format!("{space} holds no face-down {marker:?}"))
                })?;
            place.hidden.remove(at);
            match marker {
                Marker::Ship(ship) => place.shown.push(*ship),
                Marker::Incident(Incident::QuietSeas) => self.pool.push(*marker),
                // It is in hand, to be applied (24.3).
                Marker::Incident(_) => {}
            }
        }
        self.tidy(space);
        Ok(())
    }
}
