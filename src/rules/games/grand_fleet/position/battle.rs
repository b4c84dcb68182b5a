//! 8 A battle from outside: fleets, markers, and what follows when they are turned over.

use std::collections::BTreeSet;

use super::{SIDES, combat, hold};
use crate::game::Defect;
use crate::games::grand_fleet::combat::contested;
use crate::games::grand_fleet::formation::{self, LEAST_SHIPS, fleets, most_ships, speed};
use crate::games::grand_fleet::ids::{HexId, HexKind, ShipId, Side, Speed};
use crate::games::grand_fleet::pack::Chart;
use crate::games::grand_fleet::state::{Battle, Berth, Formation, State, Step};

/// The progress of a battle at a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Forming,
    Placing,
    Intercepting,
    Fighting,
}

fn stage(step: Step) -> Option<Stage> {
    match step {
        Step::Overflow { .. } | Step::Formation { .. } => Some(Stage::Forming),
        Step::Placement { .. } => Some(Stage::Placing),
        Step::Interception { .. } => Some(Stage::Intercepting),
        Step::HexChoice
        | Step::Manoeuvre { .. }
        | Step::Situation { .. }
        | Step::Gunnery
        | Step::Persistence { .. } => Some(Stage::Fighting),
        _ => None,
    }
}

/// Checks that the battle of a position, if there is one, can be.
///
/// # Errors
/// The first thing that cannot be.
pub fn check(chart: &Chart, state: &State) -> Result<(), Defect> {
    let there = "there exactly at the steps of a battle";
    let (battle, stage) = match (&state.battle, stage(state.step)) {
        (Some(battle), Some(stage)) => (battle, stage),
        (battle, stage) => return hold(battle.is_none() && stage.is_none(), "battle", there),
    };
    forming(chart, state, battle)?;
    for side in SIDES {
        if let Some(formation) = &battle.formed[side] {
            formed(chart, state, side, formation, stage)?;
        }
        markers(battle, side, stage)?;
    }
    let entered = battle.markers.iter().map(|marker| marker.hex).chain(battle.fought.iter().copied());
    hold(entered.clone().all(|hex| is_sea(chart, hex)), "battle", "in hexes that can be entered")?;
    let most = chart.pack().hexes.len();
    hold(battle.fought.len() <= most, "battle.fought", "of at most as many hexes as the map has")?;
    // Two passes in a row end interception, so nobody is asked with two; afterwards the two remain.
    let passes = if stage == Stage::Intercepting { 1 } else { 2 };
    hold(battle.passes <= passes, "battle.passes", &format!("at most {passes}"))?;
    let revealed = stage == Stage::Fighting;
    hold(battle.revealed == revealed, "battle.revealed", "true exactly once interception is over")?;
    at_sea(chart, state, battle)?;
    if state.step == Step::HexChoice {
        // With one hex left nobody is asked: the combat begins by itself.
        hold(contested(battle).len() > 1, "battle.fleets", "of both sides in two hexes at least")?;
    }
    combat::check(chart, state, battle)
}

fn is_sea(chart: &Chart, hex: HexId) -> bool {
    chart.hex(hex).is_some_and(|spec| spec.kind != HexKind::Forbidden)
}

/// The attacker forms first, and the British send back what their fleets cannot hold before they form.
fn forming(chart: &Chart, state: &State, battle: &Battle) -> Result<(), Defect> {
    let surplus = formation::surplus(chart, state);
    let formed = match state.step {
        Step::Overflow { count } => {
            hold(count == surplus, "step.count", "the British ships that no fleet can hold")?;
            [battle.attacker].into_iter().filter(|side| *side == Side::German).collect()
        }
        Step::Formation { side } => {
            let few = state.fleet(chart, side).len() < LEAST_SHIPS;
            let overflow = surplus > 0 && side == Side::British;
            hold(!overflow && !few, "step", "overflow first, or a side of three ships at least")?;
            if side == battle.attacker { vec![] } else { vec![battle.attacker] }
        }
        _ => SIDES.to_vec(),
    };
    let as_asked = |side: Side| battle.formed[side].is_some() == formed.contains(&side);
    hold(SIDES.into_iter().all(as_asked), "battle.formed", "there for the sides that have been asked")
}

