//! When each table is next looked at for what time brings, kept beside the log: reminders, and decisions whose time is up.
//! What is to be done follows from the log and from what players prefer; an alarm only says when to ask.
//!
//! All times are given by the caller, in the form of [`crate::log::Entry::at`].

use super::fault::Fault;

/// What the notices of reminders begin with; the step of the ladder follows.
pub const REMINDER: &str = "reminder-";

/// The alarms of tables. An append sets the alarm of its table to the time of its entries, and takes it away when it closes
/// the table.
pub trait Alarms {
    /// The tables whose alarm is at `now` or before, the earliest first, each with the head it was set for; at most `limit`.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn due_alarms(&self, now: &str, limit: usize) -> Result<Vec<(String, u64)>, Fault>;
    /// Sets the alarm of a table that was looked at when its head was `seq`; none at all where there is no time. It stays as it
    /// is where the table has gone on since.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn set_alarm(&self, table: &str, seq: u64, at: Option<&str>) -> Result<(), Fault>;
    /// Has every open table of a player looked at from `at` on: they prefer something else now.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn wake_tables_of(&self, player: &str, at: &str) -> Result<(), Fault>;
    /// Has every open table looked at from `at` on: the clock was set back.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn wake_all(&self, at: &str) -> Result<(), Fault>;
    /// Stores the notice that reminds a seat of the question of entry `seq`, unless it is stored already; says whether it was
    /// not. `why` begins with [`REMINDER`].
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn remind(&self, table: &str, seq: u64, seat: &str, why: &str) -> Result<bool, Fault>;
}
