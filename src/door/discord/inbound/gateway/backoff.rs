//! The wait before the next connection.

use std::time::Duration;

/// Between the beginnings of two connections, at least.
pub const APART: Duration = Duration::from_secs(1);
/// The longest wait.
const LONGEST: Duration = Duration::from_secs(60);
/// A connection that held a session this long was a good one.
pub const GOOD: Duration = Duration::from_secs(60);
/// So many connections that held a session for less are followed by the next as soon as may be: Discord moves bots about.
const BRIEF_ONES: u32 = 10;
/// A wait differs from its step by at most this part of it, so that not everybody comes back at once.
pub const JITTER: f64 = 0.25;

/// The connections that were no good, since the last good one.
#[derive(Default)]
pub struct Backoff {
    /// Those that came to no session.
    failed: u32,
    /// Those that lost theirs soon.
    brief: u32,
}

impl Backoff {
    /// The wait after a connection that `lived` this long, with or without a session.
    pub fn after(&mut self, had_session: bool, lived: Duration) -> Duration {
        if !had_session {
            self.failed = self.failed.saturating_add(1);
            return jittered(step(self.failed));
        }
        self.failed = 0;
        self.brief = if lived < GOOD { self.brief.saturating_add(1) } else { 0 };
        match self.brief.checked_sub(BRIEF_ONES) {
            // Counted from the beginning of the connection, so one that lived longer is followed at once.
            None | Some(0) => APART.saturating_sub(lived),
            Some(beyond) => jittered(step(beyond)),
        }
    }
}

/// 1, 2, 4 … 60 seconds.
fn step(number: u32) -> Duration {
    APART.saturating_mul(1u32.checked_shl(number.saturating_sub(1)).unwrap_or(u32::MAX)).min(LONGEST)
}

fn jittered(step: Duration) -> Duration {
    // Without chance the step itself is as good.
    let chance = getrandom::u32().map_or(0.5, |chance| f64::from(chance) / f64::from(u32::MAX));
    step.mul_f64(1.0 + JITTER * (2.0 * chance - 1.0))
}
