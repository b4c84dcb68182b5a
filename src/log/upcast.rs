//! The known kinds of entries and their versions, and how old versions are read. Stored bytes never change.

use std::collections::BTreeMap;

use super::entry::Entry;
use super::fault::Fault;
use super::table_event::{STEPS, TableEvent, Upcast};

/// The kinds a program knows, each with its current version and the steps from older ones.
#[derive(Debug, Clone)]
pub struct Kinds {
    current: BTreeMap<String, u32>,
    steps: BTreeMap<(String, u32), Upcast>,
}

impl Default for Kinds {
    fn default() -> Kinds {
        Kinds::of_table_events()
    }
}

impl Kinds {
    /// The kinds of table events, without any game's.
    pub fn of_table_events() -> Kinds {
        let current = TableEvent::KINDS.iter().map(|(kind, v)| ((*kind).to_owned(), *v)).collect();
        let steps = STEPS.iter().map(|(kind, from, step)| (((*kind).to_owned(), *from), *step));
        Kinds { current, steps: steps.collect() }
    }

    /// Also knows `kind`, whose current version is `v`.
    pub fn with(mut self, kind: &str, v: u32) -> Kinds {
        self.current.insert(kind.to_owned(), v);
        self
    }

    /// Reads version `from` of `kind` by making version `from + 1` of it.
    pub fn with_upcast(mut self, kind: &str, from: u32, upcast: Upcast) -> Kinds {
        self.steps.insert((kind.to_owned(), from), upcast);
        self
    }

    /// Returns whether `v` is the current version of `kind`; `None` when the kind is not known.
    pub fn is_current(&self, kind: &str, v: u32) -> Option<bool> {
        self.current.get(kind).map(|current| *current == v)
    }

    /// The entry in the current version of its kind.
    ///
    /// # Errors
    /// [`Fault::UnknownKind`] when the kind is not known, the version is newer or no step leads on from it;
    /// [`Fault::Damaged`] when a step, or the table event, says that the body does not fit.
    pub fn current(&self, mut entry: Entry) -> Result<Entry, Fault> {
        let Some(current) = self.current.get(&entry.kind) else { return Err(unknown(&entry)) };
        while entry.v != *current {
            let step = self.steps.get(&(entry.kind.clone(), entry.v));
            let Some(step) = step else { return Err(unknown(&entry)) };
            entry.body =
                step(entry.body.take()).map_err(|what| Fault::in_entry(&entry.table, entry.seq, what))?;
            entry.v += 1;
        }
        // The body of a table event must fit its kind, whether a step made it or it was stored so.
        entry.table_event().map_err(|e| Fault::in_entry(&entry.table, entry.seq, e))?;
        Ok(entry)
    }
}

fn unknown(entry: &Entry) -> Fault {
    Fault::UnknownKind { table: entry.table.clone(), seq: entry.seq, kind: entry.kind.clone(), v: entry.v }
}
