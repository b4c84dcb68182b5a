//! A house over the toy game, in memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use wardroom::app::seats::discord_player;
use wardroom::app::sitting::{Arrival, Place as At, Sitting, Way};
use wardroom::app::story::Story;
use wardroom::book::{Book, Lexicon};
use wardroom::door::discord::courier::room::Room;
use wardroom::door::discord::house::{
    Chair, Done, Due, House, Mine, NewTable, Offer, Person, Sent, Speech, Status, TableOption, Watched,
};
use wardroom::door::discord::inbound::call::{Id, User};
use wardroom::door::seat::{Broken, Seated};
use wardroom::game::{Eyes, Game, Seat};
use wardroom::games::Playable;
use wardroom::log::MemoryStore;
use wardroom::log::players::DISCORD;
use wardroom::report::{GameReport, Told, Weight};
use wardroom::table::open::{Opened, Opening, Sitting as Taken};
use wardroom::table::{Caller, Place, Reply, Tables, World};
use wardroom::view;
use wardroom::words::{Lang, Words};

use crate::toy::{TestWorld, Toy};

type Toys = Tables<Toy>;

pub struct Double {
    pub tables: Arc<Toys>,
    world: Arc<dyn World>,
    rooms: Mutex<BTreeMap<String, Room>>,
    offers: Vec<Offer>,
    by_dm: Mutex<BTreeMap<String, bool>>,
    pub closed_by_manager: Mutex<Vec<String>>,
    pub sent: Mutex<Vec<Sent>>,
    pub broken: AtomicBool,
    /// Lines that the log and the audit say more.
    pub long: Mutex<Vec<String>>,
    pub now: AtomicI64,
}

impl Double {
    pub fn new() -> Double {
        let world: Arc<dyn World> = TestWorld::new(7);
        let option = |name, value| TableOption { name, value, help: ["Help.".into(), "説明。".into()] };
        let options = vec![option("seats", Some("1..2")), option("plain", None)];
        let seats = vec![crate::toy::seat("red"), crate::toy::seat("blue")];
        Double {
            tables: Arc::new(Tables::new(Arc::new(MemoryStore::new()), world.clone())),
            world,
            rooms: Mutex::default(),
            offers: vec![Offer { game: "toy", seats, options }],
            by_dm: Mutex::default(),
            closed_by_manager: Mutex::default(),
            sent: Mutex::default(),
            broken: AtomicBool::new(false),
            long: Mutex::default(),
            now: AtomicI64::new(1_800_000_000),
        }
    }

    pub fn last(&self, table: &str) -> u64 {
        self.tables.look(table, |table| table.head().seq).unwrap()
    }

    pub fn is_closed(&self, table: &str) -> bool {
        self.tables.look(table, |table| table.closed().is_some()).unwrap()
    }

    /// As if the process had died after the table was opened and before its room was kept.
    pub fn lose_room(&self, table: &str) {
        self.rooms.lock().unwrap().remove(table);
    }

    fn caller(&self, person: &Person) -> Caller {
        Caller::new(&person.player, "discord")
    }

    fn story(lang: Lang) -> Story {
        Story::of(&Toy::default(), lang).unwrap()
    }

    fn stands(&self) -> Result<(), Broken> {
        match self.broken.load(Ordering::Relaxed) {
            true => Err("/secret/path: disk full".to_owned()),
            false => Ok(()),
        }
    }

    fn seats_of(&self, table: &str, person: &Person, kept: bool) -> Vec<Seat> {
        let mine = |place: &Place| {
            let of = if kept { &place.offered_to } else { &place.player };
            of.as_deref() == Some(person.player.as_str())
        };
        self.tables.now(table).unwrap().places().filter(mine).map(|place| place.seat).collect()
    }
}

struct ToySpeech(Story);

impl Speech for ToySpeech {
    fn words(&self) -> &Words {
        &self.0.words
    }
    fn lang(&self) -> Lang {
        self.0.lang
    }
    fn book(&self) -> &Book {
        &self.0.book
    }
    fn lexicon(&self) -> &Lexicon {
        &self.0.lexicon
    }
}

