//! 8 Gunnery: totals, secret allocation, damage, and what is lost.

use crate::game::{Node, Options, OrderForm, Refusal, Stop, Word};
use crate::games::grand_fleet::arguments::Arguments;
use crate::games::orders::orders;
use std::cmp::Reverse;

use super::{ending, present};
use crate::game::limits::LIST_WORDS;
use crate::game::odds::{self, Odds};
use crate::games::grand_fleet::event::{CombatEvent, Score};
use crate::games::grand_fleet::ids::{Both, Damage, Nation, ShipId, Side, Speed};
use crate::games::grand_fleet::pack::Chart;
use crate::games::grand_fleet::play::{Done, Play, Transition, throw};
use crate::games::grand_fleet::state::{Battle, Berth, State, Step};

/// Added to the dice for a German target (8).
const GERMAN_TARGET: i32 = -1;

crate::word_enum! {
    /// A rule by which a side allocates its gunnery.
    Fire {
        /// The lowest defence first: the most ships.
        Weakest = "weakest",
        /// The highest defence first.
        Dearest = "dearest",
        /// Ships of fast types first.
        Fastest = "fastest",
        /// Pre-dreadnoughts first.
        Oldest = "oldest",
    }
}

/// The ships of a side in the hex of the combat.
fn ships_here(battle: &Battle, side: Side) -> Vec<ShipId> {
    let Some(combat) = &battle.combat else { return vec![] };
    present(battle, side, combat.hex).flat_map(|fleet| &fleet.ships).copied().collect()
}

/// 8 The gunnery of a side: each ship's, changed by the range and never below 0, added up; half of it, without
/// fractions, under half fire; none in confusion. In halves of a point, and in whole points to allocate.
pub fn total(chart: &Chart, battle: &Battle, side: Side) -> (u32, u32) {
    let Some(combat) = &battle.combat else { return (0, 0) };
    if combat.handling[side].is_some_and(|handling| handling.confused) {
        return (0, 0);
    }
    let of_ship = |ship: ShipId| {
        let gunnery = chart.values(ship).map_or(0, |values| values.gunnery_halves);
        // A long range may take more than a ship has; such a ship counts 0 and does not lessen the sum.
        gunnery.saturating_add_signed(combat.situation.range_halves)
    };
    let sum_halves: u32 = ships_here(battle, side).into_iter().map(of_ship).sum();
    // The sum is in halves of a point; half fire takes half of the points and drops the fraction (8).
    let parts = if combat.situation.halved[side] { 4 } else { 2 };
    (sum_halves, sum_halves / parts)
}

/// 8 Adds up the gunnery of both sides; those that can reach the defence of any ship allocate.
///
/// # Errors
/// An event that does not fit.
pub fn begin(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    let battle = play.state.battle()?;
    let totals = Both::of(|side| total(play.board, battle, side));
    play.emit(CombatEvent::GunneryTotalled { sum_halves: totals.map(|t| t.0), points: totals.map(|t| t.1) })?;
    if awaited(play.board, &play.state).next().is_none() {
        return ending::after_round(play);
    }
    Ok(Transition::Wait)
}

/// 8 The sides that can fire and have not allocated.
pub fn awaited<'a>(chart: &'a Chart, state: &'a State) -> impl Iterator<Item = Side> + 'a {
    let can = move |side: &Side| {
        state.battle.as_ref().is_some_and(|battle| {
            let least = targets(chart, battle, *side).iter().map(|(_, defence)| *defence).min();
            let combat = battle.combat.as_ref();
            combat.is_some_and(|combat| {
                combat.targets[*side].is_none() && least.is_some_and(|least| least <= combat.points[*side])
            })
        })
    };
    Side::ALL.iter().copied().filter(can)
}

/// The ships a side may fire at, each with its defence.
fn targets(chart: &Chart, battle: &Battle, side: Side) -> Vec<(ShipId, u32)> {
    let defence = |ship: ShipId| chart.values(ship).map_or(0, |values| values.defence);
    ships_here(battle, side.enemy()).into_iter().map(|ship| (ship, defence(ship))).collect()
}

