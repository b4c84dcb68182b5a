//! 10.0 Repairs.

use std::collections::BTreeMap;

use super::arguments::Arguments;
use super::board::Board;
use super::event::RepairEvent;
use super::ids::{Phase, ShipId, Track};
use super::outfitting;
use super::play::{Done, Play, german};
use super::ports;
use super::squadron;
use super::state::State;
use crate::game::odds::{self, Odds};
use crate::game::{Node, OrderForm, Refusal, Word};
use crate::games::orders::orders;

/// More repair dice for each ship beside a Friendly Ship (Incident chart).
const FRIEND_DICE: u8 = 2;

orders! {
    /// The order to repair (10).
    pub enum RepairOrder from order: Arguments<'_> {
        /// 10.1 A ship rolls for repairs, with dice for each of her tracks.
        "repair" => Repair { ship: ShipId = order.ship("ship")?, dice: BTreeMap<Track, u32> = read_dice(order)? },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: RepairOrder) -> Done {
    match order {
        RepairOrder::Repair { ship, dice } => repair(play, ship, &dice),
    }
}

/// 10.1 Repair dice of a ship: Leadership, crew, place, friends.
pub fn dice(board: &Board, state: &State, id: ShipId) -> u8 {
    let Some(ship) = state.ship(id) else { return 0 };
    let Some(at) = ship.at else { return 0 };
    let crew: u8 = ship
        .cargo
        .values()
        .filter_map(|cargo| board.pack().cargo.get(cargo))
        .map(|spec| spec.repair_dice)
        .sum();
    let place = ports::terrain_spec(board, state, at).map_or(0, |spec| spec.repair_dice);
    let friends = state.place(at).map_or(0, |place| place.friends).saturating_mul(FRIEND_DICE);
    ship.track(Track::Leadership) + crew + place + friends
}

/// The damage that can be mended, in missing boxes: guns, engines, hull; never beyond the start.
pub fn damage(board: &Board, state: &State, id: ShipId) -> Vec<(Track, u8)> {
    let (Some(ship), Ok(spec)) = (state.ship(id), board.german(id)) else { return vec![] };
    [
        (Track::Primary, spec.primary),
        (Track::Secondary, spec.secondary),
        (Track::Tertiary, spec.tertiary),
        (Track::Engines, spec.engines),
        (Track::Hull, spec.hull),
    ]
    .into_iter()
    .map(|(track, full)| (track, full.saturating_sub(ship.track(track))))
    .filter(|(_, missing)| *missing > 0)
    .collect()
}

/// 10.1 Damaged ships that have not yet rolled, each with its dice to share among what is damaged.
pub fn options(board: &Board, state: &State) -> Node {
    Node::choice(
        "ship",
        state
            .afloat()
            .filter(|(id, _, _)| !state.today.repaired.contains(id))
            // Not `visit_is_over`: a ship without engines may still repair where her visit has ended (9.1).
            .filter(|(id, _, _)| !ports::must_leave(state, *id))
            .map(|(id, _, _)| {
                let dice = u32::from(dice(board, state, id));
                let bins = damage(board, state, id).into_iter().map(|(track, _)| (track.word(), dice));
                (id.0, Node::Split { arg: "dice", bins: bins.collect(), least: 1, most: dice })
            }),
    )
}

/// 10.1 The odds of one die, for each ship that can roll.
pub fn odds(board: &Board, state: &State) -> Vec<Odds> {
    let Node::OneOf { of: ships, .. } = options(board, state) else { return vec![] };
    let mended = odds::successes(1, u32::from(board.pack().charts.firing.repair));
    let of = |(ship, _): (Word, Node)| {
        let order = OrderForm::new(Word::literal("repair")).with("ship", ship);
        Odds::of(order, [("die-mends", mended.likelihood(|boxes| *boxes > 0))])
    };
    ships.into_iter().map(of).collect()
}

/// 10.1 Rolls the dice as shared out beforehand; each success mends a box.
fn repair(play: &mut Play<'_, '_>, ship: ShipId, shares: &BTreeMap<Track, u32>) -> Done {
    // 10.1: the attempt holds the ship for the day, even if no die succeeds.
    outfitting::mark(play, ship)?;
    play.emit(RepairEvent::RepairAttempted { ship })?;
    let lowest = u32::from(play.board.pack().charts.firing.repair);
    for (track, missing) in damage(play.board, &play.state, ship) {
        let Some(dice) = shares.get(&track) else { continue };
        let faces = play.dice(german("repair", "10.1").about(ship).about(track), *dice)?;
        // 10.1: dice are allotted before the throw, so successes beyond the boxes missing are lost.
        let mended = faces.iter().filter(|face| **face >= lowest).count().min(usize::from(missing)) as u8;
        let to = play.ship(ship)?.track(track) + mended;
        squadron::set_track(play, ship, track, to, "repair")?;
    }
    Ok(())
}

fn read_dice(order: &Arguments<'_>) -> Option<BTreeMap<Track, u32>> {
    let shares = order.shares("dice")?.iter();
    shares.map(|(track, dice)| Some((Track::named(track.as_str())?, *dice))).collect()
}

/// Why a ship may not roll for repairs, or not so.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let order = order.when("repair", state, Phase::Outfitting)?;
    let (id, shares) = (order.ship("ship")?, order.shares("dice"));
    let refusal = |reason, rule| Some(Refusal::new(reason, rule).about("ship", id));
    if state.today.repaired.contains(&id) {
        return refusal("already-repaired", "10.1");
    }
    if ports::must_leave(state, id) {
        return refusal("visit-is-over", "9.1");
    }
    let damage = damage(board, state, id);
    if damage.is_empty() {
        return refusal("nothing-to-repair", "10.0");
    }
    let is_damaged = |name: &Word| damage.iter().any(|(track, _)| track.word() == *name);
    if let Some((name, _)) = shares?.iter().find(|(name, _)| !is_damaged(name)) {
        return refusal("not-damaged", "10.0").map(|refusal| refusal.about("track", name));
    }
    let dice = dice(board, state, id);
    Some(Refusal::new("repair-dice", "10.1").about("ship", id).about("dice", dice))
}
