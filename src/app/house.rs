//! The tables as the Discord door needs them: [`Club`] is its [`House`].
//!
//! | part | what it does |
//! |---|---|
//! | `game_tables` | the tables of one game, spoken of in every language |
//! | `watch` | a table as everybody at it may see it |
//! | `people` | who a Discord user is, and what they prefer |
//! | `post` | notices: which are due, for whom, what came of them |

pub(super) mod game_tables;
mod people;
mod post;
mod watch;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::files;
use super::registry::Games;
use super::trouble::Trouble;
use crate::door::discord::DOOR;
use crate::door::discord::courier::room::Room;
use crate::door::discord::house::{Done, Due, House, Mine, NewTable, Offer, Person, Sent, Speech, Watched};
use crate::door::discord::inbound::call::{Id, User};
use crate::door::seat::Broken;
use crate::game::{Eyes, Seat};
use crate::log::export;
use crate::log::head_file::HeadFile;
use crate::log::players::Address;
use crate::log::settings::TableSettings;
use crate::log::sight::Onlooker;
use crate::log::{Fault, Store};
use crate::report;
use crate::table::{Caller, World};
use crate::words::Lang;
use game_tables::GameTables;

/// The prefix of the notes that say where a table is played.
const ROOM: &str = "room/";
/// The prefix of the notes that say which table is played in a thread.
const THREAD: &str = "thread/";

/// Every game's tables in one store, for people who come by Discord.
pub struct Club {
    store: Arc<dyn Store>,
    world: Arc<dyn World>,
    games: Games,
    /// The tables of each game, in the order of `offers`.
    tables: Vec<Box<dyn GameTables>>,
    offers: Vec<Offer>,
    /// Which of them a table belongs to, for tables that were asked for: it is the game of their first entry for ever.
    game_of: Mutex<BTreeMap<String, usize>>,
    heads: Option<HeadFile>,
    /// The name under which this process holds the right to send.
    sender: String,
}

impl Club {
    /// The club that plays these games in a store; new tables use the data pack in `data` for the games that have one there. `heads` is the
    /// file of heads beside the database, which an audit compares with.
    ///
    /// # Errors
    /// A data pack, words or a book that cannot be read; no randomness.
    pub fn new(
        games: Games,
        store: Arc<dyn Store>,
        world: Arc<dyn World>,
        data: Option<&Path>,
        heads: Option<HeadFile>,
    ) -> Result<Club, Trouble> {
        let fit = data.map(|data| games.fitting(data)).transpose()?;
        let tables = games.all().map(|game| {
            let data = data.filter(|_| fit.is_none_or(|fit| fit.name() == game.name()));
            game.tables(store.clone(), world.clone(), data)
        });
        let tables = tables.collect::<Result<Vec<_>, _>>()?;
        let offers = tables.iter().map(|tables| tables.offer()).collect();
        let sender = crate::table::id::letters("s", SENDER_LETTERS, &*world)
            .map_err(crate::table::TableFault::from)?;
        Ok(Club { store, world, games, tables, offers, game_of: Mutex::default(), heads, sender })
    }

    /// Plans the notices that are not planned yet into deliveries, for every channel. Whoever sends by a channel does it
    /// before it asks the store what is due.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn plan_deliveries(&self) -> Result<(), Broken> {
        post::plan(self)
    }

    /// A room as it is kept, with what is kept with its table.
    fn furnished(&self, body: &str, settings: TableSettings) -> Result<Room, Broken> {
        let room: Room = serde_json::from_str(body)
            .map_err(|error| format!("what is kept of a room cannot be read: {error}"))?;
        let TableSettings { lang, opened_by, begun } = settings;
        let opener = opened_by.map(|player| people::discord_id(&*self.store, &player));
        let opener = opener.transpose().map_err(told)?.flatten();
        // A table that cannot be read keeps nobody from the others.
        let game =
            self.game_at(&room.table).map_or_else(|_| String::new(), |at| self.offers[at].game.to_owned());
        Ok(Room { game, lang, opener, started: begun, ..room })
    }

    /// What is kept with the table of a new room.
    fn settings_of(&self, room: &Room) -> Result<TableSettings, Broken> {
        let player = |user: Id| self.store.player_at(&Address::new(DOOR, &user.to_string()));
        let opener = room.opener.map(player).transpose().map_err(told)?.flatten();
        Ok(TableSettings { lang: room.lang.clone(), opened_by: opener.map(|it| it.id), begun: false })
    }

    /// The place of a table's game among those that are offered.
    fn game_at(&self, table: &str) -> Result<usize, Broken> {
        let known = || self.game_of.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = known().get(table) {
            return Ok(*at);
        }
        let game = self.store.opened(table).map_err(told)?.game;
        let at = self.offers.iter().position(|offer| offer.game == game);
        let at = at.ok_or_else(|| self.games.unknown(&game).to_string())?;
        let mut known = known();
        if known.len() >= TABLES_KNOWN {
            known.clear();
        }
        known.insert(table.to_owned(), at);
        Ok(at)
    }

    /// The tables of the game that a table plays.
    fn tables_with(&self, table: &str) -> Result<&dyn GameTables, Broken> {
        Ok(&*self.tables[self.game_at(table)?])
    }

    fn tables_of_game(&self, game: &str) -> Option<&dyn GameTables> {
        let at = self.offers.iter().position(|offer| offer.game == game)?;
        Some(&*self.tables[at])
    }
}

