//! 5.0 The Allied alert level. What it does (5.3) is in the chapters that look at it: how many Incident markers are
//! drawn (13.0), the contact rating (14.3), who breaks off (14.4).

use super::event::AlertEvent;
use super::play::{Done, Play};
use crate::game::Word;

/// 5.2 The lowest level.
pub const LOWEST: u8 = 1;
/// 5.2 The highest level.
pub const HIGHEST: u8 = 6;

/// 5.1, 5.2, 5.4 Changes the level by `by`, at once and within its bounds.
///
/// # Errors
/// A fault of the engine.
pub fn change(play: &mut Play<'_, '_>, by: i8, why: &'static str) -> Done {
    let level = play.state.alert.saturating_add_signed(by).clamp(LOWEST, HIGHEST);
    // 5.2: Pursue at level 6 or conflicting orders at 1 change nothing, so players are told of no change.
    if level == play.state.alert {
        return Ok(());
    }
    // The step that the bounds left: two levels down from 2 is one.
    let by = level as i8 - play.state.alert as i8;
    play.emit(AlertEvent::AlertChanged { alert: level, by, why: Word::literal(why) })
}
