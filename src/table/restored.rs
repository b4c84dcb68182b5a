//! Restores: the log of a table that went further before a backup was put back says so by an entry.

use std::sync::Arc;

use super::peek::{is_closed, store_entry};
use super::platform::Platform;
use super::reply::TableFault;
use crate::log::stored::StoredLine;
use crate::log::{FileEvent, Head, Store, TableEvent};

/// The state of a table that had a head before a backup was put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restoration {
    /// Its log passes through the head: nothing is lost.
    Whole,
    /// An entry says what is lost: this one, written now or before.
    Declared(u64),
    /// Its log has another entry there.
    OtherHistory,
    /// It takes no entries: closed, a view, or not there.
    Closed,
}

/// Stores an entry `LogRestored` at a table whose log ends before a head that it had.
///
/// # Errors
/// [`TableFault`].
pub fn declare<S: Store + ?Sized>(
    store: &S,
    platform: &Arc<dyn Platform>,
    (table, door): (&str, &str),
    lost: Head,
) -> Result<Restoration, TableFault> {
    match store.chain_at(table, lost.seq)? {
        Some(chain) if chain == lost.chain => return Ok(Restoration::Whole),
        // The log went on after the backup. Only an entry of its own tells a loss from a forgery.
        Some(_) => {
            let declared = declared(store, table, lost)?;
            return Ok(declared.map_or(Restoration::OtherHistory, Restoration::Declared));
        }
        None => {}
    }
    // The operator may repeat the command.
    if let Some(entry) = declared(store, table, lost)? {
        return Ok(Restoration::Declared(entry));
    }
    if store.stored_head(table)?.seq == 0 || store.seed(table)?.is_none() || is_closed(store, table)? {
        return Ok(Restoration::Closed);
    }
    let event = TableEvent::File(FileEvent::LogRestored { chain: hex::encode(lost.chain), seq: lost.seq });
    Ok(store_entry(store, platform, (table, Some(door)), &event)?
        .map_or(Restoration::Closed, Restoration::Declared))
}

/// The entry that declares this head lost, if there is one.
fn declared<S: Store + ?Sized>(store: &S, table: &str, lost: Head) -> Result<Option<u64>, TableFault> {
    let digits = hex::encode(lost.chain);
    let last = store.stored_head(table)?.seq;
    if last == 0 {
        return Ok(None);
    }
    let lines = store.read_line_range(table, 1..=last)?;
    Ok(lines.iter().find_map(|line| {
        let StoredLine::Entry(entry) = line else { return None };
        let event = entry.table_event();
        let Ok(Some(TableEvent::File(FileEvent::LogRestored { chain, seq }))) = event else { return None };
        (seq == lost.seq && chain == digits).then_some(entry.seq)
    }))
}
