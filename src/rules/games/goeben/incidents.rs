//! 13.0 The Incident phase: markers turned up, drawn and sorted. What each marker does is in [`chart`].

pub mod chart;

use super::alert;
use super::board::Board;
use super::event::{IncidentEvent, SequenceEvent};
use super::ids::{Incident, Marker, Phase, SpaceId, Zone};
use super::mines;
use super::play::{Done, Play, Transition, table};
use super::ports;
use super::readings;
use super::state::{State, Task};
use crate::game::{Stop, Word};

/// 13.2, Terrain Effects Chart: how many markers are drawn at a space.
pub fn draws(board: &Board, state: &State, space: SpaceId) -> u8 {
    draws_at(board, state, space, state.alert)
}

fn draws_at(board: &Board, state: &State, space: SpaceId, alert: u8) -> u8 {
    // 13.2, chart: none at any alert level, whoever holds the two places.
    if board.zone(space) == Zone::Marmara {
        return 0;
    }
    match ports::terrain_spec(board, state, space) {
        Some(spec) if alert >= spec.markers_from_alert => spec.extra_markers.map_or(0, |extra| alert + extra),
        _ => 0,
    }
}

/// Spaces the phase has to handle: those with German or Austro-Hungarian ships (20.0) where a marker lies or is drawn, and
/// those where one would be drawn if every marker drawn elsewhere at today's alert level raised it (5.4). The markers that a
/// risen level adds are not counted.
pub fn spaces(board: &Board, state: &State) -> Vec<SpaceId> {
    let mut spaces = state.fleet_spaces();
    let drawn: u8 = spaces.iter().map(|space| draws(board, state, *space)).sum();
    // 13.1: no marker raises the alert level by more than 1.
    let worst = state.alert.saturating_add(drawn).min(alert::HIGHEST);
    spaces.retain(|space| {
        draws_at(board, state, *space, worst) > 0
            || state.place(*space).is_some_and(|place| !place.hidden.is_empty())
    });
    spaces
}

/// 13.0 Turns up the markers at a space, draws from the pool, sorts what came and puts events in line.
///
/// # Errors
/// Chance that cannot answer.
pub fn begin(play: &mut Play<'_, '_>, space: SpaceId) -> Result<Transition, Stop> {
    play.emit(SequenceEvent::SpaceBegan { space })?;
    let hidden = play.state.place(space).map_or(vec![], |place| place.hidden.clone());
    // 13.0(1), 13.0(2): what lay here is handled before what is drawn.
    let mut markers = events_among(&hidden);
    if !hidden.is_empty() {
        play.emit(IncidentEvent::MarkersRevealed { space, markers: hidden })?;
        // 23.0: enemies that come to light strike mines before anything else happens.
        mines::strike(play, space)?;
    }
    let pool = play.state.pool.len() as u32;
    let take = u32::from(draws(play.board, &play.state, space)).min(pool);
    if take > 0 {
        let positions = play.draw(table("incidents", "13.0").about(space), take, pool)?;
        let drawn: Vec<Marker> =
            positions.iter().filter_map(|at| play.state.pool.get(*at as usize)).copied().collect();
        markers.extend(&drawn);
        play.emit(IncidentEvent::MarkersDrawn { space, positions, markers: drawn })?;
    }
    sort(play, space, &markers)?;
    Ok(Transition::GoOn)
}

/// 24.3 Markers turned up at a space by intelligence: those that are events happen at once.
///
/// # Errors
/// A fault of the engine.
pub fn come_up(play: &mut Play<'_, '_>, space: SpaceId, markers: &[Marker]) -> Done {
    sort(play, space, &events_among(markers))
}

/// Markers that neither stand for ships nor for nothing: only a campaign mixes them among those of a zone (24.3).
fn events_among(markers: &[Marker]) -> Vec<Marker> {
    let event =
        |marker: &&Marker| matches!(marker, Marker::Incident(incident) if *incident != Incident::QuietSeas);
    markers.iter().filter(event).copied().collect()
}

/// 13.0(3) Warships and convoys to the space, merchantmen aside, French markers back where they do not count,
/// the rest in line.
fn sort(play: &mut Play<'_, '_>, space: SpaceId, markers: &[Marker]) -> Done {
    let french_count = play.board.zone(space) == Zone::Western;
    let (mut arrived, mut ignored, mut queue) = (vec![], vec![], vec![]);
    for marker in markers {
        match marker {
            Marker::Ship(ship) if play.board.is_french(*ship) && !french_count => ignored.push(*marker),
            Marker::Ship(ship) => arrived.push(*ship),
            Marker::Incident(Incident::AlliedMerchantman) => {
                play.emit(IncidentEvent::MerchantmanSighted { space })?;
            }
            Marker::Incident(incident) => queue.push(*incident),
        }
    }
    if !ignored.is_empty() {
        let why = Word::literal("not-western");
        play.emit(IncidentEvent::MarkersReturned { markers: ignored, why })?;
    }
    if !arrived.is_empty() {
        play.emit(IncidentEvent::AlliesArrived { space, ships: arrived })?;
        mines::strike(play, space)?;
    }
    if queue.is_empty() {
        return Ok(());
    }
    play.emit(SequenceEvent::TaskBegan { task: Task::Incidents { space, queue, done: vec![] } })
}

/// 13.0(4), 13.1 Handles the next marker in line; when there is none, those handled go back to the pool.
///
/// # Errors
/// Chance that cannot answer.
pub fn go_on(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    if let Some(Task::Incidents { space, queue, done }) = play.state.task().cloned() {
        match queue.split_first() {
            Some((incident, rest)) => handle(play, space, *incident, rest.to_vec(), done)?,
            None => put_back(play, done)?,
        }
    }
    Ok(Transition::GoOn)
}

fn handle(
    play: &mut Play<'_, '_>,
    space: SpaceId,
    incident: Incident,
    queue: Vec<Incident>,
    mut done: Vec<Incident>,
) -> Done {
    let applies = chart::applies(play.board, &play.state, space, incident);
    if !applies || chart::returns(incident) {
        done.push(incident);
    }
    // Before the effect, which may put a task of its own on top of this one.
    play.emit(SequenceEvent::TaskChanged { task: Task::Incidents { space, queue, done } })?;
    play.emit(IncidentEvent::IncidentBegan { space, incident, applies })?;
    if applies { chart::happen(play, space, incident) } else { Ok(()) }
}

fn put_back(play: &mut Play<'_, '_>, done: Vec<Incident>) -> Done {
    play.emit(SequenceEvent::TaskEnded {})?;
    if done.is_empty() {
        return Ok(());
    }
    let markers = done.into_iter().map(Marker::Incident).collect();
    play.emit(IncidentEvent::MarkersReturned { markers, why: Word::literal("handled") })
}

/// Ends the phase. Ships drawn for a space whose last ship has been lost since meet nobody and go back (13.1); those that
/// lay there before stay, and so do all under a storm.
///
/// # Errors
/// A fault of the engine.
pub fn finish(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    let unmet =
        |state: &State, space| state.fleet_at(space).is_empty() && !state.today.storms.contains(&space);
    if play.state.reads(&readings::NOBODY_LEFT) {
        chart::send_back(play, |play, space| unmet(&play.state, space), "nobody-left")?;
    }
    Ok(Transition::Enter(Phase::NavalCombat))
}
