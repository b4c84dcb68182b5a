//! What the Discord door needs of the tables: the seam that the program fills. Every call may block on the disk, so none
//! belongs on a thread that drives sockets.

use super::courier::room::Room;
use super::inbound::call::{Id, User};
use crate::book::{Book, Lexicon};
use crate::door::seat::{Broken, Seated};
use crate::game::{Options, Seat, Word};
use crate::report::{Phrases, Told, Weight};
use crate::table::Place;
use crate::words::{Lang, Words};

/// Somebody known to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Their opaque id.
    pub player: String,
    /// Their Discord id.
    pub user: Id,
    /// The language they were last heard in.
    pub lang: Lang,
    /// Whether they want what is for them alone by direct message.
    pub by_dm: bool,
}

/// An option a table can be opened with, as `--option` takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableOption {
    /// Its name.
    pub name: &'static str,
    /// What its value may be; `None` when it takes none.
    pub value: Option<&'static str>,
    /// What it does, in English and Japanese.
    pub help: [String; 2],
}

/// Between the values that an option takes one of.
const OR: char = '|';

impl TableOption {
    /// What may be typed for it: its name, with each value where it takes one of a few, without any where it takes more.
    pub fn words(&self) -> Vec<String> {
        match self.value {
            None => vec![self.name.to_owned()],
            Some(values) if values.contains(OR) => {
                values.split(OR).map(|value| format!("{}={value}", self.name)).collect()
            }
            Some(_) => vec![format!("{}=", self.name)],
        }
    }

    /// Whether it may be given with this value, empty for none. Of what is more than a few values the game says more.
    pub fn takes(&self, value: &str) -> bool {
        match self.value {
            None => value.is_empty(),
            Some(values) if values.contains(OR) => values.split(OR).any(|known| known == value),
            Some(_) => !value.is_empty(),
        }
    }
}

/// A game that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name: `chess`.
    pub game: &'static str,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// The options it can be opened with.
    pub options: Vec<TableOption>,
}

/// A table to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// The game.
    pub game: String,
    /// The seat its opener takes.
    pub seat: Option<Seat>,
    /// Options of the game, each with its value, empty where it takes none.
    pub options: Vec<(String, String)>,
    /// Whether it is for practice.
    pub practice: bool,
}

/// What came of something that is not an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done<T = ()> {
    /// It is done.
    Done(T),
    /// Why not, in the asker's words.
    Refused(String),
}

/// One of a player's tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mine {
    /// The table.
    pub table: String,
    /// The player's seats there.
    pub seats: Vec<Seat>,
    /// Seats kept for the player there.
    pub offered: Vec<Seat>,
    /// Seats that are asked.
    pub waiting_for: Vec<Seat>,
    /// Whether the player is asked anything, or to agree to something.
    pub asked: bool,
    /// When the last entry was written, in seconds since 1970.
    pub since: i64,
    /// Whether it is over or closed.
    pub over: bool,
}

/// A seat of a table as everybody may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chair {
    /// The seat.
    pub seat: Seat,
    /// What it is called.
    pub name: String,
    /// Its player's opaque id, and their Discord id where they have one; `None` while it is free.
    pub player: Option<(String, Option<Id>)>,
    /// For whom it is kept.
    pub offered_to: Option<(String, Option<Id>)>,
    /// Whether it is asked something now.
    pub asked: bool,
}

/// A table as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The table.
    pub table: String,
    /// What the game is called.
    pub game: String,
    /// What is reconstruction in the table's data and what is fact; empty where there is nothing to say.
    pub notice: String,
    /// Where the game stands, in a line: turn and phase.
    pub headline: String,
    /// The seats.
    pub chairs: Vec<Chair>,
    /// What the players are asked to agree to, in words, with the number of its entry and the seats that have yet to answer.
    pub request: Option<(u64, String, Vec<Seat>)>,
    /// Whether it was opened for practice.
    pub practice: bool,
    /// How often somebody looked at what may not be seen in play.
    pub peeks: u32,
    /// Whether the game is over.
    pub over: bool,
    /// Whether the table is closed.
    pub closed: bool,
    /// When the last entry was written, in seconds since 1970.
    pub since: i64,
    /// The last entry.
    pub last: u64,
    /// The head, `SEQ:HEX`.
    pub head: String,
}

