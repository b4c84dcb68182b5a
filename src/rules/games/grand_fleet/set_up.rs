//! 3 The set-up, and the optional rules that change it (12).

use super::event::SetUpEvent;
use std::collections::BTreeMap;

use super::boxes::{self, Spreading};
use super::ids::{Nation, ShipId, Side};
use super::pack::ShipSpec;
use super::play::{Done, Play};
use super::sequence;
use super::state::{Berth, Setup};

/// The British lead of the historical game (12).
const HISTORICAL_LEAD: i32 = 2;

/// 3 Sets the game up and begins the first turn, a lesson with its battle. Circled ships lie evenly in their boxes: whoever
/// throws for them may spread them anew first (6).
///
/// # Errors
/// An event that does not fit.
pub fn begin(play: &mut Play<'_, '_>, setup: Setup) -> Done {
    let mut berths: BTreeMap<ShipId, Berth> =
        play.board.pack().ships.iter().map(|(id, ship)| (*id, berth(ship, setup))).collect();
    for side in Side::ALL.iter().copied() {
        let circled = berths.iter().filter(|(_, berth)| **berth == Berth::Ashore).map(|(ship, _)| *ship);
        let circled = circled.filter(|ship| play.board.side(*ship) == Some(side)).collect();
        for boxed in boxes::first_spread(play.board, side, circled, Spreading::Even) {
            berths.extend(boxed.ships.into_iter().map(|ship| (ship, Berth::Box(boxed.number))));
        }
    }
    let lead = if setup.historical { HISTORICAL_LEAD } else { 0 };
    play.emit(SetUpEvent::GameBegan { setup, berths, lead })?;
    if setup.learn { sequence::begin_lesson(play) } else { sequence::begin(play) }
}

/// 3 The berth of a ship when the game begins.
fn berth(ship: &ShipSpec, setup: Setup) -> Berth {
    match ship {
        ShipSpec { starred: true, .. } if !setup.audacious => Berth::LeftOut,
        // Before turn and circle: all American ships wait for the war, whatever their counters say (3, 9).
        ShipSpec { nation: Nation::American, .. } => Berth::Abroad,
        ShipSpec { turn: Some(turn), .. } => Berth::Due(*turn),
        // A mark only: `begin` puts the ship into a box before the event.
        ShipSpec { circled: true, .. } => Berth::Ashore,
        _ => Berth::Fleet,
    }
}
