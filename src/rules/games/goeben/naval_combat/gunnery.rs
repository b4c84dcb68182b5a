//! 14.5, 14.6, 14.8 to 14.10 German guns and torpedoes.

use super::{austrians, hits};
use crate::game::odds::{self, Likelihood, Odds, Spread};
use crate::game::{Node, Options, OrderForm, Refusal, Word};
use crate::games::goeben::alert;
use crate::games::goeben::board::Board;
use crate::games::goeben::event::NavalCombatEvent;
use crate::games::goeben::ids::{Cargo, Nation, Rate, ShipId, Track};
use crate::games::goeben::night;
use crate::games::goeben::play::{Done, Play, german};
use crate::games::goeben::readings;
use crate::games::goeben::squadron;
use crate::games::goeben::state::State;
use crate::games::goeben::state::battle::{Battle, BattleStep, Counter, Side, Weapon};

/// The word that names the coast as a target (16).
pub const COAST: &str = "coast";
/// Ammunition for a battle (14.8).
const NORMAL_AMMUNITION: u8 = 1;
/// Ammunition for a battle at the maximum rate (14.9).
const MAXIMUM_AMMUNITION: u8 = 2;

/// 14.5 Dice of a German ship for one type of guns at a target: guns, Leadership, crew and gear, less armour, doubled
/// at the maximum rate, then morale. A ship without guns of a type does not fire it.
pub fn dice(
    board: &Board,
    state: &State,
    id: ShipId,
    weapon: Weapon,
    target: Option<&Counter>,
    maximum: bool,
) -> u32 {
    if state.ship(id).is_none() {
        return austrians::dice(board, state, id, weapon);
    }
    let Some(dice) = rating(board, state, id, weapon, target) else { return 0 };
    with_morale(state, if maximum { dice * 2 } else { dice })
}

/// 14.6 Dice of each of a ship's torpedoes at a target, each an attack of fire-power 1. To a Morale Check they are one
/// kind, so its die goes to the first (13.1).
pub fn torpedo_dice(board: &Board, state: &State, id: ShipId, target: &Counter) -> Vec<u32> {
    let Some(ship) = state.ship(id) else {
        return vec![austrians::dice(board, state, id, Weapon::Torpedoes)];
    };
    let Some(dice) = rating(board, state, id, Weapon::Torpedoes, Some(target)) else { return vec![] };
    let mut all = vec![u32::from(dice); usize::from(ship.track(Track::Torpedoes))];
    let changed = if state.reads(&readings::MORALE_OF_TORPEDOES) { 1 } else { all.len() };
    all.iter_mut().take(changed).for_each(|dice_of| *dice_of = with_morale(state, dice));
    all
}

fn with_morale(state: &State, dice: u8) -> u32 {
    u32::from(dice.saturating_add_signed(state.today.morale))
}

/// 14.5, 14.6 The value of a German ship's weapon; `None` if she has none of it.
fn rating(board: &Board, state: &State, id: ShipId, weapon: Weapon, target: Option<&Counter>) -> Option<u8> {
    let ship = state.ship(id)?;
    let power = match weapon {
        // 14.6: each torpedo is an attack of fire-power 1, however many are in the tubes.
        Weapon::Torpedoes => ship.track(Track::Torpedoes).min(1),
        guns => night::guns(state.battle(), ship.track(guns.track()), ship.carries(Cargo::Optics) > 0),
    };
    if power == 0 {
        return None;
    }
    // 14.5: crew and gear add once for each kind, however many counters of it are aboard.
    let mut kinds: Vec<_> = ship.cargo.values().collect();
    kinds.sort();
    kinds.dedup();
    let gear: u8 =
        kinds.into_iter().filter_map(|cargo| board.pack().cargo.get(cargo)).map(|spec| spec.fire_dice).sum();
    let armour = target.and_then(|enemy| board.ship(enemy.ship).ok()).map_or(0, |spec| spec.armour);
    Some((power + ship.track(Track::Leadership) + gear).saturating_sub(armour))
}

