//! The club: the interface that every door calls. It opens tables, seats players and plays their orders, knows people
//! by their addresses, and plans notices into deliveries by channel. A door adds how messages come in and go out.
//!
//! Every call may block on the disk: never call from a thread that drives sockets.
//!
//! | part | what it does |
//! |---|---|
//! | [`game_tables`] | the tables of one game, behind one trait for all games |
//! | [`session`] | a player at a seat, as a door needs it, and how a door speaks of it |
//! | [`seat_view`] | a seat of a table as its player sees it, whichever game it is |
//! | [`reader`] | read access to a table, for what everybody at it may see |
//! | [`opening`] | games, seats and options read from words |
//! | [`status`] | games, tables and seats as lists and overviews name them |
//! | [`words`], [`board`], [`ending`], [`decided`] | a table in words |
//! | [`picture`] | a position as a picture |
//! | [`one_file`] | a table's past as one file |
//! | [`page`] | the page of a published table, and its link |
//! | [`calendar`] | the calendar of a player, and its link |
//! | `leaving` | who is forgotten leaves their tables first |
//! | [`people`] | players by their addresses, and what they prefer |
//! | [`zone`] | the time zones of people |
//! | [`time`], `keeper` | reminders, and what happens when time is up; what the keeper of time saw and told |
//! | [`vacancies`] | tables that look for players |
//! | [`computer`], [`thought`], [`reasons`] | computer players at tables, and why they ordered what they did |
//! | [`table_words`] | the verbs of a table as players type them |
//! | [`settings`] | what players prefer of time, as they type it |
//! | [`wording`] | requests in words |
//! | [`clock`] | how time stands at a table, in words |
//! | [`linking`], [`side`], `known` | one person known in two doors, and by which of their ids a table knows them |
//! | [`personal`] | what one player is told that no log tells |
//! | [`delivery`] | notices planned into deliveries; deliveries due, sent and failed |
//! | [`sharing`] | work divided among processes |
//! | [`audited`], [`findings`] | audits of stored tables, and what they found in words |
//! | [`measured`] | numbers of the club for whoever runs it |
//! | [`limits`] | how much one player and one place may ask for |
//! | [`error`] | the one error type |

mod ahead;
pub mod audited;
pub mod board;
pub mod calendar;
pub mod clock;
pub mod computer;
pub mod consent;
pub mod decided;
pub mod delivery;
pub mod door;
pub mod ending;
pub mod error;
pub mod findings;
pub mod game_tables;
pub mod keeper;
pub mod known;
mod leaving;
pub mod limits;
pub mod linking;
pub mod master;
pub mod measured;
mod notice;
pub mod one_file;
pub mod opening;
pub mod page;
pub mod people;
pub mod personal;
pub mod picture;
pub mod reader;
mod ready;
pub mod reasons;
mod rematch;
pub mod seat_view;
pub mod session;
pub mod settings;
pub mod sharing;
pub mod side;
pub mod standing_orders;
pub mod status;
pub mod strength;
pub mod table_words;
pub mod thought;
pub mod time;
pub mod vacancies;
pub mod wording;
pub mod words;
pub mod zone;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

pub use crate::audit::Conclusion;
use crate::game::{Seat, Viewer};
use crate::log::head_file::HeadFile;
pub use crate::log::notes::OF_PLAYER;
pub use crate::log::players::{MAIL, Player};
pub use crate::log::settings::TableSettings;
use crate::log::{Changes, Fault, Store};
use crate::table::Platform;
use crate::words::Lang;
pub use error::ClubError;
use game_tables::GameTables;
use keeper::Keeper;
pub use one_file::OneFile;
use page::PageLinks;
pub use reader::TableReader;
pub use session::Visitor;
pub use status::{GameInfo, NewTable, PlayerTable, SeatStatus, TableOption, TableStatus};
use thought::ComputerKey;
pub use words::GameWords;

/// Every game's tables in one store.
pub struct Club {
    store: Arc<dyn Store>,
    platform: Arc<dyn Platform>,
    /// The tables of each game, in the order of `games`.
    tables: Vec<Box<dyn GameTables>>,
    games: Vec<GameInfo>,
    /// The game of each known table, as an index. A table's first entry decides it for ever, so the cache never goes stale.
    game_of: Mutex<BTreeMap<String, usize>>,
    heads: Option<HeadFile>,
    /// The links of pages, where this server shows any.
    links: Option<Arc<PageLinks>>,
    /// The key of its computer players, where this server has a secret.
    computers: Option<ComputerKey>,
    /// The name under which this process holds the right to send.
    sender: String,
    /// What this process observed while keeping time.
    keeper: Mutex<Keeper>,
}

