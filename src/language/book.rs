//! The book of orders: every verb with its names, arguments and help, read from `commands/`, and the way from
//! typed words to an order. Every door, the manual and the help speak from it.

mod arguments;
mod best_effort;
mod complete;
mod find;
mod going_on;
mod lexicon;
mod likeness;
mod manual;
mod named;
mod parse;
mod parse_error;
mod sorting;
mod suggest;
pub mod text;
mod typing;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use crate::game::Word;
use crate::words::Lang;

pub use arguments::{is_no, is_on, is_yes, off_in, yes_in};
pub use complete::{Completing, Completion, Offer};
pub use going_on::{MOST_SUGGESTED, going_on};
pub use lexicon::{Joint, Lexicon, NameKind, Second};
pub use likeness::nearest;
pub use parse::{Parsed, ParsedLine, Part, anyway};
pub use parse_error::{ParseError, ReadArg, clip};
pub use suggest::{Draft, Suggestion};
pub use text::{count, fold, is_one_of, narrowed, number};

static COMMANDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../commands");

/// The longest line of orders that is read, in bytes.
pub const MAX_LINE_BYTES: usize = 4096;
/// The most orders one line may hold.
pub const MAX_ORDERS_A_LINE: usize = 64;
/// The most words that a door's command is called by.
const COMMAND_WORDS: usize = 6;
/// The most legal words that a parse error lists.
pub const LEGAL_SHOWN: usize = 12;

/// A text in the languages the book is written in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    /// English.
    pub en: String,
    /// Japanese.
    pub ja: String,
}

impl Bilingual {
    /// The text in `lang`.
    pub fn of(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Ja => &self.ja,
        }
    }
}

/// The type of an argument: the words of the lexicon that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArgKind {
    /// A named thing.
    Thing,
    /// Several things.
    Things,
    /// Places one after another.
    Path,
    /// A number written as a word, such as a box's.
    Numeral,
    /// One of the words the book lists.
    Choice,
    /// A number.
    Number,
    /// Points by bin.
    Shares,
    /// Things sorted into bins.
    Sort,
    /// Any text: the rest of the line.
    Text,
    /// A game that is offered, for the verbs of a door.
    Game,
    /// A table.
    Table,
    /// A seat of a table.
    Seat,
    /// Somebody, as the door knows people.
    User,
    /// Yes or no.
    Switch,
    /// A number from 1.
    Count,
    /// A part of a log, counted from 1: each game calls its own.
    Part,
}

/// The value of an omitted argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fallback {
    /// The first that is legal.
    First,
    /// The one that is legal, if there is only one.
    Only,
    /// Everything that is legal.
    All,
    /// The most.
    Most,
    /// Nothing: it must be given.
    #[default]
    None,
}

/// A word of the book's own, with its other names.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keyword {
    /// The word as the rules know it.
    pub word: Word,
    /// Its Japanese name.
    pub ja: String,
    /// Other names in either language.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Its effect, as a sentence for a list of choices; without it, its name.
    #[serde(default)]
    pub says: Option<Bilingual>,
}

impl Keyword {
    /// The word in `lang`.
    pub fn label(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => self.word.as_str(),
            Lang::Ja => &self.ja,
        }
    }

    /// Every name it answers to.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [self.word.as_str(), self.ja.as_str()].into_iter().chain(self.aliases.iter().map(String::as_str))
    }

    /// Returns whether a typed text is one of its names.
    pub fn is_called(&self, typed: &str) -> bool {
        text::is_any(self.names(), typed)
    }
}

/// An argument of a verb.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgSpec {
    /// Its name, as in the order.
    pub name: Word,
    /// Its Japanese name.
    pub ja: String,
    /// Other names it may be given by.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Its type.
    pub kind: ArgKind,
    /// The kind of its things, by the name of one of the game's [`NameKind`]s.
    #[serde(default)]
    pub of: Option<Word>,
    /// The greatest possible numeral: a greater one was meant for something else.
    #[serde(default)]
    pub most: Option<u32>,
    /// Its value if it is omitted.
    #[serde(default)]
    pub default: Fallback,
    /// Not part of every such order.
    #[serde(default)]
    pub optional: bool,
    /// True if several may be given: all in one order where the order takes a list, otherwise each in an order of its own.
    /// Only the words of such an argument may begin an order again.
    #[serde(default)]
    pub several: bool,
    /// True if several may be given to an order that is given in turn with others: each is an order of its own, for a question of
    /// its own.
    #[serde(default)]
    pub in_turn: bool,
    /// True if `all` means every legal one, if several may be given.
    #[serde(default)]
    pub all: bool,
    /// Other words of the game for `all`.
    #[serde(default)]
    pub all_too: Vec<String>,
    /// Words of its own.
    #[serde(default)]
    pub words: Vec<Keyword>,
    /// True if it is a text whose beginning says nothing about its rest: it gets no suggestions.
    #[serde(default)]
    pub free: bool,
    /// Its meaning.
    pub help: Bilingual,
}

