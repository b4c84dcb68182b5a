//! Events of the German ships, in words.

use super::GoebenReport;
use crate::games::goeben::event::{
    CargoEvent, Event, IntelligenceEvent, MovementEvent, NavalCombatEvent, OutfittingEvent, PortEvent,
    RepairEvent, SetUpEvent, SquadronEvent,
};
use crate::games::goeben::ids::{Cargo, ShipId};
use crate::games::goeben::pack::IntelligenceResult;
use crate::words::Value;

impl GoebenReport<'_> {
    pub(super) fn of_squadron(&self, event: &Event) -> Option<String> {
        let ship = |ship: &ShipId| ("ship", Value::from(self.ship(*ship)));
        Some(match event {
            Event::Squadron(SquadronEvent::TrackChanged { ship: id, track, from, to, why }) => self.say(
                "event-track-changed",
                &[
                    ship(id),
                    ("track", self.name(track.word()).into()),
                    ("from", (*from).into()),
                    ("to", (*to).into()),
                    ("why", self.term("why", why.as_str()).into()),
                ],
            ),
            Event::Outfitting(OutfittingEvent::ShipOutfitted { ship: id }) => {
                self.say("event-ship-outfitted", &[ship(id)])
            }
            Event::Outfitting(OutfittingEvent::SupplyDrawn { space, source, points }) => self.say(
                "event-supply-drawn",
                &[
                    ("space", self.space(*space).into()),
                    ("source", source.as_str().into()),
                    ("points", (*points).into()),
                ],
            ),
            Event::Repairs(RepairEvent::RepairAttempted { ship: id }) => {
                self.say("event-repair-attempted", &[ship(id)])
            }
            Event::Outfitting(OutfittingEvent::FriendsLeft { space, markers }) => self.say(
                "event-friends-left",
                &[("space", self.space(*space).into()), ("count", (*markers).into())],
            ),
            Event::Intelligence(IntelligenceEvent::IntelligenceAttempted { ship: id, value, result }) => self
                .say(
                    "event-intelligence",
                    &[
                        ship(id),
                        ("value", (*value).into()),
                        ("result", self.say(intelligence(*result), &[]).into()),
                    ],
                ),
            Event::Movement(MovementEvent::ShipMoved { ship: id, from, path, speed }) => self.say(
                "event-ship-moved",
                &[
                    ship(id),
                    ("from", self.space(*from).into()),
                    ("to", path.last().map_or_else(String::new, |to| self.space(*to)).into()),
                    ("spaces", path.len().into()),
                    ("speed", speed.as_str().into()),
                ],
            ),
            Event::NavalCombat(NavalCombatEvent::ShipRetreated { ship: id, to }) => {
                self.say("event-ship-retreated", &[ship(id), ("to", self.space(*to).into())])
            }
            Event::Ports(PortEvent::PortVisited { space }) => {
                self.say("event-port-visited", &[("space", self.space(*space).into())])
            }
            Event::Squadron(SquadronEvent::ShipSunk { ship: id, space }) => {
                self.say("event-ship-sunk", &[ship(id), ("space", self.space(*space).into())])
            }
            other => return self.of_cargo(other),
        })
    }

    fn of_cargo(&self, event: &Event) -> Option<String> {
        let ship = |ship: &ShipId| ("ship", Value::from(self.ship(*ship)));
        let item = |cargo: &Cargo| ("item", Value::from(self.name(cargo.word())));
        Some(match event {
            Event::Cargo(CargoEvent::CargoStowed { ship: id, hull_box, cargo, .. }) => {
                self.say("event-cargo-stowed", &[ship(id), item(cargo), ("box", (*hull_box).into())])
            }
            Event::Cargo(CargoEvent::CargoRemoved { ship: id, hull_box, cargo, why, .. }) => self.say(
                "event-cargo-removed",
                &[
                    ship(id),
                    item(cargo),
                    ("box", (*hull_box).into()),
                    ("why", self.term("why", why.as_str()).into()),
                ],
            ),
            Event::Cargo(CargoEvent::CargoMoved { cargo, from, to, to_box, .. }) => self.say(
                "event-cargo-moved",
                &[
                    item(cargo),
                    ("from", self.ship(*from).into()),
                    ("to", self.ship(*to).into()),
                    ("box", (*to_box).into()),
                ],
            ),
            Event::Cargo(CargoEvent::CargoSwapped { ship: id, cargo, other, other_cargo, .. }) => self.say(
                "event-cargo-swapped",
                &[
                    ship(id),
                    item(cargo),
                    ("other", self.ship(*other).into()),
                    ("otheritem", self.name(other_cargo.word()).into()),
                ],
            ),
            Event::SetUp(SetUpEvent::CollierPlaced { space, left }) => self.say(
                "event-collier-placed",
                &[("space", self.space(*space).into()), ("left", (*left).into())],
            ),
            Event::Outfitting(OutfittingEvent::CollierRemoved { space, why }) => self.say(
                "event-collier-removed",
                &[("space", self.space(*space).into()), ("why", self.term("why", why.as_str()).into())],
            ),
            Event::Ports(PortEvent::LandingPartyLanded { ship: id, space, .. }) => {
                self.say("event-landing-party-landed", &[ship(id), ("space", self.space(*space).into())])
            }
            Event::Ports(PortEvent::LandingPartyRecovered { ship: id, space, hull_box }) => self.say(
                "event-landing-party-recovered",
                &[ship(id), ("space", self.space(*space).into()), ("box", (*hull_box).into())],
            ),
            Event::Ports(PortEvent::LandingPartyLost { space }) => {
                self.say("event-landing-party-lost", &[("space", self.space(*space).into())])
            }
            _ => return None,
        })
    }
}

/// A result of the Intelligence table as the key of its message.
fn intelligence(result: IntelligenceResult) -> &'static str {
    match result {
        IntelligenceResult::Nothing => "intelligence-nothing",
        IntelligenceResult::SignalsIntercepted => "intelligence-si",
        IntelligenceResult::Received => "intelligence-ir",
        IntelligenceResult::Breakthrough => "intelligence-ib",
        IntelligenceResult::Jamming => "intelligence-je",
        IntelligenceResult::Outwitted => "intelligence-jf",
        IntelligenceResult::JammingOrBreakthrough => "intelligence-je-ib",
    }
}
