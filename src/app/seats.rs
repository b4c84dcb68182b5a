//! The local player, and the viewer of a reading command.
//!
//! Everybody who can read the file is trusted: hiding a seat's view is a courtesy among people who share a machine. It keeps a
//! player from seeing another's secrets by mistake; it is no lock.

use super::App;
use super::error::CliError;
use crate::club::people::player_at;
use crate::door::terminal::wording::DOOR;
use crate::game::{Seat, Viewer};
use crate::games::Playable;
use crate::log::Fault;
use crate::log::players::{Address, DISCORD, LOCAL, MAIL};
use crate::table::{Caller, TableFault};

impl App {
    /// The opaque id of the local player, created if missing.
    ///
    /// # Errors
    /// A store that cannot be read or written, or no randomness.
    pub fn local_player(&self) -> Result<String, CliError> {
        let address = Address::new(LOCAL, &self.user);
        Ok(player_at(&*self.store, &*self.platform, &address, &self.user)?.0)
    }

    /// The local player as a caller.
    ///
    /// # Errors
    /// As [`App::local_player`].
    pub fn caller(&self) -> Result<Caller, CliError> {
        Ok(Caller::new(&self.local_player()?, DOOR))
    }

    fn known_player(&self) -> Result<Option<String>, CliError> {
        let player = self.store.player_at(&Address::new(LOCAL, &self.user))?;
        Ok(player.map(|player| player.id))
    }

    /// The viewer of a reading command: the requested seat; else, at a table with one seat, that seat.
    ///
    /// # Errors
    /// A seat that does not exist; on an open table, one that the local player does not hold.
    pub fn viewer<G: Playable>(&self, table: &str, wanted: Option<Seat>) -> Result<Viewer, CliError> {
        let Some(seat) = wanted else { return self.usual_viewer(table) };
        let seats = self.seats(table)?;
        if !seats.contains(&seat) {
            return Err(CliError::NoSeat { seat, seats });
        }
        let looked = self
            .tables::<G>()
            .look(table, |table| (table.closed().is_some(), table.player_of(seat).map(str::to_owned)));
        match looked {
            // A partial export has nothing beyond its own view.
            Err(TableFault::Log(Fault::ReadOnly { .. })) => {}
            Err(fault) => return Err(fault.into()),
            Ok((true, _)) => {}
            Ok((false, None)) => return Err(CliError::SeatFree(seat)),
            Ok((false, Some(holder))) if self.known_player()?.as_ref() == Some(&holder) => {}
            Ok((false, Some(holder))) => return Err(self.held(seat, &holder)?),
        }
        Ok(Viewer::Seat(seat))
    }

    /// The viewer of a reading command that names no seat: a spectator, at a table of one seat that seat.
    ///
    /// # Errors
    /// A table that is not there or cannot be read.
    pub fn usual_viewer(&self, table: &str) -> Result<Viewer, CliError> {
        Ok(match self.seats(table)?.as_slice() {
            [seat] => Viewer::Seat(*seat),
            _ => Viewer::Spectator,
        })
    }

    /// Why a seat that `holder` holds is not the local player's to play or to see.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn held(&self, seat: Seat, holder: &str) -> Result<CliError, CliError> {
        let player = self.store.player(holder)?.unwrap_or_default();
        let at = |kind| player.address(kind).is_some();
        let elsewhere = [(DISCORD, "Discord"), (MAIL, "e-mail")].into_iter().find(|(kind, _)| at(kind));
        Ok(match elsewhere {
            Some((_, door)) if !at(LOCAL) => CliError::HeldElsewhere { seat, door },
            _ => CliError::HeldByAnother(seat),
        })
    }

    /// The seats of a table, taken or not, by its first entry.
    fn seats(&self, table: &str) -> Result<Vec<Seat>, CliError> {
        let opened = self.store.opened(table)?;
        Ok(opened.seats.iter().filter_map(|seat| seat.parse().ok()).collect())
    }
}
