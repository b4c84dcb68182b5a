//! The club: the interface that every door calls. It opens tables, seats players and plays their orders, knows people
//! by their addresses, and plans notices into deliveries by channel. A door adds how messages come in and go out.
//!
//! Every call may block on the disk: never call from a thread that drives sockets.
//!
//! | part | what it does |
//! |---|---|
//! | `played_games` | the games that are played here, and which of them a table plays |
//! | [`game_tables`] | the tables of one game, behind one trait for all games |
//! | [`session`] | a player at a seat, as a door needs it, and how a door speaks of it |
//! | [`seat_view`] | a seat of a table as its player sees it, whichever game it is |
//! | [`reader`] | read access to a table, for what everybody at it may see |
//! | [`opening`] | games, seats and options read from words |
//! | [`status`] | games, tables and seats as lists and overviews name them |
//! | [`words`], [`board`], [`ending`], [`decided`] | a table in words |
//! | [`picking`] | orders put together step by step |
//! | [`picture`] | a position as a picture |
//! | [`one_file`] | a table's past as one file |
//! | `visitor` | a player who comes to a table through a door |
//! | [`page`], [`calendar`] | the page of a published table and the calendar of a player, and their links |
//! | `public_pages` | both, behind their links |
//! | [`browser`] | the sessions of players in a browser |
//! | `leaving` | who is forgotten leaves their tables first |
//! | [`players`], [`people`] | players in the store; the interface of doors to them |
//! | [`zone`] | the language and the time zone of a player |
//! | [`notes`], [`table_records`] | notes of doors and players, and records of tables, beside the log |
//! | [`time`], [`keeper`], `kept_time`, `ahead` | reminders, and what happens when time is up; what the keeper of time saw and told, and what it adds to a table's time; logs ahead of the clock |
//! | `trust` | what holds for the dice of a table, in one line |
//! | `sought`, [`vacancies`] | the players that a table looks for; the tables that look for some |
//! | [`computer`], [`thought`], [`reasons`] | computer players at tables, and why they ordered what they did |
//! | [`table_words`] | the verbs of a table as players type them |
//! | [`settings`] | what players prefer of time, as they type it |
//! | [`wording`] | requests in words |
//! | [`clock`] | how time stands at a table, in words |
//! | [`linking`], [`side`], `known` | one person known in two doors, and by which of their ids a table knows them |
//! | [`local`] | tables for those who use the database themselves: several seats at a terminal, positions and replays |
//! | [`personal`] | what one player is told that no log tells |
//! | [`delivery`] | notices planned into deliveries; deliveries due, sent and failed |
//! | `presence` | players who are at the table, and need not be told what it asks |
//! | [`leases`], [`sharing`] | which process sends by a channel; work divided among processes |
//! | [`evidence`], [`audited`], [`findings`] | proofs of how a table was played: audits, and what they found in words; exports |
//! | [`club_log`] | the club's log: leaves of all tables, signed checkpoints, proofs |
//! | [`receipts`] | the keys of receipts |
//! | [`replayed`] | the audit of computer players, which think again |
//! | [`measured`] | numbers of the club for whoever runs it |
//! | [`limits`] | how much one player and one place may ask for |
//! | [`error`] | the one error type |

mod ahead;
pub mod audited;
pub mod board;
pub mod browser;
pub mod calendar;
pub mod clock;
pub mod club_log;
pub mod computer;
pub mod consent;
pub mod decided;
pub mod delivery;
pub mod door;
pub mod ending;
pub mod error;
pub mod evidence;
pub mod findings;
pub mod game_tables;
pub mod keeper;
pub mod kept_time;
pub mod known;
pub mod leases;
mod leaving;
pub mod limits;
pub mod linking;
pub mod local;
pub mod master;
pub mod measured;
pub mod notes;
mod notice;
pub mod one_file;
pub mod opening;
pub mod page;
pub mod people;
pub mod personal;
pub mod picking;
pub mod picture;
mod played_games;
pub mod players;
mod presence;
mod public_pages;
pub mod reader;
mod ready;
pub mod reasons;
pub mod receipts;
pub mod replayed;
pub mod seat_view;
pub mod session;
pub mod settings;
pub mod sharing;
pub mod side;
mod sought;
pub mod standing_orders;
pub mod status;
pub mod strength;
pub mod table_records;
pub mod table_words;
pub mod thought;
pub mod time;
mod trust;
pub mod vacancies;
mod visitor;
pub mod wording;
pub mod words;
pub mod zone;

