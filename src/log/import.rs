//! A table out of an exported file: every line is checked, and nothing is stored unless all of it holds.

use std::io::BufRead;

use super::chain::Head;
use super::entry::Entry;
use super::fault::Fault;
use super::file::{ExportFile, LineFault};
use super::line_check::LineCheck;
use super::prepare::{self, ImportedTable, Row};
use super::store::Store;
use super::stored::{RawEntry, StoredLine};
use super::visibility::LogViewer;
use crate::reason::Reason;
use crate::seal::Seed;

/// Why a file was not imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// A line has a wrong form.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// It could not be stored.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// The result of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The table.
    pub table: String,
    /// Its head.
    pub head: Head,
    /// The viewer, if the table can only be read.
    pub partial: Option<LogViewer>,
}

/// Reads an export and stores its table: a full one to be played on, a partial one to be read.
///
/// # Errors
/// [`ImportError::Line`] that names the first line that does not hold; [`Fault::TableExists`]. Nothing is stored then.
pub fn import(from: &mut impl BufRead, store: &(impl Store + ?Sized)) -> Result<Imported, ImportError> {
    let imported = read(from)?;
    let (table, partial) = (imported.table.clone(), imported.partial.clone());
    let head = store.adopt(imported)?;
    Ok(Imported { table, head, partial })
}

/// Reads and checks an export without storing it.
///
/// # Errors
/// [`ImportError::Line`] that names the first line that does not hold.
pub fn read(from: &mut impl BufRead) -> Result<ImportedTable, ImportError> {
    let mut file = ExportFile::new(from);
    let header = file.header()?;
    let pack = file.pack()?;
    let seed = file.seed(&header)?;
    let mut lines =
        LineCheck::new(&header.table, Some(pack.hash()), header.viewer.clone()).of_format(header.format);
    let partial = if header.viewer == LogViewer::Full { None } else { Some(header.viewer) };
    let mut head = Head::EMPTY;
    let mut rows = Vec::new();
    while let Some((_, text)) = file.entry()? {
        let (line, holds) = lines.next(&text);
        holds.map_err(|what| file.wrong(what))?;
        // A line that holds is one.
        let Some(line) = line else { break };
        let row = row(line, &mut head, text);
        // Entry by entry, so that a fault has the number of its line.
        if let Some(seed) = &seed {
            check_seals(&header.table, &row, seed).map_err(|what| file.wrong(what))?;
        }
        rows.push(row);
    }
    lines.end().map_err(|what| file.amiss(what))?;
    if let Some((entry, what)) = lines.first_misplaced() {
        return Err(file.wrong_at(entry, what).into());
    }
    if head != header.head {
        let what = Reason::of("found-ends-elsewhere").quoting("head", head).quoting("noted", header.head);
        return Err(file.amiss(what).into());
    }
    Ok(ImportedTable { table: header.table, pack, seed, partial, rows, head })
}

/// The row of the next line, which moves `head` to it.
fn row(line: StoredLine, head: &mut Head, text: String) -> Row {
    match line {
        StoredLine::Entry(entry) => Row::follow(head, entry, text),
        StoredLine::Sealed { seq, digest } => {
            *head = head.after_digest(&digest);
            Row { raw: RawEntry { seq, text, digest, chain: head.chain }, index: None }
        }
    }
}

/// The seed fits its commitment in the first entry, and every salt follows from it.
fn check_seals(table: &str, row: &Row, seed: &Seed) -> Result<(), Reason> {
    let form = |what: &dyn ToString| Reason::of("found-form").quoting("what", what.to_string());
    if row.raw.seq == 1 {
        let first = Entry::parse(&row.raw.text).map_err(|e| e.reason())?;
        let opened = prepare::opened(&first).map_err(|e| form(&e))?;
        if hex::encode(seed.commitment()) != opened.seed_commitment {
            return Err(Reason::of("found-file-seed"));
        }
    }
    prepare::check_seals(table, std::slice::from_ref(row), seed).map_err(|e| form(&e))
}
