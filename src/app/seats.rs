//! Who the player at this terminal is, and whose eyes they have.
//!
//! Whoever can read the file is trusted: a seat's eyes are a courtesy among people who share a machine. It keeps a
//! player from seeing by a slip what another has hidden; it is no lock.

use super::App;
use super::play::DOOR;
use super::trouble::Trouble;
use crate::game::{Eyes, Seat};
use crate::games::Playable;
use crate::log::players::{Address, DISCORD, LOCAL, MAIL, Player, Preferences};
use crate::log::{Fault, Players, Store};
use crate::table::{Caller, TableFault, World};

/// Random letters of a player's id.
const PLAYER_LETTERS: usize = 12;

/// Whether a player can be called so: characters that are not seen, or turn the text around them, make one name look like
/// another.
pub fn is_plain(name: &str) -> bool {
    let unseen = |c: char| matches!(c, '\u{ad}' | '\u{61c}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}');
    !name.chars().any(|c| c.is_control() || unseen(c))
}

/// The opaque id of the local player of this name, who is added when they are not known yet, and whether they were.
///
/// # Errors
/// A store that cannot be read or written, or no randomness.
pub fn local_player_named(
    store: &(impl Players + ?Sized),
    world: &dyn World,
    name: &str,
) -> Result<(String, bool), Trouble> {
    player_at(store, world, Address::new(LOCAL, name), name)
}

/// The opaque id of the player with this Discord user id, who is added under `name` when they are not known yet, and
/// whether they were.
///
/// # Errors
/// As [`local_player_named`].
pub fn discord_player(
    store: &(impl Players + ?Sized),
    world: &dyn World,
    user: &str,
    name: &str,
) -> Result<(String, bool), Trouble> {
    player_at(store, world, Address::new(DISCORD, user), name)
}

fn player_at(
    store: &(impl Players + ?Sized),
    world: &dyn World,
    address: Address,
    name: &str,
) -> Result<(String, bool), Trouble> {
    if let Some(player) = store.player_at(&address)? {
        return Ok((player.id, false));
    }
    let id = crate::table::id::letters("p", PLAYER_LETTERS, world).map_err(TableFault::from)?;
    let (addresses, preferences) = (vec![address.clone()], Preferences::default());
    let player = Player { id: id.clone(), name: name.to_owned(), addresses, preferences };
    match store.put_player(player) {
        Ok(()) => Ok((id, true)),
        // Of two messages at once by somebody new, the other was faster.
        Err(fault) => match store.player_at(&address)? {
            Some(player) => Ok((player.id, false)),
            None => Err(fault.into()),
        },
    }
}

impl App {
    /// The opaque id of the local player, who is added when they are not known yet.
    ///
    /// # Errors
    /// A store that cannot be read or written, or no randomness.
    pub fn local_player(&self) -> Result<String, Trouble> {
        Ok(local_player_named(&self.store, &*self.world, &self.user)?.0)
    }

    /// The local player as whoever gives a command.
    ///
    /// # Errors
    /// As [`App::local_player`].
    pub fn caller(&self) -> Result<Caller, Trouble> {
        Ok(Caller::new(&self.local_player()?, DOOR))
    }

    fn known_player(&self) -> Result<Option<String>, Trouble> {
        let player = self.store.player_at(&Address::new(LOCAL, &self.user))?;
        Ok(player.map(|player| player.id))
    }

    /// Whose eyes a reading command has: those of the seat asked for; else, at a table of one seat, that seat's.
    ///
    /// # Errors
    /// A seat that is not there; on an open table, one that the local player does not hold.
    pub fn eyes<G: Playable>(&self, table: &str, wanted: Option<Seat>) -> Result<Eyes, Trouble> {
        let Some(seat) = wanted else { return self.usual_eyes(table) };
        let seats = self.seats(table)?;
        if !seats.contains(&seat) {
            return Err(Trouble::NoSeat { seat, seats });
        }
        let looked = self
            .tables::<G>()
            .look(table, |table| (table.closed().is_some(), table.player_of(seat).map(str::to_owned)));
        match looked {
            // A table that came as somebody's view holds no more than that view.
            Err(TableFault::Log(Fault::ReadOnly { .. })) => {}
            Err(fault) => return Err(fault.into()),
            Ok((true, _)) => {}
            Ok((false, None)) => return Err(Trouble::SeatFree(seat)),
            Ok((false, Some(holder))) if self.known_player()?.as_ref() == Some(&holder) => {}
            Ok((false, Some(holder))) => return Err(self.held(seat, &holder)?),
        }
        Ok(Eyes::Seat(seat))
    }

    /// The eyes of a reading command that names no seat: the onlooker's, at a table of one seat that seat's.
    ///
    /// # Errors
    /// A table that is not there or cannot be read.
    pub fn usual_eyes(&self, table: &str) -> Result<Eyes, Trouble> {
        Ok(match self.seats(table)?.as_slice() {
            [seat] => Eyes::Seat(*seat),
            _ => Eyes::Onlooker,
        })
    }

    /// Why a seat that `holder` holds is not the local player's to play or to see.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn held(&self, seat: Seat, holder: &str) -> Result<Trouble, Trouble> {
        let player = self.store.player(holder)?.unwrap_or_default();
        let at = |kind| player.address(kind).is_some();
        let elsewhere = [(DISCORD, "Discord"), (MAIL, "e-mail")].into_iter().find(|(kind, _)| at(kind));
        Ok(match elsewhere {
            Some((_, door)) if !at(LOCAL) => Trouble::HeldElsewhere { seat, door },
            _ => Trouble::HeldByAnother(seat),
        })
    }

    /// The seats of a table, taken or not, by its first entry.
    fn seats(&self, table: &str) -> Result<Vec<Seat>, Trouble> {
        let opened = self.store.opened(table)?;
        Ok(opened.seats.iter().filter_map(|seat| seat.parse().ok()).collect())
    }
}