use std::sync::{Arc, Mutex};

pub use crate::audit::Conclusion;
use crate::game::Seat;
use crate::log::head_file::HeadFile;
pub use crate::log::notes::OF_PLAYER;
pub use crate::log::players::{DISCORD, MAIL, Player};
pub use crate::log::settings::TableSettings;
use crate::log::{Changes, Fault, Store};
use crate::receipt::ReceiptKeys;
pub use crate::table::{Caller, DiceWitness, NoDice, Platform, Reply, Service, System, TableFault};
use crate::words::Lang;
use browser::{BrowserLinks, Browsers, ServerLinks};
use club_log::{PublicLog, VerifierKey};
use delivery::Deliveries;
pub use error::ClubError;
use evidence::TableEvidence;
use game_tables::GameTables;
use keeper::{Keeper, TimeKeeping};
use leases::Leases;
use linking::Linking;
use notes::DoorNotes;
pub use one_file::OneFile;
use page::PageLinks;
use people::People;
use personal::PersonalNotices;
pub use played_games::PlayedGames;
use public_pages::PublicPages;
pub use reader::TableReader;
pub use seat_view::TableFacts;
pub use status::{GameInfo, NewTable, PlayerTable, SeatStatus, TableOption, TableStatus};
use table_records::TableRecords;
use thought::ComputerKey;
use vacancies::Vacancies;
pub use visitor::Visitor;
pub use words::GameWords;

