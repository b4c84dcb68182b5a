//! The interface of a store of logs. Memory, SQLite and PostgreSQL implement it, and pass the same tests.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

use super::alarms::Alarms;
use super::canonical::{self, NotCanonical};
use super::chain::{self, Head};
use super::changes::Changes;
use super::entry::Entry;
use super::fault::{AppendError, Fault};
use super::import::ImportedTable;
use super::limits::{MAX_ENTRY_BYTES, MAX_PACK_BYTES};
use super::notes::Notes;
use super::outbox::Outbox;
use super::players::Players;
use super::settings::Settings;
use super::table_event::{TableEvent, TableOpened};
use super::upcast::Kinds;
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
    /// When it was given, in the form of [`Entry::at`].
    pub at: String,
}

/// A notice: a seat is to be told of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The entry it tells of.
    pub seq: u64,
    /// The seat it is for.
    pub seat: String,
    /// Why: `prompt`, `report`, …
    pub why: String,
}

/// What one order adds to the store: all of it, or nothing.
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

/// Where a finished table went when it was taken out of a store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Archived {
    /// The file, as it was called then.
    pub file: String,
    /// When, in the form of [`Entry::at`].
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
    /// Whose view it is, when it came from a partial export; such a table can only be read.
    pub partial: Option<LogViewer>,
    /// Where its entries are, when they were taken out.
    pub archived: Option<Archived>,
}

/// A store of logs. Every call blocks until it is done, and a write until it is durable.
pub trait Store: Players + Outbox + Alarms + Settings + Notes + Send + Sync {
    /// Stores one order's entries, answer and notices: all of it, or nothing.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] when the head is not the expected one; [`AppendError::KeyReused`]; [`AppendError::Fault`].
    fn append(&self, append: Append) -> Result<Appended, AppendError>;

    /// That another order can be stored: there is room where the last one found none, and nobody has changed the database so that
    /// this program must not write to it any more.
    ///
    /// # Errors
    /// [`Fault::NoRoom`] while there is still none; another [`Fault`] when it may not or cannot be written.
    fn check_storing(&self) -> Result<(), Fault> {
        Ok(())
    }

    /// The time by the store's own clock, where it has one beside those of the processes that write to it.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be asked.
    fn server_time(&self) -> Result<Option<DateTime<Utc>>, Fault> {
        Ok(None)
    }

    /// A listener for entries added from now on; nothing, where it cannot.
    fn changes(&self) -> Changes {
        Changes::default()
    }

    /// Stores a whole table that an import has checked; one that was archived is put back.
    ///
    /// # Errors
    /// [`Fault::TableExists`], or another [`Fault`] when writing fails.
    fn adopt(&self, imported: ImportedTable) -> Result<Head, Fault>;

    /// The entries of a table whose seq is in `range`, as stored and not checked. Empty when there are none.
    ///
    /// # Errors
    /// [`Fault::Archived`]; another [`Fault`] when they cannot be read at all.
    fn read_raw_range(&self, table: &str, range: RangeInclusive<u64>) -> Result<Vec<RawEntry>, Fault>;

    /// As [`Store::read_raw_range`], from `from_seq` on.
    ///
    /// # Errors
    /// As [`Store::read_raw_range`].
    fn read_raw(&self, table: &str, from_seq: u64) -> Result<Vec<RawEntry>, Fault> {
        self.read_raw_range(table, from_seq..=u64::MAX)
    }

    /// The chain value at one entry, as stored and not checked.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be read at all.
    fn chain_at(&self, table: &str, seq: u64) -> Result<Option<[u8; 32]>, Fault>;

    /// The head of a table, as stored and not checked: enough to see whether anything was appended since.
    /// [`Head::EMPTY`] when there is no such table.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be read at all.
    fn stored_head(&self, table: &str) -> Result<Head, Fault>;

    /// The head of a table, its last link checked; [`Head::EMPTY`] when there is no such table.
    ///
    /// # Errors
    /// [`Fault::Damaged`] when the last entry does not fit its digest and chain.
    fn head(&self, table: &str) -> Result<Head, Fault> {
        let head = self.stored_head(table)?;
        self.read_line_range(table, head.seq..=head.seq)?;
        Ok(head)
    }

    /// All tables, by id.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn tables(&self) -> Result<Vec<TableSummary>, Fault>;

    /// One table.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn table(&self, table: &str) -> Result<Option<TableSummary>, Fault>;

