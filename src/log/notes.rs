//! Small texts that a door stores beside the log, under keys of its own: where a table is played, a player's preferences. They
//! are not part of the log: they can be changed and erased, and no rule depends on them.

use super::fault::Fault;
use super::form;
use super::limits::{MAX_NOTE_BYTES, MAX_NOTE_KEY_BYTES};

/// The prefix of keys of notes about one player; the player's id and `/` follow. Such notes are erased with the player.
pub const OF_PLAYER: &str = "of/";

/// The key of the note `name` about a player.
pub fn of_player(player: &str, name: &str) -> String {
    format!("{OF_PLAYER}{player}/{name}")
}

/// Notes of doors: small texts beside the log.
pub trait Notes {
    /// Stores `body` under `key`, replacing an old value.
    ///
    /// # Errors
    /// [`Fault::Unfit`] if something is too long or the key is empty; another [`Fault`] if writing fails.
    fn put_note(&self, door: &str, key: &str, body: &str) -> Result<(), Fault>;
    /// The note under `key`; `None` if there is none.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn note(&self, door: &str, key: &str) -> Result<Option<String>, Fault>;
    /// The notes of a door whose keys begin with `prefix`, each as key and body, by key.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn notes(&self, door: &str, prefix: &str) -> Result<Vec<(String, String)>, Fault>;
    /// Erases the note under `key`; true if there was one.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn drop_note(&self, door: &str, key: &str) -> Result<bool, Fault>;
}

pub(super) fn check(door: &str, key: &str, body: &str) -> Result<(), Fault> {
    form::check_id(door, "a door").map_err(|e| Fault::Unfit(e.to_string()))?;
    if !(1..=MAX_NOTE_KEY_BYTES).contains(&key.len()) {
        return Err(Fault::Unfit(format!("the key of a note has 1 to {MAX_NOTE_KEY_BYTES} bytes")));
    }
    if body.len() > MAX_NOTE_BYTES {
        return Err(Fault::Unfit(format!("a note has at most {MAX_NOTE_BYTES} bytes")));
    }
    Ok(())
}
