//! An entry written out: its canonical text, digest and chain value, made once for whoever needs them.

use super::chain::{self, Head};
use super::entry::Entry;
use super::fault::Fault;
use super::frame::Frame;

/// An entry in its place in the log, with its canonical text. Only [`Written::new`] and [`Written::known`] make one, so it
/// is in form, and it cannot be changed.
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
        match entry.checked_frame() {
            Ok(_) => Written::in_place(before, entry),
            Err(error) => Err(invalid(&entry, error.to_string())),
        }
    }

    /// As [`Written::new`] for an entry whose body was made from `frame`, or from a fact of a game, and is not read again to
    /// check it.
    ///
    /// # Errors
    /// As [`Written::new`].
    pub fn known(before: Head, entry: Entry, frame: Option<&Frame>) -> Result<Written, Fault> {
        debug_assert!(
            entry.checked_frame().is_ok_and(|read| frame.is_none() || read.as_ref() == frame),
            "{entry:?} reads as it was written"
        );
        match frame.map_or(Ok(()), Frame::check).and_then(|()| entry.check_frame(frame)) {
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