/// Tables of which it is kept which game they play.
const TABLES_KNOWN: usize = 10_000;
/// Random letters of the name a process sends under.
const SENDER_LETTERS: usize = 12;

fn told(fault: impl std::fmt::Display) -> Broken {
    fault.to_string()
}

/// A person giving the commands of one interaction.
fn caller(person: &Person, key: Id) -> Caller {
    Caller::new(&person.player, DOOR).keyed(&key.to_string(), 0)
}

impl House for Club {
    fn offers(&self) -> &[Offer] {
        &self.offers
    }

    fn speech(&self, game: &str, lang: Lang) -> Option<Arc<dyn Speech>> {
        Some(self.tables_of_game(game)?.speech(lang))
    }

    fn person(&self, user: &User) -> Result<Person, Broken> {
        people::meet(&*self.store, &*self.world, user).map_err(told)
    }

    fn set_by_dm(&self, person: &Person, by_dm: bool) -> Result<(), Broken> {
        people::set_by_dm(&*self.store, &person.player, by_dm).map_err(told)
    }

    fn forget(&self, person: &Person) -> Result<(), Broken> {
        self.store.erase_player(&person.player).map(drop).map_err(told)
    }

    fn open(&self, person: &Person, key: Id, new: &NewTable, lang: Lang) -> Result<Done<String>, Broken> {
        match self.tables_of_game(&new.game) {
            Some(tables) => tables.open(caller(person, key), new, lang),
            None => Ok(Done::Refused(self.games.unknown(&new.game).to_string())),
        }
    }

    fn room(&self, table: &str) -> Result<Option<Room>, Broken> {
        let Some(body) = self.store.note(DOOR, &format!("{ROOM}{table}")).map_err(told)? else {
            return Ok(None);
        };
        let settings = self.store.settings(table).map_err(told)?.unwrap_or_default();
        self.furnished(&body, settings).map(Some)
    }

    fn room_at(&self, thread: Id) -> Result<Option<Room>, Broken> {
        let Some(table) = self.store.note(DOOR, &format!("{THREAD}{thread}")).map_err(told)? else {
            return Ok(None);
        };
        Ok(self.room(&table)?.filter(|room| room.thread == Some(thread)))
    }

    fn rooms(&self) -> Result<Vec<Room>, Broken> {
        let mut settings = self.store.all_settings().map_err(told)?;
        let notes = self.store.notes(DOOR, ROOM).map_err(told)?;
        let room = |(key, body): &(String, String)| {
            let of_table = key.strip_prefix(ROOM).and_then(|table| settings.remove(table));
            self.furnished(body, of_table.unwrap_or_default())
        };
        notes.iter().map(room).collect()
    }

    fn begin_play(&self, table: &str) -> Result<(), Broken> {
        let settings = self.store.settings(table).map_err(told)?.unwrap_or_default();
        self.store.put_settings(table, TableSettings { begun: true, ..settings }).map_err(told)
    }

    fn keep_room(&self, room: &Room) -> Result<(), Broken> {
        let before = self.room(&room.table)?.and_then(|room| room.thread);
        if self.store.settings(&room.table).map_err(told)?.is_none() {
            self.store.put_settings(&room.table, self.settings_of(room)?).map_err(told)?;
        }
        let body = serde_json::to_string(room).map_err(told)?;
        self.store.put_note(DOOR, &format!("{ROOM}{}", room.table), &body).map_err(told)?;
        if before != room.thread {
            if let Some(thread) = before {
                self.store.drop_note(DOOR, &format!("{THREAD}{thread}")).map_err(told)?;
            }
            if let Some(thread) = room.thread {
                self.store.put_note(DOOR, &format!("{THREAD}{thread}"), &room.table).map_err(told)?;
            }
        }
        Ok(())
    }

