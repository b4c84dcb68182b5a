//! Players by their addresses, and their preferences.

use super::{Club, ClubError};
use crate::log::limits::MAX_ADDRESS_BYTES;
use crate::log::notes::of_player;
use crate::log::players::{Address, Player};
use crate::log::{Players, Store};
use crate::reason::is_plain;
use crate::table::Platform;
use crate::words::Lang;

/// Random letters of a player's id.
const PLAYER_LETTERS: usize = 12;
/// The note of the address of a door.
const DOOR_ADDRESS: &str = "address";
/// Seconds of the days for daily counts.
const DAY_SECONDS: i64 = 24 * 60 * 60;

/// The opaque id of the player at an address, created under `name` if the address is new, and whether it existed.
///
/// # Errors
/// A store that cannot be read or written, or no randomness.
pub fn player_at(
    store: &(impl Players + ?Sized),
    platform: &dyn Platform,
    address: &Address,
    name: &str,
) -> Result<(String, bool), ClubError> {
    if let Some(player) = store.player_at(address)? {
        return Ok((player.id, false));
    }
    let id = crate::table::id::letters("p", PLAYER_LETTERS, platform)?;
    let addresses = vec![address.clone()];
    let player = Player { id: id.clone(), name: name.to_owned(), addresses, ..Player::default() };
    match store.put_player(player) {
        Ok(()) => Ok((id, true)),
        // Of two simultaneous messages from a new player, the other was faster.
        Err(fault) => match store.player_at(address)? {
            Some(player) => Ok((player.id, false)),
            None => Err(fault.into()),
        },
    }
}

/// A name that fits and can be displayed; the address if theirs does not.
fn plain_name(name: &str, address: &str) -> String {
    let name: String = name.trim().chars().filter(|c| is_plain(&c.to_string())).collect();
    let name = name[..name.floor_char_boundary(MAX_ADDRESS_BYTES)].trim();
    if name.is_empty() { address.to_owned() } else { name.to_owned() }
}

impl Club {
    /// The player at the address of this kind, created if new with this name and the language of the message. A player known in
    /// several doors keeps their name and language.
    ///
    /// # Errors
    /// A store that cannot be read or written, or no randomness.
    pub fn meet(&self, kind: &str, address: &str, name: &str, lang: Lang) -> Result<Player, ClubError> {
        let store: &dyn Store = &*self.store;
        let name = plain_name(name, address);
        let (id, _) = player_at(store, &*self.platform, &Address::new(kind, address), &name)?;
        let lang = Some(lang.code().to_owned());
        let Some(mut player) = store.player(&id)? else {
            return Ok(Player { id, name, ..Player::default() });
        };
        if player.aliases.is_empty() && (player.name != name || player.preferences.lang != lang) {
            player.name = name;
            player.preferences.lang = lang;
            store.put_player(player.clone())?;
        }
        Ok(player)
    }

