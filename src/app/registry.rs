//! The games of this program, chosen by name at run time: the one place that erases the type of a game.
//!
//! A [`Games`] is a value: the program is started with [`GAMES`], a test with games of its own beside them.

use std::path::Path;
use std::sync::Arc;

use super::cli::{Decline, LogAsk, LookArgs, MasterArgs, PictureAsk, PlayArgs, Rehearse, Replay};
use super::data;
use super::error::CliError;
use super::lab::LabAsk;
use super::process::ProcessContext;
use super::{App, CommandResult, lab, play, read, rehearse, replay};
use crate::audit::{Evidence, Logbook, Verdict};
use crate::book::{BookFault, Pages, fold};
use crate::club::game_tables::{GameTables, TablesOf};
use crate::club::local::Awaited;
use crate::club::replayed::{self, Repeated};
use crate::club::{Club, Platform};
use crate::door::discord::commands::Commands;
use crate::game::{Seat, Viewer};
use crate::games::Playable;
use crate::games::goeben::Goeben;
use crate::games::grand_fleet::GrandFleet;
use crate::log::head_file::HeadFile;
use crate::log::{Entry, Store};
use crate::view;
use crate::words::{Lang, Words, WordsFault};

/// The games of the program.
pub static GAMES: Games = Games::new(&[registered::<Goeben>(), registered::<GrandFleet>()]);

