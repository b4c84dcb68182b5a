//! Computer players, whatever the doors.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::club::ClubError;
use crate::club::computer::ComputerPlayers;
use crate::waits::Waits;

/// How often it is looked for what computer players are asked.
const PULSE: Duration = Duration::from_secs(5);

/// Has computer players play.
pub struct ComputersAtWork {
    /// They.
    pub players: Arc<Mutex<ComputerPlayers>>,
    /// The clock.
    pub waits: Waits,
}

impl ComputersAtWork {
    /// Has them play until it is told to stop.
    pub async fn run(self, mut stopping: watch::Receiver<bool>) {
        loop {
            if let Err(trouble) = self.with_players(ComputerPlayers::attend).await {
                tracing::warn!(%trouble, "what computer players are asked is not known");
            }
            tokio::select! {
                () = self.waits.pause(PULSE) => {}
                _ = stopping.wait_for(|stop| *stop) => break,
            }
        }
        if let Err(trouble) = self.with_players(|players| players.leave()).await {
            tracing::warn!(%trouble, "the right to play for computer players is not given back");
        }
    }

    async fn with_players<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut ComputerPlayers) -> Result<T, ClubError> + Send + 'static,
    ) -> Result<T, ClubError> {
        let players = self.players.clone();
        let work = move || work(&mut players.lock().unwrap_or_else(PoisonError::into_inner));
        tokio::task::spawn_blocking(work).await.map_err(ClubError::failed)?
    }
}
