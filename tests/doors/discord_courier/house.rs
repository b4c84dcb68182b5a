//! Tables that are nothing but lines to be told, and what is due there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::toy::Toy;
use wardroom::club::ClubError;
use wardroom::club::GameWords;
use wardroom::club::session::PlayerSession;
use wardroom::club::session::Visitor;
use wardroom::club::status::Holder;
use wardroom::club::{SeatStatus, TableReader, TableStatus};
use wardroom::door::discord::courier::room::Room;
use wardroom::door::discord::house::{Due, House, Person};
use wardroom::door::discord::inbound::call::Id;
use wardroom::game::{Seat, Word};
use wardroom::log::players::Address;
use wardroom::report::{Told, Weight};
use wardroom::table::Place;
use wardroom::table::notices;
use wardroom::words::Lang;

pub const GUILD: Id = Id(1);
pub const CHANNEL: Id = Id(10);
pub const BROKEN: &str = "not asked for here";

/// A table: what its entries came to, `None` for a sealed one.
#[derive(Clone, Default)]
pub struct Table {
    pub lines: Vec<Option<String>>,
    pub chairs: Vec<(Seat, Person)>,
    pub closed: bool,
}

#[derive(Clone)]
pub struct Notice {
    pub due: Due,
    due_at: i64,
    pub ended: Option<i64>,
    pub outcome: Option<String>,
    pub delivered: bool,
}

#[derive(Default)]
pub struct Club {
    pub tables: Mutex<BTreeMap<String, Table>>,
    pub rooms: Mutex<BTreeMap<String, Room>>,
    pub notices: Mutex<Vec<Notice>>,
    pub now: AtomicI64,
    pub leased_elsewhere: AtomicBool,
    pub released: AtomicBool,
    pub asked_to_watch: AtomicU32,
    pub broken: AtomicBool,
}

pub fn seat(name: &'static str) -> Seat {
    Seat(Word::literal(name))
}

pub fn person(user: u64, lang: Lang, by_dm: bool) -> Person {
    Person { player: format!("p-{user}"), user: Id(user), lang, by_dm }
}

impl Club {
    /// One table with two players in a channel of its own.
    pub fn with_table(name: &str) -> Arc<Club> {
        let club = Arc::new(Club { now: AtomicI64::new(1_000), ..Club::default() });
        club.add_table(name, CHANNEL);
        club
    }

    pub fn add_table(&self, name: &str, channel: Id) {
        let chairs =
            vec![(seat("red"), person(101, Lang::En, false)), (seat("blue"), person(102, Lang::Ja, false))];
        let lines = vec![Some("The table is opened.".to_owned())];
        self.tables().insert(name.to_owned(), Table { lines, chairs, closed: false });
        let room = Room {
            table: name.to_owned(),
            guild: GUILD,
            channel,
            opened_in: None,
            replaced: None,
            thread: None,
            status: None,
            status_hash: String::new(),
            game: "toy".to_owned(),
            lang: "en".to_owned(),
            opener: Some(Id(101)),
            started: true,
            reported: 0,
            reporting: None,
            trouble: None,
        };
        self.rooms.lock().unwrap().insert(name.to_owned(), room);
    }

