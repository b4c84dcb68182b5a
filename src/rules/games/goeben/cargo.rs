//! 8.0 Cargo: crew and gear in the hull boxes.

use std::collections::BTreeMap;

use super::arguments::Arguments;
use super::board::Board;
use super::event::CargoEvent;
use super::ids::{Cargo, Class, Phase, Power, ShipId, SpaceId};
use super::outfitting;
use super::pack::{CargoSpec, Terrain};
use super::play::{Done, Play};
use super::ports::{self, box_word};
use super::state::{Optional, Ship, State};
use crate::game::{Node, Refusal, Word};
use crate::games::orders::orders;

orders! {
    /// The orders about cargo (8).
    pub enum CargoOrder from order: Arguments<'_> {
        /// 8.2 A counter comes aboard.
        "load" => Load {
            ship: ShipId = order.ship("ship")?,
            cargo: Cargo = order.cargo("item")?,
            hull_box: u8 = order.hull_box("box")?,
        },
        /// 8.3 A counter is put off.
        "discard" => Discard { ship: ShipId = order.ship("ship")?, counter: (Cargo, u8) = order.aboard("cargo")? },
        /// 8.6 A counter goes to another ship.
        "trade" => Trade {
            from: ShipId = order.ship("ship")?,
            counter: (Cargo, u8) = order.aboard("cargo")?,
            to: ShipId = order.ship("to")?,
            hull_box: u8 = order.hull_box("box")?,
        },
        /// 8.6 Two counters change places; the other ship is named where it could be one of several.
        "swap" => Swap {
            ship: ShipId = order.ship("ship")?,
            given: (Cargo, u8) = order.aboard("cargo")?,
            other: Option<ShipId> = order.ship("to"),
            taken: (Cargo, u8) = order.aboard("other")?,
        },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: CargoOrder) -> Done {
    match order {
        CargoOrder::Load { ship, cargo, hull_box } => load(play, ship, cargo, hull_box),
        CargoOrder::Discard { ship, counter: (cargo, hull_box) } => discard(play, ship, cargo, hull_box),
        CargoOrder::Trade { from, counter, to, hull_box } => trade(play, from, counter, to, hull_box),
        CargoOrder::Swap { ship, given, other, taken } => swap(play, ship, given, other, taken),
    }
}

/// A counter aboard, as orders name it: the item and its hull box, `wireless@3`.
pub fn aboard_word(cargo: Cargo, hull_box: u8) -> Word {
    format!("{cargo}@{hull_box}").parse().unwrap_or_else(|_| cargo.word())
}

/// 8.1, 8.5 Cargo points a ship may still spend: twice its Leadership at set-up, its Leadership in a friendly
/// naval base, nothing elsewhere.
pub fn points_left(board: &Board, state: &State, id: ShipId) -> u8 {
    let Some(ship) = state.ship(id) else { return 0 };
    let Some(at) = ship.at else { return 0 };
    let leadership = ship.track(super::ids::Track::Leadership);
    let grant = match state.phase {
        Phase::SetUp => leadership.saturating_mul(board.pack().set_up.outfit_points_per_leadership),
        Phase::Outfitting
            if ports::terrain_spec(board, state, at).is_some_and(|spec| spec.cargo)
                && outfitting::may_outfit(state, id) =>
        {
            leadership
        }
        _ => 0,
    };
    grant.saturating_sub(state.today.points.get(&id).copied().unwrap_or(0))
}

/// 8.3 Counters of an item left in the box.
pub fn counters_left(board: &Board, state: &State, cargo: Cargo) -> u8 {
    spec(board, cargo).map_or(0, |spec| spec.count).saturating_sub(state.cargo_in_use(cargo))
}

fn spec(board: &Board, cargo: Cargo) -> Option<&CargoSpec> {
    board.pack().cargo.get(&cargo)
}

/// Returns whether a counter belongs to the game as it is played: those of an optional rule only with it (20.1, 23.0).
fn is_in_play(state: &State, cargo: Cargo, spec: &CargoSpec) -> bool {
    match cargo {
        Cargo::Seaplane => state.plays(Optional::Seaplanes),
        Cargo::Mines => state.plays(Optional::Mines),
        _ => !spec.optional,
    }
}

