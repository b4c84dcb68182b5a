//! Notices: planned into deliveries for every channel; which are due by one, for whom, and what came of them.
//!
//! A channel is named as the kind of the addresses it sends to. It has a right to send of its own, and takes up, puts off
//! and ends its own deliveries only.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, SecondsFormat, Utc};

use super::people::lang_of;
use super::reader::written;
use super::standing::ANSWER_BEAT;
use super::time::{ladder_of, quiet_of};
use super::{Club, ClubError, seconds};
use crate::game::{OwnNotice, Seat};
use crate::log::outbox;
pub use crate::log::outbox::{PendingDelivery, PendingNotice};
use crate::log::players::{Address, Player};
use crate::pace::Overdue;
use crate::table::clock_watch::is_off_the_server;
use crate::table::notices;
use crate::table::platform::stamp;
use crate::table::time::Expiry;

/// How long the right to send lasts unless it is renewed.
const LEASE_SECONDS: i64 = 30;
/// How long what was sent is remembered.
const REMEMBERED_DAYS: i64 = 90;
/// What is kept as the outcome of a delivery that was told together with others.
pub const DIGEST: &str = "digest";
/// How long what may be told together waits for the rest, in seconds: until the clock shows a whole number of that.
const GATHERED_SECONDS: i64 = 5 * 60;
/// Notices read at once.
const READ_AT_ONCE: usize = 256;

/// How what a notice asks came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// Its player answered, by this entry.
    Answered(u64),
    /// It is asked no more: play went back, or the table was closed.
    Lapsed,
}

/// A delivery with whom it is for and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueDelivery {
    /// Its number.
    pub id: u64,
    /// The table.
    pub table: String,
    /// The entry it tells of.
    pub seq: u64,
    /// The seat it is for.
    pub seat: Seat,
    /// Why: one of [`crate::table::notices`], or the name of [`DueDelivery::own`].
    pub why: String,
    /// The game's own kind of notice, where it is one.
    pub own: Option<OwnNotice>,
    /// How often sending it failed.
    pub attempts: u32,
    /// Who is to have it; `None` when they are not known any more.
    pub player: Option<Player>,
    /// Where.
    pub address: Address,
    /// How what it asks came to its end before it was sent: then it need not be told. `None` while it still matters.
    pub settled: Option<Settlement>,
    /// What its player is told, in their language, where the game has something to tell them alone.
    pub words: Option<String>,
    /// Where it asks something, what happened since the last order of its seat as the seat may see it, in a few lines.
    pub recap: Vec<String>,
}

impl DueDelivery {
    /// With whom, and where, it is told together with what is due at other tables; `None` where it is told by itself.
    fn together_with(&self) -> Option<(String, String)> {
        let player = self.player.as_ref().filter(|_| self.settled.is_none())?;
        let together = notices::is_reminder(&self.why) && ladder_of(player).digest.is_some();
        together.then(|| (player.id.clone(), self.address.value.clone()))
    }
}

/// Parts what is told together, of several tables to one player at one address, from what is told by itself.
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

/// What was sent, or is to be, to a player of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryRecord {
    /// The entry it tells of.
    pub seq: u64,
    /// The seat it is for.
    pub seat: Seat,
    /// Why.
    pub why: String,
    /// How often sending it failed.
    pub attempts: u32,
    /// Until when it waits, or waited, in seconds since 1970; `None` where it did not have to.
    pub until: Option<i64>,
    /// When it was sent or given up, in seconds since 1970; `None` while it waits.
    pub ended: Option<i64>,
    /// What came of it: where it went, or what went wrong.
    pub outcome: Option<String>,
    /// Whether it went out.
    pub delivered: bool,
}

fn text(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Millis, true)
}

