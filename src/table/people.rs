//! The players at a table, from its log: holders of seats, and seats that are kept or free.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::game::Seat;

/// The players at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct People {
    pub(super) seats: BTreeMap<Seat, Holder>,
    /// The player who opened the table, or to whom they passed their last seat.
    pub(super) owner: Option<Arc<str>>,
    /// Seats that are kept for one player.
    pub(super) offers: BTreeMap<Seat, Offer>,
    /// Since when the table looks for players.
    pub(super) sought: Option<DateTime<Utc>>,
    /// The player from whom the game master last took each seat, and by which entry.
    pub(super) vacated: BTreeMap<Seat, Holder>,
}

/// The holder of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Holder {
    /// The player.
    pub(super) player: Arc<str>,
    /// The entry by which they took it.
    pub(super) since: u64,
    /// When.
    pub(super) at: DateTime<Utc>,
    /// The player who had it before.
    pub(super) replaces: Option<Arc<str>>,
}

/// Seats that anybody may take, at a table that looks for players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vacancy {
    /// They.
    pub seats: Vec<Seat>,
    /// The start of the search for players: a player's word, or the expiry of a question.
    pub since: DateTime<Utc>,
}

/// A seat kept for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    /// The entry that made it.
    pub(super) seq: u64,
    /// The seat whose holder made it.
    pub(super) by: Seat,
    /// For whom.
    pub(super) player: Arc<str>,
}

/// The holder of a seat; all of it is public.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SeatHolding {
    /// The seat.
    pub seat: Seat,
    /// The opaque id of its player; `None` while it is free.
    pub player: Option<String>,
    /// The opaque id of the player for whom it is kept: invited to a free seat, or to take over a seat.
    pub offered_to: Option<String>,
}

impl People {
    /// The clock was set back to `at`: nothing was later.
    pub(super) fn set_back(&mut self, at: DateTime<Utc>) {
        self.seats.values_mut().for_each(|holder| holder.at = holder.at.min(at));
        self.sought.iter_mut().for_each(|since| *since = (*since).min(at));
    }
}
