//! The words of `new`, `join` and `decline`: a game with its options, a table, a seat.

use super::DOOR;
use super::context::MailContext;
use crate::book::{fold, nearest};
use crate::bots::MOST_PLAYOUTS;
use crate::club::opening::{NoOption, OpeningWord};
use crate::club::strength::strength_called;
use crate::club::{ClubError, GameInfo, NewTable, PlayerTable, SeatStatus, TableOption};
use crate::game::Seat;
use crate::words::Lang;

impl MailContext<'_> {
    /// Parses the words that open a table: the game, options, a seat, `language=…`, `master=…`, `practice` and `ready`, in any
    /// order.
    pub(super) fn new_of(&self, words: &[String]) -> Result<(NewTable, Lang), ClubError> {
        let (club, games) = (&self.door.club, self.door.club.games().all());
        let called = |game: &GameInfo, word: &str| club.games().is_called(game, word, self.lang);
        let named = words.iter().find_map(|word| games.iter().find(|game| called(game, word)));
        let Some(game) = named.or(if let [only] = games { Some(only) } else { None }) else {
            let games = games.iter().map(|game| game.game.replace('_', "-")).collect();
            return self.input_error("mail-which-game", &[("games", self.listed(games).into())]);
        };
        let mut new = NewTable { game: game.game.to_owned(), ..NewTable::default() };
        let mut lang = self.lang;
        for word in words.iter().filter(|word| !called(game, word)) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            if let Some(seat) = club.games().seat_called(game, word, self.lang) {
                new.seat = Some(seat);
                continue;
            }
            match OpeningWord::of(name, value) {
                Some(OpeningWord::Language) if ["en", "ja"].contains(&value) => lang = Lang::of_locale(value),
                Some(OpeningWord::Opponent) => {
                    let Some(strength) = strength_called(value) else {
                        let args = [("given", value.into()), ("most", MOST_PLAYOUTS.into())];
                        return self.input_error("no-such-opponent", &args);
                    };
                    new.opponent = Some(strength);
                }
                Some(OpeningWord::Master) => new.master = Some(value.to_owned()),
                Some(OpeningWord::Practice) => new.practice = true,
                Some(OpeningWord::Ready) => new.ready = true,
                Some(OpeningWord::Language) | None => match game.option(word, &new.options) {
                    Ok(option) => new.options.push(option),
                    Err(why) => return self.no_option(game, word, why),
                },
            }
        }
        Ok((new, lang))
    }

    fn no_option<T>(&self, game: &GameInfo, given: &str, why: NoOption) -> Result<T, ClubError> {
        let word = ("given", given.into());
        if why == NoOption::Twice {
            return self.input_error("mail-option-twice", &[word]);
        }
        let known = game.options.iter().flat_map(TableOption::words);
        let seats = game.seats.iter().map(ToString::to_string);
        let all: Vec<String> = seats.chain(known).chain(OpeningWord::all_typed()).collect();
        let near = nearest(all.iter().map(String::as_str), given).map(str::to_owned);
        let options = ("options", self.listed(all).into());
        match near {
            Some(near) => {
                self.input_error("mail-bad-option-nearest", &[word, options, ("nearest", near.into())])
            }
            None => self.input_error("mail-bad-option", &[word, options]),
        }
    }

    /// The table and the seat of `join` or `decline`: one of the player's, or one that was opened by mail and has a free seat.
    /// It does not reveal other tables.
    pub(super) fn to_take(&self, words: &[String]) -> Result<(String, Option<Seat>), ClubError> {
        let named = words.first().map(|word| word.trim().to_lowercase());
        let all = words.join(" ");
        let (named, seat) = match named {
            // Before the first word is taken for a table: the name of a seat may have several words.
            Some(_) if self.seat_of_table(self.table.as_deref(), &all)?.is_some() => (None, Some(all)),
            named => (named, words.get(1..).filter(|seat| !seat.is_empty()).map(|seat| seat.join(" "))),
        };
        let theirs = self.tables()?;
        let offered: Vec<&PlayerTable> =
            theirs.iter().filter(|table| !table.over && !table.offered.is_empty()).collect();
        let table = match (&named, &self.table, &offered[..]) {
            (Some(named), ..) => named.clone(),
            (None, Some(table), _) => table.clone(),
            (None, None, [only]) => only.table.clone(),
            _ => return self.input_error("mail-name-table", &[]),
        };
        if !theirs.iter().any(|it| it.table == table) && !self.is_open(&table)? {
            return self.input_error("mail-no-table", &[("given", table.as_str().into())]);
        }
        let seat = match seat {
            None => None,
            Some(word) => match self.seat_of_table(Some(&table), &word)? {
                Some(seat) => Some(seat),
                None => return self.input_error("mail-no-seat", &[("given", word.as_str().into())]),
            },
        };
        Ok((table, seat))
    }

    /// Returns whether a table was opened by mail and has a free seat.
    fn is_open(&self, table: &str) -> Result<bool, ClubError> {
        if self.door.club.notes().get(DOOR, &open_note(table))?.is_none() {
            return Ok(false);
        }
        let watched = self.door.club.watch(table, self.lang)?;
        let is_free = |it: &SeatStatus| it.is_left() || it.player.is_none() && it.offered_to.is_none();
        Ok(!watched.around().closed && watched.seats()?.iter().any(is_free))
    }

    fn seat_of_table(&self, table: Option<&str>, word: &str) -> Result<Option<Seat>, ClubError> {
        let Some(table) = table else { return Ok(None) };
        let seats = self.door.club.watch(table, self.lang)?.seats()?;
        let key = fold(word);
        let named = seats.iter().find(|it| fold(it.seat.as_str()) == key || fold(&it.name) == key);
        Ok(named.map(|it| it.seat))
    }
}

/// The note that a table was opened by mail: anybody who knows its name may take a free seat.
pub(super) fn open_note(table: &str) -> String {
    format!("open/{table}")
}
