//! The known kinds of entries and their versions, and how old versions are read. Stored bytes never change.

use std::collections::BTreeMap;

use serde_json::Value;

use super::entry::Entry;
use super::fault::Fault;
use super::table_event::TableEvent;

/// Makes the body of the next version from the body of one version, or says what does not fit.
pub type Upcast = fn(Value) -> Result<Value, String>;

/// The steps from older versions of the table events.
const TABLE_EVENT_STEPS: [(&str, u32, Upcast); 2] =
    [("AbsenceEnded", 1, |body| without(body, "booked")), ("Peeked", 1, |body| without(body, "by"))];

/// The body that version `from + 1` of a kind of table event has for this one of version `from`.
///
/// # Errors
/// A body that does not fit, or no such step.
pub(super) fn table_event_step(kind: &str, from: u32, body: Value) -> Result<Value, String> {
    match TABLE_EVENT_STEPS.iter().find(|(of, v, _)| (*of, *v) == (kind, from)) {
        Some((.., step)) => step(body),
        None => Err(format!("no step leads on from version {from}")),
    }
}

/// A body of version 1 that did not say `key` yet: who looked, which absence ended.
fn without(body: Value, key: &str) -> Result<Value, String> {
    match body {
        Value::Object(mut fields) if !fields.contains_key(key) => {
            fields.insert(key.to_owned(), Value::Null);
            Ok(Value::Object(fields))
        }
        _ => Err(format!("version 1 has no {key}")),
    }
}

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
        let steps = TABLE_EVENT_STEPS.iter().map(|(kind, from, step)| (((*kind).to_owned(), *from), *step));
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
        entry.table_event().map_err(|e| Fault::in_entry(&entry.table, entry.seq, e))?;
        Ok(entry)
    }
}

fn unknown(entry: &Entry) -> Fault {
    Fault::UnknownKind { table: entry.table.clone(), seq: entry.seq, kind: entry.kind.clone(), v: entry.v }
}