/// German and Austro-Hungarian ships that can fire in the present step, each with its targets.
pub fn firers(board: &Board, state: &State) -> Vec<(ShipId, Vec<Word>)> {
    let Some(battle) = state.battle() else { return vec![] };
    let BattleStep::Fire { round, side: Side::German, fired } = &battle.step else { return vec![] };
    let weapons = battle.weapons(*round);
    let able = super::fleet(state, battle)
        .into_iter()
        .filter(|id| !fired.contains(id))
        .filter(|id| weapons == [Weapon::Torpedoes] || has_ammunition(state, battle, *id))
        .map(|id| (id, targets(board, state, battle, id, &weapons)))
        .filter(|(_, targets)| !targets.is_empty())
        .collect();
    austrians::in_turn(battle, able)
}

fn has_ammunition(state: &State, battle: &Battle, id: ShipId) -> bool {
    battle.paid.contains(&id)
        || state.ship(id).is_none_or(|ship| ship.track(Track::Ammunition) >= NORMAL_AMMUNITION)
}

/// Targets against which a ship has any die.
fn targets(board: &Board, state: &State, battle: &Battle, id: ShipId, weapons: &[Weapon]) -> Vec<Word> {
    // 13.1, 14.9: poor morale may leave a die at the maximum rate only.
    let maximum = battle.maximum.contains(&id) || may_go_to_maximum(state, battle, id);
    let reaches = |target: Option<&Counter>| match target.filter(|_| weapons == [Weapon::Torpedoes]) {
        Some(target) => torpedo_dice(board, state, id, target).into_iter().any(|dice| dice > 0),
        None => weapons.iter().any(|weapon| dice(board, state, id, *weapon, target, maximum) > 0),
    };
    if battle.coast {
        return if reaches(None) { vec![Word::literal(COAST)] } else { vec![] };
    }
    battle.fighting().filter(|enemy| reaches(Some(enemy))).map(|enemy| enemy.ship.0).collect()
}

fn may_go_to_maximum(state: &State, battle: &Battle, id: ShipId) -> bool {
    !battle.paid.contains(&id)
        && state.ship(id).is_some_and(|ship| ship.track(Track::Ammunition) >= MAXIMUM_AMMUNITION)
}

/// 14.5, 14.6 The shots of this step: each ship at a target of its own, or no more fire.
pub fn options(board: &Board, state: &State, battle: &Battle) -> Options {
    let mut options = Options::default();
    let torpedoes = matches!(&battle.step, BattleStep::Fire { round, .. } if battle.weapons(*round) == [Weapon::Torpedoes]);
    let firers = firers(board, state).into_iter().map(|(id, targets)| {
        let then = |target: Word| match torpedoes {
            true => salvo(board, state, battle, id, target),
            false => Node::one_of("rate", rates(state, battle, id)),
        };
        let targets = targets.into_iter().map(|target| (target, then(target)));
        (id.0, Node::choice("target", targets.collect::<Vec<_>>()))
    });
    options.push(if torpedoes { "torpedo" } else { "fire" }, Node::choice("ship", firers));
    options.push("hold", Node::End);
    options
}

/// 14.6 The numbers of torpedoes that a ship may fire at a target: as many as have dice. Morale may leave dice to the first
/// torpedo alone. An Austro-Hungarian ship fires all of them (20.0).
fn salvo(board: &Board, state: &State, battle: &Battle, id: ShipId, target: Word) -> Node {
    let enemy = battle.fighting().find(|enemy| enemy.ship.0 == target);
    let dice = enemy.map(|enemy| torpedo_dice(board, state, id, enemy)).unwrap_or_default();
    let all = i64::from(austrians::torpedoes(board, battle, id));
    let at = |place: Option<usize>| place.map_or(1, |place| place as i64 + 1);
    let (least, most) = match state.ship(id) {
        Some(_) => (at(dice.iter().position(|n| *n > 0)), at(dice.iter().rposition(|n| *n > 0))),
        None => (all, all),
    };
    Node::Number { arg: "count", least, most }
}

/// 14.9 The rates a ship may fire at: declared with its first shot, kept for the battle.
fn rates(state: &State, battle: &Battle, id: ShipId) -> Vec<Word> {
    let (normal, maximum) = (Rate::Normal.word(), Rate::Maximum.word());
    match (battle.paid.contains(&id), battle.maximum.contains(&id)) {
        (true, true) => vec![maximum],
        (true, false) => vec![normal],
        _ if may_go_to_maximum(state, battle, id) => vec![normal, maximum],
        _ => vec![normal],
    }
}

