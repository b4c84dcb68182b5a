//! A game as it is played: the rules with what people need of them, namely the options a table is opened with, the
//! names of things, the book of orders and the report.

use super::{PackFault, Packed};
use crate::book::{self, Book, BookFault, Lexicon, Pages};
use crate::game::Seat;
use crate::report::{GameReport, Phrases};
use crate::words::{Words, WordsFault};

/// An option with which a table can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupOption {
    /// Its name, after `--option`.
    pub name: &'static str,
    /// What its value may be, such as `1..6`; `None` when it takes none.
    pub value: Option<&'static str>,
    /// What it does.
    pub help: &'static str,
    /// What it does, in Japanese.
    pub help_ja: &'static str,
}

/// Options with which no table can be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "every variant is its message")]
pub enum SetupFault {
    #[error("{game} has no option `{name}`; {}", known(options))]
    Unknown { game: &'static str, name: String, options: &'static [SetupOption] },
    #[error("the option `{0}` is given twice")]
    Twice(String),
    #[error("the option `{name}` takes {takes}")]
    Value { name: String, takes: String },
    #[error("{0}")]
    Together(String),
}

fn known(options: &[SetupOption]) -> String {
    if options.is_empty() {
        return "it is opened without options".to_owned();
    }
    let shapes: Vec<String> = options.iter().map(SetupOption::shape).collect();
    format!("its options are: {}", shapes.join(", "))
}

impl SetupOption {
    /// As it is typed: `NAME`, or `NAME=VALUE`.
    pub fn shape(&self) -> String {
        self.value.map_or_else(|| self.name.to_owned(), |value| format!("{}={value}", self.name))
    }
}

/// The set-up with these options, every name of which is checked first.
///
/// # Errors
/// [`SetupFault`].
pub fn setup<G: Playable>(options: &[(String, String)]) -> Result<G::Setup, SetupFault> {
    for (at, (name, value)) in options.iter().enumerate() {
        let Some(option) = G::OPTIONS.iter().find(|option| option.name == name) else {
            return Err(SetupFault::Unknown { game: G::NAME, name: name.clone(), options: G::OPTIONS });
        };
        if options[..at].iter().any(|(before, _)| before == name) {
            return Err(SetupFault::Twice(name.clone()));
        }
        if option.value.is_none() != value.is_empty() {
            let takes = option
                .value
                .map_or_else(|| "no value".to_owned(), |_| format!("a value: {}", option.shape()));
            return Err(SetupFault::Value { name: name.clone(), takes });
        }
    }
    G::setup(options)
}

/// A game as it is played.
pub trait Playable: Packed {
    /// The game told to one reader.
    type Report<'a>: GameReport<Event = Self::Event, View = Self::View>
    where
        Self: 'a;

    /// The options with which a table can be opened.
    const OPTIONS: &'static [SetupOption] = &[];
    /// Kinds of sealed events, each with the kind that shows it: told together they would say the same twice.
    const SHOWN_BY: &'static [(&'static str, &'static str)] = &[];

    /// The game on the data files of a folder, name and text; without any, on the pack the program brings along.
    ///
    /// # Errors
    /// [`PackFault`] that names the file, the key and the reason.
    fn from_files(files: Vec<(String, String)>) -> Result<Self, PackFault>;

    /// How a table is opened with these options: each is one of [`Playable::OPTIONS`] with its value, empty where it takes
    /// none, and none is there twice. Without options, the usual game.
    ///
    /// # Errors
    /// [`SetupFault`], where a value is not one the option takes or two options do not go together.
    fn setup(options: &[(String, String)]) -> Result<Self::Setup, SetupFault>;

    /// Every seat that a table of this game may have, however it is opened.
    fn every_seat(&self) -> Vec<Seat> {
        Self::setup(&[]).map(|setup| self.seats(&setup)).unwrap_or_default()
    }

    /// The pages of its orders, each with its file's name: those of its folder in `commands/`.
    ///
    /// # Errors
    /// [`BookFault`]: a fault of the build.
    fn pages() -> Result<Pages, BookFault> {
        book::pages_of(&Self::NAME.replace('_', "-"))
    }

    /// The book of orders.
    ///
    /// # Errors
    /// [`BookFault`]: a fault of the build.
    fn book() -> Result<Book, BookFault> {
        Book::with(Self::pages()?)
    }

    /// The messages, the game's own among them: those in `locales/`.
    ///
    /// # Errors
    /// [`WordsFault`]: a fault of the build.
    fn words() -> Result<Words, WordsFault> {
        Words::read()
    }

    /// What everything is called, for typing and for reading.
    fn lexicon(&self, words: &Words) -> Lexicon;

    /// The report to a reader who has these messages, book and names.
    fn report<'a>(&'a self, phrases: Phrases<'a>) -> Self::Report<'a>;
}