/// What it takes to read typed orders and to speak of a game before there is a seat: of one game, in one language.
pub trait Speech: Send + Sync {
    /// The messages.
    fn words(&self) -> &Words;
    /// The language.
    fn lang(&self) -> Lang;
    /// The book of orders.
    fn book(&self) -> &Book;
    /// The names of the data pack.
    fn lexicon(&self) -> &Lexicon;
    /// What reports are made with.
    fn phrases(&self) -> Phrases<'_> {
        Phrases { words: self.words(), lang: self.lang(), book: self.book(), lexicon: self.lexicon() }
    }
}

/// A table as everybody at it may see it: with the onlooker's eyes, at a table of one seat with that seat's. It is the
/// table as it was when it was asked for, whatever is played meanwhile: a call takes it once.
pub trait Watched {
    /// The seats, by the opaque ids of their players.
    fn places(&self) -> Vec<Place>;
    /// Whether the game is over or the table closed.
    fn is_over(&self) -> bool;
    /// Whether the table is closed.
    fn is_closed(&self) -> bool;
    /// The last entry.
    fn last(&self) -> u64;
    /// The seats with their players as everybody may know them.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn chairs(&self) -> Result<Vec<Chair>, Broken>;
    /// The person at a seat: the one asked first, where they hold several and name none. What they do is done under the
    /// interaction `key`.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn sit(&self, person: &Person, seat: Option<Seat>, key: Id) -> Result<Done<Box<dyn Seated>>, Broken>;
    /// How the table stands.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn status(&self) -> Result<Status, Broken>;
    /// What the entries after `after` up to `to` came to.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn told(&self, after: u64, to: u64) -> Result<Vec<Told>, Broken>;
    /// The chain head after entry `to`, `SEQ:HEX`.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn head_at(&self, to: u64) -> Result<String, Broken>;
    /// The board, or the part of it that `what` names.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, Broken>;
    /// The board as it was after entry `at`, with what that entry came to.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn replay(&self, at: u64) -> Result<Vec<(Weight, String)>, Broken>;
    /// The last entry of a mission, counted from 1, at a table that plays several; `None` for one there is not.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn mission_end(&self, mission: u32) -> Result<Option<u64>, Broken>;
    /// The last `count` things that happened.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn log(&self, count: usize) -> Result<Vec<String>, Broken>;
    /// The last `count` rolls and how the faces have fallen.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn dice(&self, count: usize) -> Result<Vec<String>, Broken>;
}

/// A notice that is due by Discord, with whom it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The number of its delivery.
    pub id: u64,
    /// The table.
    pub table: String,
    /// The entry it tells of.
    pub seq: u64,
    /// The seat it is for.
    pub seat: Seat,
    /// Why: one of [`crate::table::notices`].
    pub why: String,
    /// How often sending it failed.
    pub attempts: u32,
    /// Who is to have it; `None` when there is nobody to tell any more.
    pub person: Option<Person>,
    /// Whether it still matters: a prompt that was answered meanwhile need not be told.
    pub current: bool,
    /// What its player is told, in their language, where the game has something to tell them alone.
    pub words: Option<String>,
}

/// What was sent, or is to be, to a player of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The entry it tells of.
    pub seq: u64,
    /// The seat it is for.
    pub seat: Seat,
    /// Why.
    pub why: String,
    /// How often sending it failed.
    pub attempts: u32,
    /// When it was sent or given up, in seconds since 1970; `None` while it waits.
    pub ended: Option<i64>,
    /// What came of it: where it went, or what went wrong.
    pub outcome: Option<String>,
    /// Whether it went out.
    pub delivered: bool,
}

/// Everything the Discord door needs.
pub trait House: Send + Sync {
    /// The games that are offered.
    fn offers(&self) -> &[Offer];
    /// What it takes to speak of a game; `None` for a game that is not offered.
    fn speech(&self, game: &str, lang: Lang) -> Option<std::sync::Arc<dyn Speech>>;
    /// Who this user is; they are added when they are not known, and their language is remembered.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    fn person(&self, user: &User) -> Result<Person, Broken>;
    /// Whether this person wants what is for them alone by direct message.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn set_by_dm(&self, person: &Person, by_dm: bool) -> Result<(), Broken>;

