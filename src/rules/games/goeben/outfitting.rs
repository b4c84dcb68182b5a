//! 7.0 Outfitting: rearming, coaling and colliers; the phase as a whole (4.1(1)).

use std::collections::BTreeMap;

use super::arguments::Arguments;
use super::board::Board;
use super::event::{CargoEvent, OutfittingEvent, SequenceEvent};
use super::ids::{Cargo, Phase, ShipId, SpaceId, Track};
use super::play::{Done, Play, Transition, german};
use super::ports;
use super::squadron;
use super::state::{Source, State, Task};
use crate::game::{Node, Options, Refusal, Stop, Word};
use crate::games::orders::orders;

/// Points of a collier: two dice (7.4).
const COLLIER_DICE: u8 = 2;
/// Points of a Friendly Ship: one die (Incident chart).
const FRIEND_DICE: u8 = 1;

/// Points for a track of a ship.
type Share = (ShipId, Track, u32);

orders! {
    /// The orders of outfitting (7), cargo and repairs aside.
    pub enum OutfittingOrder from order: Arguments<'_> {
        /// 7.1 Ships take ammunition of an arsenal.
        "rearm" => Rearm { space: SpaceId = order.space("space")?, ships: Vec<ShipId> = order.ships("ships")? },
        /// 7.3, 7.4 Ships take coal of a harbour, a collier or a Friendly Ship.
        "coal" => Coal {
            space: SpaceId = order.space("space")?,
            source: Source = source_of(order)?,
            ships: Vec<ShipId> = order.ships("ships")?,
        },
        /// 7.1, 7.3 The points rolled are shared out.
        "share" => Share { points: Vec<Share> = read_shares(order.shares("points")?)? },
        /// 14.10 A Torpedo Reload fills the tubes.
        "reload" => Reload { ship: ShipId = order.ship("ship")? },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: OutfittingOrder) -> Done {
    match order {
        OutfittingOrder::Rearm { space, ships } => draw_supply(play, space, Source::Arsenal, ships),
        OutfittingOrder::Coal { space, source, ships } => draw_supply(play, space, source, ships),
        OutfittingOrder::Share { points } => share(play, &points),
        OutfittingOrder::Reload { ship } => reload(play, ship),
    }
}

/// Returns whether a ship may outfit, repairs aside: afloat, and not at the end of a neutral visit (9.1).
pub fn may_outfit(state: &State, ship: ShipId) -> bool {
    state.ship(ship).is_some_and(|display| display.at.is_some()) && !ports::visit_is_over(state, ship)
}

/// 7.0 A ship that outfits or repairs may not move this turn.
///
/// # Errors
/// A fault of the engine.
pub fn mark(play: &mut Play<'_, '_>, ship: ShipId) -> Done {
    // Cargo of the set-up (3.0(7)) comes this way too, and holds no ship on the first day.
    if play.state.phase != Phase::Outfitting || play.state.today.outfitted.contains(&ship) {
        return Ok(());
    }
    play.emit(OutfittingEvent::ShipOutfitted { ship })
}

/// 7.1 Harbours with an arsenal not yet used today, and ships there with room.
pub fn rearm_options(board: &Board, state: &State) -> Node {
    Node::choice(
        "space",
        state
            .squadron_spaces()
            .into_iter()
            .filter(|space| dice_of(board, state, *space, Source::Arsenal) > 0)
            .map(|space| (space.0, takers(board, state, space, Source::Arsenal))),
    )
}

/// 7.3, 7.4 Spaces with coal not yet used today, and ships there with room.
pub fn coal_options(board: &Board, state: &State) -> Node {
    Node::choice(
        "space",
        state.squadron_spaces().into_iter().map(|space| {
            let sources = [Source::Port, Source::Collier, Source::Friend]
                .into_iter()
                .filter(|source| dice_of(board, state, space, *source) > 0)
                .map(|source| (source.word(), takers(board, state, space, source)));
            (space.0, Node::choice("source", sources.collect::<Vec<_>>()))
        }),
    )
}

fn takers(board: &Board, state: &State, space: SpaceId, source: Source) -> Node {
    let ships: Vec<(Word, u32)> = state
        .ships_at(space)
        .into_iter()
        .filter(|ship| may_outfit(state, *ship) && !bins(board, state, *ship, source).is_empty())
        .map(|ship| (ship.0, 0))
        .collect();
    Node::SomeOf { arg: "ships", most: ships.len(), of: ships, least: 1, budget: None }
}

