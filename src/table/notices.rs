//! Whom to tell: written in the same transaction as what is to be told. Doors render a notice when they send it.

use super::fold::Table;
use crate::game::{Game, Seat};
use crate::log::Notice;

/// A seat is asked something by a decision of another.
pub const PROMPT: &str = "prompt";
/// A table was opened.
pub const OPENED: &str = "opened";
/// A table was closed.
pub const CLOSED: &str = "closed";

/// The notices of a table that has just been opened: to every seat that is taken.
pub fn of_opening<G: Game>(table: &Table<G>) -> Vec<Notice> {
    table.seats().map(|(seat, _)| notice(1, seat, OPENED)).collect()
}

/// The notices of what happened between `before` and `after` by a decision of `actor`.
pub fn after<G: Game>(before: &Table<G>, after: &Table<G>, actor: Option<Seat>) -> Vec<Notice> {
    let taken = |seat: Seat| after.player_of(seat).is_some();
    if before.closed().is_none() && after.closed().is_some() {
        return after.seats().map(|(seat, _)| notice(after.head().seq, seat, CLOSED)).collect();
    }
    after
        .asked()
        .iter()
        .filter(|asked| asked.number > before.head().seq && Some(asked.prompt.seat) != actor)
        .filter(|asked| taken(asked.prompt.seat))
        .map(|asked| notice(asked.number, asked.prompt.seat, PROMPT))
        .collect()
}

fn notice(seq: u64, seat: Seat, why: &str) -> Notice {
    Notice { seq, seat: seat.to_string(), why: why.to_owned() }
}