    /// Erases what is known of this person: name, addresses, preferences, what is still to be sent to them.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn forget(&self, person: &Person) -> Result<(), Broken>;

    /// Opens a table under the interaction `key`; the same key again gives the same table.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn open(&self, person: &Person, key: Id, new: &NewTable, lang: Lang) -> Result<Done<String>, Broken>;
    /// Where a table is played in Discord; `None` for a table that is not, or is not there.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn room(&self, table: &str) -> Result<Option<Room>, Broken>;
    /// The room whose thread this is.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn room_at(&self, thread: Id) -> Result<Option<Room>, Broken>;
    /// Every room, by table.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn rooms(&self) -> Result<Vec<Room>, Broken>;
    /// Keeps a room, but for whether play has begun. Of two changes the later holds: once a room is made, only whoever
    /// sends to it keeps it.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn keep_room(&self, room: &Room) -> Result<(), Broken>;
    /// Play begins in the room of this table: [`Room::started`], for good.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn begin_play(&self, table: &str) -> Result<(), Broken>;

    /// The tables of a player, those that wait for them first, the longest wait first.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn tables_of(&self, person: &Person) -> Result<Vec<Mine>, Broken>;
    /// The person takes a seat: the one named, else the one kept for them, else the only free one.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn join(
        &self,
        table: &str,
        person: &Person,
        seat: Option<Seat>,
        key: Id,
        lang: Lang,
    ) -> Result<Done<Seat>, Broken>;
    /// Declines a seat kept for the person: the one named, else the only one.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn decline(
        &self,
        table: &str,
        person: &Person,
        seat: Option<Seat>,
        key: Id,
        lang: Lang,
    ) -> Result<Done<Seat>, Broken>;
    /// A manager of the server closes the table, whoever sits there.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn close_as_manager(&self, table: &str, person: &Person, key: Id, lang: Lang) -> Result<Done, Broken>;
    /// The table as everybody may see it.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn watch(&self, table: &str, lang: Lang) -> Result<Box<dyn Watched>, Broken>;
    /// Whether an audit of the table's integrity, dice and rules finds all well, and what it finds, in English.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn audit(&self, table: &str, lang: Lang) -> Result<(bool, Vec<String>), Broken>;
    /// The table as a file, as the person may see it.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn export(&self, table: &str, person: &Person) -> Result<(String, Vec<u8>), Broken>;

    /// Takes or renews the right to send by Discord for this process; `false` while another has it.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn lease(&self) -> Result<bool, Broken>;
    /// Gives the right to send back.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn release(&self) -> Result<(), Broken>;
    /// The notices that are due by Discord, at most `limit`. Other channels have their own.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn due(&self, limit: usize) -> Result<Vec<Due>, Broken>;
    /// Notes that a delivery was sent, and where.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn sent(&self, delivery: u64, to: &str) -> Result<(), Broken>;
    /// Notes that sending failed and why; it is tried again after `retry_seconds`, or given up when that is none.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn failed(&self, delivery: u64, trouble: &str, retry_seconds: Option<u64>) -> Result<(), Broken>;
    /// Since when the oldest notice waits, in seconds since 1970; `None` when none does.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn waiting_since(&self) -> Result<Option<i64>, Broken>;
    /// What was sent to the person at a table, the latest first, at most `limit`.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn sent_to(&self, table: &str, person: &Person, limit: usize) -> Result<Vec<Sent>, Broken>;
    /// Forgets what was sent long ago.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn prune(&self) -> Result<(), Broken>;
    /// Now, in seconds since 1970.
    fn now(&self) -> i64;
}

/// The ways on that a seat has, with the words to speak of them: what menus and autocomplete are made from.
pub struct Position<'a> {
    /// The legal ways on.
    pub options: &'a Options,
    /// What to speak with.
    pub phrases: Phrases<'a>,
}

impl Position<'_> {
    /// A verb in the reader's language.
    pub fn verb(&self, verb: Word) -> String {
        self.phrases
            .book
            .verb(verb.as_str())
            .map_or_else(|| verb.to_string(), |spec| spec.label(self.phrases.lang).to_owned())
    }
}
