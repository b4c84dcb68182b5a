//! The odds that players are told are what comes of their orders: each order of random games that has odds is carried out
//! again with other dice, and what happened is counted.

use std::collections::BTreeMap;

use crate::common::laws::{self, Lawful, Moment};
use wardroom::game::odds::Odds;
use wardroom::game::{Fact, Game, OrderForm, Seat, Viewer};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::event::{
    BombardmentEvent, Event as GoebenEvent, Flight, IntelligenceEvent, NavalCombatEvent, SeaplaneEvent,
    SquadronEvent,
};
use wardroom::games::goeben::ids::Track;
use wardroom::games::goeben::state::battle::Side as Of;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::event::Event as FleetEvent;
use wardroom::games::grand_fleet::event::{CombatEvent, InitiativeEvent};
use wardroom::games::grand_fleet::ids::{Damage, Side};

/// Dice of each game at least.
const DICE: usize = 100_000;
/// How often each order is carried out again.
const AGAIN: u32 = 12;
/// More games than are needed for the dice.
const GAMES: u64 = 2000;
/// How far from what was expected the count may be, in standard deviations.
const SPREAD: f64 = 4.5;

/// A game whose odds are looked at.
trait Likely: Lawful {
    /// The odds a seat is told.
    fn odds(view: &Self::View) -> &[Odds];
    /// How often an outcome came in one carrying out of an order, out of how many times it could have.
    fn came(seat: Seat, order: &OrderForm, what: &str, facts: &[Fact<Self::Event>]) -> (u32, u32);
}

fn once(came: bool) -> (u32, u32) {
    (u32::from(came), 1)
}

impl Likely for Goeben {
    fn odds(view: &Self::View) -> &[Odds] {
        &view.odds
    }

    fn came(_: Seat, order: &OrderForm, what: &str, facts: &[Fact<GoebenEvent>]) -> (u32, u32) {
        let events =
            || facts.iter().filter_map(|fact| if let Fact::Event(event) = fact { Some(event) } else { None });
        let first = || {
            events().find_map(|event| match event {
                GoebenEvent::NavalCombat(NavalCombatEvent::ContactMade { first, .. }) => Some(*first),
                _ => None,
            })
        };
        let target = order.word("target");
        let hits = || {
            events().filter_map(move |event| match event {
                GoebenEvent::NavalCombat(NavalCombatEvent::EnemyHit { enemy, .. }) => {
                    Some(enemy).filter(|enemy| Some(enemy.ship.0) == target)
                }
                _ => None,
            })
        };
        let result = |wanted: &str| {
            once(events().any(|event| match event {
                GoebenEvent::Intelligence(IntelligenceEvent::IntelligenceAttempted { result, .. }) => {
                    result.outcome() == wanted
                }
                _ => false,
            }))
        };
        let flight = |wanted: Flight| {
            once(events().any(|event| matches!(event, GoebenEvent::Seaplanes(SeaplaneEvent::SeaplaneFlew { result, .. }) if *result == wanted)))
        };
        let changed = |reason: &str, of: Option<Track>| {
            events().any(|event| matches!(event, GoebenEvent::Squadron(SquadronEvent::TrackChanged { track, why, .. }) if why.as_str() == reason && of.is_none_or(|of| of == *track)))
        };
        let on_coast = |event: &GoebenEvent| {
            matches!(event, GoebenEvent::Bombardment(BombardmentEvent::CoastHit { .. }))
        };
        let destroyed = |event: &GoebenEvent| {
            matches!(event, GoebenEvent::Bombardment(BombardmentEvent::CoastalUnitDestroyed { .. }))
        };
        match what {
            "german-first" => once(first() == Some(Some(Of::German))),
            "allied-first" => once(first() == Some(Some(Of::Allied))),
            "no-contact" => once(first() == Some(None)),
            "hit" => once(hits().next().is_some() || events().any(on_coast)),
            "withdrawn" => once(hits().next_back().is_some_and(|enemy| enemy.withdrawn && !enemy.sunk)),
            "sunk" => once(hits().any(|enemy| enemy.sunk)),
            "unit-destroyed" => once(events().any(destroyed)),
            "sighted" => flight(Flight::Sighted),
            "shot-down" => flight(Flight::ShotDown),
            "engine-breaks" => once(changed("emergency", Some(Track::Engines))),
            // Of several dice it is not seen which of them mended.
            "die-mends" => match order.shares("dice").map(|shares| shares.values().sum()) {
                Some(1_u32) => once(changed("repair", None)),
                _ => (0, 0),
            },
            result_of_intelligence => result(result_of_intelligence),
        }
    }
}

