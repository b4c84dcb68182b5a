//! Worlds that fit a side's view: secrets, made up from the pack and the view alone.
//!
//! | secret | what may be | how it is drawn |
//! |---|---|---|
//! | initiative dice | 1 or 2 | either as likely |
//! | fleets | ships of the fleet box in fleets, those fast that lie face up | mostly as a plan forms them |
//! | the order of face-down markers | any | each as likely: they are shuffled |
//! | gunnery | ships in the hex that the points cover | mostly as a rule fires |
//!
//! Nothing that may be is left out: what is not drawn by a plan or a rule is drawn step by step, and no step has a choice of
//! weight 0. What everybody sees is taken from the view, so that the view of such a world is that view again.

use super::arguments::Arguments;
use super::combat::gunnery;
use super::combat::gunnery::GunneryOrder;
use super::formation::{self, Facing, FormationPlan, LEAST_SHIPS, fleets, most_ships, speed};
use super::ids::{Both, HexId, ShipId, Side, Speed};
use super::pack::Chart;
use super::readings;
use super::state::{Battle, Combat, Fleet, Formation, Marker, State};
use super::view::{BattleView, CombatView, Decision, View};
use crate::game::{Dice, Options, Shared};

/// One secret decision of this many is drawn among all that are possible, the others as a plan or a rule makes them.
const ANYHOW: u32 = 4;

/// A state that fits what `view` shows.
pub fn imagine(chart: &Chart, view: &View, dice: &mut Dice) -> State {
    let mut state = State {
        setup: view.setup,
        turn: view.turn,
        step: view.step,
        lead: view.lead,
        war: view.war,
        berths: view.berths.clone(),
        dice: made(&view.dice, |_| 1 + dice.below(2)),
        battle: None,
        outcome: view.outcome,
        rules: readings::VERSION,
    };
    let Some(seen) = &view.battle else { return state };
    state.battle = Some(battle(chart, &state, seen, dice));
    for side in Side::ALL.iter().copied() {
        // Only once the state has its battle: the targets depend on the points and ships in it.
        let sealed = seen.combat.as_ref().is_some_and(|combat| combat.targets[side] == Decision::Sealed);
        let targets = sealed.then(|| targets(chart, &state, side, dice));
        if let (Some(targets), Ok(combat)) = (targets, state.combat_mut()) {
            combat.targets[side] = Some(targets);
        }
    }
    state
}

/// The decisions of both sides, with the sealed ones made up.
fn made<T: Clone>(seen: &Both<Decision<T>>, mut made_up: impl FnMut(Side) -> T) -> Both<Option<T>> {
    Both::of(|side| match &seen[side] {
        Decision::Awaited => None,
        Decision::Open(decision) => Some(decision.clone()),
        Decision::Sealed => Some(made_up(side)),
    })
}

fn battle(chart: &Chart, state: &State, seen: &BattleView, dice: &mut Dice) -> Battle {
    let formed = made(&seen.formed, |side| formation(chart, state, seen, side, dice).into());
    let shuffled = seen.shuffled.clone().unwrap_or_else(|| Both::of(|side| shuffled(&formed, side, dice)));
    let markers = if seen.revealed { turned_over(chart, seen, &formed) } else { seen.markers.clone() };
    Battle {
        attacker: seen.attacker,
        formed,
        shuffled,
        shown_left: seen.shown_left.clone(),
        hidden_left: seen.hidden_left,
        markers,
        passes: seen.passes,
        revealed: seen.revealed,
        fleets: seen.fleets.clone(),
        fought: seen.fought.clone(),
        combat: seen.combat.as_ref().map(combat),
    }
}

/// A combat without the targets that are sealed.
fn combat(seen: &CombatView) -> Combat {
    Combat {
        hex: seen.hex,
        round: seen.round,
        first: seen.first,
        handling: seen.handling,
        situation: seen.situation.clone(),
        points: seen.points,
        targets: Both::of(|side| match &seen.targets[side] {
            Decision::Open(targets) => Some(targets.clone()),
            Decision::Awaited | Decision::Sealed => None,
        }),
        shots: seen.shots.clone(),
        willing: seen.willing,
    }
}

/// 8 The face-down markers of a side in some order, once both sides have formed.
fn shuffled(formed: &Both<Option<Shared<Formation>>>, side: Side, dice: &mut Dice) -> Vec<u32> {
    let (Some(formation), Some(_)) = (&formed[side], &formed[side.enemy()]) else { return vec![] };
    let down = (1..=fleets(side)).filter(|number| !formation.shown.contains(number));
    mixed(down.collect(), dice)
}

/// The markers of a battle in which they are turned over: nothing asks any more where they lay.
fn turned_over(chart: &Chart, seen: &BattleView, formed: &Both<Option<Shared<Formation>>>) -> Vec<Marker> {
    let marker = |side: Side, number: u32| {
        let at_sea = seen.fleets.iter().find(|fleet| fleet.side == side && fleet.number == number);
        // A dummy or a fleet that left has no hex any more; its home is one that may be entered.
        let hex: HexId = at_sea.map_or(chart.home(side), |fleet| fleet.hex);
        let up = formed[side].as_ref().is_some_and(|formation| formation.shown.contains(&number));
        Marker { side, hex, shown: up.then_some(number), done: false }
    };
    let of = |side: &Side| (1..=fleets(*side)).map(|number| marker(*side, number)).collect::<Vec<_>>();
    Side::ALL.iter().flat_map(of).collect()
}

