//! Events in words, one sentence each.

use std::collections::BTreeMap;

use super::GrandFleetReport;
use super::combat::yes;
use crate::game::{OrderForm, Seat};
use crate::games::grand_fleet::event::{
    ArmamentEvent, BoxEvent, Boxed, CombatEvent, Event, FormationEvent, InitiativeEvent, InterceptionEvent,
    PlacementEvent, SequenceEvent, SetUpEvent, SubmarineWarEvent, VictoryEvent,
};
use crate::games::grand_fleet::ids::{HexId, ShipId, Side};
use crate::games::grand_fleet::state::{Berth, Ending, Step};
use crate::report::{GameReport, Weight};
use crate::words::Value;

impl GrandFleetReport<'_> {
    /// An event in words, fleets one by one; empty for one of mere bookkeeping.
    pub fn event(&self, event: &Event) -> Vec<(Weight, String)> {
        let sentence = || self.sentence(event).into_iter().collect();
        self.of_fleets(event).map_or_else(sentence, |lines| lines.into_iter().map(plain).collect())
    }

    /// Returns whether a summary for somebody who was away must have an event: a turn or a battle, meetings of fleets, hits,
    /// points.
    pub(super) fn event_matters(&self, event: &Event) -> bool {
        match event {
            Event::Sequence(event) => matches!(event, SequenceEvent::TurnBegan { .. }),
            Event::Armament(event) => matches!(event, ArmamentEvent::ShipsCommitted { .. }),
            Event::Initiative(event) => {
                // A summary tells what the dice decided, and leaves out the throw and how many there were.
                !matches!(event, InitiativeEvent::DiceChosen { .. } | InitiativeEvent::DiceShown { .. })
            }
            Event::Interception(event) => matches!(event, InterceptionEvent::HexIntercepted { .. }),
            Event::Combat(CombatEvent::DamageTaken { boxed, sunk }) => !(boxed.is_empty() && sunk.is_empty()),
            Event::Combat(event) => matches!(
                event,
                CombatEvent::RoundBegan { round: 1, .. }
                    | CombatEvent::FleetsLeft { .. }
                    | CombatEvent::CombatEnded { .. }
                    | CombatEvent::HexesControlled { .. }
            ),
            Event::SubmarineWar(_) | Event::Victory(_) => true,
            _ => false,
        }
    }

    /// A decision without an event: to do nothing.
    pub fn given(&self, seat: Seat, order: &OrderForm) -> Option<String> {
        let key = self.key("given", &order.verb)?;
        Some(self.say(&key, &[("side", self.side(Side::named(seat.as_str())?).into())]))
    }

    fn sentence(&self, event: &Event) -> Option<(Weight, String)> {
        self.of_turn(event)
            .or_else(|| self.of_armament(event).map(plain))
            .or_else(|| self.of_initiative(event))
            .or_else(|| self.of_markers(event))
            .or_else(|| self.of_combat(event))
    }

    fn of_turn(&self, event: &Event) -> Option<(Weight, String)> {
        match event {
            Event::SetUp(SetUpEvent::GameBegan { setup, berths, .. }) => {
                let fleet = |side: Side| {
                    let ours =
                        |ship: &ShipId| self.chart.ship(*ship).is_some_and(|spec| spec.nation.side() == side);
                    let fleet = berths.iter().filter(|(_, berth)| **berth == Berth::Fleet);
                    fleet.filter(|(ship, _)| ours(ship)).count()
                };
                Some(plain(self.say(
                    "gf-event-began",
                    &[
                        ("british", fleet(Side::British).into()),
                        ("german", fleet(Side::German).into()),
                        ("historical", yes(setup.historical)),
                    ],
                )))
            }
            Event::Sequence(SequenceEvent::TurnBegan { turn }) => {
                Some((Weight::Heading, self.say("gf-event-turn", &self.turn(*turn))))
            }
            Event::Sequence(SequenceEvent::StepReached { step }) => {
                self.step(*step).map(|text| (Weight::Subheading, text))
            }
            Event::Victory(VictoryEvent::VictoryPointsScored { side, points, why, lead }) => {
                let leader = if *lead < 0 { Side::German } else { Side::British };
                Some(plain(self.say(
                    "gf-event-scored",
                    &[
                        ("side", self.side(*side).into()),
                        ("points", (*points).into()),
                        ("why", self.own_term("scored", why.as_str()).into()),
                        ("leader", self.side(leader).into()),
                        ("lead", lead.unsigned_abs().into()),
                    ],
                )))
            }
            Event::Victory(VictoryEvent::GameEnded { winner, why }) => {
                Some((Weight::Heading, self.ending(*winner, *why)))
            }
            _ => None,
        }
    }

    /// A heading for the steps that begin something; the others only wait.
    fn step(&self, step: Step) -> Option<String> {
        let of = |key: &str, side: Side| Some(self.say(key, &[("side", self.side(side).into())]));
        match step {
            Step::Commitment { side, thrown: 0 } => of("gf-step-commitment", side),
            Step::Transfer { side, count: None } => of("gf-step-transfer", side),
            Step::Initiative => Some(self.say("gf-step-initiative", &[])),
            Step::Aftermath => Some(self.say("gf-step-aftermath", &[])),
            _ => None,
        }
    }

    /// The end of the game.
    pub(super) fn ending(&self, winner: Option<Side>, why: Ending) -> String {
        let why = self.own_term("ending", why.as_str());
        match winner {
            Some(side) => self.say("gf-event-won", &[("side", self.side(side).into()), ("why", why.into())]),
            None => self.say("gf-event-draw", &[("why", why.into())]),
        }
    }

    fn of_armament(&self, event: &Event) -> Option<String> {
        let whose = |side: &Side| ("side", Value::from(self.side(*side)));
        let all = |name: &'static str, ships: &[ShipId]| (name, Value::from(self.ships(ships)));
        Some(match event {
            Event::Armament(ArmamentEvent::ShipsReinforced { side, fleet, ashore }) => {
                let key = if fleet.is_empty() { "gf-event-reinforced-ashore" } else { "gf-event-reinforced" };
                let ships: Vec<ShipId> = fleet.iter().chain(ashore).copied().collect();
                self.say(key, &[whose(side), all("ships", &ships)])
            }
            Event::Boxes(BoxEvent::ShipsBoxed { side, why, boxes }) => self.say(
                "gf-event-boxed",
                &[whose(side), ("why", why.as_str().into()), ("boxes", self.all_boxes(boxes).into())],
            ),
            Event::Boxes(BoxEvent::ShipsRespread { side, boxes }) => {
                self.say("gf-event-respread", &[whose(side), ("boxes", self.all_boxes(boxes).into())])
            }
            Event::Armament(ArmamentEvent::ShipsCommitted { side, number, ships, .. }) => {
                let key = if ships.is_empty() { "gf-event-committed-none" } else { "gf-event-committed" };
                self.say(key, &[whose(side), ("box", (*number).into()), all("ships", ships)])
            }
            Event::SubmarineWar(SubmarineWarEvent::SubmarineWarBroke {
                fleet, ashore, cancelled, ..
            }) => self.say(
                "gf-event-war",
                &[all("fleet", fleet), all("ashore", ashore), all("cancelled", cancelled)],
            ),
            Event::SubmarineWar(SubmarineWarEvent::AmericansDetached { ships }) => {
                self.say("gf-event-detached", &[all("ships", ships)])
            }
            _ => return None,
        })
    }

    fn all_boxes(&self, boxes: &[Boxed]) -> String {
        let used = boxes.iter().filter(|boxed| !boxed.ships.is_empty());
        self.list(used.map(|boxed| self.boxed(boxed.number, &boxed.ships)))
    }

    fn of_initiative(&self, event: &Event) -> Option<(Weight, String)> {
        let whose = |side: &Side| ("side", Value::from(self.side(*side)));
        let text = match event {
            Event::Initiative(InitiativeEvent::DiceChosen { side, dice }) => {
                self.say("gf-event-dice-chosen", &[whose(side), ("dice", (*dice).into())])
            }
            Event::Initiative(InitiativeEvent::DiceShown { dice }) => self.say(
                "gf-event-dice-shown",
                &[("british", dice.british.into()), ("german", dice.german.into())],
            ),
            Event::Initiative(InitiativeEvent::InitiativeSettled { best, attacker, forced }) => self.say(
                if attacker.is_some() { "gf-event-initiative" } else { "gf-event-initiative-nobody" },
                &[
                    ("british", best.british.into()),
                    ("german", best.german.into()),
                    ("side", attacker.map_or_else(String::new, |side| self.side(side)).into()),
                    ("forced", yes(*forced)),
                ],
            ),
            Event::Initiative(InitiativeEvent::BattleSought { side, forced }) => {
                self.say("gf-event-sought", &[whose(side), ("forced", yes(*forced))])
            }
            Event::Initiative(InitiativeEvent::BattleDeclined { side }) => {
                self.say("gf-event-declined", &[whose(side)])
            }
            Event::Initiative(InitiativeEvent::BattleJoined { attacker }) => {
                let text = self.say("gf-event-battle", &[whose(attacker)]);
                return Some((Weight::Subheading, text));
            }
            _ => return None,
        };
        Some(plain(text))
    }

    fn of_fleets(&self, event: &Event) -> Option<Vec<String>> {
        match event {
            Event::Formation(FormationEvent::FleetsFormed { side, formation }) => {
                Some(self.formation(*side, formation))
            }
            Event::Interception(InterceptionEvent::MarkersRevealed { fleets, dummies }) => {
                let dummies = |side: Side| Value::from(self.counted(&dummies[side]));
                let args = [("british", dummies(Side::British)), ("german", dummies(Side::German))];
                let revealed = self.say("gf-event-revealed", &args);
                Some(std::iter::once(revealed).chain(self.fleet_lines(fleets.iter())).collect())
            }
            _ => None,
        }
    }

    /// Hexes, each once with its count.
    fn counted(&self, hexes: &[HexId]) -> String {
        let mut counts: BTreeMap<HexId, usize> = BTreeMap::new();
        hexes.iter().for_each(|hex| *counts.entry(*hex).or_default() += 1);
        self.list(counts.into_iter().map(|(hex, count)| match count {
            1 => self.hex(hex),
            _ => self.say("gf-times", &[("what", self.hex(hex).into()), ("count", count.into())]),
        }))
    }

    fn of_markers(&self, event: &Event) -> Option<(Weight, String)> {
        let whose = |side: &Side| ("side", Value::from(self.side(*side)));
        let text = match event {
            Event::Formation(FormationEvent::MarkersMixed { shown, hidden }) => self.say(
                "gf-event-mixed",
                &[
                    ("british", hidden.british.into()),
                    ("german", hidden.german.into()),
                    ("britishshown", shown.british.len().into()),
                    ("germanshown", shown.german.len().into()),
                ],
            ),
            Event::Placement(PlacementEvent::MarkerPlaced { side, hex, shown }) => self.say(
                "gf-event-placed",
                &[whose(side), ("hex", self.hex(*hex).into()), ("fleet", shown.unwrap_or(0).into())],
            ),
            Event::Interception(InterceptionEvent::HexIntercepted { side, from, to }) => self.say(
                "gf-event-intercepted",
                &[whose(side), ("from", self.hex(*from).into()), ("to", self.hex(*to).into())],
            ),
            Event::Interception(InterceptionEvent::InterceptionPassed { side, forced, .. }) => {
                self.say("gf-event-passed", &[whose(side), ("forced", yes(*forced))])
            }
            _ => return None,
        };
        Some(plain(text))
    }
}

fn plain(text: String) -> (Weight, String) {
    (Weight::Plain, text)
}
