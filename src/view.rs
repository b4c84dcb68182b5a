//! What one pair of eyes may see of a log. Nothing downstream holds more than this gives.

use serde_json::Value;

use crate::game::Eyes;
use crate::log::canonical::NotCanonical;
use crate::log::sight::{Onlooker, visible};
use crate::log::{By, Entry};

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
