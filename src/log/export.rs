//! One table as a file of JSON lines, for one viewer.
//!
//! `docs/log-format.md` describes the file.

use std::collections::BTreeSet;
use std::io::Write;

use serde_json::{Value, json};

use super::canonical;
use super::chain::Head;
use super::entry::Entry;
use super::fault::Fault;
use super::store::Store;
use super::stored::{RawEntry, StoredLine, TableSummary, check_raw};
use super::table_event::{EndEvent, TableEvent};
use super::visibility::{self, LogViewer, Personal};

/// The result of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The head it goes up to.
    pub head: Head,
    /// The viewer: [`LogViewer::Full`] also when another view was asked of a table whose seed is revealed.
    pub viewer: LogViewer,
    /// The number of entries shown only by their digest.
    pub sealed: usize,
}

/// Writes one table, as `viewer` may see it, to `out`; `is_written` says which entries have texts between players. It checks
/// everything stored on the way.
///
/// # Errors
/// [`Fault::NoTable`]; [`Fault::Damaged`]; [`Fault::Unfit`] for more than a partial table has; [`Fault::Io`] if writing fails.
pub fn export(
    store: &(impl Store + ?Sized),
    table: &str,
    viewer: &LogViewer,
    is_written: impl Fn(&Entry) -> bool,
    out: &mut impl Write,
) -> Result<Exported, Fault> {
    // Seats out of order would make a header that no import takes.
    LogViewer::from_value(&viewer.to_value()).map_err(super::prepare::unfit)?;
    let no_table = || Fault::NoTable { table: table.to_owned() };
    let summary = store.table(table)?.ok_or_else(no_table)?;
    let pack = store.pack(&summary.pack)?.ok_or_else(|| Fault::BadPack {
        hash: summary.pack.clone(),
        what: "it is not stored here".to_owned(),
    })?;
    let raws = store.read_raw(table, 1)?;
    let (lines, head) = checked_lines(table, &raws)?;
    let format = format_of(table, &lines)?;
    let (viewer, seen) = what_is_seen(&summary, viewer, is_written, lines)?;
    let seed = if viewer == LogViewer::Full { store.seed(table)? } else { None };

    let mut write = |line: &str| writeln!(out, "{line}").map_err(|e| Fault::Io(format!("the export: {e}")));
    write(&header(table, format, &head, &viewer)?)?;
    // Put together as text: the pack is canonical already, and may have 4 MiB.
    write(&format!(r#"{{"hash":"{}","pack":{}}}"#, pack.hash(), pack.text()))?;
    if let Some(seed) = seed {
        write(&format!(r#"{{"seed":"{}"}}"#, seed.expose_hex()))?;
    }
    let mut sealed = 0;
    for raw in &raws {
        if seen.contains(&raw.seq) {
            write(&raw.text)?;
        } else {
            sealed += 1;
            write(&StoredLine::sealed_text(table, raw.seq, &raw.digest))?;
        }
    }
    out.flush().map_err(|e| Fault::Io(format!("the export: {e}")))?;
    Ok(Exported { head, viewer, sealed })
}

fn checked_lines(table: &str, raws: &[RawEntry]) -> Result<(Vec<StoredLine>, Head), Fault> {
    let mut head = Head::EMPTY;
    let mut lines = Vec::with_capacity(raws.len());
    for raw in raws {
        lines.push(check_raw(table, &head, raw)?);
        head = Head { seq: raw.seq, chain: raw.chain };
    }
    Ok((lines, head))
}

/// The viewer whose view is written, and the seqs of its entries.
fn what_is_seen(
    summary: &TableSummary,
    asked: &LogViewer,
    is_written: impl Fn(&Entry) -> bool,
    lines: Vec<StoredLine>,
) -> Result<(LogViewer, BTreeSet<u64>), Fault> {
    let open: Vec<Entry> = lines
        .into_iter()
        .filter_map(|line| match line {
            StoredLine::Entry(entry) => Some(entry),
            StoredLine::Sealed { .. } => None,
        })
        .collect();
    if let Some(partial) = &summary.partial {
        if partial != asked {
            let (has, asked) = (partial.to_value(), asked.to_value());
            let what =
                format!("table {} came as the view of {has}; {asked} cannot be made of it", summary.table);
            return Err(Fault::Unfit(what));
        }
        // Its sealed entries came as digests alone, so it is exported exactly as it came.
        return Ok((partial.clone(), open.iter().map(|entry| entry.seq).collect()));
    }
    let fits = |e: canonical::NotCanonical| Fault::Unfit(format!("table {}: {e}", summary.table));
    let seen = visibility::visible(&open, asked, &Personal::of(&open, is_written)).map_err(fits)?;
    let revealed = open
        .iter()
        .any(|entry| matches!(entry.table_event(), Ok(Some(TableEvent::End(EndEvent::SeedRevealed { .. })))));
    Ok((if revealed { LogViewer::Full } else { asked.clone() }, seen))
}

/// The format in the first entry.
fn format_of(table: &str, lines: &[StoredLine]) -> Result<u32, Fault> {
    match lines.first() {
        Some(StoredLine::Entry(first)) => Ok(super::prepare::opened(first)?.format),
        _ => Err(Fault::NoTable { table: table.to_owned() }),
    }
}

fn header(table: &str, format: u32, head: &Head, viewer: &LogViewer) -> Result<String, Fault> {
    let header: Value = json!({
        "audience": viewer.to_value(),
        "format": format,
        "head": {"chain": hex::encode(head.chain), "seq": head.seq},
        "table": table,
        "wardroom": "export",
    });
    canonical::to_text(&header).map_err(super::prepare::unfit)
}
