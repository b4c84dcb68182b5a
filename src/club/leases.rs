//! The leases of this process: of all that share a store, only one sends by a channel at a time.

use chrono::{DateTime, Duration, Utc};

use super::ClubError;
use crate::log::Store;
use crate::table::Platform;
use crate::table::clock_watch::is_off_the_server;
use crate::table::platform::{stamp, written};

/// Duration of the lease for sending, unless it is renewed.
pub(super) const LEASE_SECONDS: i64 = 30;

/// This process's leases: the right to send by a channel, and its parts of shared work.
#[derive(Clone, Copy)]
pub struct Leases<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) platform: &'a dyn Platform,
    pub(super) sender: &'a str,
}

impl Leases<'_> {
    /// Takes or renews the right to send by a channel for this process; `false` while another has it.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn take(&self, channel: &str) -> Result<bool, ClubError> {
        self.take_for(channel, self.platform.now(), LEASE_SECONDS)
    }

    /// The same from `now` on, for so many seconds.
    pub(super) fn take_for(
        &self,
        channel: &str,
        now: DateTime<Utc>,
        seconds: i64,
    ) -> Result<bool, ClubError> {
        let until = written(now + Duration::seconds(seconds));
        Ok(self.store.lease_channel(channel, self.sender, &written(now), &until)?)
    }

    /// As [`Leases::take`]; returns the lease's number, under which this process sends; `None` while another has it or this clock is
    /// wrong. It is greater each time one is taken.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn take_numbered(&self, channel: &str) -> Result<Option<u64>, ClubError> {
        if is_off_the_server(self.platform, self.store)? {
            self.release(channel)?;
            return Ok(None);
        }
        // The lease's number is read at the moment of taking it, however long that takes.
        let now = self.platform.now();
        match self.take_for(channel, now, LEASE_SECONDS)? {
            true => Ok(self.store.lease_number(channel, self.sender, &written(now))?),
            false => Ok(None),
        }
    }

    /// Notes that something goes out by a channel under the lease of this number. `false`, and it may not, when the lease is
    /// another by now: this process may have stood still for a while.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn begin_sending(&self, channel: &str, number: u64) -> Result<bool, ClubError> {
        Ok(self.store.begin_sending(channel, self.sender, number, &stamp(self.platform))?)
    }

    /// Gives the right to send by a channel back.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn release(&self, channel: &str) -> Result<(), ClubError> {
        Ok(self.store.release_channel(channel, self.sender)?)
    }

    /// Returns whether this process holds the lease of a channel.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub(super) fn holds(&self, channel: &str) -> Result<bool, ClubError> {
        Ok(self.store.lease_number(channel, self.sender, &written(self.platform.now()))?.is_some())
    }
}
