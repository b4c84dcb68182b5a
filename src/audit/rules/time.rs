//! Time at a table, and its expiries: the audit's own fold.

mod bound;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use super::{Difference, differs};
use crate::log::table_event::TIME_LAW;
use crate::log::{COUNTED, Entry, TimeChange};
use crate::pace::{Absences, Booking, DecisionSize, Hours, Overdue, Span, Terms};
use crate::reason::Reason;

pub(super) use bound::Seen;

/// The pause after one player's stop.
const STOP: TimeDelta = TimeDelta::hours(72);
/// The longest pause without an end.
const PAUSE: TimeDelta = TimeDelta::days(90);
/// The greatest difference between two zone databases.
const ZONES_APART: TimeDelta = TimeDelta::hours(2);

/// Time at a table. Takebacks undo nothing here.
#[derive(Default)]
pub(super) struct Time {
    /// The law in force; 0 means the first.
    law: u32,
    terms: Terms,
    terms_since: Option<DateTime<Utc>>,
    pauses: Vec<Span>,
    /// The request to leave the clock stopped, while that is not agreed.
    stop: Option<u64>,
    absences: BTreeMap<String, Absences>,
    /// Since when each seat has the player it has.
    seated: BTreeMap<String, DateTime<Utc>>,
    /// The last question to each seat whose time was up, and since when.
    expired: BTreeMap<String, (u64, DateTime<Utc>)>,
    /// Moves of the deadlines of questions, by seat and number.
    moved: BTreeMap<(String, u64), Vec<Moved>>,
    /// Entries that set the clock back, and to when.
    set_back: Vec<(u64, DateTime<Utc>)>,
}

/// A move of a deadline, and its time.
enum Moved {
    /// So much more time.
    By(DateTime<Utc>, Hours),
    /// The announcement of a moved deadline.
    To(DateTime<Utc>, DateTime<Utc>),
}

/// An expired question, or one with more time.
pub(super) struct Late<'a> {
    pub(super) seat: &'a str,
    pub(super) player: String,
    pub(super) prompt: u64,
    /// The time it was raised.
    pub(super) raised: DateTime<Utc>,
    pub(super) deadline: &'a str,
    pub(super) is_small: bool,
}

pub(super) fn moment(text: &str) -> DateTime<Utc> {
    // An entry with a time of another form is not read at all, so the fallback is never used.
    DateTime::parse_from_rfc3339(text).map_or(DateTime::UNIX_EPOCH, |time| time.to_utc())
}

impl Time {
    pub(super) fn seat(&mut self, entry: &Entry, seat: &str) {
        self.seated.insert(seat.to_owned(), moment(&entry.at));
        self.expired.remove(seat);
    }

    pub(super) fn change(&mut self, entry: &Entry, change: &TimeChange) {
        let at = moment(&entry.at);
        match change {
            TimeChange::Terms(terms) => {
                self.terms = terms.clone();
                self.terms_since = Some(at);
                self.expired.clear();
            }
            TimeChange::Pause { until } => {
                end(&mut self.pauses, at);
                let until = until.as_deref().map_or(at + PAUSE, moment);
                self.pauses.push(Span { from: at, until: Some(until) });
                self.stop = None;
            }
            TimeChange::Resume => self.go_on(at),
        }
    }

    /// Returns whether one player may make the change: alone at the table, to restart a clock that another stopped alone, or if
    /// nobody refused to go on.
    pub(super) fn may_change_alone(&self, change: &TimeChange, players: usize, unanswered: bool) -> bool {
        players < 2 || (*change == TimeChange::Resume && (self.stop.is_some() || unanswered))
    }

    pub(super) fn stop(&mut self, entry: &Entry) -> Result<(), Difference> {
        let at = moment(&entry.at);
        if self.knows_law() && self.pauses.iter().any(|span| is_in(span, at)) {
            return differs(entry.seq, Reason::of("found-stopped-so"));
        }
        // Pauses that a clock set back has put ahead of it are no more.
        self.go_on(at);
        self.pauses.push(Span { from: at, until: Some(at + STOP) });
        self.stop = Some(entry.seq);
        Ok(())
    }

    pub(super) fn not_agreed(&mut self, request: u64, entry: &Entry) {
        if self.stop == Some(request) {
            self.go_on(moment(&entry.at));
        }
    }

    fn go_on(&mut self, at: DateTime<Utc>) {
        self.stop = None;
        end(&mut self.pauses, at);
    }

    pub(super) fn away(
        &mut self,
        entry: &Entry,
        player: &str,
        (from, until): (&str, &str),
    ) -> Result<(), Difference> {
        let new = Booking { number: entry.seq, from: moment(from), until: moment(until) };
        let absences = self.absences.entry(player.to_owned()).or_default();
        // Under the second law its lines alone decide whether it may be booked.
        if self.law >= COUNTED {
            absences.book(new);
            return Ok(());
        }
        let year = |time: DateTime<Utc>| time.format("%Y").to_string();
        let same_year = absences.spans().filter(|other| year(other.from) == year(new.from));
        let booked: TimeDelta =
            same_year.chain([new.span()]).filter_map(|span| Some(span.until? - span.from)).sum();
        if booked > TimeDelta::days(self.terms.absence_days.into()) {
            return differs(
                entry.seq,
                Reason::of("found-away-too-long").with("days", u64::from(self.terms.absence_days)),
            );
        }
        absences.add(new);
        Ok(())
    }

