//! Time at a table: its terms, pauses, absences, and expired decisions. All of it follows from the log and the times of its
//! entries; no clock is read.
//!
//! Terms, pauses and their end need consent like everything else ([`super::consent`]). Any player stops the clock at once, and
//! the others answer whether it stays so. Takebacks undo none of it.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::batch::Origin;
pub use super::clock::{Expiry, PAUSE_DAYS};
use super::clock::{Moved, lasts};
use super::close;
use super::effect::{Decision, Draft, Effect, NoEffect};
use super::fold::Table;
use super::known::Known;
use super::platform::{moment, written};
use super::questions::OpenPrompt;
use super::reply::{Reply, TableFault};
use crate::game::{Game, Refusal, Seat};
use crate::games::Packed;
use crate::log::{By, EntryAudience, RequestEvent, SeatEvent, TableEvent, TimeChange, TimeEvent};
use crate::pace::deadline::united;
pub use crate::pace::stops::STOP_HOURS;
use crate::pace::{Booking, DecisionSize, NoStop, Overdue, Span, Terms};

/// The longest pause that ends by itself, and the farthest day to which an absence is booked, in days.
pub const MOST_DAYS_AHEAD: i64 = 366;

/// The state of time at a table; all of it is public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableTime {
    /// The terms.
    pub terms: Arc<Terms>,
    /// The pause, while the clock stands.
    pub pause: Option<Span>,
    /// Whether a player stopped the clock and the others have not agreed.
    pub stopped: bool,
    /// The seats that the game waits for, each with its start, its deadline, and its expiry.
    pub waits: Vec<WaitedFor>,
    /// The players for whom a game that has not begun waits, now that every seat is taken, each at their first seat and with the
    /// entry that asked them. It has an end where the set-up waits too and there is a pace: the same for all.
    pub unready: Vec<WaitedFor>,
    /// The number of players at the table.
    pub players: usize,
    /// Absent players, now or later, by their opaque ids.
    pub absences: Vec<(String, Span)>,
    /// The time of the last entry, if that is ahead of the clock: then no time expires.
    pub ahead: Option<DateTime<Utc>>,
}

impl TableTime {
    /// Returns whether the answer to a question matters to others: other players wait, or there is a pace. A player alone
    /// without a pace gets no reminders.
    pub fn is_awaited_by_others(&self) -> bool {
        self.players > 1 || self.terms.has_pace()
    }

    /// The deadline after which, and after its grace, the game begins without the players who are not ready; `None` where it waits
    /// for them.
    pub fn begins(&self) -> Option<DateTime<Utc>> {
        let ends: Option<Vec<DateTime<Utc>>> = self.unready.iter().map(|wait| wait.due).collect();
        ends?.into_iter().max()
    }
}

/// A seat that the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitedFor {
    /// The seat.
    pub seat: Seat,
    /// The opaque id of its player; `None` while it is free.
    pub player: Option<String>,
    /// The number of its question.
    pub prompt: u64,
    /// The start of the question.
    pub since: DateTime<Utc>,
    /// From when its time counts: since it was asked, unless its player sat down later or other terms were agreed.
    pub begun: DateTime<Utc>,
    /// The entry by which its player sat down, if that was after the question.
    pub taken: Option<u64>,
    /// Why its time does not count now, and until when: a pause, an absence.
    pub rests: Option<Span>,
    /// Its deadline; `None` without a pace and while the clock stands.
    pub due: Option<DateTime<Utc>>,
    /// When its time is up: the grace after [`WaitedFor::due`]; while its time does not count, no earlier than after that.
    pub up: Option<DateTime<Utc>>,
    /// Its expiry, if the log has one.
    pub expired: Option<Expiry>,
    /// The size of the decision.
    pub size: DecisionSize,
    /// The time that does not count.
    pub off: Vec<Span>,
    /// How often an entry moved its deadline.
    pub moves: usize,
    /// When it was due by the log alone, where the keeper of time gives more.
    pub extended_from: Option<DateTime<Utc>>,
}

impl WaitedFor {
    /// Returns whether its time can expire at all: it counts, and has not expired yet.
    pub fn may_expire(&self) -> bool {
        self.expired.is_none() && self.rests.is_none()
    }

