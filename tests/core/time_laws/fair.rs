//! Whether each `TimeExpired` of a log was fair: told by a simple fold of the log alone.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Datelike, Days, NaiveTime, TimeDelta, Utc};
use wardroom::club::standing_orders::ANSWER_DELAY;
use wardroom::log::{
    ConsentEvent, Entry, PlayEvent, RequestEvent, SeatEvent, TableEvent, TimeChange, TimeEvent,
};
use wardroom::pace::{Pace, Terms};
use wardroom::standing::STANDING_DOOR;

type Moment = DateTime<Utc>;
/// From when until when; for ever where it has no end.
type Off = (Moment, Option<Moment>);

/// How long a clock stands that one player stopped.
const STOP: TimeDelta = TimeDelta::hours(72);
/// The least of a time that counts before a fixed time.
const NOTICE: TimeDelta = TimeDelta::hours(12);

/// What a log said of time so far.
#[derive(Default)]
pub struct Expiries {
    pub count: usize,
    /// How many seats went to another because of them.
    pub stood_in: usize,
    /// How many orders standing orders gave.
    pub answered_for: usize,
    terms: Option<(Terms, Moment)>,
    pauses: Vec<Off>,
    stop: Option<u64>,
    /// Absences, each with the number of its entry.
    away: BTreeMap<String, Vec<(u64, Off)>>,
    holders: BTreeMap<String, (String, Moment)>,
    /// When the time of each question was up.
    up: BTreeMap<(String, u64), Moment>,
    /// Orders by the question that they answered.
    answered: BTreeSet<(u64, u64, String)>,
}

fn moment(text: &str) -> Moment {
    text.parse().unwrap()
}

fn is_in((from, until): &Off, at: Moment) -> bool {
    *from <= at && until.is_none_or(|until| until > at)
}

fn end(spans: &mut Vec<Off>, at: Moment) {
    spans.retain(|(from, _)| *from < at);
    spans.iter_mut().filter(|span| is_in(span, at)).for_each(|(_, until)| *until = Some(at));
}

impl Expiries {
    pub fn of(entries: &[Entry], seed: u64) -> Expiries {
        let mut time = Expiries::default();
        for entry in entries {
            time.follow(entry, entries, seed);
        }
        time
    }

    fn follow(&mut self, entry: &Entry, entries: &[Entry], seed: u64) {
        let at = moment(&entry.at);
        let by = || entry.by.clone().unwrap();
        match entry.table_event().unwrap() {
            Some(TableEvent::Seats(SeatEvent::SeatTaken { seat })) => {
                self.stood_in += usize::from(entry.cause.is_some_and(|cause| cause > 1));
                self.holders.insert(seat, (by().player, at));
            }
            Some(TableEvent::Play(PlayEvent::OrderGiven { prompt, .. })) => {
                if let Some(name) = entry.door.as_deref().and_then(|door| door.strip_prefix(STANDING_DOOR)) {
                    self.answered_for += 1;
                    let raised = moment(&entries[prompt as usize - 1].at);
                    let up = self.up.get(&(by().seat, prompt));
                    let called = if name == "late" { up.copied() } else { Some(raised) };
                    let is_due = called.is_some_and(|called| called + ANSWER_DELAY <= at);
                    assert!(is_due, "seed {seed}: entry {}: too early for {name}", entry.seq);
                }
                self.answered.insert((entry.seq, prompt, by().seat));
            }
            Some(TableEvent::Play(PlayEvent::TakenBack { to })) => {
                self.answered.retain(|(order, ..)| *order <= to)
            }
            Some(TableEvent::Time(TimeEvent::TimeChanged { change })) => self.change(at, &change),
            Some(TableEvent::Request(RequestEvent::TimeStopped)) => {
                self.change(at, &TimeChange::Resume);
                self.pauses.push((at, Some(at + STOP)));
                self.stop = Some(entry.seq);
            }
            Some(TableEvent::Consent(ConsentEvent::Answered { request, agrees: false }))
                if self.stop == Some(request) =>
            {
                self.change(at, &TimeChange::Resume);
            }
            Some(TableEvent::Time(TimeEvent::AbsenceBooked { from, until })) => {
                let away = self.away.entry(by().player).or_default();
                let (mut from, mut until) = (moment(&from), moment(&until));
                // One that touches others is one with them, under its own number.
                away.retain(|(_, (begins, ends))| {
                    let touches = from <= ends.unwrap() && *begins <= until;
                    if touches {
                        (from, until) = (from.min(*begins), until.max(ends.unwrap()));
                    }
                    !touches
                });
                away.push((entry.seq, (from, Some(until))));
            }
            Some(TableEvent::Time(TimeEvent::AbsenceEnded { booked })) => {
                let away = self.away.entry(by().player).or_default();
                let at_it = away.iter().position(|(number, _)| Some(*number) == booked);
                let (_, span) = away.remove(at_it.expect("an absence that was booked"));
                let mut ended = vec![span];
                end(&mut ended, at);
                away.extend(ended.into_iter().map(|span| (0, span)));
            }
            Some(TableEvent::Time(TimeEvent::TimeExpired { seat, prompt, deadline })) => {
                self.count += 1;
                self.up.insert((seat.clone(), prompt), at);
                let raised = moment(&entries[prompt as usize - 1].at);
                let unfair = self.unfair(at, &seat, prompt, raised, moment(&deadline));
                assert!(unfair.is_none(), "seed {seed}: entry {}: {}", entry.seq, unfair.unwrap());
            }
            _ => {}
        }
    }

