//! What the club has of Discord's: its users, and the rooms its tables are played in, which are notes of this door.

use std::sync::Arc;

use super::DOOR;
use super::courier::room::Room;
use super::inbound::call::{Id, User};
use super::outbound::wording::AtDiscord;
use crate::club::delivery::{DueDelivery, lang_of};
use crate::club::session::Visitor;
use crate::club::status::Holder;
use crate::club::{Club, ClubError, GameWords, PlayerTable, TableReader, TableSettings};
use crate::game::{Options, OwnNotice, Seat, Word};
use crate::report::Phrases;
use crate::words::Lang;

/// The prefix of the notes that say where a table is played.
const ROOM: &str = "room/";
/// The prefix of the notes that say which table is played in a thread.
const THREAD: &str = "thread/";
/// How many seconds a new table may be without a room before it counts as one that is played elsewhere.
const FURNISHED_SECONDS: i64 = 60;
/// What came of a delivery by Discord at a table that is not played there.
const ELSEWHERE: &str = "this table is not played in Discord";

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

impl Person {
    /// The person as a visitor who sent the interaction `key`.
    pub fn visit(&self, key: Id) -> Visitor {
        Visitor { player: self.player.clone(), door: Arc::new(AtDiscord), key: key.to_string() }
    }
}

/// The Discord id of whoever holds a seat, where they have one.
pub fn user_of(holder: &Holder) -> Option<Id> {
    holder.address(DOOR)?.parse().ok()
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
    /// Why: one of [`crate::table::notices`], or the name of [`Due::own`].
    pub why: String,
    /// The game's own kind of notice, where it is one.
    pub own: Option<OwnNotice>,
    /// How often sending it failed.
    pub attempts: u32,
    /// Who is to have it; `None` when there is nobody to tell any more.
    pub person: Option<Person>,
    /// Whether it still matters: a prompt that was answered meanwhile need not be told.
    pub current: bool,
    /// What its player is told, in their language, where the game has something to tell them alone.
    pub words: Option<String>,
}

impl From<DueDelivery> for Due {
    fn from(due: DueDelivery) -> Due {
        let DueDelivery { id, table, seq, seat, why, own, attempts, player, address, current, words } = due;
        let person = player.and_then(|player| {
            let (user, lang) = (address.value.parse().ok()?, lang_of(&player));
            Some(Person { player: player.id, user, lang, by_dm: player.preferences.direct })
        });
        Due { id, table, seq, seat, why, own, attempts, person, current, words }
    }
}

/// What is Discord's of the club: its users and the threads of tables.
impl Club {
    /// Who this user is; they are added when they are not known, and their language is remembered.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn person(&self, user: &User) -> Result<Person, ClubError> {
        let player = self.meet(DOOR, &user.id.to_string(), &user.name, user.lang)?;
        let by_dm = player.preferences.direct;
        Ok(Person { player: player.id, user: user.id, lang: user.lang, by_dm })
    }

    /// The room whose thread this is.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn room_at(&self, thread: Id) -> Result<Option<Room>, ClubError> {
        let Some(table) = self.note(DOOR, &format!("{THREAD}{thread}"))? else { return Ok(None) };
        Ok(self.room(&table)?.filter(|room| room.thread == Some(thread)))
    }

    /// The tables of a player that are played in Discord, those that wait for them first, the longest wait first.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn tables_in_rooms(&self, player: &str) -> Result<Vec<PlayerTable>, ClubError> {
        // A table without a room is not played in Discord.
        let here = |table: &str| Ok(self.note(DOOR, &format!("{ROOM}{table}"))?.is_some());
        self.tables_of(player, here)
    }

    /// Where a table is played in Discord; `None` for a table that is not, or is not there.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn room(&self, table: &str) -> Result<Option<Room>, ClubError> {
        let Some(body) = self.note(DOOR, &format!("{ROOM}{table}"))? else { return Ok(None) };
        furnished(self, &body, self.settings(table)?.unwrap_or_default()).map(Some)
    }

    /// Every room, by table.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn rooms(&self) -> Result<Vec<Room>, ClubError> {
        let mut settings = self.all_settings()?;
        let notes = self.notes(DOOR, ROOM)?;
        let room = |(key, body): &(String, String)| {
            let of_table = key.strip_prefix(ROOM).and_then(|table| settings.remove(table));
            furnished(self, body, of_table.unwrap_or_default())
        };
        notes.iter().map(room).collect()
    }

    /// Keeps a room, but for whether play has begun. Of two changes the later holds: once a room is made, only whoever
    /// sends to it keeps it.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn keep_room(&self, room: &Room) -> Result<(), ClubError> {
        let before = self.room(&room.table)?.and_then(|room| room.thread);
        if self.settings(&room.table)?.is_none() {
            let opened_by = room.opener.map(|user| self.known_at(DOOR, &user.to_string()));
            let opened_by = opened_by.transpose()?.flatten();
            let settings = TableSettings { lang: room.lang.clone(), opened_by, begun: false };
            self.put_settings(&room.table, settings)?;
        }
        let body = serde_json::to_string(room).map_err(ClubError::failed)?;
        self.put_note(DOOR, &format!("{ROOM}{}", room.table), Some(&body))?;
        if before != room.thread {
            if let Some(thread) = before {
                self.put_note(DOOR, &format!("{THREAD}{thread}"), None)?;
            }
            if let Some(thread) = room.thread {
                self.put_note(DOOR, &format!("{THREAD}{thread}"), Some(&room.table))?;
            }
        }
        Ok(())
    }

    /// The notices that are due by Discord, at most `limit`. Other channels have their own.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn due_in_rooms(&self, limit: usize) -> Result<Vec<Due>, ClubError> {
        let mut due = Vec::new();
        for delivery in self.pending(DOOR, limit)? {
            let table = &delivery.notice.table;
            match self.room(table)? {
                Some(_) => due.extend(self.to_send(delivery)?.map(Due::from)),
                // Its room may be kept only a moment after its first entry.
                None if self.now() < self.opened_at(table)?.saturating_add(FURNISHED_SECONDS) => {}
                // Discord gives its own delivery up, nobody else's.
                None => Club::failed(self, delivery.id, ELSEWHERE, None)?,
            }
            if due.len() == limit {
                break;
            }
        }
        Ok(due)
    }
}

