//! Rate limits as Discord's headers tell them (<https://discord.com/developers/docs/topics/rate-limits>): until when
//! nothing is to be asked.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::header::HeaderMap;
use tokio::time::Instant;

/// Until when each bucket rests; the empty name stands for all of them.
#[derive(Default)]
pub(super) struct Brakes {
    until: Mutex<HashMap<String, Instant>>,
}

impl Brakes {
    /// How long a request of this bucket has to wait.
    pub(super) fn wait(&self, bucket: &str) -> Duration {
        let until = self.until();
        let rests = [bucket, ""].into_iter().filter_map(|name| until.get(name));
        rests.max().map(|end| end.saturating_duration_since(Instant::now())).unwrap_or_default()
    }

    /// Lets a bucket rest.
    pub(super) fn hold(&self, bucket: &str, rest: Duration) {
        let now = Instant::now();
        let mut until = self.until();
        until.retain(|_, end| *end > now);
        if let Some(end) = now.checked_add(rest) {
            until.insert(bucket.to_owned(), end);
        }
    }

    /// Lets a bucket rest when an answer's headers say that it is used up.
    pub(super) fn note(&self, bucket: &str, headers: &HeaderMap) {
        let number = |name: &str| headers.get(name)?.to_str().ok()?.parse::<f64>().ok();
        if let (Some(left), Some(seconds)) =
            (number("x-ratelimit-remaining"), number("x-ratelimit-reset-after"))
            && left < 1.0
            && let Ok(rest) = Duration::try_from_secs_f64(seconds)
        {
            self.hold(bucket, rest);
        }
    }

    fn until(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        self.until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_used_up_bucket_rests_alone_and_a_global_limit_holds_all() {
        let brakes = Brakes::default();
        let headers = |left: &str| {
            let pairs = [("x-ratelimit-remaining", left), ("x-ratelimit-reset-after", "60.5")];
            pairs.into_iter().map(|(name, text)| (name.parse().unwrap(), text.parse().unwrap())).collect()
        };
        brakes.note("a", &headers("1"));
        assert_eq!(brakes.wait("a"), Duration::ZERO);
        brakes.note("a", &headers("0"));
        assert!(brakes.wait("a") > Duration::from_secs(50));
        assert_eq!(brakes.wait("b"), Duration::ZERO);
        brakes.hold("", Duration::from_secs(100));
        assert!(brakes.wait("b") > Duration::from_secs(90));
        assert!(brakes.wait("a") > Duration::from_secs(90));
    }
}
