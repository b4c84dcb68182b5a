//! Tables of the toy game in Discord, in a real club: Ann, who reads English, is red, and Bob, who reads Japanese, is blue.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use wardroom::app::registry::{Games, registered};
use wardroom::bots::Strength;
use wardroom::club::session::{OrderOutcome, PlayerSession};
use wardroom::club::status::Holder;
use wardroom::club::strength::COMPUTER;
use wardroom::club::{Club, NewTable};
use wardroom::door::discord::id::Id;
use wardroom::door::discord::interaction::User;
use wardroom::door::discord::table_thread::TableThread;
use wardroom::door::discord::threads::Person;
use wardroom::game::{Arg, OrderForm, Seat, Word};
use wardroom::log::Store;
use wardroom::log::outbox::KeptNotice;
use wardroom::table::Tables;
use wardroom::words::Lang;

use crate::common::store;
use crate::toy::{Clock, Toy, seat, word};
use wardroom::door::discord::threads::DiscordThreads;

pub const GUILD: Id = Id(1);
pub const CHANNEL: Id = Id(10);
/// More notices than there are here.
const MANY: usize = 10_000;

/// The toy game as the program would play it.
pub static TOY: Games = Games::new(&[registered::<Toy>()]);

/// A table, with the club it is one of.
#[derive(Clone)]
pub struct Table {
    pub club: Arc<Club>,
    pub clock: Arc<Clock>,
    store: Arc<dyn Store>,
    pub id: String,
    keys: Arc<AtomicU64>,
}

/// A new room for a table.
pub fn room_of(table: &str, channel: Id, opened_by: &str) -> TableThread {
    TableThread {
        game: "toy".to_owned(),
        lang: "en".to_owned(),
        opened_by: Some(opened_by.to_owned()),
        started: true,
        ..TableThread::new(table, GUILD, channel)
    }
}

fn is_person(holder: &Holder) -> bool {
    holder.address(COMPUTER).is_none()
}

impl Table {
    /// A table where both have chosen and red is asked to act, in a channel and a club of its own.
    pub fn new() -> Table {
        Table::over(&store::new())
    }

    /// The same, over a store.
    pub fn over(store: &Arc<dyn Store>) -> Table {
        let table = Table::opened(store);
        table.join_and_choose();
        table
    }

    /// A table that was just opened: blue is free.
    pub fn opened(store: &Arc<dyn Store>) -> Table {
        let (store, clock) = (store.clone(), Clock::new());
        let club = Arc::new(TOY.club(store.clone(), clock.clone(), None, None).unwrap());
        let keys = Arc::new(AtomicU64::new(1));
        let mut table = Table { club, clock, store, id: String::new(), keys };
        table.id = table.open(CHANNEL);
        table
    }

    /// A table of the same club where red, who has chosen, plays against a computer.
    pub fn against_computer(&self, channel: Id) -> Table {
        let table = Table { id: self.open_against(channel, Some(Strength::Midshipman)), ..self.clone() };
        table.order(seat("red"), OrderForm::new(word("choose")).with("number", 3));
        table
    }

    /// Another table of the same club and the same players.
    pub fn another(&self, channel: Id) -> Table {
        let table = Table { id: self.open(channel), ..self.clone() };
        table.join_and_choose();
        table
    }

    /// Makes the table one that cannot be read.
    pub fn damage(&self) {
        store::damage(&*self.store, &self.id);
    }

    /// Begins anew, in a new store: all that players bring with them follows from a seed.
    pub fn begin(&self, seed: u64) {
        self.clock.begin(seed);
        self.keys.store(1, Ordering::SeqCst);
    }

    /// The same table as another process has it, which reaches the store so.
    pub fn reached(&self, store: &Arc<dyn Store>) -> Table {
        let club = Arc::new(TOY.club(store.clone(), self.clock.clone(), None, None).unwrap());
        Table { club, store: store.clone(), ..self.clone() }
    }

    fn open(&self, channel: Id) -> String {
        self.open_against(channel, None)
    }

    fn open_against(&self, channel: Id, opponent: Option<Strength>) -> String {
        let options = vec![("talk".to_owned(), String::new())];
        let new = NewTable { game: "toy".to_owned(), options, opponent, ..NewTable::default() };
        let id = self.club.open(&self.person("red").visitor(self.key()), &new, Lang::En).unwrap();
        DiscordThreads(&self.club).save_thread(&room_of(&id, channel, &self.person("red").player)).unwrap();
        self.club.records().begin_play(&id).unwrap();
        id
    }

    pub fn join(&self) {
        self.club.join(&self.id, &self.person("blue").visitor(self.key()), None, Lang::En).unwrap();
    }

    pub fn choose(&self) {
        for name in ["red", "blue"] {
            self.order(seat(name), OrderForm::new(word("choose")).with("number", 3));
        }
    }

    fn join_and_choose(&self) {
        self.join();
        self.choose();
    }

    fn key(&self) -> Id {
        Id(self.keys.fetch_add(1, Ordering::SeqCst))
    }

