//! The club: what every door calls. Tables are opened, joined, watched and played here, people are met, and what is to be
//! told to them is handed to the channels, whatever the door; a door adds how it hears and speaks.
//!
//! Every call may block on the disk, so none belongs on a thread that drives sockets.
//!
//! | part | what it does |
//! |---|---|
//! | [`game_tables`] | the tables of one game, whichever it is, spoken of in every language |
//! | [`session`] | a player at a seat, as a door needs it, and how a door speaks of it |
//! | [`sitting`] | such a session over the desks of a table |
//! | [`reader`] | a table as everybody at it may see it |
//! | [`status`] | games, tables and seats as lists and overviews name them |
//! | [`words`], [`board`] | a table in words |
//! | [`people`] | who comes to an address, and what they prefer |
//! | [`delivery`] | notices: planned for every channel, which are due by one, what came of them |
//! | [`audited`] | audits of stored tables |
//! | [`limits`] | how much one player and one place may ask for |
//! | [`error`] | what can keep the club from doing what it is asked |

pub mod audited;
pub mod board;
pub mod delivery;
pub mod error;
pub mod game_tables;
pub mod limits;
pub mod people;
pub mod reader;
pub mod session;
pub mod sitting;
pub mod status;
pub mod words;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

pub use crate::audit::Conclusion;
use crate::game::{Eyes, Seat};
use crate::log::export;
use crate::log::head_file::HeadFile;
pub use crate::log::notes::OF_PLAYER;
pub use crate::log::settings::TableSettings;
use crate::log::sight::Onlooker;
use crate::log::{Fault, Store};
use crate::report;
use crate::table::World;
use crate::words::Lang;
pub use error::ClubError;
use game_tables::GameTables;
pub use reader::TableReader;
pub use session::Visitor;
pub use status::{GameInfo, NewTable, PlayerTable, SeatStatus, TableOption, TableStatus};
pub use words::GameWords;

/// Every game's tables in one store.
pub struct Club {
    store: Arc<dyn Store>,
    world: Arc<dyn World>,
    /// The tables of each game, in the order of `games`.
    tables: Vec<Box<dyn GameTables>>,
    games: Vec<GameInfo>,
    /// Which of them a table belongs to, for tables that were asked for: it is the game of their first entry for ever.
    game_of: Mutex<BTreeMap<String, usize>>,
    heads: Option<HeadFile>,
    /// The name under which this process holds the right to send.
    sender: String,
}

