//! Checks and computations before anything is stored, the same for every store.

use serde_json::Value;

use super::canonical::NotCanonical;
use super::chain::{self, Head};
use super::entry::{Entry, EntryAudience};
use super::fault::Fault;
use super::form::{check_hex, check_id, check_table, check_time};
use super::limits::{MAX_ANSWER_BYTES, MAX_APPEND_ENTRIES, MAX_APPEND_NOTICES, MAX_NOTICE_BYTES};
use super::receipts::{self, StoredReceipt};
use super::stored::{Append, Notice, RawEntry, StoredAnswer, StoredPack};
use super::table_event::{TableEvent, TableOpened};
use super::visibility::LogViewer;
use super::written::invalid;
use crate::seal::Seed;

/// An entry ready to be stored: its text, and the columns derived from it.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub raw: RawEntry,
    /// None for a sealed line.
    pub index: Option<Index>,
}

/// The columns that are stored beside the text of an open entry.
#[derive(Debug, Clone)]
pub(super) struct Index {
    pub kind: String,
    pub at: String,
    pub cause: Option<u64>,
    pub salt: String,
    /// The seed a `SeedRevealed` says it was.
    pub revealed: Option<String>,
    /// The player who takes a seat, for whom one is kept, or who becomes game master.
    pub player: Option<String>,
}

impl Row {
    /// The row of an entry that follows `head`, and moves `head` to it.
    pub fn follow(head: &mut Head, entry: Entry, text: String) -> Row {
        let digest = chain::digest(&text);
        *head = head.after_digest(&digest);
        Row::of(entry, RawEntry { seq: head.seq, text, digest, chain: head.chain })
    }

    fn of(entry: Entry, raw: RawEntry) -> Row {
        let revealed = match entry.kind.as_str() {
            "SeedRevealed" => entry.body.get("seed").and_then(Value::as_str).map(str::to_owned),
            _ => None,
        };
        let player = match entry.kind.as_str() {
            "SeatTaken" => entry.by.map(|by| by.player),
            "SeatOffered" | "MasterChanged" => {
                entry.body.get("player").and_then(Value::as_str).map(str::to_owned)
            }
            _ => None,
        };
        let Entry { kind, at, cause, salt, .. } = entry;
        Row { raw, index: Some(Index { kind, at, cause, salt, revealed, player }) }
    }
}

/// An append whose every part was checked, as far as it can be without the store.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    pub table: String,
    pub expected: Head,
    pub head: Head,
    pub rows: Vec<Row>,
    pub opening: Option<FirstAppend>,
    pub answer: Option<StoredAnswer>,
    pub notices: Vec<Notice>,
    pub receipt: Option<StoredReceipt>,
}

/// A whole table whose every line, hash and seal was checked. Only an import makes one.
#[derive(Debug, Clone)]
pub struct ImportedTable {
    pub(super) table: String,
    pub(super) pack: StoredPack,
    pub(super) seed: Option<Seed>,
    pub(super) partial: Option<LogViewer>,
    pub(super) rows: Vec<Row>,
    pub(super) head: Head,
}

impl ImportedTable {
    /// The table and its head.
    pub fn table_and_head(&self) -> (&str, Head) {
        (&self.table, self.head)
    }

    /// The viewer of a partial export; `None` for a whole table.
    pub fn partial(&self) -> Option<&LogViewer> {
        self.partial.as_ref()
    }
}

/// The rows that the first append of a table stores beside the entries.
#[derive(Debug, Clone)]
pub(super) struct FirstAppend {
    pub pack_hash: String,
    pub pack: Option<StoredPack>,
    pub seed: Seed,
}

/// The wake-up of a table to which these rows were added: soon; `None` if they end it.
pub(super) fn rings_at(rows: &[Row]) -> Option<&str> {
    // Only views have sealed lines, and views have no alarms.
    let last = rows.last()?.index.as_ref()?;
    Some(last.at.as_str()).filter(|_| last.kind != "SeedRevealed")
}

