//! What the program adds to a game to offer it to people: its data from a folder, its usual set-up, its names.

mod goeben;
mod grand_fleet;

use std::path::Path;

use super::trouble::Trouble;
use crate::book::{Book, BookFault, Lexicon};
use crate::game::{Fact, Form, Options, Prompt, Refusal, Roll, Seat, Word};
use crate::games::{PackFault, Packed};
use crate::report::{Choice, Listing, Menu, Phrases, Told, Weight};
use crate::words::Words;

/// Most files of a data folder.
const DATA_FILES: usize = 64;
/// Most bytes of one file of a data folder.
const DATA_FILE_BYTES: u64 = 1024 * 1024;

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
pub fn setup<G: Offered>(options: &[(String, String)]) -> Result<G::Setup, SetupFault> {
    for (at, (name, value)) in options.iter().enumerate() {
        let Some(option) = G::options_help().iter().find(|option| option.name == name) else {
            return Err(SetupFault::Unknown {
                game: G::NAME,
                name: name.clone(),
                options: G::options_help(),
            });
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

/// A game as the program offers it.
pub trait Offered: Packed {
    /// The game on the data files of a folder, name and text; without any, on the pack the program brings along.
    ///
    /// # Errors
    /// [`PackFault`] that names the file, the key and the reason.
    fn from_files(files: Vec<(String, String)>) -> Result<Self, PackFault>;

    /// The options with which a table can be opened.
    fn options_help() -> &'static [SetupOption] {
        &[]
    }

    /// How a table is opened with these options: each is one of [`Offered::options_help`] with its value, empty where
    /// it takes none, and none is there twice. Without options, the usual game.
    ///
    /// # Errors
    /// [`SetupFault`], where a value is not one the option takes or two options do not go together.
    fn setup(options: &[(String, String)]) -> Result<Self::Setup, SetupFault>;

    /// Every seat that a table of this game may have, however it is opened.
    fn every_seat(&self) -> Vec<Seat> {
        Self::setup(&[]).map(|setup| self.seats(&setup)).unwrap_or_default()
    }

    /// The book of orders.
    ///
    /// # Errors
    /// [`BookFault`]: a fault of the build.
    fn book() -> Result<Book, BookFault> {
        Book::of(Self::NAME)
    }

    /// What everything is called, for typing and for reading.
    fn lexicon(&self, words: &Words) -> Lexicon;

    /// What happened, in words.
    fn tell(&self, phrases: &Phrases<'_>, facts: &[Fact<Self::Event>]) -> Vec<Told>;

    /// An order of which its consequences say nothing: what its seat decided, in words; nothing unless the game says so.
    fn tell_order(&self, _phrases: &Phrases<'_>, _seat: Seat, _order: &Form) -> Option<String> {
        None
    }

    /// A roll in words, with its rule.
    fn tell_roll(&self, phrases: &Phrases<'_>, roll: &Roll) -> String;

    /// The position in words.
    fn board(&self, phrases: &Phrases<'_>, view: &Self::View) -> Vec<(Weight, String)>;

    /// The position in words as a player at the table needs it at once.
    fn glance(&self, phrases: &Phrases<'_>, view: &Self::View) -> Vec<(Weight, String)> {
        self.board(phrases, view)
    }

    /// A ship or a place in words; `None` when `word` is neither.
    fn part(&self, phrases: &Phrases<'_>, view: &Self::View, word: Word) -> Option<Vec<String>>;

    /// What is asked, in words that name no order which is not among the options.
    fn ask(&self, phrases: &Phrases<'_>, prompt: &Prompt, options: &Options) -> String;

    /// Kinds of sealed events, each with the kind that shows it: told together they would say the same twice.
    const SHOWN_BY: &'static [(&'static str, &'static str)] = &[];

    /// What of the position matters for what is asked, in a few lines; nothing unless the game says so.
    fn brief(&self, _phrases: &Phrases<'_>, _view: &Self::View, _prompt: &Prompt) -> Vec<String> {
        vec![]
    }

    /// The part of the position that the book calls `name`; `None` for one the game has not.
    fn section(&self, phrases: &Phrases<'_>, view: &Self::View, name: Word) -> Option<Vec<(Weight, String)>>;

    /// What may be ordered: verbs of at most `few` orders by number, the others in outline.
    fn menu(&self, phrases: &Phrases<'_>, options: &Options, few: usize) -> Menu;

    /// The choices of the menu alone.
    fn numbered(&self, phrases: &Phrases<'_>, options: &Options, few: usize) -> Vec<Choice> {
        self.menu(phrases, options, few).choices
    }

    /// Orders that speak of everything in `about`, at most `limit`.
    fn choices(&self, phrases: &Phrases<'_>, options: &Options, about: &[String], limit: usize) -> Listing;

    /// What an order does, in a sentence; as it is typed unless the game says more.
    fn sentence(&self, phrases: &Phrases<'_>, form: &Form) -> String {
        phrases.book.type_out(form)
    }

    /// Why an order is refused, in words.
    fn refusal(&self, phrases: &Phrases<'_>, refusal: &Refusal) -> String;

    /// What every player is told once.
    fn notice(&self, phrases: &Phrases<'_>) -> String;
}

/// What an [`Offered`] game says through its teller: `teller(&game, &phrases)` makes one.
macro_rules! told_by {
    ($teller:path) => {
        fn tell(&self, phrases: &Phrases<'_>, facts: &[Fact<Self::Event>]) -> Vec<Told> {
            $teller(self, phrases).tell(facts)
        }

        fn tell_roll(&self, phrases: &Phrases<'_>, roll: &Roll) -> String {
            $teller(self, phrases).roll(roll)
        }

        fn board(&self, phrases: &Phrases<'_>, view: &Self::View) -> Vec<(Weight, String)> {
            $teller(self, phrases).board(view)
        }

        fn part(&self, phrases: &Phrases<'_>, view: &Self::View, word: Word) -> Option<Vec<String>> {
            $teller(self, phrases).part(view, word)
        }

        fn ask(&self, phrases: &Phrases<'_>, prompt: &Prompt, options: &Options) -> String {
            $teller(self, phrases).prompt(prompt, options)
        }

        fn section(
            &self,
            phrases: &Phrases<'_>,
            view: &Self::View,
            name: Word,
        ) -> Option<Vec<(Weight, String)>> {
            $teller(self, phrases).section(view, name)
        }

        fn menu(&self, phrases: &Phrases<'_>, options: &Options, few: usize) -> Menu {
            $teller(self, phrases).menu(options, few)
        }

        fn numbered(
            &self,
            phrases: &Phrases<'_>,
            options: &Options,
            few: usize,
        ) -> Vec<crate::report::Choice> {
            $teller(self, phrases).numbered(options, few)
        }

        fn choices(
            &self,
            phrases: &Phrases<'_>,
            options: &Options,
            about: &[String],
            limit: usize,
        ) -> Listing {
            $teller(self, phrases).choices_about(options, about, limit)
        }

        fn sentence(&self, phrases: &Phrases<'_>, form: &Form) -> String {
            $teller(self, phrases).order(form)
        }

        fn refusal(&self, phrases: &Phrases<'_>, refusal: &Refusal) -> String {
            $teller(self, phrases).refusal(refusal)
        }

        fn notice(&self, phrases: &Phrases<'_>) -> String {
            $teller(self, phrases).notice()
        }
    };
}
use told_by;

/// The hash of a game's data pack.
///
/// # Errors
/// A pack that has no canonical form.
pub fn pack_hash<G: Offered>(game: &G) -> Result<String, Trouble> {
    let pack = crate::log::Pack::new(&game.pack()).map_err(|fault| Trouble::Failed(fault.to_string()))?;
    Ok(pack.hash().to_owned())
}

/// The game on the data pack of a folder, or on the one the program brings along.
///
/// # Errors
/// A folder that cannot be read or is over a limit; a pack that does not hold together.
pub fn game<G: Offered>(folder: Option<&Path>) -> Result<G, Trouble> {
    let Some(folder) = folder else { return Ok(G::from_files(Vec::new())?) };
    let trouble = |error: &dyn std::fmt::Display| Trouble::file(folder, error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|e| trouble(&e))? {
        let path = entry.map_err(|e| trouble(&e))?.path();
        let Some(name) =
            path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".toml"))
        else {
            continue;
        };
        let bytes = std::fs::metadata(&path).map_err(|e| Trouble::file(&path, &e))?.len();
        if files.len() >= DATA_FILES || bytes > DATA_FILE_BYTES {
            return Err(trouble(&format!(
                "a data folder has at most {DATA_FILES} files of {DATA_FILE_BYTES} bytes"
            )));
        }
        let text = std::fs::read_to_string(&path).map_err(|e| Trouble::file(&path, &e))?;
        files.push((name.to_owned(), text));
    }
    if files.is_empty() {
        return Err(trouble(&"there is no data file (*.toml) in this folder"));
    }
    files.sort();
    Ok(G::from_files(files)?)
}
