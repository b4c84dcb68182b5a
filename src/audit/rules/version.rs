//! The versions of the rules, and the laws of time, that this program knows.

use crate::audit::integrity::Logbook;
use crate::games::Packed;
use crate::log::table_event::TIME_LAW;
use crate::log::{FileEvent, TableEvent, TimeEvent};
use crate::reason::Reason;

/// The number of a version that this program knows.
pub(super) fn known<G: Packed>(version: &str) -> Option<u32> {
    // Compared as written, so that only one spelling of a number passes.
    (1..=G::RULES_VERSION).find(|known| known.to_string() == version)
}

/// The first entry that puts a version in force which this program does not know, and that version.
pub(super) fn first_unknown<G: Packed>(book: &Logbook) -> Option<(u64, String)> {
    let named = book.entries().filter_map(|entry| {
        let event = entry.table_event().ok()??;
        if let TableEvent::File(FileEvent::RulesChanged { to, .. }) = event {
            return Some((entry.seq, to));
        }
        let TableEvent::TableOpened(opened) = event else { return None };
        Some((entry.seq, opened.rules_version))
    });
    named.into_iter().find(|(_, version)| known::<G>(version).is_none())
}

/// The law of time that a log is under and this program does not know, with the entry from which on it holds.
pub(in crate::audit) fn unknown_law(book: &Logbook) -> Option<Reason> {
    let laws = book.entries().filter_map(|entry| {
        let Ok(Some(TableEvent::Time(TimeEvent::LawChanged { law }))) = entry.table_event() else {
            return None;
        };
        (law > TIME_LAW).then_some((entry.seq, law))
    });
    let (entry, law) = laws.into_iter().next()?;
    let why = Reason::of("found-unknown-law").with("entry", entry).quoting("law", law);
    Some(why.quoting("own", TIME_LAW))
}