    /// Who plays a seat.
    pub fn person(&self, name: &str) -> Person {
        let (id, name, lang) = if name == "red" { (101, "Ann", Lang::En) } else { (102, "Bob", Lang::Ja) };
        DiscordThreads(&self.club)
            .person(&User { id: Id(id), name: name.to_owned(), lang, manager: false })
            .unwrap()
    }

    /// Whoever plays a seat at it.
    pub fn session(&self, name: &'static str) -> PlayerSession {
        let visitor = self.person(name).visitor(self.key());
        self.club.watch(&self.id, Lang::En).unwrap().sit(visitor, Some(seat(name))).unwrap()
    }

    /// Whoever plays a seat gives an order.
    pub fn order(&self, seat: Seat, form: OrderForm) {
        let mut session = self.session(if seat.as_str() == "red" { "red" } else { "blue" });
        let prompt = session.asked().unwrap().prompt.expect("a question");
        assert!(matches!(session.order(prompt, form, true).unwrap(), OrderOutcome::Accepted { .. }));
    }

    /// Whoever is asked to act does so.
    fn act(&self, verb: &'static str, text: Option<&str>) {
        let seats = self.club.watch(&self.id, Lang::En).unwrap().seats().unwrap();
        let seat = seats.iter().find(|it| it.asked).unwrap().seat;
        let form = OrderForm::new(Word::literal(verb));
        self.order(
            seat,
            text.iter().fold(form, |form, text| form.with("text", Arg::Text((*text).to_owned()))),
        );
    }

    /// Whether somebody is asked to act who is no computer.
    pub fn awaits_person(&self) -> bool {
        let seats = self.club.watch(&self.id, Lang::En).unwrap().seats().unwrap();
        seats.iter().any(|seat| seat.asked && seat.player.as_ref().is_some_and(is_person))
    }

    /// Whether a seat is no computer player's.
    pub fn is_persons(&self, name: &'static str) -> bool {
        let seats = self.club.watch(&self.id, Lang::En).unwrap().seats().unwrap();
        seats.iter().any(|it| it.seat == seat(name) && it.player.as_ref().is_some_and(is_person))
    }

    /// Whoever a computer player stands in for is back.
    pub fn take_back(&self, name: &'static str) {
        let visitor = self.person(name).visitor(self.key());
        self.club.join(&self.id, &visitor, Some(seat(name)), Lang::En).unwrap();
    }

    /// The seats that are asked something, with the numbers of their questions.
    pub fn open_questions(&self) -> Vec<(String, u64)> {
        let tables: Tables<Toy, dyn Store> = Tables::new(self.store.clone(), self.clock.clone());
        let open = |table: &wardroom::table::Table<Toy>| {
            table.waited_for().map(|asked| (asked.prompt.seat.to_string(), asked.number)).collect()
        };
        tables.look(&self.id, open).unwrap()
    }

    /// Everybody may read this.
    pub fn signal(&self, text: &str) {
        self.act("signal", Some(text));
    }

    /// Only the other may read this, and is told.
    pub fn whisper(&self, text: &str) {
        self.act("whisper", Some(text));
    }

    /// The other is called.
    pub fn nudge(&self) {
        self.act("nudge", None);
    }

    /// The turn ends, and the other is asked to act.
    pub fn turn(&self) {
        self.act("pass", None);
    }

    /// The table is closed, as who manages its channel may do.
    pub fn close(&self) {
        self.club.close_as_manager(&self.id, &self.person("red").visitor(self.key()), Lang::En).unwrap();
    }

    /// Whoever plays a seat wants direct messages.
    pub fn by_dm(&self, name: &str) {
        self.club.people().set_direct(&self.person(name).player, true).unwrap();
    }

    pub fn pass(&self, seconds: i64) {
        self.clock.pass(seconds);
    }

    /// A note of Discord's door.
    pub fn note(&self, key: &str) -> String {
        self.store.note("discord", key).unwrap().unwrap()
    }

    pub fn put_note(&self, key: &str, text: &str) {
        self.store.put_note("discord", key, text).unwrap();
    }

    pub fn room(&self) -> TableThread {
        DiscordThreads(&self.club).thread_of(&self.id).unwrap().unwrap()
    }

    /// The last entry and the chain's head, as reports and the status say them.
    pub fn head(&self) -> (u64, String) {
        let status = self.club.watch(&self.id, Lang::En).unwrap().status().unwrap();
        (status.last, format!("Log: `{}`", status.head.short()))
    }

    /// The notices for a seat, in order.
    pub fn notices(&self, seat: &str) -> Vec<KeptNotice> {
        let mut notices = self.store.notices_of(&self.id, seat, MANY).unwrap();
        notices.sort_by_key(|notice| notice.id);
        notices
    }

    /// What came of each notice for a seat, in order: `WHY: OUTCOME`, `WHY: …` for one of which nothing is known.
    pub fn outcomes(&self, name: &str) -> Vec<String> {
        let line = |it: KeptNotice| format!("{}: {}", it.why, it.outcome.as_deref().unwrap_or("…"));
        self.notices(name).into_iter().map(line).collect()
    }

    /// Whether nothing waits to be sent.
    pub fn all_told(&self) -> bool {
        let told = |name: &&str| self.notices(name).iter().all(|it| it.ended_at.is_some());
        ["red", "blue"].iter().all(told)
    }
}
