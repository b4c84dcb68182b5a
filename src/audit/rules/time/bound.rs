//! Deadlines as far as lines alone show them: a sealed entry may have raised the question, only the game knows its size, and
//! there is no database of zones. The result is the earliest possible end of a question's time.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

use super::{Moved, Time, ZONES_APART, is_in, moment};
use crate::audit::rules::{Difference, differs};
use crate::log::Entry;
use crate::pace::{DecisionSize, Hours, Pace, Span};
use crate::reason::Reason;

/// The least counted time between a question and a fixed time at which it is due.
const NOTICE: TimeDelta = TimeDelta::hours(12);
// Saturday comes last to UTC-12, at 12:00 UTC, and Sunday ends first in UTC+14, at 10:00 UTC.
/// The span from Saturday 12:00 to Sunday 10:00 UTC, which is weekend in every zone: the first one's beginning, their length
/// and their distance, in milliseconds.
const WEEKEND: [i64; 3] = [216_000_000, 79_200_000, 604_800_000];

/// A question as lines alone show it.
pub(in crate::audit::rules) struct Seen<'a> {
    pub(in crate::audit::rules) seat: &'a str,
    pub(in crate::audit::rules) player: &'a str,
    pub(in crate::audit::rules) prompt: u64,
    /// The time it was raised, or a lower bound; `None` if nothing tells.
    pub(in crate::audit::rules) raised: Option<DateTime<Utc>>,
    /// True if it was raised at that very time.
    pub(in crate::audit::rules) exact: bool,
}

/// An end of the time of a question.
struct End {
    at: DateTime<Utc>,
    /// True if it is the end, and not only the earliest.
    exact: bool,
}

impl Time {
    /// The agreed consequence when time is up.
    pub(in crate::audit::rules) fn overdue(&self) -> crate::pace::Overdue {
        self.terms.overdue
    }

    /// The question to `seat` whose time was up last.
    pub(in crate::audit::rules) fn expired_question(&self, seat: &str) -> Option<u64> {
        self.expired.get(seat).map(|(prompt, _)| *prompt)
    }

    /// True if an absence of `player` is not over at `at`.
    pub(in crate::audit::rules) fn is_away_after(&self, player: &str, at: DateTime<Utc>) -> bool {
        self.absences.get(player).is_some_and(|absences| absences.ahead(at).next().is_some())
    }

    /// As [`Time::expire`], as far as lines show; where `dark`, without moments.
    pub(in crate::audit::rules) fn expire_seen(
        &mut self,
        entry: &Entry,
        seen: &Seen<'_>,
        deadline: &str,
        dark: bool,
    ) -> Result<(), Difference> {
        if !self.knows_law() {
            return self.note_expired(entry, seen.seat, seen.prompt);
        }
        let (ends, said, at) = (self.ends(seen), moment(deadline), moment(&entry.at));
        let Some(first) = ends.iter().map(|end| end.at).min() else {
            return differs(entry.seq, Reason::of("found-not-due").quoting("seat", seen.seat));
        };
        if !dark {
            // One of the two is enough: only the rules say whether the decision was a small one.
            let fits = |end: &End| if end.exact { said == end.at } else { said >= end.at };
            if !ends.iter().any(fits) {
                let due = Reason::of("found-other-deadline").quoting("due", first.to_rfc3339());
                return differs(entry.seq, due);
            }
            let off = self.off(seen.player);
            let over = self.after(said, self.terms.grace_hours.length(), &off);
            if at < over || off.iter().any(|span| is_in(span, at)) {
                return differs(entry.seq, Reason::of("found-in-grace"));
            }
        }
        self.note_expired(entry, seen.seat, seen.prompt)
    }

    /// As [`Time::end_wait`], as far as lines show; where `dark`, without moments.
    pub(in crate::audit::rules) fn end_wait_seen(
        &self,
        entry: &Entry,
        players: &BTreeSet<&str>,
        deadline: &str,
        dark: bool,
    ) -> Result<(), Difference> {
        let offs: Vec<Vec<Span>> = players.iter().map(|player| self.off(player)).collect();
        if !self.knows_law() {
            return Ok(());
        }
        let Some(length) = least(&self.terms.big) else {
            return differs(entry.seq, Reason::of("found-wait-ended-so"));
        };
        let first = offs.iter().map(|off| self.after(self.wait_begun(), length, off)).max();
        let Some(first) = first.filter(|_| !dark) else { return Ok(()) };
        let (said, at) = (moment(deadline), moment(&entry.at));
        let exact = !self.terms.knows_zones(DecisionSize::Big);
        if said < first || exact && said != first {
            let due = Reason::of("found-other-deadline").quoting("due", first.to_rfc3339());
            return differs(entry.seq, due);
        }
        let is_over = |off: &Vec<Span>| {
            at >= self.after(said, self.terms.grace_hours.length(), off)
                && !off.iter().any(|span| is_in(span, at))
        };
        if offs.iter().all(is_over) { Ok(()) } else { differs(entry.seq, Reason::of("found-in-grace")) }
    }