/// Checks an append whose entries are written already.
pub(super) fn prepare(append: Append) -> Result<Prepared, Fault> {
    let Append { table, expected, entries, answer, notices, seed, pack, receipt } = append;
    check_table(&table).map_err(unfit)?;
    if entries.is_empty() || entries.len() > MAX_APPEND_ENTRIES {
        let what = format!("an append has 1 to {MAX_APPEND_ENTRIES} entries, not {}", entries.len());
        return Err(Fault::Unfit(format!("table {table}: {what}")));
    }
    let opening = opening(entries[0].entry(), seed, pack)?;
    let mut head = expected;
    let mut rows = Vec::with_capacity(entries.len());
    for written in entries {
        let entry = written.entry();
        if entry.table != table || written.before() != head {
            let what = format!("it is given as entry {} of table {}", entry.seq, entry.table);
            return Err(Fault::Invalid { table, seq: head.seq.saturating_add(1), what });
        }
        head = written.head();
        let (entry, text, digest) = written.into_parts();
        rows.push(Row::of(entry, RawEntry { seq: head.seq, text, digest, chain: head.chain }));
    }
    check_notices(&table, &notices, &head)?;
    answer.as_ref().map_or(Ok(()), check_answer)?;
    receipt.as_ref().map_or(Ok(()), receipts::check)?;
    Ok(Prepared { table, expected, head, rows, opening, answer, notices, receipt })
}

/// A seed comes with the first entry of a table and fits its commitment; never with another.
fn opening(
    first: &Entry,
    seed: Option<Seed>,
    pack: Option<StoredPack>,
) -> Result<Option<FirstAppend>, Fault> {
    if first.seq > 1 {
        if seed.is_some() || pack.is_some() {
            return Err(invalid(first, "a seed or a data pack comes with entry 1 only".to_owned()));
        }
        return Ok(None);
    }
    let opened = opened(first)?;
    let Some(seed) = seed else { return Err(invalid(first, "a table opens with a seed".to_owned())) };
    if hex::encode(seed.commitment()) != opened.seed_commitment {
        return Err(invalid(first, "the seed does not fit the commitment".to_owned()));
    }
    if pack.as_ref().is_some_and(|pack| pack.hash() != opened.pack) {
        return Err(invalid(first, "the data pack given is not the one it names".to_owned()));
    }
    Ok(Some(FirstAppend { pack_hash: opened.pack, pack, seed }))
}

/// The body of the first entry of a table.
pub(super) fn opened(first: &Entry) -> Result<TableOpened, Fault> {
    if let Some(TableEvent::TableOpened(opened)) =
        first.table_event().map_err(|e| invalid(first, e.to_string()))?
        && first.audience == EntryAudience::Everyone
    {
        return Ok(opened);
    }
    Err(invalid(first, "the first entry must be TableOpened, seen by everyone".to_owned()))
}

/// The salts of all rows must be the seed's, and a revealed seed the seed.
pub(super) fn check_seals(table: &str, rows: &[Row], seed: &Seed) -> Result<(), Fault> {
    for row in rows {
        // A sealed line hides its salt.
        let Some(index) = &row.index else { continue };
        let invalid =
            |what: &str| Fault::Invalid { table: table.to_owned(), seq: row.raw.seq, what: what.to_owned() };
        if index.salt != hex::encode(seed.salt(row.raw.seq)) {
            return Err(invalid("its salt is not the one that follows from the table's seed"));
        }
        if index.revealed.as_ref().is_some_and(|revealed| *revealed != seed.expose_hex()) {
            return Err(invalid("the seed it reveals is not the table's"));
        }
    }
    Ok(())
}

pub(super) fn check_answer(answer: &StoredAnswer) -> Result<(), Fault> {
    check_hex(&answer.key, 64, "an idempotency key").map_err(unfit)?;
    check_hex(&answer.content_hash, 64, "a content hash").map_err(unfit)?;
    check_time(&answer.at, "the time of an answer").map_err(unfit)?;
    if answer.answer_json.len() > MAX_ANSWER_BYTES {
        return Err(Fault::Unfit(format!("an answer has at most {MAX_ANSWER_BYTES} bytes")));
    }
    match serde_json::from_str::<serde::de::IgnoredAny>(&answer.answer_json) {
        Ok(_) => Ok(()),
        Err(e) => Err(Fault::Unfit(format!("an answer must be JSON: {e}"))),
    }
}

fn check_notices(table: &str, notices: &[Notice], head: &Head) -> Result<(), Fault> {
    let unfit = |what: String| Err(Fault::Unfit(format!("table {table}: {what}")));
    if notices.len() > MAX_APPEND_NOTICES {
        return unfit(format!("an append has at most {MAX_APPEND_NOTICES} notices"));
    }
    for notice in notices {
        if notice.seq == 0 || notice.seq > head.seq {
            return unfit(format!("a notice names entry {}, the last is {}", notice.seq, head.seq));
        }
        if check_id(&notice.seat, "seat").is_err() || notice.why.len() > MAX_NOTICE_BYTES {
            return unfit("a notice has a seat and a short reason".to_owned());
        }
    }
    Ok(())
}

pub(super) fn unfit(error: NotCanonical) -> Fault {
    Fault::Unfit(error.to_string())
}
