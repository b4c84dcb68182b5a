//! What holds after every order of *Grand Fleet*: points, ships, boxes, fleets, markers add up.

use std::collections::{BTreeMap, BTreeSet};

use wardroom::game::Fact;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::event::{
    BoxEvent, CombatEvent, Event, FormationEvent, InterceptionEvent, SetUpEvent, VictoryEvent,
};
use wardroom::games::grand_fleet::ids::{ShipId, Side};
use wardroom::games::grand_fleet::state::{Battle, Berth, Formation, State};

use super::{SIDES, in_fleet_box};
use crate::common::laws::{self, Moment};

/// What must have been met for the laws to mean anything.
pub const KINDS: &[&str] =
    &["score", "sinking", "respreading", "confusion", "formation", "face-up fleet", "reveal", "dummies only"];

/// How often each kind was met.
pub type Met = BTreeMap<&'static str, usize>;

/// Plays random games and looks after every order.
pub fn hold_in_games(games: u64) -> Met {
    let mut met = Met::new();
    for seed in 0..games {
        laws::play::<GrandFleet>(seed, |moment, _| {
            let mut after = moment.state.clone();
            for fact in moment.facts {
                let before = after.clone();
                laws::fold(&mut after, std::slice::from_ref(fact));
                let Fact::Event(event) = fact else { continue };
                points(event, &before, &after, &mut met);
                ships(&moment, &before, &after);
                boxes(&moment, event, &after, &mut met);
                fleets(&moment, event, &after, &mut met);
                gunnery(event, &after, &mut met);
            }
            markers(&after);
        });
    }
    met
}

fn count(met: &mut Met, kind: &'static str) {
    *met.entry(kind).or_insert(0) += 1;
}

/// The lead is the sum of what was scored.
fn points(event: &Event, before: &State, after: &State, met: &mut Met) {
    let change = match event {
        Event::Victory(VictoryEvent::VictoryPointsScored { side: Side::British, points, .. }) => {
            *points as i32
        }
        Event::Victory(VictoryEvent::VictoryPointsScored { side: Side::German, points, .. }) => {
            -(*points as i32)
        }
        Event::SetUp(SetUpEvent::GameBegan { .. }) => return,
        _ => 0,
    };
    assert_eq!(after.lead - before.lead, change, "{event:?}");
    if change != 0 {
        count(met, "score");
    }
}

/// Every ship has one berth, and what is sunk, cancelled or left out stays so.
fn ships(moment: &Moment<'_, GrandFleet>, before: &State, after: &State) {
    let known: BTreeSet<ShipId> = moment.game.chart().pack().ships.keys().copied().collect();
    assert_eq!(after.berths.keys().copied().collect::<BTreeSet<_>>(), known, "every ship has a berth");
    for (ship, berth) in &before.berths {
        if matches!(berth, Berth::Sunk | Berth::Cancelled | Berth::LeftOut) {
            assert_eq!(after.berths[ship], *berth, "{ship} came back");
        }
    }
}

/// Boxes 1 to 6 hold 5 British or 3 German ships, and the British leave none empty when they spread anew.
fn boxes(moment: &Moment<'_, GrandFleet>, event: &Event, after: &State, met: &mut Met) {
    let mut counts: BTreeMap<(Side, u32), usize> = BTreeMap::new();
    for (ship, berth) in &after.berths {
        if let Berth::Box(number) = berth {
            let side = moment.game.chart().ship(*ship).unwrap().nation.side();
            *counts.entry((side, *number)).or_insert(0) += 1;
        }
    }
    for ((side, number), ships) in &counts {
        let most = if *side == Side::British { 5 } else { 3 };
        assert!((0..=6).contains(number), "there is no box {number}");
        assert!(*number == 0 || ships <= &most, "{ships} ships in {side} box {number} after {event:?}");
    }
    if let Event::Boxes(BoxEvent::ShipsRespread { side: Side::British, .. }) = event {
        let british = || counts.iter().filter(|((side, _), _)| *side == Side::British);
        let used = british().filter(|((_, number), _)| *number > 0).count();
        let ships: usize = british().map(|(_, ships)| ships).sum();
        assert_eq!(used, ships.min(6), "the British leave a box empty: {event:?}");
        count(met, "respreading");
    }
}