/// A game as the program needs it: its name, and what the program does with a table of it. Here its type is forgotten.
pub struct AnyGame {
    name: &'static str,
    /// The version of its rules.
    pub(super) rules_version: u32,
    /// Checks that the data pack in a folder is one of this game.
    fits: fn(&Path) -> Result<(), CliError>,
    /// The pages of its orders.
    pages: fn() -> Result<Pages, BookFault>,
    /// The messages, its own among them.
    words: fn() -> Result<Words, WordsFault>,
    /// The seat that is called so: by its word, or by its name in either language.
    seat_called: fn(&str) -> Result<Option<Seat>, CliError>,
    /// Its tables in a store; new ones have the data pack in the folder, where there is one.
    tables: OpenTables,
    /// Audits a log against the rules and the thoughts of computer players.
    check: fn(&Evidence, &Logbook, Repeated<'_>) -> Verdict,
    /// True if its players can write to each other, where there are several.
    pub(super) has_letters: bool,
    /// Returns whether an entry holds what a player wrote for others to read.
    pub(super) is_written: fn(&Entry) -> bool,
    /// The seats a table waits for.
    pub(super) awaited: fn(&App, &str) -> Result<Awaited, CliError>,
    /// The viewer of a reading command: [`App::viewer`].
    pub(super) viewer: fn(&App, &str, Option<Seat>) -> Result<Viewer, CliError>,
    /// `play`: at a table, else at the latest or a new one.
    pub(super) play: fn(&App, &PlayArgs, Option<&str>, &mut ProcessContext<'_>) -> CommandResult,
    pub(super) decline: AppCommand<Decline>,
    pub(super) master: AppCommand<MasterArgs>,
    pub(super) show: AppCommand<LookArgs>,
    pub(super) picture: AppCommand<PictureAsk>,
    pub(super) log: AppCommand<LogAsk>,
    pub(super) dice: AppCommand<LookArgs>,
    pub(super) replay: AppCommand<Replay>,
    pub(super) rehearse: fn(&Rehearse, Option<&Path>, Lang, &mut ProcessContext<'_>) -> CommandResult,
    pub(super) lab: fn(&LabAsk, Option<&Path>, (bool, Lang), &mut ProcessContext<'_>) -> CommandResult,
}

/// Opens the tables of a game in a store.
type OpenTables =
    fn(Arc<dyn Store>, Arc<dyn Platform>, Option<&Path>) -> Result<Box<dyn GameTables>, CliError>;
/// A command that needs the database.
type AppCommand<A> = fn(&App, &A, &mut ProcessContext<'_>) -> CommandResult;

/// A game as it is entered in a registry.
pub const fn registered<G: Playable>() -> AnyGame {
    AnyGame {
        name: G::NAME,
        rules_version: G::RULES_VERSION,
        fits: data::fits::<G>,
        pages: G::pages,
        words: G::words,
        seat_called: seat_called::<G>,
        tables: tables::<G>,
        check: replayed::check::<G>,
        has_letters: !G::WRITTEN.is_empty(),
        is_written: view::is_written::<G>,
        awaited: read::awaited::<G>,
        viewer: App::viewer::<G>,
        play: play::run::<G>,
        decline: play::decline::<G>,
        master: play::master::<G>,
        show: read::show::<G>,
        picture: read::draw::<G>,
        log: read::log::<G>,
        dice: read::dice::<G>,
        replay: replay::run::<G>,
        rehearse: rehearse::run::<G>,
        lab: lab::run::<G>,
    }
}

fn seat_called<G: Playable>(typed: &str) -> Result<Option<Seat>, CliError> {
    let (words, key) = (G::words()?, fold(typed));
    let called = |seat: &Seat| {
        let mut names = Lang::ALL.iter().map(|lang| words.term(*lang, "seat", seat.as_str()));
        fold(seat.as_str()) == key || names.any(|name| fold(&name) == key)
    };
    Ok(data::game::<G>(None)?.every_seat().into_iter().find(called))
}

fn tables<G: Playable>(
    store: Arc<dyn Store>,
    platform: Arc<dyn Platform>,
    data: Option<&Path>,
) -> Result<Box<dyn GameTables>, CliError> {
    Ok(Box::new(TablesOf::<G>::new(store, platform, data::game(data)?)?))
}

impl AnyGame {
    /// Its name: `chess`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The pages of its orders.
    ///
    /// # Errors
    /// [`BookFault`]: a fault of the build.
    pub fn pages(&self) -> Result<Pages, BookFault> {
        (self.pages)()
    }

    /// The messages, its own among them.
    ///
    /// # Errors
    /// [`WordsFault`]: a fault of the build.
    pub fn words(&self) -> Result<Words, WordsFault> {
        (self.words)()
    }

    /// Its tables in a store; new ones have the data pack in `data`, where there is one.
    ///
    /// # Errors
    /// A data pack, words or a book that cannot be read.
    pub fn tables(
        &self,
        store: Arc<dyn Store>,
        platform: Arc<dyn Platform>,
        data: Option<&Path>,
    ) -> Result<Box<dyn GameTables>, CliError> {
        (self.tables)(store, platform, data)
    }
}

/// A registry of games.
#[derive(Clone, Copy)]
pub struct Games(&'static [AnyGame]);

impl Games {
    /// A registry of these games, in the order in which they are offered.
    pub const fn new(games: &'static [AnyGame]) -> Games {
        Games(games)
    }

    /// The games.
    pub fn all(self) -> impl Iterator<Item = &'static AnyGame> {
        self.0.iter()
    }

    /// The game of this name.
    pub fn named(self, name: &str) -> Option<&'static AnyGame> {
        self.all().find(|game| game.name() == name)
    }

    /// The seat of one of the games that is called so: by its word, or by its name in either language.
    pub fn seat_called(self, typed: &str) -> Option<Seat> {
        self.all().find_map(|game| (game.seat_called)(typed).ok().flatten())
    }

    /// The names of the games, one after another.
    pub fn names(self) -> String {
        self.0.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
    }

    /// The slash commands of a bot that plays them.
    ///
    /// # Errors
    /// [`BookFault`]: a fault of the build.
    pub fn commands(self) -> Result<Commands, BookFault> {
        let pages = self.all().map(|game| Ok((game.name(), game.pages()?)));
        Commands::new(pages.collect::<Result<Vec<_>, BookFault>>()?)
    }

    /// The games' words for the parts of a log, each once.
    pub fn parts(self) -> Vec<String> {
        let pages = self.all().filter_map(|game| game.pages().ok()).flatten();
        let mut parts: Vec<String> = Vec::new();
        for part in pages.filter_map(|(_, page)| page.part) {
            if !parts.iter().any(|known| known == part.name.as_str()) {
                parts.push(part.name.to_string());
            }
        }
        parts
    }

    /// The messages for a table of this game; those that all have in common, where it is not among them.
    ///
    /// # Errors
    /// [`WordsFault`]: a fault of the build.
    pub fn words(self, game: Option<&str>) -> Result<Words, WordsFault> {
        game.and_then(|game| self.named(game)).map_or_else(Words::read, AnyGame::words)
    }

    /// The game of this name, as a table of it needs it.
    ///
    /// # Errors
    /// A game that is not among them.
    pub fn of_table(self, name: &str) -> Result<&'static AnyGame, CliError> {
        self.named(name).ok_or_else(|| self.unknown(name))
    }

    /// The text about a game that is not among them.
    pub fn unknown(self, game: &str) -> CliError {
        CliError::UnknownGame { game: game.to_owned(), known: self.names() }
    }

    /// The club that plays these games in a store; new tables use the data pack in `data` for the games that have one there.
    /// `heads` is the file of heads beside the database, which an audit compares with.
    ///
    /// # Errors
    /// A data pack, words or a book that cannot be read; no randomness.
    pub fn club(
        self,
        store: Arc<dyn Store>,
        platform: Arc<dyn Platform>,
        data: Option<&Path>,
        heads: Option<HeadFile>,
    ) -> Result<Club, CliError> {
        let fit = data.map(|data| self.fitting(data)).transpose()?;
        let tables = self.all().map(|game| {
            // A folder has the pack of one game; the others are played with their own.
            let data = data.filter(|_| fit.is_none_or(|fit| fit.name() == game.name()));
            game.tables(store.clone(), platform.clone(), data)
        });
        Ok(Club::new(tables.collect::<Result<_, _>>()?, store, platform, heads)?)
    }

    /// Audits a log against the rules of the game of this name, if it is among them, and these thoughts of computer players.
    pub fn checks(self, repeated: Repeated<'_>) -> impl Fn(&str, &Evidence, &Logbook) -> Option<Verdict> {
        move |game, evidence, book| Some((self.named(game)?.check)(evidence, book, repeated))
    }

    /// Returns whether `text` looks like an id that a new table gets: a game, a hyphen and more.
    pub fn begin(self, text: &str) -> bool {
        self.all().any(|game| text.strip_prefix(game.name()).is_some_and(|rest| rest.starts_with('-')))
    }

    /// The game whose data pack is in a folder.
    ///
    /// # Errors
    /// A folder that cannot be read or is over a limit; a pack that fits no game, with what each game says of it.
    pub fn fitting(self, data: &Path) -> Result<&'static AnyGame, CliError> {
        // What is amiss with the folder itself each game would say again.
        data::files(data)?;
        let mut said = Vec::new();
        for game in self.all() {
            match (game.fits)(data) {
                Ok(()) => return Ok(game),
                Err(trouble) => said.push(trouble),
            }
        }
        Err(CliError::FitsNone(said))
    }
}
