//! Rate limits (<https://discord.com/developers/docs/topics/rate-limits>): those in Discord's headers, with the time until
//! which to wait; and the global one, which is observed in advance. Every time is passed in, counted from a moment of the
//! caller's.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::header::HeaderMap;

/// The time for one request: forty a second. Discord allows a bot fifty, answers to interactions apart.
const EACH: Duration = Duration::from_millis(25);
/// Requests that may go at once after a pause. With the forty within the following second they are Discord's fifty.
const AT_ONCE: u32 = 10;

/// Until when each bucket rests, and when the next request may go.
#[derive(Default)]
pub struct RateBuckets {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// The empty name means all buckets.
    until: HashMap<String, Duration>,
    /// When the time of every request that went is over.
    spent: Duration,
}

impl RateBuckets {
    /// The wait for a request of this bucket.
    pub fn wait(&self, bucket: &str, now: Duration) -> Duration {
        let kept = self.lock();
        let rests = [bucket, ""].into_iter().filter_map(|name| kept.until.get(name));
        rests.max().map(|end| end.saturating_sub(now)).unwrap_or_default()
    }

    /// Reserves one request, whatever its bucket.
    ///
    /// # Errors
    /// The wait before the next try; nothing was reserved.
    pub fn take(&self, now: Duration) -> Result<(), Duration> {
        let mut kept = self.lock();
        let spent = kept.spent.max(now);
        let ahead = spent.saturating_sub(now);
        // The first of AT_ONCE requests has none ahead of it, the last has AT_ONCE - 1.
        match ahead.checked_sub(EACH * (AT_ONCE - 1)).filter(|wait| !wait.is_zero()) {
            Some(wait) => Err(wait),
            None => {
                kept.spent = spent.saturating_add(EACH);
                Ok(())
            }
        }
    }

    /// Lets a bucket rest.
    pub fn hold(&self, bucket: &str, rest: Duration, now: Duration) {
        let mut kept = self.lock();
        // The names of buckets hold ids of channels, so the map would grow without end.
        kept.until.retain(|_, end| *end > now);
        kept.until.insert(bucket.to_owned(), now.saturating_add(rest));
    }

    /// Lets a bucket rest when an answer's headers say that it is used up.
    pub fn note(&self, bucket: &str, headers: &HeaderMap, now: Duration) {
        let number = |name: &str| headers.get(name)?.to_str().ok()?.parse::<f64>().ok();
        if let (Some(left), Some(seconds)) =
            (number("x-ratelimit-remaining"), number("x-ratelimit-reset-after"))
            && left < 1.0
            && let Ok(rest) = Duration::try_from_secs_f64(seconds)
        {
            self.hold(bucket, rest, now);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
