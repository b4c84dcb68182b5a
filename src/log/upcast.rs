//! Which kinds and versions are known, and how old versions are read. Stored bytes never change.

use std::collections::BTreeMap;

use serde_json::Value;

use super::entry::Entry;
use super::fault::Fault;
use super::frame::{FRAME_KINDS, FRAME_VERSION};

/// Makes the body of the next version from the body of one version, or says what does not fit.
pub type Upcast = fn(Value) -> Result<Value, String>;

/// The kinds a program knows, each with its current version and the steps from older ones.
#[derive(Debug, Clone)]
pub struct Kinds {
    current: BTreeMap<String, u32>,
    steps: BTreeMap<(String, u32), Upcast>,
}

impl Default for Kinds {
    fn default() -> Kinds {
        Kinds::frame()
    }
}

impl Kinds {
    /// The kinds of the frame and no game's.
    pub fn frame() -> Kinds {
        let current = FRAME_KINDS.iter().map(|kind| ((*kind).to_owned(), FRAME_VERSION)).collect();
        Kinds { current, steps: BTreeMap::new() }
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

    /// The entry in the current version of its kind.
    ///
    /// # Errors
    /// [`Fault::UnknownKind`] when the kind is not known, the version is newer or no step leads on from it;
    /// [`Fault::Damaged`] when a step, or the frame, says that the body does not fit.
    pub fn current(&self, mut entry: Entry) -> Result<Entry, Fault> {
        let Some(current) = self.current.get(&entry.kind) else { return Err(unknown(&entry)) };
        while entry.v != *current {
            let step = self.steps.get(&(entry.kind.clone(), entry.v));
            let Some(step) = step else { return Err(unknown(&entry)) };
            entry.body = step(entry.body.take()).map_err(|what| damaged(&entry, what))?;
            entry.v += 1;
        }
        entry.frame().map_err(|e| damaged(&entry, e.to_string()))?;
        Ok(entry)
    }
}

fn unknown(entry: &Entry) -> Fault {
    Fault::UnknownKind { table: entry.table.clone(), seq: entry.seq, kind: entry.kind.clone(), v: entry.v }
}

fn damaged(entry: &Entry, what: String) -> Fault {
    Fault::Damaged { table: entry.table.clone(), place: format!("entry {}", entry.seq), what }
}
