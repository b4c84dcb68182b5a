//! The games of this program, chosen by name at run time: the one place that erases the type of a game.
//!
//! A [`Games`] is a value: the program is started with [`GAMES`], a test with games of its own beside them.

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use super::cli::{Decline, LogAsk, LookArgs, PictureAsk, PlayArgs, Rehearse, Replay};
use super::data;
use super::error::CliError;
use super::lab::LabAsk;
use super::process::ProcessContext;
use super::read::Awaited;
use super::{App, CommandResult, lab, play, read, rehearse, replay};
use crate::audit::{self, Evidence, Logbook, Verdict};
use crate::book::{BookFault, Pages};
use crate::club::Club;
use crate::club::game_tables::{GameTables, TablesOf};
use crate::door::discord::commands::Commands;
use crate::game::{Seat, Viewer};
use crate::games::Playable;
use crate::games::goeben::Goeben;
use crate::games::grand_fleet::GrandFleet;
use crate::log::head_file::HeadFile;
use crate::log::{Entry, Store};
use crate::table::Platform;
use crate::view;
use crate::words::{Lang, Words, WordsFault};

/// The games of the program.
pub static GAMES: Games = Games::new(&[registered::<Goeben>(), registered::<GrandFleet>()]);

/// A game known only by name.
pub trait AnyGame: Send + Sync {
    /// Its name: `chess`.
    fn name(&self) -> &'static str;
    /// Checks that the data pack in a folder is one of this game.
    ///
    /// # Errors
    /// A folder that cannot be read; what does not fit.
    fn fits(&self, data: &Path) -> Result<(), CliError>;
    /// The pages of its orders.
    ///
    /// # Errors
    /// [`BookFault`]: a fault of the build.
    fn pages(&self) -> Result<Pages, BookFault>;
    /// The messages, its own among them.
    ///
    /// # Errors
    /// [`WordsFault`]: a fault of the build.
    fn words(&self) -> Result<Words, WordsFault>;
    /// Its tables in a store; new ones use the data pack in `data`, if there is one.
    ///
    /// # Errors
    /// A data pack, words or a book that cannot be read.
    fn tables(
        &self,
        store: Arc<dyn Store>,
        platform: Arc<dyn Platform>,
        data: Option<&Path>,
    ) -> Result<Box<dyn GameTables>, CliError>;
    /// Audits a log against the rules.
    fn check(&self, evidence: &Evidence, book: &Logbook) -> Verdict;
    /// The seats a table waits for.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn awaited(&self, app: &App, table: &str) -> Result<Awaited, CliError>;
    /// True if several players can write to each other.
    fn has_letters(&self) -> bool;
    /// Returns whether an entry has a text between players: [`view::is_written`].
    fn is_written(&self, entry: &Entry) -> bool;
    /// The viewer of a reading command: [`App::viewer`].
    ///
    /// # Errors
    /// As [`App::viewer`].
    fn viewer(&self, app: &App, table: &str, seat: Option<Seat>) -> Result<Viewer, CliError>;
    /// `play`: at `table`, else at the latest or a new one.
    ///
    /// # Errors
    /// [`CliError`], like every command.
    fn play(
        &self,
        app: &App,
        ask: &PlayArgs,
        table: Option<&str>,
        process: &mut ProcessContext<'_>,
    ) -> CommandResult;
    /// `decline`.
    ///
    /// # Errors
    /// [`CliError`].
    fn decline(&self, app: &App, ask: &Decline, process: &mut ProcessContext<'_>) -> CommandResult;
    /// `master`.
    ///
    /// # Errors
    /// [`CliError`].
    fn master(
        &self,
        app: &App,
        ask: &super::cli::MasterArgs,
        process: &mut ProcessContext<'_>,
    ) -> CommandResult;
    /// `show`.
    ///
    /// # Errors
    /// [`CliError`].
    fn show(&self, app: &App, ask: &LookArgs, process: &mut ProcessContext<'_>) -> CommandResult;
    /// `picture`.
    ///
    /// # Errors
    /// [`CliError`].
    fn picture(&self, app: &App, ask: &PictureAsk, process: &mut ProcessContext<'_>) -> CommandResult;
    /// `log`.
    ///
    /// # Errors
    /// [`CliError`].
    fn log(&self, app: &App, ask: &LogAsk, process: &mut ProcessContext<'_>) -> CommandResult;
    /// `dice`.
    ///
    /// # Errors
    /// [`CliError`].
    fn dice(&self, app: &App, ask: &LookArgs, process: &mut ProcessContext<'_>) -> CommandResult;
    /// `replay`.
    ///
    /// # Errors
    /// [`CliError`].
    fn replay(&self, app: &App, ask: &Replay, process: &mut ProcessContext<'_>) -> CommandResult;
    /// `rehearse`.
    ///
    /// # Errors
    /// [`CliError`].
    fn rehearse(
        &self,
        ask: &Rehearse,
        data: Option<&Path>,
        lang: Lang,
        process: &mut ProcessContext<'_>,
    ) -> CommandResult;
    /// `lab`.
    ///
    /// # Errors
    /// [`CliError`].
    fn lab(
        &self,
        ask: &LabAsk,
        data: Option<&Path>,
        told: (bool, Lang),
        process: &mut ProcessContext<'_>,
    ) -> CommandResult;
}

/// The entry of a game in a registry.
pub const fn registered<G: Playable>() -> &'static dyn AnyGame {
    &Registered::<G>(PhantomData)
}

struct Registered<G>(PhantomData<fn() -> G>);

impl<G: Playable> AnyGame for Registered<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn fits(&self, data: &Path) -> Result<(), CliError> {
        data::game::<G>(Some(data)).map(drop)
    }

    fn pages(&self) -> Result<Pages, BookFault> {
        G::pages()
    }

    fn words(&self) -> Result<Words, WordsFault> {
        G::words()
    }

    fn tables(
        &self,
        store: Arc<dyn Store>,
        platform: Arc<dyn Platform>,
        data: Option<&Path>,
    ) -> Result<Box<dyn GameTables>, CliError> {
        Ok(Box::new(TablesOf::<G>::new(store, platform, data::game(data)?)?))
    }

    fn check(&self, evidence: &Evidence, book: &Logbook) -> Verdict {
        audit::rules::check::<G>(evidence, book)
    }

    fn awaited(&self, app: &App, table: &str) -> Result<Awaited, CliError> {
        Ok(app.tables::<G>().look(table, |table| Awaited::at(&*app.store, table, app.platform.now()))??)
    }

    fn has_letters(&self) -> bool {
        !G::WRITTEN.is_empty()
    }

    fn is_written(&self, entry: &Entry) -> bool {
        view::is_written::<G>(entry)
    }

    fn viewer(&self, app: &App, table: &str, seat: Option<Seat>) -> Result<Viewer, CliError> {
        app.viewer::<G>(table, seat)
    }

    fn play(
        &self,
        app: &App,
        ask: &PlayArgs,
        table: Option<&str>,
        process: &mut ProcessContext<'_>,
    ) -> CommandResult {
        play::run::<G>(app, ask, table, process)
    }

    fn master(
        &self,
        app: &App,
        ask: &super::cli::MasterArgs,
        process: &mut ProcessContext<'_>,
    ) -> CommandResult {
        play::master::<G>(app, ask, process)
    }

    fn decline(&self, app: &App, ask: &Decline, process: &mut ProcessContext<'_>) -> CommandResult {
        play::decline::<G>(app, ask, process)
    }

    fn show(&self, app: &App, ask: &LookArgs, process: &mut ProcessContext<'_>) -> CommandResult {
        read::show::<G>(app, ask, process)
    }

    fn picture(&self, app: &App, ask: &PictureAsk, process: &mut ProcessContext<'_>) -> CommandResult {
        read::draw::<G>(app, ask, process)
    }

    fn log(&self, app: &App, ask: &LogAsk, process: &mut ProcessContext<'_>) -> CommandResult {
        read::log::<G>(app, ask, process)
    }

    fn dice(&self, app: &App, ask: &LookArgs, process: &mut ProcessContext<'_>) -> CommandResult {
        read::dice::<G>(app, ask, process)
    }

    fn replay(&self, app: &App, ask: &Replay, process: &mut ProcessContext<'_>) -> CommandResult {
        replay::run::<G>(app, ask, process)
    }

    fn rehearse(
        &self,
        ask: &Rehearse,
        data: Option<&Path>,
        lang: Lang,
        process: &mut ProcessContext<'_>,
    ) -> CommandResult {
        rehearse::run::<G>(ask, data, lang, process)
    }

    fn lab(
        &self,
        ask: &LabAsk,
        data: Option<&Path>,
        told: (bool, Lang),
        process: &mut ProcessContext<'_>,
    ) -> CommandResult {
        lab::run::<G>(ask, data, told, process)
    }
}

/// A registry of games.
#[derive(Clone, Copy)]
pub struct Games(&'static [&'static dyn AnyGame]);

impl Games {
    /// A registry of these games, in the order in which they are offered.
    pub const fn new(games: &'static [&'static dyn AnyGame]) -> Games {
        Games(games)
    }

    /// The games.
    pub fn all(self) -> impl Iterator<Item = &'static dyn AnyGame> {
        self.0.iter().copied()
    }

    /// The game of this name.
    pub fn named(self, name: &str) -> Option<&'static dyn AnyGame> {
        self.all().find(|game| game.name() == name)
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
    pub fn of_table(self, name: &str) -> Result<&'static dyn AnyGame, CliError> {
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
            let data = data.filter(|_| fit.is_none_or(|fit| fit.name() == game.name()));
            game.tables(store.clone(), platform.clone(), data)
        });
        Ok(Club::new(tables.collect::<Result<_, _>>()?, store, platform, heads)?)
    }

    /// Audits a log against the rules of the game of this name, if it is among them.
    pub fn checks(self) -> impl Fn(&str, &Evidence, &Logbook) -> Option<Verdict> {
        move |game, evidence, book| Some(self.named(game)?.check(evidence, book))
    }

    /// Returns whether `text` looks like an id that a new table gets: a game, a hyphen and more.
    pub fn begin(self, text: &str) -> bool {
        self.all().any(|game| text.strip_prefix(game.name()).is_some_and(|rest| rest.starts_with('-')))
    }

    /// The game whose data pack is in a folder.
    ///
    /// # Errors
    /// A folder that cannot be read or is over a limit; a pack that fits no game, with the error of each game.
    pub fn fitting(self, data: &Path) -> Result<&'static dyn AnyGame, CliError> {
        // Otherwise each game would repeat an error of the folder itself.
        data::files(data)?;
        let mut said = Vec::new();
        for game in self.all() {
            match game.fits(data) {
                Ok(()) => return Ok(game),
                Err(trouble) => said.push(trouble),
            }
        }
        Err(CliError::FitsNone(said))
    }
}
