//! Logs that are ahead of the clock: written by a clock that was wrong, or read by one that is. They are noted for the operator.

use chrono::{DateTime, Utc};

use super::ClubError;
use super::keeper::TimeKeeping;
use crate::table::clock_watch::{AHEAD, CLOCKS_APART, KEPT, TIMEKEEPER};
use crate::table::platform::moment;
use crate::table::{Caller, Reply, TableCommand};

impl TimeKeeping<'_> {
    /// The tables whose logs were found to be ahead of the clock and still are, with the time of their last entry.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn ahead_of_clock(&self) -> Result<Vec<(String, DateTime<Utc>)>, ClubError> {
        let now = self.platform.now();
        let noted = self.store.notes(TIMEKEEPER, AHEAD)?.into_iter();
        let noted =
            noted.filter_map(|(key, last)| Some((key.strip_prefix(AHEAD)?.to_owned(), moment(&last))));
        Ok(noted.filter(|(_, last)| *last > now + CLOCKS_APART).collect())
    }

    /// The open tables whose logs are ahead of the clock.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn tables_ahead(&self) -> Result<Vec<String>, ClubError> {
        let mut ahead = Vec::new();
        for summary in self.store.tables()? {
            if summary.partial.is_some() || summary.archived.is_some() {
                continue;
            }
            let time = self.games.with(&summary.table)?.time(&summary.table)?;
            ahead.extend(time.filter(|(_, time)| time.ahead.is_some()).map(|_| summary.table));
        }
        Ok(ahead)
    }

    /// Deletes the record of when time was last kept, if a clock that was ahead wrote it: no process with a right clock could
    /// write over it. The timekeeper records it again, and gives expired decisions a fresh grace.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn forget_clock_ahead(&self) -> Result<(), ClubError> {
        let note = self.store.note(TIMEKEEPER, KEPT)?;
        let last = note.as_deref().and_then(|note| note.split(' ').next()).map(moment);
        if last.is_some_and(|last| last > self.platform.now() + CLOCKS_APART) {
            self.store.drop_note(TIMEKEEPER, KEPT)?;
        }
        Ok(())
    }

    /// Sets the log of a table right that is ahead of the clock.
    ///
    /// # Errors
    /// A table that cannot be read or written.
    pub fn set_clock(&self, table: &str, caller: &Caller) -> Result<Reply, ClubError> {
        let reply = self.games.with(table)?.perform(table, caller, &TableCommand::SetClock)?;
        self.store.drop_note(TIMEKEEPER, &format!("{AHEAD}{table}"))?;
        Ok(reply)
    }
}
