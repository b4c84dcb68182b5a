//! Time for the bot and the Discord it speaks with: it passes faster than it does, for both alike.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use wardroom::seal::SealError;
use wardroom::table::{Platform, System};
use wardroom::waits::Waits;

thread_local! {
    /// The clocks that the test of this thread has made.
    static MADE: Cell<u64> = const { Cell::new(0) };
}

/// A clock that runs so many times as fast as others, and that a test puts forward. Its chance is that of its test: the same
/// dice fall whenever the test runs.
pub struct Clock {
    began: Instant,
    from: DateTime<Utc>,
    speed: u32,
    ahead: AtomicI64,
    /// The test, and the number of this clock in it.
    chance: Sha256,
    filled: AtomicU64,
}

impl Clock {
    pub fn new(speed: u32) -> Arc<Clock> {
        let (began, from, ahead) = (Instant::now(), System.now(), AtomicI64::new(0));
        let number = MADE.replace(MADE.get() + 1);
        let test = std::thread::current().name().unwrap_or_default().to_owned();
        let chance = Sha256::new().chain_update(test).chain_update(number.to_be_bytes());
        Arc::new(Clock { began, from, speed, ahead, chance, filled: AtomicU64::new(0) })
    }

    /// The time since it was made.
    pub fn passed(&self) -> Duration {
        self.began.elapsed() * self.speed
    }

    /// Waits so long by this clock.
    pub async fn pause(&self, pause: Duration) {
        tokio::time::sleep(pause / self.speed).await;
    }

    /// Puts it forward; whoever waits for so long goes on waiting.
    pub fn put_forward(&self, seconds: i64) {
        self.ahead.fetch_add(seconds, Ordering::Relaxed);
    }

    /// Waits by this clock where the day's time is told by `world`.
    pub fn waits(self: &Arc<Self>, world: &Arc<dyn Platform>) -> Waits {
        let (world, passes, waits) = (world.clone(), self.clone(), self.clone());
        Waits::with(
            Arc::new(move || world.now().timestamp()),
            Arc::new(move || passes.passed()),
            Arc::new(move |pause| {
                let clock = waits.clone();
                Box::pin(async move { clock.pause(pause).await })
            }),
        )
    }
}

impl Platform for Clock {
    fn now(&self) -> DateTime<Utc> {
        let ahead = TimeDelta::seconds(self.ahead.load(Ordering::Relaxed));
        self.from + TimeDelta::from_std(self.passed()).unwrap() + ahead
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        for part in bytes.chunks_mut(32) {
            let number = self.filled.fetch_add(1, Ordering::Relaxed);
            let chance = self.chance.clone().chain_update(number.to_be_bytes()).finalize();
            part.copy_from_slice(&chance[..part.len()]);
        }
        Ok(())
    }
}