    fn tables_of(&self, person: &Person) -> Result<Vec<Mine>, Broken> {
        let mut mine = Vec::new();
        for table in self.store.tables_of_player(&person.player).map_err(told)? {
            // A table without a room is not played in Discord.
            if self.store.note(DOOR, &format!("{ROOM}{table}")).map_err(told)?.is_some() {
                mine.extend(self.tables_with(&table)?.mine(&table, &person.player)?);
            }
        }
        // Whoever waits longest is answered first.
        mine.sort_by_key(|mine| (mine.over, !mine.asked && mine.offered.is_empty(), mine.since));
        Ok(mine)
    }

    fn join(
        &self,
        table: &str,
        person: &Person,
        seat: Option<Seat>,
        key: Id,
        lang: Lang,
    ) -> Result<Done<Seat>, Broken> {
        self.tables_with(table)?.join(table, caller(person, key), seat, lang)
    }

    fn decline(
        &self,
        table: &str,
        person: &Person,
        seat: Option<Seat>,
        key: Id,
        lang: Lang,
    ) -> Result<Done<Seat>, Broken> {
        self.tables_with(table)?.decline(table, caller(person, key), seat, lang)
    }

    fn close_as_manager(&self, table: &str, person: &Person, key: Id, lang: Lang) -> Result<Done, Broken> {
        self.tables_with(table)?.close_as_manager(table, caller(person, key), lang)
    }

    fn watch(&self, table: &str, lang: Lang) -> Result<Box<dyn Watched>, Broken> {
        self.tables_with(table)?.watch(table, lang)
    }

    fn audit(&self, table: &str, lang: Lang) -> Result<(bool, Vec<String>), Broken> {
        let witness = self.heads.as_ref().map(HeadFile::read).unwrap_or_default();
        let noted = witness.heads.get(table).copied();
        let tables = self.tables_with(table)?;
        let eyes = tables.eyes_of_all(table)?;
        let findings =
            files::audited_table(self.games, &*self.store, table, noted, &[], eyes).map_err(told)?;
        let (speech, missing) = (tables.speech(lang), witness.missing_since.as_deref());
        Ok((!findings.is_failed(), report::findings(speech.words(), lang, &findings, missing)))
    }

    fn export(&self, table: &str, person: &Person) -> Result<(String, Vec<u8>), Broken> {
        let onlooker = match self.tables_with(table)?.eyes(table, &person.player)? {
            Eyes::Seat(seat) => Onlooker::seat(seat.as_str()),
            Eyes::All | Eyes::Onlooker => Onlooker::Everyone,
        };
        let mut bytes = Vec::new();
        let exported = export::export(&*self.store, table, &onlooker, &mut bytes).map_err(told)?;
        Ok((format!("{table}-{}.jsonl", exported.head.seq), bytes))
    }

    fn lease(&self) -> Result<bool, Broken> {
        post::lease(&*self.store, &*self.world, &self.sender).map_err(told)
    }

    fn release(&self) -> Result<(), Broken> {
        self.store.release_channel(DOOR, &self.sender).map_err(told)
    }

    fn due(&self, limit: usize) -> Result<Vec<Due>, Broken> {
        post::due(self, limit)
    }

    fn sent(&self, delivery: u64, to: &str) -> Result<(), Broken> {
        self.store.mark_delivered(delivery, &crate::table::world::stamp(&*self.world), to).map_err(told)
    }

    fn failed(&self, delivery: u64, trouble: &str, retry_seconds: Option<u64>) -> Result<(), Broken> {
        post::failed(&*self.store, &*self.world, delivery, trouble, retry_seconds).map_err(told)
    }

    fn waiting_since(&self) -> Result<Option<i64>, Broken> {
        match self.store.oldest_pending(DOOR).map_err(told)? {
            Some((table, seq)) => watch::written(&*self.store, &table, seq).map(Some),
            None => Ok(None),
        }
    }

    fn sent_to(&self, table: &str, person: &Person, limit: usize) -> Result<Vec<Sent>, Broken> {
        let seats = self.tables_with(table)?.seats_of(table, &person.player)?;
        post::sent_to(&*self.store, table, &seats, limit).map_err(told)
    }

    fn prune(&self) -> Result<(), Broken> {
        post::prune(&*self.store, &*self.world).map_err(told)
    }

    fn now(&self) -> i64 {
        self.world.now().timestamp()
    }
}

/// A moment of the log in seconds since 1970.
fn seconds(at: &str) -> Result<i64, Fault> {
    let moment = chrono::DateTime::parse_from_rfc3339(at);
    moment.map(|moment| moment.timestamp()).map_err(|error| Fault::Unfit(format!("the time {at}: {error}")))
}