    /// Gives the decision until `due`, and until `up` before anything happens, where that is later.
    pub fn extend(&mut self, due: DateTime<Utc>, up: DateTime<Utc>) {
        let (Some(due_before), Some(up_before)) = (self.due, self.up) else { return };
        if up > up_before {
            self.extended_from.get_or_insert(due_before);
            (self.due, self.up) = (Some(due.max(due_before)), Some(up));
        }
    }
}

impl<G: Game> Table<G> {
    /// The terms of time: nothing, until it is.
    pub fn terms(&self) -> Arc<Terms> {
        self.clock.terms.as_ref().map(|(terms, _)| terms.clone()).unwrap_or_default()
    }

    /// The state of time at `now`.
    pub fn time(&self, now: DateTime<Utc>) -> TableTime {
        let absences = self.clock.absences.iter().flat_map(|(player, absences)| {
            absences.ahead(now).map(|booking| (player.to_string(), booking.span()))
        });
        TableTime {
            terms: self.terms(),
            pause: self.clock.pause_at(now),
            stopped: self.clock.stopped_by.is_some() && self.clock.pause_at(now).is_some(),
            waits: self.waited_for().map(|asked| self.wait(asked, now)).collect(),
            unready: self.waits_for_ready(now),
            players: self.players().len(),
            absences: absences.collect(),
            ahead: self.ahead_of(now),
        }
    }

    /// The start and the deadline of a seat's decision, at `now`.
    pub fn wait(&self, asked: &OpenPrompt, now: DateTime<Utc>) -> WaitedFor {
        let seat = asked.prompt.seat;
        let holder = self.people.seats.get(&seat);
        // A player who sits down later, or agrees to other terms, has the whole time from then on.
        let begun = [
            Some(asked.raised_at),
            holder.map(|holder| holder.at),
            self.clock.terms.as_ref().map(|(_, since)| *since),
        ];
        let begun = begun.into_iter().flatten().max().unwrap_or(asked.raised_at);
        let off = self.off(holder.map(|holder| &*holder.player));
        let (terms, size) = (self.terms(), DecisionSize::of(G::is_small(&asked.prompt)));
        // A free seat has nobody whose time could be up.
        let due = holder.and_then(|_| terms.deadline(size, begun, &off));
        let moved = self.clock.moved.get(&(seat, asked.number)).map_or(&[][..], Vec::as_slice);
        let due = moved.iter().fold(due, |due, moved| match moved {
            Moved::By(since, hours) => terms.later(due?.max(*since), *hours, &off),
            // A deadline announced before time started anew is void.
            Moved::To(since, told) if *since >= begun => due.map(|due| due.max(*told)),
            Moved::To(..) => due,
        });
        let rests = off.iter().find(|span| lasts(span, now)).copied();
        WaitedFor {
            seat,
            player: holder.map(|holder| holder.player.to_string()),
            prompt: asked.number,
            since: asked.raised_at,
            begun,
            taken: self.taken_since(asked),
            rests,
            due,
            up: due.and_then(|due| terms.grace_over(due, &off)),
            expired: self.expiry(seat),
            size,
            moves: moved.len(),
            extended_from: None,
            off,
        }
    }

    /// The time that does not count for a player.
    pub(super) fn off(&self, player: Option<&str>) -> Vec<Span> {
        let away = player.and_then(|player| self.clock.absences.get(player));
        let away = away.into_iter().flat_map(|absences| absences.spans());
        united(self.clock.pauses.iter().copied().chain(away))
    }

    /// The entry by which the seat's player took it, if that was after the question.
    pub fn taken_since(&self, asked: &OpenPrompt) -> Option<u64> {
        self.people
            .seats
            .get(&asked.prompt.seat)
            .map(|holder| holder.since)
            .filter(|taken| *taken > asked.number)
    }

    /// Returns whether the log says that the time of `seat`'s present question is up.
    pub fn is_expired(&self, seat: Seat) -> bool {
        self.expiry(seat).is_some()
    }