    pub(super) fn back(&mut self, entry: &Entry, player: &str, booked: Option<u64>) {
        let Some(absences) = self.absences.get_mut(player) else { return };
        match booked {
            Some(number) => drop(absences.end(number, moment(&entry.at))),
            None => absences.end_all(moment(&entry.at)),
        }
    }

    pub(super) fn change_law(&mut self, to: u32) {
        self.law = to;
    }

    /// Returns whether this program knows the law in force. Else nothing is checked that hangs on time.
    pub(super) fn knows_law(&self) -> bool {
        self.law <= TIME_LAW
    }

    /// The time an entry was written, unless a later one set the clock back before it.
    pub(super) fn when(&self, entry: &Entry) -> DateTime<Utc> {
        let sets = self.set_back.iter().filter(|(seq, _)| *seq > entry.seq).map(|(_, at)| *at);
        sets.fold(moment(&entry.at), DateTime::min)
    }

    /// Sets the clock back: later times count as now, and later expiries are void.
    pub(super) fn set_back(&mut self, entry: &Entry, before: DateTime<Utc>) {
        if !self.knows_law() {
            return;
        }
        let at = moment(&entry.at);
        self.set_back.push((entry.seq, at));
        self.terms_since = self.terms_since.map(|since| since.min(at));
        self.seated.values_mut().for_each(|since| *since = (*since).min(at));
        self.pauses.retain_mut(|pause| pause.set_back(before, at));
        self.absences.values_mut().for_each(|absences| absences.set_back(before, at));
        self.expired.retain(|_, (_, since)| *since <= at);
        for moved in self.moved.values_mut() {
            // An announced deadline was read off the wrong clock; hours that were granted are still owed.
            moved.retain(|moved| matches!(moved, Moved::By(..)));
            for moved in moved {
                if let Moved::By(since, _) = moved {
                    *since = (*since).min(at);
                }
            }
        }
    }

    /// Moves the deadline of a question, because the rules of a zone changed.
    pub(super) fn tell(&mut self, entry: &Entry, late: &Late<'_>) -> Result<(), Difference> {
        if !self.knows_law() {
            return Ok(());
        }
        let told = moment(late.deadline);
        let knows_zones = self.terms.knows_zones(DecisionSize::of(late.is_small));
        let due = self.due(late).0.filter(|due| knows_zones && (*due - told).abs() <= ZONES_APART);
        if due.is_none() {
            return differs(entry.seq, Reason::of("found-told-so").quoting("seat", late.seat));
        }
        self.note_moved(late.seat, late.prompt, Moved::To(moment(&entry.at), told));
        Ok(())
    }

    fn note_moved(&mut self, seat: &str, prompt: u64, moved: Moved) {
        self.moved.entry((seat.to_owned(), prompt)).or_default().push(moved);
    }

    /// The spans that do not count of a player's time, in order.
    fn off(&self, player: &str) -> Vec<Span> {
        let away = self.absences.get(player).into_iter().flat_map(Absences::spans);
        let mut off: Vec<Span> = self.pauses.iter().copied().chain(away).collect();
        off.sort_by_key(|span| span.from);
        off.into_iter().fold(Vec::new(), joined)
    }

    /// The deadline of a question, and the time that does not count.
    fn due(&self, late: &Late<'_>) -> (Option<DateTime<Utc>>, Vec<Span>) {
        let begun = [Some(late.raised), self.seated.get(late.seat).copied(), self.terms_since];
        let begun = begun.into_iter().flatten().max().unwrap_or_default();
        let off = self.off(&late.player);
        let mut due = self.terms.deadline(DecisionSize::of(late.is_small), begun, &off);
        for moved in self.moved.get(&(late.seat.to_owned(), late.prompt)).into_iter().flatten() {
            due = due.and_then(|due| match moved {
                // From the extension at the earliest, or a late one would be over when it is given.
                Moved::By(since, hours) => self.terms.later(due.max(*since), *hours, &off),
                Moved::To(since, told) if *since >= begun => Some(due.max(*told)),
                Moved::To(..) => Some(due),
            });
        }
        (due, off)
    }

    /// A question that is due has more time.
    pub(super) fn extend(&mut self, entry: &Entry, late: &Late<'_>, hours: Hours) -> Result<(), Difference> {
        if self.knows_law() && self.due(late).0.is_none() {
            return differs(entry.seq, Reason::of("found-not-due").quoting("seat", late.seat));
        }
        // It cancels the expiry, until the question expires once more.
        self.expired.remove(late.seat);
        self.note_moved(late.seat, late.prompt, Moved::By(moment(&entry.at), hours));
        Ok(())
    }

    /// A seat has no player any more.
    pub(super) fn leave(&mut self, seat: &str) {
        self.seated.remove(seat);
        self.expired.remove(seat);
    }