    pub fn tables(&self) -> MutexGuard<'_, BTreeMap<String, Table>> {
        self.tables.lock().unwrap()
    }

    pub fn kept(&self, table: &str) -> Room {
        self.rooms.lock().unwrap()[table].clone()
    }

    /// Something happens; `None` is sealed.
    pub fn happen(&self, table: &str, line: Option<&str>) {
        self.tables().get_mut(table).unwrap().lines.push(line.map(str::to_owned));
    }

    /// A notice is due, of the last entry.
    pub fn notify(&self, table: &str, name: &'static str, why: &str) {
        let of = self.tables()[table].clone();
        let person = of.chairs.iter().find(|(at, _)| *at == seat(name)).map(|(_, person)| person.clone());
        let mut notices = self.notices.lock().unwrap();
        let due = Due {
            id: notices.len() as u64 + 1,
            table: table.to_owned(),
            seq: of.lines.len() as u64,
            seat: seat(name),
            why: why.to_owned(),
            own: notices::own::<Toy>(why),
            attempts: 0,
            person,
            current: true,
            words: None,
        };
        notices.push(Notice { due, due_at: 0, ended: None, outcome: None, delivered: false });
    }

    pub fn by_dm(&self, table: &str, name: &'static str) {
        let mut tables = self.tables();
        let chairs = &mut tables.get_mut(table).unwrap().chairs;
        chairs.iter_mut().filter(|(at, _)| *at == seat(name)).for_each(|(_, person)| person.by_dm = true);
    }

    /// What came of each notice.
    pub fn outcomes(&self) -> Vec<String> {
        let notices = self.notices.lock().unwrap();
        notices.iter().map(|notice| notice.outcome.clone().unwrap_or_default()).collect()
    }

    pub fn all_ended(&self) -> bool {
        self.notices.lock().unwrap().iter().all(|notice| notice.ended.is_some())
    }

    pub fn pass(&self, seconds: i64) {
        self.now.fetch_add(seconds, Ordering::SeqCst);
    }

    fn end(&self, id: u64, outcome: &str, delivered: bool, retry: Option<u64>) -> Result<(), ClubError> {
        self.whole()?;
        let now = self.now();
        let mut notices = self.notices.lock().unwrap();
        let notice = notices.iter_mut().find(|notice| notice.due.id == id).unwrap();
        assert_eq!(notice.ended, None, "notice {id} ended twice");
        notice.outcome = Some(outcome.to_owned());
        notice.delivered = delivered;
        notice.due.attempts += u32::from(!delivered);
        match retry {
            Some(seconds) => notice.due_at = now.saturating_add_unsigned(seconds),
            None => notice.ended = Some(now),
        }
        Ok(())
    }

    fn whole(&self) -> Result<(), ClubError> {
        if self.broken.load(Ordering::SeqCst) { Err(ClubError::failed("the disk is gone")) } else { Ok(()) }
    }
}

struct Onlooker {
    table: String,
    of: Table,
    lang: Lang,
}

impl TableReader for Onlooker {
    fn places(&self) -> Vec<Place> {
        vec![]
    }

    fn is_over(&self) -> bool {
        self.of.closed
    }

    fn is_closed(&self) -> bool {
        self.of.closed
    }

    fn last(&self) -> u64 {
        self.of.lines.len() as u64
    }

    fn sit(&self, _: Visitor, _: Option<Seat>) -> Result<Box<dyn PlayerSession>, ClubError> {
        Err(ClubError::failed(BROKEN))
    }

    fn chairs(&self) -> Result<Vec<SeatStatus>, ClubError> {
        let chair = |(seat, person): &(Seat, Person)| SeatStatus {
            seat: *seat,
            name: match self.lang {
                Lang::En => format!("Admiral {seat}"),
                Lang::Ja => format!("{seat}提督"),
            },
            player: Some(Holder {
                player: person.player.clone(),
                addresses: vec![Address::new("discord", &person.user.to_string())],
            }),
            offered_to: None,
            asked: true,
        };
        Ok(self.of.chairs.iter().map(chair).collect())
    }

    fn status(&self) -> Result<TableStatus, ClubError> {
        let last = self.last();
        Ok(TableStatus {
            table: self.table.clone(),
            game: "Toy".to_owned(),
            notice: "The map is a reconstruction.".to_owned(),
            headline: "Turn 1".to_owned(),
            chairs: self.chairs()?,
            request: None,
            practice: false,
            peeks: 0,
            over: self.of.closed,
            closed: self.of.closed,
            since: 500 + i64::try_from(last).unwrap(),
            last,
            head: self.head_at(last)?,
        })
    }

