//! Why something typed is no pace, no ladder and no quiet hours.

use super::reminder::{Ladder, MOST_QUIET};
use super::{Hours, Terms};
use crate::reason::Reason;

/// Why typed text is invalid: what was understood, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaceError {
    /// No pace at all.
    #[error("no pace: {given}")]
    NoPace {
        /// The typed text.
        given: String,
    },
    /// No time at all.
    #[error("a length of nothing")]
    Zero,
    /// Shorter than an hour, or no whole hours.
    #[error("no whole hours: {given}")]
    NoWholeHours {
        /// The typed text.
        given: String,
    },
    /// More than [`Hours::MOST`].
    #[error("{given} is more than {} hours", Hours::MOST)]
    TooLong {
        /// The typed text.
        given: String,
    },
    /// A day of no week.
    #[error("no day {given}")]
    NoSuchDay {
        /// The typed text.
        given: String,
        /// The day it looks most like, in English.
        nearest: Option<&'static str>,
    },
    /// A time that no clock shows.
    #[error("no time of day {given}")]
    NoSuchTime {
        /// The typed text.
        given: String,
    },
    /// Days without a time.
    #[error("no time of day after {read}")]
    NoTime {
        /// The days, as they were understood.
        read: String,
    },
    /// Times without a zone.
    #[error("no time zone after {read}")]
    NoZone {
        /// The days and times, as they were understood.
        read: String,
    },
    /// A zone that the database does not have.
    #[error("no time zone {given}")]
    NoSuchZone {
        /// The typed text.
        given: String,
        /// The zone it looks most like.
        nearest: Option<&'static str>,
    },
    /// A name that people use for several zones, or an offset that only places have.
    #[error("{given} may mean {}", zones.join(", "))]
    SeveralZones {
        /// The typed text.
        given: String,
        /// The zones it may mean, at least one.
        zones: Vec<&'static str>,
    },
    /// Fixed times that are all in weekends off.
    #[error("{pace} is never due with weekends off")]
    NeverDue {
        /// The pace, as typed in English.
        pace: String,
    },
    /// Neither that weekends count nor that they do not.
    #[error("weekends neither on nor off: {given}")]
    NoWeekends {
        /// The typed text.
        given: String,
    },
    /// Nothing that may be done when time is up.
    #[error("nothing to do when time is up: {given}")]
    NoOverdue {
        /// The typed text.
        given: String,
    },
    /// No number of days of a year.
    #[error("no days of absence: {given}")]
    NoAbsence {
        /// The typed text.
        given: String,
    },
    /// No number of emergency stops.
    #[error("no number of stops: {given}")]
    NoStops {
        /// The typed text.
        given: String,
    },
    /// No day, and no moment.
    #[error("no date: {given}")]
    NoDate {
        /// The typed text.
        given: String,
    },
    /// A day without a year that has just passed.
    #[error("{given} is past, and {next} is far ahead")]
    DayIsPast {
        /// The typed text.
        given: String,
        /// The next such day.
        next: chrono::NaiveDate,
    },
    /// A beginning without an end.
    #[error("no end: {given}")]
    NoEnd {
        /// The typed text.
        given: String,
    },
    /// Something that ends before it begins.
    #[error("it ends before it begins: {given}")]
    Backwards {
        /// The typed text.
        given: String,
    },
    /// No step of a ladder.
    #[error("no step: {given}")]
    NoStep {
        /// The typed text.
        given: String,
    },
    /// More steps than [`Ladder::MOST`].
    #[error("{steps} steps")]
    TooManySteps {
        /// The number typed.
        steps: usize,
    },
    /// A digest without a time of day.
    #[error("no time of a digest: {given}")]
    NoDigest {
        /// The typed text.
        given: String,
    },
    /// No quiet hours at all.
    #[error("no quiet hours: {given}")]
    NoQuietHours {
        /// The typed text.
        given: String,
    },
    /// Quiet hours longer than [`MOST_QUIET`], or that end when they begin.
    #[error("too quiet: {given}")]
    TooQuiet {
        /// The typed text.
        given: String,
    },
}

impl PaceError {
    /// The same as a message of `locales/`.
    pub fn reason(&self) -> Reason {
        let quoting = |key, given: &str| Reason::of(key).quoting("given", given);
        let near = |key, with_nearest, given, nearest: &Option<&'static str>| match nearest {
            Some(nearest) => quoting(with_nearest, given).quoting("nearest", nearest),
            None => quoting(key, given),
        };
        let days = u64::from(Hours::MOST / 24);
        match self {
            PaceError::NoPace { given } => quoting("pace-none-such", given),
            PaceError::Zero => Reason::of("pace-zero"),
            PaceError::NoWholeHours { given } => quoting("pace-no-whole-hours", given),
            PaceError::TooLong { given } => quoting("pace-too-long", given).with("days", days),
            PaceError::NoSuchDay { given, nearest } => {
                near("pace-no-day", "pace-no-day-nearest", given, nearest)
            }
            PaceError::NoSuchTime { given } => quoting("pace-no-such-time", given),
            PaceError::NoTime { read } => Reason::of("pace-no-time").quoting("read", read),
            PaceError::NoZone { read } => Reason::of("pace-no-zone").quoting("read", read),
            PaceError::NoSuchZone { given, nearest } => {
                near("pace-no-such-zone", "pace-no-such-zone-nearest", given, nearest)
            }
            PaceError::SeveralZones { given, zones } => {
                let zones: Vec<String> = zones.iter().map(|zone| format!("`{zone}`")).collect();
                quoting("pace-several-zones", given).quoting("zones", zones.join(", "))
            }
            PaceError::NeverDue { pace } => Reason::of("pace-never-due").quoting("pace", pace),
            PaceError::NoWeekends { given } => quoting("pace-no-weekends", given),
            PaceError::NoOverdue { given } => quoting("pace-no-overdue", given),
            PaceError::NoAbsence { given } => {
                quoting("pace-no-absence", given).with("most", u64::from(Terms::MOST_ABSENCE))
            }
            PaceError::NoStops { given } => {
                quoting("pace-no-stops", given).with("most", u64::from(Terms::MOST_STOPS))
            }
            PaceError::NoDate { given } => quoting("pace-no-date", given),
            PaceError::DayIsPast { given, next } => quoting("pace-day-is-past", given).quoting("next", next),
            PaceError::NoEnd { given } => quoting("pace-no-end", given),
            PaceError::Backwards { given } => quoting("pace-backwards", given),
            PaceError::NoStep { given } => quoting("ladder-no-step", given),
            PaceError::TooManySteps { steps } => {
                Reason::of("ladder-too-many").with("steps", *steps).with("most", Ladder::MOST)
            }
            PaceError::NoDigest { given } => quoting("ladder-no-digest", given),
            PaceError::NoQuietHours { given } => quoting("quiet-none-such", given),
            PaceError::TooQuiet { given } => {
                let most = u64::try_from(MOST_QUIET.num_hours()).unwrap_or_default();
                quoting("quiet-too-long", given).with("most", most)
            }
        }
    }
}
