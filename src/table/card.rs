//! The card of a table: what lists say of it, from the few entries that concern the table itself.
//!
//! A finished table has hundreds of entries, of which some five say who played there and how it ended. Nothing follows the seed of a closed
//! table, so a card with the seed is complete, and the orders need not be read.

use std::sync::Arc;

use super::page::Page;
use super::people::{Offer, People, SeatHolding};
use super::platform::moment;
use crate::game::Seat;
use crate::log::entry::{ByText, EntryText};
use crate::log::stored::RawEntry;
use crate::log::table_event::TableOpened;
use crate::log::{
    EndEvent, Entry, Fault, FileEvent, MasterEvent, PageEvent, SeatEvent, TableEvent, TimeChange, TimeEvent,
    chain,
};

/// A table as lists show it.
#[derive(Debug, Default)]
pub struct TableCard {
    opened: Option<TableOpened>,
    opened_at: Option<String>,
    people: People,
    page: Page,
    master: Option<Arc<str>>,
    closed: Option<String>,
    ended_at: Option<String>,
    peeks: usize,
    /// True if the terms in force let a player stand in for another.
    stands_in: bool,
    /// True if an entry could not be read: a newer program wrote it.
    misread: bool,
}

/// An entry as a card reads it.
struct CardEntry<'a> {
    seq: u64,
    at: &'a str,
    /// The seat and the player that made it.
    by: Option<(&'a str, &'a str)>,
    event: TableEvent,
}

impl TableCard {
    /// The card of these stored entries of a table, the first of which is its first. Entries of a game are skipped. Their digests are
    /// checked; that no entry is missing is not.
    ///
    /// # Errors
    /// [`Fault::Damaged`] that names the first entry that does not fit its digest.
    pub fn read(table: &str, raws: &[RawEntry]) -> Result<TableCard, Fault> {
        let mut card = TableCard::default();
        for raw in raws {
            if chain::digest(&raw.text) != raw.digest {
                return Err(Fault::in_entry(table, raw.seq, "its text and its digest do not fit together"));
            }
            let text = EntryText::of(&raw.text).map_err(|error| Fault::in_entry(table, raw.seq, error))?;
            let by = text.by.as_ref().map(|ByText { seat, player }| (&**seat, &**player));
            match TableEvent::of(&text.kind, text.v, text.body) {
                Ok(Some(event)) => card.follow(&CardEntry { seq: raw.seq, at: &text.at, by, event }),
                Ok(None) => {}
                Err(_) => card.misread = true,
            }
        }
        Ok(card)
    }

    /// The card of a table by these entries, already checked.
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> TableCard {
        let mut card = TableCard::default();
        for entry in entries {
            let by = entry.by.as_ref().map(|by| (&*by.seat, &*by.player));
            match entry.table_event() {
                Ok(Some(event)) => card.follow(&CardEntry { seq: entry.seq, at: &entry.at, by, event }),
                Ok(None) => {}
                Err(_) => card.misread = true,
            }
        }
        card
    }

    fn follow(&mut self, entry: &CardEntry<'_>) {
        match &entry.event {
            TableEvent::TableOpened(opened) => {
                self.opened.get_or_insert_with(|| opened.clone());
                self.opened_at.get_or_insert_with(|| entry.at.to_owned());
            }
            TableEvent::Seats(event) => self.seat_event(entry, event),
            TableEvent::Time(TimeEvent::TimeChanged { change: TimeChange::Terms(terms) }) => {
                self.stands_in = terms.overdue.computer().is_some();
            }
            TableEvent::Page(event @ PageEvent::NameChanged { .. }) => self.page.change(entry.seq, event),
            TableEvent::Master(MasterEvent::MasterChanged { player }) => {
                self.master = player.as_deref().map(Arc::from);
            }
            TableEvent::End(EndEvent::TableClosed { why }) => self.closed = Some(why.clone()),
            // Nothing may follow the seed, so its time is that of the last entry.
            TableEvent::End(EndEvent::SeedRevealed { .. }) => self.ended_at = Some(entry.at.to_owned()),
            TableEvent::File(FileEvent::Peeked { .. }) => self.peeks += 1,
            TableEvent::Rolled(_)
            | TableEvent::Play(_)
            | TableEvent::Request(_)
            | TableEvent::Consent(_)
            | TableEvent::Time(_)
            | TableEvent::Ready(_)
            | TableEvent::Dice(_)
            | TableEvent::Page(PageEvent::TablePublished { .. } | PageEvent::TableUnpublished)
            | TableEvent::End(EndEvent::Resigned { .. })
            | TableEvent::File(FileEvent::RulesChanged { .. } | FileEvent::LogRestored { .. }) => {}
        }
    }

    fn seat_event(&mut self, entry: &CardEntry<'_>, event: &SeatEvent) {
        let (seq, at) = (entry.seq, moment(entry.at));
        let seated = |seat: &str| seat.parse().ok().map(Seat);
        match event {
            SeatEvent::SeatTaken { seat } => {
                if let (Some(seat), Some((_, player))) = (seated(seat), entry.by) {
                    self.people.sit(seat, &player.into(), (seq, at), self.stands_in);
                }
            }
            SeatEvent::SeatVacated { seat } => {
                seated(seat).into_iter().for_each(|seat| self.people.vacate(seat, (seq, at)));
            }
            SeatEvent::SeatOffered { seat, player } => {
                if let (Some(seat), Some(by)) = (seated(seat), entry.by.and_then(|(by, _)| seated(by))) {
                    self.people.offers.insert(seat, Offer { seq, by, player: player.as_str().into() });
                }
            }
            SeatEvent::OfferWithdrawn { seat } => {
                seated(seat).into_iter().for_each(|seat| drop(self.people.offers.remove(&seat)));
            }
            SeatEvent::PlayersSought { .. } => {}
        }
    }

    /// The body of the first entry.
    pub fn opened(&self) -> Option<&TableOpened> {
        self.opened.as_ref()
    }

    /// When the table was opened.
    pub fn opened_at(&self) -> Option<&str> {
        self.opened_at.as_deref()
    }

    /// The label of the table: its id, and its name if it has one.
    pub fn label(&self, table: &str) -> String {
        self.page.label(table)
    }

    /// The seats of the table, taken or not, as [`Table::places`](super::Table::places) has them.
    pub fn places(&self) -> Vec<SeatHolding> {
        let all = self.opened.iter().flat_map(|opened| &opened.seats);
        let place = |seat| SeatHolding {
            seat,
            player: self.people.seats.get(&seat).map(|holder| holder.player.to_string()),
            offered_to: self.people.offers.get(&seat).map(|offer| offer.player.to_string()),
        };
        all.filter_map(|seat| seat.parse().ok()).map(|seat| place(Seat(seat))).collect()
    }

    /// The seats that are taken, each with the opaque id of its player.
    pub fn holders(&self) -> impl Iterator<Item = (Seat, &str)> {
        self.people.seats.iter().map(|(seat, holder)| (*seat, &*holder.player))
    }

    /// The game master.
    pub fn master(&self) -> Option<&str> {
        self.master.as_deref()
    }

    /// Why the table was closed, once it is.
    pub fn closed(&self) -> Option<&str> {
        self.closed.as_deref()
    }

    /// The number of looks at hidden information.
    pub fn peeks(&self) -> usize {
        self.peeks
    }

    /// When the last entry of a closed table was written; `None` of a table that goes on, or whose card is not complete.
    pub fn ended_at(&self) -> Option<&str> {
        let complete = self.opened.is_some() && self.closed.is_some() && !self.misread;
        self.ended_at.as_deref().filter(|_| complete)
    }
}
