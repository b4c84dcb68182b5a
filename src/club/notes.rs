//! The notes of doors: texts under keys in the store, of which the log knows nothing.

use super::ClubError;
use crate::log::Store;
use crate::log::notes::of_player;
use crate::table::Platform;

/// The note of the address of a door.
const DOOR_ADDRESS: &str = "address";
/// Seconds of the days for daily counts.
const DAY_SECONDS: i64 = 24 * 60 * 60;

/// The notes of doors: texts under keys, some of them about a player.
#[derive(Clone, Copy)]
pub struct DoorNotes<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) platform: &'a dyn Platform,
    pub(super) sender: &'a str,
}

impl DoorNotes<'_> {
    /// The note of a door under a key.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn get(&self, door: &str, key: &str) -> Result<Option<String>, ClubError> {
        Ok(self.store.note(door, key)?)
    }

    /// The notes of a door whose keys begin with `prefix`, each as key and text, by key.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn with_prefix(&self, door: &str, prefix: &str) -> Result<Vec<(String, String)>, ClubError> {
        Ok(self.store.notes(door, prefix)?)
    }

    /// Stores a note of a door under a key; `None` erases it.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put(&self, door: &str, key: &str, text: Option<&str>) -> Result<(), ClubError> {
        match text {
            Some(text) => self.store.put_note(door, key, text)?,
            None => drop(self.store.drop_note(door, key)?),
        }
        Ok(())
    }

    /// Stores a note of a channel's door under the lease of this number. Returns `false`, and stores nothing, if the lease was
    /// taken anew since: this process's knowledge is old.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put_under(&self, channel: &str, number: u64, key: &str, text: &str) -> Result<bool, ClubError> {
        Ok(self.store.put_note_under(channel, self.sender, number, key, text)?)
    }

    /// A door's note about a player, by name; it is erased with them.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn of_player(&self, door: &str, player: &str, name: &str) -> Result<Option<String>, ClubError> {
        self.get(door, &of_player(player, name))
    }

    /// Stores a door's note about a player under a name; `None` erases it.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put_of_player(
        &self,
        door: &str,
        player: &str,
        name: &str,
        text: Option<&str>,
    ) -> Result<(), ClubError> {
        self.put(door, &of_player(player, name), text)
    }

    /// As [`DoorNotes::put_of_player`], under the lease of this number. Returns `false`, and stores nothing, if the lease was taken
    /// anew since.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put_of_player_under(
        &self,
        door: &str,
        lease: u64,
        (player, name): (&str, &str),
        text: &str,
    ) -> Result<bool, ClubError> {
        self.put_under(door, lease, &of_player(player, name), text)
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
        let today = self.platform.now().timestamp().div_euclid(DAY_SECONDS).to_string();
        let kept = self.get(door, &key)?.unwrap_or_default();
        let (day, count) = kept.split_once(' ').unwrap_or_default();
        let count: u32 = if day == today { count.parse().unwrap_or(0) } else { 0 };
        if count < most {
            self.put(door, &key, Some(&format!("{today} {}", count + 1)))?;
        }
        Ok(count < most)
    }

    /// The public address of a door, if it has one; other doors show it to people.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn door_address(&self, door: &str) -> Result<Option<String>, ClubError> {
        self.get(door, DOOR_ADDRESS)
    }

    /// Stores the public address of a door.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn set_door_address(&self, door: &str, address: &str) -> Result<(), ClubError> {
        match self.door_address(door)?.as_deref() == Some(address) {
            true => Ok(()),
            false => self.put(door, DOOR_ADDRESS, Some(address)),
        }
    }
}
