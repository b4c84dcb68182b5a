//! 6.0 The German Mediterranean Division: tracks, damage (6.3) and loss.

use super::arguments::Arguments;
use super::board::Board;
use super::event::{CargoEvent, SquadronEvent};
use super::ids::{Cargo, ShipId, SpaceId, Track};
use super::pack::{GermanHit, limits};
use super::play::{Done, Play, allied};
use super::ports;
use super::state::State;
use super::victory;
use crate::game::{Refusal, Word};

/// The gun tracks, heaviest first.
pub const GUNS: [Track; 3] = [Track::Primary, Track::Secondary, Track::Tertiary];

/// The cause of damage: the Victory Point chart counts systems brought to 0 by the Allies only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Agent {
    /// An Allied ship, submarine or coastal unit.
    Allies,
    /// Sea, weather or the ship itself.
    Accident,
}

/// 6.3 Why an order for a ship that is sunk is refused.
pub fn refuse_order(_: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let is_sunk = |id: &ShipId| state.ship(*id).is_some_and(|ship| ship.at.is_none());
    let sunk = order.every_ship().into_iter().find(is_sunk)?;
    Some(Refusal::new("ship-sunk", "6.3").about("ship", sunk))
}

/// Sets a track, if its value changes.
///
/// # Errors
/// An id no ship has.
pub fn set_track(play: &mut Play<'_, '_>, ship: ShipId, track: Track, to: u8, why: &'static str) -> Done {
    let from = play.ship(ship)?.track(track);
    if from == to {
        return Ok(());
    }
    play.emit(SquadronEvent::TrackChanged { ship, track, from, to, why: Word::literal(why) })
}

/// Adds to a track up to `limit`, or takes from it down to 0.
///
/// # Errors
/// An id no ship has.
pub fn change_track(
    play: &mut Play<'_, '_>,
    ship: ShipId,
    track: Track,
    by: i8,
    limit: u8,
    why: &'static str,
) -> Done {
    let to = play.ship(ship)?.track(track).saturating_add_signed(by).min(limit);
    set_track(play, ship, track, to, why)
}

/// 6.3, 14.7 Applies one row of a hit table to a German ship.
///
/// # Errors
/// Chance that cannot answer.
pub fn suffer(
    play: &mut Play<'_, '_>,
    ship: ShipId,
    hit: GermanHit,
    agent: Agent,
    rule: &'static str,
) -> Done {
    let why = hit.as_str();
    match hit {
        GermanHit::Guns1 => lose_guns(play, ship, 1, agent, why),
        GermanHit::Guns2 => lose_guns(play, ship, 2, agent, why),
        GermanHit::Hull1 => lose_hull(play, ship, 1, why),
        GermanHit::Hull2 => lose_hull(play, ship, 2, why),
        GermanHit::Engines1 => lose_engines(play, ship, 1, agent, why),
        GermanHit::Engines2 => lose_engines(play, ship, 2, agent, why),
        GermanHit::Bridge => {
            let die = play.die(allied("bridge-hit", rule).about(ship))?;
            if die % 2 == 1 {
                change_track(play, ship, Track::Leadership, -1, limits::LEADERSHIP, why)
            } else {
                Ok(())
            }
        }
        GermanHit::Critical => {
            let boxes = play.die(allied("critical-hit", rule).about(ship))? as u8;
            // Hull first: a ship that this sinks loses no engines, and no points for silenced engines (17.1).
            lose_hull(play, ship, boxes, why)?;
            lose_engines(play, ship, boxes, agent, why)
        }
        GermanHit::Dud => Ok(()),
    }
}

fn lose_guns(play: &mut Play<'_, '_>, ship: ShipId, by: u8, agent: Agent, why: &'static str) -> Done {
    for track in GUNS {
        lose_system(play, ship, track, by, agent, why)?;
    }
    Ok(())
}

/// 6.3, 12.4 Engine boxes lost.
///
/// # Errors
/// An id no ship has.
pub fn lose_engines(play: &mut Play<'_, '_>, ship: ShipId, by: u8, agent: Agent, why: &'static str) -> Done {
    lose_system(play, ship, Track::Engines, by, agent, why)
}

/// 6.3(2) Takes points from the guns or engines, not below 0; the first time the Allies bring them to 0 costs points (17.1).
fn lose_system(
    play: &mut Play<'_, '_>,
    ship: ShipId,
    track: Track,
    by: u8,
    agent: Agent,
    why: &'static str,
) -> Done {
    let display = play.ship(ship)?;
    let from = display.track(track);
    if display.at.is_none() || from == 0 {
        return Ok(());
    }
    // The track does not tell: a repair lifts it from 0, and the points are lost only once in a mission.
    let first_time = !display.silenced.contains(&track);
    let to = from.saturating_sub(by);
    set_track(play, ship, track, to, why)?;
    if to == 0 && agent == Agent::Allies && first_time {
        play.emit(SquadronEvent::SystemSilenced { ship, track })?;
        let points = play.board.pack().charts.victory.system_to_zero;
        victory::score(play, points, "system-to-zero", Some(ship.0))?;
    }
    Ok(())
}

/// 6.3(1), 8.4, 20.1 Takes hull boxes, the highest first, with the cargo in them; at 0 the ship sinks.
///
/// # Errors
/// An id no ship has.
pub fn lose_hull(play: &mut Play<'_, '_>, ship: ShipId, by: u8, why: &'static str) -> Done {
    let display = play.ship(ship)?;
    let from = display.track(Track::Hull);
    let Some(space) = display.at else { return Ok(()) };
    if from == 0 || by == 0 {
        return Ok(());
    }
    let to = from.saturating_sub(by);
    let points_spent = play.state.today.points.get(&ship).copied().unwrap_or(0);
    let lost = display.cargo.iter().map(|(n, cargo)| (*n, *cargo));
    let lost: Vec<(u8, Cargo)> = lost.filter(|(n, cargo)| cargo.top_box(*n) > to).collect();
    set_track(play, ship, Track::Hull, to, why)?;
    for (hull_box, cargo) in lost {
        let why = Word::literal("hull-lost");
        play.emit(CargoEvent::CargoRemoved { ship, hull_box, cargo, why, points_spent })?;
    }
    if to == 0 { sink(play, ship, space) } else { Ok(()) }
}

/// Sinks a ship, with its score (17.1).
///
/// # Errors
/// An id no ship has.
pub fn sink(play: &mut Play<'_, '_>, ship: ShipId, space: SpaceId) -> Done {
    let class = play.ship(ship)?.class;
    play.emit(SquadronEvent::ShipSunk { ship, space })?;
    let points = play.board.pack().charts.victory.german.get(&class).map_or(0, |score| score.sunk);
    victory::score(play, points, "german-sunk", Some(ship.0))?;
    // After the loss: the party goes only if she was the last German ship there (9.2).
    ports::abandon_landing_party(play, space)
}
