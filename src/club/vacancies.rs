//! Tables that look for players: a list of open seats, with nothing of the game.

use std::sync::Arc;

use super::sought::{Sought, VACANCIES};
use super::{ClubError, PlayedGames};
use crate::log::Store;
use crate::pace::Terms;
use crate::table::Vacancy;
use crate::words::Lang;

/// A table that looks for players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekingTable {
    /// The table.
    pub table: String,
    /// Its open seats, and since when players are sought.
    pub vacancy: Vacancy,
    /// The terms about time.
    pub terms: Arc<Terms>,
}

/// The tables that look for players.
#[derive(Clone, Copy)]
pub struct Vacancies<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) games: &'a PlayedGames,
}

impl Vacancies<'_> {
    /// The tables for which `counts` is true that look for players, the longest search first. An unreadable table does not
    /// block the others.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn all(
        &self,
        counts: impl Fn(&str) -> Result<bool, ClubError>,
    ) -> Result<Vec<SeekingTable>, ClubError> {
        let mut open = Vec::new();
        for (table, _) in self.store.notes(VACANCIES, "")? {
            if !counts(&table)? {
                continue;
            }
            let found = self.games.with(&table).and_then(|tables| tables.vacancy(&table));
            let found =
                found.inspect_err(|fault| tracing::warn!(table, %fault, "its open seats are not known"));
            let found = found.unwrap_or_default();
            open.extend(found.map(|(vacancy, terms)| SeekingTable { table, vacancy, terms }));
        }
        open.sort_by_key(|open| open.vacancy.since);
        Ok(open)
    }

    /// A table that looks for players, in a line: game, seats, pace, and `since`, the moment in words.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn line(&self, open: &SeekingTable, lang: Lang, since: String) -> Result<String, ClubError> {
        let game_words = self.games.with(&open.table)?.words(lang);
        let phrases = game_words.phrases();
        let game = phrases.game(self.games.of_table(&open.table)?);
        let sought = Sought::of(&phrases, &open.vacancy, &open.terms);
        let args = [
            ("table", open.table.as_str().into()),
            ("game", game.into()),
            ("seats", sought.seats.into()),
            ("terms", sought.terms.into()),
            ("since", since.into()),
        ];
        Ok(phrases.say("open-table", &args))
    }
}
