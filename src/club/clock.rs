//! How time stands at a table, in words: what the players are asked to agree to, what waits for whom and until when, and
//! what happens when time is up.

use chrono::{DateTime, Utc};

use crate::games::Playable;
use crate::pace::{Overdue, Span};
use crate::report::Phrases;
use crate::table::time::{TableTime, WaitedFor};
use crate::table::{Ask, Table};
use crate::words::Value;

/// How a reader is told a moment: by their own clock.
pub type Moment<'a> = &'a dyn Fn(DateTime<Utc>) -> String;

/// What a request asks that has to do with time, in words; `moment` tells a time of the log.
pub fn asked(phrases: &Phrases<'_>, ask: &Ask, moment: &dyn Fn(&str) -> String) -> String {
    match ask {
        Ask::Time { change } => phrases.time_change_at(change, moment),
        Ask::Stop => phrases.say("time-stop", &[]),
        Ask::Claim { against } => phrases.say("time-claim", &[("seat", phrases.seat(*against).into())]),
        Ask::TakeBack { .. } | Ask::Close | Ask::Publish { .. } => String::new(),
    }
}

/// How time stands at a table at `now`, a line each: what was agreed, a pause, whom the game waits for, who is away.
pub fn lines<G: Playable>(
    table: &Table<G>,
    phrases: &Phrases<'_>,
    now: DateTime<Utc>,
    moment: Moment<'_>,
) -> Vec<String> {
    let time = table.time(now);
    let mut lines = vec![match time.terms.has_pace() {
        true => phrases.say("time-agreed", &[("terms", phrases.terms(&time.terms).into())]),
        false => phrases.say("time-no-pace", &[]),
    }];
    lines.extend(stands(phrases, &time, moment));
    if !table.is_over() && table.closed().is_none() {
        lines.extend(time.waits.iter().map(|wait| waits(phrases, wait, moment)));
    }
    lines.extend(time.absences.iter().map(|(player, span)| away(table, phrases, (player, span), moment)));
    lines
}

/// That the clock stands, if it does.
fn stands(phrases: &Phrases<'_>, time: &TableTime, moment: Moment<'_>) -> Option<String> {
    let pause = time.pause?;
    let until = pause.until.map(moment).unwrap_or_default();
    let key = match pause.until {
        Some(_) if time.stopped => "time-stopped",
        Some(_) => "time-stands-until",
        None => "time-stands",
    };
    Some(phrases.say(key, &[("until", until.into())]))
}

fn waits(phrases: &Phrases<'_>, wait: &WaitedFor, moment: Moment<'_>) -> String {
    let mut args: Vec<(&str, Value<'_>)> =
        vec![("seat", phrases.seat(wait.seat).into()), ("since", moment(wait.since).into())];
    let key = match wait.due {
        None => "time-waits",
        Some(due) => {
            args.push(("due", moment(due).into()));
            if wait.expired { "time-waits-up" } else { "time-waits-due" }
        }
    };
    phrases.say(key, &args)
}

fn away<G: Playable>(
    table: &Table<G>,
    phrases: &Phrases<'_>,
    (player, span): (&str, &Span),
    moment: Moment<'_>,
) -> String {
    let seats = phrases.list(table.held_by(player).map(|seat| phrases.seat(seat)));
    let until = span.until.map(moment).unwrap_or_default();
    phrases.say(
        "time-away",
        &[("seats", seats.into()), ("from", moment(span.from).into()), ("until", until.into())],
    )
}

/// What whoever decides at a seat is told of time: until when the decision is due and what happens then, or that the clock
/// stands. `None` where the decision has no pace.
pub fn due(phrases: &Phrases<'_>, time: &TableTime, wait: &WaitedFor, moment: Moment<'_>) -> Option<String> {
    if let Some(stands) = stands(phrases, time, moment).filter(|_| time.terms.has_pace()) {
        return Some(stands);
    }
    let args = [
        ("due", moment(wait.due?).into()),
        ("up", moment(wait.up?).into()),
        ("overdue", overdue_word(time.terms.overdue).into()),
    ];
    Some(phrases.say(if wait.expired { "time-up" } else { "time-due" }, &args))
}

/// The word by which messages tell apart what may be done when time is up.
pub fn overdue_word(overdue: Overdue) -> &'static str {
    match overdue {
        Overdue::Wait => "wait",
        Overdue::Claim => "claim",
        Overdue::Substitute => "substitute",
    }
}