/// 14.5, 14.8, 14.9 A ship fires the guns of this step at a target.
///
/// # Errors
/// Chance that cannot answer.
pub fn fire(play: &mut Play<'_, '_>, ship: ShipId, target: Word, rate: Rate) -> Done {
    let maximum = rate == Rate::Maximum;
    let Some(battle) = play.state.battle() else { return Ok(()) };
    let BattleStep::Fire { round, .. } = battle.step else { return Ok(()) };
    let (weapons, coast, paid) = (battle.weapons(round), battle.coast, battle.paid.contains(&ship));
    // 20.0: Austro-Hungarian ships have no ammunition to pay with.
    if !paid && play.state.ship(ship).is_some() {
        let points = if maximum { MAXIMUM_AMMUNITION } else { NORMAL_AMMUNITION };
        squadron::change_track(play, ship, Track::Ammunition, -(points as i8), u8::MAX, "fire")?;
        play.emit(NavalCombatEvent::ShipFired { ship, maximum })?;
    }
    count_shot(play, ship)?;
    for weapon in weapons {
        let Some(battle) = play.state.battle() else { return Ok(()) };
        // Guns that fire together all reach a ship that the first of them makes withdraw (14.7).
        let enemy = battle.enemies.iter().find(|enemy| enemy.ship.0 == target && !enemy.sunk).cloned();
        if !coast && enemy.is_none() {
            // 14.5 (erratum): sunk by the guns before; those left have no other target in this round.
            break;
        }
        let n = dice(play.board, &play.state, ship, weapon, enemy.as_ref(), maximum);
        if n == 0 {
            continue;
        }
        let (purpose, rule, lowest) = match coast {
            true => ("bombardment", "16.0", play.board.pack().charts.firing.bombardment),
            false => ("gunnery", "14.5", play.board.pack().charts.firing.gunnery),
        };
        let throw = german(purpose, rule).about(ship).about(target).about(weapon.track());
        let faces = play.dice(throw, n)?;
        let hits = faces.iter().filter(|face| **face >= u32::from(lowest)).count();
        match enemy {
            Some(enemy) => hits::on_enemy(play, enemy.ship, weapon, hits)?,
            None => hits::on_coast(play, hits)?,
        }
    }
    Ok(())
}

/// 14.5 to 14.7, 14.10, 16 The odds of each shot that may be fired in this step.
pub fn odds(board: &Board, state: &State) -> Vec<Odds> {
    let Some(battle) = state.battle() else { return vec![] };
    let BattleStep::Fire { round, .. } = battle.step else { return vec![] };
    let weapons = battle.weapons(round);
    let shots = firers(board, state).into_iter();
    let shots = shots.flat_map(|(ship, targets)| targets.into_iter().map(move |target| (ship, target)));
    shots
        .flat_map(|(ship, target)| match weapons == [Weapon::Torpedoes] {
            true => torpedo_odds(board, state, battle, ship, target),
            false => fire_odds(board, state, battle, &weapons, ship, target),
        })
        .collect()
}

/// The guns of a ship at a target, at each rate.
fn fire_odds(
    board: &Board,
    state: &State,
    battle: &Battle,
    weapons: &[Weapon],
    ship: ShipId,
    target: Word,
) -> Vec<Odds> {
    let enemy = battle.fighting().find(|enemy| enemy.ship.0 == target);
    let of = |rate: Word| {
        let order = OrderForm::new(Word::literal("fire"));
        let order = order.with("ship", ship.0).with("target", target).with("rate", rate);
        let maximum = rate == Rate::Maximum.word();
        let n = weapons.iter().map(|weapon| dice(board, state, ship, *weapon, enemy, maximum)).sum();
        let firing = &board.pack().charts.firing;
        match enemy {
            Some(enemy) => {
                let hits = odds::successes(n, u32::from(firing.gunnery));
                // Guns of every calibre hit alike and read one table.
                let hit = hits.likelihood(|hits| *hits > 0);
                at_enemy(order, hit, hits::spread_on_enemy(board, enemy.clone(), Weapon::Primary, hits))
            }
            None => {
                let hits = odds::successes(n, u32::from(firing.bombardment));
                let hit = hits.likelihood(|hits| *hits > 0);
                let unit = odds::die().map(|row| hits::destroys_on_coast(board, battle.space, row));
                let destroyed = hits.then(|hits| {
                    (0..hits).fold(Spread::certain(false), |so_far, _| {
                        so_far.then(|done| unit.clone().map(|destroyed| done || destroyed))
                    })
                });
                Odds::of(order, [("hit", hit), ("unit-destroyed", destroyed.likelihood(|done| *done))])
            }
        }
    };
    rates(state, battle, ship).into_iter().map(of).collect()
}