impl Likely for GrandFleet {
    fn odds(view: &Self::View) -> &[Odds] {
        &view.odds
    }

    fn came(seat: Seat, _: &OrderForm, what: &str, facts: &[Fact<FleetEvent>]) -> (u32, u32) {
        let side = Side::named(seat.as_str()).unwrap();
        let events =
            || facts.iter().filter_map(|fact| if let Fact::Event(event) = fact { Some(event) } else { None });
        let dice = events().find_map(|event| match event {
            FleetEvent::Initiative(InitiativeEvent::DiceShown { dice }) => Some(*dice),
            _ => None,
        });
        let attacker = events().find_map(|event| match event {
            FleetEvent::Initiative(InitiativeEvent::InitiativeSettled { attacker, .. }) => Some(*attacker),
            _ => None,
        });
        // The enemy's number is his secret: odds against another number than he chose are not put to the test.
        let against = |number: u32, who: Side| match dice.filter(|dice| dice[side.enemy()] == number) {
            Some(_) => once(attacker == Some(Some(who))),
            None => (0, 0),
        };
        let handling = events().find_map(|event| match event {
            FleetEvent::Combat(CombatEvent::CombatInitiativeThrown { handling, .. }) => Some(*handling),
            _ => None,
        });
        let shots = |wanted: Damage| {
            let ours = events().filter_map(|event| match event {
                FleetEvent::Combat(CombatEvent::ShotFell { ship, result, .. }) => Some((*ship, *result)),
                _ => None,
            });
            let game = GrandFleet::built_in();
            let at_enemy = ours.filter(|(ship, _)| game.chart().ship(*ship).unwrap().nation.side() != side);
            let results: Vec<Damage> = at_enemy.map(|(_, result)| result).collect();
            (results.iter().filter(|result| **result == wanted).count() as u32, results.len() as u32)
        };
        match what {
            "attack-against-one" => against(1, side),
            "attacked-by-one" => against(1, side.enemy()),
            "attack-against-two" => against(2, side),
            "attacked-by-two" => against(2, side.enemy()),
            "point-lost" => {
                let own: Option<Vec<u32>> = facts.iter().find_map(|fact| match fact {
                    Fact::Roll(roll) if roll.purpose.as_str() == "initiative" && roll.side == seat.0 => {
                        Some(roll.values.clone())
                    }
                    _ => None,
                });
                own.map_or((0, 0), |faces| once(faces.len() == 2 && faces[0] % 2 == faces[1] % 2))
            }
            "confused" => handling.map_or((0, 0), |handling| once(handling.confused)),
            "target-sunk" => shots(Damage::Sunk),
            "target-damaged" => shots(Damage::Boxed),
            _ => (0, 0),
        }
    }
}

/// What was expected of an outcome, what came, and how far the two may be apart.
#[derive(Default)]
struct Count {
    expected: f64,
    variance: f64,
    came: u32,
    of: u32,
}

