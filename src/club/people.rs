//! Players by their addresses, and their preferences.

use std::cell::RefCell;

use super::browser::Browsers;
use super::door::Door;
use super::linking::Linking;
use super::page::PageLinks;
use super::players::{self, player_at};
use super::settings::{self, Setting};
use super::{ClubError, PlayedGames, PlayerTable};
use crate::log::Store;
use crate::log::limits::MAX_ADDRESS_BYTES;
use crate::log::players::{Address, Player, Preferences, QuietHours};
use crate::pace::Ladder;
use crate::reason::is_plain;
use crate::table::Platform;
use crate::words::{Lang, Words};

/// A name that fits and can be displayed; the address if theirs does not.
fn plain_name(name: &str, address: &str) -> String {
    let name: String = name.trim().chars().filter(|c| is_plain(&c.to_string())).collect();
    let name = name[..name.floor_char_boundary(MAX_ADDRESS_BYTES)].trim();
    if name.is_empty() { address.to_owned() } else { name.to_owned() }
}

/// Players by their addresses, and their preferences.
#[derive(Clone, Copy)]
pub struct People<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) platform: &'a dyn Platform,
    pub(super) games: &'a PlayedGames,
    pub(super) links: Option<&'a PageLinks>,
    pub(super) browsers: Browsers<'a>,
    pub(super) linking: Linking<'a>,
}

impl<'a> People<'a> {
    /// Their sessions in a browser.
    pub fn browsers(&self) -> Browsers<'a> {
        self.browsers
    }

    /// The player at the address of this kind, created if new with this name and the language of the message. A player known in
    /// several doors keeps their name and language.
    ///
    /// # Errors
    /// A store that cannot be read or written, or no randomness.
    pub fn meet(&self, kind: &str, address: &str, name: &str, lang: Lang) -> Result<Player, ClubError> {
        let store: &dyn Store = self.store;
        let name = plain_name(name, address);
        let (mut player, _) = player_at(store, self.platform, &Address::new(kind, address), &name)?;
        let lang = Some(lang.code().to_owned());
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

    /// Erases a player: name, addresses, preferences, pending messages and doors' notes. First they leave their tables, by this
    /// door, so that nobody there waits for them; returns those tables.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn forget(&self, player: &str, door: &str) -> Result<Vec<String>, ClubError> {
        let left = self.leave_tables(player, door)?;
        self.linking.drop_code(player)?;
        self.store.erase_player(player)?;
        Ok(left)
    }

    /// Sets a player's reminders of each decision, as typed in English; `None` for the default. Their open tables are looked at
    /// again.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn set_ladder(&self, player: &str, ladder: Option<&Ladder>) -> Result<(), ClubError> {
        let ladder = ladder.map(ToString::to_string);
        self.prefer(player, |preferences| preferences.ladder = ladder)
    }

    /// When a player wants to be left alone, by the clocks of their zone.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn set_quiet(&self, player: &str, quiet: Option<QuietHours>) -> Result<(), ClubError> {
        self.prefer(player, |preferences| preferences.quiet = quiet)
    }

    /// Changes a preference of a player, and has their tables looked at again.
    pub(super) fn prefer(
        &self,
        player: &str,
        change: impl FnOnce(&mut Preferences),
    ) -> Result<(), ClubError> {
        players::prefer(self.store, self.platform, player, change)
    }

    /// The tables of a player that can be read, as [`Club::tables_of`](super::Club::tables_of), and the ids of those that cannot.
    ///
    /// # Errors
    /// None of them can be read.
    pub fn readable_tables_of(&self, player: &str) -> Result<(Vec<PlayerTable>, Vec<String>), ClubError> {
        let trouble = match self.games.tables_of(player, |_| Ok(true)) {
            Ok(all) => return Ok((all, vec![])),
            Err(trouble) => trouble,
        };
        let unreadable = RefCell::new(Vec::new());
        let is_readable = |table: &str| match self.games.watch(table, Lang::En, None) {
            Ok(_) => Ok(true),
            Err(trouble) => {
                tracing::warn!(table, %trouble, "a table of a list cannot be read");
                unreadable.borrow_mut().push(table.to_owned());
                Ok(false)
            }
        };
        let readable = self.games.tables_of(player, is_readable)?;
        if readable.is_empty() { Err(trouble) } else { Ok((readable, unreadable.into_inner())) }
    }

    /// Sets the typed value, if there is one, and returns the present value in words.
    ///
    /// # Errors
    /// As [`settings::set`].
    pub fn set(
        &self,
        words: (&Words, Lang, &dyn Door),
        player: (&str, Setting),
        typed: &str,
    ) -> Result<String, ClubError> {
        settings::set((self.store, self.platform, (self.links, self.browsers.links())), words, player, typed)
    }

    fn ids_of(&self, player: &str) -> Result<Vec<String>, ClubError> {
        Ok(match self.store.player(player)? {
            Some(known) => known.ids().map(str::to_owned).collect(),
            None => vec![player.to_owned()],
        })
    }

    /// Removes a player from every table where others sit; returns those tables. A table that cannot be read or written does
    /// not stop the erasure.
    pub(super) fn leave_tables(&self, player: &str, door: &str) -> Result<Vec<String>, ClubError> {
        let ids = self.ids_of(player)?;
        let mut left = self.store.tables_of_player(player)?;
        left.retain(|table| {
            let left = self.games.with(table).and_then(|tables| tables.leave(table, &ids, door));
            let left = left.inspect_err(|fault| tracing::warn!(table, %fault, "a player does not leave it"));
            left.unwrap_or_default()
        });
        Ok(left)
    }
}
