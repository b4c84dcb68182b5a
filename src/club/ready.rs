//! The ready check of a table whose game has not begun, in words.

use crate::game::Seat;
use crate::report::Phrases;
use crate::table::Readiness;

/// The ready check in words: the missing players, ready and unready seats, free seats; and the time at which the game begins without
/// those who are not ready.
pub(super) fn readiness_line(phrases: &Phrases<'_>, readiness: &Readiness, begins: Option<String>) -> String {
    let seats = |seats: &[Seat]| phrases.list(seats.iter().map(|seat| phrases.seat(*seat)));
    let lists = [
        ("ready-seats", &readiness.ready),
        ("ready-unready", &readiness.unready),
        ("read-free", &readiness.free),
    ];
    let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
    let more = lists.map(|(key, list)| phrases.say(key, &[("seats", seats(list).into())]));
    let begins = begins.map(|at| phrases.say("ready-begins", &[("at", at.into())]));
    more.chain(begins).fold(phrases.say("ready-waits", &[]), |text, more| phrases.after(&text, &more))
}
