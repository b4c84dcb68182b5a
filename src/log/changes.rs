//! What a store tells of what others stored in it.

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

/// The id of a table, or [`ANYWHERE`].
pub(super) type Place = Arc<str>;

/// In place of a table: something may have been stored at any.
#[cfg(feature = "postgres")]
pub(super) const ANYWHERE: &str = "";

/// Tells at which tables entries were added, by this process or another. A store may tell late or nothing: whoever
/// listens looks by itself from time to time, and less is waited for only where something is told.
#[derive(Debug, Default)]
pub struct Changes(Option<Receiver<Place>>);

impl Changes {
    /// A listener for these changes.
    #[cfg(feature = "postgres")]
    pub(super) fn of(told: Receiver<Place>) -> Changes {
        Changes(Some(told))
    }

    /// Waits until something is told, for ever where nothing ever is. Gives the tables; none of them when it may be any.
    pub async fn next(&mut self) -> Option<BTreeSet<String>> {
        let Some(told) = &mut self.0 else { return std::future::pending().await };
        let first = told.recv().await;
        if matches!(first, Err(RecvError::Closed)) {
            return std::future::pending().await;
        }
        let mut tables = BTreeSet::new();
        let mut next = first.map_err(drop);
        loop {
            match next {
                Ok(table) if !table.is_empty() => drop(tables.insert(table.to_string())),
                _ => {
                    // Whatever else is told is among them.
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
