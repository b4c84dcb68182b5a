//! The rooms in Discord that tables are played in, which are notes of this door, and the users who play there.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::DOOR;
use super::id::Id;
use super::interaction::User;
use super::outbound::wording::AtDiscord;
use super::table_thread::TableThread;
use crate::club::delivery::{DueDelivery, PendingDelivery};
use crate::club::people::lang_of;
use crate::club::session::Visitor;
use crate::club::{Club, ClubError, PlayerTable, TableSettings};
use crate::words::Lang;

/// The prefix of the notes that say where a table is played.
const ROOM: &str = "room/";
/// The prefix of the notes that say which table is played in a thread.
const THREAD: &str = "thread/";
/// The prefix of the notes that say which tables are played on a server.
const GUILD: &str = "guild/";
/// The note that those are there for every room.
const GUILDS_KNOWN: &str = "guilds";
/// Seconds that a new table may be without a room before it counts as played elsewhere.
const FURNISHED_SECONDS: i64 = 30;
/// The server of tables that are played in none: no server has this id.
const NO_GUILD: Id = Id(0);

/// The last entry reported in a room, if there is one, and the notes that record it.
pub type RoomNotes = (Option<u64>, Vec<(&'static str, String)>);

/// Somebody known to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Their opaque id.
    pub player: String,
    /// Their Discord id.
    pub user: Id,
    /// The language they were last heard in.
    pub lang: Lang,
    /// Whether they want private notices by direct message.
    pub by_dm: bool,
}

impl Person {
    /// The recipient of a delivery; `None` for somebody who is unknown, or cannot be reached in Discord.
    pub fn to_tell(due: &DueDelivery) -> Option<Person> {
        let player = due.player.as_ref()?;
        let user = due.address.value.parse().ok()?;
        Some(Person {
            player: player.id.clone(),
            user,
            lang: lang_of(player),
            by_dm: player.preferences.direct,
        })
    }

    /// The person as a visitor who sent the interaction `key`.
    pub fn visit(&self, key: Id) -> Visitor {
        Visitor { player: self.player.clone(), door: Arc::new(AtDiscord), key: key.to_string() }
    }
}

/// Discord's part of the club: its users and the threads of tables.
impl Club {
    /// The player of a user; added if unknown, with their language.
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
    pub fn room_at(&self, thread: Id) -> Result<Option<TableThread>, ClubError> {
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

    /// A table played elsewhere, for a player of it in the direct messages of this channel.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn room_elsewhere(&self, table: &str, channel: Id) -> Result<TableThread, ClubError> {
        let room = TableThread::new(table, NO_GUILD, channel);
        with_settings(self, room, self.settings(table)?.unwrap_or_default(), |player| {
            user_id_of(self, player)
        })
    }

    /// The Discord room of a table; `None` for a table without one, or no table.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn room(&self, table: &str) -> Result<Option<TableThread>, ClubError> {
        let Some(body) = self.note(DOOR, &format!("{ROOM}{table}"))? else { return Ok(None) };
        let settings = self.settings(table)?.unwrap_or_default();
        furnished(self, &body, settings, |player| user_id_of(self, player)).map(Some)
    }

    /// The notes of this door that make a table's room, each by door and key, and the last entry that was reported in it.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn notes_of_room(&self, table: &str) -> Result<RoomNotes, ClubError> {
        let key = format!("{ROOM}{table}");
        let Some(body) = self.note(DOOR, &key)? else { return Ok((None, vec![])) };
        let mut notes = vec![(DOOR, key)];
        // One that cannot be read is passed over everywhere.
        let Ok(room) = serde_json::from_str::<TableThread>(&body) else { return Ok((None, notes)) };
        notes.push((DOOR, of_guild(&room)));
        notes.extend(room.thread.map(|thread| (DOOR, format!("{THREAD}{thread}"))));
        Ok((Some(room.reported), notes))
    }

    /// The room of a table. A rematch without one, because it was requested at another door, gets one in the channel of the
    /// table before.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn room_or_new(&self, table: &str, opener: Option<Id>) -> Result<Option<TableThread>, ClubError> {
        if let Some(room) = self.room(table)? {
            return Ok(Some(room));
        }
        let old = self.rematch_of(table)?.map(|old| self.room(&old)).transpose()?.flatten();
        let Some(TableThread { guild, channel, opened_in, game, lang, .. }) = old else { return Ok(None) };
        self.keep_room(&TableThread {
            opened_in,
            opener,
            game,
            lang,
            ..TableThread::new(table, guild, channel)
        })?;
        self.room(table)
    }

    /// The tables of a server, by id. Its cost does not grow with other servers.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn table_ids_in(&self, guild: Id) -> Result<Vec<String>, ClubError> {
        if self.note(DOOR, GUILDS_KNOWN)?.is_none() {
            // Once, for rooms stored before there were such notes.
            self.rooms()?.iter().try_for_each(|room| self.put_note(DOOR, &of_guild(room), Some("")))?;
            self.put_note(DOOR, GUILDS_KNOWN, Some(""))?;
        }
        let prefix = format!("{GUILD}{guild}/");
        let notes = self.notes(DOOR, &prefix)?;
        Ok(notes.iter().filter_map(|(key, _)| Some(key.strip_prefix(&prefix)?.to_owned())).collect())
    }

    /// The rooms of a server, by table, but those that cannot be read.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn rooms_of(&self, guild: Id) -> Result<Vec<TableThread>, ClubError> {
        let room = |table: &String| {
            self.room(table)
                .inspect_err(|fault| tracing::warn!(table, %fault, "a room is passed over"))
                .ok()?
        };
        Ok(self.table_ids_in(guild)?.iter().filter_map(room).collect())
    }

    /// Every room, by table, but those that cannot be read.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn rooms(&self) -> Result<Vec<TableThread>, ClubError> {
        let mut settings = self.all_settings()?;
        let notes = self.notes(DOOR, ROOM)?;
        // Whoever opens tables opens many.
        let mut known = BTreeMap::new();
        let mut asked_once = |player: &str| {
            if let Some(user) = known.get(player) {
                return Ok(*user);
            }
            let user = user_id_of(self, player)?;
            known.insert(player.to_owned(), user);
            Ok(user)
        };
        let room = |(key, body): &(String, String)| {
            let table = key.strip_prefix(ROOM).unwrap_or_default();
            let room = furnished(self, body, settings.remove(table).unwrap_or_default(), &mut asked_once);
            room.inspect_err(|fault| tracing::warn!(table, %fault, "a room is passed over")).ok()
        };
        Ok(notes.iter().filter_map(room).collect())
    }

    /// Stores a room, except whether play has begun. Of two changes the later wins: once a room exists, only its sender stores
    /// it.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn keep_room(&self, room: &TableThread) -> Result<(), ClubError> {
        self.keep_room_by(room, None).map(drop)
    }

    /// As [`Club::keep_room`], under the lease of this number. Returns `false`, and stores nothing, if the lease was taken anew
    /// since.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn keep_room_under(&self, room: &TableThread, lease: u64) -> Result<bool, ClubError> {
        self.keep_room_by(room, Some(lease))
    }

    fn keep_room_by(&self, room: &TableThread, lease: Option<u64>) -> Result<bool, ClubError> {
        let before = self.room(&room.table)?;
        if before.is_none() {
            self.put_note(DOOR, &of_guild(room), Some(""))?;
        }
        let before = before.and_then(|room| room.thread);
        if self.settings(&room.table)?.is_none() {
            let opened_by = room.opener.map(|user| self.known_at(DOOR, &user.to_string()));
            let opened_by = opened_by.transpose()?.flatten();
            let settings = TableSettings { lang: room.lang.clone(), opened_by, begun: false };
            self.put_settings(&room.table, settings)?;
        }
        let body = serde_json::to_string(room).map_err(ClubError::failed)?;
        let key = format!("{ROOM}{}", room.table);
        match lease {
            Some(lease) if !self.put_note_under(DOOR, lease, &key, &body)? => return Ok(false),
            Some(_) => {}
            None => self.put_note(DOOR, &key, Some(&body))?,
        }
        if before != room.thread {
            if let Some(thread) = before {
                self.put_note(DOOR, &format!("{THREAD}{thread}"), None)?;
            }
            if let Some(thread) = room.thread {
                self.put_note(DOOR, &format!("{THREAD}{thread}"), Some(&room.table))?;
            }
        }
        Ok(true)
    }

    /// The notices due on Discord, at most `limit`. Other channels have their own; an unreadable table does not block the
    /// others.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn due_in_rooms(&self, limit: usize) -> Result<Vec<DueDelivery>, ClubError> {
        let mut due = Vec::new();
        for delivery in self.pending(DOOR, limit)? {
            let table = delivery.notice.table.clone();
            match self.due_in_room(delivery) {
                Ok(found) => due.extend(found),
                Err(fault) => tracing::warn!(table, %fault, "what is due there is not known"),
            }
            if due.len() == limit {
                break;
            }
        }
        Ok(due)
    }

    fn due_in_room(&self, delivery: PendingDelivery) -> Result<Option<DueDelivery>, ClubError> {
        let table = &delivery.notice.table;
        // Its room may be stored a moment after its first entry.
        let furnished = || self.opened_at(table).map(|at| self.now() >= at.saturating_add(FURNISHED_SECONDS));
        if self.room(table)?.is_some() || furnished()? { self.to_send(delivery) } else { Ok(None) }
    }
}

