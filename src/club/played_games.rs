//! The games that are played here, and which of them each table plays.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::browser::ServerLinks;
use super::game_tables::GameTables;
use super::thought::ComputerKey;
use super::{ClubError, GameInfo, GameWords, PlayerTable, TableReader, ready};
use crate::log::Store;
use crate::table::Readiness;
use crate::table::card::TableCard;
use crate::words::Lang;

/// Most tables whose game, or whose card, is remembered.
const TABLES_KNOWN: usize = 10_000;

type Remembered<T> = Mutex<BTreeMap<String, T>>;

fn locked<T>(remembered: &Remembered<T>) -> MutexGuard<'_, BTreeMap<String, T>> {
    remembered.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers something of a table for good.
fn keep<T>(remembered: &Remembered<T>, table: &str, what: T) {
    let mut remembered = locked(remembered);
    if remembered.len() >= TABLES_KNOWN {
        remembered.clear();
    }
    remembered.insert(table.to_owned(), what);
}

/// The games that are played here, with the tables of each.
pub struct PlayedGames {
    store: Arc<dyn Store>,
    infos: Vec<GameInfo>,
    /// The tables of each game, in the order of `infos`.
    tables: Vec<Box<dyn GameTables>>,
    /// The game of each known table, as an index. A table's first entry decides it for ever, so the cache never goes stale.
    game_of: Remembered<usize>,
    /// The cards of closed tables. Nothing is added to such a table, so the cache never goes stale.
    finished: Remembered<Arc<TableCard>>,
}

impl PlayedGames {
    pub(super) fn new(store: Arc<dyn Store>, tables: Vec<Box<dyn GameTables>>) -> PlayedGames {
        let infos = tables.iter().map(|tables| tables.info()).collect();
        PlayedGames { store, infos, tables, game_of: Mutex::default(), finished: Mutex::default() }
    }

    /// The games, as they are shown to players who open a table.
    pub fn all(&self) -> &[GameInfo] {
        &self.infos
    }

    /// The words of a game in a language; `None` for a game that is not offered.
    pub fn words(&self, game: &str, lang: Lang) -> Option<Arc<GameWords>> {
        Some(self.named(game)?.words(lang))
    }

    /// The game a table plays.
    ///
    /// # Errors
    /// A table that cannot be read; a game that is not played here.
    pub fn of_table(&self, table: &str) -> Result<&'static str, ClubError> {
        Ok(self.infos[self.position_of(table)?].game)
    }

    /// The position of a table's game among those that are offered.
    fn position_of(&self, table: &str) -> Result<usize, ClubError> {
        if let Some(at) = locked(&self.game_of).get(table) {
            return Ok(*at);
        }
        let game = self.store.opened(table)?.game;
        let at = self.infos.iter().position(|info| info.game == game);
        let at = at.ok_or(ClubError::NoGame(game))?;
        keep(&self.game_of, table, at);
        Ok(at)
    }

    /// The card of a table, if it is closed and plays one of the games here.
    fn finished(&self, table: &str) -> Result<Option<Arc<TableCard>>, ClubError> {
        if let Some(card) = locked(&self.finished).get(table) {
            return Ok(Some(card.clone()));
        }
        // What is damaged is reported by whoever reads the whole table.
        let Ok(card) = TableCard::read(table, &self.store.card_entries(table)?) else { return Ok(None) };
        let is_here = |game: &str| self.infos.iter().any(|info| info.game == game);
        if card.ended_at().is_none() || !card.opened().is_some_and(|opened| is_here(&opened.game)) {
            return Ok(None);
        }
        let card = Arc::new(card);
        keep(&self.finished, table, card.clone());
        Ok(Some(card))
    }

    /// A player's part in a table; `None` if they have none. Of a closed table only the card is read.
    fn part_in(&self, table: &str, player: &str) -> Result<Option<PlayerTable>, ClubError> {
        let is_in_play =
            locked(&self.game_of).contains_key(table) && !locked(&self.finished).contains_key(table);
        if !is_in_play && let Some(card) = self.finished(table)? {
            return PlayerTable::finished(&*self.store, (table, &card), player);
        }
        let part = self.with(table)?.summary(table, player)?;
        if is_in_play && part.as_ref().is_some_and(|part| part.over) {
            // It ended while this process knew it: from now on its card will do.
            self.finished(table)?;
        }
        Ok(part)
    }

    /// The tables of the game that a table plays.
    pub(super) fn with(&self, table: &str) -> Result<&dyn GameTables, ClubError> {
        Ok(&*self.tables[self.position_of(table)?])
    }

    /// The tables of the game of this name.
    pub(super) fn named(&self, game: &str) -> Option<&dyn GameTables> {
        let at = self.infos.iter().position(|info| info.game == game)?;
        Some(&*self.tables[at])
    }

    /// The tables of a player for which `counts` is true. Tables that wait for the player come first, by deadline, then by the
    /// longest wait.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub(super) fn tables_of(
        &self,
        player: &str,
        counts: impl Fn(&str) -> Result<bool, ClubError>,
    ) -> Result<Vec<PlayerTable>, ClubError> {
        let mut theirs = Vec::new();
        for table in self.store.tables_of_player(player)? {
            if counts(&table)? {
                theirs.extend(self.part_in(&table, player)?);
            }
        }
        theirs.sort_by_key(|it| {
            let waits_for_others = !it.asked && it.offered.is_empty();
            (it.over, waits_for_others, it.due.unwrap_or(i64::MAX), it.since)
        });
        Ok(theirs)
    }

    /// A reader of the public side of a table, with the key of this server's computer players.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub(super) fn watch(
        &self,
        table: &str,
        lang: Lang,
        computers: Option<ComputerKey>,
    ) -> Result<Box<dyn TableReader>, ClubError> {
        self.with(table)?.watch(table, lang, computers)
    }

    /// From now on this server has these links.
    pub(super) fn show_links(&mut self, links: &ServerLinks) {
        self.tables.iter_mut().for_each(|tables| tables.show_links(links.clone()));
    }

    /// The ready check of a table, in words, for a list that says by itself until when it waits.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn readiness_of(&self, table: &str, readiness: &Readiness, lang: Lang) -> Result<String, ClubError> {
        Ok(ready::readiness_line(&self.with(table)?.words(lang).phrases(), readiness, None))
    }
}
