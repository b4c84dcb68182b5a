//! The entropy of the seats of a table, from its log.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::Seat;

/// Entropy as a command carries it: never the words themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entropy {
    /// SHA-256 of what it is drawn from; or what is promised, which is the SHA-256 of that one's 64 lower-case hexadecimal digits.
    pub hash: [u8; 32],
    /// Its source: one of [`crate::log::table_event::ENTROPY_SOURCES`]; `None` to promise it.
    pub source: Option<&'static str>,
}

/// The seats that gave entropy, and those that did not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GivenEntropy {
    /// The seats that gave it.
    pub given: Vec<Seat>,
    /// The seats that promised it and did not show it.
    pub promised: Vec<Seat>,
    /// The other seats.
    pub none: Vec<Seat>,
    /// True once a promise was shown: nothing new is promised or given after that.
    pub closed: bool,
}

/// The entropy of a table whose set-up waits for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EntropyState {
    /// The promise of each seat, or the digest of its luck; and whether it was given.
    pub(super) seats: BTreeMap<Seat, (String, bool)>,
    /// True once a promise was shown: nothing new is promised or given after that.
    pub(super) shown: bool,
}

impl EntropyState {
    /// Another player has the seat, or none. What was given stays the seat's: whoever comes after saw what the others gave. A promise
    /// that was not shown goes with the player who knows the words.
    pub(super) fn change_player(&mut self, seat: Seat) {
        if self.is_promised(seat) {
            self.seats.remove(&seat);
        }
    }

    pub(super) fn is_given(&self, seat: Seat) -> bool {
        self.seats.get(&seat).is_some_and(|(_, given)| *given)
    }

    pub(super) fn is_promised(&self, seat: Seat) -> bool {
        self.seats.get(&seat).is_some_and(|(_, given)| !*given)
    }
}