/// 20.1, 23.0 Returns whether a ship may have a counter aboard at all: seaplanes are for battlecruisers, mines for light
/// cruisers.
fn suits(class: Class, cargo: Cargo) -> bool {
    match cargo {
        Cargo::Seaplane => class == Class::Battlecruiser,
        Cargo::Mines => class == Class::LightCruiser,
        _ => true,
    }
}

/// 8.2, 20.1, 23.0 Boxes of a ship that could take a counter; a seaplane lies over the box named and the next one, and a
/// ship has one at most.
fn boxes_for(ship: &Ship, cargo: Cargo) -> Vec<u8> {
    let mut free = ship.free_boxes();
    if !suits(ship.class, cargo) || (cargo == Cargo::Seaplane && ship.carries(cargo) > 0) {
        free.clear();
    }
    let all = free.clone();
    free.retain(|hull_box| all.contains(&cargo.top_box(*hull_box)));
    free
}

/// 8.2, 8.3, 8.5 The counters that each ship may load, and their boxes.
pub fn load_options(board: &Board, state: &State) -> Node {
    Node::choice(
        "ship",
        state.afloat().filter(|(id, _, _)| points_left(board, state, *id) > 0).map(|(id, _, ship)| {
            let points = points_left(board, state, id);
            let items = board
                .pack()
                .cargo
                .iter()
                .filter(|(cargo, spec)| {
                    is_in_play(state, **cargo, spec)
                        && spec.points <= points
                        && counters_left(board, state, **cargo) > 0
                })
                .map(|(cargo, _)| {
                    let boxes = boxes_for(ship, *cargo).into_iter().map(box_word);
                    (cargo.word(), Node::one_of("box", boxes))
                });
            (id.0, Node::choice("item", items))
        }),
    )
}

/// 8.3 The counters that each ship may discard: gear anywhere, crew in a friendly harbour; at set-up anything.
pub fn discard_options(board: &Board, state: &State) -> Node {
    Node::choice(
        "ship",
        state.afloat().map(|(id, at, ship)| {
            let may_act = state.phase == Phase::SetUp || outfitting::may_outfit(state, id);
            let crew_may_leave =
                state.phase == Phase::SetUp || ports::power(board, state, at) == Some(Power::Friendly);
            let items = ship
                .cargo
                .iter()
                .filter(|(_, cargo)| {
                    may_act && (crew_may_leave || spec(board, **cargo).is_some_and(|spec| !spec.crew))
                })
                .map(|(hull_box, cargo)| aboard_word(*cargo, *hull_box));
            (id.0, Node::one_of("cargo", items))
        }),
    )
}

/// 8.6 Counters that may go to another ship's free box in the same harbour.
pub fn trade_options(board: &Board, state: &State) -> Node {
    Node::choice(
        "ship",
        state.afloat().map(|(id, at, ship)| {
            let partners = partners(board, state, id, at);
            let items = ship.cargo.iter().map(|(hull_box, cargo)| {
                let targets = partners.iter().filter_map(|other| {
                    let boxes = boxes_for(state.ship(*other)?, *cargo).into_iter().map(box_word);
                    Some((other.0, Node::one_of("box", boxes)))
                });
                (aboard_word(*cargo, *hull_box), Node::choice("to", targets.collect::<Vec<_>>()))
            });
            (id.0, Node::choice("cargo", items.collect::<Vec<_>>()))
        }),
    )
}

/// 8.6 Counters that may change places with one of another ship in the same harbour; where that could be one of several
/// ships, it is named.
pub fn swap_options(board: &Board, state: &State) -> Node {
    Node::choice(
        "ship",
        state.afloat().map(|(id, at, ship)| {
            let partners = partners(board, state, id, at);
            let items = ship.cargo.iter().map(|(hull_box, cargo)| {
                let mut holders: BTreeMap<Word, Vec<Word>> = BTreeMap::new();
                for partner in &partners {
                    let taken = state.ship(*partner).map_or(vec![], |other| takes_for(ship, *cargo, other));
                    // Two partners may both have `wireless@1`, and then the order must name the ship as well.
                    taken.into_iter().for_each(|item| holders.entry(item).or_default().push(partner.0));
                }
                let others = holders.into_iter().map(|(item, ships)| match ships.as_slice() {
                    [_] => (item, Node::End),
                    _ => (item, Node::one_of("to", ships)),
                });
                (aboard_word(*cargo, *hull_box), Node::choice("other", others))
            });
            (id.0, Node::choice("cargo", items.collect::<Vec<_>>()))
        }),
    )
}

