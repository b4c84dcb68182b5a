//! The values that a store takes and returns: data packs, entries, answers, notices, and summaries of tables.

use serde::Serialize;
use serde_json::Value;

use super::canonical::{self, NotCanonical};
use super::chain::{self, Head};
use super::entry::Entry;
use super::fault::Fault;
use super::form::check_table;
use super::limits::{MAX_ENTRY_BYTES, MAX_PACK_BYTES};
use super::receipts::StoredReceipt;
use super::visibility::LogViewer;
use super::written::Written;
use crate::seal::Seed;

/// A data pack in canonical form, with its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPack {
    hash: String,
    text: String,
}

impl StoredPack {
    /// The pack with this content.
    ///
    /// # Errors
    /// [`NotCanonical`] when it has no canonical form or is too long.
    pub fn new(content: &Value) -> Result<StoredPack, NotCanonical> {
        let text = canonical::to_text(content)?;
        if text.len() > MAX_PACK_BYTES {
            return Err(NotCanonical::TooLong { found: text.len(), limit: MAX_PACK_BYTES });
        }
        Ok(StoredPack { hash: hex::encode(chain::digest(&text)), text })
    }

    /// The pack of a canonical text, if its hash is `hash`.
    ///
    /// # Errors
    /// [`Fault::BadPack`] when the text is not canonical or hashes to something else.
    pub fn checked(hash: &str, text: String) -> Result<StoredPack, Fault> {
        let bad = |what: String| Fault::BadPack { hash: hash.to_owned(), what };
        let found = hex::encode(chain::digest(&text));
        if found != hash {
            return Err(bad(format!("its content hashes to {found}")));
        }
        canonical::from_text(&text, MAX_PACK_BYTES).map_err(|e| bad(e.to_string()))?;
        Ok(StoredPack { hash: found, text })
    }

    /// SHA-256 of the text, 64 lower-case hexadecimal digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The canonical text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The answer to an order, stored so that the same order given again gets the same answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The idempotency key: 64 lower-case hexadecimal digits.
    pub key: String,
    /// SHA-256 of what was asked: 64 lower-case hexadecimal digits.
    pub content_hash: String,
    /// The answer, as JSON text. No names or addresses: it is not erased with the player.
    pub answer_json: String,
    /// The time it was given, in the form of [`Entry::at`].
    pub at: String,
}

/// A notice: a seat is to be told of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The entry it tells of.
    pub seq: u64,
    /// The seat it is for.
    pub seat: String,
    /// The reason: `prompt`, `report`, …
    pub why: String,
}

/// The addition of one order to the store: all of it, or nothing.
#[derive(Debug, Clone)]
pub struct Append {
    /// The table.
    pub table: String,
    /// The head these entries follow; [`Head::EMPTY`] opens the table.
    pub expected: Head,
    /// The entries, each following the one before. The first of a table is `TableOpened`.
    pub entries: Vec<Written>,
    /// The answer to the order.
    pub answer: Option<StoredAnswer>,
    /// The notices.
    pub notices: Vec<Notice>,
    /// The seed: given when the table opens, and only then.
    pub seed: Option<Seed>,
    /// The data pack: given when the table opens, if the store may not have it yet.
    pub pack: Option<StoredPack>,
    /// The receipt that entries among these name.
    pub receipt: Option<StoredReceipt>,
}

impl Append {
    /// These entries, and nothing beside them.
    pub fn new(table: &str, expected: Head, entries: Vec<Written>) -> Append {
        Append {
            table: table.to_owned(),
            expected,
            entries,
            answer: None,
            notices: Vec::new(),
            seed: None,
            pack: None,
            receipt: None,
        }
    }
}

/// The outcome of an append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Appended {
    /// It is stored and durable; this is the head now.
    Stored(Head),
    /// Its key was answered before: this is the first answer, and nothing was stored.
    Repeated(StoredAnswer),
}

/// An entry as it is stored, not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawEntry {
    /// Its seq.
    pub seq: u64,
    /// Its canonical text; in a partial table perhaps a sealed line.
    pub text: String,
    /// Its digest, as stored beside the text.
    pub digest: [u8; 32],
    /// The chain value, as stored beside the text.
    pub chain: [u8; 32],
}

