//! Slash commands: every page of a game's command book is one, its verbs are subcommands; the pages of `commands/discord/` are
//! the table's own. Registration and reading use the same pages.

mod definition;
mod suggest;

use serde_json::Value;

use super::interaction::Command;
use crate::book::{ArgKind, ArgSpec, Book, BookFault, CommandGroup, Pages, pages_of};
use crate::game::Word;
use crate::words::Lang;

pub use definition::{CONTEXTS, INSTALLED_TO};
pub use suggest::{matching, suggest_orders};

/// The folder of `commands/` with this door's own commands.
const OWN: &str = "discord";
/// The folder with the verbs of the table.
const TABLE: &str = "table";
/// The command for a typed order, and its option.
const TYPED: [&str; 2] = ["order", "text"];

/// The meaning of a slash command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// An order of a game, its arguments by name.
    Order {
        /// The game.
        game: String,
        /// The verb.
        verb: Word,
        /// The arguments that are given and not blank.
        args: Vec<(Word, String)>,
    },
    /// Orders as they are typed at a terminal.
    Typed {
        /// The text.
        text: String,
    },
    /// A command that has another name now.
    Moved {
        /// The key of the message with the old name.
        from: String,
        /// The key of the message with the new one.
        to: String,
    },
    /// One of the table's own commands, whose options are read with [`Command::option`].
    Table {
        /// Its verb: `join`, `board`.
        verb: String,
    },
}

/// The slash commands of a program: first this door's own, then those of each game.
#[derive(Clone)]
pub struct Commands {
    /// Pages that make commands, each with the game it belongs to.
    pages: Vec<(Option<&'static str>, CommandGroup)>,
    parts: Vec<ArgSpec>,
    /// The verbs of the table as they are typed at other doors: the options of theirs have the names of its arguments.
    table_book: Book,
}

impl Commands {
    /// The commands of a program that plays these games, each given with its pages.
    ///
    /// # Errors
    /// A page of the command book that is not well formed: our fault, found by the tests.
    pub fn new(games: impl IntoIterator<Item = (&'static str, Pages)>) -> Result<Commands, BookFault> {
        let of = |game: Option<&'static str>, pages: Pages| {
            pages.into_iter().map(move |(_, page)| (game, page)).collect::<Vec<_>>()
        };
        let mut pages = of(None, pages_of(OWN)?);
        games.into_iter().for_each(|(game, of_game)| pages.extend(of(Some(game), of_game)));
        let mut parts: Vec<ArgSpec> = Vec::new();
        for part in pages.iter().filter_map(|(_, page)| page.part.as_ref()) {
            if !parts.iter().any(|known| known.name == part.name) {
                parts.push(part.clone());
            }
        }
        pages.retain(|(_, page)| page.command.is_some() && !page.verbs.is_empty());
        let own = pages.iter_mut().filter(|(game, _)| game.is_none());
        for verb in own.flat_map(|(_, page)| &mut page.verbs) {
            // An argument for a part of a log takes the name that games have for their parts.
            if let Some(at) = verb.args.iter().position(|arg| arg.kind == ArgKind::Part) {
                verb.args.splice(at..=at, parts.iter().cloned());
            }
        }
        Ok(Commands { pages, parts, table_book: Book::of_door(TABLE)? })
    }

    /// The same without those that belong to a game.
    #[must_use]
    pub fn without_games(mut self) -> Commands {
        self.pages.retain(|(game, _)| game.is_none());
        self
    }

    /// The verbs of the table as they are typed at other doors.
    pub fn table_book(&self) -> &Book {
        &self.table_book
    }

    /// The options for a part of a log, in the games' words.
    pub fn parts(&self) -> &[ArgSpec] {
        &self.parts
    }

    /// The name of a word that an option of this door's own commands takes; the word itself where it is none of those.
    pub fn named<'a>(&'a self, verb: &str, option: &str, word: &'a str, lang: Lang) -> &'a str {
        let own = self.pages.iter().filter(|(game, _)| game.is_none());
        let verb = own.flat_map(|(_, page)| &page.verbs).find(|spec| spec.name.as_str() == verb);
        let words = verb.and_then(|verb| verb.arg(option)).into_iter().flat_map(|arg| &arg.words);
        words.into_iter().find(|known| known.word.as_str() == word).map_or(word, |known| known.label(lang))
    }

    /// Every command as Discord takes it: <https://discord.com/developers/docs/interactions/application-commands>.
    pub fn all(&self) -> Vec<Value> {
        self.pages.iter().filter_map(|(_, page)| definition::of(page)).collect()
    }

    /// The meaning of `command`; `None` for one that is not of this version.
    pub fn meaning(&self, command: &Command) -> Option<Meant> {
        let name = command.path.first()?;
        let named = |page: &CommandGroup| page.command.as_ref().is_some_and(|both| both.en == *name);
        let (game, page) = self.pages.iter().find(|(_, page)| named(page))?;
        // A command without subcommands has one verb, which is named like it.
        let verb = command.path.get(1).unwrap_or(name);
        let spec = page.verbs.iter().find(|spec| spec.name.as_str() == *verb)?;
        if let Some(to) = spec.moved {
            let key = |command: &str| format!("command-{command}-{verb}");
            return Some(Meant::Moved { from: key(name), to: key(to.as_str()) });
        }
        match game {
            Some(game) => {
                let args = spec.args.iter().filter_map(|arg| {
                    let value = command.option(arg.name.as_str())?;
                    Some((arg.name, value.to_owned()))
                });
                Some(Meant::Order { game: (*game).to_owned(), verb: spec.name, args: args.collect() })
            }
            None if *name == TYPED[0] => {
                Some(Meant::Typed { text: command.option(TYPED[1]).unwrap_or_default().to_owned() })
            }
            None => Some(Meant::Table { verb: verb.clone() }),
        }
    }
}