impl ArgSpec {
    /// The argument's name in `lang`.
    pub fn label(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => self.name.as_str(),
            Lang::Ja => &self.ja,
        }
    }

    /// Returns whether `key` is one of its names.
    fn is_called(&self, key: &str) -> bool {
        let names = [self.name.as_str(), &self.ja].into_iter().chain(self.aliases.iter().map(String::as_str));
        text::is_any(names, key)
    }
}

/// An example of an order.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The typed text.
    pub text: String,
    /// The same as a Japanese player would type it.
    pub text_ja: String,
    /// Its effect.
    pub help: Bilingual,
}

/// A verb.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verb {
    /// Its name, as in the order.
    pub name: Word,
    /// Its Japanese name.
    pub ja: String,
    /// Other names in either language.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The rule it carries out; absent for the table's own verbs.
    #[serde(default)]
    pub rule: Option<String>,
    /// The prompts it may answer; empty when always.
    #[serde(default)]
    pub phases: Vec<Word>,
    /// Its effect.
    pub help: Bilingual,
    /// Its arguments in the order they are typed.
    #[serde(default, rename = "arg")]
    pub args: Vec<ArgSpec>,
    /// True if it concerns other players: a player alone does not need it.
    #[serde(default)]
    pub others: bool,
    /// The command that has it now, for a slash command that only says so.
    #[serde(default)]
    pub moved: Option<Word>,
    /// The verb that does the opposite, named where this one is not understood.
    #[serde(default)]
    pub opposite: Option<Word>,
    /// It gives something up: no list that comes with a question numbers it.
    #[serde(default)]
    pub gives_up: bool,
    /// True if it ends the phase or the step: it comes after all others.
    #[serde(default)]
    pub ends: bool,
    /// True if it binds other players or cannot be taken back: it must be alone on its line, since the rest of a line may be a
    /// condition.
    #[serde(default)]
    pub alone: bool,
    /// Examples.
    #[serde(default)]
    pub examples: Vec<Example>,
    /// The group it is listed with; set from its page.
    #[serde(skip)]
    pub group: Bilingual,
    /// True if it is the table's own verb, good in every game.
    #[serde(skip)]
    pub table: bool,
}

impl Verb {
    /// The verb's name in `lang`.
    pub fn label(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => self.name.as_str(),
            Lang::Ja => &self.ja,
        }
    }

    /// The words of its own that its arguments take.
    pub fn choices(&self) -> impl Iterator<Item = &Keyword> {
        self.args.iter().flat_map(|arg| &arg.words)
    }

    /// The one of these that a typed text names.
    pub fn choice(&self, typed: &str) -> Option<&Keyword> {
        self.choices().find(|choice| choice.is_called(typed))
    }

    /// The argument called `name`.
    pub fn arg(&self, name: &str) -> Option<&ArgSpec> {
        self.args.iter().find(|arg| arg.name.as_str() == name)
    }

    /// Every name it answers to.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [self.name.as_str(), self.ja.as_str()].into_iter().chain(self.aliases.iter().map(String::as_str))
    }

    /// Returns whether a typed text is one of its names.
    pub fn is_called(&self, typed: &str) -> bool {
        text::is_any(self.names(), typed)
    }
}

/// A notion of the game: a counter, a marker, a row of a chart, a word of its rules.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The word as the rules know it.
    pub word: Word,
    /// Its Japanese name.
    pub ja: String,
    /// Other names in either language.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Its rule.
    pub rule: String,
    /// Its explanation.
    pub help: Bilingual,
}

impl Term {
    /// Its name where no pack of data gives it one.
    pub fn label(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.word.as_str().replace('-', " "),
            Lang::Ja => self.ja.clone(),
        }
    }

    /// Every name it answers to.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [self.word.as_str(), self.ja.as_str()].into_iter().chain(self.aliases.iter().map(String::as_str))
    }
}