/// The torpedoes of a ship at a target, by how many are fired.
fn torpedo_odds(board: &Board, state: &State, battle: &Battle, ship: ShipId, target: Word) -> Vec<Odds> {
    let Some(enemy) = battle.fighting().find(|enemy| enemy.ship.0 == target) else { return vec![] };
    let Node::Number { least, most, .. } = salvo(board, state, battle, ship, target) else { return vec![] };
    let lowest = u32::from(board.pack().charts.firing.torpedo);
    let dice = torpedo_dice(board, state, ship, enemy);
    let of = |count: i64| {
        let order = OrderForm::new(Word::literal("torpedo"));
        let order = order.with("ship", ship.0).with("target", target).with("count", count);
        // An Austro-Hungarian ship fires all of them as one attack (20.0).
        let attacks = if state.ship(ship).is_some() { usize::try_from(count).unwrap_or(0) } else { 1 };
        let (mut missed, mut after) = (Spread::certain(true), Spread::certain(enemy.clone()));
        for n in dice.iter().take(attacks) {
            let hits = odds::successes(*n, lowest);
            let misses = hits.clone().map(|hits| hits == 0);
            missed = missed.then(|so_far| misses.clone().map(|misses| so_far && misses));
            // What is gone is not fired at any more.
            after = after.then(|counter| match counter.fights() {
                true => hits::spread_on_enemy(board, counter, Weapon::Torpedoes, hits.clone()),
                false => Spread::certain(counter),
            });
        }
        at_enemy(order, missed.likelihood(|missed| !missed), after)
    };
    (least..=most).map(of).collect()
}

/// The odds of a shot at an enemy: a hit at all, the target withdrawn or sunk.
fn at_enemy(order: OrderForm, hit: Likelihood, after: Spread<Counter>) -> Odds {
    let withdrawn = after.likelihood(|counter| counter.withdrawn && !counter.sunk);
    Odds::of(
        order,
        [("hit", hit), ("withdrawn", withdrawn), ("sunk", after.likelihood(|counter| counter.sunk))],
    )
}

/// 14.6, 14.10 A ship fires `count` torpedoes at a target, each an attack of its own.
///
/// # Errors
/// Chance that cannot answer.
pub fn torpedo(play: &mut Play<'_, '_>, ship: ShipId, target: Word, count: u8) -> Done {
    count_shot(play, ship)?;
    if play.state.ship(ship).is_none() {
        return austrians::torpedo(play, ship, target);
    }
    let aimed =
        |play: &Play<'_, '_>| play.state.battle()?.fighting().find(|enemy| enemy.ship.0 == target).cloned();
    // Before the first is fired: the list is as long as the track, which each torpedo shortens.
    let dice = aimed(play).map_or(vec![], |enemy| torpedo_dice(play.board, &play.state, ship, &enemy));
    for n in dice.into_iter().take(usize::from(count)) {
        let enemy = aimed(play).filter(|_| n > 0);
        squadron::change_track(play, ship, Track::Torpedoes, -1, u8::MAX, "fire")?;
        // 14.6: torpedoes ordered are spent, also when the target is gone.
        let Some(enemy) = enemy else { continue };
        let faces = play.dice(german("torpedo", "14.6").about(ship).about(target), n)?;
        let lowest = u32::from(play.board.pack().charts.firing.torpedo);
        let hits = faces.iter().filter(|face| **face >= lowest).count();
        hits::on_enemy(play, enemy.ship, Weapon::Torpedoes, hits)?;
    }
    Ok(())
}

/// Notes that a ship has fired in this step; the first shot of a battle alerts the Allies (5, 14, 16).
fn count_shot(play: &mut Play<'_, '_>, ship: ShipId) -> Done {
    if let Some(Battle { step: BattleStep::Fire { round, side, fired }, .. }) = play.state.battle() {
        let (round, side, mut fired) = (*round, *side, fired.clone());
        fired.push(ship);
        play.emit(NavalCombatEvent::BattleStepped { step: BattleStep::Fire { round, side, fired } })?;
    }
    first_shot(play)
}

