//! 19.0 More German ships, what they cost, and what the enemy gets for them.

use std::collections::BTreeMap;

use super::board::Board;
use super::ids::{Class, Marker, Nation, ShipId};
use super::pack::ShipSpec;
use super::play::{Done, Play};
use super::state::{Optional, Setup, Ship, State};
use super::victory;
use crate::game::Word;

/// The victory points that the ships of an option cost at the start.
const PRICES: [(Optional, i32); 3] =
    [(Optional::Moltke, -5), (Optional::Stralsund, -10), (Optional::FourShips, -50)];

fn named(name: &'static str) -> ShipId {
    ShipId(Word::literal(name))
}

/// 19.0, 3.0(8) Returns whether a German ship sails: in the standard game Goeben and Breslau.
pub fn sails(board: &Board, setup: &Setup, id: ShipId) -> bool {
    let standard = board.pack().german.get(&id).is_some_and(|spec| spec.standard);
    // 19.0: with all four, Moltke sails beside Goeben instead of in her place.
    if setup.has(Optional::FourShips) {
        return true;
    }
    match id {
        id if id == named("goeben") => standard && !setup.has(Optional::Moltke),
        id if id == named("moltke") => standard || setup.has(Optional::Moltke),
        id if id == named("stralsund") => standard || setup.has(Optional::Stralsund),
        _ => standard,
    }
}

/// 19.0, 3.0(9) Colliers to place for these ships: the second with both battlecruisers.
pub fn colliers(board: &Board, ships: &BTreeMap<ShipId, Ship>) -> u8 {
    let set_up = &board.pack().set_up;
    // A battlecruiser sunk in an earlier mission is still in the list, but brings no collier.
    let big = ships.values().filter(|ship| ship.at.is_some() && ship.class == Class::Battlecruiser);
    if big.count() > 1 { set_up.colliers_in_all } else { set_up.colliers }
}

/// 19.0, 19.1 Returns whether the enemy has more ships, because all four German ships sail or more have come in a campaign.
pub fn are_answered(state: &State) -> bool {
    let reinforced = state.campaign.as_ref().is_some_and(|campaign| campaign.reinforced);
    reinforced || state.plays(Optional::FourShips)
}

/// 19.0, 24.1 Returns whether an Allied ship takes part: none that a campaign has lost, and those of chapter 19 only with all
/// four German ships.
pub fn is_in_play(state: &State, id: ShipId, spec: &ShipSpec) -> bool {
    let campaign = state.campaign.as_ref();
    let called = are_answered(state);
    let gone = state.sunk.contains(&id) || campaign.is_some_and(|campaign| campaign.removed.contains(&id));
    // The pack keeps Allied and Austro-Hungarian counters in one list.
    spec.nation != Nation::AustroHungarian && (called || !spec.what_if) && !gone
}

/// 19.0, 3.0(3) Allied ships that go into the Incident pool then, unless a campaign has lost them.
pub fn answer(board: &Board, state: &State) -> Option<Marker> {
    let ship = named("new-zealand");
    let spec = board.pack().ships.get(&ship)?;
    (are_answered(state) && is_in_play(state, ship, spec)).then_some(Marker::Ship(ship))
}

/// 19.0 The victory points that the ships cost.
///
/// # Errors
/// A fault of the engine.
pub fn pay(play: &mut Play<'_, '_>) -> Done {
    for (option, points) in PRICES {
        if play.state.plays(option) {
            victory::score(play, points, option.as_str(), None)?;
        }
    }
    Ok(())
}
