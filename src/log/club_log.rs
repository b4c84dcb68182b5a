//! The club's log as a store holds it: leaves of all tables in one list, and signed checkpoints over them. Texts here; what they
//! mean, and how they are signed, is not known to a store.

use std::ops::Range;

use super::fault::Fault;

/// A new leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLeaf {
    /// The table that it is about.
    pub table: String,
    /// The entry of that table.
    pub seq: u64,
    /// Its text, one line.
    pub text: String,
}

/// A signed checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCheckpoint {
    /// The number of leaves that it covers.
    pub size: u64,
    /// The time it was signed, in the form of [`Entry::at`](super::Entry::at).
    pub at: String,
    /// The note.
    pub note: String,
}

/// A table whose log goes on after its last leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnloggedTable {
    /// The table.
    pub table: String,
    /// The text of its last leaf; `None` if it has none.
    pub last: Option<String>,
}

/// The club's log of a store: it only grows.
pub trait ClubLog {
    /// The tables whose logs go on after their last leaves, oldest first. Views and archived tables are not among them.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn unlogged_tables(&self) -> Result<Vec<UnloggedTable>, Fault>;

    /// The leaves at these places, in order, as far as there are any.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn leaves(&self, places: Range<u64>) -> Result<Vec<String>, Fault>;

    /// The leaves of a table, each with its place.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn leaves_of(&self, table: &str) -> Result<Vec<(u64, String)>, Fault>;

    /// The last checkpoint.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn last_checkpoint(&self) -> Result<Option<StoredCheckpoint>, Fault>;

    /// Adds leaves after the first `size`, and the checkpoint over all of them; both or neither. Returns whether there were
    /// exactly `size` leaves.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn extend_club_log(
        &self,
        size: u64,
        leaves: Vec<NewLeaf>,
        checkpoint: StoredCheckpoint,
    ) -> Result<bool, Fault>;
}