/// Most tables whose game is remembered.
const TABLES_KNOWN: usize = 10_000;
/// Letters of a door's random text: 150 bits.
const RANDOM_LETTERS: usize = 32;
/// Random letters of the name a process sends under.
const SENDER_LETTERS: usize = 12;

impl Club {
    /// The club that plays these games in a store. `heads` is the file of heads beside the database, which an audit
    /// compares with.
    ///
    /// # Errors
    /// No randomness.
    pub fn new(
        tables: Vec<Box<dyn GameTables>>,
        store: Arc<dyn Store>,
        platform: Arc<dyn Platform>,
        heads: Option<HeadFile>,
    ) -> Result<Club, ClubError> {
        let games = tables.iter().map(|tables| tables.info()).collect();
        let sender = crate::table::id::letters("s", SENDER_LETTERS, &*platform)?;
        Ok(Club {
            store,
            platform,
            tables,
            games,
            game_of: Mutex::default(),
            heads,
            links: None,
            computers: None,
            sender,
            keeper: Mutex::default(),
        })
    }

    /// The store's notifications of new orders, from every process.
    pub fn changes(&self) -> Changes {
        self.store.changes()
    }

    /// The games that are offered.
    pub fn games(&self) -> &[GameInfo] {
        &self.games
    }

    /// The words of a game in a language; `None` for a game that is not offered.
    pub fn words(&self, game: &str, lang: Lang) -> Option<Arc<GameWords>> {
        Some(self.tables_of_game(game)?.words(lang))
    }