struct Onlooker {
    tables: Arc<Toys>,
    world: Arc<dyn World>,
    lang: Lang,
    table: String,
    story: Story,
    long: Vec<String>,
}

impl Watched for Onlooker {
    fn places(&self) -> Vec<Place> {
        self.now().places().collect()
    }
    fn is_over(&self) -> bool {
        self.now().is_over()
    }
    fn is_closed(&self) -> bool {
        self.now().closed().is_some()
    }
    fn last(&self) -> u64 {
        self.now().head().seq
    }
    fn chairs(&self) -> Result<Vec<Chair>, Broken> {
        let (now, phrases) = (self.now(), self.story.phrases());
        let chair = |place: Place| Chair {
            seat: place.seat,
            name: phrases.seat(place.seat),
            player: place.player.map(|player| self.known(player)),
            offered_to: place.offered_to.map(|player| self.known(player)),
            asked: now.asked_of(place.seat).is_some(),
        };
        Ok(now.places().map(chair).collect())
    }
    fn sit(&self, person: &Person, seat: Option<Seat>, key: Id) -> Result<Done<Box<dyn Seated>>, Broken> {
        let now = self.now();
        let mut mine: Vec<Seat> = now.held_by(&person.player).collect();
        mine.sort_by_key(|seat| now.asked_of(*seat).is_none());
        if let Some(seat) = seat {
            mine.retain(|mine| *mine == seat);
        }
        let Some(seat) = mine.first() else {
            return Ok(Done::Refused(format!("You hold no such seat at {}.", self.table)));
        };
        let at = At {
            tables: self.tables.clone(),
            table: self.table.clone(),
            seats: vec![*seat],
            caller: Caller::new(&person.player, "discord"),
            world: self.world.clone(),
            arrival: Arrival::Resumed,
            way: Way::Discord,
            key: Some(key.to_string()),
        };
        let sitting = Sitting::at(at, |game| Ok(Arc::new(Story::of(game, self.lang)?)))
            .map_err(|trouble| trouble.to_string())?;
        Ok(Done::Done(Box::new(sitting)))
    }
    fn status(&self) -> Result<Status, Broken> {
        let table = self.now();
        Ok(Status {
            table: table.id().to_owned(),
            game: "Toy".to_owned(),
            notice: "The map is a reconstruction.".to_owned(),
            headline: "Turn 1".to_owned(),
            chairs: self.chairs()?,
            request: None,
            practice: table.opened().practice,
            peeks: table.peeks(),
            over: table.is_over(),
            closed: table.closed().is_some(),
            since: 1_800_000_000,
            last: table.head().seq,
            head: table.head().to_string(),
        })
    }
    fn told(&self, after: u64, to: u64) -> Result<Vec<Told>, Broken> {
        let lines = view::of_table(self.tables.store(), &self.table, after, Eyes::Onlooker).unwrap();
        let lines: Vec<_> = lines.into_iter().filter(|line| line.seq() <= to).collect();
        Ok(self.story.news(&Toy::default(), &lines))
    }
    fn head_at(&self, to: u64) -> Result<String, Broken> {
        Ok(format!("{to}:abc"))
    }
    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, Broken> {
        let view = self.tables.look(&self.table, |table| table.view(Eyes::Onlooker)).unwrap();
        let mut board = Toy::default().report(self.story.phrases()).board(&view);
        board.extend(what.iter().map(|what| (Weight::Plain, format!("part {what}"))));
        Ok(board)
    }
    fn replay(&self, at: u64) -> Result<Vec<(Weight, String)>, Broken> {
        Ok(vec![(Weight::Plain, format!("as it was after {at}"))])
    }