    fn change(&mut self, at: Moment, change: &TimeChange) {
        if let TimeChange::Terms(terms) = change {
            self.terms = Some((terms.clone(), at));
            return;
        }
        self.stop = None;
        end(&mut self.pauses, at);
        if let TimeChange::Pause { until } = change {
            self.pauses.push((at, until.as_deref().map(moment)));
        }
    }

    /// Why it is not fair to say at `at` that the time of a question is up.
    fn unfair(
        &self,
        at: Moment,
        seat: &str,
        prompt: u64,
        raised: Moment,
        deadline: Moment,
    ) -> Option<String> {
        let (terms, since) = self.terms.as_ref()?;
        let (player, seated) = &self.holders[seat];
        let away = self.away.get(player).into_iter().flatten().map(|(_, off)| off);
        let off: Vec<Off> = self.pauses.iter().chain(away).copied().collect();
        if self.answered.iter().any(|(_, answered, by)| *answered == prompt && by == seat) {
            return Some("it was answered".to_owned());
        }
        if off.iter().any(|off| is_in(off, at)) {
            return Some(format!("the clock of {player} stands: {off:?}"));
        }
        let begun = raised.max(*seated).max(*since);
        let given = counted(begun, deadline, &off, terms);
        let paces = [&terms.big, &terms.small];
        let is_agreed = |pace: &&Pace| match pace {
            Pace::None => false,
            Pace::Each(hours) => hours.length() == given,
            Pace::Times(times) => {
                let local = times.zone.local(deadline);
                let is_listed = times.at.contains(&local.time()) && times.days.contains(local.weekday());
                is_listed && given >= NOTICE
            }
        };
        if !paces.iter().any(is_agreed) {
            return Some(format!("due {deadline}, which leaves {given}: {terms:?}"));
        }
        let grace = counted(deadline, at, &off, terms);
        (grace < terms.grace_hours.length()).then(|| format!("after {grace} of the grace: {terms:?}"))
    }
}

/// How much of the time between two moments counts.
fn counted(from: Moment, until: Moment, off: &[Off], terms: &Terms) -> TimeDelta {
    let mut bounds: Vec<Moment> =
        off.iter().flat_map(|(from, until)| [Some(*from), *until]).flatten().collect();
    if let Some(zone) = &terms.weekends_off {
        let days = zone
            .local(from)
            .date()
            .iter_days()
            .take_while(|day| *day <= zone.local(until).date() + Days::new(1));
        bounds.extend(days.map(|day| zone.instant(day, NaiveTime::MIN)));
    }
    bounds.retain(|bound| (from..until).contains(bound));
    bounds.extend([from, until]);
    bounds.sort();
    let counts = |at: Moment| {
        let weekend = terms
            .weekends_off
            .as_ref()
            .is_some_and(|zone| zone.local(at).weekday().num_days_from_monday() > 4);
        !weekend && !off.iter().any(|off| is_in(off, at))
    };
    let parts = bounds.windows(2).filter(|part| counts(part[0]));
    parts.map(|part| part[1] - part[0]).sum()
}
