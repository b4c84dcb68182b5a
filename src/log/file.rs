//! Reading an exported file line by line, each checked against `docs/log-format.md`; used by import and audit.

use std::io::{BufRead, Read};

use serde_json::{Value, json};

use super::canonical::{self, NotCanonical};
use super::chain::{Head, hash_from_hex};
use super::form::check_table;
use super::limits::{MAX_EXPORT_LINE_BYTES, MAX_IMPORT_BYTES};
use super::stored::StoredPack;
use super::table_event::LOG_FORMATS;
use super::visibility::LogViewer;
use crate::reason::Reason;
use crate::seal::Seed;
use crate::words::english;

/// A line that is not what it has to be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", english(&self.reason()))]
pub struct LineFault {
    /// The line, from 1.
    pub line: usize,
    /// The entry that should be there, if one should.
    pub entry: Option<u64>,
    /// The fault.
    pub what: Reason,
}

/// The prefix of the keys for changes by an editor, or by a program that moved the file.
const OF_AN_EDITOR: &str = "found-edited-";

impl LineFault {
    /// Returns whether the only known fault is an editor's change.
    pub fn is_of_an_editor(&self) -> bool {
        self.what.key.starts_with(OF_AN_EDITOR)
    }

    /// The fault as a message key with arguments.
    pub fn reason(&self) -> Reason {
        let named = match self.entry {
            Some(entry) => Reason::of("found-line-entry").with("entry", entry),
            None => Reason::of("found-line"),
        };
        named.with("line", self.line).with("what", self.what.clone())
    }
}

/// The first line of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The format of the log: one of [`LOG_FORMATS`].
    pub format: u32,
    /// The table.
    pub table: String,
    /// The head that the entries lead to; never before entry 1.
    pub head: Head,
    /// The one whose view it is.
    pub viewer: LogViewer,
}

/// The lines of an export, in this order: [`ExportFile::header`], [`ExportFile::pack`], [`ExportFile::seed`], then one
/// [`ExportFile::entry`] after the other. After a fault the next line can still be read.
pub struct ExportFile<'a, R> {
    from: &'a mut R,
    /// The line read last.
    line: usize,
    /// The entry that the line read last should hold.
    entry: Option<u64>,
    /// A line that was read ahead and is read again.
    back: Option<String>,
    bytes: usize,
}

