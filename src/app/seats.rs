//! The local player, and the viewer of a reading command.

use super::App;
use super::error::CliError;
use crate::club::Caller;
use crate::club::local::usual_viewer;
use crate::club::players::player_at;
use crate::door::terminal::wording::DOOR;
use crate::game::{Seat, Viewer};
use crate::games::Playable;
use crate::log::players::{Address, LOCAL};

impl App {
    /// The opaque id of the local player, created if missing.
    ///
    /// # Errors
    /// A store that cannot be read or written, or no randomness.
    pub fn local_player(&self) -> Result<String, CliError> {
        let address = Address::new(LOCAL, &self.user);
        Ok(player_at(&*self.store, &*self.platform, &address, &self.user)?.0.id)
    }

    /// The local player as a caller.
    ///
    /// # Errors
    /// As [`App::local_player`].
    pub fn caller(&self) -> Result<Caller, CliError> {
        Ok(Caller::new(&self.local_player()?, DOOR))
    }

    fn known_player(&self) -> Result<Option<String>, CliError> {
        // Looking at a seat makes no player: only a look at everything writes.
        let player = self.store.player_at(&Address::new(LOCAL, &self.user))?;
        Ok(player.map(|player| player.id))
    }

    /// The viewer of a reading command: the requested seat; else, at a table with one seat, that seat.
    ///
    /// # Errors
    /// A seat that does not exist; on an open table, one that the local player does not hold.
    pub fn viewer<G: Playable>(&self, table: &str, wanted: Option<Seat>) -> Result<Viewer, CliError> {
        let Some(seat) = wanted else { return self.usual_viewer(table) };
        Ok(self.tables::<G>().viewer(table, seat, self.known_player()?.as_deref())?)
    }

    /// The viewer of a reading command that names no seat: a spectator, at a table of one seat that seat.
    ///
    /// # Errors
    /// A table that is not there or cannot be read.
    pub fn usual_viewer(&self, table: &str) -> Result<Viewer, CliError> {
        Ok(usual_viewer(&*self.store, table)?)
    }
}
