//! A seat's memory of facts that the view no longer shows.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{Fact, Seat};
use crate::games::goeben::event::{
    BombardmentEvent, CampaignEvent, CargoEvent, Event, IncidentEvent, IntelligenceEvent, NavalCombatEvent,
    OfficerEvent, OutfittingEvent, RaidEvent,
};
use crate::games::goeben::ids::{Incident, Marker, ShipId, SpaceId};

/// Knowledge from the facts that the view does not show.
#[derive(Default)]
pub(super) struct Memory {
    /// The pool in its order; `None` for a marker that has lain there since the set-up.
    pub pool: Vec<Option<Marker>>,
    /// Markers that were dealt to a zone, by the zone, once they were turned up.
    pub turned_up: BTreeMap<SpaceId, Vec<Marker>>,
    /// Quiet Seas drawn that had lain in the pool since the set-up.
    pub quiet_drawn: u32,
    /// Values of coastal units destroyed.
    pub destroyed: Vec<u8>,
    /// Allied ships that had been sunk before the scenario.
    pub sunk_before: Vec<ShipId>,
    /// [`Campaign::kept`](crate::games::goeben::state::campaign::Campaign::kept).
    pub kept: BTreeMap<ShipId, BTreeSet<u8>>,
    /// [`Campaign::reinforced`](crate::games::goeben::state::campaign::Campaign::reinforced).
    pub reinforced: bool,
    /// [`Company::lapsed`](crate::games::goeben::state::company::Company::lapsed).
    pub lapsed: BTreeSet<Seat>,
}

impl Memory {
    /// The memory with `pool` markers in the pool.
    pub fn of(pool: usize, past: &[Fact<Event>]) -> Memory {
        let events = || {
            past.iter().filter_map(|fact| match fact {
                Fact::Event(event) => Some(event),
                Fact::Roll(_) => None,
            })
        };
        let begins = |event: &&Event| matches!(event, Event::Campaign(CampaignEvent::MissionBegan { .. }));
        let before = events().collect::<Vec<_>>().iter().rposition(begins).unwrap_or(0);
        // The size of the pool at the set-up is not in the view: it is reckoned back from the present one.
        let put: usize = events().skip(before).map(|event| to_pool(event).len()).sum();
        let drawn: usize = events().skip(before).map(|event| from_pool(event).len()).sum();
        let mut memory = Memory { pool: vec![None; (pool + drawn).saturating_sub(put)], ..Memory::default() };
        for event in events().skip(before) {
            memory.scenario(event);
        }
        events().for_each(|event| memory.table(event));
        memory
    }

    /// An event of the scenario.
    fn scenario(&mut self, event: &Event) {
        match event {
            Event::Incidents(IncidentEvent::MarkersDrawn { positions, markers, .. }) => {
                self.draw(positions, markers);
            }
            Event::Incidents(IncidentEvent::MarkersRevealed { space, markers })
            | Event::Intelligence(IntelligenceEvent::UnitsRevealed { space, markers, .. }) => {
                self.turned_up.entry(*space).or_default().extend(markers);
            }
            Event::Bombardment(BombardmentEvent::CoastalUnitDestroyed { value, .. }) => {
                self.destroyed.push(*value)
            }
            Event::Campaign(CampaignEvent::MissionBegan { ships, sunk, .. }) => {
                self.kept =
                    ships.iter().map(|(id, ship)| (*id, ship.cargo.keys().copied().collect())).collect();
                self.sunk_before.clone_from(sunk);
            }
            Event::Cargo(CargoEvent::CargoRemoved { ship, hull_box, .. }) => {
                if let Some(boxes) = self.kept.get_mut(ship) {
                    boxes.remove(hull_box);
                }
            }
            _ => {}
        }
        self.pool.extend(to_pool(event).into_iter().map(Some));
    }

    /// An event that is remembered as long as the table is played.
    fn table(&mut self, event: &Event) {
        match event {
            Event::Campaign(CampaignEvent::ReinforcementsPromised {}) => self.reinforced = true,
            Event::Officers(OfficerEvent::ProposalLapsed { seat, .. }) => drop(self.lapsed.insert(*seat)),
            Event::Officers(OfficerEvent::OrderProposed { seat, .. }) => drop(self.lapsed.remove(seat)),
            _ => {}
        }
    }

    fn draw(&mut self, positions: &[u32], markers: &[Marker]) {
        for (position, marker) in positions.iter().zip(markers) {
            let since_set_up = self.pool.get(*position as usize) == Some(&None);
            let quiet = *marker == Marker::Incident(Incident::QuietSeas);
            self.quiet_drawn += u32::from(since_set_up && quiet);
        }
        // The positions are those before the draw, so all are taken out in one pass.
        let mut place = 0;
        self.pool.retain(|_| {
            place += 1;
            !positions.contains(&(place - 1))
        });
    }
}

/// Places in the pool of what an event takes out of it.
fn from_pool(event: &Event) -> &[u32] {
    match event {
        Event::Incidents(IncidentEvent::MarkersDrawn { positions, .. }) => positions,
        _ => &[],
    }
}

/// The markers that an event puts into the pool, at its end.
fn to_pool(event: &Event) -> Vec<Marker> {
    let ships = |ships: &[ShipId]| ships.iter().map(|ship| Marker::Ship(*ship)).collect();
    let incident = |incident, count| vec![Marker::Incident(incident); count];
    match event {
        Event::Incidents(IncidentEvent::MarkersReturned { markers, .. }) => markers.clone(),
        Event::Incidents(IncidentEvent::MarkersRevealed { markers, .. })
        | Event::Intelligence(IntelligenceEvent::UnitsRevealed { markers, .. }) => {
            // 24.3: ships stay where they are turned up, other incidents are in hand until handled.
            let quiet = markers.iter().filter(|marker| **marker == Marker::Incident(Incident::QuietSeas));
            quiet.copied().collect()
        }
        Event::Incidents(IncidentEvent::AlliesLeft { ships: left, .. }) => ships(left),
        Event::Incidents(IncidentEvent::FrenchFleetReturned {}) => incident(Incident::FrenchNavySortie, 1),
        Event::NavalCombat(NavalCombatEvent::BattleEnded { returned, .. }) => ships(returned),
        Event::Outfitting(OutfittingEvent::FriendsLeft { markers, .. }) => {
            incident(Incident::FriendlyShip, usize::from(*markers))
        }
        Event::Raiding(RaidEvent::MerchantmanRaided { .. } | RaidEvent::MerchantmanLeft { .. }) => {
            incident(Incident::AlliedMerchantman, 1)
        }
        _ => vec![],
    }
}