/// What the courier asks of the club: the rooms of tables, tables as everybody may see them, and Discord's deliveries.
pub trait House: Send + Sync {
    /// What it takes to speak of a game; `None` for a game that is not offered.
    fn words(&self, game: &str, lang: Lang) -> Option<Arc<GameWords>>;
    /// Where a table is played in Discord; `None` for a table that is not, or is not there.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn room(&self, table: &str) -> Result<Option<Room>, ClubError>;
    /// Every room, by table.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn rooms(&self) -> Result<Vec<Room>, ClubError>;
    /// Keeps a room, but for whether play has begun. Of two changes the later holds: once a room is made, only whoever
    /// sends to it keeps it.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn keep_room(&self, room: &Room) -> Result<(), ClubError>;
    /// The table as everybody may see it.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn watch(&self, table: &str, lang: Lang) -> Result<Box<dyn TableReader>, ClubError>;
    /// Takes or renews the right to send by Discord for this process; `false` while another has it.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn lease(&self) -> Result<bool, ClubError>;
    /// Gives the right to send back.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn release(&self) -> Result<(), ClubError>;
    /// The notices that are due by Discord, at most `limit`. Other channels have their own.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn due(&self, limit: usize) -> Result<Vec<Due>, ClubError>;
    /// Notes that a delivery was sent, and where.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn sent(&self, delivery: u64, to: &str) -> Result<(), ClubError>;
    /// Notes that sending failed and why; it is tried again after `retry_seconds`, or given up when that is none.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn failed(&self, delivery: u64, trouble: &str, retry_seconds: Option<u64>) -> Result<(), ClubError>;
    /// Since when the oldest notice waits, in seconds since 1970; `None` when none does.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn waiting_since(&self) -> Result<Option<i64>, ClubError>;
    /// Forgets what was sent long ago.
    ///
    /// # Errors
    /// A store that cannot be written.
    fn prune(&self) -> Result<(), ClubError>;
    /// Now, in seconds since 1970.
    fn now(&self) -> i64;
}

impl House for Club {
    fn words(&self, game: &str, lang: Lang) -> Option<Arc<GameWords>> {
        Club::words(self, game, lang)
    }

    fn room(&self, table: &str) -> Result<Option<Room>, ClubError> {
        Club::room(self, table)
    }

    fn rooms(&self) -> Result<Vec<Room>, ClubError> {
        Club::rooms(self)
    }

    fn keep_room(&self, room: &Room) -> Result<(), ClubError> {
        Club::keep_room(self, room)
    }

    fn watch(&self, table: &str, lang: Lang) -> Result<Box<dyn TableReader>, ClubError> {
        Club::watch(self, table, lang)
    }

    fn lease(&self) -> Result<bool, ClubError> {
        Club::lease(self, DOOR)
    }

    fn release(&self) -> Result<(), ClubError> {
        Club::release(self, DOOR)
    }

    fn due(&self, limit: usize) -> Result<Vec<Due>, ClubError> {
        Club::due_in_rooms(self, limit)
    }

    fn sent(&self, delivery: u64, to: &str) -> Result<(), ClubError> {
        Club::sent(self, delivery, to)
    }

    fn failed(&self, delivery: u64, trouble: &str, retry_seconds: Option<u64>) -> Result<(), ClubError> {
        Club::failed(self, delivery, trouble, retry_seconds)
    }

    fn waiting_since(&self) -> Result<Option<i64>, ClubError> {
        Club::waiting_since(self, DOOR)
    }

    fn prune(&self) -> Result<(), ClubError> {
        self.prune_deliveries()
    }

    fn now(&self) -> i64 {
        Club::now(self)
    }
}

/// A room as it is kept, with what is kept with its table.
fn furnished(club: &Club, body: &str, settings: TableSettings) -> Result<Room, ClubError> {
    let room: Room = serde_json::from_str(body)
        .map_err(|error| ClubError::Failed(format!("what is kept of a room cannot be read: {error}")))?;
    let TableSettings { lang, opened_by, begun } = settings;
    let opener = opened_by.map(|player| club.player(&player)).transpose()?.flatten();
    let opener = opener.and_then(|player| player.address(DOOR)?.parse().ok());
    // A table that cannot be read keeps nobody from the others.
    let game = club.game_of(&room.table).unwrap_or_default().to_owned();
    Ok(Room { game, lang, opener, started: begun, ..room })
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