    fn expiry(&self, seat: Seat) -> Option<Expiry> {
        let asked = self.asked_of(seat)?;
        let (_, expiry) = self.clock.expired.get(&seat).filter(|(prompt, _)| *prompt == asked.number)?;
        Some(*expiry)
    }

    /// The player who gets `seat` when its time is up: the first other player who stands in for it, if the terms say so.
    fn stand_in(&self, seat: Seat) -> Option<&str> {
        let players =
            self.game.stand_ins(&self.state, seat).into_iter().filter_map(|other| self.player_of(other));
        let mut others = players.filter(|player| Some(*player) != self.player_of(seat));
        others.next().filter(|_| self.terms().overdue == Overdue::StandIn)
    }

    /// Returns whether the game knows who stands in for whom.
    fn knows_stand_ins(&self) -> bool {
        self.all_seats().any(|seat| !self.game.stand_ins(&self.state, seat).is_empty())
    }

    /// Returns whether a player who does not sit here may take `seat`, because its time is up and that was agreed.
    pub(super) fn is_left_to_others(&self, seat: Seat) -> bool {
        self.is_expired(seat) && self.terms().overdue == Overdue::Substitute
    }

    /// The absences of `player` that are not over at `now`, in the order in which they were booked.
    pub fn away(&self, player: &str, now: DateTime<Utc>) -> Vec<Booking> {
        let absences = self.clock.absences.get(player);
        absences.map(|absences| absences.ahead(now).copied().collect()).unwrap_or_default()
    }

    /// Checks that `player` may book this absence.
    fn may_book(&self, player: &str, new: &Booking) -> Result<(), Refusal> {
        let absences = self.clock.absences.get(player).cloned().unwrap_or_default();
        if let Some(held) = absences.holds(new) {
            let booked = Reply::refused("absence-booked").about("from", written(held.from));
            return Err(booked.about("until", written(held.until)));
        }
        let days = self.terms().absence_days;
        let most = TimeDelta::days(days.into());
        match absences.taken_with(new).into_iter().find(|(_, taken)| *taken > most) {
            Some((year, taken)) => {
                let refusal = Reply::refused("absence-too-long").about("days", days).about("year", year);
                Err(refusal.about("over", (taken - most).num_hours().div_euclid(24) + 1))
            }
            None => Ok(()),
        }
    }

    /// Checks that `player` may stop the clock.
    fn may_stop(&self, player: &str, at: DateTime<Utc>) -> Result<(), Refusal> {
        let (stops, most) = (&self.clock.stops, self.terms().stops);
        stops.may(player, at, most).map_err(|why| match why {
            NoStop::NoneLeft => Reply::refused("no-stops-left").about("most", most),
            NoStop::Before(next) => {
                let refusal = Reply::refused("stop-too-soon").about("next", written(next));
                refusal.about("left", stops.left(player, most))
            }
        })
    }

    /// Checks that time may pass so from `now` on.
    pub(super) fn may_change(&self, change: &TimeChange, now: DateTime<Utc>) -> Result<(), Refusal> {
        let pause = self.clock.pause_at(now);
        match change {
            TimeChange::Terms(terms) if *self.terms() == *terms => Err(Reply::refused("terms-as-they-are")),
            TimeChange::Terms(terms) if terms.overdue == Overdue::StandIn && !self.knows_stand_ins() => {
                Err(Reply::refused("no-stand-in"))
            }
            TimeChange::Terms(terms) => {
                terms.check().map_err(|error| Reply::refused("terms-never-due").about("pace", error))
            }
            // One player's stop may become a pause of all; a pause is not paused again.
            TimeChange::Pause { .. } if pause.is_some() && self.clock.stopped_by.is_none() => {
                Err(Reply::refused("paused-already"))
            }
            TimeChange::Pause { until: Some(until) } => check_ahead(moment(until), now),
            TimeChange::Resume if pause.is_none() => Err(Reply::refused("not-paused")),
            TimeChange::Pause { until: None } | TimeChange::Resume => Ok(()),
        }
    }
}

