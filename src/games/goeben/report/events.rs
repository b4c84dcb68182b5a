//! Events in words, one sentence each.

use std::collections::BTreeMap;

use super::GoebenReport;
use crate::games::goeben::event::{
    AlertEvent, BombardmentEvent, Event, IncidentEvent, IntelligenceEvent, MineEvent, NavalCombatEvent,
    PortEvent, RaidEvent, SequenceEvent, SetUpEvent, SquadronEvent, VictoryEvent,
};
use crate::games::goeben::ids::{Phase, ShipId, Track};
use crate::games::goeben::state::Ship;
use crate::report::{GameReport, Weight};

impl GoebenReport<'_> {
    /// An event in words; `None` for one of mere bookkeeping.
    pub fn event(&self, event: &Event) -> Option<(Weight, String)> {
        match event {
            Event::Officers(event) => Some((Weight::Plain, self.of_company(event))),
            Event::Campaign(event) => self.of_campaign(event),
            _ => (self.of_scenario(event))
                .or_else(|| self.of_markers(event))
                .or_else(|| self.of_squadron(event).map(|text| (Weight::Plain, text)))
                .or_else(|| self.of_battle(event))
                .or_else(|| self.of_optional(event)),
        }
    }

    /// Returns whether a summary for somebody who was away must have an event: points, damage, arrivals and departures,
    /// discoveries.
    pub(super) fn event_matters(&self, event: &Event) -> bool {
        match event {
            Event::Sequence(SequenceEvent::PhaseBegan { phase, .. }) => *phase == Phase::Outfitting,
            Event::Squadron(SquadronEvent::TrackChanged { track, from, to, .. }) => {
                // Mostly the player spends these; a fall of any other track is news to somebody who was away.
                to < from && !matches!(track, Track::Ammunition | Track::Torpedoes | Track::Coal)
            }
            Event::Squadron(SquadronEvent::ShipSunk { .. })
            | Event::NavalCombat(NavalCombatEvent::BattleEnded { .. })
            | Event::Raiding(RaidEvent::MerchantmanRaided { .. })
            | Event::Intelligence(IntelligenceEvent::UnitsRevealed { .. })
            | Event::Alert(_)
            | Event::Austria(_)
            | Event::Mines(MineEvent::MinesSprung { .. })
            | Event::Officers(_)
            | Event::Campaign(_)
            | Event::Victory(_) => true,
            Event::Incidents(event) => matches!(
                event,
                IncidentEvent::AlliesArrived { .. }
                    | IncidentEvent::StormBroke { .. }
                    | IncidentEvent::MoraleChanged { .. }
                    | IncidentEvent::FrenchFleetSailed { .. }
                    | IncidentEvent::FrenchFleetReturned { .. }
            ),
            Event::Bombardment(event) => matches!(event, BombardmentEvent::CoastalUnitDestroyed { .. }),
            Event::Ports(event) => matches!(event, PortEvent::LandingPartyLost { .. }),
            _ => false,
        }
    }

    fn of_scenario(&self, event: &Event) -> Option<(Weight, String)> {
        let plain = |text| Some((Weight::Plain, text));
        match event {
            Event::SetUp(SetUpEvent::ScenarioBegan { ships, .. }) => {
                plain(self.say("event-scenario-began", &[("ships", self.lying(ships).into())]))
            }
            Event::SetUp(SetUpEvent::MarkersConcealed { .. }) => {
                plain(self.say("event-markers-concealed", &[]))
            }
            Event::SetUp(SetUpEvent::MissionDrawn { mission, days }) => plain(self.say(
                "event-mission-drawn",
                &[("mission", self.name(mission.word()).into()), ("days", (*days).into())],
            )),
            Event::Sequence(SequenceEvent::PhaseBegan { turn, phase }) => {
                let args = [("day", (*turn).into()), ("phase", self.term("phase", phase.as_str()).into())];
                let key = if *phase == Phase::Outfitting { "event-day-began" } else { "event-phase-began" };
                Some((Weight::Heading, self.say(key, &args)))
            }
            Event::Alert(AlertEvent::AlertChanged { alert, by, why }) => plain(self.say(
                "event-alert-changed",
                &[
                    ("alert", (*alert).into()),
                    ("by", by.abs().into()),
                    ("way", if *by < 0 { "down" } else { "up" }.into()),
                    ("why", self.term("why", why.as_str()).into()),
                ],
            )),
            Event::Victory(VictoryEvent::VictoryPointsChanged { by, total, why, about }) => {
                let key = if about.is_some() { "event-points-changed-about" } else { "event-points-changed" };
                plain(self.say(
                    key,
                    &[
                        ("by", by.abs().into()),
                        ("way", if *by < 0 { "lost" } else { "won" }.into()),
                        ("total", super::points::plain(*total).into()),
                        ("why", self.term("why", why.as_str()).into()),
                        ("about", about.map_or_else(String::new, |word| self.concern(word)).into()),
                    ],
                ))
            }
            Event::Sequence(SequenceEvent::SpaceBegan { space }) => Some((
                Weight::Subheading,
                self.say("event-space-began", &[("space", self.space(*space).into())]),
            )),
            Event::Victory(VictoryEvent::ScenarioEnded { outcome, victory_points }) => {
                let outcome = self.term("outcome", outcome.as_str());
                let args = [("outcome", outcome.into()), ("points", (*victory_points).into())];
                Some((Weight::Heading, self.say("event-scenario-ended", &args)))
            }
            _ => None,
        }
    }

    fn of_markers(&self, event: &Event) -> Option<(Weight, String)> {
        let text = match event {
            Event::Incidents(IncidentEvent::MarkersRevealed { space, markers }) => self.say(
                "event-markers-revealed",
                &[("space", self.space(*space).into()), ("markers", self.markers(markers).into())],
            ),
            Event::Intelligence(IntelligenceEvent::UnitsRevealed { space, markers, coast }) => {
                let units =
                    coast.iter().map(|(_, value)| self.say("coastal-unit", &[("value", (*value).into())]));
                let units = markers.iter().map(|marker| self.name(marker.word())).chain(units);
                self.say(
                    "event-units-revealed",
                    &[("space", self.space(*space).into()), ("units", self.list(units).into())],
                )
            }
            Event::Incidents(IncidentEvent::MarkersDrawn { space, markers, .. }) => self.say(
                "event-markers-drawn",
                &[
                    ("space", self.space(*space).into()),
                    ("count", markers.len().into()),
                    ("markers", self.markers(markers).into()),
                ],
            ),
            Event::Incidents(IncidentEvent::MarkersReturned { markers, why })
                if why.as_str() != "handled" =>
            {
                self.say(
                    "event-markers-returned",
                    &[
                        ("markers", self.markers(markers).into()),
                        ("why", self.term("why", why.as_str()).into()),
                    ],
                )
            }
            Event::Incidents(IncidentEvent::MarkerRemovedFromPlay { marker }) => {
                self.say("event-marker-removed", &[("marker", self.name(marker.word()).into())])
            }
            Event::Incidents(IncidentEvent::AlliesArrived { space, ships }) => self.say(
                "event-allies-arrived",
                &[("space", self.space(*space).into()), ("ships", self.enemies(ships).into())],
            ),
            Event::Incidents(IncidentEvent::AlliesLeft { space, ships, why }) => self.say(
                "event-allies-left",
                &[
                    ("space", self.space(*space).into()),
                    ("ships", self.ships(ships).into()),
                    ("why", self.term("why", why.as_str()).into()),
                ],
            ),
            Event::Incidents(IncidentEvent::MerchantmanSighted { space }) => {
                self.at("event-merchantman-sighted", *space)
            }
            Event::Raiding(RaidEvent::MerchantmanRaided { space, ship }) => self.say(
                "event-merchantman-raided",
                &[("space", self.space(*space).into()), ("ship", self.ship(*ship).into())],
            ),
            Event::Raiding(RaidEvent::MerchantmanLeft { space }) => self.at("event-merchantman-left", *space),
            Event::Incidents(IncidentEvent::IncidentBegan { space, incident, applies }) => self.say(
                "event-incident-began",
                &[
                    ("space", self.space(*space).into()),
                    ("incident", self.name(incident.word()).into()),
                    ("applies", if *applies { "yes" } else { "no" }.into()),
                ],
            ),
            Event::Incidents(IncidentEvent::FriendlyShipMet { space }) => {
                self.at("event-friendly-ship-met", *space)
            }
            Event::Incidents(IncidentEvent::VisibilityLimited { space }) => {
                self.at("event-visibility-limited", *space)
            }
            Event::Incidents(IncidentEvent::VisibilityRolled { space, die }) => {
                let effect = match die {
                    1 | 2 => "two",
                    3 | 4 => "all",
                    _ => "none",
                };
                self.say(
                    "event-visibility-rolled",
                    &[("space", self.space(*space).into()), ("effect", effect.into())],
                )
            }
            Event::Incidents(IncidentEvent::StormBroke { space }) => self.at("event-storm-broke", *space),
            Event::Incidents(IncidentEvent::MoraleChanged { dice }) => {
                let way = if *dice < 0 { "down" } else { "up" };
                self.say("event-morale-changed", &[("dice", dice.abs().into()), ("way", way.into())])
            }
            Event::Incidents(IncidentEvent::FrenchFleetSailed { turn }) => {
                self.say("event-french-fleet-sailed", &[("day", (*turn).into())])
            }
            Event::Incidents(IncidentEvent::FrenchFleetReturned {}) => {
                self.say("event-french-fleet-returned", &[])
            }
            _ => return None,
        };
        Some((Weight::Plain, text))
    }

    /// Ships afloat, each with its place.
    pub(super) fn lying(&self, ships: &BTreeMap<ShipId, Ship>) -> String {
        self.list(ships.iter().filter_map(|(id, ship)| {
            let args = [("ship", self.ship(*id).into()), ("space", self.space(ship.at?).into())];
            Some(self.say("ship-lies", &args))
        }))
    }

    fn at(&self, key: &str, space: crate::games::goeben::ids::SpaceId) -> String {
        self.say(key, &[("space", self.space(space).into())])
    }
}
