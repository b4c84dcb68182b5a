//! Notices: planned into deliveries for every channel; which deliveries are due, for whom, and their outcomes.
//!
//! A channel has the name of the kind of the addresses it sends to. It has a lease of its own, and takes up, delays and ends
//! only its own deliveries.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use super::leases::LEASE_SECONDS;
use super::notice::NoticeText;
pub use super::notice::Settlement;
use super::players::{ladder_of, quiet_of};
use super::presence::AT_TABLE;
use super::standing_orders::{ANSWER_DELAY, Called};
use super::strength::COMPUTER;
use super::table_records;
use super::zone::lang_of;
use super::{ClubError, PlayedGames, seconds};
use crate::game::{OwnNotice, Seat};
pub use crate::log::outbox::{PendingDelivery, PendingNotice};
use crate::log::players::{Address, MAIL, Player};
use crate::log::{Store, outbox};
use crate::pace::Overdue;
use crate::table::platform::{stamp, written};
use crate::table::time::{Expiry, WaitedFor};
use crate::table::{Platform, notices};

/// Days for which sent deliveries are kept, and answers to orders that were refused.
const REMEMBERED_DAYS: i64 = 90;
/// The outcome stored for a delivery that went out in a digest.
pub const DIGEST: &str = "digest";
/// Seconds for which parts of a digest are collected: until the clock shows a whole multiple of this.
const GATHERED_SECONDS: i64 = 5 * 60;
/// Seconds that a question outlasts the moment of its automatic answer: more than a round of the keeper of time.
const ANSWER_GRACE: Duration = Duration::seconds(15);
/// Notices read at once.
const READ_AT_ONCE: usize = 256;

/// A delivery with its recipient and its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueDelivery {
    /// Its number.
    pub id: u64,
    /// The table.
    pub table: String,
    /// The entry that it reports.
    pub seq: u64,
    /// The seat it is for.
    pub seat: Seat,
    /// Why: one of [`crate::table::notices`], or the name of [`DueDelivery::own`].
    pub why: String,
    /// The game's own kind of notice, where it is one.
    pub own: Option<OwnNotice>,
    /// The number of failed attempts.
    pub attempts: u32,
    /// The recipient; `None` if they are no longer known.
    pub player: Option<Player>,
    /// Their address at the door.
    pub address: Address,
    /// How its request ended before it was sent, which makes it unnecessary. `None` while it still matters.
    pub settled: Option<Settlement>,
    /// The private text for its player, in their language, if the game has one.
    pub words: Option<String>,
    /// With a prompt, the events since the last order of its seat as the seat may see them, in a few lines.
    pub recap: Vec<String>,
}

impl DueDelivery {
    /// The recipient and address with which it may share a digest; `None` if it goes out alone.
    fn together_with(&self) -> Option<(String, String)> {
        let player = self.player.as_ref().filter(|_| self.settled.is_none())?;
        let together = notices::is_reminder(&self.why) && ladder_of(player).digest.is_some();
        together.then(|| (player.id.clone(), self.address.value.clone()))
    }
}

/// Splits deliveries into digests (several tables, one player, one address) and single ones.
pub fn digests(due: Vec<DueDelivery>) -> (Vec<Vec<DueDelivery>>, Vec<DueDelivery>) {
    let (together, mut alone) = gathered(due);
    let (digests, single): (Vec<_>, Vec<_>) = together.into_iter().partition(|due| is_digest(due));
    alone.extend(single.into_iter().flatten());
    alone.sort_by_key(|due| due.id);
    (digests, alone)
}

/// Groups deliveries that one player at one address wants together, and returns the rest.
pub fn gathered(due: Vec<DueDelivery>) -> (Vec<Vec<DueDelivery>>, Vec<DueDelivery>) {
    let mut together: BTreeMap<_, Vec<DueDelivery>> = BTreeMap::new();
    let mut alone = Vec::new();
    for due in due {
        match due.together_with() {
            Some(with) => together.entry(with).or_default().push(due),
            None => alone.push(due),
        }
    }
    (together.into_values().collect(), alone)
}

