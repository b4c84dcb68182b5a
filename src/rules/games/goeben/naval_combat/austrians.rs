//! 20.0 Austro-Hungarian ships in battle: which nation fires first, their fire, and the fire at them.

use super::{counters, hits};
use crate::game::{Node, Options, Word};
use crate::games::goeben::austria::{LEADERSHIP, harm};
use crate::games::goeben::board::Board;
use crate::games::goeben::event::AustrianEvent;
use crate::games::goeben::ids::{Nation, ShipId};
use crate::games::goeben::pack::AlliedHit;
use crate::games::goeben::play::{Done, Play, allied, german};
use crate::games::goeben::state::State;
use crate::games::goeben::state::austrian::Loss;
use crate::games::goeben::state::battle::{Battle, Counter, Weapon};

/// The nations the player may let fire first.
const NATIONS: [Nation; 2] = [Nation::German, Nation::AustroHungarian];

/// 20.0 Returns whether ships of both nations are in a battle and it is still open whose fire comes first.
pub fn lead_is_open(battle: &Battle) -> bool {
    battle.lead.is_none() && !battle.german.is_empty() && !battle.austrians.is_empty()
}

/// 20.0 All ships of one nation fire first, then those of the other.
pub fn lead_options() -> Options {
    let mut options = Options::default();
    options.push("lead", Node::one_of("nation", NATIONS.map(Nation::word)));
    options
}

/// 20.0 Settles which nation fires first in every round of the battle.
///
/// # Errors
/// A fault of the engine.
pub fn lead(play: &mut Play<'_, '_>, nation: Nation) -> Done {
    play.emit(AustrianEvent::LeadChosen { nation })?;
    super::open_fire(play)
}

/// The nation of a ship of the player's.
pub fn nation_of(battle: &Battle, id: ShipId) -> Nation {
    if battle.austrian(id).is_some() { Nation::AustroHungarian } else { Nation::German }
}

/// 20.0 Of ships that can fire, those whose nation's turn it is.
pub fn in_turn<T>(battle: &Battle, able: Vec<(ShipId, T)>) -> Vec<(ShipId, T)> {
    let Some(lead) = battle.lead else { return able };
    let leads = |id: ShipId| nation_of(battle, id) == lead;
    match able.iter().any(|(id, _)| leads(*id)) {
        true => able.into_iter().filter(|(id, _)| leads(*id)).collect(),
        false => able,
    }
}

/// 20.0, 14.5, 14.6 Dice of an Austro-Hungarian ship: its guns, or all its torpedoes at once, and its Leadership; no
/// armour is subtracted (erratum). A ship without guns of a type does not fire it.
pub fn dice(board: &Board, state: &State, id: ShipId, weapon: Weapon) -> u32 {
    let battle = state.battle();
    let power = match battle.and_then(|battle| battle.austrian(id)) {
        Some(counter) => counters::dice(board, battle, counter, weapon),
        // The options to bombard ask this before there is a battle.
        None => counters::dice(board, None, &Counter::fresh(id), weapon),
    };
    if power == 0 { 0 } else { power + u32::from(LEADERSHIP) }
}

/// 20.0, 14.6 The torpedoes a ship fires, all of them or none.
pub fn torpedoes(board: &Board, battle: &Battle, id: ShipId) -> u8 {
    // 22.0: torpedoes are exempt from night, so no battle is given.
    let power =
        battle.austrian(id).map_or(0, |counter| counters::dice(board, None, counter, Weapon::Torpedoes));
    u8::try_from(power).unwrap_or(u8::MAX)
}

/// 20.0, 14.6 One attack with all the torpedoes of a ship.
///
/// # Errors
/// Chance that cannot answer.
pub fn torpedo(play: &mut Play<'_, '_>, ship: ShipId, target: Word) -> Done {
    let enemy = play.state.battle().and_then(|battle| battle.fighting().find(|enemy| enemy.ship.0 == target));
    let Some(enemy) = enemy.map(|enemy| enemy.ship) else { return Ok(()) };
    let n = dice(play.board, &play.state, ship, Weapon::Torpedoes);
    let faces = play.dice(german("torpedo", "14.6").about(ship).about(target), n)?;
    let lowest = u32::from(play.board.pack().charts.firing.torpedo);
    let hits = faces.iter().filter(|face| **face >= lowest).count();
    hits::on_enemy(play, enemy, Weapon::Torpedoes, hits)
}

/// 20.0, 14.7 Rolls for each hit on an Austro-Hungarian ship and applies the row for Allied ships, until it is sunk.
///
/// # Errors
/// Chance that cannot answer.
pub fn hit(play: &mut Play<'_, '_>, ship: ShipId, weapon: Weapon, hits: usize) -> Done {
    for _ in 0..hits {
        let counter = play.state.battle().and_then(|battle| battle.austrian(ship)).cloned();
        // 14.7: one that has withdrawn is still hit, since all hits are settled before it goes.
        let Some(counter) = counter.filter(|counter| !counter.sunk) else { return Ok(()) };
        let charts = &play.board.pack().charts;
        let (purpose, rule, table) = match weapon {
            Weapon::Torpedoes => ("torpedo-hit", "14.6", &charts.torpedo_allied),
            _ => ("gunnery-hit", "14.7", &charts.gunnery_allied),
        };
        let row = play.die(allied(purpose, rule).about(ship))?;
        if let Some(row) = table.at(row) {
            apply(play, counter, row)?;
        }
    }
    Ok(())
}

fn apply(play: &mut Play<'_, '_>, mut counter: Counter, row: AlliedHit) -> Done {
    let ship = counter.ship;
    counter.mark(row, play.board.ship(ship)?.armour);
    let sunk = counter.sunk;
    play.emit(AustrianEvent::AustrianHit { counter, hit: row.word() })?;
    if sunk { harm::lose(play, ship, Loss::Sunk, "battle") } else { Ok(()) }
}

/// 20.0 After a battle or a bombardment the ships that were damaged or withdrew go home.
///
/// # Errors
/// A ship the pack has not.
pub fn send_home(play: &mut Play<'_, '_>, battle: &Battle) -> Done {
    for counter in battle.austrians.iter().filter(|counter| !counter.sunk) {
        if counter.damage > 0 || counter.withdrawn {
            harm::lose(play, counter.ship, Loss::Damaged, "battle")?;
        }
    }
    Ok(())
}