/// 8.6 Counters of `other` that may change places with `given`, box for box: each for a ship that may have it. A seaplane
/// does not, for its two boxes.
fn takes_for(ship: &Ship, given: Cargo, other: &Ship) -> Vec<Word> {
    if given == Cargo::Seaplane || !suits(other.class, given) {
        return vec![];
    }
    let suitable =
        other.cargo.iter().filter(|(_, cargo)| **cargo != Cargo::Seaplane && suits(ship.class, **cargo));
    suitable.map(|(hull_box, cargo)| aboard_word(*cargo, *hull_box)).collect()
}

/// 8.6 Ships with which one may trade here: those in the same harbour, unless it is the enemy's.
fn partners(board: &Board, state: &State, id: ShipId, at: SpaceId) -> Vec<ShipId> {
    if !is_trading_place(board, state, at) || !outfitting::may_outfit(state, id) {
        return vec![];
    }
    let mut ships = state.ships_at(at);
    // 8.6, 9.1: an exchange is outfitting for both ships, so neither may be at the end of a visit.
    ships.retain(|other| *other != id && outfitting::may_outfit(state, *other));
    ships
}

/// 8.6 Any harbour but one that the enemy holds: neutral and occupied ones count as friendly here.
fn is_trading_place(board: &Board, state: &State, at: SpaceId) -> bool {
    let terrain = ports::terrain(board, state, at);
    board.is_harbour(at) && !matches!(terrain, Terrain::AlliedBase | Terrain::AlliedPort)
}

/// 8.2 Takes a counter aboard.
fn load(play: &mut Play<'_, '_>, ship: ShipId, cargo: Cargo, hull_box: u8) -> Done {
    let cost = spec(play.board, cargo).map_or(0, |spec| spec.points);
    let points_spent = play.state.today.points.get(&ship).copied().unwrap_or(0) + cost;
    // In the set-up this holds nobody: there is no move to lose yet (7.0).
    outfitting::mark(play, ship)?;
    play.emit(CargoEvent::CargoStowed { ship, hull_box, cargo, points_spent })
}

/// 8.3 Puts a counter off; at set-up its points come back, unless it is aboard since an earlier mission (24.1).
fn discard(play: &mut Play<'_, '_>, ship: ShipId, cargo: Cargo, hull_box: u8) -> Done {
    let spent = play.state.today.points.get(&ship).copied().unwrap_or(0);
    let refund = match play.state.phase {
        Phase::SetUp if !is_kept(&play.state, ship, hull_box) => {
            spec(play.board, cargo).map_or(0, |spec| spec.points)
        }
        _ => 0,
    };
    outfitting::mark(play, ship)?;
    let (why, points_spent) = (Word::literal("discarded"), spent.saturating_sub(refund));
    play.emit(CargoEvent::CargoRemoved { ship, hull_box, cargo, why, points_spent })
}

fn is_kept(state: &State, ship: ShipId, hull_box: u8) -> bool {
    state.campaign.as_ref().is_some_and(|campaign| campaign.is_kept(ship, hull_box))
}

/// 8.6 Gives a counter to another ship.
fn trade(
    play: &mut Play<'_, '_>,
    from: ShipId,
    (cargo, from_box): (Cargo, u8),
    to: ShipId,
    to_box: u8,
) -> Done {
    outfitting::mark(play, from)?;
    // 7.0: a ship that takes a counter is held as much as one that gives it away.
    outfitting::mark(play, to)?;
    play.emit(CargoEvent::CargoMoved { cargo, from, from_box, to, to_box })
}

