//! Time at a table, in words: whose decision is due when, and what happens when time is up.

use chrono::{DateTime, Utc};

use crate::pace::{Overdue, Span};
use crate::report::Phrases;
use crate::table::SeatHolding;
use crate::table::time::{TableTime, WaitedFor};
use crate::words::Value;

/// Formats a moment by the reader's own clock.
pub type ByClock<'a> = &'a dyn Fn(DateTime<Utc>) -> String;

/// The state of time at a table with these seats, which may be over, a line each: terms, pause, seats to move, absences.
pub(super) fn lines(
    (places, over): (&[SeatHolding], bool),
    phrases: &Phrases<'_>,
    (time, now): (&TableTime, DateTime<Utc>),
    moment: ByClock<'_>,
) -> Vec<String> {
    let mut lines = vec![match time.terms.has_pace() {
        true => phrases.say("time-agreed", &[("terms", phrases.terms(&time.terms).into())]),
        false => phrases.say("time-no-pace", &[]),
    }];
    lines.extend(time.ahead.map(|last| phrases.say("time-ahead", &[("last", moment(last).into())])));
    let stands = QuestionTime::stands(time);
    lines.extend(stands.map(|stands| stands.in_words(&|key, args| phrases.say(key, args), moment)));
    if !over {
        lines.extend(time.waits.iter().map(|wait| waits(phrases, wait, moment)));
        lines.extend(time.begins().map(|at| phrases.say("ready-begins", &[("at", moment(at).into())])));
    }
    lines.extend(absences(places, phrases, (time, now), moment));
    lines
}

/// The absences of players, present and booked, a line each.
pub(super) fn absences(
    places: &[SeatHolding],
    phrases: &Phrases<'_>,
    (time, now): (&TableTime, DateTime<Utc>),
    moment: ByClock<'_>,
) -> Vec<String> {
    let line = |(player, span): &(String, Span)| {
        let held = places.iter().filter(|place| place.player.as_deref() == Some(player));
        let seats = phrases.list(held.map(|place| phrases.seat(place.seat)));
        let until = span.until.map(moment).unwrap_or_default();
        let args = [("seats", seats.into()), ("from", moment(span.from).into()), ("until", until.into())];
        phrases.say(if span.from > now { "time-away-booked" } else { "time-away" }, &args)
    };
    time.absences.iter().map(line).collect()
}

/// The seat that a question waits for, since when and until when.
pub(super) fn waits(phrases: &Phrases<'_>, wait: &WaitedFor, moment: ByClock<'_>) -> String {
    let mut args: Vec<(&str, Value<'_>)> =
        vec![("seat", phrases.seat(wait.seat).into()), ("since", moment(wait.since).into())];
    let key = match wait.due {
        None => "time-waits",
        Some(due) => {
            args.push(("due", moment(due).into()));
            if wait.expired.is_some() { "time-waits-up" } else { "time-waits-due" }
        }
    };
    let said = phrases.say(key, &args);
    match wait.extended_from {
        Some(_) if wait.expired.is_none() => phrases.after(&said, &phrases.say("time-extended", &[])),
        _ => said,
    }
}

/// The time shown with a question; all of it is public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionTime {
    /// The clock stands.
    Stands {
        /// Until then, unless the players agree to go on before.
        until: DateTime<Utc>,
        /// One player has stopped it, and the others have not agreed.
        stopped: bool,
    },
    /// There is a time until which to decide.
    Runs {
        /// That time.
        due: DateTime<Utc>,
        /// When something may be done because of it.
        up: DateTime<Utc>,
        /// The thing that may be done.
        overdue: Overdue,
        /// True if the log says that it may.
        expired: bool,
        /// True if the keeper of time gives more of it than the log.
        extended: bool,
    },
}

/// The messages in a reader's language.
type Say<'a> = &'a dyn Fn(&str, &[(&str, Value<'_>)]) -> String;

impl QuestionTime {
    /// The time to show with a question; nothing without a pace.
    pub fn of(time: &TableTime, wait: &WaitedFor) -> Option<QuestionTime> {
        match QuestionTime::stands(time).filter(|_| time.terms.has_pace()) {
            Some(stands) => Some(stands),
            None => {
                let (overdue, expired) = (time.terms.overdue, wait.expired.is_some());
                let extended = wait.extended_from.is_some();
                Some(QuestionTime::Runs { due: wait.due?, up: wait.up?, overdue, expired, extended })
            }
        }
    }

    /// [`QuestionTime::Stands`], if the clock stands.
    fn stands(time: &TableTime) -> Option<QuestionTime> {
        let until = time.pause?.until?;
        Some(QuestionTime::Stands { until, stopped: time.stopped })
    }

    /// The time in words: when the decision is due and what happens then, or that the clock stands.
    pub fn in_words(&self, say: Say<'_>, moment: ByClock<'_>) -> String {
        match self {
            QuestionTime::Stands { until, stopped } => {
                let key = if *stopped { "time-stopped" } else { "time-stands" };
                say(key, &[("until", moment(*until).into())])
            }
            QuestionTime::Runs { due, up, overdue, expired, extended } => {
                let strength = overdue.computer().unwrap_or_default();
                let overdue = match overdue {
                    Overdue::Wait => "wait",
                    Overdue::Claim => "claim",
                    Overdue::Substitute => "substitute",
                    Overdue::StandIn => "stand-in",
                    Overdue::StandingOrders => "standing-orders",
                    Overdue::Midshipman | Overdue::Lieutenant | Overdue::Captain => "computer",
                };
                let args = [
                    ("due", moment(*due).into()),
                    ("up", moment(*up).into()),
                    ("overdue", overdue.into()),
                    ("strength", strength.into()),
                ];
                let said = say(if *expired { "time-up" } else { "time-due" }, &args);
                match *extended && !*expired {
                    true => say(
                        "time-due-extended",
                        &[("due", said.into()), ("why", say("time-extended", &[]).into())],
                    ),
                    false => said,
                }
            }
        }
    }

    /// When the decision is due, while its clock runs.
    pub fn due(&self) -> Option<DateTime<Utc>> {
        match self {
            QuestionTime::Stands { .. } => None,
            QuestionTime::Runs { due, .. } => Some(*due),
        }
    }
}
