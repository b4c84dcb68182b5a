//! People: names, addresses and preferences, stored apart from the log so that they can be erased.

use super::fault::Fault;
use super::form::check_id;
use super::limits::{MAX_ADDRESS_BYTES, MAX_ADDRESSES, MAX_CHANNELS, MAX_ID_BYTES, MAX_LADDER_BYTES};

/// The kind of a user name at the local terminal. Nothing is sent there.
pub const LOCAL: &str = "local";
/// The kind of a Discord user id, decimal digits.
pub const DISCORD: &str = "discord";
/// The kind of a mail address, stored as given; the caller folds case.
pub const MAIL: &str = "mail";

/// Minutes in a day.
const DAY_MINUTES: u16 = 24 * 60;

/// A person. The log has ids only: this one, and those of [`Player::aliases`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Player {
    /// Opaque: says nothing about the person.
    pub id: String,
    /// Other ids of theirs. They are made by [`Players::link`], not by [`Players::put_player`].
    pub aliases: Vec<Alias>,
    /// Their chosen name.
    pub name: String,
    /// Their addresses, the oldest first, with those of their aliases.
    pub addresses: Vec<Address>,
    /// Their preferences.
    pub preferences: Preferences,
}

/// An id under which a player was known before it turned out that they are one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// The id.
    pub id: String,
    /// Since when it is an alias, in the form of [`crate::log::Entry::at`].
    pub at: String,
}

impl Player {
    /// Every id of theirs, their own first.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        [&*self.id].into_iter().chain(self.aliases.iter().map(|alias| &*alias.id))
    }

    /// Their oldest address of a kind.
    pub fn address(&self, kind: &str) -> Option<&str> {
        self.addresses.iter().find(|address| address.kind == kind).map(|address| &*address.value)
    }
}

/// An address of a person. The kind is also the name of the channel that sends there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    /// The kind of address: [`LOCAL`], [`DISCORD`], [`MAIL`], or one of another door.
    pub kind: String,
    /// The address.
    pub value: String,
}

impl Address {
    /// The address of this kind and value.
    pub fn new(kind: &str, value: &str) -> Address {
        Address { kind: kind.to_owned(), value: value.to_owned() }
    }
}

/// A player's preferences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preferences {
    /// Their language, as a code; `None` while it is not known.
    pub lang: Option<String>,
    /// Their time zone, by its name in the IANA database.
    pub zone: Option<String>,
    /// The channels for their notifications; `None` for every one they have an address of.
    pub channels: Option<Vec<String>>,
    /// The reminders they want of each decision, as [`crate::pace::Ladder`] is typed in English; `None` for the program's.
    pub ladder: Option<String>,
    /// The hours in which they are not reminded.
    pub quiet: Option<QuietHours>,
    /// True if their own notices go to them alone, if a channel could also post them at the table.
    pub direct: bool,
}

/// A time of the day, in minutes after midnight of the player's zone; it may go over midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    /// The first minute.
    pub from: u16,
    /// The first minute after it.
    pub to: u16,
}

/// The people a store knows.
pub trait Players {
    /// Adds a player, or replaces the one with the same id; their aliases stay.
    ///
    /// # Errors
    /// [`Fault::Unfit`] if another player has one of the addresses, the id is an alias, or something is too long.
    fn put_player(&self, player: Player) -> Result<(), Fault>;
    /// The player of this id, or of whom it is an alias.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn player(&self, id: &str) -> Result<Option<Player>, Fault>;
    /// All players, by id.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn players(&self) -> Result<Vec<Player>, Fault>;
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
    /// Makes `alias` another id of `player` from `at` on: every id and address of both then belongs to one player, with the
    /// name and preferences of `player`. Returns whether it did: neither may be an alias, nor may `alias` have any.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn link(&self, alias: &str, player: &str, at: &str) -> Result<bool, Fault>;
    /// Makes `alias` a player of their own again, as they were; says whether it was an alias.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn unlink(&self, alias: &str) -> Result<bool, Fault>;
    /// Erases a player's name, addresses, aliases, preferences, pending deliveries and doors' notes; returns whether there was
    /// such a player. The log keeps the opaque id. In a SQLite file no byte of them is left; a PostgreSQL server overwrites
    /// them when it reuses their place, and keeps its write-ahead log and backups as long as its owner says.
    ///
    /// # Errors
    /// [`Fault::Busy`] if they are erased but another process keeps their bytes from being overwritten: a repeated call tries
    /// again; another [`Fault`] if writing fails.
    fn erase_player(&self, id: &str) -> Result<bool, Fault>;
}

pub(super) fn check(player: &Player) -> Result<(), Fault> {
    let unfit = |e: super::canonical::NotCanonical| Fault::Unfit(e.to_string());
    check_id(&player.id, "a player's id").map_err(unfit)?;
    let values = player.addresses.iter().map(|address| &address.value);
    let fits = |text: &String| (1..=MAX_ADDRESS_BYTES).contains(&text.len());
    if player.addresses.len() > MAX_ADDRESSES || !values.chain([&player.name]).all(fits) {
        return Err(Fault::Unfit(format!(
            "a player has at most {MAX_ADDRESSES} addresses; these and the name have 1 to {MAX_ADDRESS_BYTES} bytes each"
        )));
    }
    for address in &player.addresses {
        check_id(&address.kind, "the kind of an address").map_err(unfit)?;
    }
    let Preferences { lang, zone, channels, quiet, ladder, .. } = &player.preferences;
    // A store reads neither languages nor zones, and only keeps them short.
    let short = |text: &Option<String>| text.as_ref().is_none_or(|text| text.len() <= MAX_ID_BYTES);
    let channels = channels.as_deref().unwrap_or_default();
    let within_a_day = quiet.is_none_or(|quiet| quiet.from < DAY_MINUTES && quiet.to < DAY_MINUTES);
    if !short(lang)
        || !short(zone)
        || ladder.as_ref().is_some_and(|ladder| ladder.len() > MAX_LADDER_BYTES)
        || channels.len() > MAX_CHANNELS
        || !within_a_day
    {
        return Err(Fault::Unfit("a player's preferences are too long, or no times of a day".to_owned()));
    }
    channels.iter().try_for_each(|channel| check_id(channel, "a channel").map_err(unfit))
}

pub(super) fn is_alias(player: &Player) -> Fault {
    Fault::Unfit(format!("{} is an alias of another player", player.id))
}

pub(super) fn taken(player: &Player) -> Fault {
    Fault::Unfit(format!("another player than {} has one of these addresses already", player.id))
}