    /// The time of a question is up: not before its deadline and the grace after it.
    pub(super) fn expire(&mut self, entry: &Entry, late: &Late<'_>) -> Result<(), Difference> {
        if !self.knows_law() {
            return self.note_expired(entry, late.seat, late.prompt);
        }
        let (due, off) = self.due(late);
        let size = DecisionSize::of(late.is_small);
        let said = moment(late.deadline);
        let apart = if self.terms.knows_zones(size) { ZONES_APART } else { TimeDelta::zero() };
        let Some(due) = due.filter(|due| (*due - said).abs() <= apart) else {
            let due = due.map(|due| due.to_rfc3339()).unwrap_or_default();
            return differs(entry.seq, Reason::of("found-other-deadline").quoting("due", due));
        };
        let at = moment(&entry.at);
        let up = self.terms.grace_over(said.max(due - apart), &off);
        // The writer's database of zones may put weekends elsewhere, and so the end of the grace.
        if off.iter().any(|span| is_in(span, at)) || up.is_none_or(|up| at < up - apart) {
            return differs(entry.seq, Reason::of("found-in-grace"));
        }
        self.note_expired(entry, late.seat, late.prompt)
    }

    /// The time of these players to be ready is up: not before the last of their deadlines, which this one is, and the grace after
    /// it.
    pub(super) fn end_wait(
        &self,
        entry: &Entry,
        players: &BTreeSet<&str>,
        deadline: &str,
    ) -> Result<(), Difference> {
        if !self.knows_law() || players.is_empty() {
            return Ok(());
        }
        let (size, begun) = (DecisionSize::Big, self.wait_begun());
        let offs: Vec<Vec<Span>> = players.iter().map(|player| self.off(player)).collect();
        let dues: Option<Vec<_>> = offs.iter().map(|off| self.terms.deadline(size, begun, off)).collect();
        if dues.is_none() {
            return differs(entry.seq, Reason::of("found-wait-ended-so"));
        }
        let (said, at) = (moment(deadline), moment(&entry.at));
        let apart = if self.terms.knows_zones(size) { ZONES_APART } else { TimeDelta::zero() };
        let due = dues.and_then(|dues| dues.into_iter().max());
        let Some(due) = due.filter(|due| (*due - said).abs() <= apart) else {
            let due = due.map(|due| due.to_rfc3339()).unwrap_or_default();
            return differs(entry.seq, Reason::of("found-other-deadline").quoting("due", due));
        };
        let is_over = |off: &Vec<Span>| {
            let up = self.terms.grace_over(said.max(due - apart), off);
            up.is_some_and(|up| at >= up - apart) && !off.iter().any(|span| is_in(span, at))
        };
        if offs.iter().all(is_over) { Ok(()) } else { differs(entry.seq, Reason::of("found-in-grace")) }
    }

    /// When the last seat was taken or the terms were agreed, whichever came last.
    fn wait_begun(&self) -> DateTime<Utc> {
        self.seated.values().copied().chain(self.terms_since).max().unwrap_or_default()
    }

    fn note_expired(&mut self, entry: &Entry, seat: &str, prompt: u64) -> Result<(), Difference> {
        let before = self.expired.insert(seat.to_owned(), (prompt, moment(&entry.at)));
        if self.knows_law() && before.is_some_and(|(before, _)| before == prompt) {
            return differs(entry.seq, Reason::of("found-expired-before"));
        }
        Ok(())
    }

    /// Returns whether the time of a question to `seat` was ever up.
    pub(super) fn was_up(&self, seat: &str) -> bool {
        self.expired.contains_key(seat)
    }

    /// Returns whether the player who stands in for a seat gets it when its time is up.
    pub(super) fn leaves_to_stand_in(&self) -> bool {
        self.terms.overdue == Overdue::StandIn
    }

    /// Returns whether a computer player stands in when time is up.
    pub(super) fn leaves_to_computer(&self) -> bool {
        self.terms.overdue.computer().is_some()
    }

    /// Returns whether the time of `seat`'s present question is up, and the terms allow this consequence.
    pub(super) fn allows(&self, overdue: Overdue, seat: &str, prompt: Option<u64>) -> bool {
        self.terms.overdue == overdue
            && prompt.is_some()
            && self.expired.get(seat).map(|(prompt, _)| *prompt) == prompt
    }
}

fn is_in(span: &Span, at: DateTime<Utc>) -> bool {
    span.from <= at && span.until.is_none_or(|until| until > at)
}

fn end(spans: &mut Vec<Span>, at: DateTime<Utc>) {
    // A span that has not begun goes with the one that ends: the clock set back may have left some ahead.
    spans.retain(|span| span.from < at);
    spans.iter_mut().filter(|span| is_in(span, at)).for_each(|span| span.until = Some(at));
}

fn joined(mut spans: Vec<Span>, next: Span) -> Vec<Span> {
    match spans.last_mut() {
        Some(last) if last.until.is_none_or(|until| until >= next.from) => {
            last.until = last.until.and_then(|until| next.until.map(|next| until.max(next)));
        }
        _ => spans.push(next),
    }
    spans
}
