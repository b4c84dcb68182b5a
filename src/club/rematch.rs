//! The rematch of a table, stored beside the log, so that a door with a room for the first finds it for the second.

use super::{Club, ClubError};
use crate::log::Store;

/// Whose notes say so.
const REMATCHES: &str = "rematches";

/// Notes that `table` is a rematch of `old`.
pub(super) fn note(store: &(impl Store + ?Sized), table: &str, old: &str) -> Result<(), ClubError> {
    Ok(store.put_note(REMATCHES, table, old)?)
}

impl Club {
    /// The table that this one is a rematch of, where it is one.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn rematch_of(&self, table: &str) -> Result<Option<String>, ClubError> {
        Ok(self.store.note(REMATCHES, table)?)
    }
}
