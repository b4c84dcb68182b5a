//! An entry written out: its canonical text, digest and chain value, computed once.

use super::chain::{self, Head};
use super::entry::Entry;
use super::fault::Fault;
use super::table_event::TableEvent;

/// An entry at its place in the log, with its canonical text. Only [`Written::new`] and [`Written::known`] make one, so
/// it is checked, and it cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    entry: Entry,
    text: String,
    digest: [u8; 32],
    before: Head,
    head: Head,
}

impl Written {
    /// Writes `entry`, which follows `before`.
    ///
    /// # Errors
    /// [`Fault::Invalid`] when it does not follow, has no canonical form, or its body is not one of its kind.
    pub fn new(before: Head, entry: Entry) -> Result<Written, Fault> {
        match entry.checked_table_event() {
            Ok(_) => Written::in_place(before, entry),
            Err(error) => Err(invalid(&entry, error.to_string())),
        }
    }

    /// As [`Written::new`] for an entry whose body was made from `event`, or from a fact of a game (`None`): the body is
    /// not read again to check it.
    ///
    /// # Errors
    /// As [`Written::new`].
    pub fn known(before: Head, entry: Entry, event: Option<&TableEvent>) -> Result<Written, Fault> {
        // Only debug builds, as in tests, make the whole check too: it reads each body once more.
        debug_assert!(
            entry.checked_table_event().is_ok_and(|read| event.is_none() || read.as_ref() == event),
            "{entry:?} reads as it was written"
        );
        match event.map_or(Ok(()), TableEvent::check).and_then(|()| entry.check_table_event(event)) {
            Ok(()) => Written::in_place(before, entry),
            Err(error) => Err(invalid(&entry, error.to_string())),
        }
    }

    fn in_place(before: Head, entry: Entry) -> Result<Written, Fault> {
        if Some(entry.seq) != before.seq.checked_add(1) {
            return Err(invalid(&entry, format!("it does not follow entry {}", before.seq)));
        }
        let text = entry.canonical().map_err(|error| invalid(&entry, error.to_string()))?;
        let digest = chain::digest(&text);
        Ok(Written { text, digest, before, head: before.after_digest(&digest), entry })
    }

    /// The entry.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Its canonical text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The head it follows.
    pub fn before(&self) -> Head {
        self.before
    }

    /// The head it leads to: its `chain` is what keys the rolls that the entry causes.
    pub fn head(&self) -> Head {
        self.head
    }

    /// Its entry, text and digest.
    pub(super) fn into_parts(self) -> (Entry, String, [u8; 32]) {
        (self.entry, self.text, self.digest)
    }
}

pub(super) fn invalid(entry: &Entry, what: String) -> Fault {
    Fault::Invalid { table: entry.table.clone(), seq: entry.seq, what }
}