/// Tables of which it is kept which game they play.
const TABLES_KNOWN: usize = 10_000;
/// How many random letters a door gets: 150 bits.
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
        world: Arc<dyn World>,
        heads: Option<HeadFile>,
    ) -> Result<Club, ClubError> {
        let games = tables.iter().map(|tables| tables.info()).collect();
        let sender = crate::table::id::letters("s", SENDER_LETTERS, &*world)?;
        Ok(Club { store, world, tables, games, game_of: Mutex::default(), heads, sender })
    }

    /// The games that are offered.
    pub fn games(&self) -> &[GameInfo] {
        &self.games
    }

    /// What it takes to speak of a game; `None` for a game that is not offered.
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

    /// The tables of a player, of those for which `counts` says so: the ones that wait for them first, the longest wait
    /// first.
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
        // Whoever waits longest is answered first.
        theirs.sort_by_key(|it| (it.over, !it.asked && it.offered.is_empty(), it.since));
        Ok(theirs)
    }

    /// The visitor takes a seat: the one named, else the one kept for them, else the only free one.
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

    /// The visitor declines a seat that is kept for them: the one named, else the only one.
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

    /// Somebody who manages the place where a table is played closes it, whoever sits there.
    ///
    /// # Errors
    /// As [`Club::join`].
    pub fn close_as_manager(&self, table: &str, visitor: &Visitor, lang: Lang) -> Result<(), ClubError> {
        self.tables_with(table)?.close_as_manager(table, visitor, lang)
    }

    /// The table as everybody may see it, in a language.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn watch(&self, table: &str, lang: Lang) -> Result<Box<dyn TableReader>, ClubError> {
        self.tables_with(table)?.watch(table, lang)
    }

    /// What an audit of the table's integrity, dice and rules comes to, and what it finds. A table of which no position can be
    /// made is audited too, and told as everybody may see it.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn audit(&self, table: &str, lang: Lang) -> Result<(Conclusion, Vec<String>), ClubError> {
        let witness = self.heads.as_ref().map(HeadFile::read).unwrap_or_default();
        let noted = witness.heads.get(table).copied();
        let tables = self.tables_with(table)?;
        let eyes = tables.eyes_of_all(table).unwrap_or(Eyes::Onlooker);
        let check =
            |game: &str, evidence: &_, book: &_| Some(self.tables_of_game(game)?.check(evidence, book));
        let findings = audited::table(&*self.store, table, (noted, &[]), eyes, check);
        let findings = findings.map_err(ClubError::failed)?;
        let (spoken, missing) = (tables.words(lang), witness.missing_since.as_deref());
        Ok((findings.conclusion, report::findings(&spoken.words, lang, &findings, missing)))
    }

    /// The table as a file, with its name, as the player may see it.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn export(&self, table: &str, player: &str) -> Result<(String, Vec<u8>), ClubError> {
        let onlooker = match self.tables_with(table)?.eyes(table, player)? {
            Eyes::Seat(seat) => Onlooker::seat(seat.as_str()),
            Eyes::All | Eyes::Onlooker => Onlooker::Everyone,
        };
        let mut bytes = Vec::new();
        let exported = export::export(&*self.store, table, &onlooker, &mut bytes)?;
        Ok((format!("{table}-{}.jsonl", exported.head.seq), bytes))
    }

    /// What is kept with a table: its language, who opened it, whether play has begun. `None` for a table of which nothing is.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn settings(&self, table: &str) -> Result<Option<TableSettings>, ClubError> {
        Ok(self.store.settings(table)?)
    }

    /// What is kept with every table of which anything is.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn all_settings(&self) -> Result<BTreeMap<String, TableSettings>, ClubError> {
        Ok(self.store.all_settings()?)
    }

    /// Keeps this with a table.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put_settings(&self, table: &str, settings: TableSettings) -> Result<(), ClubError> {
        Ok(self.store.put_settings(table, settings)?)
    }

    /// Play begins at this table, for good.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn begin_play(&self, table: &str) -> Result<(), ClubError> {
        let settings = self.settings(table)?.unwrap_or_default();
        self.put_settings(table, TableSettings { begun: true, ..settings })
    }

    /// What a door keeps of its own under a key.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn note(&self, door: &str, key: &str) -> Result<Option<String>, ClubError> {
        Ok(self.store.note(door, key)?)
    }

    /// Everything a door keeps under keys that begin so.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn notes(&self, door: &str, prefix: &str) -> Result<Vec<(String, String)>, ClubError> {
        Ok(self.store.notes(door, prefix)?)
    }

    /// A door keeps this under a key, or nothing any more.
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

    /// Letters that nobody can foresee.
    ///
    /// # Errors
    /// No randomness.
    pub fn random_letters(&self) -> Result<String, ClubError> {
        Ok(crate::table::id::letters("k", RANDOM_LETTERS, &*self.world)?)
    }

    /// Now, in seconds since 1970.
    pub fn now(&self) -> i64 {
        self.world.now().timestamp()
    }
}

/// A moment of the log in seconds since 1970.
fn seconds(at: &str) -> Result<i64, Fault> {
    let moment = chrono::DateTime::parse_from_rfc3339(at);
    moment.map(|moment| moment.timestamp()).map_err(|error| Fault::Unfit(format!("the time {at}: {error}")))
}
