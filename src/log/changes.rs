//! A store's news of entries that others stored.

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

/// The id of a table, or [`ANYWHERE`].
pub(super) type Place = Arc<str>;

/// In place of a table: something may have been stored at any.
#[cfg(feature = "postgres")]
pub(super) const ANYWHERE: &str = "";

/// Receives the tables at which entries were added, by this process or another. A store may report late or never, so every
/// listener also polls, and polls less often only if reports arrive.
#[derive(Debug, Default)]
pub struct Changes(Option<Receiver<Place>>);

impl Changes {
    /// A listener for these changes.
    #[cfg(feature = "postgres")]
    pub(super) fn of(told: Receiver<Place>) -> Changes {
        Changes(Some(told))
    }

    /// Waits for a report, for ever if there are none. Returns the tables; `None` if it may be any.
    pub async fn next(&mut self) -> Option<BTreeSet<String>> {
        let Some(told) = &mut self.0 else { return std::future::pending().await };
        let first = told.recv().await;
        // No report will come any more. An answer would make the caller look again at once, and for ever.
        if matches!(first, Err(RecvError::Closed)) {
            return std::future::pending().await;
        }
        let mut tables = BTreeSet::new();
        let mut next = first.map_err(drop);
        loop {
            match next {
                Ok(table) if !table.is_empty() => drop(tables.insert(table.to_string())),
                _ => {
                    // The report covers everything else in the queue.
                    *told = told.resubscribe();
                    return None;
                }
            }
            next = match told.try_recv() {
                Ok(table) => Ok(table),
                Err(TryRecvError::Lagged(_)) => Err(()),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return Some(tables),
            };
        }
    }
}
