//! Peeks: a person with access to the file may look at hidden information in play, and an entry tells everyone so.

use std::sync::Arc;

use super::batch::{Batch, Origin};
use super::caller::Caller;
use super::limits::CONFLICT_RETRIES;
use super::platform::{Platform, stamp};
use super::reply::TableFault;
use super::service::Tables;
use crate::games::Packed;
use crate::log::{self, Append, AppendError, FileEvent, Store, TableEvent};

/// Stores an entry `Peeked`: `caller` looks at hidden information; `what` says how, like `export`. Nothing is stored at
/// a closed table, which hides nothing, nor at a partial one, which can only be read.
///
/// # Errors
/// [`TableFault`].
pub fn note<S: Store + ?Sized>(
    store: &S,
    platform: &Arc<dyn Platform>,
    table: &str,
    caller: &Caller,
    what: &str,
) -> Result<(), TableFault> {
    let peeked = FileEvent::Peeked { what: what.to_owned(), by: Some(caller.player.clone()) };
    store_entry(store, platform, (table, caller.door.as_deref()), &TableEvent::File(peeked)).map(drop)
}

/// Stores an entry about the file itself, and returns its seq; `None` at a table that takes no entries.
pub(super) fn store_entry<S: Store + ?Sized>(
    store: &S,
    platform: &Arc<dyn Platform>,
    (table, door): (&str, Option<&str>),
    event: &TableEvent,
) -> Result<Option<u64>, TableFault> {
    for _ in 0..CONFLICT_RETRIES {
        let head = store.head(table)?;
        if head.seq == 0 {
            return Err(log::Fault::NoTable { table: table.to_owned() }.into());
        }
        let Some(seed) = store.seed(table)? else { return Ok(None) };
        if is_closed(store, table)? {
            return Ok(None);
        }
        let at = stamp(&**platform).max(last_at(store, table, head.seq)?);
        // A table event needs no game, so this serves tables whose game is not known here.
        let mut batch = Batch::<()>::new(table, &seed, &at, head);
        batch.add(event.clone(), Origin { door: door.map(str::to_owned), ..Origin::default() })?;
        match store.append(Append::new(table, head, batch.into_entries())) {
            Ok(_) => return Ok(Some(head.seq + 1)),
            Err(AppendError::Conflict { .. }) => continue,
            // The entry has no key, so none can have been used.
            Err(AppendError::KeyReused { .. }) => break,
            Err(AppendError::Fault(fault)) => return Err(fault.into()),
        }
    }
    Err(TableFault::Conflict { table: table.to_owned() })
}

/// The time of entry `seq`, no earlier than the one before it. Times all have one width and sort as text.
fn last_at<S: Store + ?Sized>(store: &S, table: &str, seq: u64) -> Result<String, TableFault> {
    let last = store.read_line_range(table, seq..=seq)?.pop();
    Ok(match last {
        Some(log::stored::StoredLine::Entry(entry)) => entry.at,
        _ => String::new(),
    })
}

/// Returns whether a table is closed: its last entry reveals the seed, and nothing comes after that.
///
/// # Errors
/// [`log::Fault`] when the last entry cannot be read.
pub fn is_closed<S: Store + ?Sized>(store: &S, table: &str) -> Result<bool, TableFault> {
    let head = store.stored_head(table)?;
    let last = store.read_line_range(table, head.seq..=head.seq)?;
    Ok(last
        .iter()
        .any(|line| matches!(line, log::stored::StoredLine::Entry(entry) if entry.kind == "SeedRevealed")))
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// The whole state, for `caller`. If the table is open, an entry `Peeked` is stored first; `what` says how they looked.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn peek_state(&self, table: &str, caller: &Caller, what: &str) -> Result<G::State, TableFault> {
        // A table that cannot be read must not get a peek on record.
        self.look(table, |_| ())?;
        note(self.store(), self.platform(), table, caller, what)?;
        self.look(table, |table| (*table.state).clone())
    }
}
