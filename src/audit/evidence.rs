//! What is to be checked: the lines of one table and what came with them, taken as they are.

use std::io::{BufRead, Read};

use serde_json::Value;

use crate::log::limits::{MAX_EXPORT_LINE_BYTES, MAX_IMPORT_BYTES};
use crate::log::{Fault, Head, Store};

/// The lines of one table, not checked.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// The table, as the store or the header names it.
    pub table: String,
    /// The lines in the order they stand.
    pub lines: Vec<Text>,
    /// The data pack's text, with the hash it is said to have.
    pub pack: Option<(String, String)>,
    /// The seed, 64 hexadecimal digits, from the store or a full export.
    pub seed: Option<String>,
    /// The head the export's header or the head file names: the log reaches it, and passes through it.
    pub noted: Vec<(String, Head)>,
    /// Whether the head of the header must be the last one.
    pub ends_at_noted: bool,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Text {
    /// Its text.
    pub text: String,
    /// Digest and chain value that stand beside it in a database.
    pub stored: Option<([u8; 32], [u8; 32])>,
}

/// Why there is nothing to check.
#[derive(Debug, thiserror::Error)]
pub enum EvidenceFault {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] Fault),
    /// A line of a file cannot be read at all.
    #[error("line {line}: {what}")]
    File {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

impl Evidence {
    /// A table in a store; `noted` is what the head file beside it says, if there is one.
    ///
    /// # Errors
    /// [`Fault::NoTable`], or a store that cannot be read at all.
    pub fn from_store(
        store: &impl Store,
        table: &str,
        noted: Option<Head>,
    ) -> Result<Evidence, EvidenceFault> {
        let raws = store.read_raw(table, 1)?;
        if raws.is_empty() && noted.is_none() {
            return Err(Fault::NoTable { table: table.to_owned() }.into());
        }
        let lines =
            raws.into_iter().map(|raw| Text { text: raw.text, stored: Some((raw.digest, raw.chain)) });
        // A seed or a pack that the store itself finds damaged is a finding, not the end of the audit.
        let seed = store.seed(table).ok().flatten().map(|seed| seed.expose_hex());
        let pack = store.table(table).ok().flatten().and_then(|t| store.pack(&t.pack).ok().flatten());
        Ok(Evidence {
            table: table.to_owned(),
            lines: lines.collect(),
            pack: pack.map(|pack| (pack.hash().to_owned(), pack.text().to_owned())),
            seed,
            noted: noted.map(|head| ("the head file".to_owned(), head)).into_iter().collect(),
            ends_at_noted: false,
        })
    }

    /// An exported file.
    ///
    /// # Errors
    /// [`EvidenceFault::File`] when it is no export, or over a limit.
    pub fn from_export(from: &mut impl BufRead) -> Result<Evidence, EvidenceFault> {
        let mut lines = file_lines(from)?.into_iter();
        let wrong = |line: usize, what: &str| EvidenceFault::File { line, what: what.to_owned() };
        let header: Value = lines
            .next()
            .and_then(|text| serde_json::from_str(&text).ok())
            .filter(|header: &Value| header.get("wardroom") == Some(&Value::from("export")))
            .ok_or_else(|| wrong(1, "this is not a Wardroom export"))?;
        let text = |key: &str| header.get(key).and_then(Value::as_str);
        let table = text("table").ok_or_else(|| wrong(1, "the header names no table"))?.to_owned();
        let head = noted_head(&header).ok_or_else(|| wrong(1, "the header names no head"))?;
        let pack = lines.next().ok_or_else(|| wrong(2, "the file ends before the data pack"))?;
        let pack = pack_line(&pack).ok_or_else(|| wrong(2, "this is not the data pack with its hash"))?;
        let mut lines = lines.peekable();
        let seed = lines.next_if(|line| line.starts_with(r#"{"seed":"#));
        let seed =
            seed.map(|line| match line.strip_prefix(r#"{"seed":""#).and_then(|l| l.strip_suffix("\"}")) {
                Some(digits) => digits.to_owned(),
                None => line,
            });
        Ok(Evidence {
            table,
            lines: lines.map(|text| Text { text, stored: None }).collect(),
            pack: Some(pack),
            seed,
            noted: vec![("the header".to_owned(), head)],
            ends_at_noted: true,
        })
    }
}

fn file_lines(from: &mut impl BufRead) -> Result<Vec<String>, EvidenceFault> {
    let mut lines = Vec::new();
    let mut bytes = 0;
    loop {
        let number = lines.len() + 1;
        let wrong = |what: String| EvidenceFault::File { line: number, what };
        let mut line = Vec::new();
        let read = from.by_ref().take(MAX_EXPORT_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line);
        let count = read.map_err(|error| wrong(format!("it cannot be read: {error}")))?;
        bytes += count;
        if count > MAX_EXPORT_LINE_BYTES {
            return Err(wrong(format!("it has more than the {MAX_EXPORT_LINE_BYTES} bytes allowed")));
        }
        if bytes > MAX_IMPORT_BYTES {
            return Err(wrong(format!("the file has more than the {MAX_IMPORT_BYTES} bytes allowed")));
        }
        if count == 0 {
            return Ok(lines);
        }
        if line.pop() != Some(b'\n') {
            return Err(wrong("it is cut off: the last line does not end".to_owned()));
        }
        lines.push(String::from_utf8(line).map_err(|_| wrong("it is not UTF-8".to_owned()))?);
    }
}

fn noted_head(header: &Value) -> Option<Head> {
    let head = header.get("head")?;
    let (seq, chain) = (head.get("seq")?.as_u64()?, head.get("chain")?.as_str()?);
    format!("{seq}:{chain}").parse().ok()
}

/// The hash and the text of the pack, which stands in its line as it was hashed.
fn pack_line(line: &str) -> Option<(String, String)> {
    let rest = line.strip_prefix(r#"{"hash":""#)?;
    let (hash, rest) = rest.split_once('"')?;
    let text = rest.strip_prefix(r#","pack":"#)?.strip_suffix('}')?;
    Some((hash.to_owned(), text.to_owned()))
}
