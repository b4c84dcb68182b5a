//! 12.0 Movement.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::arguments::Arguments;
use super::austria;
use super::board::Board;
use super::event::{IncidentEvent, MovementEvent};
use super::ids::{Phase, ShipId, SpaceId, SpaceKind, Speed, Track};
use super::play::{Done, Play, Transition, german};
use super::ports;
use super::squadron::{self, Agent};
use super::state::State;
use crate::game::odds::{self, Odds};
use crate::game::{Node, OrderForm, Refusal, Stop, Walk, Word};
use crate::games::orders::orders;

/// The highest face that costs an engine box after emergency speed (12.3).
const EMERGENCY_BREAKS_AT: u32 = 2;

orders! {
    /// The orders of movement (12).
    pub enum MovementOrder from order: Arguments<'_> {
        /// 12.0 A ship moves along a path, the spaces she enters.
        "move" => Move {
            ship: ShipId = order.ship("ship")?,
            speed: Speed = order.speed("speed")?,
            path: Vec<SpaceId> = order.spaces("path")?,
        },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: MovementOrder) -> Done {
    match order {
        MovementOrder::Move { ship, speed, path } => sail(play, ship, speed, path),
    }
}

/// 12.0 A move for each ship that has not outfitted or moved.
pub fn options(board: &Board, state: &State) -> Node {
    let afloat = state.afloat().map(|(id, _, _)| id).chain(state.austrians_afloat().map(|(id, _)| id));
    let ships = afloat.filter(|id| may_move(state, *id)).map(|id| {
        let walk = walk(board, state, id, 0);
        let speeds = Speed::ALL.iter().filter_map(|speed| {
            let most = usize::from(spaces_at(board, state, id, *speed)?);
            Some((speed.word(), Node::Walk { arg: "path", walk: Walk { most, ..walk.clone()? } }))
        });
        (id.0, Node::choice("speed", speeds.collect::<Vec<_>>()))
    });
    Node::choice("ship", ships)
}

/// 7.0, 12.4 Returns whether a ship may still move this turn.
pub fn may_move(state: &State, id: ShipId) -> bool {
    state.whereabouts(id).is_some()
        && state.ship(id).is_none_or(|ship| ship.track(Track::Engines) > 0)
        && !state.today.outfitted.contains(&id)
        && !state.today.moved.contains(&id)
}

/// 12.1 to 12.4 Spaces a ship can move at a speed; `None` when it cannot use that speed.
pub fn spaces_at(board: &Board, state: &State, id: ShipId, speed: Speed) -> Option<u8> {
    if state.ship(id).is_none() {
        return austria::spaces_at(board, state, id, speed);
    }
    let (ship, spec) = (state.ship(id)?, board.german(id).ok()?);
    let engines = ship.track(Track::Engines);
    let coal = ship.track(Track::Coal) > 0;
    match speed {
        Speed::Cruise => (engines > 0).then(|| engines.min(spec.cruise)),
        // 12.4: with the engines down to the cruising range, coal makes a ship no faster.
        Speed::Maximum => (coal && engines > spec.cruise).then(|| engines.min(spec.maximum)),
        Speed::Emergency => (coal && engines > spec.maximum).then_some(engines),
    }
}

/// 12.5, 4.1(3) The walks open to a ship; a space with an Incident marker or an Allied ship ends them too.
pub fn walk(board: &Board, state: &State, id: ShipId, most: u8) -> Option<Walk> {
    let from = state.whereabouts(id)?;
    let mut barred = barred(board, state);
    if state.ship(id).is_none() {
        barred.extend(austria::foreign_waters(board));
    }
    Some(Walk {
        lines: board.lines().clone(),
        from: from.0,
        most: usize::from(most),
        stops: stops(board, state),
        stops_now: state
            .places
            .iter()
            .filter(|(_, place)| !place.hidden.is_empty() || !place.shown.is_empty())
            .map(|(space, _)| space.0)
            .collect(),
        barred: barred.into_iter().map(|space| space.0).collect(),
    })
}

/// 12.5 Spaces that end every move; a patrol zone that has become high seas is none of them (24.1).
fn stops(board: &Board, state: &State) -> Arc<BTreeSet<Word>> {
    if state.open_seas().is_empty() {
        return board.stops().clone();
    }
    let open = |space: &&Word| !state.open_seas().contains(&SpaceId(**space));
    Arc::new(board.stops().iter().filter(open).copied().collect())
}

/// 9.1, 12.5 Spaces no German ship may enter now.
pub fn barred(board: &Board, state: &State) -> Vec<SpaceId> {
    let mut spaces: Vec<SpaceId> =
        // A visited harbour whose power has joined the Central Powers is open again (9.1 is for neutrals).
        state.visited.iter().copied().filter(|space| ports::is_neutral(board, state, *space)).collect();
    let atlantic = atlantic_is_open(board, state);
    spaces.extend(
        board
            .closed()
            .iter()
            .filter(|(_, kind)| *kind == SpaceKind::BlackSea || !atlantic)
            .map(|(space, _)| *space),
    );
    if state.french_sortie == Some(state.turn) {
        spaces.extend(ports::french_zones(board, state));
    }
    spaces
}

/// 12.5 Returns whether the mission opens the Atlantic exit.
pub fn atlantic_is_open(board: &Board, state: &State) -> bool {
    state.mission.and_then(|mission| board.pack().missions.get(&mission)).is_some_and(|spec| spec.atlantic)
}

/// 9.1 A ship whose neutral visit is over and that could leave but has not.
pub fn overstaying(board: &Board, state: &State) -> Option<ShipId> {
    let afloat = state.afloat().map(|(id, _, _)| id).chain(state.austrians_afloat().map(|(id, _)| id));
    afloat.into_iter().find(|id| is_overstaying(board, state, *id))
}

