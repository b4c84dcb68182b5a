//! Random whole campaigns (24), with more luck than random orders have: now and then fate puts a ship on its objective
//! with the points it needs, so that rewards pile up. Every order keeps the laws, every counter is in one place.

use std::collections::BTreeMap;

use wardroom::game::{Events, Fact, Game, OrderForm};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::additional_ships;
use wardroom::games::goeben::event::{CampaignEvent, Event, IncidentEvent, IntelligenceEvent};
use wardroom::games::goeben::ids::{Incident, Marker, Nation, Phase, ShipId};
use wardroom::games::goeben::state::campaign::Verdict;
use wardroom::games::goeben::state::{Outcome, State, Task};
use wardroom::games::goeben::victory;

use crate::common::laws::{self, Lawful};
use crate::common::{Luck, few_and_many};

/// What the law looks at after every order: the facts and the position they lead to.
struct Step<'a> {
    order: &'a OrderForm,
    facts: &'a [Fact<Event>],
    after: &'a State,
}

fn play(seed: u64, mut look: impl FnMut(&Goeben, Step<'_>)) -> State {
    let game = Goeben::built_in();
    let mut luck = Luck::of(90_000 + seed);
    let setup = wardroom::games::goeben::state::Setup { campaign: true, ..Goeben::setup(&mut luck) };
    let key = luck.key();
    let chance = &mut wardroom::game::Chance::seeded(|n| crate::common::roll_key(key, n));
    let facts = game.start(&setup, chance).unwrap();
    let mut state = game.blank();
    laws::fold(&mut state, &facts);
    for orders in 0.. {
        assert!(orders < Goeben::ORDERS_LIMIT, "seed {seed}: no end");
        if game.is_over(&state) {
            break;
        }
        favour(&game, &mut state, &mut luck);
        let seat = laws::asked(&game, &state, &mut luck);
        let options = game.options(&state, seat);
        let order = options.sample(&mut |n| luck.below(n)).expect("no dead end");
        assert_eq!(options.accept(&order), Ok(()), "seed {seed}");
        let facts = laws::resolve(&game, &state, seat, &order, luck.key())
            .unwrap_or_else(|stop| panic!("seed {seed}: {order} was offered and stopped: {stop}"));
        laws::fold(&mut state, &facts);
        look(&game, Step { order: &order, facts: &facts, after: &state });
    }
    assert!(game.prompts(&state).is_empty(), "seed {seed}: somebody is asked after the end");
    state
}

/// Fulfils the mission, sometimes, when only moving and what follows are left of the day.
fn favour(game: &Goeben, state: &mut State, luck: &mut Luck) {
    if state.phase != Phase::Movement || state.task().is_some() || luck.below(12) > 0 {
        return;
    }
    let Some(progress) = victory::progress(game.board(), state) else { return };
    let Some(ship) = state.afloat().map(|(id, _, _)| id).next() else { return };
    state.victory_points = state.victory_points.max(progress.points_needed + 30);
    for space in &progress.coast_left {
        if let Some(place) = state.places.get_mut(space) {
            place.coast.clear();
        }
    }
    if let Some(ship) = state.ships.get_mut(&ship) {
        ship.at = luck.one_of(&progress.objectives).copied();
    }
}

/// Every Allied ship of the game is in one place, and so is every Incident marker.
fn counters_are_kept(game: &Goeben, state: &State) {
    let (mut ships, mut incidents) = (BTreeMap::<ShipId, usize>::new(), 0);
    let campaign = state.campaign.as_ref().unwrap();
    let gone = state.damaged.iter().chain(&state.sunk).chain(&campaign.removed);
    let shown = state.places.values().flat_map(|place| &place.shown);
    gone.chain(shown).for_each(|ship| *ships.entry(*ship).or_default() += 1);
    let hidden = state.places.values().flat_map(|place| &place.hidden);
    for marker in state.pool.iter().chain(hidden).chain(&state.out_of_play) {
        match marker {
            Marker::Ship(ship) => *ships.entry(*ship).or_default() += 1,
            Marker::Incident(_) => incidents += 1,
        }
    }
    for task in &state.tasks {
        if let Task::Incidents { queue, done, .. } = task {
            incidents += queue.len() + done.len();
        }
    }
    incidents += state.today.merchantmen.len() + usize::from(state.french_sortie.is_some());
    incidents += state.places.values().map(|place| usize::from(place.friends)).sum::<usize>();
    let pack = game.board().pack();
    let called = additional_ships::are_answered(state) && state.phase != Phase::Over;
    for (id, spec) in pack.ships.iter().filter(|(_, spec)| spec.nation != Nation::AustroHungarian) {
        let times = ships.get(id).copied().unwrap_or(0);
        // Ships promised after a mission come with the next.
        let there = if spec.what_if { if called { 1..=1 } else { 0..=1 } } else { 1..=1 };
        assert!(there.contains(&times), "{id} is there {times} times: {state:?}");
    }
    let printed: usize = pack.incidents.values().map(|spec| usize::from(spec.count)).sum();
    // A marker that is being handled is in nobody's list.
    let in_hand = state.tasks.iter().filter(|task| matches!(task, Task::Incidents { .. })).count();
    assert!(
        (printed - in_hand..=printed).contains(&incidents),
        "{incidents} of {printed} markers: {state:?}"
    );
}

/// What must hold when a mission has been set up.
fn mission_is_set_up(game: &Goeben, state: &State) {
    let campaign = state.campaign.as_ref().unwrap();
    let hidden = |space| state.place(space).map_or(0, |place| place.hidden.len());
    for stock in &game.board().pack().set_up.stocks {
        for draw in &stock.zones {
            let wanted = if campaign.open_seas.contains(&draw.zone) { 0 } else { usize::from(draw.count) };
            assert_eq!(hidden(draw.zone), wanted, "{}", draw.zone);
        }
    }
    assert_eq!(state.alert, (campaign.successes() + 1).min(6));
    assert!(state.afloat().all(|(_, at, _)| at.as_str() == "POL"));
    assert!(state.victory_points == 0 || state.victory_points == -30);
    assert_eq!((state.visited.len(), state.colliers.len(), state.damaged.len()), (0, 0, 0));
}

/// In so many games the rarest of what is wanted comes up.
const MANY: u64 = 250;

few_and_many!(random_campaigns_keep_the_laws_and_come_to_a_verdict: 30, super::MANY;);

fn random_campaigns_keep_the_laws_and_come_to_a_verdict(games: u64) {
    let (mut verdicts, mut missions, mut shown) = (BTreeMap::<String, usize>::new(), 0, BTreeMap::new());
    for seed in 0..games {
        let state = play(seed, |game, step| {
            assert_eq!(game.check(step.after), Ok(()), "seed {seed}: after {}", step.order);
            counters_are_kept(game, step.after);
            for fact in step.facts {
                let Fact::Event(event) = fact else { continue };
                *shown.entry(event.kind()).or_insert(0usize) += 1;
                if matches!(event, Event::Campaign(CampaignEvent::MissionBegan { .. })) {
                    mission_is_set_up(game, step.after);
                }
                let dealt = |marker: &Marker| matches!(marker, Marker::Incident(incident) if *incident != Incident::QuietSeas);
                if let Event::Incidents(IncidentEvent::MarkersRevealed { markers, .. })
                | Event::Intelligence(IntelligenceEvent::UnitsRevealed { markers, .. }) = event
                    && markers.iter().any(dealt)
                {
                    *shown.entry("an incident among the patrols").or_insert(0) += 1;
                }
            }
        });
        let campaign = state.campaign.unwrap();
        let verdict = campaign.verdict.unwrap();
        let won = campaign.ledger.iter().filter(|deed| deed.outcome == Outcome::Won).count();
        assert!(campaign.ledger.len() <= 6 && usize::from(campaign.successes()) == won);
        assert_eq!(
            won >= 4,
            matches!(verdict, Verdict::Victory | Verdict::MoralVictory) || {
                verdict == Verdict::Dismissed && won >= 4
            }
        );
        missions += campaign.ledger.len();
        *verdicts.entry(verdict.to_string()).or_insert(0) += 1;
    }
    println!("{verdicts:?}, {missions} missions");
    println!("{shown:?}");
    if games < MANY {
        return;
    }
    assert!(verdicts.len() >= 4, "too few ways to end: {verdicts:?}");
    for kind in [
        "OrdersRemoved",
        "StandingChanged",
        "PatrolsWithdrawn",
        "AlliedShipRemoved",
        "ReinforcementsPromised",
        "ShipStationed",
        "an incident among the patrols",
    ] {
        assert!(shown.contains_key(kind), "{kind} never happened: {shown:?}");
    }
}

#[test]
fn a_campaign_survives_json_at_every_order() {
    for seed in 0..15 {
        play(seed, |_, step| {
            let text = serde_json::to_string(step.after).unwrap();
            assert_eq!(&serde_json::from_str::<State>(&text).unwrap(), step.after, "seed {seed}");
            for fact in step.facts {
                if let Fact::Event(event) = fact {
                    let text = serde_json::to_string(event).unwrap();
                    let whole: serde_json::Value = serde_json::from_str(&text).unwrap();
                    assert_eq!(&Event::read(event.kind(), &whole["body"]).unwrap(), event, "seed {seed}");
                }
            }
        });
    }
}
