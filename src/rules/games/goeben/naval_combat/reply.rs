//! 14.11, 14.12 Allied fire: who fires, at whom, with how many dice.

use super::{austrians, counters, gunnery};
use crate::game::{Stop, Word};
use crate::games::goeben::austria;
use crate::games::goeben::board::Board;
use crate::games::goeben::ids::{Class, Nation, ShipId, Track};
use crate::games::goeben::incidents::chart::has_nets_out;
use crate::games::goeben::pack::{GermanHit, TargetingColumn};
use crate::games::goeben::play::{Done, Play, allied};
use crate::games::goeben::squadron::{self, Agent};
use crate::games::goeben::state::battle::{Counter, Weapon};

/// 14.2, 14.11 The Allied side fires what this round fires: ships, or the coast with the primary guns. Fire at a ship
/// that another has just sunk is lost; targets are chosen anew in the next round.
///
/// # Errors
/// Chance that cannot answer.
pub fn fire(play: &mut Play<'_, '_>, round: u8) -> Done {
    let Some(battle) = play.state.battle() else { return Ok(()) };
    let weapons = battle.weapons(round);
    if battle.coast {
        return if weapons.contains(&Weapon::Primary) { coast_fires(play) } else { Ok(()) };
    }
    let mut firers: Vec<Counter> = battle.fighting().cloned().collect();
    firers.sort_by_key(|enemy| order_of_fire(play.board, enemy.ship));
    // They fire at once: each takes its target before any of them fires, so a ship sunk meanwhile draws fire away.
    let mut shots = Vec::new();
    for enemy in firers {
        if weapons.iter().all(|weapon| counters::dice(play.board, play.state.battle(), &enemy, *weapon) == 0)
        {
            continue;
        }
        let Some(class) = play.board.ship(enemy.ship).ok().map(|spec| spec.class) else { continue };
        let Some(target) = choose_target(play, column(class), Some(enemy.ship))? else { return Ok(()) };
        shots.push((enemy, target));
    }
    for (enemy, target) in shots {
        for weapon in &weapons {
            let n = counters::dice(play.board, play.state.battle(), &enemy, *weapon);
            if n > 0 {
                shoot(play, enemy.ship.0, *weapon, n, target)?;
            }
        }
    }
    Ok(())
}

/// 14.11 The British before the others, larger classes first, then by name.
fn order_of_fire(board: &Board, ship: ShipId) -> (bool, Class, ShipId) {
    let spec = board.ship(ship).ok();
    // `false` comes before `true`, and so the British first.
    let not_british = spec.is_none_or(|spec| spec.nation != Nation::British);
    (not_british, spec.map_or(Class::TroopConvoy, |spec| spec.class), ship)
}

/// Allied Targeting Priority: the column of a class; convoys with the light ships by the erratum.
fn column(class: Class) -> TargetingColumn {
    match class {
        Class::Battleship | Class::Battlecruiser | Class::PreDreadnought => TargetingColumn::Capital,
        Class::ArmouredCruiser | Class::ProtectedCruiser => TargetingColumn::Cruiser,
        Class::LightCruiser | Class::Destroyers | Class::TroopConvoy => TargetingColumn::Light,
    }
}

/// 14.11 The German or Austro-Hungarian ship of the class highest in the column; between several, chance.
fn choose_target(
    play: &mut Play<'_, '_>,
    column: TargetingColumn,
    firer: Option<ShipId>,
) -> Result<Option<ShipId>, Stop> {
    let Some(battle) = play.state.battle() else { return Ok(None) };
    let ships = super::fleet(&play.state, battle);
    let order = play.board.pack().charts.targeting.get(&column).map_or(&[][..], |spec| &spec.order);
    let preferred = order
        .iter()
        .map(|class| {
            let is = |id: &ShipId| austria::class_of(play.board, &play.state, *id) == Some(*class);
            ships.iter().copied().filter(is).collect::<Vec<_>>()
        })
        .find(|among| !among.is_empty())
        .unwrap_or(ships);
    if preferred.is_empty() {
        return Ok(None);
    }
    let throw = allied("target", "14.11").about(firer.map_or(Word::literal(gunnery::COAST), Word::from));
    play.pick(throw, &preferred).map(Some)
}

/// 16.0 Each coastal unit fires its value as primary guns.
fn coast_fires(play: &mut Play<'_, '_>) -> Done {
    let Some(space) = play.state.battle().map(|battle| battle.space) else { return Ok(()) };
    let mut shots = Vec::new();
    for unit in play.state.coast_at(space).to_vec() {
        let Some(target) = choose_target(play, TargetingColumn::Coast, None)? else { return Ok(()) };
        shots.push((unit.value, target));
    }
    for (value, target) in shots {
        let coast = Word::literal(gunnery::COAST);
        shoot(play, coast, Weapon::Primary, u32::from(value), target)?;
    }
    Ok(())
}

/// 14.11, 14.12, 14.7 Rolls `n` dice at a German ship and applies what hits, until it is sunk.
fn shoot(play: &mut Play<'_, '_>, firer: Word, weapon: Weapon, n: u32, target: ShipId) -> Done {
    if play.state.whereabouts(target).is_none() {
        return Ok(());
    }
    gunnery::first_shot(play)?;
    let firing = &play.board.pack().charts.firing;
    let (purpose, rule, lowest) = match weapon {
        Weapon::Torpedoes if has_nets_out(play.board, &play.state, target) => {
            ("torpedo", "14.12", firing.torpedo_against_nets)
        }
        Weapon::Torpedoes => ("torpedo", "14.12", firing.torpedo),
        _ => ("gunnery", "14.11", firing.gunnery),
    };
    let throw = allied(purpose, rule).about(firer).about(target).about(weapon.track());
    let faces = play.dice(throw, n)?;
    let hits = faces.iter().filter(|face| **face >= u32::from(lowest)).count();
    if play.state.ship(target).is_none() {
        return austrians::hit(play, target, weapon, hits);
    }
    for _ in 0..hits {
        // 6.3: sunk by an earlier hit; the hits left over are not rolled for.
        if play.ship(target)?.track(Track::Hull) == 0 {
            return Ok(());
        }
        let charts = &play.board.pack().charts;
        let (purpose, rule, table) = match weapon {
            Weapon::Torpedoes => ("torpedo-hit", "14.6", &charts.torpedo_german),
            _ => ("gunnery-hit", "14.7", &charts.gunnery_german),
        };
        let row = play.die(allied(purpose, rule).about(target))?;
        let hit: Option<GermanHit> = table.at(row);
        if let Some(hit) = hit {
            squadron::suffer(play, target, hit, Agent::Allies, rule)?;
        }
    }
    Ok(())
}