/// 8 The orders of gunnery: any ships whose defence the points cover.
pub fn options(chart: &Chart, state: &State, side: Side) -> Options {
    let mut options = Options::default();
    let Some(battle) = &state.battle else { return options };
    let Some(combat) = &battle.combat else { return options };
    let of: Vec<(Word, u32)> =
        targets(chart, battle, side).into_iter().map(|(ship, defence)| (ship.0, defence)).collect();
    // Eight fleets of eight ships are as many words as an order may list, so every ship can be aimed at.
    let most = of.len().min(LIST_WORDS);
    let budget = Some(combat.points[side]);
    options.push("fire", Node::SomeOf { arg: "targets", of, least: 1, most, budget });
    options.push("fire-by", Node::one_of("rule", Fire::ALL.iter().map(|rule| rule.word())));
    options.push("hold-fire", Node::End);
    options
}

orders! {
    /// The orders of gunnery.
    pub enum GunneryOrder from order: Arguments<'_> {
        /// 8 Fires at these ships.
        "fire" => Fire { targets: Vec<ShipId> = order.ships("targets")? },
        /// 8 Fires by a rule.
        "fire-by" => FireBy { rule: Fire = order.one_of("rule", Fire::named)? },
        /// 8 Fires at none.
        "hold-fire" => HoldFire,
    }
}

/// 8 A side has allocated; when all that can fire have, the shots fall.
///
/// # Errors
/// Chance that cannot answer.
pub fn allocate(play: &mut Play<'_, '_>, side: Side, order: GunneryOrder) -> Result<Transition, Stop> {
    let targets = aimed_at(play.board, play.state.battle()?, side, order);
    play.emit(CombatEvent::TargetsChosen { side, targets })?;
    // The first allocation stays sealed until the second: each side aims without knowing the other's targets.
    if awaited(play.board, &play.state).next().is_some() {
        return Ok(Transition::WaitAt(Step::Gunnery));
    }
    fire(play)
}

/// 8 The ships that an order fires at.
pub fn aimed_at(chart: &Chart, battle: &Battle, side: Side, order: GunneryOrder) -> Vec<ShipId> {
    match order {
        GunneryOrder::Fire { targets } => targets,
        GunneryOrder::FireBy { rule } => by_rule(chart, battle, side, rule),
        GunneryOrder::HoldFire => vec![],
    }
}

/// 8 The ships a rule fires at: in its order, each whose defence the points left still cover.
fn by_rule(chart: &Chart, battle: &Battle, side: Side, rule: Fire) -> Vec<ShipId> {
    let mut points = battle.combat.as_ref().map_or(0, |combat| combat.points[side]);
    let mut targets = targets(chart, battle, side);
    targets.sort_by_cached_key(|(ship, defence)| {
        let values = chart.values(*ship);
        let gunnery = Reverse(values.map_or(0, |values| values.gunnery_halves));
        let fast = values.is_some_and(|values| values.speed == Speed::Fast);
        let (first, defence) = match rule {
            Fire::Weakest => (0, i64::from(*defence)),
            Fire::Dearest => (0, -i64::from(*defence)),
            Fire::Fastest => (u32::from(!fast), -i64::from(*defence)),
            Fire::Oldest => (u32::from(!values.is_some_and(|values| values.is_old)), i64::from(*defence)),
        };
        (first, defence, gunnery, *ship)
    });
    let mut chosen = Vec::new();
    for (ship, defence) in targets {
        // A ship that the points do not cover is passed over: a cheaper one behind it may still be hit.
        if defence <= points && chosen.len() < LIST_WORDS {
            points -= defence;
            chosen.push(ship);
        }
    }
    chosen
}

/// 8 All shots fall, then their results are applied together.
fn fire(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    let combat = play.state.combat()?;
    let targets = Both::of(|side| combat.targets[side].clone().unwrap_or_default());
    play.emit(CombatEvent::TargetsShown { targets: targets.clone() })?;
    let attacker = play.state.battle()?.attacker;
    // The order only fixes which dice are whose; results apply together after all shots (8).
    for side in [attacker, attacker.enemy()] {
        for ship in &targets[side] {
            shoot(play, side, *ship)?;
        }
    }
    take_damage(play)?;
    ending::after_round(play)
}