    /// The body of a table's first entry: its game, options and data pack.
    ///
    /// # Errors
    /// [`Fault::NoTable`]; [`Fault::Damaged`] when the first entry does not fit or is another.
    fn opened(&self, table: &str) -> Result<TableOpened, Fault> {
        let first = self.read_line_range(table, 1..=1)?.pop();
        let first = first.ok_or_else(|| Fault::NoTable { table: table.to_owned() })?;
        if let StoredLine::Entry(entry) = first
            && let Ok(Some(TableEvent::TableOpened(opened))) = entry.table_event()
        {
            return Ok(opened);
        }
        Err(Fault::Damaged {
            table: table.to_owned(),
            place: "entry 1".to_owned(),
            what: "the first entry of a table is TableOpened".to_owned(),
        })
    }

    /// The tables where `player` ever took a seat or one was kept for them, by id.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn tables_of_player(&self, player: &str) -> Result<Vec<String>, Fault>;

    /// The seed of a table, checked against the commitment in its first entry; none for a partial table.
    ///
    /// # Errors
    /// [`Fault::Damaged`] when it does not fit the commitment.
    fn seed(&self, table: &str) -> Result<Option<Seed>, Fault>;

    /// The data pack of this hash, checked against it.
    ///
    /// # Errors
    /// [`Fault::BadPack`] when the stored text does not fit the hash.
    fn pack(&self, hash: &str) -> Result<Option<StoredPack>, Fault>;

    /// The answer that was given under this key.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn answer(&self, key: &str) -> Result<Option<StoredAnswer>, Fault>;

    /// Stores the answer to a refused order. Returns the answer that holds: this one, or the first one given under the
    /// key to the same content.
    ///
    /// # Errors
    /// [`AppendError::KeyReused`] when the key was used for another content; [`AppendError::Fault`].
    fn record_answer(&self, answer: StoredAnswer) -> Result<StoredAnswer, AppendError>;

    /// Forgets answers to refused orders given before `before`; says how many. Answers to stored orders are kept.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn prune_answers(&self, before: &str) -> Result<usize, Fault>;

    /// The lines of a table from `from_seq` on, every one checked: form, digest, chain.
    ///
    /// # Errors
    /// [`Fault::Damaged`] that names the first entry that does not fit.
    fn read_lines(&self, table: &str, from_seq: u64) -> Result<Vec<StoredLine>, Fault> {
        self.read_line_range(table, from_seq..=u64::MAX)
    }

    /// The lines of a table whose seq is in `range`, every one checked: form, digest, chain.
    ///
    /// # Errors
    /// As [`Store::read_lines`].
    fn read_line_range(&self, table: &str, range: RangeInclusive<u64>) -> Result<Vec<StoredLine>, Fault> {
        let from_seq = (*range.start()).max(1);
        let mut raws = self.read_raw_range(table, from_seq - 1..=*range.end())?.into_iter().peekable();
        let before = raws.next_if(|raw| raw.seq + 1 == from_seq);
        let mut head = match before {
            Some(raw) => Head { seq: raw.seq, chain: raw.chain },
            None if from_seq == 1 => Head::EMPTY,
            // Nothing stands before it, so nothing stands from there on either.
            None => Head { seq: from_seq - 1, chain: [0; 32] },
        };
        raws.map(|raw| {
            let line = check_raw(table, &head, &raw)?;
            head = Head { seq: raw.seq, chain: raw.chain };
            Ok(line)
        })
        .collect()
    }

    /// The entries of a table from `from_seq` on, as they were written and every one checked: form, digest, chain.
    ///
    /// # Errors
    /// [`Fault::Damaged`] that names the first entry that does not fit; [`Fault::ReadOnly`] when the table is partial
    /// and an entry is sealed.
    fn read(&self, table: &str, from_seq: u64) -> Result<Vec<Entry>, Fault> {
        let open = |line| match line {
            StoredLine::Entry(entry) => Ok(entry),
            StoredLine::Sealed { .. } => Err(Fault::ReadOnly { table: table.to_owned() }),
        };
        self.read_lines(table, from_seq)?.into_iter().map(open).collect()
    }

    /// The entries of a table from `from_seq` on, checked and in the current version of their kinds.
    ///
    /// # Errors
    /// As [`Store::read`], and [`Fault::UnknownKind`].
    fn read_known(&self, table: &str, from_seq: u64, kinds: &Kinds) -> Result<Vec<Entry>, Fault> {
        self.read(table, from_seq)?.into_iter().map(|entry| kinds.current(entry)).collect()
    }
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
        super::entry::check_table(table)?;
        Ok((table.to_owned(), StoredLine::Sealed { seq, digest: chain::hash_from_hex(digest)? }))
    }

    /// The canonical text of a sealed line.
    pub fn sealed_text(table: &str, seq: u64, digest: &[u8; 32]) -> String {
        format!(r#"{{"digest":"{}","sealed":true,"seq":{seq},"table":"{table}"}}"#, hex::encode(digest))
    }
}
