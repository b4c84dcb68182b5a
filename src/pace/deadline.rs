//! Counting time, and when a decision is due.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, Utc};

use super::{DecisionSize, FixedTimes, Hours, Pace, PaceError, Terms, Zone};

/// The least counted time between a question and the fixed time at which it is due. With half a day, a question shortly before
/// a fixed time is due at the next one, so nobody who looked in the evening before is late; and a question answered in the
/// morning still leaves the evening's time to the next player.
pub const MIN_NOTICE: TimeDelta = TimeDelta::hours(12);
/// The most weekends in a row that may contain all fixed times before the terms count as never due: a year's, since the clocks
/// of two zones can be apart in one season only.
const MOST_WEEKENDS: usize = 53;
/// A moment from which a pace is tried: any, in a time whose zones are today's.
const SOME_MOMENT: i64 = 1_704_067_200;

/// Time that does not count: a pause, an absence. Its end is not of it; where that is not after its beginning, as of a pause that
/// was agreed to too late, it is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// When it begins.
    pub from: DateTime<Utc>,
    /// Its end; `None` while nobody knows.
    pub until: Option<DateTime<Utc>>,
}

impl Span {
    /// The clock was set back from `before` to `at`: what began later and lasted goes on from there for as long as was left.
    /// False where it had ended, or not begun, and is gone.
    pub fn set_back(&mut self, before: DateTime<Utc>, at: DateTime<Utc>) -> bool {
        if self.from <= at {
            return true;
        }
        let lasted = self.from <= before && self.until.is_none_or(|until| until > before);
        (self.from, self.until) = (at, self.until.map(|until| at + (until - before)));
        lasted
    }
}

/// Spans in order, without overlaps.
pub fn united(spans: impl Iterator<Item = Span>) -> Vec<Span> {
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

/// The time that does not count.
#[derive(Clone, Copy)]
struct Off<'a> {
    spans: &'a [Span],
    weekends: Option<&'a Zone>,
}

impl Terms {
    /// The deadline of a decision of this size raised at `asked`, with these spans off; `None` without a pace, or while the
    /// clock stands.
    pub fn deadline(&self, size: DecisionSize, asked: DateTime<Utc>, off: &[Span]) -> Option<DateTime<Utc>> {
        self.pace(size).deadline(asked, off, self.weekends_off.as_ref())
    }

    /// The end of the grace after a deadline, with these spans off; `None` while the clock stands. Time that does not count for
    /// a decision does not count for its grace.
    pub fn grace_over(&self, due: DateTime<Utc>, off: &[Span]) -> Option<DateTime<Utc>> {
        self.later(due, self.grace_hours, off)
    }

    /// This many counted hours later, with these spans off; `None` while the clock stands.
    pub fn later(&self, than: DateTime<Utc>, hours: Hours, off: &[Span]) -> Option<DateTime<Utc>> {
        Off { spans: off, weekends: self.weekends_off.as_ref() }.after(than, hours.length())
    }

    /// Checks that every pace leads to deadlines.
    ///
    /// # Errors
    /// Fixed times that are all in weekends off.
    pub fn check(&self) -> Result<(), PaceError> {
        let some_moment = DateTime::from_timestamp(SOME_MOMENT, 0).unwrap_or_default();
        for pace in [&self.big, &self.small] {
            if *pace != Pace::None && pace.deadline(some_moment, &[], self.weekends_off.as_ref()).is_none() {
                return Err(PaceError::NeverDue { pace: pace.to_string() });
            }
        }
        Ok(())
    }
}

impl Pace {
    /// The deadline of a decision raised at `asked`; `None` without a pace, or while the clock stands. Spans off, and weekends
    /// in the named zone, do not count, and contain no deadline at a fixed time.
    pub fn deadline(
        &self,
        asked: DateTime<Utc>,
        off: &[Span],
        weekends_off: Option<&Zone>,
    ) -> Option<DateTime<Utc>> {
        let off = Off { spans: off, weekends: weekends_off };
        match self {
            Pace::None => None,
            Pace::Each(hours) => off.after(asked, hours.length()),
            Pace::Times(times) => times.first(off.after(asked, MIN_NOTICE)?, off),
        }
    }
}

/// The part of the time between two moments that counts.
pub fn counting(
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    off: &[Span],
    weekends_off: Option<&Zone>,
) -> TimeDelta {
    let off = Off { spans: off, weekends: weekends_off };
    let (mut at, mut counted) = (from, TimeDelta::zero());
    while at < until {
        let Some(next) = off.next(at) else { return counted + (until - at) };
        counted += next.from.clamp(at, until) - at;
        at = next.until.unwrap_or(until);
    }
    counted
}

impl Off<'_> {
    /// The span that ends after `at` and begins first.
    fn next(&self, at: DateTime<Utc>) -> Option<Span> {
        let spans = self.spans.iter().copied();
        let spans = spans.filter(|span| span.until.is_none_or(|until| until > at.max(span.from)));
        spans.chain(self.weekends.map(|zone| weekend(zone, at))).min_by_key(|span| span.from)
    }

    /// The moment at which this much time has counted; `None` if the clock stands before that.
    fn after(&self, from: DateTime<Utc>, length: TimeDelta) -> Option<DateTime<Utc>> {
        let (mut at, mut left) = (from, length);
        while let Some(next) = self.next(at) {
            let runs = (next.from - at).max(TimeDelta::zero());
            if left <= runs {
                break;
            }
            left -= runs;
            at = next.until?;
        }
        at.checked_add_signed(left)
    }
}

/// The weekend that ends first after `at`.
fn weekend(zone: &Zone, at: DateTime<Utc>) -> Span {
    let today = zone.local(at).date();
    // The days from a Saturday on: those that a zone skipped are no exception.
    let saturday = today - Days::new((today.weekday().num_days_from_monday() + 2).rem_euclid(7).into());
    let begins = |day: NaiveDate| zone.instant(day, NaiveTime::MIN);
    let of =
        |saturday: NaiveDate| Span { from: begins(saturday), until: Some(begins(saturday + Days::new(2))) };
    let last = of(saturday);
    if last.until.is_some_and(|until| until > at) { last } else { of(saturday + Days::new(7)) }
}

impl FixedTimes {
    /// The first of these times, not before `earliest`, that counts.
    fn first(&self, earliest: DateTime<Utc>, off: Off<'_>) -> Option<DateTime<Utc>> {
        let mut from = earliest;
        // Each turn leaves at least one weekend or one span behind.
        for _ in 0..MOST_WEEKENDS + off.spans.len() {
            let moment = self.next(from)?;
            // A span that begins later does not bar the moment.
            match off.next(moment).filter(|span| span.from <= moment) {
                None => return Some(moment),
                Some(span) => from = span.until?,
            }
        }
        None
    }

    /// The first of these times that is not before `from`, counting or not.
    fn next(&self, from: DateTime<Utc>) -> Option<DateTime<Utc>> {
        // From a day earlier on, since a time of a day that is skipped is a moment of the next.
        let first = self.zone.local(from).date() - Days::new(1);
        // The day before, today, the week after it, and one day to spare.
        let days = first.iter_days().take(10).filter(|day| self.days.contains(day.weekday()));
        let moments = days.flat_map(|day| self.at.iter().map(move |time| self.zone.instant(day, *time)));
        moments.filter(|moment| *moment >= from).min()
    }
}
