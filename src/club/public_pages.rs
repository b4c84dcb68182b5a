//! The pages of published tables, and the calendars of players, behind their links.

use super::calendar::{self, CalendarPath};
use super::page::{PageLinks, PagePath};
use super::thought::ComputerKey;
use super::{ClubError, PlayedGames, TableReader};
use crate::log::players::Player;
use crate::log::{Fault, Store};
use crate::table::Platform;
use crate::words::{Lang, Words};

/// The pages of published tables, and the calendars of players.
#[derive(Clone, Copy)]
pub struct PublicPages<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) platform: &'a dyn Platform,
    pub(super) games: &'a PlayedGames,
    pub(super) links: Option<&'a PageLinks>,
    pub(super) computers: Option<ComputerKey>,
}

impl PublicPages<'_> {
    /// The target of a path, if this server signed it.
    pub fn path<'a>(&self, path: &'a str) -> Option<PagePath<'a>> {
        self.links.as_ref()?.read(path, self.platform.now())
    }

    /// The table behind a link, in a language; `None` where the link is dead.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn published(
        &self,
        path: &PagePath<'_>,
        lang: Lang,
    ) -> Result<Option<Box<dyn TableReader>>, ClubError> {
        // This process may have cached the table before it was archived.
        if self.store.table(path.table)?.is_some_and(|summary| summary.archived.is_some()) {
            return Ok(None);
        }
        let reader = match self.games.watch(path.table, lang, self.computers) {
            // The table is no longer here, or its game is no longer played here.
            Err(ClubError::Store(Fault::NoTable { .. }) | ClubError::NoGame(_)) => return Ok(None),
            reader => reader?,
        };
        let published = reader.published()?;
        Ok(published.filter(|published| published.since == path.since).map(|_| reader))
    }

    /// The calendar that a path names, where this server has signed it.
    pub fn calendar_path<'a>(&self, path: &'a str) -> Option<CalendarPath<'a>> {
        self.links.as_ref()?.read_calendar(path, self.platform.now())
    }

    /// The owner of the calendar behind a link; `None` if the link is dead.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn calendar_owner(&self, path: &CalendarPath<'_>) -> Result<Option<Player>, ClubError> {
        match calendar::name_of(self.store, path.player)?.is_some_and(|name| name == path.name) {
            true => Ok(self.store.player(path.player)?),
            false => Ok(None),
        }
    }

    /// The calendar of a player, in their language: tables and deadlines, nothing else.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn calendar(&self, words: &Words, player: &Player) -> Result<String, ClubError> {
        let theirs = self.games.tables_of(&player.id, |_| Ok(true))?;
        let host = self.links.as_ref().map_or("wardroom", |links| links.host());
        Ok(calendar::file(words, (player, &theirs), (host, self.platform.now())))
    }
}
