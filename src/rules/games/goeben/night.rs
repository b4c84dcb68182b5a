//! 22.0 Night battles.

use super::event::NightEvent;
use super::ids::SpaceId;
use super::play::{Play, table};
use super::state::Optional;
use super::state::battle::Battle;
use crate::game::Stop;

/// The highest face with which a battle is fought by night.
const DARK_UP_TO: u32 = 2;

/// 22.0 Throws one die before a naval battle. Returns whether it is fought by night.
///
/// # Errors
/// Chance that cannot answer.
pub fn falls(play: &mut Play<'_, '_>, space: SpaceId) -> Result<bool, Stop> {
    if !play.state.plays(Optional::Night) || play.die(table("night", "22.0").about(space))? > DARK_UP_TO {
        return Ok(false);
    }
    play.emit(NightEvent::NightFell { space })?;
    Ok(true)
}

/// 22.0 The guns that count in a battle: by night half of them, rounded up, unless the ship has searchlights.
pub fn guns(battle: Option<&Battle>, guns: u8, searchlights: bool) -> u8 {
    // Without a battle the question is whether a bombardment may begin, and those have no night (22.0).
    let dark = battle.is_some_and(|battle| battle.night) && !searchlights;
    if dark { guns.div_ceil(2) } else { guns }
}
