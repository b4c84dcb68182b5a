//! The signing of the club's log: a checkpoint at fixed times.

use std::path::PathBuf;
use std::sync::Arc;

use super::witnesses::Witnesses;
use crate::app::log_key::LogKey;
use crate::club::club_log::Checkpointer;
use crate::club::{Club, ClubError};
use crate::config::club_log::SignedLog;

/// Signs a checkpoint, and asks the witnesses, at the start and at the multiples of an interval, and at no other time: neither an order
/// nor a fault changes when.
pub struct LogKeeper {
    checkpointer: Checkpointer,
    /// The interval in seconds.
    every: i64,
    /// The file in which the last signed checkpoint is remembered.
    last: Option<PathBuf>,
    /// The number of the last interval whose checkpoint was tried.
    tried_in: Option<i64>,
    /// The witnesses that are asked for cosignatures.
    witnesses: Option<Witnesses>,
}

impl LogKeeper {
    /// Signs the log of a club.
    pub fn new(club: Arc<Club>, key: LogKey, settings: &SignedLog) -> LogKeeper {
        let last = key.last();
        let LogKey { signer, signed, .. } = key;
        let checkpointer = Checkpointer::new(club, signer, settings.replaces, signed);
        let witnesses = Witnesses::new(&settings.witnesses);
        LogKeeper { checkpointer, every: settings.every, last, tried_in: None, witnesses }
    }

    /// Signs a checkpoint, if an interval has begun since the last one.
    ///
    /// # Errors
    /// As [`Checkpointer::sign_next`].
    pub fn sign_when_due(&mut self) -> Result<(), ClubError> {
        let interval = Some(self.checkpointer.now().div_euclid(self.every));
        if interval == self.tried_in {
            return Ok(());
        }
        // What fails comes with the next interval: a second try would be at another time than the clock says.
        self.tried_in = interval;
        if let Some(checkpoint) = self.checkpointer.sign_next()? {
            tracing::info!(checkpoint = checkpoint.short(), "a checkpoint of the club's log is signed");
            if let Some(last) = &self.last
                && let Err(trouble) = LogKey::remember(last, &checkpoint)
            {
                let file = last.display();
                tracing::warn!(%file, %trouble, "the last checkpoint of the club's log is not remembered");
            }
        }
        // Only once it is stored: if a crash lost a cosigned one, the witness could refuse all later ones.
        if let Some(witnesses) = &mut self.witnesses {
            witnesses.ask(&self.checkpointer)?;
        }
        Ok(())
    }

    /// Gives the right to it back.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn leave(&self) -> Result<(), ClubError> {
        self.checkpointer.leave()
    }
}
