//! Seats, whom a fact is for, and whom a view is for.

use crate::word_ids;

word_ids! {
    /// A role at a table: `commander`, `german`, …
    Seat;
}

/// The audience of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everyone, spectators too.
    Everyone,
    /// Some seats.
    Seats(Vec<Seat>),
    /// Nobody until it is opened.
    Nobody,
}

/// The viewer of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody without a seat: what every seat may see.
    Spectator,
    /// A seat.
    Seat(Seat),
    /// Everything open: a closed table, or a peek that the log shows.
    All,
}

impl Viewer {
    /// The seat that it is, if it is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::All => None,
        }
    }
}
