//! Periodic work for all doors: timekeeping, the signing of the club's log, and the play of computer players.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::club_log::LogKeeper;
use crate::club::computer::ComputerPlayers;
use crate::club::time::KEPT_EVERY;
use crate::club::{Club, ClubError};
use crate::log::Changes;
use crate::observe::Muted;
use crate::waits::Waits;

/// Work that comes round again. One process at a time has the right to do it.
pub trait Chore: Send + 'static {
    /// Its name in the operator's log.
    const WHAT: &'static str;
    /// The usual wait between two rounds.
    const EVERY: Duration;

    /// The wait before the next round.
    fn every(&self) -> Duration {
        Self::EVERY
    }

    /// Does the due work; returns whether there is more.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    fn round(&mut self) -> Result<bool, ClubError>;

    /// Gives the right to it back.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn leave(&mut self) -> Result<(), ClubError>;

    /// The changes that start a round early.
    fn changes(&self) -> Changes {
        Changes::default()
    }
}

/// The chores of a club.
pub struct Chores {
    /// Keeps time.
    pub timekeeper: Timekeeper,
    /// Signs the club's log, if there is a key.
    pub log: Option<LogKeeper>,
    /// Play.
    pub computers: ComputerPlayers,
    /// The clock of all.
    pub waits: Waits,
}

impl Chores {
    /// Does all of it until shutdown: the keeping of time with the signing of the log, and play.
    pub(super) fn start(self, stopping: &watch::Receiver<bool>) -> (JoinHandle<()>, JoinHandle<()>) {
        let Chores { timekeeper, log, computers, waits } = self;
        let log = log.map(|log| keep_up(log, waits.clone(), stopping.clone()));
        let time = keep_up(timekeeper, waits.clone(), stopping.clone());
        let time = tokio::spawn(async {
            tokio::join!(time, async {
                if let Some(log) = log {
                    log.await;
                }
            });
        });
        (time, tokio::spawn(keep_up(computers, waits, stopping.clone())))
    }
}

/// Keeps time for a club: reminders, and decisions whose time is up.
pub struct Timekeeper(pub Arc<Club>);

impl Chore for Timekeeper {
    const WHAT: &'static str = "the keeping of time";
    const EVERY: Duration = KEPT_EVERY;

    fn round(&mut self) -> Result<bool, ClubError> {
        Ok(self.0.time().keep()? > 0)
    }

    fn leave(&mut self) -> Result<(), ClubError> {
        self.0.time().leave()
    }
}

impl Chore for LogKeeper {
    const WHAT: &'static str = "the signing of the club's log";
    const EVERY: Duration = Duration::from_secs(10);

    fn round(&mut self) -> Result<bool, ClubError> {
        self.sign_when_due()?;
        Ok(false)
    }

    fn leave(&mut self) -> Result<(), ClubError> {
        LogKeeper::leave(self)
    }
}

impl Chore for ComputerPlayers {
    const WHAT: &'static str = "the play of computer players";
    // Their answers come on a beat of seconds, so a question is seen within it.
    const EVERY: Duration = Duration::from_secs(3);

    fn every(&self) -> Duration {
        if self.is_at_work() { Duration::from_secs(1) } else { Self::EVERY }
    }

    fn round(&mut self) -> Result<bool, ClubError> {
        self.attend()?;
        Ok(false)
    }

    fn leave(&mut self) -> Result<(), ClubError> {
        ComputerPlayers::leave(self)
    }

    fn changes(&self) -> Changes {
        ComputerPlayers::changes(self)
    }
}

/// Does a chore until shutdown.
async fn keep_up<C: Chore>(chore: C, waits: Waits, mut stopping: watch::Receiver<bool>) {
    let (mut changes, mut muted) = (chore.changes(), Muted::default());
    let chore = Arc::new(Mutex::new(chore));
    loop {
        match blocking(&chore, C::round).await {
            // More is due at once; a stop comes first.
            Ok(true) if !*stopping.borrow() => continue,
            Ok(_) => {}
            Err(trouble) => {
                if let Some(muted) = muted.hear(&trouble.to_string(), waits.now()) {
                    tracing::warn!(what = C::WHAT, %trouble, muted, "a round of it failed");
                }
            }
        }
        // A round that panicked poisoned the lock; the rounds after it are done all the same.
        let every = chore.lock().unwrap_or_else(PoisonError::into_inner).every();
        tokio::select! {
            () = waits.pause(every) => {}
            _ = changes.next() => {}
            _ = stopping.wait_for(|stop| *stop) => break,
        }
    }
    if let Err(trouble) = blocking(&chore, C::leave).await {
        tracing::warn!(what = C::WHAT, %trouble, "the right to it is not given back");
    }
}

async fn blocking<C: Chore, T: Send + 'static>(
    chore: &Arc<Mutex<C>>,
    work: fn(&mut C) -> Result<T, ClubError>,
) -> Result<T, ClubError> {
    let chore = chore.clone();
    let work = move || work(&mut chore.lock().unwrap_or_else(PoisonError::into_inner));
    tokio::task::spawn_blocking(work).await.map_err(ClubError::failed)?
}
