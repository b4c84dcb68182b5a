//! When a player is reminded of a decision: the ladder, and quiet hours.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Timelike, Utc};
use serde::{Deserialize, Serialize};

use super::{Hours, Zone};

/// The least time between a reminder and its deadline, or the quiet hours before which it comes.
pub const LAST_CALL: TimeDelta = TimeDelta::hours(1);

/// The longest quiet hours of a day: in less than four hours a day nobody could be reminded in time.
pub const MOST_QUIET: TimeDelta = TimeDelta::hours(20);

/// One step of a ladder, at least 1 hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderStep {
    /// So long after the question.
    After(Hours),
    /// So long before the deadline.
    Before(Hours),
}

/// The reminders that a player wants of each decision; written as typed in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Ladder {
    /// The steps, each once, as they were typed.
    pub steps: Vec<LadderStep>,
    /// The daily time, by the clocks of the player's zone, at which reminders that can wait go out together; in whole minutes.
    /// `None` without a digest. It never occurs without steps.
    pub digest: Option<NaiveTime>,
}

impl Ladder {
    /// The most steps.
    pub const MOST: usize = 6;
}

impl Default for Ladder {
    /// After one day, because a question is mostly missed on a busy day and found on the next; after three, when it was
    /// forgotten; then no more, because a player whom two reminders did not move turns off the third. And six hours before a
    /// deadline, the last evening or morning for an answer.
    fn default() -> Ladder {
        Ladder {
            steps: vec![
                LadderStep::After(Hours(24)),
                LadderStep::After(Hours(72)),
                LadderStep::Before(Hours(6)),
            ],
            digest: None,
        }
    }
}

/// The part of each day without reminders for a player; written as typed in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Quiet {
    /// The beginning, in whole minutes.
    pub from: NaiveTime,
    /// When they end: on the next day, where that is earlier; never the same time. At most [`MOST_QUIET`] long.
    pub to: NaiveTime,
    /// Whose clocks show that.
    pub zone: Zone,
}

/// A reminder to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The place of its step in the ladder, from 0.
    pub step: usize,
    /// When it is sent.
    pub at: DateTime<Utc>,
}

impl Quiet {
    /// Quiet hours from one time to another; `None` if they are too long or end when they begin.
    pub fn new(from: NaiveTime, to: NaiveTime, zone: Zone) -> Option<Quiet> {
        let minutes = to.signed_duration_since(from).num_minutes().rem_euclid(24 * 60);
        (1..=MOST_QUIET.num_minutes()).contains(&minutes).then_some(Quiet { from, to, zone })
    }

    /// The same from minutes after midnight; `None` too where these are no times of a day.
    pub fn of_minutes(from: u16, to: u16, zone: Zone) -> Option<Quiet> {
        let time = |minute: u16| NaiveTime::from_num_seconds_from_midnight_opt(u32::from(minute) * 60, 0);
        Quiet::new(time(from)?, time(to)?, zone)
    }

    /// When they begin and end, in minutes after midnight.
    pub fn minutes(&self) -> (u16, u16) {
        let minute =
            |time: NaiveTime| u16::try_from(time.num_seconds_from_midnight() / 60).unwrap_or_default();
        (minute(self.from), minute(self.to))
    }

    /// The quiet time around a moment, or the next one after it.
    pub fn next(&self, at: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
        let begins = |day: NaiveDate| self.zone.instant(day, self.from);
        let mut nights = self.zone.local(at).date().iter_days().map(begins);
        let next = nights.find(|begin| *begin > at).unwrap_or(at);
        self.around(at).or_else(|| self.around(next)).unwrap_or((next, next))
    }

    /// The quiet time around a moment, without its end.
    pub fn around(&self, at: DateTime<Utc>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let next_day = Days::new(u64::from(self.to < self.from));
        let night = |day| (self.zone.instant(day, self.from), self.zone.instant(day + next_day, self.to));
        let first = self.zone.local(at).date() - Days::new(2);
        // Two days on either side: a night may begin on the day before, and a zone can skip a day.
        let nights: Vec<_> = first.iter_days().take(5).map(night).collect();
        let (mut begin, mut end) = *nights.iter().find(|(from, to)| (*from..*to).contains(&at))?;
        // A day that a zone skips leaves nothing between two nights.
        nights.iter().for_each(|(from, to)| end = if *from == end { *to } else { end });
        nights.iter().rev().for_each(|(from, to)| begin = if *to == begin { *from } else { begin });
        Some((begin, end))
    }
}

/// The reminders of a decision raised at `asked` and due at `deadline`, in the order in which they are sent, to a player whose
/// clocks are those of `zone`.
///
/// With a digest, a reminder waits for it, unless that leaves less than [`LAST_CALL`] before the deadline. A reminder in quiet
/// hours waits for their end. If that leaves less than [`LAST_CALL`] before the deadline, it comes as long before the quiet
/// hours. Of several at one moment only the last is kept. None comes before the question has been open for a while, and none at
/// the deadline or later.
pub fn rungs(
    ladder: &Ladder,
    asked: DateTime<Utc>,
    deadline: Option<DateTime<Utc>>,
    quiet: Option<&Quiet>,
    zone: &Zone,
) -> Vec<Rung> {
    let moment = |step: &LadderStep| match step {
        LadderStep::After(hours) => asked.checked_add_signed(hours.length()),
        LadderStep::Before(hours) => deadline?.checked_sub_signed(hours.length()),
    };
    let in_time = |at: DateTime<Utc>| at > asked && deadline.is_none_or(|deadline| at < deadline);
    let steps = ladder.steps.iter().enumerate();
    let mut found: Vec<Rung> = steps
        .filter_map(|(step, of)| Some(Rung { step, at: moment(of)? }))
        .filter(|rung| in_time(rung.at))
        .collect();
    // By the moments that the steps name: of two that are put off to one moment, the later is kept.
    found.sort_by_key(|rung| rung.at);
    let late = |at: DateTime<Utc>| deadline.is_some_and(|deadline| deadline - at < LAST_CALL);
    let told = |rung: Rung| match ladder.digest.map(|time| next_digest((time, zone), quiet, rung.at)) {
        Some(at) if !late(at) => Rung { at, ..rung },
        _ => rung,
    };
    let heard = |rung: Rung| match quiet.and_then(|quiet| quiet.around(rung.at)) {
        None => Some(rung),
        Some((_, end)) if !late(end) => Some(Rung { at: end, ..rung }),
        Some((begin, _)) => Some(Rung { at: begin - LAST_CALL, ..rung }).filter(|rung| rung.at > asked),
    };
    let mut rungs: Vec<Rung> = found.into_iter().map(told).filter_map(heard).collect();
    rungs.sort_by_key(|rung| rung.at);
    rungs.dedup_by(|later, kept| {
        let same = later.at == kept.at;
        // `dedup_by` removes the later one, so what is in it moves to the one that stays.
        *kept = if same { *later } else { *kept };
        same
    });
    rungs
}

/// The first digest at `from` or later: where it falls into quiet hours, their end.
fn next_digest(
    (time, zone): (NaiveTime, &Zone),
    quiet: Option<&Quiet>,
    from: DateTime<Utc>,
) -> DateTime<Utc> {
    let told = |day| {
        let at = zone.instant(day, time);
        quiet.and_then(|quiet| quiet.around(at)).map_or(at, |(_, end)| end)
    };
    let first = zone.local(from).date() - Days::new(2);
    // From two days before on: quiet hours can move an earlier day's digest past `from`.
    first.iter_days().take(5).map(told).find(|at| *at >= from).unwrap_or(from)
}
