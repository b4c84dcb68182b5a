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
    /// `player` takes `seat` by entry `seq`. Where the terms say that such a player `stands_in`, a seat taken from another, unasked,
    /// stays kept: for the player it was kept for, or for its former holder. Returns that holder.
    pub(super) fn sit(
        &mut self,
        seat: Seat,
        player: &Arc<str>,
        (seq, at): (u64, DateTime<Utc>),
        stands_in: bool,
    ) -> Option<Arc<str>> {
        let offer = self.offers.remove(&seat);
        let before = self.seats.get(&seat).map(|held| held.player.clone());
        if let Some(held) = before.clone().filter(|_| stands_in)
            && offer.as_ref().is_none_or(|offer| offer.player != *player)
        {
            let kept = Offer { seq, by: seat, player: held };
            self.offers.insert(seat, offer.unwrap_or(kept));
        }
        let holder = Holder { player: player.clone(), since: seq, at, replaces: before.clone() };
        self.seats.insert(seat, holder);
        // A table's opener who has passed on every seat has passed on the ownership too.
        let gone = before.is_some()
            && before == self.owner
            && !self.seats.values().any(|holder| Some(&holder.player) == before.as_ref());
        if self.owner.is_none() || gone {
            self.owner = Some(player.clone());
        }
        before
    }

    /// A seat is taken from its player, and others are sought.
    pub(super) fn vacate(&mut self, seat: Seat, (seq, at): (u64, DateTime<Utc>)) {
        self.offers.remove(&seat);
        self.sought.get_or_insert(at);
        let Some(Holder { player, .. }) = self.seats.remove(&seat) else { return };
        let sits = |player: &Arc<str>| self.seats.values().any(|holder| holder.player == *player);
        if !self.owner.as_ref().is_some_and(sits) {
            self.owner = self.seats.values().next().map(|holder| holder.player.clone());
        }
        // The notice of it is for a player whom no seat names any more.
        self.vacated.insert(seat, Holder { player, since: seq, at, replaces: None });
    }

    /// The clock was set back to `at`: nothing was later.
    pub(super) fn set_back(&mut self, at: DateTime<Utc>) {
        self.seats.values_mut().for_each(|holder| holder.at = holder.at.min(at));
        self.sought.iter_mut().for_each(|since| *since = (*since).min(at));
    }
}
