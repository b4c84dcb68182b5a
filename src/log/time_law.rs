//! The law of time of a table, checked line by line: the order of its entries, emergency stops, absences, and announced
//! deadlines. All of it is public, so it is checked in every export. Law 2 is in force from its entry on; under a law that this
//! program does not know, none of this is checked.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::entry::Entry;
use super::table_event::{
    ConsentEvent, RequestEvent, SeatEvent, TIME_LAW, TableEvent, TimeChange, TimeEvent,
};
use crate::pace::{Absences, Booking, NoStop, Stops, Terms};
use crate::reason::Reason;

/// The first law under which entries are in the order of their times, and stops and absences are counted one by one.
pub(crate) const COUNTED: u32 = 2;

/// Time at a table as far as its lines alone show it.
pub(super) struct TimeLaw {
    law: u32,
    /// The time of the entry before.
    at: String,
    terms: Terms,
    stops: Stops,
    away: BTreeMap<String, Absences>,
    /// Moved deadlines, by seat and question.
    moved: BTreeMap<(String, u64), String>,
}

impl Default for TimeLaw {
    fn default() -> TimeLaw {
        let (terms, stops) = (Terms::default(), Stops::default());
        TimeLaw { law: 1, at: String::new(), terms, stops, away: BTreeMap::new(), moved: BTreeMap::new() }
    }
}

fn moment(text: &str) -> DateTime<Utc> {
    DateTime::parse_from_rfc3339(text).map_or(DateTime::UNIX_EPOCH, |time| time.to_utc())
}

fn fault(key: &'static str) -> Result<(), Reason> {
    Err(Reason::of(key))
}

impl TimeLaw {
    /// Checks the next entry that can be read, and follows it.
    pub(super) fn check(&mut self, entry: &Entry, event: Option<&TableEvent>) -> Result<(), Reason> {
        let before = std::mem::replace(&mut self.at, entry.at.clone());
        let mut law = Ok(());
        if let Some(TableEvent::Time(TimeEvent::LawChanged { law: next })) = event {
            if *next <= self.law {
                law = fault("found-law-so");
            } else {
                self.law = *next;
            }
        }
        // A law that this program does not know may demand something else of every line from here on.
        if self.law > TIME_LAW {
            return law;
        }
        // Times all have one width: they sort as text.
        let goes_back = entry.at < before;
        let order = match event.is_some_and(|event| *event == TableEvent::Time(TimeEvent::ClockSet)) {
            true if !goes_back => fault("found-clock-set-so"),
            false if self.law >= COUNTED && goes_back => fault("found-before-last"),
            true | false => Ok(()),
        };
        // `and` has its argument computed in any case, so a line with a fault is followed too.
        law.and(order).and(event.map_or(Ok(()), |event| self.follow(entry, event, &before)))
    }

    fn follow(&mut self, entry: &Entry, event: &TableEvent, before: &str) -> Result<(), Reason> {
        let at = moment(&entry.at);
        let by = entry.by.as_ref().map(|by| by.player.as_str());
        let player = by.unwrap_or_default();
        match event {
            TableEvent::Time(event) => return self.time(entry, event, before),
            TableEvent::Request(RequestEvent::TimeStopped) if self.law >= COUNTED => {
                let may = self.stops.may(player, at, self.terms.stops);
                // Counted even if it was one too many: the clock stands all the same.
                self.stops.stop(entry.seq, player, at);
                let most = u64::from(self.terms.stops);
                may.map_err(|why| match why {
                    NoStop::NoneLeft => Reason::of("found-stopped-too-often").with("most", most),
                    NoStop::Before(_) => Reason::of("found-stopped-too-soon"),
                })?;
            }
            TableEvent::Consent(ConsentEvent::Answered { request, agrees: false }) => {
                self.stops.refuse(*request, player, at);
            }
            TableEvent::Seats(SeatEvent::SeatTaken { seat } | SeatEvent::SeatVacated { seat }) => {
                // The next player's time begins anew, so that no deadline told to the last one counts.
                self.moved.retain(|(of, _), _| of != seat);
            }
            TableEvent::TableOpened(_)
            | TableEvent::Rolled(_)
            | TableEvent::Play(_)
            | TableEvent::Seats(_)
            | TableEvent::Request(_)
            | TableEvent::Consent(_)
            | TableEvent::Ready(_)
            | TableEvent::Dice(_)
            | TableEvent::Page(_)
            | TableEvent::Master(_)
            | TableEvent::End(_)
            | TableEvent::File(_) => {}
        }
        Ok(())
    }

