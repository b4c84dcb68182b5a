//! 13.0 The Incident phase: markers turned up, drawn and sorted. What each marker does is in [`chart`].

pub mod chart;

use super::alert;
use super::board::Board;
use super::ids::{Incident, Marker, Phase, ShipId, SpaceId, Zone};
use super::mines;
use super::play::{Done, Play, table};
use super::ports;
use super::readings;
use super::sequence;
use super::sequence::SequenceEvent;
use super::state::{State, Task, push_once, unfit};
use crate::game::{Chapter, Defect, FactPolicy, Word};

crate::events! {
    /// Incidents and their markers (13).
    pub enum IncidentEvent {
        /// Face-down markers at a space are turned up (13(1)).
        1 MarkersRevealed {
            /// Where.
            space: SpaceId,
            /// The markers.
            markers: Vec<Marker>,
        } => FactPolicy::REVEALS,
        /// Markers are drawn from the pool (13(2)).
        1 MarkersDrawn {
            /// For which space.
            space: SpaceId,
            /// Their positions in the pool, counted from 0, in the order drawn.
            positions: Vec<u32>,
            /// The markers.
            markers: Vec<Marker>,
        } => FactPolicy::REVEALS,
        /// Markers go back to the pool.
        1 MarkersReturned {
            /// The markers.
            markers: Vec<Marker>,
            /// What caused it.
            why: Word,
        } => FactPolicy::PUBLIC,
        /// A marker leaves play for good (13.1).
        1 MarkerRemovedFromPlay {
            /// The marker.
            marker: Incident,
        } => FactPolicy::PUBLIC,
        /// Allied ships drawn come to a space (13(3)).
        1 AlliesArrived {
            /// Where.
            space: SpaceId,
            /// The ships.
            ships: Vec<ShipId>,
        } => FactPolicy::PUBLIC,
        /// Allied ships leave a space for the pool.
        1 AlliesLeft {
            /// From where.
            space: SpaceId,
            /// The ships.
            ships: Vec<ShipId>,
            /// What caused it.
            why: Word,
        } => FactPolicy::PUBLIC,
        /// A merchantman waits for the raiding phase.
        1 MerchantmanSighted {
            /// Where.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// An incident is handled (13.1).
        1 IncidentBegan {
            /// Where.
            space: SpaceId,
            /// Which.
            incident: Incident,
            /// Whether it has any effect here and now.
            applies: bool,
        } => FactPolicy::PUBLIC,
        /// A friendly ship stays by until the next outfitting phase.
        1 FriendlyShipMet {
            /// Where.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// Visibility is limited at a space this turn.
        1 VisibilityLimited {
            /// Where.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// The die of Limited Visibility.
        1 VisibilityRolled {
            /// Where.
            space: SpaceId,
            /// The die.
            die: u8,
        } => FactPolicy::PUBLIC,
        /// A storm: no battle, no bombardment, no landing at a space this turn.
        1 StormBroke {
            /// Where.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
        /// Morale changes German fire this turn.
        1 MoraleChanged {
            /// Dice more, or fewer.
            dice: i8,
        } => FactPolicy::PUBLIC,
        /// The French fleet is at sea in the movement phase of a turn.
        1 FrenchFleetSailed {
            /// Which turn.
            turn: u8,
        } => FactPolicy::PUBLIC,
        /// The French fleet goes home, its marker to the pool.
        1 FrenchFleetReturned {} => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for IncidentEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::MarkersRevealed { space, markers } => state.turn_up(*space, markers)?,
            Self::MarkersDrawn { positions, markers, .. } => {
                for (position, marker) in positions.iter().zip(markers) {
                    if state.pool.get(*position as usize) != Some(marker) {
                        return Err(unfit("MarkersDrawn", format!("the pool has no {marker:?} there")));
                    }
                }
                let mut taken = positions.clone();
                taken.sort_unstable_by(|a, b| b.cmp(a));
                for position in taken {
                    state.pool.remove(position as usize);
                }
            }
            Self::MarkersReturned { markers, .. } => state.pool.extend(markers),
            Self::MarkerRemovedFromPlay { marker } => state.out_of_play.push(Marker::Incident(*marker)),
            Self::AlliesArrived { space, ships } => {
                state.places.entry(*space).or_default().shown.extend(ships);
                state.today.drawn.extend(ships.iter().map(|ship| (*space, *ship)));
            }
            Self::AlliesLeft { space, ships, .. } => {
                state.at(*space, |place| place.shown.retain(|ship| !ships.contains(ship)));
                state.today.drawn.retain(|(_, ship)| !ships.contains(ship));
                state.pool.extend(ships.iter().map(|ship| Marker::Ship(*ship)));
            }
            Self::MerchantmanSighted { space } => state.today.merchantmen.push(*space),
            Self::IncidentBegan { .. } => {}
            Self::FriendlyShipMet { space } => state.places.entry(*space).or_default().friends += 1,
            Self::VisibilityLimited { space } => {
                state.today.visibility.entry(*space).or_insert(None);
            }
            Self::VisibilityRolled { space, die } => {
                state.today.visibility.insert(*space, Some(*die));
            }
            Self::StormBroke { space } => push_once(&mut state.today.storms, *space),
            Self::MoraleChanged { dice } => state.today.morale = *dice,
            Self::FrenchFleetSailed { turn } => state.french_sortie = Some(*turn),
            Self::FrenchFleetReturned {} => {
                state.french_sortie = None;
                state.pool.push(Marker::Incident(Incident::FrenchNavySortie));
            }
        }
        Ok(())
    }
}

impl State {
    /// Turns face-down markers up.
    pub(super) fn turn_up(&mut self, space: SpaceId, markers: &[Marker]) -> Result<(), Defect> {
        let place = self.places.entry(space).or_default();
        for marker in markers {
            let at =
                place.hidden.iter().position(|hidden| hidden == marker).ok_or_else(|| {
                    unfit("MarkersRevealed", format!("{space} holds no face-down {marker:?}"))
                })?;
            place.hidden.remove(at);
            match marker {
                Marker::Ship(ship) => place.shown.push(*ship),
                Marker::Incident(Incident::QuietSeas) => self.pool.push(*marker),
                // It is in hand, to be applied (24.3).
                Marker::Incident(_) => {}
            }
        }
        self.tidy(space);
        Ok(())
    }
}

/// 13.2, Terrain Effects Chart: how many markers are drawn at a space.
pub fn draws(board: &Board, state: &State, space: SpaceId) -> u8 {
    draws_at(board, state, space, state.alert)
}

fn draws_at(board: &Board, state: &State, space: SpaceId, alert: u8) -> u8 {
    if board.zone(space) == Zone::Marmara {
        return 0;
    }
    match ports::terrain_spec(board, state, space) {
        Some(spec) if alert >= spec.markers_from_alert => spec.extra_markers.map_or(0, |extra| alert + extra),
        _ => 0,
    }
}

/// Spaces the phase has to handle: those with German or Austro-Hungarian ships (20.0) where a marker lies or is drawn, and those where one would be
/// drawn if every marker drawn elsewhere raised the alert (5.4).
pub fn spaces(board: &Board, state: &State) -> Vec<SpaceId> {
    let mut spaces = state.fleet_spaces();
    let drawn: u8 = spaces.iter().map(|space| draws(board, state, *space)).sum();
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
pub fn begin(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    play.emit(SequenceEvent::SpaceBegan { space })?;
    let hidden = play.state.place(space).map_or(vec![], |place| place.hidden.clone());
    let mut markers = events_among(&hidden);
    if !hidden.is_empty() {
        play.emit(IncidentEvent::MarkersRevealed { space, markers: hidden })?;
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
    sort(play, space, &markers)
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
pub fn go_on(play: &mut Play<'_, '_>) -> Done {
    let Some(Task::Incidents { space, queue, done }) = play.state.task().cloned() else { return Ok(()) };
    let Some((incident, rest)) = queue.split_first() else {
        play.emit(SequenceEvent::TaskEnded {})?;
        if done.is_empty() {
            return Ok(());
        }
        let markers = done.into_iter().map(Marker::Incident).collect();
        return play.emit(IncidentEvent::MarkersReturned { markers, why: Word::literal("handled") });
    };
    let (incident, applies) = (*incident, chart::applies(play.board, &play.state, space, *incident));
    let mut done = done;
    if !applies || chart::returns(incident) {
        done.push(incident);
    }
    play.emit(SequenceEvent::TaskChanged { task: Task::Incidents { space, queue: rest.to_vec(), done } })?;
    play.emit(IncidentEvent::IncidentBegan { space, incident, applies })?;
    if applies { chart::happen(play, space, incident) } else { Ok(()) }
}

/// Ends the phase. Ships drawn for a space whose last ship has been lost since meet nobody and go back (13.1); those that
/// lay there before stay, and so do all under a storm.
///
/// # Errors
/// A fault of the engine.
pub fn finish(play: &mut Play<'_, '_>) -> Done {
    let unmet =
        |state: &State, space| state.fleet_at(space).is_empty() && !state.today.storms.contains(&space);
    if play.state.reads(&readings::NOBODY_LEFT) {
        chart::send_back(play, |play, space| unmet(&play.state, space), "nobody-left")?;
    }
    sequence::enter(play, Phase::NavalCombat)
}