/// A file of `commands/`: a group of verbs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandGroup {
    /// Its place among the groups of its folder.
    order: u32,
    /// The group's name in commands: `/chess-opening castle`.
    #[serde(default)]
    pub command: Option<Bilingual>,
    /// The group's name.
    pub group: Bilingual,
    /// Its verbs.
    #[serde(default, rename = "verb")]
    pub verbs: Vec<Verb>,
    /// The notions of the game, explained.
    #[serde(default, rename = "term")]
    pub terms: Vec<Term>,
    /// The game's additions to verbs of the table.
    #[serde(default)]
    extend: Vec<Extension>,
    /// The game's name for the parts of a log, if a table of it plays several one after the other: an argument of commands that
    /// look at one.
    #[serde(default)]
    pub part: Option<ArgSpec>,
}

/// Pages of `commands/`, each with its file's name.
pub type Pages = Vec<(String, CommandGroup)>;

/// The pages of a folder of `commands/`, in their order: a game's, or a door's; read at first use.
///
/// # Errors
/// A malformed page.
pub fn pages_of(folder: &str) -> Result<Pages, BookFault> {
    static READ: Mutex<BTreeMap<String, Pages>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pages) = read.get(folder) {
        return Ok(pages.clone());
    }
    let files = COMMANDS.get_dir(folder).map(|dir| dir.files()).into_iter().flatten();
    let text =
        files.map(|file| (file.path().display().to_string(), file.contents_utf8().unwrap_or_default()));
    let pages = pages_in(&text.collect::<Vec<_>>())?;
    read.insert(folder.to_owned(), pages.clone());
    Ok(pages)
}

/// The pages in these files, each with its name and its text, in their order.
///
/// # Errors
/// As [`pages_of`].
pub fn pages_in(files: &[(String, &str)]) -> Result<Pages, BookFault> {
    let read = files.iter().map(|(file, text)| Ok((file.clone(), page(file, text)?)));
    let mut pages = read.collect::<Result<Pages, BookFault>>()?;
    pages.sort_by_key(|(_, page)| page.order);
    Ok(pages)
}

/// A game's addition to a verb of the table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Extension {
    /// The verb.
    verb: Word,
    /// Other names that this game has for it.
    #[serde(default)]
    aliases: Vec<String>,
    /// Words of its first argument.
    #[serde(default)]
    words: Vec<Keyword>,
    /// Examples.
    #[serde(default)]
    examples: Vec<Example>,
}

/// A page of the book that cannot be read: our fault, found by the tests.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("commands/{file}: {why}")]
pub struct BookFault {
    /// The file.
    pub file: String,
    /// The fault.
    pub why: String,
}

/// The verbs of one game and of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    verbs: Vec<Verb>,
    /// The index of a verb by each of its names, folded.
    called: BTreeMap<String, usize>,
    part: Option<ArgSpec>,
    terms: Vec<Term>,
}

impl Book {
    /// The book of the game called `game`: its verbs, then the table's.
    ///
    /// # Errors
    /// A page that is not well formed, or a name that two verbs answer to.
    pub fn of(game: &str) -> Result<Book, BookFault> {
        Book::with(pages_of(&game.replace('_', "-"))?)
    }

    /// The book of a game with these pages.
    ///
    /// # Errors
    /// As [`Book::of`].
    pub fn with(pages: Pages) -> Result<Book, BookFault> {
        let of_game = pages.into_iter().map(|(file, page)| (file, page, false));
        let of_table = pages_of("table")?.into_iter().map(|(file, page)| (file, page, true));
        Book::bind(of_game.chain(of_table).collect())
    }

    /// The words for a door, whatever the game: the pages of its folder.
    ///
    /// # Errors
    /// As [`Book::of`].
    pub fn of_door(folder: &str) -> Result<Book, BookFault> {
        Book::bind(pages_of(folder)?.into_iter().map(|(file, page)| (file, page, true)).collect())
    }

    /// The verbs, the game's first, in the order they are listed.
    pub fn verbs(&self) -> &[Verb] {
        &self.verbs
    }

    /// Terms of the game, explained, in the order of its pages.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The name of the parts of a log, where a table plays several one after the other: [`CommandGroup::part`].
    pub fn part(&self) -> Option<&ArgSpec> {
        self.part.as_ref()
    }

    /// The verb called exactly `name`.
    pub fn verb(&self, name: &str) -> Option<&Verb> {
        self.verbs.iter().find(|verb| verb.name.as_str() == name)
    }

    /// The position of a verb among those that are listed: in the order of the book, one that ends something last.
    pub fn place(&self, verb: Word) -> (bool, usize) {
        let at = self.verbs.iter().position(|known| known.name == verb).unwrap_or(self.verbs.len());
        (self.verbs.get(at).is_some_and(|verb| verb.ends), at)
    }

    /// The verb one of whose names is `folded`, made alike by [`fold`].
    fn called(&self, folded: &str) -> Option<&Verb> {
        self.called.get(folded).and_then(|at| self.verbs.get(*at))
    }