fn odds_are_what_comes<G: Likely>(first_seed: u64) -> BTreeMap<String, Count> {
    let (mut counts, mut dice) = (BTreeMap::<String, Count>::new(), 0);
    for seed in first_seed..first_seed + GAMES {
        laws::play::<G>(seed, |moment: Moment<'_, G>, luck| {
            let view = moment.game.view(moment.state, Viewer::Seat(moment.seat));
            let Some(odds) = G::odds(&view).iter().find(|odds| odds.are_of(moment.order)) else { return };
            for _ in 0..AGAIN {
                let facts =
                    laws::resolve(moment.game, moment.state, moment.seat, moment.order, luck.key()).unwrap();
                dice += facts.iter().filter(|fact| matches!(fact, Fact::Roll(_))).count();
                for (what, likely) in &odds.outcomes {
                    let (came, of) = G::came(moment.seat, moment.order, what.as_str(), &facts);
                    let p = f64::from(likely.millionths()) / 1e6;
                    let certain =
                        likely.millionths() == 0 && came > 0 || likely.millionths() == 1_000_000 && came < of;
                    assert!(!certain, "seed {seed}: {what} at {p} for {}", moment.order);
                    let count = counts.entry(format!("{} {what}", moment.order.verb)).or_default();
                    count.expected += p * f64::from(of);
                    count.variance += p * (1.0 - p) * f64::from(of);
                    count.came += came;
                    count.of += of;
                }
            }
        });
        if dice >= DICE {
            break;
        }
    }
    assert!(dice >= DICE, "only {dice} dice");
    for (what, count) in &counts {
        let apart = (f64::from(count.came) - count.expected).abs();
        println!("{what}: {} of {}, expected {:.1}", count.came, count.of, count.expected);
        assert!(
            apart <= SPREAD * count.variance.sqrt() + 1.0,
            "{what} came {} times of {}, {:.1} expected (seed {first_seed})",
            count.came,
            count.of,
            count.expected
        );
    }
    counts
}

/// Every outcome that is told of is put to the test.
fn all_were_met(counts: &BTreeMap<String, Count>, whats: &[&str]) {
    for what in whats {
        assert!(counts.get(*what).is_some_and(|count| count.of >= 30), "{what} was met too seldom");
    }
}

#[test]
fn the_odds_of_goeben_are_what_comes_of_a_hundred_thousand_dice() {
    let counts = odds_are_what_comes::<Goeben>(70_000);
    let met = [
        "contact german-first",
        "contact allied-first",
        "contact no-contact",
        "fire hit",
        "fire withdrawn",
        "fire sunk",
        "fire unit-destroyed",
        "torpedo hit",
        "torpedo sunk",
        "intelligence nothing",
        "intelligence received",
        "repair die-mends",
        "move engine-breaks",
    ];
    all_were_met(&counts, &met);
}

#[test]
fn the_odds_of_grand_fleet_are_what_comes_of_a_hundred_thousand_dice() {
    let counts = odds_are_what_comes::<GrandFleet>(71_000);
    let met = [
        "throw attack-against-one",
        "throw attacked-by-two",
        "throw point-lost",
        "manoeuvre confused",
        "fire target-sunk",
        "fire-by target-damaged",
    ];
    all_were_met(&counts, &met);
}

/// A table that was opened without odds shows none, and what is open shows nothing else than before.
#[test]
fn a_table_without_odds_shows_none() {
    use wardroom::games::goeben::state::Setup;
    let mut luck = crate::common::Luck::of(70);
    let game = Goeben::built_in();
    let mut met = 0;
    for _ in 0..3 {
        laws::play::<Goeben>(u64::from(luck.below(1000)), |moment, _| {
            let mut without = moment.state.clone();
            without.setup = Setup { without_odds: true, ..without.setup };
            let viewer = Viewer::Seat(moment.seat);
            let (mut with, without) = (game.view(moment.state, viewer), game.view(&without, viewer));
            met += usize::from(!with.odds.is_empty());
            assert!(without.odds.is_empty());
            with.odds.clear();
            with.setup.without_odds = true;
            assert_eq!(with, without);
        });
    }
    assert!(met > 10);
}
