//! The threads in Discord that tables are played in, which are notes of this door, and the users who play there.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::DOOR;
use super::id::Id;
use super::interaction::User;
use super::outbound::wording::AtDiscord;
use super::table_thread::TableThread;
use crate::club::delivery::{DueDelivery, PendingDelivery};
use crate::club::zone::lang_of;
use crate::club::{Club, ClubError, PlayerTable, TableSettings, Visitor};
use crate::table::notices;
use crate::words::Lang;

/// The prefix of the notes that say where a table is played.
const PLAYED_IN: &str = "room/";
/// The prefix of the notes that say which table is played in a thread.
const THREAD: &str = "thread/";
/// The prefix of the notes that say which tables are played on a server.
const GUILD: &str = "guild/";
/// The note that those are there for every thread.
const GUILDS_KNOWN: &str = "guilds";
/// Seconds that a new table may be without a thread before it counts as played elsewhere.
const OPENING_SECONDS: i64 = 30;
/// The server of tables that are played in none: no server has this id.
pub const NO_GUILD: Id = Id(0);

/// The last entry reported in a thread, if there is one, and the notes that record it.
pub type ThreadNotes = (Option<u64>, Vec<(&'static str, String)>);

/// Somebody known to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Their opaque id.
    pub player: String,
    /// Their Discord id.
    pub user: Id,
    /// The language they were last heard in.
    pub lang: Lang,
    /// True if they want private notices by direct message.
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
    pub fn visitor(&self, key: Id) -> Visitor {
        Visitor {
            player: self.player.clone(),
            door: Arc::new(AtDiscord),
            key: key.to_string(),
            receipts: None,
        }
    }
}

/// Discord's part of a club: its users and the threads of tables.
#[derive(Clone, Copy)]
pub struct DiscordThreads<'a>(pub &'a Club);

