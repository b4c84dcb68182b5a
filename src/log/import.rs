//! A table out of an exported file: every line is checked, and nothing is stored unless all of it holds.

use std::io::BufRead;

use super::chain::Head;
use super::entry::Entry;
use super::fault::Fault;
use super::file::{ExportFile, Header, LineFault, SEALED_IN_FULL};
use super::prepare::{self, Row};
use super::sight::Onlooker;
use super::store::{Line, Pack, RawEntry, Store};
use crate::seal::Seed;

/// Why a file was not imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// A line is not what it has to be.
    #[error(transparent)]
    Line(#[from] LineFault),
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
    let mut file = ExportFile::new(from);
    let header = file.header()?;
    let pack = file.pack()?;
    let seed = file.seed(&header)?;
    let mut head = Head::EMPTY;
    let mut rows = Vec::new();
    while let Some((_, text)) = file.entry()? {
        let row = row(&header, &mut head, text).map_err(|what| file.wrong(what))?;
        if head.seq == 1 {
            check_first(&row, &pack, seed.as_ref()).map_err(|what| file.wrong(what))?;
        }
        if let Some(seed) = &seed {
            prepare::check_seals(&header.table, std::slice::from_ref(&row), seed)
                .map_err(|e| file.wrong(e))?;
        }
        rows.push(row);
    }
    if head != header.head {
        let what = format!("the file ends at {head}, its header says {}", header.head);
        return Err(file.amiss(what).into());
    }
    let partial = if header.onlooker == Onlooker::Full { None } else { Some(header.onlooker) };
    Ok(Ledger { table: header.table, pack, seed, partial, rows, head })
}

/// The row of the next line, which moves `head` to it.
fn row(header: &Header, head: &mut Head, text: String) -> Result<Row, String> {
    let (table, line) = Line::parse(&text).map_err(|e| e.to_string())?;
    let (next, seq) = (head.seq + 1, line.seq());
    if table != header.table || seq != next {
        return Err(format!("entry {next} of table {} was to come, not {seq} of {table}", header.table));
    }
    match line {
        Line::Entry(entry) => {
            entry.checked_frame().map_err(|e| e.to_string())?;
            Ok(Row::follow(head, &entry, text))
        }
        Line::Sealed { .. } if header.onlooker == Onlooker::Full => Err(SEALED_IN_FULL.to_owned()),
        Line::Sealed { digest, .. } => {
            *head = head.after_digest(&digest);
            let raw = RawEntry { seq, text, digest, chain: head.chain };
            Ok(Row { raw, index: None })
        }
    }
}

/// The first entry is never sealed, and names the pack and the seed's commitment.
fn check_first(row: &Row, pack: &Pack, seed: Option<&Seed>) -> Result<(), String> {
    let first = Entry::parse(&row.raw.text).map_err(|e| e.to_string())?;
    let opened = prepare::opened(&first).map_err(|e| e.to_string())?;
    if opened.pack != pack.hash() {
        return Err(format!("it names the data pack {}, the file has {}", opened.pack, pack.hash()));
    }
    if seed.is_some_and(|seed| hex::encode(seed.commitment()) != opened.seed_commitment) {
        return Err("the seed of the file does not fit its commitment".to_owned());
    }
    Ok(())
}
