//! 9.0 Ports and naval bases: terrain, neutral visits, occupation.

use std::sync::LazyLock;

use super::arguments::Arguments;
use super::board::Board;
use super::event::PortEvent;
use super::ids::{Cargo, Incident, Phase, Power, ShipId, SpaceId, SpaceKind, Track};
use super::pack::{Terrain, TerrainSpec};
use super::play::{Done, Play};
use super::readings;
use super::state::State;
use crate::game::{Node, Refusal, Word};
use crate::games::orders::orders;

orders! {
    /// The orders of landing parties (9.2).
    pub enum PortOrder from order: Arguments<'_> {
        /// 9.2 A ship lands her Seebataillon.
        "land" => Land { ship: ShipId = order.ship("ship")? },
        /// 9.2 A landing party comes back aboard.
        "embark" => Embark { ship: ShipId = order.ship("ship")?, hull_box: u8 = order.hull_box("box")? },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: PortOrder) -> Done {
    match order {
        PortOrder::Land { ship } => land(play, ship),
        PortOrder::Embark { ship, hull_box } => embark(play, ship, hull_box),
    }
}

/// The stance of a port's or base's owner towards the squadron (9.0); `None` for other spaces.
pub fn power(board: &Board, state: &State, space: SpaceId) -> Option<Power> {
    // A patrol zone has an owner as well, but 9.0 divides harbours alone by their side.
    if !board.is_harbour(space) {
        return None;
    }
    let owner = board.space(space).ok()?.owner?;
    // Every pack gives every power a side; only a position from outside may leave one out.
    Some(state.standings.get(&owner).copied().unwrap_or(Power::Neutral))
}

/// The row of the Terrain Effects Chart for a space as it is held now.
pub fn terrain(board: &Board, state: &State, space: SpaceId) -> Terrain {
    let base = board.kind(space) == SpaceKind::NavalBase;
    match (power(board, state, space), base) {
        (None, _) if is_patrolled(board, state, space) => Terrain::PatrolZone,
        (None, _) => Terrain::Sea,
        (Some(Power::Friendly), true) => Terrain::FriendlyBase,
        (Some(Power::Friendly), false) => Terrain::FriendlyPort,
        (Some(Power::Neutral), true) => Terrain::NeutralBase,
        (Some(Power::Neutral), false) => Terrain::NeutralPort,
        (Some(Power::Allied), true) => Terrain::AlliedBase,
        // 9.2: a base cannot be taken, so a port alone has this row.
        (Some(Power::Allied), false) if state.is_occupied(space) => Terrain::OccupiedPort,
        (Some(Power::Allied), false) => Terrain::AlliedPort,
    }
}

/// Returns whether a space is a patrol zone, and no reward has made it high seas (Orders chart).
pub fn is_patrolled(board: &Board, state: &State, space: SpaceId) -> bool {
    board.kind(space) == SpaceKind::PatrolZone && !state.open_seas().contains(&space)
}

/// The patrol zones that the text of French Navy Sortie names, as long as they are patrol zones.
pub fn french_zones(board: &Board, state: &State) -> Vec<SpaceId> {
    let named = board.named_by(Incident::FrenchNavySortie).iter().copied();
    named.filter(|space| is_patrolled(board, state, *space)).collect()
}

/// The values of that row.
pub fn terrain_spec<'a>(board: &'a Board, state: &State, space: SpaceId) -> Option<&'a TerrainSpec> {
    board.pack().charts.terrain.get(&terrain(board, state, space))
}

/// Returns whether a space is an Allied patrol zone, port or base (13, 14.3).
pub fn is_allied_ground(board: &Board, state: &State, space: SpaceId) -> bool {
    matches!(
        terrain(board, state, space),
        Terrain::PatrolZone | Terrain::AlliedBase | Terrain::AlliedPort | Terrain::OccupiedPort
    )
}

/// Returns whether a space is a neutral port or base.
pub fn is_neutral(board: &Board, state: &State, space: SpaceId) -> bool {
    power(board, state, space) == Some(Power::Neutral)
}

/// 9.1 Returns whether a ship's visit here is over: nothing is taken aboard, put off or exchanged.
pub fn visit_is_over(state: &State, ship: ShipId) -> bool {
    has_visited(state, ship) && (state.reads(&readings::VISIT_OVER) || can_leave(state, ship))
}

fn has_visited(state: &State, ship: ShipId) -> bool {
    state.whereabouts(ship).is_some_and(|at| state.visited.contains(&at))
}

fn can_leave(state: &State, ship: ShipId) -> bool {
    state.ship(ship).is_none_or(|display| display.track(Track::Engines) > 0)
}

/// 9.1 Returns whether a ship has to leave in the movement phase, its visit being over; one without engines stays and may
/// repair.
pub fn must_leave(state: &State, ship: ShipId) -> bool {
    has_visited(state, ship) && can_leave(state, ship)
}

