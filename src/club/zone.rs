//! The time zones of people, by their names in the IANA database.

use chrono::{DateTime, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};

use super::{Club, ClubError};
use crate::book::{fold, nearest};
use crate::log::players::Player;

/// What Japanese players call their zone.
const TOKYO: [&str; 3] = ["東京", "日本", "日本時間"];

/// The zone of a name, in upper or lower case, with spaces or without; the name of its city alone will do.
pub fn zone_named(typed: &str) -> Option<Tz> {
    let key = fold(typed);
    if TOKYO.contains(&&*key) {
        return Some(Tz::Asia__Tokyo);
    }
    let city = |name: &str| name.rsplit_once('/').is_some_and(|(_, city)| fold(city) == key);
    let named = |zone: &&Tz| fold(zone.name()) == key;
    TZ_VARIANTS.iter().find(named).or_else(|| TZ_VARIANTS.iter().find(|zone| city(zone.name()))).copied()
}

/// The name of the zone that was probably meant.
pub fn nearest_zone(typed: &str) -> Option<&'static str> {
    let names = || TZ_VARIANTS.iter().map(|zone| zone.name());
    let cities = || names().filter_map(|name| name.rsplit_once('/').map(|(_, city)| city));
    let of_city = |city: &str| zone_named(city).map(|zone| zone.name());
    nearest(names(), typed).or_else(|| nearest(cities(), typed).and_then(of_city))
}

/// The zone that a player's times are in: UTC until they say.
pub fn zone_of(player: &Player) -> Tz {
    player.preferences.zone.as_deref().and_then(|zone| zone.parse().ok()).unwrap_or(Tz::UTC)
}

/// A moment in seconds since 1970 as clocks of a zone show it: `2026-03-01 21:00`.
pub fn local_time(at: i64, zone: Tz) -> String {
    let moment: DateTime<Utc> = DateTime::from_timestamp(at, 0).unwrap_or_default();
    moment.with_timezone(&zone).format("%Y-%m-%d %H:%M").to_string()
}

impl Club {
    /// A player's times are in this zone from now on.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn set_zone(&self, player: &str, zone: Tz) -> Result<(), ClubError> {
        let Some(mut player) = self.store.player(player)? else { return Ok(()) };
        player.preferences.zone = Some(zone.name().to_owned());
        Ok(self.store.put_player(player)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::TZ_VARIANTS;

    #[test]
    fn zones_are_found_as_people_write_them() {
        for (typed, name) in [
            ("Asia/Tokyo", "Asia/Tokyo"),
            ("asia/tokyo", "Asia/Tokyo"),
            ("Ａｓｉａ／Ｔｏｋｙｏ", "Asia/Tokyo"),
            ("Tokyo", "Asia/Tokyo"),
            ("東京", "Asia/Tokyo"),
            ("日本時間", "Asia/Tokyo"),
            ("america/new york", "America/New_York"),
            ("New York", "America/New_York"),
            ("utc", "UTC"),
            ("Etc/GMT-9", "Etc/GMT-9"),
        ] {
            assert_eq!(zone_named(typed).map(|zone| zone.name()), Some(name), "{typed}");
        }
        for zone in TZ_VARIANTS {
            assert!(zone_named(zone.name()).is_some(), "{zone}");
        }
        for wrong in ["", "Asia", "/", "Mars/Olympus", "UTC+25"] {
            assert_eq!(zone_named(wrong), None, "{wrong}");
        }
        assert_eq!(nearest_zone("Asia/Tokio"), Some("Asia/Tokyo"));
        assert_eq!(nearest_zone("Londn"), Some("Europe/London"));
        assert_eq!(nearest_zone("xyzzy"), None);
    }

    #[test]
    fn a_moment_is_told_by_the_clock_of_its_zone_in_summer_and_in_winter() {
        let london = zone_named("London").unwrap();
        assert_eq!(local_time(1_700_000_000, Tz::UTC), "2023-11-14 22:13");
        assert_eq!(local_time(1_700_000_000, zone_named("Tokyo").unwrap()), "2023-11-15 07:13");
        assert_eq!(local_time(1_700_000_000, london), "2023-11-14 22:13");
        assert_eq!(local_time(1_690_000_000, london), "2023-07-22 05:26");
    }
}