impl Club {
    /// Takes or renews the right to send by a channel for this process; `false` while another has it.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn lease(&self, channel: &str) -> Result<bool, ClubError> {
        self.lease_for(channel, self.platform.now(), LEASE_SECONDS)
    }

    /// The same from `now` on, for so many seconds.
    pub(super) fn lease_for(
        &self,
        channel: &str,
        now: DateTime<Utc>,
        seconds: i64,
    ) -> Result<bool, ClubError> {
        let until = text(now + Duration::seconds(seconds));
        Ok(self.store.lease_channel(channel, &self.sender, &text(now), &until)?)
    }

    /// As [`Club::lease`]; gives the number of the lease, under which this process sends, and `None` while another has it or this
    /// clock is wrong. It is greater each time one is taken.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn numbered_lease(&self, channel: &str) -> Result<Option<u64>, ClubError> {
        if is_off_the_server(&*self.platform, &*self.store)? {
            self.release(channel)?;
            return Ok(None);
        }
        // However long the taking takes, its number is asked for at the same moment.
        let now = self.platform.now();
        match self.lease_for(channel, now, LEASE_SECONDS)? {
            true => Ok(self.store.lease_number(channel, &self.sender, &text(now))?),
            false => Ok(None),
        }
    }

    /// Notes that something goes out by a channel under the lease of this number. `false`, and it may not, when the lease is
    /// another by now: this process may have stood still for a while.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn begin_sending(&self, channel: &str, number: u64) -> Result<bool, ClubError> {
        Ok(self.store.begin_sending(channel, &self.sender, number, &stamp(&*self.platform))?)
    }

    /// Stores a note of the door of a channel by who began under the lease of this number. `false`, and nothing is stored, when
    /// the lease was taken anew since: what this process knows is old.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put_note_under(
        &self,
        channel: &str,
        number: u64,
        key: &str,
        text: &str,
    ) -> Result<bool, ClubError> {
        Ok(self.store.put_note_under(channel, &self.sender, number, key, text)?)
    }

    /// Gives the right to send by a channel back.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn release(&self, channel: &str) -> Result<(), ClubError> {
        Ok(self.store.release_channel(channel, &self.sender)?)
    }

    /// Plans every notice that is not planned yet into deliveries, whatever the table and the channels. A table that
    /// cannot be read keeps none of the others from it.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn plan_deliveries(&self) -> Result<(), ClubError> {
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
                self.store.plan_notices(&stamp(&*self.platform), plans)?;
            }
            if done {
                return Ok(());
            }
        }
    }

    fn addresses_for(&self, notice: &PendingNotice) -> Result<Vec<Address>, ClubError> {
        let (player, _) = self.tables_with(&notice.table)?.addressee(notice)?;
        let Some(player) = player else { return Ok(vec![]) };
        Ok(self.store.player(&player)?.as_ref().map(outbox::plan).unwrap_or_default())
    }

    /// The deliveries that are due by a channel to which this process has the right, the oldest first: as many as are read
    /// at once, at least `least` where there are so many.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn pending(&self, channel: &str, least: usize) -> Result<Vec<PendingDelivery>, ClubError> {
        self.plan_deliveries()?;
        let now = self.platform.now();
        let most = least.max(READ_AT_ONCE);
        let mut due = self.store.pending_deliveries(channel, &self.sender, &text(now), most)?;
        let mut deferred = Vec::new();
        due.retain(|delivery| match self.rests_until(delivery, now) {
            Ok(None) => true,
            Ok(Some(until)) => {
                deferred.push((delivery.id, until));
                false
            }
            // Who is to send it finds the same.
            Err(_) => true,
        });
        deferred.into_iter().try_for_each(|(id, until)| self.store.defer(id, &text(until)))?;
        Ok(due)
    }

    /// Until when a delivery waits for its player's sake: a reminder, once, for those that are told with it; it and that somebody's time is
    /// up for the end of quiet hours, also where they began while it was not sent.
    fn rests_until(
        &self,
        delivery: &PendingDelivery,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ClubError> {
        let PendingDelivery { notice, player, waited, .. } = delivery;
        let (is_reminder, is_expiry) = (notices::is_reminder(&notice.why), notice.why == notices::EXPIRED);
        if !is_reminder && !is_expiry {
            return Ok(None);
        }
        let Some(player) = self.player(player)? else { return Ok(None) };
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

    /// From when on it is worth telling that somebody's time is up: once their standing orders have answered, where that was agreed.
    fn expiry_told_from(
        &self,
        notice: &PendingNotice,
        now: DateTime<Utc>,
    ) -> Result<DateTime<Utc>, ClubError> {
        let Some((_, time)) = self.tables_with(&notice.table)?.time(&notice.table)? else { return Ok(now) };
        let answered =
            |expiry: &Expiry| expiry.seq == notice.seq && time.terms.overdue == Overdue::StandingOrders;
        let expiry = time.waits.iter().filter_map(|wait| wait.expired).find(answered);
        Ok(expiry.map_or(now, |expiry| now.max(expiry.at + ANSWER_BEAT)))
    }

    /// Returns whether others may take something from a player at a table because their time is up: the game, or the seat.
    fn may_lose(&self, table: &str, player: &Player) -> Result<bool, ClubError> {
        let Some((_, time)) = self.tables_with(table)?.time(table)? else { return Ok(false) };
        let others_act = matches!(time.terms.overdue, Overdue::Claim | Overdue::Substitute);
        let is_theirs = |holder: &String| player.ids().any(|id| id == holder);
        let mut expired = time.waits.iter().filter(|wait| wait.expired.is_some());
        Ok(others_act && expired.any(|wait| wait.player.as_ref().is_some_and(is_theirs)))
    }

    /// A delivery with whom it is for and what it says; `None` when its notice is for somebody else by now, and is planned
    /// again.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn to_send(&self, delivery: PendingDelivery) -> Result<Option<DueDelivery>, ClubError> {
        let PendingDelivery { id, notice, player, address, attempts, .. } = delivery;
        let tables = self.tables_with(&notice.table)?;
        let (holder, current) = tables.addressee(&notice)?;
        let settled = self.settlement(&notice, current)?;
        let player = self.store.player(&player)?;
        let is_for = |holder: &String| player.iter().any(|player| player.ids().any(|id| id == holder));
        if current && !holder.as_ref().is_some_and(is_for) {
            self.store.replan(id)?;
            return Ok(None);
        }
        let own = tables.own_notice(&notice.why);
        let words = match &player {
            Some(player) if current && own.is_some() => Some(tables.told_of(&notice, lang_of(player))?),
            _ => None,
        };
        let recap = match &player {
            Some(player) if current && [notices::PROMPT, notices::REQUEST].contains(&notice.why.as_str()) => {
                tables.since_last_order(&notice, lang_of(player))?
            }
            _ => vec![],
        };
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
        let (_, current) = self.tables_with(&notice.table)?.addressee(notice)?;
        self.settlement(notice, current)
    }

    fn settlement(&self, notice: &PendingNotice, current: bool) -> Result<Option<Settlement>, ClubError> {
        if current {
            return Ok(None);
        }
        let answer = self.tables_with(&notice.table)?.answer_to(notice)?;
        Ok(Some(answer.map_or(Settlement::Lapsed, Settlement::Answered)))
    }

    /// Notes that a delivery was sent, and where.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn sent(&self, delivery: u64, to: &str) -> Result<(), ClubError> {
        Ok(self.store.mark_delivered(delivery, &stamp(&*self.platform), to)?)
    }

    /// Notes what came further of a delivery that ended.
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
        let retry_at = retry_seconds.map(|after| text(now + seconds(after)));
        Ok(self.store.mark_failed(delivery, &text(now), retry_at.as_deref(), trouble)?)
    }

    /// The last entry of every table, by table.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn lasts(&self) -> Result<BTreeMap<String, u64>, ClubError> {
        let tables = self.store.tables()?;
        Ok(tables.into_iter().map(|summary| (summary.table, summary.head.seq)).collect())
    }

    /// Since when the oldest delivery of a channel waits, in seconds since 1970; `None` when none does.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn waiting_since(&self, channel: &str) -> Result<Option<i64>, ClubError> {
        match self.store.oldest_pending(channel)? {
            Some((table, seq)) => written(&*self.store, &table, seq).map(Some),
            None => Ok(None),
        }
    }

    /// When a table was opened, in seconds since 1970.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn opened_at(&self, table: &str) -> Result<i64, ClubError> {
        written(&*self.store, table, 1)
    }

    /// The messages sent to a player of a table, the latest first, at most `limit`: of a seat that is only kept for them they
    /// learn of invitations, not what its player was sent.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn sent_to(&self, table: &str, player: &str, limit: usize) -> Result<Vec<DeliveryRecord>, ClubError> {
        let mut sent = Vec::new();
        for (seat, since) in self.tables_with(table)?.seats_of(table, player)? {
            let kept = self.store.notices_of(table, seat.as_str(), limit)?;
            // That a seat was lost is told to whoever had it before.
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

    /// Forgets what was sent long ago.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn prune_deliveries(&self) -> Result<(), ClubError> {
        let before = text(self.platform.now() - Duration::days(REMEMBERED_DAYS));
        Ok(self.store.prune_outbox(&before).map(drop)?)
    }
}
