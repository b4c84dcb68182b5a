//! How long to wait before the next connection.

use std::time::Duration;

/// Between the beginnings of two connections, at least.
const APART: Duration = Duration::from_secs(1);
/// The longest wait.
const LONGEST: Duration = Duration::from_secs(60);
/// A connection that held a session this long was a good one.
const GOOD: Duration = Duration::from_secs(60);
/// So many connections that held a session for less are followed by the next as soon as may be: Discord moves bots about.
const BRIEF_ONES: u32 = 10;
/// A wait differs from its step by at most this part of it, so that not everybody comes back at once.
const JITTER: f64 = 0.25;

/// The connections that were no good, since the last good one.
#[derive(Default)]
pub(super) struct Backoff {
    /// Those that came to no session.
    failed: u32,
    /// Those that lost theirs soon.
    brief: u32,
}

impl Backoff {
    /// The wait after a connection that `lived` so long, and had a session or not.
    pub(super) fn after(&mut self, had_session: bool, lived: Duration) -> Duration {
        if !had_session {
            self.failed = self.failed.saturating_add(1);
            return jittered(step(self.failed));
        }
        self.failed = 0;
        self.brief = if lived < GOOD { self.brief.saturating_add(1) } else { 0 };
        match self.brief.checked_sub(BRIEF_ONES) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The waits after such connections, in whole steps: jitter keeps within a quarter of them.
    fn waits(of: &mut Backoff, had_session: bool, times: usize) -> Vec<f64> {
        (0..times).map(|_| of.after(had_session, Duration::ZERO).as_secs_f64()).collect()
    }

    #[test]
    fn waits_double_up_to_a_minute_until_there_is_a_session() {
        let mut backoff = Backoff::default();
        for (wait, step) in waits(&mut backoff, false, 9).into_iter().zip([1, 2, 4, 8, 16, 32, 60, 60, 60]) {
            assert!((wait / f64::from(step) - 1.0).abs() <= JITTER, "{wait} for {step}");
        }
        assert_eq!(backoff.after(true, Duration::ZERO), APART);
        assert!(waits(&mut backoff, false, 1)[0] <= 1.25, "it begins anew");
        assert_eq!(Backoff::default().after(true, GOOD), Duration::ZERO);
    }

    #[test]
    fn sessions_that_are_lost_soon_are_slowed_down_too() {
        let mut backoff = Backoff::default();
        let brief = waits(&mut backoff, true, 17);
        assert!(brief[..10].iter().all(|wait| *wait == 1.0), "{brief:?}");
        assert!(brief[16] >= 45.0, "{brief:?}");
        assert_eq!(backoff.after(true, GOOD), Duration::ZERO);
        assert_eq!(backoff.after(true, Duration::ZERO), APART);
    }
}
