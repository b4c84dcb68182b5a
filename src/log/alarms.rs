//! When each table is next looked at for what time brings, kept beside the log: reminders, and decisions whose time is up.
//! What is to be done follows from the log and from what players prefer; an alarm only says when to ask.
//!
//! All times are given by the caller, in the form of [`crate::log::Entry::at`].

use super::fault::Fault;

/// What the notices of reminders begin with; the step of the ladder follows.
pub const REMINDER: &str = "reminder-";

/// When a table is to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// The table.
    pub table: String,
    /// The head it was set for.
    pub seq: u64,
    /// When.
    pub at: String,
}

/// The alarms of tables. An append sets the alarm of its table to the time of its entries, and takes it away when it closes
/// the table.
pub trait Alarms {
    /// The alarms of `now` or before, the earliest first; at most `limit`.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn due_alarms(&self, now: &str, limit: usize) -> Result<Vec<Alarm>, Fault>;
    /// Sets the alarms of tables that were looked at, all in one transaction; none at all where there is no time. An alarm that
    /// is not as it was found stays as it is: the table has gone on since, or is to be looked at anew.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn set_alarms(&self, looked_at: Vec<(Alarm, Option<String>)>) -> Result<(), Fault>;
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
    /// Stores the notice that reminds a seat of the question of entry `seq`, unless it is stored already, also under the name
    /// that an older version gave it; returns whether it was not. `why` is
    /// both names; the first begins with [`REMINDER`].
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn remind(&self, table: &str, seq: u64, seat: &str, why: (&str, Option<&str>)) -> Result<bool, Fault>;
}