    fn told(&self, after: u64, to: u64) -> Result<Vec<Told>, ClubError> {
        let open = self.of.lines[after as usize..to as usize].iter().flatten();
        Ok(open.map(|text| Told { weight: Weight::Plain, dice: vec![], text: text.clone() }).collect())
    }

    fn head_at(&self, to: u64) -> Result<String, ClubError> {
        Ok(format!("{to}:abc"))
    }

    fn board(&self, _what: &[String]) -> Result<Vec<(Weight, String)>, ClubError> {
        Err(ClubError::failed(BROKEN))
    }

    fn replay(&self, _at: u64) -> Result<Vec<(Weight, String)>, ClubError> {
        Err(ClubError::failed(BROKEN))
    }

    fn part_end(&self, _part: u32) -> Result<Option<u64>, ClubError> {
        Ok(None)
    }

    fn log(&self, _count: usize) -> Result<Vec<String>, ClubError> {
        Err(ClubError::failed(BROKEN))
    }

    fn dice(&self, _count: usize) -> Result<Vec<String>, ClubError> {
        Err(ClubError::failed(BROKEN))
    }
}

impl House for Club {
    fn words(&self, _: &str, lang: Lang) -> Option<Arc<GameWords>> {
        GameWords::of(&Toy::default(), lang).ok().map(Arc::new)
    }

    fn room(&self, table: &str) -> Result<Option<Room>, ClubError> {
        self.whole()?;
        Ok(self.rooms.lock().unwrap().get(table).cloned())
    }

    fn rooms(&self) -> Result<Vec<Room>, ClubError> {
        Ok(self.rooms.lock().unwrap().values().cloned().collect())
    }

    fn keep_room(&self, room: &Room) -> Result<(), ClubError> {
        self.whole()?;
        self.rooms.lock().unwrap().insert(room.table.clone(), room.clone());
        Ok(())
    }

    fn watch(&self, table: &str, lang: Lang) -> Result<Box<dyn TableReader>, ClubError> {
        self.whole()?;
        self.asked_to_watch.fetch_add(1, Ordering::SeqCst);
        let of = self.tables().get(table).cloned().ok_or_else(|| ClubError::failed("no such table"))?;
        Ok(Box::new(Onlooker { table: table.to_owned(), of, lang }))
    }

    fn lease(&self) -> Result<bool, ClubError> {
        Ok(!self.leased_elsewhere.load(Ordering::SeqCst))
    }

    fn release(&self) -> Result<(), ClubError> {
        self.released.store(true, Ordering::SeqCst);
        Ok(())
    }

    /// As the store does it: while a notice waits to be tried again, later ones for that seat of that table wait too.
    fn due(&self, limit: usize) -> Result<Vec<Due>, ClubError> {
        let now = self.now();
        let mut held = BTreeSet::new();
        let mut due = vec![];
        for notice in self.notices.lock().unwrap().iter().filter(|notice| notice.ended.is_none()) {
            let to = (notice.due.table.clone(), notice.due.seat.to_string());
            if notice.due_at > now {
                held.insert(to.clone());
            }
            if !held.contains(&to) && due.len() < limit {
                due.push(notice.due.clone());
            }
        }
        Ok(due)
    }

    fn sent(&self, notice: u64, to: &str) -> Result<(), ClubError> {
        self.end(notice, to, true, None)
    }

    fn failed(&self, notice: u64, trouble: &str, retry_seconds: Option<u64>) -> Result<(), ClubError> {
        self.end(notice, trouble, false, retry_seconds)
    }

    fn waiting_since(&self) -> Result<Option<i64>, ClubError> {
        Ok(None)
    }

    fn prune(&self) -> Result<(), ClubError> {
        Ok(())
    }

    fn now(&self) -> i64 {
        self.now.load(Ordering::SeqCst)
    }
}
