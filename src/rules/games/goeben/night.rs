//! 22.0 Night battles.

use super::ids::SpaceId;
use super::naval_combat::battle::Battle;
use super::optional::Optional;
use super::play::{Play, table};
use super::state::State;
use crate::game::{Chapter, Defect, FactPolicy, Stop};

crate::events! {
    /// Night battles (22).
    pub enum NightEvent {
        /// A battle is fought by night (22).
        1 NightFell {
            /// Where.
            space: SpaceId,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for NightEvent {
    fn apply(&self, _: &mut State) -> Result<(), Defect> {
        match self {
            Self::NightFell { .. } => {}
        }
        Ok(())
    }
}

/// The highest face with which a battle is fought by night.
const DARK_UP_TO: u32 = 2;

/// 22.0 One die before a naval battle: whether it is fought by night.
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

/// 22.0 Guns as they count in a battle: by night half of them, rounded up, unless the ship has searchlights.
pub fn guns(battle: Option<&Battle>, guns: u8, searchlights: bool) -> u8 {
    let dark = battle.is_some_and(|battle| battle.night) && !searchlights;
    if dark { guns.div_ceil(2) } else { guns }
}