/// Terrain Effects Chart: the dice that a source gives here; 0 if there is none or it has been used today.
fn dice_of(board: &Board, state: &State, space: SpaceId, source: Source) -> u8 {
    if state.today.supplied.contains(&(space, source)) {
        return 0;
    }
    let terrain = ports::terrain_spec(board, state, space);
    match source {
        Source::Arsenal => terrain.map_or(0, |spec| spec.ammunition_dice),
        Source::Port => terrain.map_or(0, |spec| spec.coal_dice),
        Source::Collier if state.colliers.contains(&space) => COLLIER_DICE,
        Source::Friend => FRIEND_DICE * state.place(space).map_or(0, |place| place.friends),
        Source::Collier => 0,
    }
}

/// The tracks of a ship that a source fills, with the room on each.
fn bins(board: &Board, state: &State, id: ShipId, source: Source) -> Vec<(Track, u8)> {
    let (Some(ship), Ok(spec)) = (state.ship(id), board.german(id)) else { return vec![] };
    let tracks: &[(Track, u8)] = match source {
        // 7.1: one roll serves both kinds, so the player shares it between the two tracks.
        Source::Arsenal => &[(Track::Ammunition, spec.ammunition), (Track::Torpedoes, spec.torpedoes)],
        _ => &[(Track::Coal, spec.coal_limit)],
    };
    tracks
        .iter()
        .map(|(track, limit)| (*track, limit.saturating_sub(ship.track(*track))))
        .filter(|(_, room)| *room > 0)
        .collect()
}

/// 7.1, 7.3, 7.4 Rolls for a source's supply, and shares it out at once if it fills every track or there is only one.
fn draw_supply(play: &mut Play<'_, '_>, space: SpaceId, source: Source, ships: Vec<ShipId>) -> Done {
    let dice = dice_of(play.board, &play.state, space, source);
    let purpose = if source == Source::Arsenal { "rearm" } else { "coal" };
    let throw = german(purpose, rule_of(source));
    // Before the dice: 7.0 holds a ship that takes part, even one that gets nothing of the points.
    for ship in &ships {
        mark(play, *ship)?;
    }
    let points = play.dice(throw.about(space), u32::from(dice))?.iter().sum::<u32>() as u8;
    play.emit(OutfittingEvent::SupplyDrawn { space, source, points })?;
    let mut room = rooms(play.board, &play.state, &ships, source);
    let total: u32 = room.iter().map(|(_, _, limit)| limit).sum();
    // With points enough for every track, or one track alone, there is nothing to decide. The rest is lost.
    if total <= u32::from(points) || room.len() == 1 {
        let mut left = u32::from(points);
        for (_, _, share) in &mut room {
            *share = left.min(*share);
            left -= *share;
        }
        // By name, as the shares of an order come: both ways then write their events in one order.
        room.sort_by_key(|(ship, track, _)| share_word(*ship, *track));
        return hand_out(play, &room, source);
    }
    play.emit(SequenceEvent::TaskBegan { task: Task::Share { space, source, points, ships } })
}

/// The room on the tracks that a source fills.
fn rooms(board: &Board, state: &State, ships: &[ShipId], source: Source) -> Vec<Share> {
    let of = |ship: &ShipId| {
        let ship = *ship;
        bins(board, state, ship, source).into_iter().map(move |(track, room)| (ship, track, u32::from(room)))
    };
    ships.iter().flat_map(of).collect()
}

/// The word for a ship's track in shares: `goeben.coal`.
fn share_word(ship: ShipId, track: Track) -> Word {
    format!("{ship}.{track}").parse().unwrap_or(ship.0)
}

/// Reads shares.
fn read_shares(shares: &BTreeMap<Word, u32>) -> Option<Vec<Share>> {
    let read = |(bin, share): (&Word, &u32)| {
        let (ship, track) = bin.as_str().rsplit_once('.')?;
        Some((ship.parse().ok()?, Track::named(track)?, *share))
    };
    shares.iter().map(read).collect()
}

fn source_of(order: &Arguments<'_>) -> Option<Source> {
    Source::named(order.word("source")?.as_str())
}

/// 7.1, 7.3 The ways to share out the points rolled.
pub fn share_options(board: &Board, state: &State, task: &Task) -> Options {
    let mut options = Options::default();
    if let Task::Share { source, points, ships, .. } = task {
        let rooms = rooms(board, state, ships, *source).into_iter();
        let bins = rooms.map(|(ship, track, room)| (share_word(ship, track), room)).collect();
        options.push("share", Node::Split { arg: "points", bins, least: 0, most: u32::from(*points) });
    }
    options
}

/// Shares out the points of the present task.
fn share(play: &mut Play<'_, '_>, shares: &[Share]) -> Done {
    let source = match play.state.task() {
        Some(Task::Share { source, .. }) => *source,
        _ => return Ok(()),
    };
    play.emit(SequenceEvent::TaskEnded {})?;
    hand_out(play, shares, source)
}

fn hand_out(play: &mut Play<'_, '_>, shares: &[Share], source: Source) -> Done {
    for (ship, track, share) in shares {
        let to = play.ship(*ship)?.track(*track).saturating_add(*share as u8);
        squadron::set_track(play, *ship, *track, to, source.as_str())?;
    }
    Ok(())
}

