//! Computer players at a table that is played at the terminal: they answer from a thread, as another process would.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::App;
use super::error::CliError;
use super::process::ProcessContext;
use super::secret::Secret;
use crate::club::ClubError;
use crate::club::computer::{COMPUTER_KEYS, ComputerPlayers, Haste};
use crate::club::local::LocalTables;
use crate::club::thought::ComputerKey;
use crate::games::Playable;
use crate::log::Store;

/// The interval between checks for a prompt of theirs.
const NAP: Duration = Duration::from_millis(50);

/// Computer players at work until this is dropped.
pub struct Opponents {
    key: ComputerKey,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Opponents {
    /// The computer players at a table; `None` where no computer sits.
    ///
    /// # Errors
    /// A store that cannot be read, a secret that cannot be had, or a thread.
    pub fn at<G: Playable>(
        app: &App,
        tables: &LocalTables<G>,
        table: &str,
        process: &ProcessContext<'_>,
    ) -> Result<Option<Opponents>, CliError> {
        if !tables.has_computers(table)? {
            return Ok(None);
        }
        let config = super::config(app.config_file.clone(), false)?;
        // The key that `serve` has: whichever of the two plays, the same chance decides.
        let secret = Secret::of_server(&config, app.config_file.clone(), process)?;
        let key = *secret.keys(COMPUTER_KEYS).signing();
        let store = app.store.shared();
        let data = app.data.as_deref();
        let club = app.games.club(store.clone(), app.platform.clone(), data, None)?.with_computers(key);
        let players = ComputerPlayers::new(Arc::new(club), Haste::AtOnce);
        let stop = Arc::new(AtomicBool::new(false));
        let (stopping, table) = (stop.clone(), table.to_owned());
        let thread = thread::Builder::new()
            .name("computer players".to_owned())
            .spawn(move || attend(players, &*store, &table, &stopping))?;
        Ok(Some(Opponents { key, stop, thread: Some(thread) }))
    }

    /// The key of their chance.
    pub fn key(&self) -> ComputerKey {
        self.key
    }
}

impl Drop for Opponents {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // The thread has reported its own error.
            let _ = thread.join();
        }
    }
}

fn attend(mut players: ComputerPlayers, store: &dyn Store, table: &str, stopping: &AtomicBool) {
    let mut seen = None;
    while !stopping.load(Ordering::Relaxed) {
        match store.stored_head(table).map_err(ClubError::from) {
            // A computer that thinks needs another look although nothing was stored.
            Ok(head) if seen == Some(head) && !players.is_at_work() => {}
            Ok(head) => match players.attend() {
                // Their action needs another look at the table.
                Ok(_) => seen = Some(head),
                Err(trouble) => tracing::warn!(%trouble, "what computer players are asked is not known"),
            },
            Err(trouble) => tracing::warn!(%trouble, "what computer players are asked is not known"),
        }
        thread::sleep(NAP);
    }
    // Whoever takes over waits until the right has lapsed.
    let _ = players.leave();
}
