//! Time at a player's table, as they read it and change it.

use chrono::{DateTime, TimeDelta, Utc};

use super::PlayerSession;
use crate::club::ClubError;
use crate::club::clock::{self, QuestionTime};
use crate::club::kept_time::kept;
use crate::club::session::OrderOutcome;
use crate::club::settings::{self, Setting};
use crate::club::zone::named_zone;
use crate::game::Seat;
use crate::log::TimeChange;
use crate::pace::{Booking, DecisionSize, PaceError, Terms, Zone, suggest, when};
use crate::table::TableCommand;
use crate::table::platform::{moment, written};
use crate::table::time::TableTime;

impl PlayerSession {
    fn zone(&self) -> Zone {
        self.zone.clone().unwrap_or(Zone::UTC)
    }

    pub(super) fn moment(&self, at: DateTime<Utc>) -> String {
        let phrases = self.phrases();
        self.context.door.moment((phrases.words, phrases.lang), at, &self.zone())
    }

    /// A time of the log, as this player reads it.
    pub(super) fn moment_of(&self, at: &str) -> String {
        self.moment(moment(at))
    }

    /// When this seat's decision is due, and what happens then.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub(super) fn due(&self) -> Result<Option<String>, ClubError> {
        let Some(said) = self.question_time()? else { return Ok(None) };
        let said = said.in_words(&|key, args| self.phrases().say(key, args), &|at| self.moment(at));
        let phrases = self.phrases();
        Ok(Some(match self.around().master {
            Some(_) => phrases.after(&said, &phrases.say("master-prompt", &[])),
            None => said,
        }))
    }

    /// The time of this seat's decision.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn question_time(&self) -> Result<Option<QuestionTime>, ClubError> {
        if self.facts().asked.is_none() || !self.facts().awaited || self.around().gone {
            return Ok(None);
        }
        let time = self.kept_time()?;
        let wait = time.waits.iter().find(|wait| wait.seat == self.seat);
        Ok(wait.and_then(|wait| QuestionTime::of(&time, wait)))
    }

    pub(super) fn kept_time(&self) -> Result<TableTime, ClubError> {
        let by_log = self.view.time_at(self.context.platform.now());
        Ok(kept(self.view.store(), &self.around().table, by_log)?)
    }

    /// The absences of players, present and booked, a line each.
    pub(super) fn absences(&self) -> Result<Vec<String>, ClubError> {
        let (time, now) = (self.kept_time()?, self.context.platform.now());
        Ok(clock::absences(&self.around().seats, &self.phrases(), (&time, now), &|at| self.moment(at)))
    }

    fn misread(&self, error: &PaceError) -> OrderOutcome {
        let phrases = self.phrases();
        OrderOutcome::Refused(phrases.words.reason(phrases.lang, &error.reason()))
    }

    /// The reading of a typed day or moment, and its zone, if the command was carried out.
    fn read_as(
        &self,
        answer: OrderOutcome,
        (from, until): (Option<DateTime<Utc>>, DateTime<Utc>),
    ) -> OrderOutcome {
        if !matches!(answer, OrderOutcome::Accepted { .. }) {
            return answer;
        }
        let phrases = self.phrases();
        let until = ("until", self.moment(until).into());
        let read = match from {
            Some(from) => phrases.say("time-read-from", &[("from", self.moment(from).into()), until]),
            None => phrases.say("time-read-until", &[until]),
        };
        let by = match &self.zone {
            Some(zone) => phrases.say("time-read-by", &[("zone", zone.named_in(phrases.lang).into())]),
            None => phrases.say("time-read-by-utc", &[]),
        };
        OrderOutcome::Noted(vec![phrases.after(&read, &by)])
    }

    /// When a decision raised now would be due by these terms, by this player's clock; after the current pause.
    pub(super) fn first_due(&self, terms: &Terms) -> Option<String> {
        let now = self.context.platform.now();
        let pause = self.view.time_at(now).pause;
        let due = |size| terms.deadline(size, now, pause.as_slice()).map(|due| self.moment(due));
        let phrases = self.phrases();
        let first = match (due(DecisionSize::Big), due(DecisionSize::Small)) {
            (Some(big), Some(small)) if big != small => {
                phrases.say("time-first-due-both", &[("big", big.into()), ("small", small.into())])
            }
            (Some(due), _) => phrases.say("time-first-due", &[("due", due.into())]),
            (None, Some(small)) => phrases.say("time-first-due-small", &[("small", small.into())]),
            (None, None) => return None,
        };
        Some(match pause.and_then(|pause| pause.until) {
            Some(until) => phrases.after(
                &first,
                &phrases.say("time-first-due-paused", &[("until", self.moment(until).into())]),
            ),
            None => first,
        })
    }

    /// In words, the absence that was booked last, with all that became one with it.
    fn joined(&self, now: DateTime<Utc>) -> Option<String> {
        let whole = self.view.absences(self.me(), now).into_iter().max_by_key(|booking| booking.number)?;
        let args = [("from", self.moment(whole.from).into()), ("until", self.moment(whole.until).into())];
        Some(self.phrases().say("time-away-joined", &args))
    }

    fn change_time(&mut self, change: TimeChange) -> Result<OrderOutcome, ClubError> {
        self.carry_out(TableCommand::ChangeTime { seat: self.seat, change })
    }

    /// The seats of others whose time is up.
    fn expired(&self) -> Vec<Seat> {
        self.around().expired.iter().copied().filter(|seat| !self.mine(*seat)).collect()
    }
}

