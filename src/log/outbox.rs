//! Notices, and their way to the players. A notice has an entry and a reason; it is planned into deliveries, one for each
//! channel and address of its player; the door of a channel words and sends its own due deliveries.
//!
//! All times are given by the caller, in the form of [`crate::log::Entry::at`].

use super::fault::Fault;
use super::limits::MAX_OUTCOME_BYTES;
use super::players::{Address, LOCAL, Player};

/// The outcome of a notice without deliveries: it had no recipient.
pub const NOBODY: &str = "nobody";

/// A notice whose deliveries are still to be planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingNotice {
    /// Its number in this store; ascending in the order of the appends.
    pub id: u64,
    /// The table.
    pub table: String,
    /// The entry that it reports.
    pub seq: u64,
    /// The seat it is for.
    pub seat: String,
    /// The reason: `prompt`, `report`, …
    pub why: String,
}

/// A delivery that waits to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingDelivery {
    /// Its number in this store.
    pub id: u64,
    /// The notice.
    pub notice: PendingNotice,
    /// The player whose address it is.
    pub player: String,
    /// The address it goes to.
    pub address: Address,
    /// The number of failed attempts.
    pub attempts: u32,
    /// True if it was delayed, by [`Outbox::defer`] or for a retry.
    pub waited: bool,
}

/// A notice with the state of its delivery by one channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptNotice {
    /// The notice's number in this store.
    pub id: u64,
    /// The entry that it reports.
    pub seq: u64,
    /// The seat it is for.
    pub seat: String,
    /// The reason: `prompt`, `report`, …
    pub why: String,
    /// The channel; `None` if it is not planned or has no recipient.
    pub channel: Option<String>,
    /// The number of failed attempts.
    pub attempts: u32,
    /// Until when it waits, or waited; `None` where it did not have to.
    pub due_at: Option<String>,
    /// The time it was sent or given up; `None` while it waits.
    pub ended_at: Option<String>,
    /// The place it was sent to, or the last error; `None` if nothing is known of it.
    pub outcome: Option<String>,
    /// True if it was sent.
    pub delivered: bool,
}

/// Notices and their deliveries, and the lease of each channel.
pub trait Outbox {
    /// Takes or renews the right to send by a channel for `owner` until `until`; `false` when another owner has it at
    /// `now`.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn lease_channel(&self, channel: &str, owner: &str, now: &str, until: &str) -> Result<bool, Fault>;
    /// The number of the lease that `owner` has of a channel at `now`: greater each time it is taken, and the same while it is
    /// renewed in time. `None` while the owner has none.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn lease_number(&self, channel: &str, owner: &str, now: &str) -> Result<Option<u64>, Fault>;
    /// Notes that `owner` is about to send something by a channel under the lease of this number. `false`, and nothing may be
    /// sent, when that is not the lease at `now` any more.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn begin_sending(&self, channel: &str, owner: &str, number: u64, now: &str) -> Result<bool, Fault>;
    /// As [`Notes::put_note`](super::notes::Notes::put_note) for the door of a channel, by `owner` under the lease of this
    /// number. Returns `false`, and writes nothing, if the lease was taken anew since, by anybody.
    ///
    /// # Errors
    /// As there.
    fn put_note_under(
        &self,
        channel: &str,
        owner: &str,
        number: u64,
        key: &str,
        body: &str,
    ) -> Result<bool, Fault>;
    /// Gives the right to send by a channel back, if `owner` has it.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn release_channel(&self, channel: &str, owner: &str) -> Result<(), Fault>;
    /// The first notices that are not planned yet, at most `limit`, in the order they were added.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn unplanned_notices(&self, limit: usize) -> Result<Vec<PendingNotice>, Fault>;
    /// Plans notices at `now`: each gets a delivery for each of its stored addresses that has none yet. A planned notice stays
    /// as it is.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn plan_notices(&self, now: &str, plans: Vec<(u64, Vec<Address>)>) -> Result<(), Fault>;
    /// Withdraws a pending delivery, so that its notice is planned again: it now has another recipient.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn replan(&self, delivery: u64) -> Result<(), Fault>;
    /// Has a pending delivery wait until then, for its player's sake; others do not wait with it.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn defer(&self, delivery: u64, until: &str) -> Result<(), Fault>;
    /// The first deliveries that `owner` may send by a channel at `now`, at most `limit`, in the order of their notices;
    /// none when another owner has the channel. While a delivery waits to be tried again, later ones to that address for
    /// that seat of that table wait too; other channels and addresses do not.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn pending_deliveries(
        &self,
        channel: &str,
        owner: &str,
        now: &str,
        limit: usize,
    ) -> Result<Vec<PendingDelivery>, Fault>;
    /// Notes that a delivery was sent at `now`, and in the sender's words where it went.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn mark_delivered(&self, delivery: u64, now: &str, to: &str) -> Result<(), Fault>;
    /// Records a later outcome of a delivery that ended; its end and its success stay as they are.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn mark_outcome(&self, delivery: u64, outcome: &str) -> Result<(), Fault>;
    /// Records that sending failed at `now`, and why. It is retried from `retry_at`, or given up without one. A delivery that
    /// ended stays as it is: another sender may have been faster.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn mark_failed(
        &self,
        delivery: u64,
        now: &str,
        retry_at: Option<&str>,
        trouble: &str,
    ) -> Result<(), Fault>;
    /// The notices of a seat of a table, once for each channel and address they went to, the latest first, at most
    /// `limit`; those that were pruned are gone.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn notices_of(&self, table: &str, seat: &str, limit: usize) -> Result<Vec<KeptNotice>, Fault>;
    /// The table and the entry of the oldest notice that is not planned or waits to be sent by a channel; one that waits for its
    /// player's sake does not count.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn oldest_pending(&self, channel: &str) -> Result<Option<(String, u64)>, Fault>;
    /// Deletes deliveries that ended, and notices that were planned, before `before` and have nothing left to send; returns the
    /// number of notices.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn prune_outbox(&self, before: &str) -> Result<usize, Fault>;
}

/// The addresses for a notice to this player: those of the channels that send, as far as the player wants them.
pub fn plan(player: &Player) -> Vec<Address> {
    let wanted = |address: &&Address| match &player.preferences.channels {
        // Nothing can be sent to a terminal: its player looks.
        _ if address.kind == LOCAL => false,
        Some(channels) => channels.contains(&address.kind),
        None => true,
    };
    player.addresses.iter().filter(wanted).cloned().collect()
}

/// The text of an outcome, cut to [`MAX_OUTCOME_BYTES`].
pub(super) fn cut(outcome: &str) -> String {
    outcome[..outcome.floor_char_boundary(MAX_OUTCOME_BYTES)].to_owned()
}
