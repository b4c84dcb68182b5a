//! 14.14 The end of a battle.

use super::austrians;
use crate::game::Word;
use crate::games::goeben::event::{
    BombardmentEvent, IncidentEvent, NavalCombatEvent, OutfittingEvent, SequenceEvent,
};
use crate::games::goeben::ids::{Cargo, ShipId, SpaceId, Track};
use crate::games::goeben::pack::limits;
use crate::games::goeben::play::{Done, Play, german};
use crate::games::goeben::readings;
use crate::games::goeben::squadron;
use crate::games::goeben::victory;

/// 14.3(3), 14.4 No contact, or a side broke off: the Allied ships go to the pool.
///
/// # Errors
/// A fault of the engine.
pub fn part(play: &mut Play<'_, '_>, why: &'static str) -> Done {
    let Some(battle) = play.state.battle().cloned() else { return Ok(()) };
    // 16.0: the harbour has had its bombardment for the turn; without a shot nobody is alerted.
    if battle.coast {
        play.emit(SequenceEvent::TaskEnded {})?;
        return play.emit(BombardmentEvent::SpaceBombarded { space: battle.space });
    }
    let ships: Vec<ShipId> = battle.enemies.iter().map(|enemy| enemy.ship).collect();
    play.emit(SequenceEvent::TaskEnded {})?;
    drive_off_collier(play, battle.space, !ships.is_empty())?;
    play.emit(IncidentEvent::AlliesLeft { space: battle.space, ships, why: Word::literal(why) })
}

/// 14.13, 14.14 After the last round: damage scores, the camera, a critical battle; who leaves and who returns.
///
/// # Errors
/// Chance that cannot answer.
pub fn end(play: &mut Play<'_, '_>) -> Done {
    let Some(battle) = play.state.battle().cloned() else { return Ok(()) };
    if battle.coast {
        play.emit(SequenceEvent::TaskEnded {})?;
        play.emit(BombardmentEvent::SpaceBombarded { space: battle.space })?;
        return austrians::send_home(play, &battle);
    }
    let (mut damaged, mut sunk, mut returned) = (vec![], vec![], vec![]);
    for enemy in &battle.enemies {
        match enemy {
            enemy if enemy.sunk => sunk.push(enemy.ship),
            enemy if enemy.withdrawn || enemy.damage > 0 => damaged.push(enemy.ship),
            enemy => returned.push(enemy.ship),
        }
    }
    for ship in &damaged {
        let points = victory::allied_score(play.board, *ship).map_or(0, |score| score.damaged);
        victory::score(play, points, "allied-damaged", Some(ship.0))?;
    }
    // 14.14: the battle stays in hand until all is scored, because its own sums grow with the points.
    austrians::send_home(play, &battle)?;
    if !sunk.is_empty() {
        // Before the battle is weighed: the camera's points are points of this battle.
        film(play, &battle.german, battle.space)?;
    }
    weigh(play, &battle.german)?;
    // 7.5: after ships have gone home, since a ship that went guards no collier.
    let enemy_left = match play.state.reads(&readings::COLLIER_LOST) {
        true => battle.fighting().next().is_some(),
        false => !returned.is_empty(),
    };
    drive_off_collier(play, battle.space, enemy_left)?;
    play.emit(NavalCombatEvent::BattleEnded { space: battle.space, damaged, sunk, returned })
}

/// Cargo chart: a Camera Crew that saw a ship sink scores a die, once a battle.
fn film(play: &mut Play<'_, '_>, ships: &[ShipId], space: SpaceId) -> Done {
    let filming = ships.iter().copied().find(|id| {
        play.state.ship(*id).is_some_and(|ship| ship.at == Some(space) && ship.carries(Cargo::CameraCrew) > 0)
    });
    let Some(ship) = filming else { return Ok(()) };
    let points = play.die(german("camera-crew", "8.1").about(ship))? as i32;
    victory::score(play, points, "camera-crew", Some(ship.0))
}

/// 14.14 Enough points won, or lost, in one battle change the Leadership of the ships that fought it; both cancel.
fn weigh(play: &mut Play<'_, '_>, ships: &[ShipId]) -> Done {
    let Some(battle) = play.state.battle() else { return Ok(()) };
    let threshold = play.board.pack().charts.victory.critical_battle;
    let (by, why) = match (battle.gained >= threshold, battle.lost >= threshold) {
        (true, false) => (1, "critical-victory"),
        (false, true) => (-1, "critical-defeat"),
        _ => return Ok(()),
    };
    for ship in ships {
        if play.ship(*ship)?.at.is_some() {
            squadron::change_track(play, *ship, Track::Leadership, by, limits::LEADERSHIP, why)?;
        }
    }
    Ok(())
}

/// 7.5, 14.13 After a battle a collier alone with the enemy is lost: with any ship that still floats there, damaged or not.
fn drive_off_collier(play: &mut Play<'_, '_>, space: SpaceId, enemy_left: bool) -> Done {
    if enemy_left && play.state.fleet_at(space).is_empty() && play.state.colliers.contains(&space) {
        play.emit(OutfittingEvent::CollierRemoved { space, why: Word::literal("driven-off") })?;
    }
    Ok(())
}