/// The note that a table is played on the server of its room.
fn of_guild(room: &TableThread) -> String {
    format!("{GUILD}{}/{}", room.guild, room.table)
}

/// A player's number in Discord.
fn user_id_of(club: &Club, player: &str) -> Result<Option<Id>, ClubError> {
    Ok(club.player(player)?.and_then(|player| player.address(DOOR)?.parse().ok()))
}

/// A stored room, with the stored settings of its table.
fn furnished(
    club: &Club,
    body: &str,
    settings: TableSettings,
    user_id_of: impl FnMut(&str) -> Result<Option<Id>, ClubError>,
) -> Result<TableThread, ClubError> {
    let room: TableThread = serde_json::from_str(body)
        .map_err(|error| ClubError::Failed(format!("what is kept of a room cannot be read: {error}")))?;
    with_settings(club, room, settings, user_id_of)
}

fn with_settings(
    club: &Club,
    room: TableThread,
    settings: TableSettings,
    mut user_id_of: impl FnMut(&str) -> Result<Option<Id>, ClubError>,
) -> Result<TableThread, ClubError> {
    let TableSettings { lang, opened_by, begun } = settings;
    let opener = opened_by.map(|player| user_id_of(&player)).transpose()?.flatten();
    // An unreadable table must not hide the others.
    let game = club.game_of(&room.table).unwrap_or_default().to_owned();
    Ok(TableThread { game, lang, opener, started: begun, ..room })
}