/// 9.1 Returns whether a ship's neutral visit is over and it could leave but has not.
pub fn is_overstaying(board: &Board, state: &State, id: ShipId) -> bool {
    may_move(state, id)
        && ports::must_leave(state, id)
        // 9.1: a ship with every way out barred stays, or the phase could not end.
        && walk(board, state, id, 1).is_some_and(|walk| !walk.steps_from(walk.from).is_empty())
}

/// 12.1 to 12.3 Moves a ship; burns coal; after emergency speed, tries the engines.
fn sail(play: &mut Play<'_, '_>, ship: ShipId, speed: Speed, path: Vec<SpaceId>) -> Done {
    let Some(from) = play.state.whereabouts(ship) else { return Ok(()) };
    // 12.3: emergency speed burns one point as well, not one more than maximum.
    if speed != Speed::Cruise {
        squadron::change_track(play, ship, Track::Coal, -1, u8::MAX, speed.as_str())?;
    }
    play.emit(MovementEvent::ShipMoved { ship, from, path, speed })?;
    ports::abandon_landing_party(play, from)?;
    // 12.3: last, since engines that break cost no space of this move.
    if speed == Speed::Emergency && breaks(play.die(german("emergency-speed", "12.3").about(ship))?) {
        squadron::lose_engines(play, ship, 1, Agent::Accident, "emergency")?;
    }
    Ok(())
}

/// 12.3 Returns whether a face of the die costs an engine box.
fn breaks(face: u32) -> bool {
    face <= EMERGENCY_BREAKS_AT
}

/// 12.3 The odds of damage by emergency speed.
pub fn odds() -> Odds {
    let order = OrderForm::new(Word::literal("move")).with("speed", Speed::Emergency.word());
    Odds::of(order, [("engine-breaks", odds::die().likelihood(|face| breaks(*face)))])
}

/// Ends the phase: neutral visits (9.1), the French fleet, and on to the incidents.
///
/// # Errors
/// A fault of the engine.
pub fn finish(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    ports::mark_visits(play)?;
    if play.state.french_sortie == Some(play.state.turn) {
        for zone in ports::french_zones(play.board, &play.state) {
            for ship in play.state.ships_at(zone) {
                squadron::sink(play, ship, zone)?;
            }
        }
        play.emit(IncidentEvent::FrenchFleetReturned {})?;
    }
    Ok(Transition::Enter(Phase::Incidents))
}

/// Why a move is refused.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let order = order.when("move", state, Phase::Movement)?;
    let (id, speed, path) = (order.ship("ship")?, order.speed("speed"), order.words("path"));
    let refusal = |reason, rule| Refusal::new(reason, rule).about("ship", id);
    if state.today.outfitted.contains(&id) {
        return Some(refusal("outfitted-this-turn", "12.0"));
    }
    if state.today.moved.contains(&id) {
        return Some(refusal("already-moved", "12.0"));
    }
    let Some(ship) = state.ship(id) else {
        let (speed, path) = (speed?, path?);
        return austria::refuse_move(board, state, id, speed, path).or_else(|| {
            let most = spaces_at(board, state, id, speed)?;
            refuse_path(board, state, id, &walk(board, state, id, most)?, path)
        });
    };
    if ship.track(Track::Engines) == 0 {
        return Some(refusal("no-engines", "6.2"));
    }
    let speed = speed?;
    let Some(most) = spaces_at(board, state, id, speed) else {
        let (reason, rule) = match (ship.track(Track::Coal), speed) {
            (0, Speed::Emergency) => ("no-coal", "12.3"),
            (0, _) => ("no-coal", "12.2"),
            _ => ("engines-too-weak", "12.4"),
        };
        return Some(refusal(reason, rule).about("speed", speed));
    };
    refuse_path(board, state, id, &walk(board, state, id, most)?, path?)
}

/// 12.0, 12.5 The reason why a path is refused.
fn refuse_path(board: &Board, state: &State, id: ShipId, walk: &Walk, path: &[Word]) -> Option<Refusal> {
    let refusal = |reason, rule| Refusal::new(reason, rule).about("ship", id);
    if path.len() > walk.most {
        return Some(refusal("too-far", "12.0").about("spaces", path.len()).about("limit", walk.most));
    }
    let mut at = walk.from;
    for (i, to) in path.iter().enumerate() {
        let space = SpaceId(*to);
        if *to == at {
            return Some(refusal("there-already", "12.0").about("space", to).legal(walk.steps_from(at)));
        }
        if !walk.lines.get(&at).is_some_and(|next| next.contains(to)) {
            let next = walk.steps_from(at);
            return Some(refusal("no-line", "12.0").about("from", at).about("to", to).legal(next));
        }
        if walk.barred.contains(to) {
            let (reason, rule) = match board.kind(space) {
                SpaceKind::BlackSea => ("black-sea-closed", "12.5"),
                SpaceKind::AtlanticExit => ("atlantic-closed", "12.5"),
                _ if state.visited.contains(&space) => ("visited-already", "9.1"),
                _ => ("french-fleet-at-sea", "13.1"),
            };
            return Some(refusal(reason, rule).about("space", to));
        }
        if walk.stops_at(*to) && i + 1 < path.len() {
            // The ground ends a move by 12.5, markers and Allied ships by 4.1(3).
            let rule = if walk.stops.contains(to) { "12.5" } else { "4.1" };
            return Some(refusal("must-stop", rule).about("space", to));
        }
        at = *to;
    }
    None
}
