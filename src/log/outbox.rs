//! Notices still to be sent. A notice says what to tell of; doors render it when they send.
//!
//! All times are given by the caller, in the form of [`crate::log::Entry::at`].

use super::fault::Fault;
use super::limits::MAX_OUTCOME_BYTES;

/// A notice that waits to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingNotice {
    /// Its number in this store; ascending in the order of the appends.
    pub id: u64,
    /// The table.
    pub table: String,
    /// The entry it tells of.
    pub seq: u64,
    /// The seat it is for.
    pub seat: String,
    /// Why: `prompt`, `report`, …
    pub why: String,
    /// How often sending it failed.
    pub attempts: u32,
}

/// A notice that waits, was sent or was given up, and what came of it so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptNotice {
    /// Its number in this store.
    pub id: u64,
    /// The entry it tells of.
    pub seq: u64,
    /// The seat it is for.
    pub seat: String,
    /// Why.
    pub why: String,
    /// How often sending it failed.
    pub attempts: u32,
    /// When it was sent or given up; `None` while it waits.
    pub ended_at: Option<String>,
    /// Where it went, or what went wrong last; `None` when nothing is known of it.
    pub outcome: Option<String>,
    /// Whether it was sent.
    pub delivered: bool,
}

/// Notices still to be sent, and who sends them.
pub trait Outbox {
    /// Takes or renews the right to send for `owner` until `until`; `false` when another owner has it at `now`.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn lease_outbox(&self, owner: &str, now: &str, until: &str) -> Result<bool, Fault>;
    /// Gives the right to send back, if `owner` has it.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn release_outbox(&self, owner: &str) -> Result<(), Fault>;
    /// The first notices `owner` may send at `now`, at most `limit`, in the order they were added; none when another
    /// owner has the lease. While a notice waits to be tried again, later ones for that seat of that table wait too.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn pending_notices(&self, owner: &str, now: &str, limit: usize) -> Result<Vec<PendingNotice>, Fault>;
    /// Notes that a notice was sent at `now`, and in the sender's words where it went.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn mark_delivered(&self, id: u64, now: &str, to: &str) -> Result<(), Fault>;
    /// Notes that sending failed at `now`, and why; it is tried again from `retry_at`, or given up when that is none.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn mark_failed(&self, id: u64, now: &str, retry_at: Option<&str>, trouble: &str) -> Result<(), Fault>;
    /// The notices of a seat of a table, the latest first, at most `limit`; those that were pruned are gone.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn notices_of(&self, table: &str, seat: &str, limit: usize) -> Result<Vec<KeptNotice>, Fault>;
    /// The table and the entry of the oldest notice that waits.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn oldest_pending(&self) -> Result<Option<(String, u64)>, Fault>;
    /// Forgets notices that were sent or given up before `before`; says how many.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn prune_outbox(&self, before: &str) -> Result<usize, Fault>;
}

/// What came of a notice, cut to the length that is kept: a notice is never held up by what is said of it.
pub(super) fn cut(outcome: &str) -> String {
    outcome[..outcome.floor_char_boundary(MAX_OUTCOME_BYTES)].to_owned()
}
