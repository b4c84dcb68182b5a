//! The clock of a table, as its log tells it: terms, pauses, absences, and questions whose time is up. Entries set it; what it
//! says of a question is in [`super::time`].

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::platform::moment;
use crate::game::Seat;
use crate::log::TimeChange;
use crate::pace::{Hours, Span, Terms};

/// How long a stopped clock stands while not everybody agreed.
pub const STOP_HOURS: i64 = 72;
/// How long a pause without an end stands at most: players vanish, and the others are to reach an end without them.
pub const PAUSE_DAYS: i64 = 90;
/// When more time was given, and how much.
type MoreTime = (DateTime<Utc>, Hours);

/// That the time of a question is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expiry {
    /// The entry that says so.
    pub seq: u64,
    /// When that was written.
    pub at: DateTime<Utc>,
}

/// Time at a table, as its log tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    /// The terms and since when they are in force.
    pub(super) terms: Option<(Arc<Terms>, DateTime<Utc>)>,
    /// When the clock stood or stands, in order.
    pub(super) pauses: Vec<Span>,
    /// The entry that stopped the clock, while the others have not agreed to that.
    pub(super) stopped_by: Option<u64>,
    /// When each player is away, in the order in which they said so.
    pub(super) absences: BTreeMap<Arc<str>, Vec<Span>>,
    /// The last question to each seat whose time was up.
    pub(super) expired: BTreeMap<Seat, (u64, Expiry)>,
    /// More time for questions, by seat and number: since when, and how much.
    pub(super) extended: BTreeMap<(Seat, u64), Vec<MoreTime>>,
}

impl Clock {
    pub(super) fn change(&mut self, at: DateTime<Utc>, change: &TimeChange) {
        match change {
            TimeChange::Terms(terms) => {
                self.terms = Some((Arc::new(terms.clone()), at));
                // Every question has its whole time anew.
                self.expired.clear();
            }
            TimeChange::Pause { until } => {
                self.pause(at, until.as_deref().map_or(at + TimeDelta::days(PAUSE_DAYS), moment));
            }
            TimeChange::Resume => self.go_on(at),
        }
    }

    /// From `at` the clock stands; a pause that lasts becomes this one.
    fn pause(&mut self, at: DateTime<Utc>, until: DateTime<Utc>) {
        self.go_on(at);
        self.pauses.push(Span { from: at, until: Some(until) });
    }

    fn go_on(&mut self, at: DateTime<Utc>) {
        self.stopped_by = None;
        end_at(&mut self.pauses, at);
    }

    pub(super) fn stop(&mut self, seq: u64, at: DateTime<Utc>) {
        self.pause(at, at + TimeDelta::hours(STOP_HOURS));
        self.stopped_by = Some(seq);
    }

    /// The answer to the request to leave the clock stopped was no.
    pub(super) fn not_stopped(&mut self, request: u64, at: DateTime<Utc>) {
        if self.stopped_by == Some(request) {
            self.go_on(at);
        }
    }

    pub(super) fn away(&mut self, player: &Arc<str>, from: &str, until: &str) {
        let span = Span { from: moment(from), until: Some(moment(until)) };
        self.absences.entry(player.clone()).or_default().push(span);
    }

    pub(super) fn back(&mut self, player: &str, at: DateTime<Utc>) {
        if let Some(absences) = self.absences.get_mut(player) {
            end_at(absences, at);
        }
    }

    pub(super) fn expire(&mut self, (seat, prompt): (Seat, u64), expiry: Expiry) {
        self.expired.insert(seat, (prompt, expiry));
    }

    /// There is more time for a question, whether it was up or not.
    pub(super) fn extend(&mut self, (seat, prompt): (Seat, u64), at: DateTime<Utc>, hours: Hours) {
        self.expired.remove(&seat);
        self.extended.entry((seat, prompt)).or_default().push((at, hours));
    }

    /// Somebody sits down, whose time begins anew, or nobody does any more.
    pub(super) fn sit(&mut self, seat: Seat) {
        self.expired.remove(&seat);
    }

    /// The pause at `now`; not always the last, since a clock may be set back.
    pub(super) fn pause_at(&self, now: DateTime<Utc>) -> Option<Span> {
        self.pauses.iter().rfind(|pause| lasts(pause, now)).copied()
    }
}

/// Spans that have not ended end at `at`; those that have not begun are gone.
fn end_at(spans: &mut Vec<Span>, at: DateTime<Utc>) {
    spans.retain(|span| span.from < at);
    for span in spans.iter_mut().filter(|span| lasts(span, at)) {
        span.until = Some(at);
    }
}

pub(super) fn lasts(span: &Span, at: DateTime<Utc>) -> bool {
    span.from <= at && span.until.is_none_or(|until| until > at)
}

/// Spans in order, none of which touches another.
pub(super) fn united(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut spans: Vec<Span> = spans.collect();
    spans.sort_by_key(|span| span.from);
    let mut united: Vec<Span> = Vec::new();
    for span in spans {
        match united.last_mut().filter(|last| last.until.is_none_or(|until| until >= span.from)) {
            Some(last) => last.until = last.until.zip(span.until).map(|(one, other)| one.max(other)),
            None => united.push(span),
        }
    }
    united
}
