//! Booked absences of a player, each with the number of its entry, and the days of each calendar year they take.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, TimeDelta, TimeZone, Utc};

use super::deadline::{Span, united};

/// An absence that a player booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Booking {
    /// The entry that booked it, or lengthened it last.
    pub number: u64,
    /// When it begins.
    pub from: DateTime<Utc>,
    /// When it ends.
    pub until: DateTime<Utc>,
}

impl Booking {
    fn touches(&self, other: &Booking) -> bool {
        self.from <= other.until && other.from <= self.until
    }

    /// The same as time that does not count.
    pub fn span(&self) -> Span {
        Span { from: self.from, until: Some(self.until) }
    }
}

/// The absences of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Absences(Vec<Booking>);

impl Absences {
    /// The bookings that are not over at `at`, in the order in which they were made.
    pub fn ahead(&self, at: DateTime<Utc>) -> impl Iterator<Item = &Booking> {
        self.0.iter().filter(move |booking| booking.until > at)
    }

    /// All of them as time that does not count.
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        self.0.iter().map(Booking::span)
    }

    /// The booking that holds all of another already.
    pub fn holds(&self, new: &Booking) -> Option<&Booking> {
        self.0.iter().find(|held| held.from <= new.from && new.until <= held.until)
    }

    /// Adds a booking without merging overlaps, as under the first law.
    pub fn add(&mut self, new: Booking) {
        self.0.push(new);
    }

    /// Adds a booking; those that it overlaps or touches become one with it, under its number.
    pub fn book(&mut self, new: Booking) {
        let (touched, mut apart): (Vec<Booking>, Vec<Booking>) =
            self.0.drain(..).partition(|held| held.touches(&new));
        let from = touched.iter().map(|held| held.from).min().map_or(new.from, |from| from.min(new.from));
        let until =
            touched.iter().map(|held| held.until).max().map_or(new.until, |until| until.max(new.until));
        apart.push(Booking { from, until, ..new });
        self.0 = apart;
    }

    /// Ends the booking of this number at `at`; false if there is none that is not over.
    pub fn end(&mut self, number: u64, at: DateTime<Utc>) -> bool {
        let is_it = |booking: &Booking| booking.number == number && booking.until > at;
        let found = self.0.iter().any(is_it);
        // One that has not begun goes altogether; of a current one only the rest goes.
        self.0.retain(|booking| !is_it(booking) || booking.from < at);
        self.0.iter_mut().filter(|booking| is_it(booking)).for_each(|booking| booking.until = at);
        found
    }

    /// Ends all that are not over at `at`.
    pub fn end_all(&mut self, at: DateTime<Utc>) {
        self.0.retain(|booking| booking.from < at);
        self.0.iter_mut().for_each(|booking| booking.until = booking.until.min(at));
    }

    /// The part of each calendar year, in UTC, that is taken once `new` is booked too; of the years that it touches.
    pub fn taken_with(&self, new: &Booking) -> BTreeMap<i32, TimeDelta> {
        // United, so that a day under two bookings counts once.
        let spans = united(self.spans().chain([new.span()]));
        let year = |year: i32| {
            let begins = |year| Utc.with_ymd_and_hms(year, 1, 1, 0, 0, 0).single().unwrap_or(new.until);
            let (first, end) = (begins(year), begins(year + 1));
            let within = |span: &Span| span.until.unwrap_or(end).min(end) - span.from.max(first);
            (year, spans.iter().map(within).filter(|taken| *taken > TimeDelta::zero()).sum())
        };
        (new.from.year()..=new.until.year()).map(year).collect()
    }

    /// The clock was set back from `before` to `at`: a current absence goes on from there, and one that had not begun is
    /// removed.
    pub fn set_back(&mut self, before: DateTime<Utc>, at: DateTime<Utc>) {
        self.0.retain_mut(|booking| {
            let mut span = booking.span();
            let stays = span.set_back(before, at);
            (booking.from, booking.until) = (span.from, span.until.unwrap_or(booking.until));
            stays
        });
    }
}