    fn time(&mut self, entry: &Entry, event: &TimeEvent, before: &str) -> Result<(), Reason> {
        let at = moment(&entry.at);
        let by = entry.by.as_ref().map(|by| by.player.as_str());
        let player = by.unwrap_or_default();
        match event {
            TimeEvent::TimeChanged { change: TimeChange::Terms(terms) } => {
                self.terms = terms.clone();
                self.moved.clear();
            }
            TimeEvent::TimeChanged { change: TimeChange::Resume } => self.stops.go_on(by, at),
            TimeEvent::TimeChanged { change: TimeChange::Pause { .. } } => self.stops.go_on(None, at),
            TimeEvent::AbsenceBooked { from, until } => {
                let new = Booking { number: entry.seq, from: moment(from), until: moment(until) };
                return self.book(player, new);
            }
            TimeEvent::AbsenceEnded { booked } => return self.end_absence(entry, player, *booked),
            TimeEvent::DeadlineMoved { seat, prompt, deadline } => {
                self.check_told(seat, *prompt, deadline)?;
                self.moved.insert((seat.clone(), *prompt), deadline.clone());
            }
            TimeEvent::TimeExpired { seat, prompt, deadline } => {
                self.check_told(seat, *prompt, deadline)?;
            }
            TimeEvent::ClockSet => {
                self.stops.set_back(at);
                self.away.values_mut().for_each(|away| away.set_back(moment(before), at));
                self.moved.clear();
            }
            TimeEvent::TimeExtended { .. } | TimeEvent::LawChanged { .. } => {}
        }
        Ok(())
    }

    fn book(&mut self, player: &str, new: Booking) -> Result<(), Reason> {
        let away = self.away.entry(player.to_owned()).or_default();
        if self.law < COUNTED {
            away.add(new);
            return Ok(());
        }
        let is_held = away.holds(&new).is_some();
        let days = self.terms.absence_days;
        let most = TimeDelta::days(days.into());
        let is_too_long = away.taken_with(&new).into_values().any(|taken| taken > most);
        away.book(new);
        if is_held {
            return fault("found-booked-twice");
        }
        if is_too_long {
            return Err(Reason::of("found-away-too-long").with("days", u64::from(days)));
        }
        Ok(())
    }

    fn end_absence(&mut self, entry: &Entry, player: &str, booked: Option<u64>) -> Result<(), Reason> {
        let away = self.away.entry(player.to_owned()).or_default();
        match booked {
            Some(number) if away.end(number, moment(&entry.at)) => Ok(()),
            Some(_) => fault("found-no-absence"),
            None => {
                away.end_all(moment(&entry.at));
                // Version 1 had no name to give, and only law 1 takes an end of all absences.
                if self.law >= COUNTED || entry.v > 1 { fault("found-absence-unnamed") } else { Ok(()) }
            }
        }
    }

    /// Checks that a deadline is no earlier than last announced.
    fn check_told(&self, seat: &str, prompt: u64, deadline: &str) -> Result<(), Reason> {
        match self.moved.get(&(seat.to_owned(), prompt)) {
            Some(told) if deadline < told.as_str() => {
                Err(Reason::of("found-before-told").quoting("told", told))
            }
            _ => Ok(()),
        }
    }
}
