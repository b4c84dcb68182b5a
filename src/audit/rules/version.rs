//! The versions of the rules that this program knows.

use crate::audit::integrity::Logbook;
use crate::games::Packed;
use crate::log::TableEvent;

/// The number of a version that this program knows.
pub(super) fn known<G: Packed>(version: &str) -> Option<u32> {
    (1..=G::RULES_VERSION).find(|known| known.to_string() == version)
}

/// The first entry that puts a version in force which this program does not know, and that version.
pub(super) fn first_unknown<G: Packed>(book: &Logbook) -> Option<(u64, String)> {
    let named = book.entries().filter_map(|entry| match entry.table_event() {
        Ok(Some(TableEvent::TableOpened(opened))) => Some((entry.seq, opened.rules_version)),
        Ok(Some(TableEvent::RulesChanged { to, .. })) => Some((entry.seq, to)),
        _ => None,
    });
    named.into_iter().find(|(_, version)| known::<G>(version).is_none())
}
