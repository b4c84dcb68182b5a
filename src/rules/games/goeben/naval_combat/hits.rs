//! 14.7, 14.13 Hits on Allied ships and on the coast.

use crate::game::odds::{self, Spread};
use crate::games::goeben::board::Board;
use crate::games::goeben::event::{BombardmentEvent, NavalCombatEvent};
use crate::games::goeben::ids::{ShipId, SpaceId, SpaceKind};
use crate::games::goeben::pack::{AlliedHit, DieTable, ShoreHit};
use crate::games::goeben::play::{Done, Play, german};
use crate::games::goeben::state::battle::{Counter, Weapon};
use crate::games::goeben::victory;

/// Dice of victory points when a magazine ashore goes up (Shore Bombardment hit table).
const MAGAZINE_DICE: u32 = 2;

/// 14.7 Rolls for each hit on an Allied ship and applies it, until the ship is sunk.
///
/// # Errors
/// Chance that cannot answer.
pub fn on_enemy(play: &mut Play<'_, '_>, ship: ShipId, weapon: Weapon, hits: usize) -> Done {
    for _ in 0..hits {
        // 14.7: withdrawal counts when all hits are settled, so a ship that withdraws may yet be sunk.
        let Some(enemy) = enemy(play, ship).filter(|enemy| !enemy.sunk) else { return Ok(()) };
        let (purpose, rule) = match weapon {
            Weapon::Torpedoes => ("torpedo-hit", "14.6"),
            _ => ("gunnery-hit", "14.7"),
        };
        let row = play.die(german(purpose, rule).about(ship))?;
        if let Some(hit) = table_of(play.board, weapon).at(row) {
            apply(play, enemy, hit)?;
        }
    }
    Ok(())
}

fn enemy(play: &Play<'_, '_>, ship: ShipId) -> Option<Counter> {
    play.state.battle()?.enemies.iter().find(|enemy| enemy.ship == ship).cloned()
}

fn table_of(board: &Board, weapon: Weapon) -> &DieTable<AlliedHit> {
    let charts = &board.pack().charts;
    if weapon == Weapon::Torpedoes { &charts.torpedo_allied } else { &charts.gunnery_allied }
}

/// 14.7 The states of an Allied ship after so many hits, with their likelihoods. Only differences that count towards its end
/// are told apart.
pub fn spread_on_enemy(board: &Board, enemy: Counter, weapon: Weapon, hits: Spread<u32>) -> Spread<Counter> {
    let armour = board.ship(enemy.ship).map_or(0, |spec| spec.armour);
    let one_more = |counter: Counter| match counter.sunk {
        true => Spread::certain(counter),
        false => odds::die().map(|row| {
            let mut after = counter.clone();
            if let Some(hit) = table_of(board, weapon).at(row) {
                after.mark(hit, armour);
            }
            Counter { gun_hits: 0, engine_hits: 0, disarmed: false, ..after }
        }),
    };
    hits.then(|count| (0..count).fold(Spread::certain(enemy.clone()), |so_far, _| so_far.then(one_more)))
}

/// 16.0 Returns whether a row of the Shore Bombardment hit table destroys a unit of the coast.
pub fn destroys_on_coast(board: &Board, space: SpaceId, row: u32) -> bool {
    matches!(coast_table(board, space).at(row), Some(ShoreHit::UnitDestroyed | ShoreHit::Magazine))
}

fn coast_table(board: &Board, space: SpaceId) -> &DieTable<ShoreHit> {
    let charts = &board.pack().charts;
    if board.kind(space) == SpaceKind::NavalBase { &charts.shore_base } else { &charts.shore_port }
}

fn apply(play: &mut Play<'_, '_>, mut enemy: Counter, hit: AlliedHit) -> Done {
    let ship = enemy.ship;
    enemy.mark(hit, play.board.ship(ship)?.armour);
    let sunk = enemy.sunk;
    play.emit(NavalCombatEvent::EnemyHit { enemy, hit: hit.word() })?;
    // 14.13: sinking scores at once and damage at the end of the battle, so no ship scores twice.
    if sunk {
        let points = victory::allied_score(play.board, ship).map_or(0, |score| score.sunk);
        victory::score(play, points, "allied-sunk", Some(ship.0))?;
    }
    Ok(())
}

/// 16.0 Rolls for each hit on the coast and applies it.
///
/// # Errors
/// Chance that cannot answer.
pub fn on_coast(play: &mut Play<'_, '_>, hits: usize) -> Done {
    let Some(space) = play.state.battle().map(|battle| battle.space) else { return Ok(()) };
    for _ in 0..hits {
        let row = play.die(german("bombardment-hit", "16.0").about(space))?;
        let Some(hit) = coast_table(play.board, space).at(row) else { continue };
        play.emit(BombardmentEvent::CoastHit { space, hit })?;
        match hit {
            ShoreHit::Nothing => {}
            ShoreHit::Outcry => {
                let points = play.die(german("outcry", "16.0").about(space))? as i32;
                victory::score(play, -points, "outcry", Some(space.0))?;
            }
            ShoreHit::Morale => {
                let points = play.die(german("morale", "16.0").about(space))? as i32;
                victory::score(play, points, "morale", Some(space.0))?;
            }
            ShoreHit::UnitDestroyed => {
                let units: Vec<usize> = (0..play.state.coast_at(space).len()).collect();
                // 16.0: hits beyond the last unit are rolled for as well, and find nobody.
                if !units.is_empty() {
                    let position = play.pick(german("unit-destroyed", "16.0").about(space), &units)?;
                    destroy(play, position)?;
                }
            }
            ShoreHit::Magazine => {
                while !play.state.coast_at(space).is_empty() {
                    destroy(play, 0)?;
                }
                let dice = play.dice(german("magazine", "16.0").about(space), MAGAZINE_DICE)?;
                let points = dice.iter().sum::<u32>() as i32;
                victory::score(play, points, "magazine", Some(space.0))?;
            }
        }
    }
    Ok(())
}

/// A coastal unit is destroyed and scores its value (17.1).
fn destroy(play: &mut Play<'_, '_>, position: usize) -> Done {
    let Some(space) = play.state.battle().map(|battle| battle.space) else { return Ok(()) };
    let Some(value) = play.state.coast_at(space).get(position).map(|unit| unit.value) else { return Ok(()) };
    play.emit(BombardmentEvent::CoastalUnitDestroyed { space, position: position as u8, value })?;
    victory::score(play, i32::from(value), "coastal-unit", Some(space.0))
}
