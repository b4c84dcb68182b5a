//! The opening of a table, read from a player's words for game, seat and options.

use super::{GameInfo, PlayedGames};
use crate::book::fold;
use crate::game::Seat;
use crate::words::Lang;

/// The option of a table that teaches the game.
pub const LEARN: &str = crate::games::LEARN.name;

/// Why a text is no option of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOption {
    /// It was given before.
    Twice,
    /// The game takes nothing of that name and value.
    Unknown,
}

/// A word with which a table is opened, beside its game, its seat and the options of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningWord {
    /// `language=ja`: the language of its thread.
    Language,
    /// `opponent=captain`: a computer player.
    Opponent,
    /// `master=NAME`: a game master.
    Master,
    /// A practice table.
    Practice,
    /// A table with a ready check.
    Ready,
}

/// Their names in English and in Japanese, and whether a value follows.
const OPENING_WORDS: [(OpeningWord, [&str; 2], bool); 5] = [
    (OpeningWord::Practice, ["practice", "練習"], false),
    (OpeningWord::Ready, ["ready", "準備確認"], false),
    (OpeningWord::Opponent, ["opponent", "相手"], true),
    (OpeningWord::Master, ["master", "進行役"], true),
    (OpeningWord::Language, ["language", "言語"], true),
];

impl OpeningWord {
    /// The word of this name in either language, given a value where it takes one.
    pub fn of(name: &str, value: &str) -> Option<OpeningWord> {
        let key = fold(name);
        let is = |names: [&str; 2]| names.iter().any(|name| fold(name) == key);
        let mut known = OPENING_WORDS.into_iter();
        known.find(|(_, names, takes)| is(*names) && *takes != value.is_empty()).map(|(word, ..)| word)
    }

    /// Every option word as typed in English: `practice`, `master=`.
    pub fn all_typed() -> impl Iterator<Item = String> {
        OPENING_WORDS.iter().map(|(_, [name, _], takes)| format!("{name}{}", if *takes { "=" } else { "" }))
    }
}

impl GameInfo {
    /// An option, `NAME` or `NAME=VALUE`, beside those that were given before it: its name, and its value or nothing.
    ///
    /// # Errors
    /// [`NoOption`].
    pub fn option(&self, given: &str, before: &[(String, String)]) -> Result<(String, String), NoOption> {
        let (name, value) = given.split_once('=').unwrap_or((given, ""));
        let key = fold(name);
        if before.iter().any(|(name, _)| fold(name) == key) {
            return Err(NoOption::Twice);
        }
        let option = self.options.iter().find(|option| fold(option.name) == key && option.takes(value));
        option.map(|option| (option.name.to_owned(), value.to_owned())).ok_or(NoOption::Unknown)
    }
}

impl PlayedGames {
    /// The name of a game in a language.
    pub fn name(&self, game: &GameInfo, lang: Lang) -> String {
        self.words(game.game, lang).map_or_else(|| game.game.to_owned(), |it| it.phrases().game(game.game))
    }

    /// Returns whether a game is called so: by its name in a language, or by its own with `-` or `_`.
    pub fn is_called(&self, game: &GameInfo, named: &str, lang: Lang) -> bool {
        let own = |name: &str| fold(&name.replace('_', "-"));
        own(game.game) == own(named) || fold(&self.name(game, lang)) == fold(named)
    }

    /// The name of a seat of a game in a language.
    pub fn seat_name(&self, game: &str, seat: Seat, lang: Lang) -> String {
        self.words(game, lang).map_or_else(|| seat.to_string(), |it| it.phrases().seat(seat))
    }

    /// The seat of a game that is called so, by the book or in a language.
    pub fn seat_called(&self, game: &GameInfo, named: &str, lang: Lang) -> Option<Seat> {
        let key = fold(named);
        let called = |seat: &&Seat| {
            fold(seat.as_str()) == key || fold(&self.seat_name(game.game, **seat, lang)) == key
        };
        game.seats.iter().find(called).copied()
    }
}