/// The fleets of a side: numbers, sizes, and every ship in one of them.
fn formed(
    chart: &Chart,
    state: &State,
    side: Side,
    formation: &Formation,
    stage: Stage,
) -> Result<(), Defect> {
    let key = format!("battle.formed.{side}");
    let numbers: BTreeSet<u32> = formation.fleets.iter().map(|fleet| fleet.number).collect();
    let numbered =
        numbers.len() == formation.fleets.len() && numbers.iter().all(|n| (1..=fleets(side)).contains(n));
    hold(numbered, &key, "fleets of different numbers among its markers")?;
    let size = |ships: &[ShipId]| (LEAST_SHIPS..=most_ships(side)).contains(&ships.len());
    hold(formation.fleets.iter().all(|fleet| size(&fleet.ships)), &key, "fleets of the sizes of its side")?;
    let mut ships: Vec<ShipId> = formation.fleets.iter().flat_map(|fleet| &fleet.ships).copied().collect();
    ships.sort_unstable();
    hold(ships.windows(2).all(|pair| pair[0] != pair[1]), &key, "fleets of different ships")?;
    hold(ships.iter().all(|ship| chart.side(*ship) == Some(side)), &key, "fleets of its own ships")?;
    // Later ships may be sunk or damaged, while the formation stays as it was formed.
    if stage < Stage::Fighting {
        let afloat = state.fleet(chart, side);
        let all = ships == afloat || (ships.is_empty() && afloat.len() < LEAST_SHIPS);
        hold(all, &key, "fleets of every ship in the fleet box")?;
    }
    let is_fast = |number: &u32| {
        let fleet = formation.fleets.iter().find(|fleet| fleet.number == *number);
        fleet.is_some_and(|fleet| speed(chart, &fleet.ships) == Speed::Fast)
    };
    let distinct: BTreeSet<&u32> = formation.shown.iter().collect();
    let shown = distinct.len() == formation.shown.len() && formation.shown.iter().all(is_fast);
    hold(shown, &format!("{key}.shown"), "the numbers of fast fleets, once each")
}

/// The markers of a side: none before both have formed, then each once, on the map or still to be placed.
fn markers(battle: &Battle, side: Side, stage: Stage) -> Result<(), Defect> {
    let placed = || battle.markers.iter().filter(|marker| marker.side == side);
    let (shuffled, left) = (&battle.shuffled[side], &battle.shown_left[side]);
    let hidden_left = battle.hidden_left[side] as usize;
    if stage == Stage::Forming {
        let none = shuffled.is_empty() && left.is_empty() && hidden_left == 0 && placed().next().is_none();
        return hold(none, "battle", &format!("without {side} markers before both sides have formed"));
    }
    let up: &[u32] = battle.formed[side].as_ref().map_or(&[], |formation| &formation.shown);
    let sorted = |numbers: &mut dyn Iterator<Item = u32>| {
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.sort_unstable();
        numbers
    };
    let down = sorted(&mut (1..=fleets(side)).filter(|number| !up.contains(number)));
    let key = format!("battle.shuffled.{side}");
    hold(sorted(&mut shuffled.iter().copied()) == down, &key, "each marker that lies face down, once")?;
    let hidden = placed().filter(|marker| marker.shown.is_none()).count();
    let key = format!("battle.hidden_left.{side}");
    // The number comes from a file, and may be so large that the sum overflows.
    hold(hidden.checked_add(hidden_left) == Some(down.len()), &key, "the face-down markers not on the map")?;
    let shown = sorted(&mut placed().filter_map(|marker| marker.shown).chain(left.iter().copied()));
    let key = format!("battle.shown_left.{side}");
    hold(shown == sorted(&mut up.iter().copied()), &key, "the face-up markers not on the map")?;
    let none_left = hidden_left == 0 && left.is_empty();
    hold(stage == Stage::Placing || none_left, "battle", &format!("one with all {side} markers on the map"))
}

/// The fleets that are still at sea once the markers are turned over.
fn at_sea(chart: &Chart, state: &State, battle: &Battle) -> Result<(), Defect> {
    hold(
        battle.revealed || battle.fleets.is_empty(),
        "battle.fleets",
        "empty until the markers are turned over",
    )?;
    let mut numbers = BTreeSet::new();
    let mut ships = BTreeSet::new();
    for fleet in &battle.fleets {
        let key = format!("battle.fleets.{}.{}", fleet.side, fleet.number);
        hold(numbers.insert((fleet.side, fleet.number)), &key, "there once")?;
        hold(is_sea(chart, fleet.hex), &key, "in a hex that can be entered")?;
        hold(fleet.ships.len() >= LEAST_SHIPS, &key, "of three ships at least")?;
        let formed = battle.formed[fleet.side].iter().flat_map(|formation| &formation.fleets);
        let formed = formed.into_iter().find(|formed| formed.number == fleet.number);
        let of_it = |ship: &ShipId| formed.is_some_and(|formed| formed.ships.contains(ship));
        hold(fleet.ships.iter().all(of_it), &key, "of ships it was formed of")?;
        let afloat = |ship: &ShipId| state.berth(*ship) == Some(Berth::Fleet);
        hold(
            fleet.ships.iter().all(|ship| afloat(ship) && ships.insert(*ship)),
            &key,
            "of ships afloat, once each",
        )?;
    }
    Ok(())
}
