//! A table out of an exported file: every line is checked, and nothing is stored unless all of it holds.

use std::io::{BufRead, Read};

use serde_json::Value;

use super::canonical::{self, NotCanonical};
use super::chain::{Head, hash_from_hex};
use super::entry::{Entry, check_table};
use super::export::EXPORT_FORMAT;
use super::fault::Fault;
use super::limits::{MAX_EXPORT_LINE_BYTES, MAX_IMPORT_BYTES};
use super::prepare::{self, Row};
use super::sight::Onlooker;
use super::store::{Line, Pack, RawEntry, Store};
use crate::seal::Seed;

/// Why a file was not imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// A line is not what it has to be.
    #[error("line {line}{}: {what}", entry.map(|seq| format!(" (entry {seq})")).unwrap_or_default())]
    Line {
        /// The line, from 1.
        line: usize,
        /// The entry it should hold, if it is to hold one.
        entry: Option<u64>,
        /// What is wrong.
        what: String,
    },
    /// It could not be stored.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A whole table whose every line, hash and seal was checked. Only an import makes one.
#[derive(Debug, Clone)]
pub struct Ledger {
    pub(super) table: String,
    pub(super) pack: Pack,
    pub(super) seed: Option<Seed>,
    pub(super) partial: Option<Onlooker>,
    pub(super) rows: Vec<Row>,
    pub(super) head: Head,
}

/// What was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The table.
    pub table: String,
    /// Its head.
    pub head: Head,
    /// Whose view it is, when it can only be read.
    pub partial: Option<Onlooker>,
}

/// Reads an export and stores its table: a full one to be played on, a partial one to be read.
///
/// # Errors
/// [`ImportError::Line`] that names the first line that does not hold; [`Fault::TableExists`]. Nothing is stored then.
pub fn import(from: &mut impl BufRead, store: &impl Store) -> Result<Imported, ImportError> {
    let ledger = read(from)?;
    let (table, partial) = (ledger.table.clone(), ledger.partial.clone());
    let head = store.adopt(ledger)?;
    Ok(Imported { table, head, partial })
}

/// Reads and checks an export without storing it.
///
/// # Errors
/// [`ImportError::Line`] that names the first line that does not hold.
pub fn read(from: &mut impl BufRead) -> Result<Ledger, ImportError> {
    let mut lines = Lines { from, number: 0, entry: None, bytes: 0 };
    let header = lines.header()?;
    let pack = lines.pack()?;
    let mut seed = None;
    let mut head = Head::EMPTY;
    let mut rows = Vec::new();
    while let Some(text) = lines.next()? {
        if rows.is_empty() && seed.is_none() && text.starts_with(r#"{"seed":"#) {
            seed = Some(lines.seed(&text, &header)?);
            continue;
        }
        lines.entry = Some(head.seq + 1);
        let row = lines.row(&header, &mut head, &text)?;
        if head.seq == 1 {
            lines.check_first(&row, &pack, seed.as_ref())?;
        }
        if let Some(seed) = &seed {
            prepare::check_seals(&header.table, std::slice::from_ref(&row), seed)
                .map_err(|e| lines.wrong(e.to_string()))?;
        }
        rows.push(row);
    }
    lines.entry = None;
    if head != header.head {
        let (found, noted) = (head, header.head);
        return Err(lines.wrong(format!("the file ends at {found}, its header says {noted}")));
    }
    let partial = if header.onlooker == Onlooker::Full { None } else { Some(header.onlooker) };
    if rows.is_empty() || (partial.is_none() && seed.is_none()) {
        return Err(lines.wrong("a full export has entries and the seed, and this one has not".to_owned()));
    }
    Ok(Ledger { table: header.table, pack, seed, partial, rows, head })
}

struct Header {
    table: String,
    head: Head,
    onlooker: Onlooker,
}

/// The lines of a file, with the place to name when one does not hold.
struct Lines<'a, R> {
    from: &'a mut R,
    number: usize,
    entry: Option<u64>,
    bytes: usize,
}