/// Fleets are formed of all ships in the fleet box, with 3 to 8 or 3 to 10 each; at sea a ship is in one fleet at most.
fn fleets(moment: &Moment<'_, GrandFleet>, event: &Event, after: &State, met: &mut Met) {
    if let Event::Formation(FormationEvent::FleetsFormed { side, formation }) = event {
        let available: Vec<ShipId> = in_fleet_box(moment.game, after, *side).collect();
        formed(moment, *side, formation, &available);
        count(met, if available.len() < 3 { "dummies only" } else { "formation" });
        if !formation.shown.is_empty() {
            count(met, "face-up fleet");
        }
    }
    let Some(battle) = &after.battle else { return };
    let mut at_sea = BTreeSet::new();
    for fleet in &battle.fleets {
        for ship in &fleet.ships {
            assert!(at_sea.insert(*ship), "{ship} is in two fleets");
            assert_eq!(after.berths[ship], Berth::Fleet, "{ship} is at sea");
        }
    }
}

fn formed(moment: &Moment<'_, GrandFleet>, side: Side, formation: &Formation, available: &[ShipId]) {
    let (fleets, most) = if side == Side::British { (8, 8) } else { (6, 10) };
    if available.len() < 3 {
        assert_eq!(*formation, Formation::default(), "fleets of fewer than three ships");
        return;
    }
    let numbers: BTreeSet<u32> = formation.fleets.iter().map(|fleet| fleet.number).collect();
    assert_eq!(numbers.len(), formation.fleets.len(), "a number twice");
    assert!(numbers.iter().all(|number| (1..=fleets).contains(number)), "{numbers:?}");
    let mut ships: Vec<ShipId> = formation.fleets.iter().flat_map(|fleet| fleet.ships.clone()).collect();
    ships.sort_unstable();
    assert_eq!(ships, available, "every ship is in one fleet");
    for fleet in &formation.fleets {
        assert!((3..=most).contains(&fleet.ships.len()), "{fleet:?}");
        if formation.shown.contains(&fleet.number) {
            let fast = |ship: &ShipId| {
                let kind = moment.game.chart().ship(*ship).unwrap().kind.as_str();
                matches!(kind, "bc" | "early-bc")
            };
            assert!(fleet.ships.iter().all(fast), "a face-up fleet that is not fast: {fleet:?}");
        }
    }
    assert!(formation.shown.iter().all(|shown| numbers.contains(shown)), "a dummy lies face up");
}

/// The points of a side in confusion are none, and it fires at nothing.
fn gunnery(event: &Event, after: &State, met: &mut Met) {
    if let Event::Interception(InterceptionEvent::MarkersRevealed { .. }) = event {
        count(met, "reveal");
    }
    let Some(combat) = after.battle.as_ref().and_then(|battle| battle.combat.as_ref()) else { return };
    match event {
        Event::Combat(CombatEvent::GunneryTotalled { points, .. }) => {
            for side in SIDES {
                let handling = combat.handling[side].unwrap();
                if handling.confused {
                    assert_eq!(points[side], 0, "{side} fires in confusion");
                    count(met, "confusion");
                }
                assert_eq!(handling.confused, handling.natural <= handling.excess);
            }
        }
        Event::Combat(CombatEvent::TargetsChosen { side, targets }) => {
            let confused = combat.handling[*side].unwrap().confused;
            assert!(!confused || targets.is_empty(), "{side} fires in confusion");
        }
        Event::Combat(CombatEvent::DamageTaken { sunk, .. }) if !sunk.is_empty() => count(met, "sinking"),
        _ => {}
    }
}

/// Until they are turned over, all 8 British and 6 German markers are on the map or still to be placed.
fn markers(after: &State) {
    let Some(battle) = &after.battle else { return };
    let formed = |side: Side| battle.formed[side].is_some();
    if battle.revealed || !SIDES.into_iter().all(formed) {
        return;
    }
    for (side, all) in [(Side::British, 8), (Side::German, 6)] {
        let left = battle.hidden_left[side] as usize + battle.shown_left[side].len();
        assert_eq!(placed(battle, side) + left, all, "{side} markers");
        let shown = battle.formed[side].as_ref().unwrap().shown.len();
        assert_eq!(battle.shuffled[side].len() + shown, all, "{side} markers face down");
    }
}

fn placed(battle: &Battle, side: Side) -> usize {
    battle.markers.iter().filter(|marker| marker.side == side).count()
}
