//! Time: reminders, and decisions whose time is up, whatever the doors.

use std::sync::Arc;

use tokio::sync::watch;

use crate::club::time::KEPT_EVERY;
use crate::club::{Club, ClubError};
use crate::waits::Waits;

/// Keeps time for a club.
pub struct Timekeeper {
    /// The club.
    pub club: Arc<Club>,
    /// The clock.
    pub waits: Waits,
}

impl Timekeeper {
    /// Keeps time until it is told to stop.
    pub async fn run(self, mut stopping: watch::Receiver<bool>) {
        loop {
            if let Err(trouble) = self.tick(&stopping).await {
                tracing::warn!(%trouble, "what time brings is not known");
            }
            tokio::select! {
                () = self.waits.pause(KEPT_EVERY) => {}
                _ = stopping.wait_for(|stop| *stop) => break,
            }
        }
        let club = self.club.clone();
        if let Err(trouble) = blocking(move || club.leave_time()).await {
            tracing::warn!(%trouble, "the right to keep time is not given back");
        }
    }

    async fn tick(&self, stopping: &watch::Receiver<bool>) -> Result<(), ClubError> {
        loop {
            let club = self.club.clone();
            if blocking(move || club.keep_time()).await? == 0 || *stopping.borrow() {
                return Ok(());
            }
        }
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ClubError> + Send + 'static,
) -> Result<T, ClubError> {
    tokio::task::spawn_blocking(work).await.map_err(ClubError::failed)?
}