    /// The verb of a door or the table at the beginning of a line, by its full name, and the words after it, which are an error
    /// if the page of the verb has no place for them; `None` for a line without a verb.
    pub fn command(&self, text: &str) -> Option<(&Verb, Result<Vec<String>, ParseError>)> {
        let (verb, words) = self.begun(text).filter(|(verb, _)| verb.table)?;
        let orders = text::cut(text).map_or(0, |orders| orders.len());
        let words = match orders {
            0 | 1 => verb.check(&words).map(|()| words),
            _ => Err(ParseError::TooMany { orders, most: 1 }),
        };
        Some((verb, words))
    }

    /// The verb of the order at the beginning of a text, by its full name.
    pub fn order_verb(&self, text: &str) -> Option<&Verb> {
        self.begun(text).map(|(verb, _)| verb).filter(|verb| !verb.table)
    }

    /// The words too many behind the verb of an order that takes none; only the confirming word may follow it.
    pub fn too_many(&self, text: &str) -> Option<ParseError> {
        let (verb, words) = self.begun(text).filter(|(verb, _)| !verb.table && verb.args.is_empty())?;
        let given = words.join(" ");
        let confirms = Lang::ALL.iter().any(|lang| fold(anyway(*lang)) == fold(&given));
        let extra = || ParseError::Extra { verb: verb.name, given: clip(&given), read: vec![] };
        (!given.is_empty() && !confirms).then(extra)
    }

    /// The orders that a text means which names several things for a verb that takes one: `place 504, dover` means two.
    pub fn each(&self, text: &str) -> Vec<String> {
        let alone = || vec![text.to_owned()];
        let Some(verb) = self.order_verb(text) else { return alone() };
        if !matches!(&verb.args[..], [arg] if arg.kind == ArgKind::Thing) {
            return alone();
        }
        let parts = text.split([',', '、', '，']).map(str::trim).filter(|part| !part.is_empty());
        let order = |part: &str| match self.order_verb(part) {
            Some(_) => part.to_owned(),
            None => format!("{} {part}", verb.name),
        };
        parts.map(order).collect()
    }

    fn begun(&self, text: &str) -> Option<(&Verb, Vec<String>)> {
        let words: Vec<String> =
            text::cut(text).ok()?.into_iter().next()?.iter().map(text::Piece::text).collect();
        let begins = |n: usize| Some((self.called(&fold(&words[..n].join(" ")))?, words[n..].to_vec()));
        (1..=words.len().min(COMMAND_WORDS)).rev().find_map(begins)
    }

    fn bind(pages: Vec<(String, CommandGroup, bool)>) -> Result<Book, BookFault> {
        let mut book = Book::default();
        let (mut extensions, mut terms) = (Vec::new(), BTreeSet::new());
        for (file, page, table) in pages {
            book.part = book.part.or(page.part);
            extensions.extend(page.extend.into_iter().map(|extension| (file.clone(), extension)));
            for term in page.terms {
                if let Some(name) = term.names().find(|name| terms.contains(&fold(name))) {
                    return Err(BookFault { file, why: format!("`{name}` is already the name of a term") });
                }
                terms.extend(term.names().map(fold));
                book.terms.push(term);
            }
            for verb in page.verbs {
                if let Some(name) = verb.names().find(|name| book.called(&fold(name)).is_some()) {
                    return Err(BookFault { file, why: format!("`{name}` is already the name of a verb") });
                }
                book.called.extend(verb.names().map(|name| (fold(name), book.verbs.len())));
                book.verbs.push(Verb { group: page.group.clone(), table, ..verb });
            }
        }
        for (file, extension) in extensions {
            let at = book.verbs.iter().position(|verb| verb.table && verb.name == extension.verb);
            let fault = |why| BookFault { file: file.clone(), why };
            let at = at.ok_or_else(|| fault(format!("`{}` is no verb of the table", extension.verb)))?;
            for name in &extension.aliases {
                if book.called.insert(fold(name), at).is_some() {
                    return Err(fault(format!("`{name}` is already the name of a verb")));
                }
            }
            let verb = &mut book.verbs[at];
            verb.aliases.extend(extension.aliases);
            verb.examples.extend(extension.examples);
            verb.args.iter_mut().take(1).for_each(|arg| arg.words.extend(extension.words.clone()));
        }
        Ok(book)
    }
}

fn page(file: &str, text: &str) -> Result<CommandGroup, BookFault> {
    toml::from_str(text).map_err(|error| BookFault { file: file.into(), why: error.to_string() })
}
