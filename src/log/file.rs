//! An exported file, read line by line and held to the page: what an import and an audit of a file read alike.

use std::io::{BufRead, Read};

use serde_json::Value;

use super::canonical::{self, NotCanonical};
use super::chain::{Head, hash_from_hex};
use super::entry::check_table;
use super::export::EXPORT_FORMAT;
use super::fault::one_line;
use super::limits::{MAX_EXPORT_LINE_BYTES, MAX_IMPORT_BYTES};
use super::sight::Onlooker;
use super::store::Pack;
use crate::seal::Seed;

/// A line that is not what it has to be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {what}", entry.map(|seq| format!(" (entry {seq})")).unwrap_or_default())]
pub struct LineFault {
    /// The line, from 1.
    pub line: usize,
    /// The entry it should hold, if it is to hold one.
    pub entry: Option<u64>,
    /// What is wrong.
    pub what: String,
}

/// The first line of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The table.
    pub table: String,
    /// The head that the entries lead to; never before entry 1.
    pub head: Head,
    /// Whose view it is.
    pub onlooker: Onlooker,
}

/// The lines of an export, in this order: [`ExportFile::header`], [`ExportFile::pack`], [`ExportFile::seed`], then one
/// [`ExportFile::entry`] after the other. After a fault the next line can still be read.
pub struct ExportFile<'a, R> {
    from: &'a mut R,
    /// The line read last.
    line: usize,
    /// The entry that the line read last should hold.
    entry: Option<u64>,
    /// A line that was looked at and not used.
    back: Option<String>,
    bytes: usize,
}

impl<'a, R: BufRead> ExportFile<'a, R> {
    /// The export in `from`.
    pub fn new(from: &'a mut R) -> ExportFile<'a, R> {
        ExportFile { from, line: 0, entry: None, back: None, bytes: 0 }
    }

    /// A fault of the line read last.
    pub fn wrong(&self, what: impl ToString) -> LineFault {
        LineFault { line: self.line.max(1), entry: self.entry, what: one_line(what) }
    }

    /// A fault of the file as a whole, told at its last line.
    pub fn amiss(&self, what: impl ToString) -> LineFault {
        LineFault { entry: None, ..self.wrong(what) }
    }

    /// The first line.
    ///
    /// # Errors
    /// [`LineFault`] when it is not the header of an export, with nothing missing, unknown or of another form.
    pub fn header(&mut self) -> Result<Header, LineFault> {
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

    /// The second line.
    ///
    /// # Errors
    /// [`LineFault`] when it is not a data pack with the hash it has.
    pub fn pack(&mut self) -> Result<Pack, LineFault> {
        let text = self.some("the data pack")?;
        let value =
            canonical::from_text(&text, MAX_EXPORT_LINE_BYTES).map_err(|e| self.wrong(e.to_string()))?;
        let (Some(hash), Some(content), Some(2)) = (
            value.get("hash").and_then(Value::as_str),
            value.get("pack"),
            value.as_object().map(serde_json::Map::len),
        ) else {
            return Err(self.wrong("the second line must be the data pack and its hash"));
        };
        let pack = Pack::new(content).map_err(|e| self.wrong(e))?;
        if pack.hash() == hash {
            return Ok(pack);
        }
        Err(self.wrong(format!("the data pack hashes to {}, the line says {hash}", pack.hash())))
    }

    /// The third line, which a full export has and no other.
    ///
    /// # Errors
    /// [`LineFault`] when it is missing, not written as it has to be, or there without being due.
    pub fn seed(&mut self, header: &Header) -> Result<Option<Seed>, LineFault> {
        let (full, text) = (header.onlooker == Onlooker::Full, self.next()?);
        let Some(text) = text.as_deref().filter(|text| text.starts_with(r#"{"seed":"#)) else {
            let missing = self.wrong("a full export has its seed in the third line");
            (self.line, self.back) = (2, text);
            return if full { Err(missing) } else { Ok(None) };
        };
        if !full {
            return Err(self.wrong("only a full export carries the seed"));
        }
        let digits = text.strip_prefix(r#"{"seed":""#).and_then(|rest| rest.strip_suffix(r#""}"#));
        let seed = digits.and_then(|digits| Seed::from_hex(digits).ok());
        seed.map(Some).ok_or_else(|| self.wrong("it is not a seed line: 64 lower-case hexadecimal digits"))
    }

    /// The line of the next entry, and its number.
    ///
    /// # Errors
    /// [`LineFault`] when it is too long, cut off or not UTF-8. Nothing can be read after that.
    pub fn entry(&mut self) -> Result<Option<(usize, String)>, LineFault> {
        self.entry = Some(self.entry.map_or(1, |seq| seq + 1));
        let text = match self.back.take() {
            Some(text) => {
                self.line += 1;
                Some(text)
            }
            None => self.next()?,
        };
        Ok(text.map(|text| (self.line, text)))
    }

    /// The next line without its end, never more than the limit in memory.
    fn next(&mut self) -> Result<Option<String>, LineFault> {
        self.line += 1;
        let mut bytes = Vec::new();
        let most = MAX_EXPORT_LINE_BYTES as u64 + 1;
        let read = self.from.by_ref().take(most).read_until(b'\n', &mut bytes);
        let count = read.map_err(|e| self.wrong(format!("it cannot be read: {e}")))?;
        self.bytes += count;
        if self.bytes > MAX_IMPORT_BYTES {
            return Err(self.wrong(format!("the file has more than the {MAX_IMPORT_BYTES} bytes allowed")));
        }
        if count == 0 {
            self.line -= 1;
            return Ok(None);
        }
        if bytes.pop() != Some(b'\n') {
            return Err(self.wrong(if count > MAX_EXPORT_LINE_BYTES {
                format!("it has more than the {MAX_EXPORT_LINE_BYTES} bytes allowed")
            } else {
                "it is cut off: the last line does not end".to_owned()
            }));
        }
        String::from_utf8(bytes).map(Some).map_err(|_| self.wrong("it is not UTF-8"))
    }

    fn some(&mut self, what: &str) -> Result<String, LineFault> {
        let missing = format!("the file ends before {what}");
        self.next()?.ok_or_else(|| LineFault { line: self.line + 1, entry: None, what: missing })
    }
}

fn read_header(value: &Value) -> Result<Header, NotCanonical> {
    let wrong = |what: &str| NotCanonical::Field(format!("{what} is missing or of a wrong form"));
    let keys = |value: &Value| value.as_object().map(serde_json::Map::len);
    let table = value.get("table").and_then(Value::as_str).ok_or_else(|| wrong("table"))?;
    check_table(table)?;
    let head = value.get("head").ok_or_else(|| wrong("head"))?;
    let seq = head.get("seq").and_then(Value::as_u64).filter(|seq| *seq > 0);
    let seq = seq.ok_or_else(|| wrong("head.seq"))?;
    let chain = head.get("chain").and_then(Value::as_str).ok_or_else(|| wrong("head.chain"))?;
    let onlooker = Onlooker::from_value(value.get("audience").ok_or_else(|| wrong("audience"))?)?;
    if (keys(value), keys(head)) != (Some(5), Some(2)) {
        return Err(NotCanonical::Field("it has a key that does not belong there".to_owned()));
    }
    Ok(Header { table: table.to_owned(), head: Head { seq, chain: hash_from_hex(chain)? }, onlooker })
}
