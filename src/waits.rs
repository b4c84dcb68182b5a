//! The clock, and waiting by it: together, so that tests need not wait.
//!
//! It is for waits that only time ends: the pause before a retry, a rate limit, the courier's pulse. Timeouts for others use
//! real time, so that a test whose time passes quickly leaves everybody as long as before.

use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Now, in seconds since 1970.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;
/// The time since some moment; it never goes back.
pub type Passed = Arc<dyn Fn() -> Duration + Send + Sync>;
/// Waits for this long.
pub type Pause = Arc<dyn Fn(Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// The clock, and how to wait by it.
#[derive(Clone)]
pub struct Waits {
    clock: Clock,
    passed: Passed,
    pause: Pause,
}

impl Waits {
    /// Waits as time passes.
    pub fn new(clock: Clock) -> Waits {
        let began = Instant::now();
        let passed = Arc::new(move || began.elapsed());
        Waits::with(clock, passed, Arc::new(|pause| Box::pin(tokio::time::sleep(pause))))
    }

    /// Waits by `pause`, with `passed` for the elapsed time.
    pub fn with(clock: Clock, passed: Passed, pause: Pause) -> Waits {
        Waits { clock, passed, pause }
    }

    /// The clock.
    pub fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// Now, in seconds since 1970.
    pub fn now(&self) -> i64 {
        (self.clock)()
    }

    /// The time since some moment: for spans shorter than a second, even if the clock is set.
    pub fn passed(&self) -> Duration {
        (self.passed)()
    }

    /// Waits for this long.
    pub async fn pause(&self, pause: Duration) {
        if !pause.is_zero() {
            (self.pause)(pause).await;
        }
    }

    /// Waits until `at`, in seconds since 1970; not at all when that has passed.
    pub async fn until(&self, at: i64) {
        let seconds = at.saturating_sub(self.now());
        self.pause(Duration::from_secs(u64::try_from(seconds).unwrap_or_default())).await;
    }
}
