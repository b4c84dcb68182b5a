//! The table service's needs of the machine, injected: clock and randomness.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use chrono::{DateTime, SecondsFormat, Utc};

use super::dice::DiceWitness;
use crate::log::table_event::LOG_FORMAT;
use crate::seal::SealError;

/// The source of time and of fresh randomness; tests have their own.
pub trait Platform: Send + Sync {
    /// The time now.
    fn now(&self) -> DateTime<Utc>;

    /// The time since some moment by a monotonic clock, with which this one is compared; `None` for a clock that must not be
    /// compared, such as those of tests.
    fn uptime(&self) -> Option<Duration> {
        None
    }

    /// Fills `bytes` with unpredictable randomness: seeds and ids come from it.
    ///
    /// # Errors
    /// [`SealError::NoRandomness`] if there is none.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError>;

    /// The witness that the club asks for dice; `None` for a club without one.
    fn dice_witness(&self) -> Option<&dyn DiceWitness> {
        None
    }

    /// The format of the logs of new tables: the newest, except in tests of an older one.
    fn log_format(&self) -> u32 {
        LOG_FORMAT
    }
}

/// The program's first look, if the machine does not report its uptime.
static STARTED: LazyLock<(Instant, DateTime<Utc>)> = LazyLock::new(|| (Instant::now(), Utc::now()));

/// The operating system's clock and randomness.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

impl Platform for System {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    fn uptime(&self) -> Option<Duration> {
        // It goes on while the machine sleeps, as the clock does.
        let read = std::fs::read_to_string("/proc/uptime").ok();
        let seconds = read.as_deref().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
        let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        // Elsewhere the monotonic clock may stop while the machine sleeps, so that the other one seems to jump ahead.
        let elapsed = || STARTED.0.elapsed().max((self.now() - STARTED.1).to_std().unwrap_or_default());
        Some(seconds.unwrap_or_else(elapsed))
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        getrandom::fill(bytes).map_err(|error| SealError::NoRandomness(error.to_string()))
    }
}

/// The time now as the log writes it.
pub fn stamp(platform: &dyn Platform) -> String {
    written(platform.now())
}

/// A time as the log writes it: RFC 3339, UTC, milliseconds, `Z`.
pub fn written(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// A time of the log, which holds none of another form.
pub fn moment(text: &str) -> DateTime<Utc> {
    DateTime::parse_from_rfc3339(text).map_or(DateTime::UNIX_EPOCH, |time| time.to_utc())
}