impl<'a, R: BufRead> ExportFile<'a, R> {
    /// The export in `from`.
    pub fn new(from: &'a mut R) -> ExportFile<'a, R> {
        ExportFile { from, line: 0, entry: None, back: None, bytes: 0 }
    }

    /// A fault of the line read last.
    pub fn wrong(&self, what: Reason) -> LineFault {
        LineFault { line: self.line.max(1), entry: self.entry, what }
    }

    /// A fault of the file as a whole, reported at its last line.
    pub fn amiss(&self, what: Reason) -> LineFault {
        LineFault { entry: None, ..self.wrong(what) }
    }

    /// A fault of the line of an entry that was read before.
    pub fn wrong_at(&self, entry: u64, what: Reason) -> LineFault {
        // Entries are at the end of a file, the last of them in the line read last.
        let back = self.entry.map_or(0, |next| next.saturating_sub(1 + entry));
        let line = self.line.saturating_sub(usize::try_from(back).unwrap_or_default());
        LineFault { line, entry: Some(entry), what }
    }

    /// The first line.
    ///
    /// # Errors
    /// [`LineFault`] when it is not the header of an export, with nothing missing, unknown or of another form.
    pub fn header(&mut self) -> Result<Header, LineFault> {
        let text = self.some("found-ends-before-header")?;
        let foreign = |why: Reason| Reason::of("found-no-export").with("why", why);
        let value = canonical::from_text(&text, MAX_EXPORT_LINE_BYTES);
        let value = value.map_err(|e| self.wrong(foreign(e.reason())))?;
        if value.get("wardroom") != Some(&Value::from("export")) {
            return Err(self.wrong(foreign(Reason::of("found-no-header"))));
        }
        // Before the rest of the header, which may differ in another format.
        let Some(format) = LOG_FORMATS.clone().find(|known| value.get("format") == Some(&json!(known)))
        else {
            let format = value.get("format").unwrap_or(&Value::Null);
            let known: Vec<String> = LOG_FORMATS.map(|known| known.to_string()).collect();
            let what = Reason::of("found-other-format").quoting("format", format);
            return Err(self.wrong(what.quoting("known", known.join(", "))));
        };
        read_header(format, &value)
            .map_err(|e| self.wrong(Reason::of("found-header").with("why", e.reason())))
    }

    /// The second line.
    ///
    /// # Errors
    /// [`LineFault`] when it is not a data pack with the hash it has.
    pub fn pack(&mut self) -> Result<StoredPack, LineFault> {
        let text = self.some("found-ends-before-pack")?;
        let value = canonical::from_text(&text, MAX_EXPORT_LINE_BYTES).map_err(|e| self.wrong(e.reason()))?;
        let (Some(hash), Some(content), Some(2)) = (
            value.get("hash").and_then(Value::as_str),
            value.get("pack"),
            value.as_object().map(serde_json::Map::len),
        ) else {
            return Err(self.wrong(Reason::of("found-no-pack-line")));
        };
        let pack = StoredPack::new(content).map_err(|e| self.wrong(e.reason()))?;
        if pack.hash() == hash {
            return Ok(pack);
        }
        let what = Reason::of("found-pack-line-hash").quoting("found", pack.hash()).quoting("hash", hash);
        Err(self.wrong(what))
    }

    /// The third line, which only a full export has.
    ///
    /// # Errors
    /// [`LineFault`] if it is missing, malformed, or unexpected.
    pub fn seed(&mut self, header: &Header) -> Result<Option<Seed>, LineFault> {
        let (full, text) = (header.viewer == LogViewer::Full, self.next()?);
        let Some(text) = text.as_deref().filter(|text| text.starts_with(r#"{"seed":"#)) else {
            let missing = self.wrong(Reason::of("found-no-seed-line"));
            // It is the line of the first entry, or the file's end: `entry` reads and numbers it again.
            (self.line, self.back) = (2, text);
            return if full { Err(missing) } else { Ok(None) };
        };
        if !full {
            return Err(self.wrong(Reason::of("found-seed-in-part")));
        }
        let digits = text.strip_prefix(r#"{"seed":""#).and_then(|rest| rest.strip_suffix(r#""}"#));
        let seed = digits.and_then(|digits| Seed::from_hex(digits).ok());
        seed.map(Some).ok_or_else(|| self.wrong(Reason::of("found-seed-form")))
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
        // One byte more for the line's end, which the limit does not count.
        let most = MAX_EXPORT_LINE_BYTES as u64 + 1;
        let read = self.from.by_ref().take(most).read_until(b'\n', &mut bytes);
        let count = read.map_err(|e| self.wrong(Reason::of("found-unreadable").quoting("why", e)))?;
        self.bytes += count;
        if self.bytes > MAX_IMPORT_BYTES {
            return Err(self.wrong(Reason::of("found-file-too-long").with("most", MAX_IMPORT_BYTES)));
        }
        if count == 0 {
            self.line -= 1;
            return Ok(None);
        }
        let ends = bytes.pop_if(|last| *last == b'\n').is_some();
        if !ends && count > MAX_EXPORT_LINE_BYTES {
            return Err(self.wrong(Reason::of("found-line-too-long").with("most", MAX_EXPORT_LINE_BYTES)));
        }
        // Before the missing end is told: that may be an editor's work too, and is no harm to the log.
        if let Some(how) = edited(self.line, &bytes, ends) {
            return Err(self.wrong(Reason::of(how)));
        }
        if !ends {
            return Err(self.wrong(Reason::of("found-cut-off")));
        }
        String::from_utf8(bytes).map(Some).map_err(|_| self.wrong(Reason::of("found-no-utf8")))
    }

    fn some(&mut self, missing: &'static str) -> Result<String, LineFault> {
        let what = Reason::of(missing);
        self.next()?.ok_or_else(|| LineFault { line: self.line + 1, entry: None, what })
    }
}

/// An editor's change to a line, if there is a recognisable one; `ends` says whether the line has its end. A canonical line
/// that only lost its end, or has trailing white space, is recognised, and no other.
fn edited(line: usize, bytes: &[u8], ends: bool) -> Option<&'static str> {
    let is_whole = |bytes: &[u8]| {
        let text = std::str::from_utf8(bytes);
        text.is_ok_and(|text| canonical::from_text(text, MAX_EXPORT_LINE_BYTES).is_ok())
    };
    let trimmed = bytes.trim_ascii_end();
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] if line == 1 => Some("found-edited-utf-16"),
        [0xef, 0xbb, 0xbf, ..] if line == 1 => Some("found-edited-bom"),
        [.., b'\r'] => Some("found-edited-crlf"),
        _ if line > 1 && trimmed.is_empty() => Some("found-edited-empty-line"),
        _ if trimmed.len() < bytes.len() && is_whole(trimmed) => Some("found-edited-spaces"),
        _ if !ends && is_whole(bytes) => Some("found-edited-last-end"),
        _ => None,
    }
}

fn read_header(format: u32, value: &Value) -> Result<Header, NotCanonical> {
    let wrong = |what: &str| NotCanonical::Field(format!("{what} is missing or of a wrong form"));
    let keys = |value: &Value| value.as_object().map(serde_json::Map::len);
    let table = value.get("table").and_then(Value::as_str).ok_or_else(|| wrong("table"))?;
    check_table(table)?;
    let head = value.get("head").ok_or_else(|| wrong("head"))?;
    let seq = head.get("seq").and_then(Value::as_u64).filter(|seq| *seq > 0);
    let seq = seq.ok_or_else(|| wrong("head.seq"))?;
    let chain = head.get("chain").and_then(Value::as_str).ok_or_else(|| wrong("head.chain"))?;
    let viewer = LogViewer::from_value(value.get("audience").ok_or_else(|| wrong("audience"))?)?;
    if (keys(value), keys(head)) != (Some(5), Some(2)) {
        return Err(NotCanonical::Field("it has a key that does not belong there".to_owned()));
    }
    Ok(Header { format, table: table.to_owned(), head: Head { seq, chain: hash_from_hex(chain)? }, viewer })
}
