//! Numbers of a club for whoever runs it: open tables, how late time is kept, who sends.

use chrono::DateTime;

use super::{Club, ClubError};
use crate::table::clock_watch::TIMEKEEPER;
use crate::table::platform::written;

/// The numbers of a club at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// Tables that are not closed.
    pub open_tables: u64,
    /// Seconds for which the first table has waited that was to be looked at for what time brings; 0 where none waits.
    pub timekeeper_late: u64,
    /// The leases that were asked about, with whether this process holds each.
    pub leases: Vec<(&'static str, bool)>,
}

impl Club {
    /// The numbers of the club now, with the leases of these channels and that of the keeper of time.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn measured(&self, channels: &[&'static str]) -> Result<Measured, ClubError> {
        let now = self.platform.now();
        let first = self.store.due_alarms(&written(now), 1)?.into_iter().next();
        let since = first.and_then(|alarm| DateTime::parse_from_rfc3339(&alarm.at).ok());
        let late = since.map_or(0, |since| (now - since.to_utc()).num_seconds());
        let held = |channel: &&'static str| Ok((*channel, self.leases().holds(channel)?));
        let leases = channels.iter().chain([&TIMEKEEPER]).map(held).collect::<Result<_, ClubError>>()?;
        let open_tables = self.store.count_open_tables()?;
        Ok(Measured { open_tables, timekeeper_late: late.try_into().unwrap_or_default(), leases })
    }
}