    /// The player of this opaque id.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn player(&self, player: &str) -> Result<Option<Player>, ClubError> {
        Ok(self.store.player(player)?)
    }

    /// The opaque id of the player at an address, if there is one.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn known_at(&self, kind: &str, address: &str) -> Result<Option<String>, ClubError> {
        Ok(self.store.player_at(&Address::new(kind, address))?.map(|player| player.id))
    }

    /// Sets whether a player's notices go to them alone, if a channel could also post them at the table.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn set_direct(&self, player: &str, direct: bool) -> Result<(), ClubError> {
        let Some(mut player) = self.store.player(player)? else { return Ok(()) };
        player.preferences.direct = direct;
        Ok(self.store.put_player(player)?)
    }

    /// Sets a player's name and language; `None` leaves a value unchanged.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn set_name_and_lang(
        &self,
        player: &str,
        name: Option<&str>,
        lang: Option<Lang>,
    ) -> Result<(), ClubError> {
        let Some(before) = self.store.player(player)? else { return Ok(()) };
        let mut after = before.clone();
        if let Some(name) = name {
            after.name = plain_name(name, &before.name);
        }
        if let Some(lang) = lang {
            after.preferences.lang = Some(lang.code().to_owned());
        }
        if after == before { Ok(()) } else { Ok(self.store.put_player(after)?) }
    }

    /// The public address of a door, if it has one; other doors show it to people.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn door_address(&self, door: &str) -> Result<Option<String>, ClubError> {
        self.note(door, DOOR_ADDRESS)
    }

    /// Stores the public address of a door.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn set_door_address(&self, door: &str, address: &str) -> Result<(), ClubError> {
        match self.door_address(door)?.as_deref() == Some(address) {
            true => Ok(()),
            false => self.put_note(door, DOOR_ADDRESS, Some(address)),
        }
    }

    /// Sets whether a player gets notifications by a channel.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn set_told_by(&self, player: &str, channel: &str, told: bool) -> Result<(), ClubError> {
        let Some(mut player) = self.store.player(player)? else { return Ok(()) };
        let all = || player.addresses.iter().map(|address| address.kind.clone()).collect();
        let mut channels: Vec<String> = player.preferences.channels.clone().unwrap_or_else(all);
        channels.retain(|it| it != channel);
        if told {
            channels.push(channel.to_owned());
        }
        player.preferences.channels = Some(channels);
        Ok(self.store.put_player(player)?)
    }

    /// The tables, by id, at which a player ever took a seat or had one kept.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn table_ids_of(&self, player: &str) -> Result<Vec<String>, ClubError> {
        Ok(self.store.tables_of_player(player)?)
    }

    /// A door's note about a player, by name; it is erased with them.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn note_of(&self, door: &str, player: &str, name: &str) -> Result<Option<String>, ClubError> {
        self.note(door, &of_player(player, name))
    }

    /// Stores a door's note about a player under a name; `None` erases it.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put_note_of(
        &self,
        door: &str,
        player: &str,
        name: &str,
        text: Option<&str>,
    ) -> Result<(), ClubError> {
        self.put_note(door, &of_player(player, name), text)
    }

    /// As [`Club::put_note_of`], under the lease of this number. Returns `false`, and stores nothing, if the lease was taken
    /// anew since.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put_note_of_under(
        &self,
        door: &str,
        lease: u64,
        (player, name): (&str, &str),
        text: &str,
    ) -> Result<bool, ClubError> {
        self.put_note_under(door, lease, &of_player(player, name), text)
    }

    /// Adds one to a daily count (UTC), per player if one is given; returns `false` if that exceeds the limit.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn count_of_day(
        &self,
        door: &str,
        what: &str,
        player: Option<&str>,
        most: u32,
    ) -> Result<bool, ClubError> {
        let key = player.map_or_else(|| what.to_owned(), |player| of_player(player, what));
        let today = self.now().div_euclid(DAY_SECONDS).to_string();
        let kept = self.note(door, &key)?.unwrap_or_default();
        let (day, count) = kept.split_once(' ').unwrap_or_default();
        let count: u32 = if day == today { count.parse().unwrap_or(0) } else { 0 };
        if count < most {
            self.put_note(door, &key, Some(&format!("{today} {}", count + 1)))?;
        }
        Ok(count < most)
    }

    /// Erases a player: name, addresses, preferences, pending messages and doors' notes. First they leave their tables, by this
    /// door, so that nobody there waits for them; returns those tables.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn forget(&self, player: &str, door: &str) -> Result<Vec<String>, ClubError> {
        let left = self.leave_tables(player, door)?;
        self.drop_code(player)?;
        self.store.erase_player(player)?;
        Ok(left)
    }
}

/// The language a player was last heard in.
pub fn lang_of(player: &Player) -> Lang {
    Lang::of_locale(player.preferences.lang.as_deref().unwrap_or_default())
}
