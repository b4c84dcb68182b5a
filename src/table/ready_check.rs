//! The state of a ready check, from a table's log.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::game::Seat;

/// The ready check of a table, from its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadyCheck {
    /// The players who are ready.
    pub(super) said: BTreeSet<Arc<str>>,
    /// The entry by which seats or terms last changed.
    pub(super) since: u64,
    /// When that was written.
    pub(super) at: DateTime<Utc>,
    /// Whether the game has begun.
    begun: bool,
}

/// The state of the ready check, while a game has not begun; all of it is public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Readiness {
    /// The seats whose players are ready.
    pub ready: Vec<Seat>,
    /// The seats whose players have still to say so.
    pub unready: Vec<Seat>,
    /// The free seats.
    pub free: Vec<Seat>,
}

/// A player for whom the game waits, now that every seat is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unready {
    /// The opaque id.
    pub(super) player: String,
    /// Their first seat.
    pub(super) seat: Seat,
    /// The entry that asked them: the one by which seats or terms last changed.
    pub(super) since: u64,
    /// When that was written.
    pub(super) at: DateTime<Utc>,
}

impl ReadyCheck {
    /// A check that begins with entry `since`.
    pub(super) fn asked(since: u64, at: DateTime<Utc>) -> ReadyCheck {
        ReadyCheck { said: BTreeSet::new(), since, at, begun: false }
    }

    /// Returns whether the game waits for it.
    pub(super) fn holds(&self) -> bool {
        !self.begun
    }

    pub(super) fn say(&mut self, player: Arc<str>, ready: bool) {
        match ready {
            true => self.said.insert(player),
            false => self.said.remove(&player),
        };
    }

    /// `player` sits down, in the place of another or at a free seat.
    pub(super) fn sit(&mut self, player: &str, replaces: bool, (seq, at): (u64, DateTime<Utc>)) {
        (self.since, self.at) = (seq, at);
        // Players who were ready with a seat free accepted whoever came; a replacement asks them anew.
        self.said.retain(|other| !replaces && **other != *player);
    }

    /// Withdraws a request made under other terms.
    pub(super) fn withdraw(&mut self, (seq, at): (u64, DateTime<Utc>)) {
        (self.since, self.at) = (seq, at);
        self.said.clear();
    }

    pub(super) fn begin(&mut self) {
        self.begun = true;
    }
}
