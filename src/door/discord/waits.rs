//! The clock, and waiting by it: together, so that tests need not wait.

use std::sync::Arc;
use std::time::Duration;

use serenity::futures::future::BoxFuture;

/// Now, in seconds since 1970.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;
/// Waits so long.
pub type Pause = Arc<dyn Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync>;

/// The clock, and how to wait by it.
#[derive(Clone)]
pub struct Waits {
    clock: Clock,
    pause: Pause,
}

impl Waits {
    /// Waits as time passes.
    pub fn new(clock: Clock) -> Waits {
        Waits::with(clock, Arc::new(|pause| Box::pin(tokio::time::sleep(pause))))
    }

    /// Waits by `pause`.
    pub fn with(clock: Clock, pause: Pause) -> Waits {
        Waits { clock, pause }
    }

    /// The clock.
    pub fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// Now, in seconds since 1970.
    pub fn now(&self) -> i64 {
        (self.clock)()
    }

    /// Waits so long.
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
