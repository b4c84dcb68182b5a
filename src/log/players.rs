//! The people: names and addresses, kept apart from the log so that they can be erased.

use super::fault::Fault;
use super::limits::MAX_ADDRESS_BYTES;

/// A person. The log holds the id only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Opaque: says nothing about the person.
    pub id: String,
    /// What they want to be called.
    pub name: String,
    /// Their user name at the local terminal.
    pub local: Option<String>,
    /// Their Discord user id, decimal digits.
    pub discord: Option<String>,
    /// Their mail address.
    pub mail: Option<String>,
}

/// Where a person can be met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// A user name at the local terminal.
    Local(String),
    /// A Discord user id.
    Discord(String),
    /// A mail address, as it was given; the caller folds case.
    Mail(String),
}

/// The people a store knows.
pub trait Players {
    /// Adds a player, or replaces what is known of one with the same id.
    ///
    /// # Errors
    /// [`Fault::Unfit`] when another player has one of the addresses, or something is too long.
    fn put_player(&self, player: Player) -> Result<(), Fault>;
    /// The player of this id.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn player(&self, id: &str) -> Result<Option<Player>, Fault>;
    /// All players of exactly this name, by id.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn player_named(&self, name: &str) -> Result<Vec<Player>, Fault>;
    /// The player with this address.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn player_at(&self, address: &Address) -> Result<Option<Player>, Fault>;
    /// Forgets name and addresses of a player; says whether there was such a player. The log keeps the opaque id.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn erase_player(&self, id: &str) -> Result<bool, Fault>;
}

pub(super) fn check(player: &Player) -> Result<(), Fault> {
    super::entry::check_id(&player.id, "a player's id").map_err(|e| Fault::Unfit(e.to_string()))?;
    let texts = [Some(&player.name), player.local.as_ref(), player.discord.as_ref(), player.mail.as_ref()];
    if texts.into_iter().flatten().all(|text| (1..=MAX_ADDRESS_BYTES).contains(&text.len())) {
        return Ok(());
    }
    Err(Fault::Unfit(format!("a player's name and addresses have 1 to {MAX_ADDRESS_BYTES} bytes each")))
}

pub(super) fn taken(player: &Player) -> Fault {
    Fault::Unfit(format!("another player than {} has one of these addresses already", player.id))
}
