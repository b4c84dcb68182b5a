//! 20.0 The Austro-Hungarian ships: where they are, how they come out and move, and what became of them. What harms
//! them is in [`harm`], how they fight in `naval_combat/austrians.rs`.

pub mod harm;

use super::alert;
use super::arguments::Arguments;
use super::board::Board;
use super::event::AustrianEvent;
use super::ids::{Class, Nation, ShipId, SpaceId, Speed, Track, Zone};
use super::play::{Done, Play, german, table};
use super::state::State;
use crate::game::{Refusal, Word};

/// 20.0 The Leadership of every Austro-Hungarian ship, which nothing changes.
pub const LEADERSHIP: u8 = 3;

/// The class of a German or Austro-Hungarian ship; `None` for one that is neither.
pub fn class_of(board: &Board, state: &State, id: ShipId) -> Option<Class> {
    match state.ship(id) {
        Some(ship) => Some(ship.class),
        // The pack has Allied ships too; to be one of the player's a ship must have come out.
        None if state.austrians.contains_key(&id) => board.ship(id).ok().map(|spec| spec.class),
        None => None,
    }
}

/// Austro-Hungarian ships still in their box, in the order of their ids.
pub fn in_box(board: &Board, state: &State) -> Vec<ShipId> {
    let ships = board.pack().ships.iter().filter(|(_, spec)| spec.nation == Nation::AustroHungarian);
    ships.map(|(id, _)| *id).filter(|id| !state.austrians.contains_key(id)).collect()
}

/// 20.0 The naval base where they come out, and where those begin that a campaign grants.
pub fn pola() -> SpaceId {
    SpaceId(Word::literal("POL"))
}

/// Incident chart, Austro-Hungarian Fleet Sorties (2): a die of ships, drawn from the box, comes out at Pola, and the
/// alert level rises.
///
/// # Errors
/// Chance that cannot answer.
pub fn come_out(play: &mut Play<'_, '_>) -> Done {
    let die = play.die(german("fleet-sortie", "20.0"))?;
    let waiting = in_box(play.board, &play.state);
    let take = die.min(waiting.len() as u32);
    // 20.0: an empty box sends nobody, and the alert level rises all the same.
    if take > 0 {
        let positions = play.draw(table("fleet-ships", "20.0"), take, waiting.len() as u32)?;
        let ships = positions.iter().filter_map(|at| waiting.get(*at as usize)).copied().collect();
        play.emit(AustrianEvent::AustriansArrived { space: pola(), ships })?;
    }
    alert::change(play, 1, "fleet-sortie")
}

/// The Leadership of a German or Austro-Hungarian ship.
pub fn leadership(state: &State, id: ShipId) -> u8 {
    state.ship(id).map_or(LEADERSHIP, |ship| ship.track(Track::Leadership))
}

/// 20.0 Spaces one of their ships can move: the speed on its counter, for no coal; `None` for any speed but cruising.
pub fn spaces_at(board: &Board, state: &State, id: ShipId, speed: Speed) -> Option<u8> {
    state.austrians.get(&id)?.at()?;
    let spec = board.ship(id).ok()?;
    (speed == Speed::Cruise).then_some(spec.speed)
}

/// 20.0, Terrain Effects Chart: whether their ships may enter a space: the Adriatic and the Eastern Mediterranean, to
/// which the Aegean belongs (2.1).
pub fn may_enter(board: &Board, space: SpaceId) -> bool {
    matches!(board.zone(space), Zone::Adriatic | Zone::Eastern)
}

/// 20.0 Spaces that their ships never enter.
pub fn foreign_waters(board: &Board) -> impl Iterator<Item = SpaceId> + '_ {
    board.pack().spaces.keys().copied().filter(|space| !may_enter(board, *space))
}

/// 20.0 Orders for German ships only: outfit, repair, listen, land and re-embark, fly, lay mines.
const NOT_THEIRS: [&str; 13] = [
    "load",
    "discard",
    "trade",
    "swap",
    "rearm",
    "coal",
    "repair",
    "reload",
    "intelligence",
    "land",
    "embark",
    "scout",
    "lay",
];

/// 20.0 Why an order for one of their ships is refused, whatever it is.
pub fn refuse_order(_: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let refusal = |reason, id| Some(Refusal::new(reason, "20.0").about("ship", id));
    let is_theirs = |id: &ShipId| state.austrians.contains_key(id);
    if let Some(away) = order.ship("ship").filter(is_theirs).filter(|id| state.whereabouts(*id).is_none()) {
        return refusal("ship-away", away);
    }
    let theirs =
        order.every_ship().into_iter().find(is_theirs).filter(|_| NOT_THEIRS.contains(&order.verb()))?;
    refusal("not-for-austrians", theirs)
}

/// Why one of their ships does not move so fast, or there.
pub fn refuse_move(board: &Board, state: &State, id: ShipId, speed: Speed, path: &[Word]) -> Option<Refusal> {
    let refusal = |reason| Refusal::new(reason, "20.0").about("ship", id);
    if spaces_at(board, state, id, speed).is_none() {
        return Some(refusal("no-coal-needed"));
    }
    let foreign = path.iter().copied().map(SpaceId).find(|space| !may_enter(board, *space));
    foreign.map(|space| refusal("foreign-waters").about("space", space))
}