fn check_ahead(time: DateTime<Utc>, now: DateTime<Utc>) -> Result<(), Refusal> {
    if time <= now {
        return Err(Reply::refused("time-is-past"));
    }
    if time > now + TimeDelta::days(MOST_DAYS_AHEAD) {
        return Err(Reply::refused("time-too-far").about("days", MOST_DAYS_AHEAD));
    }
    Ok(())
}

impl<G: Packed> Table<G> {
    pub(super) fn change_time(
        &self,
        seat: Seat,
        change: &TimeChange,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        self.seated(draft.caller, seat)?;
        self.may_change(change, draft.batch.at())?;
        let stopped = self.clock.stopped_by.is_some() && *change == TimeChange::Resume;
        let asked = RequestEvent::TimeProposed { change: change.clone() };
        // Silence bars a change, but not going on: a player who vanished must not hold the clock for ever.
        let unanswered = *change == TimeChange::Resume && self.is_unanswered(&asked, draft.batch.at());
        let (event, origin) = self.request_or_outcome(seat, asked, stopped || unanswered, draft.caller)?;
        self.bring_law(&mut draft.batch)?;
        draft.batch.add(event, origin)?;
        Ok(Effect::by(seat))
    }

    pub(super) fn stop_clock(&self, seat: Seat, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let origin = self.seated(draft.caller, seat)?;
        if self.players().len() < 2 {
            return Err(Reply::refused("nobody-to-ask").into());
        }
        if self.clock.pause_at(draft.batch.at()).is_some() {
            return Err(Reply::refused("paused-already").into());
        }
        self.may_stop(&draft.caller.player, draft.batch.at())?;
        self.bring_law(&mut draft.batch)?;
        draft.batch.add(TableEvent::Request(RequestEvent::TimeStopped), origin)?;
        Ok(Effect::by(seat))
    }

    pub(super) fn book_absence(
        &self,
        seat: Seat,
        (from, until): (DateTime<Utc>, DateTime<Utc>),
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        let origin = self.seated(draft.caller, seat)?;
        // Booked for now it begins with the entry.
        let from = from.max(draft.batch.at());
        check_ahead(until, from)?;
        check_ahead(until, draft.batch.at())?;
        // `may_book` looks at the times alone: the law may yet come in between and take this number.
        let number = draft.batch.head().seq + 1;
        self.may_book(&draft.caller.player, &Booking { number, from, until })?;
        self.bring_law(&mut draft.batch)?;
        let booked =
            TableEvent::Time(TimeEvent::AbsenceBooked { from: written(from), until: written(until) });
        draft.batch.add(booked, origin)?;
        Ok(Effect::by(seat))
    }

    pub(super) fn end_absence(
        &self,
        seat: Seat,
        booked: u64,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        let origin = self.seated(draft.caller, seat)?;
        if !self.away(&draft.caller.player, draft.batch.at()).iter().any(|booking| booking.number == booked) {
            return Err(Reply::refused("not-away").into());
        }
        self.bring_law(&mut draft.batch)?;
        let ended = TableEvent::Time(TimeEvent::AbsenceEnded { booked: Some(booked) });
        draft.batch.add(ended, origin)?;
        Ok(Effect::by(seat))
    }

    pub(super) fn expire(
        &self,
        (seat, prompt): (Seat, u64),
        not_before: DateTime<Utc>,
        computer: Option<&str>,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        self.still_open()?;
        let is_ahead = self.ahead_of(draft.now).is_some();
        let asked = self.waited_for_at(seat).filter(|asked| asked.number == prompt && !is_ahead);
        let wait = asked.map(|asked| self.wait(asked, draft.batch.at())).filter(WaitedFor::may_expire);
        // After an outage of ours the keeper of time gives more than the log says.
        let up = |wait: &WaitedFor| wait.up.is_some_and(|up| up.max(not_before) <= draft.batch.at());
        let due = wait.filter(up).and_then(|wait| wait.due);
        let due = due.ok_or(NoEffect::Stale { prompt, now: None, since: vec![] })?;
        let expired = TableEvent::Time(TimeEvent::TimeExpired {
            seat: seat.to_string(),
            prompt,
            deadline: written(due),
        });
        let seq = draft.batch.add(expired, Origin::default())?;
        // The computer may hold the seat already, in the place of a player who vanished before.
        let computer = computer.filter(|player| {
            self.terms().overdue.computer().is_some() && self.player_of(seat) != Some(*player)
        });
        if let Some(player) = self.stand_in(seat).or(computer) {
            let by = Some(By { seat: seat.to_string(), player: player.to_owned() });
            let taken = TableEvent::Seats(SeatEvent::SeatTaken { seat: seat.to_string() });
            let origin = Origin { by, ..Origin::default() };
            draft.batch.table_event(taken, origin, EntryAudience::Everyone, Some(seq))?;
        }
        Ok(Effect::by_nobody())
    }