/// 8 Fleets that a side may have formed, with those face up that are seen to be.
fn formation(chart: &Chart, state: &State, seen: &BattleView, side: Side, dice: &mut Dice) -> Formation {
    let ships = state.fleet(chart, side);
    if ships.len() < LEAST_SHIPS {
        return Formation::default();
    }
    // Which lie face up is known when both have formed.
    let up = (seen.formed[side.enemy()] != Decision::Awaited).then(|| {
        let placed = seen.markers.iter().filter(|marker| marker.side == side).filter_map(|it| it.shown);
        let mut up: Vec<u32> = seen.shown_left[side].iter().copied().chain(placed).collect();
        up.sort_unstable();
        up
    });
    let by_plan = (dice.below(ANYHOW) > 0)
        .then(|| {
            formation::planned(
                chart,
                side,
                ships.clone(),
                one_of(FormationPlan::ALL, dice),
                one_of(Facing::ALL, dice),
            )
        })
        // A plan that lays other fleets face up than those seen would give another view.
        .filter(|formation| up.as_ref().is_none_or(|up| *up == formation.shown));
    by_plan.unwrap_or_else(|| drawn(chart, side, ships, up, dice))
}

/// Draws any fleets that a side may form: how many face down, how many fast ships in those face up, then which ships in which.
fn drawn(chart: &Chart, side: Side, ships: Vec<ShipId>, up: Option<Vec<u32>>, dice: &mut Dice) -> Formation {
    let (least, most, all) = (LEAST_SHIPS, most_ships(side), ships.len());
    let seen = up.clone().unwrap_or_default();
    let (fast, others): (Vec<_>, Vec<_>) =
        ships.into_iter().partition(|ship| speed(chart, std::slice::from_ref(ship)) == Speed::Fast);
    let free: Vec<u32> = (1..=fleets(side)).filter(|number| !seen.contains(number)).collect();
    let ships_up = |down: usize| {
        let fewest = (least * seen.len()).max(all.saturating_sub(most * down));
        // Each face-down fleet needs its three ships, so those face up cannot take them all.
        let open = all.checked_sub(least * down)?;
        let range = fewest..=(most * seen.len()).min(fast.len()).min(open);
        (!range.is_empty()).then(|| range.collect::<Vec<usize>>())
    };
    let ways: Vec<(usize, Vec<usize>)> =
        (0..=free.len()).filter_map(|down| Some((down, ships_up(down)?))).collect();
    let (down, count) = ways
        .get(dice.below(ways.len() as u32) as usize)
        .map_or((0, 0), |(down, counts)| (*down, one_of(counts, dice)));
    let mut lead = mixed(fast, dice);
    let rest = lead.split_off(count.min(lead.len()));
    let numbers =
        dice.draw(down as u32, free.len() as u32).into_iter().filter_map(|at| free.get(at as usize));
    let numbers: Vec<u32> = numbers.copied().collect();
    let mut fleets: Vec<Fleet> = shared(&seen, lead, most, dice);
    fleets.extend(shared(&numbers, others.into_iter().chain(rest).collect(), most, dice));
    fleets.sort_by_key(|fleet| fleet.number);
    let is_shown = |fleet: &&Fleet| match &up {
        Some(up) => up.contains(&fleet.number),
        // Until both have formed the other side does not see which lie face up, so any fast fleet may.
        None => speed(chart, &fleet.ships) == Speed::Fast && dice.below(2) == 0,
    };
    let shown = fleets.iter().filter(is_shown).map(|fleet| fleet.number).collect();
    Formation { fleets, shown }
}

/// Divides ships among fleets of these numbers: the fewest for each, then one after another while there is room.
fn shared(numbers: &[u32], ships: Vec<ShipId>, most: usize, dice: &mut Dice) -> Vec<Fleet> {
    let mut ships = mixed(ships, dice).into_iter();
    let mut fleets: Vec<Fleet> = numbers
        .iter()
        .map(|number| Fleet::new(*number, ships.by_ref().take(LEAST_SHIPS).collect()))
        .collect();
    // One fleet with room each time, so that unequal fleets are possible too.
    for ship in ships {
        let mut room: Vec<&mut Fleet> = fleets.iter_mut().filter(|fleet| fleet.ships.len() < most).collect();
        let at = dice.below(room.len() as u32) as usize;
        if let Some(fleet) = room.get_mut(at) {
            fleet.ships.push(ship);
        }
    }
    fleets.iter_mut().for_each(|fleet| fleet.ships.sort_unstable());
    fleets
}

/// 8 The ships a side may have fired at.
fn targets(chart: &Chart, state: &State, side: Side, dice: &mut Dice) -> Vec<ShipId> {
    let mut options = gunnery::options(chart, state, side);
    if dice.below(ANYHOW) > 0 {
        // More often than not a rule of fire aims; else any legal order may be drawn, holding fire too.
        options = Options {
            verbs: options.verbs.into_iter().filter(|(verb, _)| verb.as_str() == "fire-by").collect(),
        };
    }
    let form = options.sample(&mut |n| dice.below(n));
    let order = form.and_then(|form| GunneryOrder::read(&Arguments(&form)));
    let battle = state.battle.as_ref();
    order.zip(battle).map_or(vec![], |(order, battle)| gunnery::aimed_at(chart, battle, side, order))
}

fn one_of<T: Copy>(of: &[T], dice: &mut Dice) -> T {
    of[dice.below(of.len() as u32) as usize]
}

fn mixed<T: Copy>(things: Vec<T>, dice: &mut Dice) -> Vec<T> {
    let order = dice.shuffle(things.len() as u32);
    order.into_iter().filter_map(|at| things.get(at as usize)).copied().collect()
}
