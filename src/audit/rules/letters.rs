//! Letters in a view: texts between players are for the holders of their seats at that time, and for nobody who took a seat
//! since.

use std::collections::BTreeSet;

use super::{Difference, differs};
use crate::audit::integrity::Logbook;
use crate::games::Packed;
use crate::log::stored::StoredLine;
use crate::log::visibility::{LogViewer, Personal, line_of};
use crate::log::{Entry, PlayEvent, TableEvent};
use crate::reason::Reason;
use crate::view::is_written;

/// Checks that a view of seats shows no letter that their present players may not read.
pub(super) fn check<G: Packed>(viewer: &LogViewer, book: &Logbook) -> Result<(), Difference> {
    // A whole log hides nothing, and what a spectator may see does not hang on who sits where.
    if !matches!(viewer, LogViewer::Seats(_)) {
        return Ok(());
    }
    let event = |line: &StoredLine| match line {
        StoredLine::Entry(entry) => entry.table_event().ok().flatten(),
        StoredLine::Sealed { .. } => None,
    };
    let steps: Vec<(u64, Option<u64>)> =
        book.lines().map(|line| (line.seq(), event(line).and_then(|event| event.back_to()))).collect();
    let line = line_of(steps.into_iter());
    let opened: BTreeSet<u64> = book
        .lines()
        .filter(|it| line.contains(&it.seq()))
        .filter_map(|it| {
            let Some(TableEvent::Play(PlayEvent::Opened { entries, to })) = event(it) else { return None };
            viewer.sees(&to).then_some(entries)
        })
        .flatten()
        .collect();
    let entries: Vec<Entry> = book.entries().cloned().collect();
    let personal = Personal::of(&entries, is_written::<G>);
    match entries.iter().find(|entry| !opened.contains(&entry.seq) && !personal.shows(entry, viewer)) {
        Some(entry) => differs(entry.seq, Reason::of("found-shown-too-much")),
        None => Ok(()),
    }
}
