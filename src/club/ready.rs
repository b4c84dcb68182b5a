//! The ready check of a table whose game has not begun, in words.

use super::{ClubError, PlayedGames};
use crate::game::Seat;
use crate::report::Phrases;
use crate::table::Readiness;
use crate::words::Lang;

/// The ready check in words: the missing players, ready and unready seats, free seats.
pub(super) fn readiness_line(phrases: &Phrases<'_>, readiness: &Readiness) -> String {
    let seats = |seats: &[Seat]| phrases.list(seats.iter().map(|seat| phrases.seat(*seat)));
    let lists = [
        ("ready-seats", &readiness.ready),
        ("ready-unready", &readiness.unready),
        ("read-free", &readiness.free),
    ];
    lists
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .fold(phrases.say("ready-waits", &[]), |text, (key, list)| {
            phrases.after(&text, &phrases.say(key, &[("seats", seats(list).into())]))
        })
}

impl PlayedGames {
    /// The ready check of a table, in words.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn readiness_of(&self, table: &str, readiness: &Readiness, lang: Lang) -> Result<String, ClubError> {
        Ok(readiness_line(&self.with(table)?.words(lang).phrases(), readiness))
    }
}