impl<R: BufRead> Lines<'_, R> {
    fn wrong(&self, what: String) -> ImportError {
        ImportError::Line { line: self.number.max(1), entry: self.entry, what }
    }

    /// The next line without its end, never more than the limit in memory.
    fn next(&mut self) -> Result<Option<String>, ImportError> {
        self.number += 1;
        let mut bytes = Vec::new();
        let most = MAX_EXPORT_LINE_BYTES as u64 + 1;
        let read = self.from.by_ref().take(most).read_until(b'\n', &mut bytes);
        let count = read.map_err(|e| self.wrong(format!("it cannot be read: {e}")))?;
        self.bytes += count;
        if self.bytes > MAX_IMPORT_BYTES {
            return Err(self.wrong(format!("the file has more than the {MAX_IMPORT_BYTES} bytes allowed")));
        }
        if count == 0 {
            self.number -= 1;
            return Ok(None);
        }
        if bytes.pop() != Some(b'\n') {
            return Err(self.wrong(if count > MAX_EXPORT_LINE_BYTES {
                format!("it has more than the {MAX_EXPORT_LINE_BYTES} bytes allowed")
            } else {
                "it is cut off: the last line does not end".to_owned()
            }));
        }
        String::from_utf8(bytes).map(Some).map_err(|_| self.wrong("it is not UTF-8".to_owned()))
    }

    fn some(&mut self, what: &str) -> Result<String, ImportError> {
        let missing = format!("the file ends before {what}");
        self.next()?.ok_or_else(|| ImportError::Line { line: self.number + 1, entry: None, what: missing })
    }

    fn header(&mut self) -> Result<Header, ImportError> {
        let text = self.some("its header")?;
        let foreign = |e: &dyn std::fmt::Display| format!("this is not a Wardroom export: {e}");
        let value = canonical::from_text(&text, MAX_EXPORT_LINE_BYTES);
        let value = value.map_err(|e| self.wrong(foreign(&e)))?;
        if value.get("wardroom") != Some(&Value::from("export")) {
            return Err(self.wrong(foreign(&"the first line is no export header")));
        }
        if value.get("format") != Some(&Value::from(EXPORT_FORMAT)) {
            let format = value.get("format").unwrap_or(&Value::Null);
            let what = format!("export format {format} is not known here, {EXPORT_FORMAT} is");
            return Err(self.wrong(what));
        }
        read_header(&value).map_err(|e| self.wrong(format!("the header: {e}")))
    }

    fn pack(&mut self) -> Result<Pack, ImportError> {
        let text = self.some("the data pack")?;
        let value =
            canonical::from_text(&text, MAX_EXPORT_LINE_BYTES).map_err(|e| self.wrong(e.to_string()))?;
        let (Some(hash), Some(content), Some(2)) = (
            value.get("hash").and_then(Value::as_str),
            value.get("pack"),
            value.as_object().map(serde_json::Map::len),
        ) else {
            return Err(self.wrong("the second line must be the data pack and its hash".to_owned()));
        };
        let pack = Pack::new(content).map_err(|e| self.wrong(e.to_string()))?;
        if pack.hash() == hash {
            return Ok(pack);
        }
        Err(self.wrong(format!("the data pack hashes to {}, the line says {hash}", pack.hash())))
    }

    fn seed(&self, text: &str, header: &Header) -> Result<Seed, ImportError> {
        if header.onlooker != Onlooker::Full {
            return Err(self.wrong("only a full export carries the seed".to_owned()));
        }
        let digits = text.strip_prefix(r#"{"seed":""#).and_then(|rest| rest.strip_suffix(r#""}"#));
        let seed = digits.and_then(|digits| Seed::from_hex(digits).ok());
        seed.ok_or_else(|| self.wrong("it is not a seed line".to_owned()))
    }

    fn row(&self, header: &Header, head: &mut Head, text: &str) -> Result<Row, ImportError> {
        let (table, line) = Line::parse(text).map_err(|e| self.wrong(e.to_string()))?;
        let next = head.seq + 1;
        let seq = match &line {
            Line::Entry(entry) => entry.seq,
            Line::Sealed { seq, .. } => *seq,
        };
        if table != header.table || seq != next {
            let what = format!("entry {next} of table {} was to come, not {seq} of {table}", header.table);
            return Err(self.wrong(what));
        }
        match line {
            Line::Entry(entry) => {
                prepare::check_frame(&entry).map_err(|e| self.wrong(e.to_string()))?;
                Ok(Row::follow(head, &entry, text.to_owned()))
            }
            Line::Sealed { .. } if header.onlooker == Onlooker::Full => {
                Err(self.wrong("a full export has no sealed lines".to_owned()))
            }
            Line::Sealed { digest, .. } => {
                *head = head.after_digest(&digest);
                let raw = RawEntry { seq, text: text.to_owned(), digest, chain: head.chain };
                Ok(Row { raw, index: None })
            }
        }
    }

    /// The first entry is never sealed, and names the pack and the seed's commitment.
    fn check_first(&self, row: &Row, pack: &Pack, seed: Option<&Seed>) -> Result<(), ImportError> {
        let first = Entry::parse(&row.raw.text).map_err(|e| self.wrong(e.to_string()))?;
        let opened = prepare::opened(&first).map_err(|e| self.wrong(e.to_string()))?;
        if opened.pack != pack.hash() {
            return Err(self.wrong(format!(
                "it names the data pack {}, the file has {}",
                opened.pack,
                pack.hash()
            )));
        }
        if seed.is_some_and(|seed| hex::encode(seed.commitment()) != opened.seed_commitment) {
            return Err(self.wrong("the seed of the file does not fit its commitment".to_owned()));
        }
        Ok(())
    }
}

fn read_header(value: &Value) -> Result<Header, NotCanonical> {
    let wrong = |what: &str| NotCanonical::Field(format!("{what} is missing or of a wrong form"));
    let table = value.get("table").and_then(Value::as_str).ok_or_else(|| wrong("table"))?;
    check_table(table)?;
    let head = value.get("head").ok_or_else(|| wrong("head"))?;
    let seq = head.get("seq").and_then(Value::as_u64).ok_or_else(|| wrong("head.seq"))?;
    let chain = head.get("chain").and_then(Value::as_str).ok_or_else(|| wrong("head.chain"))?;
    let onlooker = Onlooker::from_value(value.get("audience").ok_or_else(|| wrong("audience"))?)?;
    if value.as_object().map(serde_json::Map::len) != Some(5) {
        return Err(NotCanonical::Field("it has a key that does not belong there".to_owned()));
    }
    Ok(Header { table: table.to_owned(), head: Head { seq, chain: hash_from_hex(chain)? }, onlooker })
}