impl DiscordThreads<'_> {
    /// The player of a user; added if unknown, with their language.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn person(&self, user: &User) -> Result<Person, ClubError> {
        let player = self.0.people().meet(DOOR, &user.id.to_string(), &user.name, user.lang)?;
        let by_dm = player.preferences.direct;
        Ok(Person { player: player.id, user: user.id, lang: user.lang, by_dm })
    }

    /// The table whose thread this is.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn thread_at(&self, id: Id) -> Result<Option<TableThread>, ClubError> {
        let Some(table) = self.0.notes().get(DOOR, &format!("{THREAD}{id}"))? else { return Ok(None) };
        // The notes are written one after the other: a process killed in between leaves that of the thread before.
        Ok(self.thread_of(&table)?.filter(|thread| thread.id == Some(id)))
    }

    /// The tables of a player that are played in Discord, those that wait for them first, the longest wait first; and the ids of
    /// those that cannot be read.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn tables_in_discord(&self, player: &str) -> Result<(Vec<PlayerTable>, Vec<String>), ClubError> {
        // A table without a thread is not played in Discord.
        let here = |table: &str| {
            let note = self.0.notes().get(DOOR, &format!("{PLAYED_IN}{table}"))?;
            Ok::<bool, ClubError>(note.is_some())
        };
        let (all, broken) = self.0.people().readable_tables_of(player)?;
        let (mut found, mut unreadable) = (Vec::new(), Vec::new());
        for mine in all {
            if here(&mine.table)? {
                found.push(mine);
            }
        }
        for table in broken {
            if here(&table)? {
                unreadable.push(table);
            }
        }
        Ok((found, unreadable))
    }

    /// A table played elsewhere, for a player of it in the direct messages of this channel.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn thread_elsewhere(&self, table: &str, channel: Id) -> Result<TableThread, ClubError> {
        let thread = TableThread::new(table, NO_GUILD, channel);
        Ok(with_settings(self.0, thread, self.0.records().settings(table)?.unwrap_or_default()))
    }

    /// The Discord thread of a table; `None` for a table without one, or no table.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn thread_of(&self, table: &str) -> Result<Option<TableThread>, ClubError> {
        let Some(body) = self.0.notes().get(DOOR, &format!("{PLAYED_IN}{table}"))? else { return Ok(None) };
        let settings = self.0.records().settings(table)?.unwrap_or_default();
        read_thread(self.0, &body, settings).map(Some)
    }

    /// The Discord user who opened a table; `None` if they are no longer known, or came by another door.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn opener(&self, thread: &TableThread) -> Result<Option<Id>, ClubError> {
        let Some(player) = &thread.opened_by else { return Ok(None) };
        Ok(self.0.people().player(player)?.and_then(|player| player.address(DOOR)?.parse().ok()))
    }

    /// The notes of this door that make a table's thread, each by door and key, and the last entry that was reported in it.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn notes_of_thread(&self, table: &str) -> Result<ThreadNotes, ClubError> {
        let key = format!("{PLAYED_IN}{table}");
        let Some(body) = self.0.notes().get(DOOR, &key)? else { return Ok((None, vec![])) };
        let mut notes = vec![(DOOR, key)];
        // One that cannot be read is passed over everywhere.
        let Ok(thread) = serde_json::from_str::<TableThread>(&body) else { return Ok((None, notes)) };
        notes.push((DOOR, of_guild(&thread)));
        notes.extend(thread.id.map(|id| (DOOR, format!("{THREAD}{id}"))));
        Ok((Some(thread.reported), notes))
    }

    /// The thread of a table. A rematch without one, because it was requested at another door, gets one in the channel of the
    /// table before.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn thread_or_new(&self, table: &str) -> Result<Option<TableThread>, ClubError> {
        if let Some(thread) = self.thread_of(table)? {
            return Ok(Some(thread));
        }
        let old = self.0.records().rematch_of(table)?.map(|old| self.thread_of(&old)).transpose()?.flatten();
        let Some(TableThread { guild, channel, opened_in, game, lang, .. }) = old else { return Ok(None) };
        self.save_thread(&TableThread { opened_in, game, lang, ..TableThread::new(table, guild, channel) })?;
        self.thread_of(table)
    }

    /// The tables of a server, by id. Its cost does not grow with other servers.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn table_ids_in(&self, guild: Id) -> Result<Vec<String>, ClubError> {
        if self.0.notes().get(DOOR, GUILDS_KNOWN)?.is_none() {
            // Once, for threads stored before there were such notes.
            self.threads()?
                .iter()
                .try_for_each(|thread| self.0.notes().put(DOOR, &of_guild(thread), Some("")))?;
            self.0.notes().put(DOOR, GUILDS_KNOWN, Some(""))?;
        }
        let prefix = format!("{GUILD}{guild}/");
        let notes = self.0.notes().with_prefix(DOOR, &prefix)?;
        Ok(notes.iter().filter_map(|(key, _)| Some(key.strip_prefix(&prefix)?.to_owned())).collect())
    }

    /// The threads of a server, by table, but those that cannot be read.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn threads_in(&self, guild: Id) -> Result<Vec<TableThread>, ClubError> {
        let thread = |table: &String| {
            self.thread_of(table)
                .inspect_err(|fault| tracing::warn!(table, %fault, "a thread is passed over"))
                .ok()?
        };
        Ok(self.table_ids_in(guild)?.iter().filter_map(thread).collect())
    }

    /// Every thread, by table, but those that cannot be read.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn threads(&self) -> Result<Vec<TableThread>, ClubError> {
        let mut settings = self.0.records().all_settings()?;
        let notes = self.0.notes().with_prefix(DOOR, PLAYED_IN)?;
        let thread = |(key, body): &(String, String)| {
            let table = key.strip_prefix(PLAYED_IN).unwrap_or_default();
            let thread = read_thread(self.0, body, settings.remove(table).unwrap_or_default());
            thread.inspect_err(|fault| tracing::warn!(table, %fault, "a thread is passed over")).ok()
        };
        Ok(notes.iter().filter_map(thread).collect())
    }

    /// Stores a thread, except whether play has begun. Of two changes the later wins: once a thread exists, only its sender stores
    /// it.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn save_thread(&self, thread: &TableThread) -> Result<(), ClubError> {
        self.save_thread_by(thread, None).map(drop)
    }

    /// As [`DiscordThreads::save_thread`], by who sends under the lease of this number. `false`, and nothing is kept, when it was taken
    /// anew since.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn save_thread_under(&self, thread: &TableThread, lease: u64) -> Result<bool, ClubError> {
        self.save_thread_by(thread, Some(lease))
    }

    fn save_thread_by(&self, thread: &TableThread, lease: Option<u64>) -> Result<bool, ClubError> {
        let before = self.thread_of(&thread.table)?;
        // First: a crash leaves a note without a thread, which is passed over, and no thread that no list
        // names.
        if before.is_none() {
            self.0.notes().put(DOOR, &of_guild(thread), Some(""))?;
        }
        let before = before.and_then(|thread| thread.id);
        if self.0.records().settings(&thread.table)?.is_none() {
            let TableThread { lang, opened_by, .. } = thread.clone();
            let settings = TableSettings { lang, opened_by, begun: false };
            self.0.records().put_settings(&thread.table, settings)?;
        }
        let body = serde_json::to_string(thread).map_err(ClubError::failed)?;
        let key = format!("{PLAYED_IN}{}", thread.table);
        match lease {
            Some(lease) if !self.0.notes().put_under(DOOR, lease, &key, &body)? => return Ok(false),
            Some(_) => {}
            None => self.0.notes().put(DOOR, &key, Some(&body))?,
        }
        if before != thread.id {
            if let Some(id) = before {
                self.0.notes().put(DOOR, &format!("{THREAD}{id}"), None)?;
            }
            if let Some(id) = thread.id {
                self.0.notes().put(DOOR, &format!("{THREAD}{id}"), Some(&thread.table))?;
            }
        }
        Ok(true)
    }

    /// The notices due on Discord, at most `limit`. Other channels have their own; an unreadable table does not block the
    /// others.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn due_in_discord(&self, limit: usize) -> Result<Vec<DueDelivery>, ClubError> {
        self.due_where(limit, |_| true)
    }

    /// The notices due on Discord at a table, about these entries, without reminders and the `known` ones. Of very many at once
    /// only the oldest are looked at.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn due_with_report(
        &self,
        table: &str,
        entries: RangeInclusive<u64>,
        known: &BTreeSet<u64>,
        limit: usize,
    ) -> Result<Vec<DueDelivery>, ClubError> {
        self.due_where(limit, |PendingDelivery { id, notice, .. }| {
            notice.table == table
                && entries.contains(&notice.seq)
                && !notices::is_reminder(&notice.why)
                && !known.contains(id)
        })
    }

    fn due_where(
        &self,
        limit: usize,
        is_such: impl Fn(&PendingDelivery) -> bool,
    ) -> Result<Vec<DueDelivery>, ClubError> {
        let mut due = Vec::new();
        for delivery in self.0.deliveries().pending_where(DOOR, limit, is_such)? {
            let table = delivery.notice.table.clone();
            match self.due_at_table(delivery) {
                Ok(found) => due.extend(found),
                Err(fault) => tracing::warn!(table, %fault, "what is due there is not known"),
            }
            if due.len() == limit {
                break;
            }
        }
        Ok(due)
    }

    fn due_at_table(&self, delivery: PendingDelivery) -> Result<Option<DueDelivery>, ClubError> {
        let table = &delivery.notice.table;
        // Its thread may be stored a moment after its first entry.
        let is_elsewhere =
            || self.0.records().opened_at(table).map(|at| self.0.now() >= at.saturating_add(OPENING_SECONDS));
        if self.thread_of(table)?.is_some() || is_elsewhere()? {
            self.0.deliveries().to_send(delivery)
        } else {
            Ok(None)
        }
    }
}

/// The note that a table is played on the server of its thread.
fn of_guild(thread: &TableThread) -> String {
    format!("{GUILD}{}/{}", thread.guild, thread.table)
}

/// A stored thread, with the stored settings of its table.
fn read_thread(club: &Club, body: &str, settings: TableSettings) -> Result<TableThread, ClubError> {
    let thread: TableThread = serde_json::from_str(body)
        .map_err(|error| ClubError::Failed(format!("what is kept of a thread cannot be read: {error}")))?;
    Ok(with_settings(club, thread, settings))
}

fn with_settings(club: &Club, thread: TableThread, settings: TableSettings) -> TableThread {
    let TableSettings { lang, opened_by, begun } = settings;
    // An unreadable table must not hide the others.
    let game = club.games().of_table(&thread.table).unwrap_or_default().to_owned();
    TableThread { game, lang, opened_by, started: begun, ..thread }
}