/// 14.10 Ships that may spend a Torpedo Reload: outside battle, with empty tubes.
pub fn reload_options(state: &State) -> Node {
    Node::one_of(
        "ship",
        state
            .afloat()
            .filter(|(_, _, ship)| {
                ship.carries(Cargo::TorpedoReload) > 0 && ship.track(Track::Torpedoes) == 0
            })
            .map(|(id, _, _)| id.0),
    )
}

/// 14.10 Fills the tubes and spends the Torpedo Reload in the highest box.
fn reload(play: &mut Play<'_, '_>, ship: ShipId) -> Done {
    let display = play.ship(ship)?;
    // 8.4: hull damage would take the highest box first, so its counter is the one to spend.
    let held = display.cargo.iter().rev().find(|(_, cargo)| **cargo == Cargo::TorpedoReload);
    let Some((hull_box, cargo)) = held.map(|(n, cargo)| (*n, *cargo)) else { return Ok(()) };
    let points_spent = play.state.today.points.get(&ship).copied().unwrap_or(0);
    let why = Word::literal("reload");
    play.emit(CargoEvent::CargoRemoved { ship, hull_box, cargo, why, points_spent })?;
    let full = play.board.german(ship)?.torpedoes;
    squadron::set_track(play, ship, Track::Torpedoes, full, "reload")
}

/// Ends the phase: colliers that were used leave (7.4), friendly ships part company.
///
/// # Errors
/// A fault of the engine.
pub fn finish(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    let emptied: Vec<SpaceId> = play
        .state
        .today
        .supplied
        .iter()
        .filter(|(_, source)| *source == Source::Collier)
        .map(|(space, _)| *space)
        .collect();
    for space in emptied {
        if play.state.colliers.contains(&space) {
            play.emit(OutfittingEvent::CollierRemoved { space, why: Word::literal("emptied") })?;
        }
    }
    let friends: Vec<(SpaceId, u8)> = play
        .state
        .places
        .iter()
        .filter(|(_, place)| place.friends > 0)
        .map(|(space, place)| (*space, place.friends))
        .collect();
    // Only those met yesterday: those of today are drawn in the Incident phase, which is still to come.
    for (space, markers) in friends {
        play.emit(OutfittingEvent::FriendsLeft { space, markers })?;
    }
    Ok(Transition::Enter(Phase::Intelligence))
}

/// The rule that a source comes under.
pub fn rule_of(source: Source) -> &'static str {
    match source {
        Source::Arsenal => "7.1",
        Source::Port => "7.3",
        Source::Collier => "7.4",
        Source::Friend => "13.1",
    }
}

/// Why an order of outfitting is refused.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let draw = |source| {
        let ships = order.ships("ships");
        refuse_supply(board, state, order.space("space")?, source, ships.as_deref())
    };
    match (order.verb(), state.phase, state.task()) {
        ("rearm", Phase::Outfitting, None) => draw(Source::Arsenal),
        ("coal", Phase::Outfitting, None) => draw(source_of(order)?),
        ("share", _, Some(task)) => refuse_share(task),
        _ => None,
    }
}

/// Why ships may not take aboard a supply; without names, all ships there ask for it.
fn refuse_supply(
    board: &Board,
    state: &State,
    space: SpaceId,
    source: Source,
    ships: Option<&[ShipId]>,
) -> Option<Refusal> {
    let refusal = |reason, rule| Refusal::new(reason, rule).about("space", space).about("source", source);
    let here = state.ships_at(space);
    let asking = ships.filter(|ships| !ships.is_empty()).unwrap_or(&here);
    if here.is_empty() {
        return Some(refusal("no-ship-there", rule_of(source)));
    }
    if state.today.supplied.contains(&(space, source)) {
        return Some(refusal("already-drawn", rule_of(source)));
    }
    if dice_of(board, state, space, source) == 0 {
        return Some(refusal("nothing-to-draw", rule_of(source)));
    }
    if let Some(ship) = asking.iter().find(|ship| !here.contains(ship)) {
        return Some(refusal("ship-elsewhere", rule_of(source)).about("ship", ship));
    }
    if let Some(ship) = asking.iter().find(|ship| ports::visit_is_over(state, **ship)) {
        return Some(refusal("visit-is-over", "9.1").about("ship", ship));
    }
    let full = asking.iter().find(|ship| bins(board, state, **ship, source).is_empty())?;
    Some(refusal("no-room-for-it", rule_of(source)).about("ship", full))
}

/// Why points may not be shared out so.
fn refuse_share(task: &Task) -> Option<Refusal> {
    let Task::Share { source, points, .. } = task else { return None };
    Some(Refusal::new("points-to-share", rule_of(*source)).about("source", source).about("points", points))
}
