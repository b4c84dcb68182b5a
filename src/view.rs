//! What one pair of eyes may see of a log. Nothing downstream holds more than this gives.

use serde_json::Value;

use crate::game::Eyes;
use crate::log::canonical::NotCanonical;
use crate::log::chain::digest;
use crate::log::sight::{Onlooker, visible};
use crate::log::store;
use crate::log::{By, Entry, Fault, Store};

/// An entry as an audience sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// An entry that may be seen.
    Open(Entry),
    /// An entry that may not: its place and its digest only.
    Sealed {
        /// The table.
        table: String,
        /// Its seq.
        seq: u64,
        /// SHA-256 of its canonical text.
        digest: [u8; 32],
    },
}

impl Line {
    /// Its seq.
    pub fn seq(&self) -> u64 {
        match self {
            Line::Open(entry) => entry.seq,
            Line::Sealed { seq, .. } => *seq,
        }
    }

    /// The entry, if it may be seen.
    pub fn entry(&self) -> Option<&Entry> {
        match self {
            Line::Open(entry) => Some(entry),
            Line::Sealed { .. } => None,
        }
    }

    /// Who did it, if that may be seen.
    pub fn by(&self) -> Option<&By> {
        self.entry().and_then(|entry| entry.by.as_ref())
    }

    /// As JSON: the entry, or `{"digest","sealed","seq","table"}`.
    pub fn to_value(&self) -> Value {
        match self {
            Line::Open(entry) => entry.to_value(),
            Line::Sealed { table, seq, digest } => serde_json::json!({
                "digest": hex::encode(digest), "sealed": true, "seq": seq, "table": table,
            }),
        }
    }
}

/// The lines of a table in a store for these eyes, every one checked. A table that came as somebody's view is shown as
/// it came. [`Eyes::All`] is for closed tables, and for whoever has noted a peek.
///
/// # Errors
/// [`Fault::NoTable`]; [`Fault::Damaged`] that names the first entry that does not fit.
pub fn of_table(log: &impl Store, table: &str, eyes: Eyes) -> Result<Vec<Line>, Fault> {
    let stored = log.read_lines(table, 1)?;
    let mut whole = Vec::with_capacity(stored.len());
    let mut lines = Vec::with_capacity(stored.len());
    for line in stored {
        match line {
            store::Line::Entry(entry) => {
                whole.push(entry.clone());
                lines.push(Line::Open(entry));
            }
            store::Line::Sealed { seq, digest } => {
                lines.push(Line::Sealed { table: table.to_owned(), seq, digest });
            }
        }
    }
    if lines.is_empty() {
        return Err(Fault::NoTable { table: table.to_owned() });
    }
    if whole.len() < lines.len() {
        return Ok(lines);
    }
    let unfit = |error: NotCanonical| Fault::Unfit(format!("table {table}: {error}"));
    let digests = whole.iter().map(|entry| Ok(digest(&entry.canonical()?))).collect::<Result<Vec<_>, _>>();
    entries(&whole, &digests.map_err(unfit)?, eyes).map_err(unfit)
}

/// The lines of a whole log for these eyes, as of its last entry: what an `Opened` entry opened is seen from then on.
/// `digests` are those of the entries as they are stored, one each.
///
/// # Errors
/// [`NotCanonical`] when an entry of the frame does not fit its kind.
pub fn entries(entries: &[Entry], digests: &[[u8; 32]], eyes: Eyes) -> Result<Vec<Line>, NotCanonical> {
    let onlooker = match eyes {
        Eyes::All => Onlooker::Full,
        Eyes::Onlooker => Onlooker::Everyone,
        Eyes::Seat(seat) => Onlooker::seat(seat.as_str()),
    };
    let seen = visible(entries, &onlooker)?;
    let line = |(entry, digest): (&Entry, &[u8; 32])| {
        if seen.contains(&entry.seq) {
            return Line::Open(entry.clone());
        }
        Line::Sealed { table: entry.table.clone(), seq: entry.seq, digest: *digest }
    };
    Ok(entries.iter().zip(digests).map(line).collect())
}
