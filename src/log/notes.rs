//! Small texts that a door keeps beside the log, under keys of its own: where a table is played, what a player prefers.
//! They are no part of the log: they can be changed and erased, and no rule depends on them.

use super::entry;
use super::fault::Fault;
use super::limits::{MAX_NOTE_BYTES, MAX_NOTE_KEY_BYTES};

/// What the keys begin with of what is kept of one player, before their id and a `/`: it is erased with them.
pub const OF_PLAYER: &str = "of/";

/// The key of a note that is kept of a player, under a name of the door's own.
pub fn of_player(player: &str, name: &str) -> String {
    format!("{OF_PLAYER}{player}/{name}")
}

/// What doors keep beside the log.
pub trait Notes {
    /// Keeps `body` under `key`, in place of what was there.
    ///
    /// # Errors
    /// [`Fault::Unfit`] when something is too long or the key is empty; another [`Fault`] when writing fails.
    fn put_note(&self, door: &str, key: &str, body: &str) -> Result<(), Fault>;
    /// What is kept under `key`.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn note(&self, door: &str, key: &str) -> Result<Option<String>, Fault>;
    /// The notes of a door whose keys begin with `prefix`, each as key and body, by key.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn notes(&self, door: &str, prefix: &str) -> Result<Vec<(String, String)>, Fault>;
    /// Forgets what is kept under `key`; says whether there was anything.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn drop_note(&self, door: &str, key: &str) -> Result<bool, Fault>;
}

pub(super) fn check(door: &str, key: &str, body: &str) -> Result<(), Fault> {
    entry::check_id(door, "a door").map_err(|e| Fault::Unfit(e.to_string()))?;
    if !(1..=MAX_NOTE_KEY_BYTES).contains(&key.len()) {
        return Err(Fault::Unfit(format!("the key of a note has 1 to {MAX_NOTE_KEY_BYTES} bytes")));
    }
    if body.len() > MAX_NOTE_BYTES {
        return Err(Fault::Unfit(format!("a note has at most {MAX_NOTE_BYTES} bytes")));
    }
    Ok(())
}