    pub(super) fn claim(&self, seat: Seat, against: Seat, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let origin = self.seated(draft.caller, seat)?;
        if self.terms().overdue != Overdue::Claim {
            return Err(Reply::refused("claim-not-agreed").into());
        }
        let theirs = self.player_of(against).filter(|player| **player != *draft.caller.player);
        if theirs.is_none() || !self.is_expired(against) {
            return Err(Reply::refused("time-not-up").about("seat", against).into());
        }
        let claim = RequestEvent::ClaimProposed { seat: against.to_string() };
        // With two there is nobody to ask but the player whose time is up.
        if self.players().len() == 2 || self.is_unanswered(&claim, draft.batch.at()) {
            close::ending(&mut draft.batch, self, "claimed", origin)?;
            return Ok(Effect::by_nobody());
        }
        let origin = self.may_ask(draft.caller, seat)?;
        draft.batch.add(claim.into(), origin)?;
        Ok(Effect::by(seat))
    }

    /// Folds an event of this matter.
    pub(super) fn time_event(
        &mut self,
        entry: &Known<'_, G::Event>,
        event: &TimeEvent,
    ) -> Result<(), TableFault> {
        let (seq, at) = (entry.seq, moment(&entry.at));
        match event {
            TimeEvent::TimeChanged { change } => {
                // The change carries out the open request or voids it: a stop that is over needs no answer.
                self.request = None;
                self.clock.change(at, entry.player(), change);
                // Players who are ready said so for a game under other terms.
                if let (Some(check), TimeChange::Terms(_)) = (&mut self.ready, change) {
                    check.withdraw((seq, at));
                }
            }
            TimeEvent::TimeExpired { seat, prompt, .. } => {
                self.clock.expire((self.seat(seq, seat)?, *prompt), Expiry { seq, at });
            }
            TimeEvent::TimeExtended { seat, prompt, hours } => {
                self.clock.extend((self.seat(seq, seat)?, *prompt), at, *hours);
            }
            TimeEvent::DeadlineMoved { seat, prompt, deadline } => {
                self.clock.told((self.seat(seq, seat)?, *prompt), at, moment(deadline));
            }
            TimeEvent::AbsenceBooked { from, until } => {
                let (_, player) = self.by(entry)?;
                let booking = Booking { number: seq, from: moment(from), until: moment(until) };
                self.clock.away(&player, booking);
            }
            TimeEvent::AbsenceEnded { booked } => {
                let (_, player) = self.by(entry)?;
                self.clock.back(&player, *booked, at);
            }
            TimeEvent::LawChanged { law } => self.clock.law = *law,
            // The clock is set back before its entry is folded.
            TimeEvent::ClockSet => {}
        }
        Ok(())
    }

    /// A player who asks to leave the clock stopped has stopped it.
    pub(super) fn time_stopped(&mut self, entry: &Known<'_, G::Event>) -> Result<(), TableFault> {
        let (_, player) = self.by(entry)?;
        self.clock.stop(entry.seq, &player, moment(&entry.at));
        Ok(())
    }

    /// The clock was set back from `before` to `at`: later times in the log count as `at`.
    pub(super) fn set_back(&mut self, before: DateTime<Utc>, at: DateTime<Utc>) {
        // Questions that were raised and not computed yet get their time.
        self.settle();
        self.clock.set_back(before, at);
        self.questions.set_back(at);
        self.people.set_back(at);
        self.request.iter_mut().for_each(|request| request.at = request.at.min(at));
        self.ready.iter_mut().for_each(|check| check.at = check.at.min(at));
    }
}
