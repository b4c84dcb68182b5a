//! 20.1 Seaplanes, and 21.2 what they find.

use super::arguments::Arguments;
use super::board::Board;
use super::event::{CargoEvent, Flight, SeaplaneEvent};
use super::ids::{Cargo, Phase, ShipId, SpaceId};
use super::intelligence;
use super::play::{Done, Play, german};
use super::state::State;
use super::state::battle::Battle;
use crate::game::odds::{self, Odds};
use crate::game::{Node, OrderForm, Refusal, Word};
use crate::games::orders::orders;

orders! {
    /// The order for a seaplane (21.2).
    pub enum SeaplaneOrder from order: Arguments<'_> {
        /// 21.2 A seaplane looks at a space.
        "scout" => Scout { ship: ShipId = order.ship("ship")?, space: SpaceId = order.space("space")? },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: SeaplaneOrder) -> Done {
    match order {
        SeaplaneOrder::Scout { ship, space } => scout(play, ship, space),
    }
}

/// 20.1 Returns whether a seaplane helps to make contact: not by night, nor under limited visibility.
pub fn can_fly(state: &State, battle: &Battle) -> bool {
    // The marker grounds the seaplane whatever its die: where that allows a battle, visibility is poor all
    // the same (20.1).
    !battle.night && !state.today.visibility.contains_key(&battle.space)
}

/// 21.2 Ships whose seaplane has not flown this turn.
pub fn carriers(state: &State) -> Vec<ShipId> {
    let ready = state
        .afloat()
        .filter(|(id, _, ship)| ship.carries(Cargo::Seaplane) > 0 && !state.today.scouted.contains(id));
    ready.map(|(id, _, _)| id).collect()
}

/// 21.2 The spaces beside its ship that each seaplane may scout, once a phase, for nothing.
pub fn scout_options(board: &Board, state: &State) -> Node {
    let ships = carriers(state).into_iter().filter_map(|id| {
        let at = state.ship(id)?.at?;
        Some((id.0, Node::one_of("space", board.neighbours(at).iter().map(|space| space.0))))
    });
    Node::choice("ship", ships.collect::<Vec<_>>())
}

/// Why a seaplane may not fly.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let order = order.when("scout", state, Phase::Intelligence)?;
    let (id, space) = (order.ship("ship")?, order.space("space"));
    let ship = state.ship(id)?;
    let refusal = |reason| Refusal::new(reason, "21.2").about("ship", id);
    if ship.carries(Cargo::Seaplane) == 0 {
        return Some(refusal("no-seaplane"));
    }
    if state.today.scouted.contains(&id) {
        return Some(refusal("scouted-already"));
    }
    let (beside, space) = (board.neighbours(ship.at?), space?);
    (!beside.contains(&space)).then(|| refusal("not-beside").about("space", space).legal(beside))
}

/// 21.2 The meaning of a face of the die.
fn flight_of(face: u32) -> Flight {
    match face {
        1 => Flight::ShotDown,
        2 | 3 => Flight::Nothing,
        _ => Flight::Sighted,
    }
}

/// 21.2 The odds of each seaplane's flight.
pub fn odds(state: &State) -> Vec<Odds> {
    let flights = odds::die().map(|face| flight_of(face) as u8);
    let likely = |flight: Flight| flights.likelihood(|it| *it == flight as u8);
    let of = |ship: ShipId| {
        let order = OrderForm::new(Word::literal("scout")).with("ship", ship.0);
        Odds::of(order, [("sighted", likely(Flight::Sighted)), ("shot-down", likely(Flight::ShotDown))])
    };
    carriers(state).into_iter().map(of).collect()
}

/// 21.2 A flight: 1 and the seaplane is lost, 4 to 6 and every Allied unit of the space is turned up.
fn scout(play: &mut Play<'_, '_>, ship: ShipId, space: SpaceId) -> Done {
    let result = flight_of(play.die(german("reconnaissance", "21.2").about(ship).about(space))?);
    play.emit(SeaplaneEvent::SeaplaneFlew { ship, space, result })?;
    match result {
        Flight::ShotDown => shot_down(play, ship),
        Flight::Nothing => Ok(()),
        Flight::Sighted => intelligence::reveal(play, space, None),
    }
}

fn shot_down(play: &mut Play<'_, '_>, ship: ShipId) -> Done {
    let Some(hull_box) = play.ship(ship)?.highest_box_of(Cargo::Seaplane) else { return Ok(()) };
    // The same as before: a counter that is lost gives back none of its points, unlike one put off in the
    // set-up.
    let points_spent = play.state.today.points.get(&ship).copied().unwrap_or(0);
    let why = Word::literal("shot-down");
    play.emit(CargoEvent::CargoRemoved { ship, hull_box, cargo: Cargo::Seaplane, why, points_spent })
}
