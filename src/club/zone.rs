//! The time zones of people.

use chrono::DateTime;

use super::{Club, ClubError};
use crate::log::players::Player;
use crate::pace::Zone;

/// The zone that a player's times are in: UTC until they say.
pub fn zone_of(player: &Player) -> Zone {
    player.preferences.zone.as_deref().and_then(Zone::named).unwrap_or(Zone::UTC)
}

/// A moment in seconds since 1970 as clocks of a zone show it: `2026-03-01 21:00`.
pub fn local_time(at: i64, zone: &Zone) -> String {
    zone.local(DateTime::from_timestamp(at, 0).unwrap_or_default()).format("%Y-%m-%d %H:%M").to_string()
}

impl Club {
    /// A player's times are in this zone from now on.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn set_zone(&self, player: &str, zone: &Zone) -> Result<(), ClubError> {
        self.prefer(player, |preferences| preferences.zone = Some(zone.name().to_owned()))
    }
}
