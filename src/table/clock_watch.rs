//! A process whose clock is wrong writes nothing: it is compared with the store's clock and with its own monotonic one.
//!
//! | store | its clock |
//! |---|---|
//! | PostgreSQL | the server's |
//! | SQLite | that of the process that keeps time, by what it notes every ten seconds |
//!
//! Where nobody keeps time, a clock can only be found to be behind what was noted last.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::platform::{Platform, moment, written};
use super::reply::TableFault;
use crate::log::{Fault, Store};
use crate::reason::Reason;

/// The greatest tolerated difference of two clocks.
pub const CLOCKS_APART: TimeDelta = TimeDelta::seconds(30);
/// How long a clock must run steadily after it was set before it is trusted.
const STEADY: Duration = Duration::from_mins(10);
/// The timekeeper's lease: a channel's name, so that one process keeps time.
pub const TIMEKEEPER: &str = "time";
/// The note of when time was last kept, and since when without a break.
pub const KEPT: &str = "kept";

/// The prefix of notes about logs that are ahead of the clock; the table follows.
pub const AHEAD: &str = "ahead/";

/// Notes for the operator that the last entry of a table was written at `last`, which is ahead of the clock.
///
/// # Errors
/// [`Fault`] when it cannot be noted.
pub fn note_ahead(store: &(impl Store + ?Sized), table: &str, last: DateTime<Utc>) -> Result<(), Fault> {
    tracing::warn!(
        table,
        %last,
        "the log is ahead of the clock, so nobody's time is up there: set the clock right, or run `wardroom set-clock`"
    );
    store.put_note(TIMEKEEPER, &format!("{AHEAD}{table}"), &written(last))
}

/// The knowledge of a process about its clock.
#[derive(Default)]
pub struct ClockWatch(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// The clock's trusted time when the monotonic clock began.
    began: Option<DateTime<Utc>>,
    /// The same since the clock was set, and from when on.
    set: Option<(DateTime<Utc>, Duration)>,
    /// The timekeeper's last note, and when it was read.
    noted: Option<(DateTime<Utc>, Duration)>,
}

fn is_near(one: DateTime<Utc>, other: DateTime<Utc>) -> bool {
    (one - other).abs() <= CLOCKS_APART
}

/// The time of the store's server, where it has one, and whether this clock is right by it.
fn server_clock(
    platform: &dyn Platform,
    store: &(impl Store + ?Sized),
) -> Result<Option<(DateTime<Utc>, bool)>, Fault> {
    let before = platform.now();
    // However long the question takes, the server answers in between.
    let answer = store.server_time()?;
    Ok(answer.map(|server| (server, is_near(server.clamp(before, platform.now().max(before)), server))))
}

/// True if this clock differs from that of the store's server. Such a process can write nothing, so it leaves everything to
/// processes that can.
///
/// # Errors
/// A store that cannot be read.
pub fn is_off_the_server(platform: &dyn Platform, store: &(impl Store + ?Sized)) -> Result<bool, Fault> {
    if platform.uptime().is_none() {
        return Ok(false);
    }
    Ok(server_clock(platform, store)?.is_some_and(|(_, is_right)| !is_right))
}

/// When time was last kept; `None` if nobody has kept it.
fn kept(store: &(impl Store + ?Sized)) -> Result<Option<DateTime<Utc>>, Fault> {
    let note = store.note(TIMEKEEPER, KEPT)?;
    Ok(note.as_deref().and_then(|note| note.split(' ').next()).map(moment))
}

impl ClockWatch {
    /// A watch that starts now: any setting of the clock from here on counts as a jump, and the timekeeper's notes from here on
    /// show whether it is ahead.
    pub fn new(platform: &dyn Platform, store: &(impl Store + ?Sized)) -> ClockWatch {
        let Some(up) = platform.uptime() else { return ClockWatch::default() };
        // A store that cannot be read is a fault once something is written.
        let noted = kept(store).ok().flatten().map(|kept| (kept, up));
        ClockWatch(Mutex::new(Known { began: Some(platform.now() - up), noted, ..Known::default() }))
    }

    /// Checks the clock before something is written.
    ///
    /// # Errors
    /// [`TableFault::WrongClock`], or a store that cannot be read.
    pub fn check(&self, platform: &dyn Platform, store: &(impl Store + ?Sized)) -> Result<(), TableFault> {
        let Some(up) = platform.uptime() else { return Ok(()) };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = platform.now();
        let theirs = match server_clock(platform, store)? {
            // By a clock that all share it is right, even if it was set a moment ago.
            Some((_, true)) => {
                known.believe(before, up);
                return Ok(());
            }
            Some((server, false)) => Some(server),
            None => known.keeper_off(before, up, store)?,
        };
        let (why, theirs) = match (theirs, known.jumped(before, up)) {
            (Some(theirs), _) => (Reason::of("clock-off"), theirs),
            (None, Some(steadily)) => (Reason::of("clock-jumped"), steadily),
            (None, None) => return Ok(()),
        };
        Err(TableFault::WrongClock(why.quoting("ours", written(before)).quoting("theirs", written(theirs))))
    }
}

impl Known {
    /// Accepts the clock's present time as right.
    fn believe(&mut self, now: DateTime<Utc>, up: Duration) {
        (self.began, self.set) = (Some(now - up), None);
    }

    /// The monotonic clock's time, where the clock was set since and has not gone on steadily for long enough.
    fn jumped(&mut self, now: DateTime<Utc>, up: Duration) -> Option<DateTime<Utc>> {
        let began = now - up;
        let believed = *self.began.get_or_insert(began);
        let steady = self.set.filter(|(set, _)| is_near(*set, began));
        if is_near(believed, began) || steady.is_some_and(|(_, since)| up.saturating_sub(since) >= STEADY) {
            // A clock that is corrected slowly moves the trusted time with it.
            self.believe(now, up);
            return None;
        }
        // A clock that is set once more begins its steady minutes anew.
        self.set = steady.or(Some((began, up)));
        Some(believed + up)
    }

    /// The timekeeper's time, if this clock certainly differs from it.
    fn keeper_off(
        &mut self,
        now: DateTime<Utc>,
        up: Duration,
        store: &(impl Store + ?Sized),
    ) -> Result<Option<DateTime<Utc>>, Fault> {
        let Some(kept) = kept(store)? else { return Ok(None) };
        // It was noted since this process last looked, so no longer ago than that.
        let looked = self.noted.replace((kept, up)).filter(|(before, _)| *before != kept);
        let earliest = looked.map(|(_, then)| now - up.saturating_sub(then));
        let is_behind = now + CLOCKS_APART < kept;
        let is_ahead = earliest.is_some_and(|earliest| kept + CLOCKS_APART < earliest);
        Ok((is_behind || is_ahead).then_some(kept))
    }
}