    /// As [`Time::tell`], as far as lines show.
    pub(in crate::audit::rules) fn tell_seen(
        &mut self,
        entry: &Entry,
        seen: &Seen<'_>,
        deadline: &str,
        dark: bool,
    ) -> Result<(), Difference> {
        if !self.knows_law() {
            return Ok(());
        }
        let told = moment(deadline);
        let knows_zones = [DecisionSize::Big, DecisionSize::Small]
            .into_iter()
            .any(|size| *self.terms.pace(size) != Pace::None && self.terms.knows_zones(size));
        // Lines show only the earliest end, so there is no bound above.
        let may = |end: &End| dark || told >= end.at - ZONES_APART;
        if !knows_zones || !self.ends(seen).iter().any(may) {
            return differs(entry.seq, Reason::of("found-told-so").quoting("seat", seen.seat));
        }
        self.note_moved(seen.seat, seen.prompt, Moved::To(moment(&entry.at), told));
        Ok(())
    }

    /// As [`Time::extend`], as far as lines show.
    pub(in crate::audit::rules) fn extend_seen(
        &mut self,
        entry: &Entry,
        seen: &Seen<'_>,
        hours: Hours,
    ) -> Result<(), Difference> {
        if self.knows_law() && self.ends(seen).is_empty() {
            return differs(entry.seq, Reason::of("found-not-due").quoting("seat", seen.seat));
        }
        self.expired.remove(seen.seat);
        self.note_moved(seen.seat, seen.prompt, Moved::By(moment(&entry.at), hours));
        Ok(())
    }

    /// The end of a big question's time and that of a small one's, as far as they have one.
    fn ends(&self, seen: &Seen<'_>) -> Vec<End> {
        let begun = [seen.raised, self.seated.get(seen.seat).copied(), self.terms_since];
        let begun = begun.into_iter().flatten().max().unwrap_or_default();
        let off = self.off(seen.player);
        let moved = self.moved.get(&(seen.seat.to_owned(), seen.prompt));
        let end = |size: DecisionSize| {
            let mut at = self.after(begun, least(self.terms.pace(size))?, &off);
            for moved in moved.into_iter().flatten() {
                at = match moved {
                    Moved::By(since, hours) => self.after(at.max(*since), hours.length(), &off),
                    Moved::To(since, told) if *since >= begun => at.max(*told),
                    Moved::To(..) => at,
                };
            }
            Some(End { at, exact: seen.exact && !self.terms.knows_zones(size) })
        };
        [DecisionSize::Big, DecisionSize::Small].into_iter().filter_map(end).collect()
    }

    /// The earliest moment at which this much time has counted.
    fn after(&self, from: DateTime<Utc>, length: TimeDelta, off: &[Span]) -> DateTime<Utc> {
        let (mut at, mut left) = (from, length);
        loop {
            let spans = off.iter().filter_map(|span| Some((span.from, span.until?)));
            let spans = spans.filter(|(begins, ends)| *ends > at.max(*begins));
            let weekend = self.terms.weekends_off.as_ref().and_then(|_| weekend(at));
            let Some((begins, ends)) = spans.chain(weekend).min() else { break };
            let runs = (begins - at).max(TimeDelta::zero());
            if left <= runs {
                break;
            }
            left -= runs;
            at = ends;
        }
        at + left
    }
}

/// The least counted time of a decision at a pace.
fn least(pace: &Pace) -> Option<TimeDelta> {
    match pace {
        Pace::None => None,
        Pace::Each(hours) => Some(hours.length()),
        Pace::Times(_) => Some(NOTICE),
    }
}

/// The span that ends first after `at` in which it is Saturday or Sunday everywhere.
fn weekend(at: DateTime<Utc>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let [first, length, week] = WEEKEND;
    let number = (at.timestamp_millis() - first - length).div_euclid(week) + 1;
    let begins = first + number * week;
    DateTime::from_timestamp_millis(begins).zip(DateTime::from_timestamp_millis(begins + length))
}
