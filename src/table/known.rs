//! Entries as a table reads them: time, author, whether sealed, and the typed content.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};

use super::reply::TableFault;
use crate::game::{Events, Fact, Roll};
use crate::log::entry::{ByText, EntryText};
use crate::log::{Entry, EntryAudience, Kinds, TableEvent, Written};

/// The typed content of an entry.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryContent<E> {
    /// A table event; a roll is a fact of the game.
    TableEvent(TableEvent),
    /// A fact of the game.
    Fact(Fact<E>),
}

impl<E: Events> EntryContent<E> {
    /// Reads the content of an entry of a log with these kinds.
    ///
    /// # Errors
    /// [`TableFault`] that names the entry: its kind is not known, or its body does not fit it.
    pub fn of(entry: &Entry, kinds: &Kinds) -> Result<EntryContent<E>, TableFault> {
        // Nearly every entry is current, and is read without a copy.
        let said = match kinds.is_current(&entry.kind, entry.v) {
            Some(true) => EntryContent::read(&entry.kind, entry.v, &entry.body),
            _ => {
                let entry = kinds.current(entry.clone())?;
                EntryContent::read(&entry.kind, entry.v, &entry.body)
            }
        };
        said.map_err(|what| TableFault::unfit(&entry.table, entry.seq, what))
    }

    /// Reads the body of an entry of this kind; `v` is the present version of the kind.
    ///
    /// # Errors
    /// A body that does not fit its kind, in words.
    pub(super) fn read<'de, D>(kind: &str, v: u32, body: D) -> Result<EntryContent<E>, String>
    where
        D: Deserializer<'de, Error = serde_json::Error> + Copy,
    {
        // The log counts a roll among the table events; for a fold it is a fact of the game.
        if kind == Fact::<E>::ROLLED {
            return Roll::deserialize(body)
                .map(|roll| EntryContent::Fact(Fact::Roll(roll)))
                .map_err(|e| e.to_string());
        }
        match TableEvent::of(kind, v, body).map_err(|error| error.to_string())? {
            Some(table_event) => Ok(EntryContent::TableEvent(table_event)),
            None => E::read(kind, body)
                .map(|event| EntryContent::Fact(Fact::Event(event)))
                .map_err(|e| e.to_string()),
        }
    }
}

/// An entry in the form for folding.
#[derive(Clone, Debug)]
pub(super) struct Known<'a, E: Clone> {
    pub(super) seq: u64,
    pub(super) at: Cow<'a, str>,
    /// The seat, and the opaque id of its player, that made the entry.
    pub(super) by: Option<(Cow<'a, str>, Cow<'a, str>)>,
    /// Whether not everyone may see it.
    pub(super) sealed: bool,
    pub(super) said: Cow<'a, EntryContent<E>>,
}

impl<'a, E: Events> Known<'a, E> {
    /// Reads an entry that is in the present version of its kind.
    ///
    /// # Errors
    /// As [`EntryContent::read`].
    pub(super) fn read(entry: &'a Entry) -> Result<Known<'a, E>, String> {
        let said = EntryContent::read(&entry.kind, entry.v, &entry.body)?;
        Ok(Known::of(entry, Cow::Owned(said)))
    }

    /// As [`Known::read`], from the stored text of entry `seq`.
    ///
    /// # Errors
    /// As [`EntryContent::read`].
    pub(super) fn stored(seq: u64, text: EntryText<'a>) -> Result<Known<'a, E>, String> {
        let said = Cow::Owned(EntryContent::read(&text.kind, text.v, text.body)?);
        let sealed = text.is_sealed();
        let by = text.by.map(|ByText { seat, player }| (seat, player));
        Ok(Known { seq, at: text.at, by, sealed, said })
    }

    /// The same, holding all it says itself.
    pub(super) fn into_owned(self) -> Known<'static, E> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Known {
            seq: self.seq,
            at: owned(self.at),
            by: self.by.map(|(seat, player)| (owned(seat), owned(player))),
            sealed: self.sealed,
            said: Cow::Owned(self.said.into_owned()),
        }
    }

    /// A newly written entry, with its content.
    pub(super) fn written(written: &'a Written, said: &'a EntryContent<E>) -> Known<'a, E> {
        // A restart would read the entry; what is folded now must be the same.
        debug_assert_eq!(Known::<E>::read(written.entry()).map(|read| read.said).as_deref(), Ok(said));
        Known::of(written.entry(), Cow::Borrowed(said))
    }

    fn of(entry: &'a Entry, said: Cow<'a, EntryContent<E>>) -> Known<'a, E> {
        Known {
            seq: entry.seq,
            at: Cow::Borrowed(&entry.at),
            by: entry.by.as_ref().map(|by| (Cow::Borrowed(&*by.seat), Cow::Borrowed(&*by.player))),
            sealed: entry.audience != EntryAudience::Everyone,
            said,
        }
    }

    /// The player who did it.
    pub(super) fn player(&self) -> Option<&str> {
        self.by.as_ref().map(|(_, player)| &**player)
    }

    /// The entry that this one takes the table back to.
    pub(super) fn back_to(&self) -> Option<u64> {
        match &*self.said {
            EntryContent::TableEvent(table_event) => table_event.back_to(),
            EntryContent::Fact(_) => None,
        }
    }
}
