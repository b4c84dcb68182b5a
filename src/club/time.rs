//! Time at the tables of a club: reminders, and what happens when time is up.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::ClubError;
use super::keeper::TimeKeeping;
use super::kept_time::Kept;
use super::personal::Tells;
use super::players::{ladder_of, quiet_of, rungs_of};
use super::sought;
use super::standing_orders::{ANSWER_DELAY, CallOutcome, Called, Disarmed, StandingNotice};
use super::strength::computer_player;
use crate::log::outbox;
use crate::pace::{Overdue, Rung};
use crate::standing::PLAN;
pub use crate::table::clock_watch::ClockWatch;
use crate::table::clock_watch::{CLOCKS_APART, KEPT, TIMEKEEPER, note_ahead};
use crate::table::platform::written;
use crate::table::time::{TableTime, WaitedFor};
use crate::table::witness::{can_be_tried_again, silent_since};
use crate::table::{Caller, Reply, TableCommand, notices};

/// The interval of timekeeping.
pub const KEPT_EVERY: Duration = Duration::from_secs(10);
/// A gap of this length, of several rounds, counts as an outage or a clock that jumped.
const OUTAGE: Duration = Duration::from_mins(10);
const _: () = assert!(OUTAGE.as_secs() >= 3 * KEPT_EVERY.as_secs(), "a round that is late is no outage");
/// The least interval between two records. Every round writes one, because other processes compare their clocks with it.
const NOTED_EVERY: TimeDelta = TimeDelta::seconds(5);
/// The greatest age of a reminder that was not sent in time. An older one was seen, or is pruned.
const OLDEST_REMINDER: TimeDelta = TimeDelta::days(30);
/// When a table is looked at again that could not be read or written.
const TRY_AGAIN: TimeDelta = TimeDelta::hours(1);
/// When a table is looked at again where an expiry was not taken, or this clock was wrong.
const SOON_AGAIN: TimeDelta = TimeDelta::minutes(1);
/// The pauses between two tries of a standing order that waits for the witness of the dice: a part of the witness's silence so far.
const HELD_AGAIN: TimeDelta = TimeDelta::seconds(10);
const HELD_LONGEST: TimeDelta = TimeDelta::minutes(10);
const HELD_PART: i32 = 4;
/// The delay of the one reminder to say that one is ready, at most.
const READY_REMINDER: TimeDelta = TimeDelta::days(1);
/// Tables looked at in one go.
const TABLES_AT_ONCE: usize = 256;