/// 9.1 At the end of the movement phase: a neutral place in which a ship stayed all through it has been visited.
///
/// # Errors
/// A fault of the engine.
pub fn mark_visits(play: &mut Play<'_, '_>) -> Done {
    let stayed: Vec<SpaceId> = play
        .state
        .afloat()
        .map(|(id, at, _)| (id, at))
        .chain(play.state.austrians_afloat())
        // A visit is a whole movement phase in place: a ship that left made none, even if she came back.
        .filter(|(id, _)| !play.state.today.moved.contains(id))
        .map(|(_, at)| at)
        .collect();
    for space in stayed {
        if is_neutral(play.board, &play.state, space) && !play.state.visited.contains(&space) {
            play.emit(PortEvent::PortVisited { space })?;
        }
    }
    Ok(())
}

/// 9.2 Ships that may land their Seebataillon: in an Allied port cleared of guns and ships, without a storm.
pub fn landing_options(board: &Board, state: &State) -> Node {
    Node::one_of(
        "ship",
        state
            .afloat()
            .filter(|(_, at, ship)| ship.carries(Cargo::Seebataillon) > 0 && may_land_at(board, state, *at))
            .map(|(id, _, _)| id.0),
    )
}

/// 9.2 Returns whether a port can be taken now.
pub fn may_land_at(board: &Board, state: &State, space: SpaceId) -> bool {
    terrain(board, state, space) == Terrain::AlliedPort
        && state
            .place(space)
            // Any face-down marker counts: if a quiet sea did not, the options would show what lies there.
            .is_none_or(|place| place.coast.is_empty() && place.shown.is_empty() && place.hidden.is_empty())
        && !state.today.storms.contains(&space)
}

/// Why a landing party may not go ashore.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let id = order.when("land", state, Phase::Bombardment)?.ship("ship")?;
    let ship = state.ship(id)?;
    let at = ship.at?;
    let refusal = |reason, rule| Some(Refusal::new(reason, rule).about("ship", id).about("space", at));
    if ship.carries(Cargo::Seebataillon) == 0 {
        return refusal("no-seebataillon", "9.2");
    }
    match terrain(board, state, at) {
        Terrain::OccupiedPort => return refusal("port-taken-already", "9.2"),
        Terrain::AlliedPort => {}
        _ => return refusal("no-allied-port", "9.2"),
    }
    if state.today.storms.contains(&at) {
        return refusal("storm", "13.1");
    }
    if may_land_at(board, state, at) { None } else { refusal("port-not-clear", "9.2") }
}

/// 9.2 Lands the Seebataillon of a ship.
fn land(play: &mut Play<'_, '_>, ship: ShipId) -> Done {
    let display = play.ship(ship)?;
    let hull_box = display.cargo.iter().find(|(_, cargo)| **cargo == Cargo::Seebataillon).map(|(n, _)| *n);
    match (display.at, hull_box) {
        (Some(space), Some(hull_box)) => play.emit(PortEvent::LandingPartyLanded { ship, hull_box, space }),
        _ => Ok(()),
    }
}

/// 9.2 Ships that may take a landing party back aboard, each with its free boxes.
pub fn embark_options(state: &State) -> Node {
    Node::choice(
        "ship",
        state
            .afloat()
            .filter(|(id, at, _)| state.is_occupied(*at) && !state.today.moved.contains(id))
            .map(|(id, _, ship)| (id.0, Node::one_of("box", ship.free_boxes().into_iter().map(box_word)))),
    )
}

/// 9.2 Returns whether a ship may take a landing party back aboard.
pub fn may_embark(state: &State, id: ShipId, at: SpaceId) -> bool {
    let moved = state.today.moved.contains(&id);
    !moved && state.is_occupied(at) && state.ship(id).is_some_and(|ship| !ship.free_boxes().is_empty())
}

/// 9.2 Takes a landing party back aboard.
fn embark(play: &mut Play<'_, '_>, ship: ShipId, hull_box: u8) -> Done {
    match play.ship(ship)?.at {
        Some(space) => play.emit(PortEvent::LandingPartyRecovered { ship, hull_box, space }),
        None => Ok(()),
    }
}

/// 9.2 A landing party that the last ship has left is lost.
///
/// # Errors
/// A fault of the engine.
pub fn abandon_landing_party(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    // German ships alone are looked for: an Austro-Hungarian ship holds no port (20.0).
    if play.state.is_occupied(space) && play.state.ships_at(space).is_empty() {
        play.emit(PortEvent::LandingPartyLost { space })?;
    }
    Ok(())
}

/// The words for hull boxes, by number.
static BOXES: LazyLock<Vec<Word>> =
    // Every number is a word, so none is left out and each lies at its own place.
    LazyLock::new(|| (0..=u8::MAX).filter_map(|hull_box| hull_box.to_string().parse().ok()).collect());

/// The word for a hull box.
pub fn box_word(hull_box: u8) -> Word {
    BOXES[usize::from(hull_box)]
}