/// A line of a log as an audience sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "nearly every line is an entry")]
pub enum StoredLine {
    /// An entry.
    Entry(Entry),
    /// An entry of which only the digest is shown.
    Sealed {
        /// Its seq.
        seq: u64,
        /// Its digest.
        digest: [u8; 32],
    },
}

impl StoredLine {
    /// Its seq.
    pub fn seq(&self) -> u64 {
        match self {
            StoredLine::Entry(entry) => entry.seq,
            StoredLine::Sealed { seq, .. } => *seq,
        }
    }
}

/// The file of a finished table that was taken out of a store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Archived {
    /// The file, as it was called then.
    pub file: String,
    /// The time, in the form of [`Entry::at`].
    pub at: String,
}

/// A table in a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSummary {
    /// Its id.
    pub table: String,
    /// Its head, as stored.
    pub head: Head,
    /// The hash of its data pack.
    pub pack: String,
    /// The viewer, if it came from a partial export; such a table can only be read.
    pub partial: Option<LogViewer>,
    /// The file of its entries, if they were taken out.
    pub archived: Option<Archived>,
}

/// Checks one stored entry: its form, its place after `before`, its digest and its chain value.
///
/// # Errors
/// [`Fault::Damaged`] that names the entry and what does not fit.
pub fn check_raw(table: &str, before: &Head, raw: &RawEntry) -> Result<StoredLine, Fault> {
    let damaged =
        |what: String| Fault::Damaged { table: table.to_owned(), place: format!("entry {}", raw.seq), what };
    if raw.seq != before.seq + 1 {
        return Err(damaged(format!("it follows entry {}", before.seq)));
    }
    let (line_table, line) = StoredLine::parse(&raw.text).map_err(|e| damaged(e.to_string()))?;
    let (seq, digest) = match &line {
        StoredLine::Entry(entry) => (entry.seq, chain::digest(&raw.text)),
        StoredLine::Sealed { seq, digest } => (*seq, *digest),
    };
    if line_table != table || seq != raw.seq {
        return Err(damaged(format!("its text is of table {line_table}, entry {seq}")));
    }
    if digest != raw.digest {
        return Err(damaged("its text and its digest do not fit together".to_owned()));
    }
    if chain::link(&before.chain, &digest) != raw.chain {
        return Err(damaged("its chain value does not follow from the entry before it".to_owned()));
    }
    Ok(line)
}

impl StoredLine {
    /// The table and the line of a canonical text: an entry, or a sealed line.
    ///
    /// # Errors
    /// [`NotCanonical`] when it is neither.
    pub fn parse(text: &str) -> Result<(String, StoredLine), NotCanonical> {
        let value = canonical::from_text(text, MAX_ENTRY_BYTES)?;
        // No entry has this key, so it tells the two apart.
        if value.get("sealed").is_none() {
            let entry = Entry::from_value(value)?;
            return Ok((entry.table.clone(), StoredLine::Entry(entry)));
        }
        let wrong = || NotCanonical::Field("a sealed line has digest, sealed, seq and table only".to_owned());
        let get = |key: &str| value.get(key);
        let table = get("table").and_then(Value::as_str).ok_or_else(wrong)?;
        let seq = get("seq").and_then(Value::as_u64).filter(|seq| *seq > 0).ok_or_else(wrong)?;
        let digest = get("digest").and_then(Value::as_str).ok_or_else(wrong)?;
        if get("sealed") != Some(&Value::Bool(true)) || value.as_object().map(serde_json::Map::len) != Some(4)
        {
            return Err(wrong());
        }
        check_table(table)?;
        Ok((table.to_owned(), StoredLine::Sealed { seq, digest: chain::hash_from_hex(digest)? }))
    }

    /// The canonical text of a sealed line.
    pub fn sealed_text(table: &str, seq: u64, digest: &[u8; 32]) -> String {
        // A table's id needs no escapes, so this is canonical as it stands.
        format!(r#"{{"digest":"{}","sealed":true,"seq":{seq},"table":"{table}"}}"#, hex::encode(digest))
    }
}
