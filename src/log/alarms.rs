//! The next time to look at each table, stored beside the log: for reminders, and expired decisions. The log and the players'
//! preferences say what is due; an alarm only says when to look.
//!
//! All times are given by the caller, in the form of [`crate::log::Entry::at`].

use super::fault::Fault;

/// The prefix of reminders' notices; the step of the ladder follows.
pub const REMINDER: &str = "reminder-";

/// The next time to look at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// The table.
    pub table: String,
    /// The head it was set for.
    pub seq: u64,
    /// The time.
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
    /// Sets the alarms of handled tables, all in one transaction; removes those without a time. An alarm that has changed since
    /// it was found stays: the table has gone on, or must be looked at again.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn set_alarms(&self, looked_at: Vec<(Alarm, Option<String>)>) -> Result<(), Fault>;
    /// Wakes every open table of a player from `at` on, after a change of their preferences.
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
