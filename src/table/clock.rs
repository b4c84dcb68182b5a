//! The clock of a table, from its log: terms, pauses, absences, and expired questions. Entries set it; [`super::time`] computes
//! the time of a question from it.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::platform::moment;
use crate::game::Seat;
use crate::log::table_event::TIME_LAW;
use crate::log::{COUNTED, TimeChange};
use crate::pace::stops::STOP_HOURS;
use crate::pace::{Absences, Booking, Hours, Span, Stops, Terms};

/// Days after which a pause without an end is over: players vanish, and the others should reach an end without them.
pub const PAUSE_DAYS: i64 = 90;
/// What moved the deadline of a question, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moved {
    /// So much more time was given.
    By(DateTime<Utc>, Hours),
    /// At this moment, a deadline was announced: that time, or later.
    To(DateTime<Utc>, DateTime<Utc>),
}

/// That the time of a question is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expiry {
    /// Its entry.
    pub seq: u64,
    /// When that was written.
    pub at: DateTime<Utc>,
}

/// Time at a table, from its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    /// The law of time in force.
    pub(super) law: u32,
    /// The terms and since when they are in force.
    pub(super) terms: Option<(Arc<Terms>, DateTime<Utc>)>,
    /// The spans in which the clock stood or stands, in order.
    pub(super) pauses: Vec<Span>,
    /// The entry that stopped the clock, while the others have not agreed to that.
    pub(super) stopped_by: Option<u64>,
    /// The emergency stops that count.
    pub(super) stops: Stops,
    /// When each player is away.
    pub(super) absences: BTreeMap<Arc<str>, Absences>,
    /// The last question to each seat whose time was up.
    pub(super) expired: BTreeMap<Seat, (u64, Expiry)>,
    /// What moved the deadlines of questions, by seat and number, in order.
    pub(super) moved: BTreeMap<(Seat, u64), Vec<Moved>>,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            law: 1,
            terms: None,
            pauses: Vec::new(),
            stopped_by: None,
            stops: Stops::default(),
            absences: BTreeMap::new(),
            expired: BTreeMap::new(),
            moved: BTreeMap::new(),
        }
    }
}

impl Clock {
    /// True if anything was agreed or done about time, or a newer program has put the table under its law.
    pub(super) fn is_used(&self) -> bool {
        self.law > TIME_LAW || self.terms.is_some() || !self.pauses.is_empty() || !self.absences.is_empty()
    }

    /// Time passes otherwise from `at` on; `by` is the player who did that alone.
    pub(super) fn change(&mut self, at: DateTime<Utc>, by: Option<&str>, change: &TimeChange) {
        match change {
            TimeChange::Terms(terms) => {
                self.terms = Some((Arc::new(terms.clone()), at));
                // Every question gets its whole time anew.
                self.expired.clear();
            }
            TimeChange::Pause { until } => {
                // A pause is no refusal of a player's stop: the clock stands, as that player wanted.
                self.stops.go_on(None, at);
                self.pause(at, until.as_deref().map_or(at + TimeDelta::days(PAUSE_DAYS), moment));
            }
            TimeChange::Resume => {
                self.stops.go_on(by, at);
                self.go_on(at);
            }
        }
    }

    /// Stops the clock from `at` on; a running pause becomes this one.
    fn pause(&mut self, at: DateTime<Utc>, until: DateTime<Utc>) {
        self.go_on(at);
        self.pauses.push(Span { from: at, until: Some(until) });
    }

    fn go_on(&mut self, at: DateTime<Utc>) {
        self.stopped_by = None;
        end_at(&mut self.pauses, at);
    }

    pub(super) fn stop(&mut self, seq: u64, player: &str, at: DateTime<Utc>) {
        // Law 1 sets no limit to stops, and a log of its time must stay valid.
        if self.law >= COUNTED {
            self.stops.stop(seq, player, at);
        }
        self.pause(at, at + TimeDelta::hours(STOP_HOURS));
        // After `pause`, which clears it.
        self.stopped_by = Some(seq);
    }

    /// The answer to the request to leave the clock stopped was no.
    pub(super) fn not_stopped(&mut self, request: u64, by: &str, at: DateTime<Utc>) {
        self.stops.refuse(request, by, at);
        if self.stopped_by == Some(request) {
            self.go_on(at);
        }
    }

    pub(super) fn away(&mut self, player: &Arc<str>, booking: Booking) {
        let absences = self.absences.entry(player.clone()).or_default();
        // Under law 1 absences that overlap stay apart, and a log of its time must stay valid.
        if self.law >= COUNTED { absences.book(booking) } else { absences.add(booking) }
    }

    /// One absence ends, or all where no number is named.
    pub(super) fn back(&mut self, player: &str, booked: Option<u64>, at: DateTime<Utc>) {
        let Some(absences) = self.absences.get_mut(player) else { return };
        match booked {
            Some(number) => drop(absences.end(number, at)),
            None => absences.end_all(at),
        }
    }

    pub(super) fn expire(&mut self, (seat, prompt): (Seat, u64), expiry: Expiry) {
        self.expired.insert(seat, (prompt, expiry));
    }

    /// There is more time for a question, whether it was up or not.
    pub(super) fn extend(&mut self, (seat, prompt): (Seat, u64), at: DateTime<Utc>, hours: Hours) {
        self.expired.remove(&seat);
        self.moved.entry((seat, prompt)).or_default().push(Moved::By(at, hours));
    }

    /// Records the announced deadline of a question.
    pub(super) fn told(&mut self, (seat, prompt): (Seat, u64), at: DateTime<Utc>, deadline: DateTime<Utc>) {
        self.moved.entry((seat, prompt)).or_default().push(Moved::To(at, deadline));
    }

    /// The clock was set back from `before` to `at`: later times count as `at`, and later expiries are void.
    pub(super) fn set_back(&mut self, before: DateTime<Utc>, at: DateTime<Utc>) {
        self.terms.iter_mut().for_each(|(_, since)| *since = (*since).min(at));
        self.pauses.retain_mut(|pause| pause.set_back(before, at));
        self.stops.set_back(at);
        self.absences.values_mut().for_each(|absences| absences.set_back(before, at));
        self.expired.retain(|_, (_, expiry)| expiry.at <= at);
        for moved in self.moved.values_mut() {
            moved.retain_mut(|moved| match moved {
                Moved::By(since, _) => {
                    *since = (*since).min(at);
                    true
                }
                // This deadline was announced from times that do not count any more.
                Moved::To(..) => false,
            });
        }
    }

    /// The holder of a seat changed, so its time starts anew.
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