/// 5.0, Allied Alert chart: a battle or bombardment in which fire was opened raises the alert level, once.
///
/// # Errors
/// A fault of the engine.
pub fn first_shot(play: &mut Play<'_, '_>) -> Done {
    let Some(battle) = play.state.battle().filter(|battle| !battle.fired) else { return Ok(()) };
    let chart = &play.board.pack().charts.alert;
    let (by, why) = match battle.coast {
        true => (chart.bombardment, "bombardment"),
        false => (chart.naval_battle, "naval-battle"),
    };
    play.emit(NavalCombatEvent::FireOpened {})?;
    alert::change(play, by, why)
}

/// No more fire in this step by the nation whose turn it is: the German, unless two fight together (20.0).
///
/// # Errors
/// A fault of the engine.
pub fn hold(play: &mut Play<'_, '_>) -> Done {
    let turn = firers(play.board, &play.state).first().map(|(id, _)| *id);
    let Some(battle) = play.state.battle() else { return Ok(()) };
    let nation = turn.map_or(Nation::German, |id| austrians::nation_of(battle, id));
    let all = battle.german.iter().copied().chain(battle.austrians.iter().map(|counter| counter.ship));
    let of_nation = all.filter(|id| austrians::nation_of(battle, *id) == nation).collect();
    hold_ships(play, of_nation)
}

/// No more fire of these ships in this step.
///
/// # Errors
/// A fault of the engine.
pub fn hold_ships(play: &mut Play<'_, '_>, ships: Vec<ShipId>) -> Done {
    let Some(battle) = play.state.battle() else { return Ok(()) };
    let BattleStep::Fire { round, side, fired } = &battle.step else { return Ok(()) };
    let (round, side, mut fired) = (*round, *side, fired.clone());
    fired.retain(|ship| !ships.contains(ship));
    fired.extend(ships);
    play.emit(NavalCombatEvent::BattleStepped { step: BattleStep::Fire { round, side, fired } })
}

/// Why a ship may not fire; `torpedo` when the order is for torpedoes. `None` when it is the wrong round for it.
pub fn refuse(
    board: &Board,
    state: &State,
    torpedo: bool,
    id: ShipId,
    target: Option<Word>,
) -> Option<Refusal> {
    let battle = state.battle()?;
    let BattleStep::Fire { round, fired, .. } = &battle.step else { return None };
    let refusal = |reason, rule| Some(Refusal::new(reason, rule).about("ship", id));
    let weapons = battle.weapons(*round);
    if torpedo != (weapons == [Weapon::Torpedoes]) {
        return None;
    }
    if state.ship(id).is_some_and(|ship| ship.at.is_none()) {
        return refusal("ship-sunk", "6.3");
    }
    if !super::fleet(state, battle).contains(&id) {
        return refusal("not-in-battle", "14.1");
    }
    if fired.contains(&id) {
        return refusal("fired-this-round", "14.5");
    }
    let has = |weapon: &Weapon| match state.ship(id) {
        Some(ship) => ship.track(weapon.track()) > 0,
        None => austrians::dice(board, state, id, *weapon) > 0,
    };
    if !weapons.iter().any(has) {
        return if torpedo { refusal("no-torpedoes", "14.10") } else { refusal("no-such-guns", "14.5") };
    }
    if !torpedo && !has_ammunition(state, battle, id) {
        return refusal("no-ammunition", "14.8");
    }
    let (target, targets) = (target?, targets(board, state, battle, id, &weapons));
    if targets.contains(&target) {
        // A target in reach, and yet no order for it: the other nation may be the first to fire.
        let others = firers(board, state).iter().all(|(other, _)| *other != id);
        return if others { refusal("other-nation-first", "20.0") } else { None };
    }
    let refusal = match battle.fighting().any(|enemy| enemy.ship.0 == target) {
        true => Refusal::new("armour-too-thick", "14.5"),
        false => Refusal::new("no-such-target", "14.5"),
    };
    Some(refusal.about("ship", id).about("target", target).legal(targets))
}