/// 8 The modifier of the two dice at a target of a nation.
pub fn modifier(nation: Nation) -> i32 {
    if nation == Nation::German { GERMAN_TARGET } else { 0 }
}

/// 8 The result of two dice at a target.
fn damage_of(chart: &Chart, nation: Nation, dice: u32) -> (i32, Damage) {
    let sum = i32::try_from(dice).unwrap_or(0) + modifier(nation);
    (sum, chart.damage(sum))
}

/// 8 The odds of a shot at each of a side's targets: the same whatever the ship.
pub fn odds(chart: &Chart, battle: &Battle, side: Side) -> Vec<Odds> {
    let nation =
        targets(chart, battle, side).first().and_then(|(ship, _)| Some(chart.spec(*ship).ok()?.nation));
    let Some(nation) = nation else { return vec![] };
    let dice = odds::die().then(|one| odds::die().map(|other| one + other));
    let likely = |damage| dice.likelihood(|dice| damage_of(chart, nation, *dice).1 == damage);
    let outcomes = [("target-sunk", likely(Damage::Sunk)), ("target-damaged", likely(Damage::Boxed))];
    ["fire", "fire-by"].map(|verb| Odds::of(OrderForm::new(Word::literal(verb)), outcomes)).to_vec()
}

fn shoot(play: &mut Play<'_, '_>, side: Side, ship: ShipId) -> Done {
    let dice = play.dice(throw(side, "damage", "8").about(ship), 2)?;
    let (sum, result) = damage_of(play.board, play.board.spec(ship)?.nation, dice.iter().sum());
    play.emit(CombatEvent::ShotFell { ship, sum, result })
}

/// 8, 11 Damaged ships leave for boxes, sunk ships score.
fn take_damage(play: &mut Play<'_, '_>) -> Done {
    let shots = &play.state.combat()?.shots;
    let with = |result: Damage| {
        shots.iter().filter(|shot| shot.result == result).map(|shot| shot.ship).collect::<Vec<_>>()
    };
    let (boxed, sunk) = (with(Damage::Boxed), with(Damage::Sunk));
    if boxed.is_empty() && sunk.is_empty() {
        return Ok(());
    }
    // 11: pre-dreadnoughts score by twos or threes over the game, so the gain is a difference of totals.
    let before = Both::of(|side| worth_of_sunk(play.board, &play.state, side));
    play.emit(CombatEvent::DamageTaken { boxed, sunk })?;
    for loser in Side::ALL.iter().copied() {
        let gained = worth_of_sunk(play.board, &play.state, loser) - before[loser];
        play.score(loser.enemy(), gained, Score::Sinking)?;
    }
    Ok(())
}

/// 11 The number of pre-dreadnoughts sunk that are worth a point.
pub fn old_ships_a_point(side: Side) -> u32 {
    match side {
        Side::British => 2,
        Side::German => 3,
    }
}

/// 11 The worth of all ships that a side has lost so far: one point each, pre-dreadnoughts by the pair or by threes.
pub fn worth_of_sunk(chart: &Chart, state: &State, side: Side) -> u32 {
    let sunk = state.ships(chart, side, |berth| berth == Berth::Sunk);
    let old = u32::try_from(sunk.iter().filter(|ship| chart.is_old(**ship)).count()).unwrap_or(0);
    let others = u32::try_from(sunk.len()).unwrap_or(0) - old;
    others + old / old_ships_a_point(side)
}

/// Why an allocation is refused.
pub fn refuse(chart: &Chart, battle: &Battle, side: Side, words: &[Word]) -> Option<Refusal> {
    let targets = targets(chart, battle, side);
    let mut wanted = 0;
    for (at, word) in words.iter().enumerate() {
        let Some((_, defence)) = targets.iter().find(|(ship, _)| ship.0 == *word) else {
            return Some(Refusal::new("not-a-target", "8").about("ship", word));
        };
        if words[..at].contains(word) {
            return Some(Refusal::new("twice", "8").about("ship", word));
        }
        wanted += defence;
    }
    let points = battle.combat.as_ref()?.points[side];
    let refusal = Refusal::new("over-points", "8").about("points", points).about("wanted", wanted);
    let legal = by_rule(chart, battle, side, Fire::Dearest);
    (wanted > points).then(|| refusal.legal(legal))
}