/// Returns whether these are of several tables.
pub fn is_digest(due: &[DueDelivery]) -> bool {
    due.iter().any(|it| it.table != due[0].table)
}

/// A delivery to a player of a table, sent or pending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryRecord {
    /// The entry that it reports.
    pub seq: u64,
    /// The seat it is for.
    pub seat: Seat,
    /// The reason.
    pub why: String,
    /// The number of failed attempts.
    pub attempts: u32,
    /// Until when it waits, or waited, in seconds since 1970; `None` where it did not have to.
    pub until: Option<i64>,
    /// When it was sent or given up, in seconds since 1970; `None` while it waits.
    pub ended: Option<i64>,
    /// The outcome: the address it went to, or the error.
    pub outcome: Option<String>,
    /// Whether it went out.
    pub delivered: bool,
}

/// Deliveries of notices: planned, due, sent and failed.
#[derive(Clone, Copy)]
pub struct Deliveries<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) platform: &'a dyn Platform,
    pub(super) games: &'a PlayedGames,
    pub(super) sender: &'a str,
}

impl Deliveries<'_> {
    /// Plans every unplanned notice into deliveries, for all tables and channels. An unreadable table does not block the
    /// others.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn plan(&self) -> Result<(), ClubError> {
        loop {
            let notices = self.store.unplanned_notices(READ_AT_ONCE)?;
            let mut plans = Vec::new();
            for notice in &notices {
                match self.addresses_for(notice) {
                    Ok(to) => plans.push((notice.id, to)),
                    Err(fault) => tracing::warn!(table = notice.table, %fault, "whom to tell is not known"),
                }
            }
            let done = notices.len() < READ_AT_ONCE || plans.is_empty();
            if !plans.is_empty() {
                self.store.plan_notices(&stamp(self.platform), plans)?;
            }
            if done {
                return Ok(());
            }
        }
    }

    fn addresses_for(&self, notice: &PendingNotice) -> Result<Vec<Address>, ClubError> {
        let (player, _) = self.games.with(&notice.table)?.addressee(notice)?;
        let Some(player) = player else { return Ok(vec![]) };
        Ok(self.store.player(&player)?.as_ref().map(outbox::plan).unwrap_or_default())
    }

    /// The deliveries due by a channel whose lease this process holds, the oldest first: one batch, at least `least` if there
    /// are so many.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn pending(&self, channel: &str, least: usize) -> Result<Vec<PendingDelivery>, ClubError> {
        self.pending_where(channel, least, |_| true)
    }

    /// As [`Deliveries::pending`], only those for which `is_such` holds.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn pending_where(
        &self,
        channel: &str,
        least: usize,
        is_such: impl Fn(&PendingDelivery) -> bool,
    ) -> Result<Vec<PendingDelivery>, ClubError> {
        self.plan()?;
        let now = self.platform.now();
        let most = least.max(READ_AT_ONCE);
        let mut due = self.store.pending_deliveries(channel, self.sender, &written(now), most)?;
        due.retain(is_such);
        let mut deferred = Vec::new();
        due.retain(|delivery| match self.rests_until(delivery, now) {
            Ok(None) => true,
            Ok(Some(until)) => {
                deferred.push((delivery.id, until));
                false
            }
            // The sender will meet the same error.
            Err(_) => true,
        });
        deferred.into_iter().try_for_each(|(id, until)| self.store.defer(id, &written(until)))?;
        Ok(due)
    }

    /// The time until which a delivery waits for its player's sake. A question waits for its player's standing orders, and while its player
    /// is at the table; a reminder for a digest waits once; reminders and expiries wait for the end of quiet hours, even if those began
    /// before it was sent.
    fn rests_until(
        &self,
        delivery: &PendingDelivery,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ClubError> {
        let PendingDelivery { notice, player, address, attempts, waited, .. } = delivery;
        let (is_reminder, is_expiry) = (notices::is_reminder(&notice.why), notice.why == notices::EXPIRED);
        if notice.why == notices::PROMPT && *attempts == 0 && address.kind != COMPUTER {
            return self.question_rests_until(delivery, now);
        }
        if !is_reminder && !is_expiry {
            return Ok(None);
        }
        let Some(player) = self.store.player(player)? else { return Ok(None) };
        let from = match is_reminder {
            _ if *waited => now,
            true if ladder_of(&player).digest.is_some() => {
                let past = now.timestamp().rem_euclid(GATHERED_SECONDS);
                now + Duration::seconds(GATHERED_SECONDS - past)
            }
            true => now,
            false => self.expiry_told_from(notice, now)?,
        };
        Ok(match quiet_of(&player).and_then(|quiet| quiet.around(from)) {
            Some((_, end)) if is_reminder || !self.may_lose(&notice.table, &player)? => Some(end),
            _ => Some(from).filter(|from| *from > now),
        })
    }

    /// The time until which a question waits: by mail for a standing order that may answer it, and by every channel while its player is
    /// at the table through another door.
    fn question_rests_until(
        &self,
        PendingDelivery { notice, player, address, .. }: &PendingDelivery,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ClubError> {
        let (tables, table) = (self.games.with(&notice.table)?, notice.table.as_str());
        let Some((_, time)) = tables.time(table)? else { return Ok(None) };
        let is_it = |wait: &&WaitedFor| wait.prompt == notice.seq && wait.seat.as_str() == notice.seat;
        let (Some(asked), Some(player)) = (time.waits.iter().find(is_it), self.store.player(player)?) else {
            return Ok(None);
        };
        let called = Called { seat: asked.seat, prompt: asked.prompt, up: None };
        // In Discord the call is part of the report, which everybody waits for. While the clock stands no standing order answers, and
        // its end may be unknown: the mail is sent at once.
        let (has_answer, order) = tables.answer_and_last_order(table, called, (&player, now - AT_TABLE))?;
        let may_answer = has_answer && address.kind == MAIL && time.pause.is_none();
        let answered = may_answer.then_some(asked.since + ANSWER_DELAY + ANSWER_GRACE);
        let present = order.and_then(|order| order.keeps_waiting(asked, &address.kind, now));
        Ok(answered.max(present).filter(|until| *until > now))
    }

    /// The earliest time to report an expiry: after the player's standing orders have answered, if the table agreed on that.
    fn expiry_told_from(
        &self,
        notice: &PendingNotice,
        now: DateTime<Utc>,
    ) -> Result<DateTime<Utc>, ClubError> {
        let Some((_, time)) = self.games.with(&notice.table)?.time(&notice.table)? else { return Ok(now) };
        let answered =
            |expiry: &Expiry| expiry.seq == notice.seq && time.terms.overdue == Overdue::StandingOrders;
        let expiry = time.waits.iter().filter_map(|wait| wait.expired).find(answered);
        Ok(expiry.map_or(now, |expiry| now.max(expiry.at + ANSWER_DELAY)))
    }

    /// Returns whether others may take something from a player at a table because their time is up: the game, or the seat.
    fn may_lose(&self, table: &str, player: &Player) -> Result<bool, ClubError> {
        let Some((_, time)) = self.games.with(table)?.time(table)? else { return Ok(false) };
        let others_act = matches!(time.terms.overdue, Overdue::Claim | Overdue::Substitute);
        let is_theirs = |holder: &String| player.ids().any(|id| id == holder);
        let mut expired = time.waits.iter().filter(|wait| wait.expired.is_some());
        Ok(others_act && expired.any(|wait| wait.player.as_ref().is_some_and(is_theirs)))
    }

    /// A delivery with its recipient and its contents; `None` if its notice is now for somebody else and is planned again.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn to_send(&self, delivery: PendingDelivery) -> Result<Option<DueDelivery>, ClubError> {
        let PendingDelivery { id, notice, player, address, attempts, .. } = delivery;
        let tables = self.games.with(&notice.table)?;
        let (holder, settled) = tables.addressee(&notice)?;
        let current = settled.is_none();
        let player = self.store.player(&player)?;
        let is_for = |holder: &String| player.iter().any(|player| player.ids().any(|id| id == holder));
        if current && !holder.as_ref().is_some_and(is_for) {
            self.store.replan(id)?;
            return Ok(None);
        }
        let reader = player.as_ref().filter(|_| current);
        let NoticeText { own, words, recap } = tables.message_of(&notice, reader.map(lang_of))?;
        let PendingNotice { table, seq, seat, why, .. } = notice;
        let seat = Seat(seat.parse().map_err(ClubError::failed)?);
        Ok(Some(DueDelivery {
            id,
            table,
            seq,
            seat,
            why,
            own,
            attempts,
            player,
            address,
            settled,
            words,
            recap,
        }))
    }

    /// The way a notice was settled; `None` while it still matters.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn settled(&self, notice: &PendingNotice) -> Result<Option<Settlement>, ClubError> {
        Ok(self.games.with(&notice.table)?.addressee(notice)?.1)
    }

    /// Notes that a delivery was sent, and where.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn sent(&self, delivery: u64, to: &str) -> Result<(), ClubError> {
        Ok(self.store.mark_delivered(delivery, &stamp(self.platform), to)?)
    }

    /// Records a later outcome of a delivery that ended.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn came_of(&self, delivery: u64, outcome: &str) -> Result<(), ClubError> {
        Ok(self.store.mark_outcome(delivery, outcome)?)
    }

    /// Notes that sending failed and why; it is tried again after `retry_seconds`, or given up when that is none.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn failed(&self, delivery: u64, trouble: &str, retry_seconds: Option<u64>) -> Result<(), ClubError> {
        let now = self.platform.now();
        let seconds = |seconds: u64| Duration::seconds(i64::try_from(seconds).unwrap_or(LEASE_SECONDS));
        let retry_at = retry_seconds.map(|after| written(now + seconds(after)));
        Ok(self.store.mark_failed(delivery, &written(now), retry_at.as_deref(), trouble)?)
    }

    /// Since when the oldest delivery of a channel waits, in seconds since 1970; `None` when none does.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn waiting_since(&self, channel: &str) -> Result<Option<i64>, ClubError> {
        match self.store.oldest_pending(channel)? {
            Some((table, seq)) => table_records::written(self.store, &table, seq).map(Some),
            None => Ok(None),
        }
    }

    /// The messages sent to a player of a table, the latest first, at most `limit`. Of a seat that is only kept for them,
    /// players see invitations, not what its player was sent.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn sent_to(&self, table: &str, player: &str, limit: usize) -> Result<Vec<DeliveryRecord>, ClubError> {
        let mut sent = Vec::new();
        for (seat, since) in self.games.with(table)?.seats_of(table, player)? {
            let kept = self.store.notices_of(table, seat.as_str(), limit)?;
            // The former holder learns that a seat was lost.
            for kept in kept.into_iter().filter(|kept| kept.seq >= since && !notices::is_of_loss(&kept.why)) {
                sent.push(DeliveryRecord {
                    seq: kept.seq,
                    seat,
                    why: kept.why,
                    attempts: kept.attempts,
                    until: kept.due_at.as_deref().map(seconds).transpose()?,
                    ended: kept.ended_at.as_deref().map(seconds).transpose()?,
                    outcome: kept.outcome,
                    delivered: kept.delivered,
                });
            }
        }
        sent.sort_by_key(|sent| std::cmp::Reverse(sent.seq));
        sent.truncate(limit);
        Ok(sent)
    }

    /// Deletes sent deliveries, and answers to refused orders, that are too old.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn forget_old(&self) -> Result<(), ClubError> {
        let before = written(self.platform.now() - Duration::days(REMEMBERED_DAYS));
        self.store.prune_outbox(&before)?;
        Ok(self.store.prune_answers(&before).map(drop)?)
    }
}