    /// The game a table plays.
    ///
    /// # Errors
    /// A table that cannot be read; a game that is not played here.
    pub fn game_of(&self, table: &str) -> Result<&'static str, ClubError> {
        Ok(self.games[self.game_at(table)?].game)
    }

    /// The place of a table's game among those that are offered.
    fn game_at(&self, table: &str) -> Result<usize, ClubError> {
        let known = || self.game_of.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = known().get(table) {
            return Ok(*at);
        }
        let game = self.store.opened(table)?.game;
        let at = self.games.iter().position(|info| info.game == game);
        let at = at.ok_or(ClubError::NoGame(game))?;
        let mut known = known();
        if known.len() >= TABLES_KNOWN {
            known.clear();
        }
        known.insert(table.to_owned(), at);
        Ok(at)
    }

    /// The tables of the game that a table plays.
    fn tables_with(&self, table: &str) -> Result<&dyn GameTables, ClubError> {
        Ok(&*self.tables[self.game_at(table)?])
    }

    fn tables_of_game(&self, game: &str) -> Option<&dyn GameTables> {
        let at = self.games.iter().position(|info| info.game == game)?;
        Some(&*self.tables[at])
    }

    /// Opens a table; the same key again gives the same table.
    ///
    /// # Errors
    /// [`ClubError::Refused`]; a store that cannot be written.
    pub fn open(&self, visitor: &Visitor, new: &NewTable, lang: Lang) -> Result<String, ClubError> {
        match self.tables_of_game(&new.game) {
            Some(tables) => tables.open(visitor, new, lang),
            None => Err(ClubError::Refused(ClubError::NoGame(new.game.clone()).to_string())),
        }
    }

    /// The tables of a player for which `counts` is true. Tables that wait for the player come first, by deadline, then by the
    /// longest wait.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn tables_of(
        &self,
        player: &str,
        counts: impl Fn(&str) -> Result<bool, ClubError>,
    ) -> Result<Vec<PlayerTable>, ClubError> {
        let mut theirs = Vec::new();
        for table in self.store.tables_of_player(player)? {
            if counts(&table)? {
                theirs.extend(self.tables_with(&table)?.summary(&table, player)?);
            }
        }
        theirs.sort_by_key(|it| {
            let waits = !it.asked && it.offered.is_empty();
            (it.over, waits, it.due.unwrap_or(i64::MAX), it.since)
        });
        Ok(theirs)
    }

    /// Seats the visitor: in the named seat, else in the one kept for them, else in the only free one.
    ///
    /// # Errors
    /// [`ClubError::Refused`]; a table that cannot be written.
    pub fn join(
        &self,
        table: &str,
        visitor: &Visitor,
        seat: Option<Seat>,
        lang: Lang,
    ) -> Result<Seat, ClubError> {
        self.tables_with(table)?.join(table, visitor, seat, lang)
    }

    /// Declines a seat that is kept for the visitor: the named one, else the only one.
    ///
    /// # Errors
    /// As [`Club::join`].
    pub fn decline(
        &self,
        table: &str,
        visitor: &Visitor,
        seat: Option<Seat>,
        lang: Lang,
    ) -> Result<Seat, ClubError> {
        self.tables_with(table)?.decline(table, visitor, seat, lang)
    }

    /// Closes a table for a manager of the place where it is played, whoever holds its seats.
    ///
    /// # Errors
    /// As [`Club::join`].
    pub fn close_as_manager(&self, table: &str, visitor: &Visitor, lang: Lang) -> Result<(), ClubError> {
        self.tables_with(table)?.close_as_manager(table, visitor, lang)
    }

    /// A reader of the public side of the table, in a language.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn watch(&self, table: &str, lang: Lang) -> Result<Box<dyn TableReader>, ClubError> {
        self.tables_with(table)?.watch(table, lang, self.computers)
    }

    /// Audits the table's integrity, dice and rules: the conclusion, and the findings in words. It audits a table that cannot
    /// be folded too, and then reports only what a spectator may see.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn audit(&self, table: &str, lang: Lang) -> Result<(Conclusion, Vec<String>), ClubError> {
        let witness = self.heads.as_ref().map(HeadFile::read).unwrap_or_default();
        let noted = witness.heads.get(table).copied();
        let tables = self.tables_with(table)?;
        let viewer = tables.viewer_of_all(table).unwrap_or(Viewer::Spectator);
        let check =
            |game: &str, evidence: &_, book: &_| Some(self.tables_of_game(game)?.check(evidence, book));
        let findings = audited::table(&*self.store, table, (noted, &[]), viewer, check);
        let findings = findings.map_err(ClubError::failed)?;
        let (spoken, missing) = (tables.words(lang), witness.missing_since.as_deref());
        let mut lines = findings::findings(&spoken.words, lang, &findings, missing);
        lines.extend(findings::aliases(&spoken.words, lang, &audited::aliases(&*self.store, table)?));
        Ok((findings.conclusion, lines))
    }

    /// An export of the table as the player may see it: the file's name and its bytes.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn export(&self, table: &str, player: &str) -> Result<(String, Vec<u8>), ClubError> {
        let mut bytes = Vec::new();
        let exported = self.tables_with(table)?.export(table, player, &mut bytes)?;
        Ok((format!("{table}-{}.jsonl", exported.head.seq), bytes))
    }

    /// The table's past as one file for `viewer`, or complete once it is closed, with or without texts between players. A long
    /// table takes many seconds.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn one_file(
        &self,
        table: &str,
        viewer: Viewer,
        lang: Lang,
        with_written: bool,
    ) -> Result<OneFile, ClubError> {
        self.tables_with(table)?.one_file(table, viewer, lang, with_written)
    }

    /// The settings of a table: its language, its opener, whether play has begun. `None` if it has none.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn settings(&self, table: &str) -> Result<Option<TableSettings>, ClubError> {
        Ok(self.store.settings(table)?)
    }

    /// The settings of every table that has any, by the table's id.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn all_settings(&self) -> Result<BTreeMap<String, TableSettings>, ClubError> {
        Ok(self.store.all_settings()?)
    }

    /// Replaces the settings of a table.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put_settings(&self, table: &str, settings: TableSettings) -> Result<(), ClubError> {
        Ok(self.store.put_settings(table, settings)?)
    }

    /// Marks the table as begun; this cannot be undone.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn begin_play(&self, table: &str) -> Result<(), ClubError> {
        let settings = self.settings(table)?.unwrap_or_default();
        self.put_settings(table, TableSettings { begun: true, ..settings })
    }

    /// The note of a door under a key.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn note(&self, door: &str, key: &str) -> Result<Option<String>, ClubError> {
        Ok(self.store.note(door, key)?)
    }

    /// The notes of a door whose keys begin with `prefix`, each as key and text, by key.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn notes(&self, door: &str, prefix: &str) -> Result<Vec<(String, String)>, ClubError> {
        Ok(self.store.notes(door, prefix)?)
    }

    /// Stores a note of a door under a key; `None` erases it.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put_note(&self, door: &str, key: &str, text: Option<&str>) -> Result<(), ClubError> {
        match text {
            Some(text) => self.store.put_note(door, key, text)?,
            None => drop(self.store.drop_note(door, key)?),
        }
        Ok(())
    }

    /// 32 random letters (150 bits): a secret that nobody can guess.
    ///
    /// # Errors
    /// No randomness.
    pub fn random_letters(&self) -> Result<String, ClubError> {
        Ok(crate::table::id::letters("k", RANDOM_LETTERS, &*self.platform)?)
    }

    /// Now, in seconds since 1970.
    pub fn now(&self) -> i64 {
        self.platform.now().timestamp()
    }
}

/// A moment of the log in seconds since 1970.
fn seconds(at: &str) -> Result<i64, Fault> {
    let moment = chrono::DateTime::parse_from_rfc3339(at);
    moment.map(|moment| moment.timestamp()).map_err(|error| Fault::Unfit(format!("the time {at}: {error}")))
}