/// Every game's tables in one store.
pub struct Club {
    store: Arc<dyn Store>,
    platform: Arc<dyn Platform>,
    games: PlayedGames,
    heads: Option<HeadFile>,
    /// The links that this server has.
    links: ServerLinks,
    /// The key of its computer players, where this server has a secret.
    computers: Option<ComputerKey>,
    /// The name under which this process holds the right to send.
    sender: String,
    /// What this process observed while keeping time.
    keeper: Mutex<Keeper>,
    /// The key that verifies the club's log, where this server signs one.
    log_key: Option<VerifierKey>,
    /// The keys of receipts, where this server keeps them.
    receipts: Option<Arc<ReceiptKeys>>,
}

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
        let sender = crate::table::id::letters("s", SENDER_LETTERS, &*platform)?;
        let games = PlayedGames::new(store.clone(), tables);
        Ok(Club {
            store,
            platform,
            games,
            heads,
            links: ServerLinks::default(),
            computers: None,
            sender,
            keeper: Mutex::default(),
            log_key: None,
            receipts: None,
        })
    }

    /// The same club, which shows pages under these links.
    #[must_use]
    pub fn with_pages(mut self, links: PageLinks) -> Club {
        self.links.pages = Some(Arc::new(links));
        self.games.show_links(&self.links);
        self
    }

    /// The same club, with a board in the browser.
    #[must_use]
    pub fn with_browser(mut self, links: BrowserLinks) -> Club {
        self.links.browser = Some(Arc::new(links));
        self.games.show_links(&self.links);
        self
    }

    /// The same club, whose log this key verifies.
    #[must_use]
    pub fn with_log_key(self, key: VerifierKey) -> Club {
        Club { log_key: Some(key), ..self }
    }

    /// The club's log, and the key that verifies it; nothing, where this server signs none.
    pub fn public_log(&self) -> Option<(PublicLog<'_>, &VerifierKey)> {
        Some((PublicLog::new(&*self.store), self.log_key.as_ref()?))
    }

    /// The store's notifications of new orders, from every process.
    pub fn changes(&self) -> Changes {
        self.store.changes()
    }

    /// The games that are played here.
    pub fn games(&self) -> &PlayedGames {
        &self.games
    }

    /// The notes of doors: texts under keys, some of them about a player.
    pub fn notes(&self) -> DoorNotes<'_> {
        DoorNotes { store: &*self.store, platform: &*self.platform, sender: &self.sender }
    }

    /// Records of tables beside their logs.
    pub fn records(&self) -> TableRecords<'_> {
        TableRecords { store: &*self.store }
    }

    /// This process's leases: the right to send by a channel, and its parts of shared work.
    pub fn leases(&self) -> Leases<'_> {
        Leases { store: &*self.store, platform: &*self.platform, sender: &self.sender }
    }

    /// Deliveries of notices: planned, due, sent and failed.
    pub fn deliveries(&self) -> Deliveries<'_> {
        Deliveries {
            store: &*self.store,
            platform: &*self.platform,
            games: &self.games,
            sender: &self.sender,
        }
    }

    /// The personal notices of players.
    pub fn personal(&self) -> PersonalNotices<'_> {
        PersonalNotices {
            store: &*self.store,
            platform: &*self.platform,
            games: &self.games,
            notes: self.notes(),
            browsers: self.browsers(),
        }
    }

    fn browsers(&self) -> Browsers<'_> {
        Browsers { store: &*self.store, platform: &*self.platform, links: self.links.browser.as_deref() }
    }

    /// Players by their addresses, and their preferences.
    pub fn people(&self) -> People<'_> {
        People {
            store: &*self.store,
            platform: &*self.platform,
            games: &self.games,
            links: self.links.pages.as_deref(),
            browsers: self.browsers(),
            linking: self.linking(),
        }
    }

    /// One person known in two doors: codes, links and their end.
    pub fn linking(&self) -> Linking<'_> {
        Linking {
            store: &*self.store,
            platform: &*self.platform,
            games: &self.games,
            notes: self.notes(),
            personal: self.personal(),
        }
    }

    /// Time at the tables: rounds of timekeeping, and logs ahead of the clock.
    pub fn time(&self) -> TimeKeeping<'_> {
        TimeKeeping {
            store: &*self.store,
            platform: &*self.platform,
            games: &self.games,
            leases: self.leases(),
            notes: self.notes(),
            personal: self.personal(),
            keeper: &self.keeper,
        }
    }

    /// The pages of published tables, and the calendars of players.
    pub fn pages(&self) -> PublicPages<'_> {
        PublicPages {
            store: &*self.store,
            platform: &*self.platform,
            games: &self.games,
            links: self.links.pages.as_deref(),
            computers: self.computers,
        }
    }

    /// The tables that look for players.
    pub fn vacancies(&self) -> Vacancies<'_> {
        Vacancies { store: &*self.store, games: &self.games }
    }

    /// Proofs of how a table was played: its audit, its export, its past as one file, receipts of its orders.
    pub fn evidence(&self) -> TableEvidence<'_> {
        let (heads, receipts) = (self.heads.as_ref(), self.receipts.as_ref());
        TableEvidence { store: &*self.store, games: &self.games, heads, receipts }
    }

    /// Opens a table; the same key again gives the same table.
    ///
    /// # Errors
    /// [`ClubError::Refused`]; a store that cannot be written.
    pub fn open(&self, visitor: &Visitor, new: &NewTable, lang: Lang) -> Result<String, ClubError> {
        match self.games.named(&new.game) {
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
        self.games.tables_of(player, counts)
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
        self.games.with(table)?.join(table, visitor, seat, lang)
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
        self.games.with(table)?.decline(table, visitor, seat, lang)
    }

    /// Closes a table for a manager of the place where it is played, whoever holds its seats.
    ///
    /// # Errors
    /// As [`Club::join`].
    pub fn close_as_manager(&self, table: &str, visitor: &Visitor, lang: Lang) -> Result<(), ClubError> {
        self.games.with(table)?.close_as_manager(table, visitor, lang)
    }

    /// A reader of the public side of the table, in a language.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn watch(&self, table: &str, lang: Lang) -> Result<Box<dyn TableReader>, ClubError> {
        self.games.watch(table, lang, self.computers)
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
