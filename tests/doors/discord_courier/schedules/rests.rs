//! Time that does not count, as a log has it, reckoned by other code than the program's: the clock stood, a player was away.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use wardroom::log::{Entry, RequestEvent, TableEvent, TimeChange, TimeEvent};
use wardroom::table::platform::moment;
use wardroom::table::time::{PAUSE_DAYS, STOP_HOURS};

type Moment = DateTime<Utc>;
/// From when until when; without its end.
type Span = (Moment, Moment);

/// What some entries of a log say of it.
#[derive(Default)]
pub struct Rests {
    /// When the clock stood.
    pub stood: Vec<Span>,
    /// When who holds each seat was away.
    away: BTreeMap<String, Vec<(u64, Span)>>,
}

impl Rests {
    /// What these entries say, of which the last is the latest.
    pub fn of(entries: &[Entry]) -> Rests {
        let mut rests = Rests::default();
        for entry in entries {
            let (at, seat) = (moment(&entry.at), entry.by.as_ref().map(|by| by.seat.clone()));
            match (entry.table_event().unwrap(), seat) {
                (Some(TableEvent::Request(RequestEvent::TimeStopped)), _) => {
                    rests.stands(at, at + TimeDelta::hours(STOP_HOURS))
                }
                (
                    Some(TableEvent::Time(TimeEvent::TimeChanged { change: TimeChange::Pause { until } })),
                    _,
                ) => {
                    rests.stands(at, until.as_deref().map_or(at + TimeDelta::days(PAUSE_DAYS), moment));
                }
                (Some(TableEvent::Time(TimeEvent::TimeChanged { change: TimeChange::Resume })), _) => {
                    end(&mut rests.stood, at)
                }
                (Some(TableEvent::Time(TimeEvent::AbsenceBooked { from, until })), Some(seat)) => {
                    let away = rests.away.entry(seat).or_default();
                    let (mut from, mut until) = (moment(&from), moment(&until));
                    // One that touches others is one with them, under its own number.
                    away.retain(|(_, (begins, ends))| {
                        let touches = from <= *ends && *begins <= until;
                        if touches {
                            (from, until) = (from.min(*begins), until.max(*ends));
                        }
                        !touches
                    });
                    away.push((entry.seq, (from, until)));
                }
                (Some(TableEvent::Time(TimeEvent::AbsenceEnded { booked })), Some(seat)) => {
                    let away = rests.away.get_mut(&seat).unwrap();
                    let (mut ended, rest): (Vec<_>, Vec<_>) =
                        away.drain(..).partition(|(number, _)| Some(*number) == booked);
                    let mut spans: Vec<Span> = Vec::from_iter(ended.drain(..).map(|(_, span)| span));
                    end(&mut spans, at);
                    *away = rest;
                    away.extend(spans.into_iter().map(|span| (0, span)));
                }
                _ => {}
            }
        }
        rests
    }

    fn stands(&mut self, from: Moment, until: Moment) {
        end(&mut self.stood, from);
        self.stood.push((from, until));
    }

    /// What an entry says changes them.
    pub fn changes(entry: &Entry) -> bool {
        ["TimeStopped", "TimeChanged", "AbsenceBooked", "AbsenceEnded"].contains(&&*entry.kind)
    }

    /// When the time of a seat's questions did not count, by who has it: a computer player is never away. Spans in order, with time
    /// between them.
    pub fn of_seat(&self, seat: &str, by_person: bool) -> Vec<Span> {
        let away = self.away.get(seat).filter(|_| by_person).into_iter().flatten().map(|(_, span)| span);
        let mut spans: Vec<Span> =
            self.stood.iter().chain(away).filter(|(from, to)| from < to).copied().collect();
        spans.sort();
        let mut apart: Vec<Span> = Vec::new();
        for (from, to) in spans {
            match apart.last_mut().filter(|last| last.1 >= from) {
                Some(last) => last.1 = last.1.max(to),
                None => apart.push((from, to)),
            }
        }
        apart
    }

    /// How often somebody was away.
    pub fn absences(&self) -> usize {
        self.away.values().map(Vec::len).sum()
    }
}

fn end(spans: &mut Vec<Span>, at: Moment) {
    spans.retain(|(from, _)| *from < at);
    spans.iter_mut().for_each(|(_, to)| *to = (*to).min(at));
}

/// When so much time has passed since `from`, of which these spans are none.
pub fn after(spans: &[Span], from: Moment, length: TimeDelta) -> Moment {
    spans.iter().fold(from + length, |at, (begin, end)| match *begin < at && *end > from {
        true => at + (*end - from.max(*begin)),
        false => at,
    })
}

/// Whether a moment is within one of these spans, by so much.
pub fn within(spans: &[Span], at: Moment, margin: TimeDelta) -> bool {
    spans.iter().any(|(from, to)| (*from + margin..*to - margin).contains(&at))
}

/// Whether one of these spans has any of the time between these moments.
pub fn touch(spans: &[Span], from: Moment, to: Moment) -> bool {
    spans.iter().any(|(begin, end)| *begin < to && *end > from)
}
