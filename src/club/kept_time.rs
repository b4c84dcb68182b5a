//! The state of time at a table with what the keeper of time noted: nobody has less than the whole time by the keeper's
//! clock, nor than a grace after an outage. The keeper acts by it, and every deadline that is shown is one of its.

use chrono::{DateTime, TimeDelta, Utc};

use crate::game::{Game, Seat};
use crate::log::{Fault, Store};
use crate::pace::Terms;
use crate::table::Table;
use crate::table::clock_watch::{KEPT, TIMEKEEPER};
use crate::table::platform::{moment, written};
use crate::table::time::{TableTime, WaitedFor};

/// The least grace after an outage: time to see that one is late, and for an operator to see that a clock is wrong.
const LEAST_GRACE: TimeDelta = TimeDelta::hours(1);

/// The key of a note about a seat of a table.
pub(super) fn key(what: &str, table: &str, seat: Seat) -> String {
    format!("{what}/{table}/{seat}")
}

/// The beginning of a note about a question.
pub(super) fn name_of(wait: &WaitedFor) -> String {
    format!("{} {} ", wait.prompt, written(wait.begun))
}

/// The recorded timekeeping.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    /// When it was last kept.
    pub(super) last: DateTime<Utc>,
    /// The start of its unbroken stretch.
    pub(super) since: DateTime<Utc>,
}

impl Kept {
    /// The recorded value; `None` if nobody has kept time.
    pub(super) fn noted(store: &(impl Store + ?Sized)) -> Result<Option<Kept>, Fault> {
        let note = store.note(TIMEKEEPER, KEPT)?;
        Ok(note.as_deref().and_then(|note| {
            let (last, since) = note.split_once(' ')?;
            Some(Kept { last: moment(last), since: moment(since) })
        }))
    }
}

/// The state of time at a table at `now`: by its log, with the timekeeper's extensions.
///
/// # Errors
/// A store that cannot be read.
pub fn kept_time<G: Game>(
    store: &(impl Store + ?Sized),
    table: &Table<G>,
    now: DateTime<Utc>,
) -> Result<TableTime, Fault> {
    kept(store, table.id(), table.time(now))
}

/// The same, where the state of time is known by the log.
///
/// # Errors
/// A store that cannot be read.
pub(super) fn kept(
    store: &(impl Store + ?Sized),
    table: &str,
    mut time: TableTime,
) -> Result<TableTime, Fault> {
    if time.waits.iter().chain(&time.unready).all(|wait| wait.up.is_none()) {
        return Ok(time);
    }
    let kept = Kept::noted(store)?;
    let TableTime { waits, unready, terms, .. } = &mut time;
    for wait in waits.iter_mut().chain(unready) {
        let seen = first_seen(store, table, wait)?;
        give(terms, wait, kept.map(|kept| kept.since), seen);
    }
    Ok(time)
}

/// As [`kept_time`], for one seat with a prompt.
///
/// # Errors
/// A store that cannot be read.
pub fn kept_wait<G: Game>(
    store: &(impl Store + ?Sized),
    table: &Table<G>,
    seat: Seat,
    now: DateTime<Utc>,
) -> Result<Option<WaitedFor>, Fault> {
    Ok(kept_time(store, table, now)?.waits.into_iter().find(|wait| wait.seat == seat))
}

/// When the keeper of time first saw a question, where it noted that: the log says otherwise.
pub(super) fn first_seen(
    store: &(impl Store + ?Sized),
    table: &str,
    wait: &WaitedFor,
) -> Result<Option<DateTime<Utc>>, Fault> {
    let note = store.note(TIMEKEEPER, &key("seen", table, wait.seat))?;
    Ok(note.as_deref().and_then(|note| note.strip_prefix(&*name_of(wait))).map(moment))
}

/// Extends a decision beyond the log, if time has been kept only `since` then and the question was first `seen` then.
fn give(terms: &Terms, wait: &mut WaitedFor, since: Option<DateTime<Utc>>, seen: Option<DateTime<Utc>>) {
    let (Some(due), Some(up)) = (wait.due, wait.up) else { return };
    if let Some(due) = seen.and_then(|seen| terms.deadline(wait.size, seen, &wait.off))
        && let Some(up) = terms.grace_over(due.max(wait.due.unwrap_or(due)), &wait.off)
    {
        wait.extend(due, up);
    }
    // A player whose time was up before an outage gains nothing by it.
    let Some(since) = since.filter(|since| wait.expired.is_none_or(|expiry| *since <= expiry.at)) else {
        return;
    };
    let least = since + LEAST_GRACE;
    // A grace that ended in the gap begins anew; one that still runs lasts `LEAST_GRACE` more at least.
    let until = match () {
        () if up < since => {
            let whole = terms.grace_over(since, &wait.off);
            whole.unwrap_or(since + terms.grace_hours.length()).max(least)
        }
        () if due < since => least,
        () => return,
    };
    wait.extend(until, until);
}
