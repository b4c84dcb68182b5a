//! The language and the time zone of a player.

use chrono::DateTime;

use crate::log::players::Player;
use crate::pace::Zone;
pub use crate::table::platform::{moment, written};
use crate::words::{Lang, Words};

/// The language a player was last heard in.
pub fn lang_of(player: &Player) -> Lang {
    Lang::of_locale(player.preferences.lang.as_deref().unwrap_or_default())
}

/// The zone that a player's times are in: UTC until they say.
pub fn zone_of(player: &Player) -> Zone {
    named_zone(player).unwrap_or(Zone::UTC)
}

/// The zone that a player named, if they did.
pub fn named_zone(player: &Player) -> Option<Zone> {
    Zone::try_from(player.preferences.zone.clone()?).ok()
}

/// A moment in seconds since 1970 as clocks of a zone show it, with the zone, in words.
pub fn zoned(words: &Words, lang: Lang, at: i64, zone: &Zone) -> String {
    words.say(
        lang,
        "time-moment",
        &[("time", local_time(at, zone).into()), ("zone", zone.named_in(lang).into())],
    )
}

/// A moment in seconds since 1970 as clocks of a zone show it: `2026-03-01 21:00`.
pub fn local_time(at: i64, zone: &Zone) -> String {
    zone.local(DateTime::from_timestamp(at, 0).unwrap_or_default()).format("%Y-%m-%d %H:%M").to_string()
}