impl TimeKeeping<'_> {
    /// Does a round of timekeeping: sends reminders, and records expiries. Returns the number of tables handled; call it again
    /// at once unless that is 0. One process at a time keeps time.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn keep(&self) -> Result<usize, ClubError> {
        let Some(lease) = self.leases.take_numbered(TIMEKEEPER)? else { return Ok(0) };
        let began = self.platform.now();
        let Some(since) = self.kept_since(began, lease)? else { return Ok(0) };
        self.begin_round(lease, since, began)?;
        let due = self.store.due_alarms(&written(began), TABLES_AT_ONCE)?;
        let is_all = due.len() < TABLES_AT_ONCE;
        let mut looked_at = Vec::with_capacity(due.len());
        for alarm in due {
            // Many tables may take long, and time has to be kept meanwhile.
            let now = self.platform.now();
            let Some(since) = self.kept_since(now, lease)? else { return Ok(0) };
            // A table that cannot be read or written holds up no other.
            let next = self.attend(&alarm.table, now, since).unwrap_or_else(|fault| {
                tracing::warn!(table = alarm.table, %fault, "what time brings to a table is not known");
                Some(now + if fault.wrong_clock().is_some() { SOON_AGAIN } else { TRY_AGAIN })
            });
            looked_at.push((alarm, next.map(written)));
        }
        let looked = looked_at.len();
        if looked > 0 {
            self.store.set_alarms(looked_at)?;
        }
        if is_all {
            self.end_round(began);
        }
        Ok(looked)
    }

    /// Gives back the lease of timekeeping.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn leave(&self) -> Result<(), ClubError> {
        self.forget_questions();
        self.leases.release(TIMEKEEPER)
    }

    /// Returns the start of the unbroken timekeeping, and records a round now, under the lease of this number. After a clock
    /// was set back it starts anew, and later findings are found again. `None` if the lease was taken anew since: this
    /// process's record would be old.
    fn kept_since(&self, now: DateTime<Utc>, lease: u64) -> Result<Option<DateTime<Utc>>, ClubError> {
        let kept = Kept::noted(self.store)?;
        let since = match kept {
            Some(kept) if (kept.last - CLOCKS_APART..=kept.last + OUTAGE).contains(&now) => kept.since,
            _ => now,
        };
        let set_back = kept.is_some_and(|kept| now < kept.last - CLOCKS_APART);
        // After an outage the players learn at once who has more time because of it.
        if set_back || kept.is_some_and(|kept| kept.since != since) {
            self.store.wake_all(&written(now))?;
        }
        // Not again if timekeeping began at this very moment, or all tables would be woken again and again.
        if set_back || kept.is_none_or(|kept| kept.since != since || now - kept.last >= NOTED_EVERY) {
            let note = format!("{} {}", written(now), written(since));
            if !self.notes.put_under(TIMEKEEPER, lease, KEPT, &note)? {
                return Ok(None);
            }
        }
        Ok(Some(since))
    }

    /// Handles one due table; returns the next time to look at it.
    fn attend(
        &self,
        table: &str,
        now: DateTime<Utc>,
        kept_since: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ClubError> {
        let tables = self.games.with(table)?;
        let Some((_, mut time)) = tables.time(table)? else { return Ok(None) };
        if let Some(last) = time.ahead {
            // No time expires while the clock is behind the log.
            note_ahead(self.store, table, last)?;
            return Ok(Some(last.min(now + TRY_AGAIN)));
        }
        if self.note_first_seen(table, time.waits.iter().chain(&time.unready), now)? {
            let Some((_, seen)) = tables.time(table)? else { return Ok(None) };
            time = seen;
        }
        let mut next = Vec::new();
        for unready in &time.unready {
            next.extend(self.remind_unready(table, unready, now)?);
        }
        next.extend(self.end_wait(table, &time.unready, now)?);
        for wait in &time.waits {
            if self.hold_to_what_was_told(table, &time, wait)? {
                return Ok(None);
            }
            let (outcome, answers_at) = self.answer_by_standing_order(table, &time, wait, now)?;
            if outcome == CallOutcome::Answered {
                // The table went on, so it is looked at again; a closed question needs no reminder.
                return Ok(None);
            }
            next.extend(answers_at);
            self.tell_of_extension(table, &time, wait, (now, kept_since))?;
            // An order that is at the witness is not overtaken: the next look finds the answer or a noted silence.
            let is_at_witness = outcome == CallOutcome::Held(None);
            if let Some(up) = wait.up.filter(|_| wait.may_expire() && !is_at_witness) {
                match up <= now {
                    true => {
                        sought::mark(self.store, table)?;
                        if !self.expire(table, &time, wait, up)? {
                            next.push(now + SOON_AGAIN);
                        }
                    }
                    false => next.push(up),
                }
            }
            next.extend(wait.rests.and_then(|rests| rests.until));
            next.extend(self.remind(table, &time, wait, now)?);
        }
        Ok(next.into_iter().min())
    }

    /// Notes that the time of a question is up since `up`, if it is; says whether it was noted.
    fn expire(
        &self,
        table: &str,
        time: &TableTime,
        wait: &WaitedFor,
        up: DateTime<Utc>,
    ) -> Result<bool, ClubError> {
        let strength = time.terms.overdue.computer().map(str::parse).transpose();
        let strength = strength.map_err(ClubError::failed)?;
        let computer = strength.map(|it| computer_player(it, self.store)).transpose()?;
        let (seat, prompt) = (wait.seat, wait.prompt);
        let expire = TableCommand::Expire { seat, prompt, not_before: up, computer };
        Ok(self.games.with(table)?.perform(table, &Caller::program(), &expire)?.is_accepted())
    }

    /// Ends the wait for the players who are not ready, if the time of all of them is up, and the game begins; returns when to look
    /// again.
    fn end_wait(
        &self,
        table: &str,
        unready: &[WaitedFor],
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ClubError> {
        let ups: Option<Vec<DateTime<Utc>>> = unready.iter().map(|wait| wait.up).collect();
        let (Some(first), Some(up)) = (unready.first(), ups.and_then(|ups| ups.into_iter().max())) else {
            return Ok(None);
        };
        if up > now {
            return Ok(Some(up));
        }
        // The clock of a player stands who is away.
        if let Some(until) = unready.iter().filter_map(|wait| wait.rests?.until).max() {
            return Ok(Some(until));
        }
        let end = TableCommand::EndWait { since: first.prompt, not_before: up };
        Ok(match self.games.with(table)?.perform(table, &Caller::program(), &end)? {
            Reply::Accepted { .. } => None,
            // The witness of the dice is being asked, or does not answer.
            Reply::Refused(refusal) if can_be_tried_again(&refusal) => {
                Some(now + held_again(silent_since(self.store, table)?, now))
            }
            _ => Some(now + SOON_AGAIN),
        })
    }

    /// Lets a seat's standing orders answer, [`ANSWER_DELAY`] after the question or, if the terms say so, after its expiry, and
    /// at no other time. Returns the outcome, and when to look again.
    fn answer_by_standing_order(
        &self,
        table: &str,
        time: &TableTime,
        wait: &WaitedFor,
        now: DateTime<Utc>,
    ) -> Result<(CallOutcome, Option<DateTime<Utc>>), ClubError> {
        // While the clock stands nobody expects an answer; it goes out after that.
        if let Some(pause) = time.pause {
            return Ok((CallOutcome::Open, pause.until));
        }
        let up = wait.expired.filter(|_| time.terms.overdue == Overdue::StandingOrders);
        let called = Called { seat: wait.seat, prompt: wait.prompt, up: up.map(|expiry| expiry.seq) };
        let answers_at = up.map_or(wait.since, |expiry| expiry.at) + ANSWER_DELAY;
        if answers_at > now {
            return Ok((CallOutcome::Open, Some(answers_at)));
        }
        let (outcome, disarmed) = self.games.with(table)?.answer_by_standing_order(table, called)?;
        for StandingNotice { player, name, why } in disarmed {
            // It ended as its owner meant it to, and the question comes to them now.
            if (why, name.as_str()) == (Disarmed::Over, PLAN) {
                continue;
            }
            let Some(player) = self.store.player(&player)? else { continue };
            let (subject, table) = (format!("standing/{table}/{name}"), table.to_owned());
            let tells = Tells::Disarmed { table, name, why };
            for address in outbox::plan(&player) {
                self.personal.tell(&address.kind, (&player.id, &subject), tells.clone())?;
            }
        }
        let again = match outcome {
            CallOutcome::Held(silent_since) => Some(now + held_again(silent_since, now)),
            CallOutcome::Open | CallOutcome::Answered => None,
        };
        Ok((outcome, again))
    }

    /// Sends the due reminder to a player, only the last of several due steps; returns when the next is due.
    fn remind(
        &self,
        table: &str,
        time: &TableTime,
        wait: &WaitedFor,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ClubError> {
        if !time.is_awaited_by_others() || wait.rests.is_some() {
            return Ok(None);
        }
        let Some(player) = wait.player.as_deref().map(|id| self.store.player(id)).transpose()?.flatten()
        else {
            return Ok(None);
        };
        // A missed reminder is sent once, but not in quiet hours.
        if let Some((_, end)) = quiet_of(&player).and_then(|quiet| quiet.around(now)) {
            return Ok(Some(end));
        }
        let (ladder, rungs) = (ladder_of(&player), rungs_of(&player, wait));
        let (past, ahead): (Vec<&Rung>, Vec<&Rung>) = rungs.iter().partition(|rung| rung.at <= now);
        if let Some(rung) = past.last().filter(|rung| now - rung.at < OLDEST_REMINDER) {
            let why = notices::reminder(ladder.steps[rung.step], wait.taken);
            let formerly = notices::numbered_reminder(rung.step, wait.taken);
            self.store.remind(table, wait.prompt, wait.seat.as_str(), (&why, Some(&formerly)))?;
        }
        Ok(ahead.first().map(|rung| rung.at))
    }

    /// Reminds a player once to say that they are ready, unless they want no reminders; says when that will be.
    fn remind_unready(
        &self,
        table: &str,
        unready: &WaitedFor,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, ClubError> {
        let player = unready.player.as_deref().map(|id| self.store.player(id)).transpose()?.flatten();
        let Some(player) = player else { return Ok(None) };
        // In time, where the game begins without them soon.
        let half = unready.due.map_or(READY_REMINDER, |ends| (ends - unready.begun) / 2);
        let due = unready.begun + READY_REMINDER.min(half);
        if due > now {
            return Ok(Some(due));
        }
        if let Some((_, end)) = quiet_of(&player).and_then(|quiet| quiet.around(now)) {
            return Ok(Some(end));
        }
        if !ladder_of(&player).steps.is_empty() && now - due < OLDEST_REMINDER {
            let why = notices::READY_REMINDER;
            self.store.remind(table, unready.prompt, unready.seat.as_str(), (why, None))?;
        }
        Ok(None)
    }
}

/// The pause before a standing order is tried again at a witness that is silent since then.
fn held_again(silent_since: Option<DateTime<Utc>>, now: DateTime<Utc>) -> TimeDelta {
    let silence = silent_since.map_or(TimeDelta::zero(), |since| now - since);
    (silence / HELD_PART).clamp(HELD_AGAIN, HELD_LONGEST)
}