/// 8.6 The ship with which another exchanges a counter: the one named, or the first there that has the counter taken.
pub fn partner(
    board: &Board,
    state: &State,
    one: ShipId,
    named: Option<ShipId>,
    taken: (Cargo, u8),
) -> Option<ShipId> {
    let holds = |id: &ShipId| state.ship(*id).is_some_and(|ship| ship.cargo.get(&taken.1) == Some(&taken.0));
    let holder = || partners(board, state, one, state.ship(one)?.at?).into_iter().find(holds);
    named.or_else(holder)
}

/// 8.6 Exchanges two counters between two ships.
fn swap(
    play: &mut Play<'_, '_>,
    one: ShipId,
    given: (Cargo, u8),
    other: Option<ShipId>,
    taken: (Cargo, u8),
) -> Done {
    // The options hold only counters that a partner has, so a partner is found.
    let Some(other) = partner(play.board, &play.state, one, other, taken) else { return Ok(()) };
    outfitting::mark(play, one)?;
    outfitting::mark(play, other)?;
    play.emit(CargoEvent::CargoSwapped {
        ship: one,
        hull_box: given.1,
        cargo: given.0,
        other,
        other_box: taken.1,
        other_cargo: taken.0,
    })
}

/// Why an order about cargo is refused.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    if state.task().is_some() {
        return None;
    }
    let (ship, hull_box) = (order.ship("ship")?, order.hull_box("box"));
    match (order.verb(), state.phase) {
        ("load", Phase::SetUp | Phase::Outfitting) => {
            refuse_load(board, state, ship, order.cargo("item")?, hull_box)
        }
        ("discard", Phase::SetUp | Phase::Outfitting) => refuse_discard(state, ship, order.aboard("cargo")?),
        ("trade", Phase::Outfitting) => {
            refuse_trade(board, state, ship, order.aboard("cargo")?, order.ship("to"), hull_box)
        }
        ("swap", Phase::Outfitting) => {
            refuse_swap(board, state, ship, order.aboard("cargo")?, order.ship("to"), order.aboard("other"))
        }
        _ => None,
    }
}

/// Why a counter may not be taken aboard.
fn refuse_load(
    board: &Board,
    state: &State,
    id: ShipId,
    cargo: Cargo,
    hull_box: Option<u8>,
) -> Option<Refusal> {
    let ship = state.ship(id)?;
    let spec = spec(board, cargo)?;
    let refusal = |reason, rule| Refusal::new(reason, rule).about("ship", id).about("item", cargo);
    if !is_in_play(state, cargo, spec) {
        return Some(refusal("cargo-optional", rule_of(cargo)));
    }
    if !suits(ship.class, cargo) {
        return Some(refusal("wrong-class", rule_of(cargo)));
    }
    if cargo == Cargo::Seaplane && ship.carries(cargo) > 0 {
        return Some(refusal("one-seaplane", "20.1"));
    }
    let set_up = state.phase == Phase::SetUp;
    if !set_up && !ports::terrain_spec(board, state, ship.at?).is_some_and(|terrain| terrain.cargo) {
        return Some(refusal("no-friendly-base", "8.5"));
    }
    if ship.free_boxes().is_empty() {
        return Some(refusal("no-free-box", "8.2"));
    }
    if hull_box.is_some_and(|hull_box| !ship.free_boxes().contains(&hull_box)) {
        return Some(refusal("box-not-free", "8.2"));
    }
    let boxes = boxes_for(ship, cargo);
    if hull_box.map_or(boxes.is_empty(), |hull_box| !boxes.contains(&hull_box)) {
        return Some(refusal("no-two-boxes", "20.1"));
    }
    if counters_left(board, state, cargo) == 0 {
        return Some(refusal("no-counter-left", "8.3").about("count", spec.count));
    }
    let left = points_left(board, state, id);
    let rule = if set_up { "8.1" } else { "8.5" };
    (spec.points > left)
        .then(|| refusal("not-enough-points", rule).about("cost", spec.points).about("left", left))
}

/// Why a counter may not be put off.
fn refuse_discard(state: &State, id: ShipId, (cargo, hull_box): (Cargo, u8)) -> Option<Refusal> {
    let refusal = |reason, rule| Some(Refusal::new(reason, rule).about("ship", id).about("item", cargo));
    if state.ship(id)?.cargo.get(&hull_box) != Some(&cargo) {
        return refusal("not-aboard", "8.3");
    }
    if ports::visit_is_over(state, id) {
        return refusal("visit-is-over", "9.1");
    }
    // 8.3: gear may be put off anywhere, so what is refused here is crew.
    refusal("crew-stays-aboard", "8.3")
}

