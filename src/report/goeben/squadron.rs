//! What happened to the German ships, in words.

use super::Teller;
use crate::games::goeben::event::Event;
use crate::games::goeben::ids::{Cargo, ShipId};
use crate::words::Value;

impl Teller<'_> {
    pub(super) fn of_squadron(&self, event: &Event) -> Option<String> {
        let ship = |ship: &ShipId| ("ship", Value::from(self.ship(*ship)));
        Some(match event {
            Event::TrackChanged { ship: id, track, from, to, why } => self.say(
                "event-track-changed",
                &[
                    ship(id),
                    ("track", self.name(track.word()).into()),
                    ("from", (*from).into()),
                    ("to", (*to).into()),
                    ("why", self.term("why", why.as_str()).into()),
                ],
            ),
            Event::ShipOutfitted { ship: id } => self.say("event-ship-outfitted", &[ship(id)]),
            Event::SupplyDrawn { space, source, points } => self.say(
                "event-supply-drawn",
                &[
                    ("space", self.space(*space).into()),
                    ("source", source.as_str().into()),
                    ("points", (*points).into()),
                ],
            ),
            Event::RepairAttempted { ship: id } => self.say("event-repair-attempted", &[ship(id)]),
            Event::FriendsLeft { space, markers } => self.say(
                "event-friends-left",
                &[("space", self.space(*space).into()), ("count", (*markers).into())],
            ),
            Event::IntelligenceAttempted { ship: id, value, result } => self.say(
                "event-intelligence",
                &[
                    ship(id),
                    ("value", (*value).into()),
                    ("result", self.term("intelligence", result.as_str()).into()),
                ],
            ),
            Event::ShipMoved { ship: id, from, path, speed } => self.say(
                "event-ship-moved",
                &[
                    ship(id),
                    ("from", self.space(*from).into()),
                    ("to", path.last().map_or_else(String::new, |to| self.space(*to)).into()),
                    ("spaces", path.len().into()),
                    ("speed", speed.as_str().into()),
                ],
            ),
            Event::ShipRetreated { ship: id, to } => {
                self.say("event-ship-retreated", &[ship(id), ("to", self.space(*to).into())])
            }
            Event::PortVisited { space } => {
                self.say("event-port-visited", &[("space", self.space(*space).into())])
            }
            Event::ShipSunk { ship: id, space } => {
                self.say("event-ship-sunk", &[ship(id), ("space", self.space(*space).into())])
            }
            other => return self.of_cargo(other),
        })
    }

    fn of_cargo(&self, event: &Event) -> Option<String> {
        let ship = |ship: &ShipId| ("ship", Value::from(self.ship(*ship)));
        let item = |cargo: &Cargo| ("item", Value::from(self.name(cargo.word())));
        Some(match event {
            Event::CargoStowed { ship: id, hull_box, cargo, .. } => {
                self.say("event-cargo-stowed", &[ship(id), item(cargo), ("box", (*hull_box).into())])
            }
            Event::CargoRemoved { ship: id, hull_box, cargo, why, .. } => self.say(
                "event-cargo-removed",
                &[
                    ship(id),
                    item(cargo),
                    ("box", (*hull_box).into()),
                    ("why", self.term("why", why.as_str()).into()),
                ],
            ),
            Event::CargoMoved { cargo, from, to, to_box, .. } => self.say(
                "event-cargo-moved",
                &[
                    item(cargo),
                    ("from", self.ship(*from).into()),
                    ("to", self.ship(*to).into()),
                    ("box", (*to_box).into()),
                ],
            ),
            Event::CargoSwapped { ship: id, cargo, other, other_cargo, .. } => self.say(
                "event-cargo-swapped",
                &[
                    ship(id),
                    item(cargo),
                    ("other", self.ship(*other).into()),
                    ("otheritem", self.name(other_cargo.word()).into()),
                ],
            ),
            Event::CollierPlaced { space, left } => self.say(
                "event-collier-placed",
                &[("space", self.space(*space).into()), ("left", (*left).into())],
            ),
            Event::CollierRemoved { space, why } => self.say(
                "event-collier-removed",
                &[("space", self.space(*space).into()), ("why", self.term("why", why.as_str()).into())],
            ),
            Event::LandingPartyLanded { ship: id, space, .. } => {
                self.say("event-landing-party-landed", &[ship(id), ("space", self.space(*space).into())])
            }
            Event::LandingPartyRecovered { ship: id, space, hull_box } => self.say(
                "event-landing-party-recovered",
                &[ship(id), ("space", self.space(*space).into()), ("box", (*hull_box).into())],
            ),
            Event::LandingPartyLost { space } => {
                self.say("event-landing-party-lost", &[("space", self.space(*space).into())])
            }
            _ => return None,
        })
    }
}