    fn mission_end(&self, _mission: u32) -> Result<Option<u64>, Broken> {
        Ok(None)
    }
    fn log(&self, count: usize) -> Result<Vec<String>, Broken> {
        let lines = view::of_table(self.tables.store(), &self.table, 0, Eyes::Onlooker).unwrap();
        let mut rows = self.story.rows(&Toy::default(), &lines);
        rows.extend(self.long.clone());
        Ok(rows.split_off(rows.len().saturating_sub(count)))
    }
    fn dice(&self, count: usize) -> Result<Vec<String>, Broken> {
        Ok(vec![format!("the last {count} dice")])
    }
}

impl Onlooker {
    fn now(&self) -> Arc<wardroom::table::Table<Toy>> {
        self.tables.now(&self.table).unwrap()
    }
    fn known(&self, player: String) -> (String, Option<Id>) {
        let known = wardroom::log::Players::player(self.tables.store(), &player).unwrap();
        (player, known.and_then(|known| known.address(DISCORD)?.parse().ok()))
    }
}

impl House for Double {
    fn offers(&self) -> &[Offer] {
        &self.offers
    }
    fn speech(&self, game: &str, lang: Lang) -> Option<Arc<dyn Speech>> {
        (game == "toy").then(|| Arc::new(ToySpeech(Double::story(lang))) as Arc<dyn Speech>)
    }
    fn person(&self, user: &User) -> Result<Person, Broken> {
        self.stands()?;
        let name = user.id.to_string();
        let player = discord_player(self.tables.store(), &*self.world, &name, &name).unwrap().0;
        let by_dm = self.by_dm.lock().unwrap().get(&player).copied().unwrap_or_default();
        Ok(Person { player, user: user.id, lang: user.lang, by_dm })
    }
    fn forget(&self, person: &Person) -> Result<(), Broken> {
        wardroom::log::Players::erase_player(self.tables.store(), &person.player)
            .map(drop)
            .map_err(|e| e.to_string())
    }
    fn set_by_dm(&self, person: &Person, by_dm: bool) -> Result<(), Broken> {
        self.by_dm.lock().unwrap().insert(person.player.clone(), by_dm);
        Ok(())
    }
    fn open(&self, person: &Person, key: Id, new: &NewTable, _lang: Lang) -> Result<Done<String>, Broken> {
        let game = Arc::new(Toy::default());
        let setup = Toy::setup(&new.options).map_err(|fault| fault.to_string())?;
        let seats = game.seats(&setup);
        let seat = new.seat.unwrap_or(seats[0]);
        let sittings = vec![Taken { seat, player: person.player.clone() }];
        let opening = Opening { game, setup, practice: new.practice, sittings };
        let caller = self.caller(person).keyed(&key.to_string(), 0);
        Ok(match self.tables.open(&opening, &caller).map_err(|fault| fault.to_string())? {
            Opened::Table { id, .. } => Done::Done(id),
            Opened::Refused(refusal) => Done::Refused(refusal.to_string()),
        })
    }
    fn room(&self, table: &str) -> Result<Option<Room>, Broken> {
        self.stands()?;
        Ok(self.rooms.lock().unwrap().get(table).cloned())
    }
    fn room_at(&self, thread: Id) -> Result<Option<Room>, Broken> {
        Ok(self.rooms.lock().unwrap().values().find(|room| room.thread == Some(thread)).cloned())
    }
    fn rooms(&self) -> Result<Vec<Room>, Broken> {
        Ok(self.rooms.lock().unwrap().values().cloned().collect())
    }
    fn keep_room(&self, room: &Room) -> Result<(), Broken> {
        self.rooms.lock().unwrap().insert(room.table.clone(), room.clone());
        Ok(())
    }
    fn begin_play(&self, table: &str) -> Result<(), Broken> {
        self.rooms.lock().unwrap().entry(table.to_owned()).and_modify(|room| room.started = true);
        Ok(())
    }
    fn tables_of(&self, person: &Person) -> Result<Vec<Mine>, Broken> {
        let mut all = Vec::new();
        for table in self.rooms.lock().unwrap().keys() {
            let (seats, offered) = (self.seats_of(table, person, false), self.seats_of(table, person, true));
            let (waiting_for, over) = self
                .tables
                .look(table, |table| {
                    let waiting: Vec<Seat> = table.asked().iter().map(|asked| asked.prompt.seat).collect();
                    (waiting, table.closed().is_some())
                })
                .unwrap();
            let asked = !over && seats.iter().any(|seat| waiting_for.contains(seat));
            if !seats.is_empty() || !offered.is_empty() {
                let table = table.clone();
                all.push(Mine { table, seats, offered, waiting_for, asked, since: 1_800_000_000, over });
            }
        }
        all.sort_by_key(|mine| !mine.asked);
        Ok(all)
    }
    fn join(
        &self,
        table: &str,
        person: &Person,
        seat: Option<Seat>,
        key: Id,
        _lang: Lang,
    ) -> Result<Done<Seat>, Broken> {
        let free: Vec<Seat> = self
            .tables
            .look(table, |table| {
                table.places().filter(|place| place.player.is_none()).map(|place| place.seat).collect()
            })
            .unwrap();
        let kept = self.seats_of(table, person, true);
        let Some(seat) = seat.or_else(|| kept.first().copied()).or_else(|| free.first().copied()) else {
            return Ok(Done::Refused("No seat is free.".to_owned()));
        };
        let caller = self.caller(person).keyed(&key.to_string(), 0);
        Ok(match self.tables.take_seat(table, &caller, seat).unwrap() {
            Reply::Accepted { .. } => Done::Done(seat),
            other => Done::Refused(format!("{other:?}")),
        })
    }
    fn decline(
        &self,
        table: &str,
        person: &Person,
        seat: Option<Seat>,
        key: Id,
        _lang: Lang,
    ) -> Result<Done<Seat>, Broken> {
        let Some(seat) = seat.or_else(|| self.seats_of(table, person, true).first().copied()) else {
            return Ok(Done::Refused("Nothing is offered.".to_owned()));
        };
        let caller = self.caller(person).keyed(&key.to_string(), 0);
        Ok(match self.tables.decline_seat(table, &caller, seat).unwrap() {
            Reply::Accepted { .. } => Done::Done(seat),
            other => Done::Refused(format!("{other:?}")),
        })
    }
    fn close_as_manager(&self, table: &str, _: &Person, _: Id, _: Lang) -> Result<Done, Broken> {
        self.closed_by_manager.lock().unwrap().push(table.to_owned());
        Ok(Done::Done(()))
    }
    fn watch(&self, table: &str, lang: Lang) -> Result<Box<dyn Watched>, Broken> {
        Ok(Box::new(Onlooker {
            tables: self.tables.clone(),
            table: table.to_owned(),
            world: self.world.clone(),
            lang,
            story: Double::story(lang),
            long: self.long.lock().unwrap().clone(),
        }))
    }
    fn audit(&self, _table: &str, _lang: Lang) -> Result<(bool, Vec<String>), Broken> {
        Ok((true, vec!["dice: ok".to_owned()]))
    }
    fn export(&self, table: &str, _person: &Person) -> Result<(String, Vec<u8>), Broken> {
        Ok((format!("{table}.jsonl"), vec![b'x'; 1000]))
    }
    fn lease(&self) -> Result<bool, Broken> {
        Ok(false)
    }
    fn release(&self) -> Result<(), Broken> {
        Ok(())
    }
    fn due(&self, _limit: usize) -> Result<Vec<Due>, Broken> {
        Ok(vec![])
    }
    fn sent(&self, _notice: u64, _to: &str) -> Result<(), Broken> {
        Ok(())
    }
    fn failed(&self, _notice: u64, _trouble: &str, _retry: Option<u64>) -> Result<(), Broken> {
        Ok(())
    }
    fn waiting_since(&self) -> Result<Option<i64>, Broken> {
        Ok(None)
    }
    fn sent_to(&self, _table: &str, _person: &Person, _limit: usize) -> Result<Vec<Sent>, Broken> {
        Ok(self.sent.lock().unwrap().clone())
    }
    fn prune(&self) -> Result<(), Broken> {
        Ok(())
    }
    fn now(&self) -> i64 {
        self.now.load(Ordering::Relaxed)
    }
}