/// Why a counter may not leave a ship here for another, or for any if none is named.
fn refuse_meeting(
    board: &Board,
    state: &State,
    id: ShipId,
    (cargo, hull_box): (Cargo, u8),
    to: Option<ShipId>,
) -> Option<Refusal> {
    let refusal = |reason, rule| Some(Refusal::new(reason, rule).about("ship", id).about("item", cargo));
    let at = state.ship(id)?.at?;
    if state.ship(id)?.cargo.get(&hull_box) != Some(&cargo) {
        return refusal("not-aboard", "8.6");
    }
    if !is_trading_place(board, state, at) {
        return refusal("no-harbour-to-trade-in", "8.6");
    }
    if ports::visit_is_over(state, id) {
        return refusal("visit-is-over", "9.1");
    }
    let together = state.ships_at(at);
    if to.map_or(together.len() < 2, |to| to == id || !together.contains(&to)) {
        return refusal("not-together", "8.6");
    }
    None
}

/// Why a counter may not go into the box `to_box` of another ship.
fn refuse_trade(
    board: &Board,
    state: &State,
    id: ShipId,
    (cargo, hull_box): (Cargo, u8),
    to: Option<ShipId>,
    to_box: Option<u8>,
) -> Option<Refusal> {
    if let Some(refusal) = refuse_meeting(board, state, id, (cargo, hull_box), to) {
        return Some(refusal);
    }
    let refusal = |reason, rule| Some(Refusal::new(reason, rule).about("ship", id).about("item", cargo));
    let other = state.ship(to?)?;
    if !suits(other.class, cargo) {
        return refusal("wrong-class", rule_of(cargo));
    }
    if cargo == Cargo::Seaplane && other.carries(cargo) > 0 {
        return refusal("one-seaplane", "20.1");
    }
    let free = other.free_boxes();
    if free.is_empty() {
        return refusal("no-free-box", "8.2");
    }
    match to_box? {
        to_box if !free.contains(&to_box) => refusal("box-not-free", "8.2"),
        to_box if !boxes_for(other, cargo).contains(&to_box) => refusal("no-two-boxes", "20.1"),
        _ => None,
    }
}

/// Why two counters may not change places. Full ships may exchange theirs, so room is never the reason.
fn refuse_swap(
    board: &Board,
    state: &State,
    id: ShipId,
    given: (Cargo, u8),
    to: Option<ShipId>,
    taken: Option<(Cargo, u8)>,
) -> Option<Refusal> {
    if let Some(refusal) = refuse_meeting(board, state, id, given, to) {
        return Some(refusal);
    }
    let (taken, taken_box) = taken?;
    let named = to?;
    let refusal = |reason, rule, ship, item: Cargo| {
        Some(Refusal::new(reason, rule).about("ship", ship).about("item", item))
    };
    let (ship, other) = (state.ship(id)?, state.ship(named)?);
    if other.cargo.get(&taken_box) != Some(&taken) {
        return refusal("not-aboard", "8.6", named, taken);
    }
    if !suits(other.class, given.0) {
        return refusal("wrong-class", rule_of(given.0), named, given.0);
    }
    if !suits(ship.class, taken) {
        return refusal("wrong-class", rule_of(taken), id, taken);
    }
    if given.0 == Cargo::Seaplane || taken == Cargo::Seaplane {
        return refusal("seaplane-unswapped", "20.1", id, Cargo::Seaplane);
    }
    // All else is in order, so the fault is that a ship was named although one alone holds the counter.
    let holds = |id: &ShipId| state.ship(*id).is_some_and(|it| it.cargo.get(&taken_box) == Some(&taken));
    let holders = partners(board, state, id, ship.at?).into_iter().filter(holds).count();
    if holders == 1 { refusal("one-holder", "8.6", named, taken) } else { None }
}

/// The rule of a counter that only some ships may have.
fn rule_of(cargo: Cargo) -> &'static str {
    if cargo == Cargo::Mines { "23.0" } else { "20.1" }
}