impl PlayerSession {
    /// The state of time: the terms, each decision with its start and deadline, pauses and absences, a line each.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn time(&self) -> Result<Vec<String>, ClubError> {
        let over = self.facts().over || self.facts().closed.is_some();
        let (time, now) = (self.kept_time()?, self.context.platform.now());
        let places = (&self.around().seats[..], over);
        Ok(clock::lines(places, &self.phrases(), (&time, now), &|at| self.moment(at)))
    }

    /// Terms that could be typed to change those that hold, going on from `typed`.
    pub fn suggest_pace(&self, typed: &str) -> Vec<String> {
        suggest::terms(typed, &self.around().terms, self.zone.as_ref(), self.phrases().lang)
    }

    /// Changes the terms to the typed ones, or asks the others to agree: `2d small 12h overdue claim`.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn change_pace(&mut self, typed: &str) -> Result<OrderOutcome, ClubError> {
        match self.around().terms.changed(typed, self.zone.as_ref()) {
            Ok(terms) => {
                let leads_to = self.first_due(&terms);
                let answer = self.change_time(TimeChange::Terms(terms))?;
                if let OrderOutcome::Accepted { last, .. } = answer {
                    self.remark = leads_to.map(|leads_to| (last, leads_to));
                }
                Ok(answer)
            }
            Err(error) => Ok(self.misread(&error)),
        }
    }

    /// Pauses the game, or asks the others to agree to that; until a moment where one is typed.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn pause(&mut self, until: &str) -> Result<OrderOutcome, ClubError> {
        if until.trim().is_empty() {
            return self.change_time(TimeChange::Pause { until: None });
        }
        match when::until(until, self.context.platform.now(), &self.zone()) {
            Ok(until) => {
                let answer = self.change_time(TimeChange::Pause { until: Some(written(until)) })?;
                Ok(self.read_as(answer, (None, until)))
            }
            Err(error) => Ok(self.misread(&error)),
        }
    }

    /// Sets the clock going, or asks the others to agree to that.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn resume(&mut self) -> Result<OrderOutcome, ClubError> {
        self.change_time(TimeChange::Resume)
    }

    /// Stops the clock at once, and asks the others to leave it so.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn stop_clock(&mut self) -> Result<OrderOutcome, ClubError> {
        self.carry_out(TableCommand::StopClock { seat: self.seat })
    }

    /// This player is away: `until 24 Dec`, `20 Dec to 24 Dec`.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn book_absence(&mut self, typed: &str) -> Result<OrderOutcome, ClubError> {
        if typed.trim().is_empty() {
            return Ok(self.refused("time-away-when", &[]));
        }
        let now = self.context.platform.now();
        match when::span(typed, now, &self.zone()) {
            Ok((from, until)) => {
                let span = (from, until);
                let touches = |held: &Booking| held.from <= until && from <= held.until;
                let joins = self.view.absences(self.me(), now).iter().any(touches);
                let answer = self.carry_out(TableCommand::BookAbsence { seat: self.seat, span })?;
                let read = self.read_as(answer, (Some(from).filter(|from| *from > now), until));
                let OrderOutcome::Noted(mut lines) = read else { return Ok(read) };
                lines.extend(self.joined(now).filter(|_| joins));
                Ok(OrderOutcome::Noted(lines))
            }
            Err(error) => Ok(self.misread(&error)),
        }
    }

    /// Ends an absence of this player: the current one, the only one, or the one on a typed day.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn end_absence(&mut self, day: &str) -> Result<OrderOutcome, ClubError> {
        let now = self.context.platform.now();
        let booked = self.view.absences(self.me(), now);
        let day = match day.trim() {
            "" => None,
            day => match when::until(day, now, &self.zone()) {
                Ok(end) => Some((end - TimeDelta::days(1), end)),
                Err(error) => return Ok(self.misread(&error)),
            },
        };
        let wanted = match (day, &booked[..]) {
            (None, [only]) => Some(*only),
            (None, several) => several.iter().find(|booking| booking.from <= now).copied(),
            (Some((begins, ends)), several) => {
                several.iter().find(|booking| booking.from < ends && booking.until > begins).copied()
            }
        };
        let said = |booking: &Booking| {
            [("from", self.moment(booking.from).into()), ("until", self.moment(booking.until).into())]
        };
        let Some(booking) = wanted else {
            if booked.is_empty() {
                return self.carry_out(TableCommand::EndAbsence { seat: self.seat, booked: 0 });
            }
            let phrases = self.phrases();
            let each = booked.iter().map(|booking| phrases.say("time-away-span", &said(booking)));
            let spans = phrases.list(each);
            return Ok(self.refused("time-away-which", &[("spans", spans.into())]));
        };
        // A player who is away and names a later day may mean to come back then.
        if booking.from <= now && day.is_some_and(|(begins, _)| begins > now) {
            return Ok(self.refused("time-away-runs", &said(&booking)));
        }
        let ended = self.phrases().say("time-away-ended", &said(&booking));
        let booked = booking.number;
        match self.carry_out(TableCommand::EndAbsence { seat: self.seat, booked })? {
            OrderOutcome::Accepted { .. } => Ok(OrderOutcome::Noted(vec![ended])),
            other => Ok(other),
        }
    }

    /// Sets a preference of this player, if anything is typed, and returns the present value in words.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn set(&mut self, setting: Setting, typed: &str) -> Result<OrderOutcome, ClubError> {
        let (store, phrases) = (self.view.store(), self.phrases());
        let words = (phrases.words, phrases.lang, &*self.context.door);
        let links = (self.context.links.as_deref(), self.context.browser.as_deref());
        let context = (store, &*self.context.platform, links);
        match settings::set(context, words, (self.me(), setting), typed) {
            Err(ClubError::Refused(why)) => Ok(OrderOutcome::Refused(why)),
            told => {
                let told = told?;
                self.zone = store.player(self.me())?.as_ref().and_then(named_zone);
                Ok(OrderOutcome::Noted(vec![told]))
            }
        }
    }

    /// Claims the game from the player of a seat whose time is up; without a seat, of the only one.
    ///
    /// # Errors
    /// A table that cannot be written.
    pub fn claim(&mut self, seat: Option<&str>) -> Result<OrderOutcome, ClubError> {
        let against = match (seat.map(|typed| self.seat_called(typed)), &self.expired()[..]) {
            (Some(Err(answer)), _) => return Ok(answer),
            (Some(Ok(seat)), _) => seat,
            (None, [seat]) => *seat,
            (None, []) => return Ok(self.refused("time-claim-none", &[])),
            (None, seats) => {
                let seats = self.seat_names(seats.iter().copied());
                return Ok(self.refused("time-claim-which", &[("seats", seats.into())]));
            }
        };
        self.carry_out(TableCommand::Claim { seat: self.seat, against })
    }
}
