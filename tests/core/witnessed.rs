//! The witness of the dice: its answers in the log, clubs that cheat with them, and a witness that does not answer.

mod asked;
mod parts;
mod published;
mod sealed;
mod silence;

use std::path::Path;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use serde_json::Value;
use wardroom::app::witness::dice::DiceDesk;
use wardroom::audit::Findings;
use wardroom::club::club_log::LogSigner;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Store};
use wardroom::reason::Reason;
use wardroom::seal::SealError;
use wardroom::table::open::Opened;
use wardroom::table::{
    DiceWitness, NoDice, OpenTable, OpeningSeat, Order, Platform, Reply, Service, TableCommand, TableFault,
    Tables,
};
use wardroom::transparency::dice::{DiceAnswer, DiceAsk};

use crate::common::checker;
use crate::common::commands::Commands;
use crate::entropy::words;
use crate::seats::{BLUE, RED, accepted, exported, passes, refused};
use crate::tamper::{Log, audited};
use crate::toy::*;

/// The state of the way to the witness.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Open,
    /// Nothing gets through.
    Silent,
    /// The witness answers, and the answer is lost.
    Withheld,
    /// The witness answers what it answered before, and nothing else, as with a full disk.
    Full,
}

/// The witness in a test, as a club reaches it, and everything that went to it.
pub struct Near {
    inner: Arc<dyn Platform>,
    desk: Arc<DiceDesk>,
    way: Mutex<Way>,
    sent: Mutex<Vec<String>>,
}

fn club() -> LogSigner {
    LogSigner::new("tables.example/log", [7; 32]).unwrap()
}

fn other_club() -> LogSigner {
    LogSigner::witness("witness.example/w1", [9; 32]).unwrap()
}

pub fn desk(folder: &Path) -> Arc<DiceDesk> {
    Arc::new(DiceDesk::new(&other_club(), vec![club().verifier().clone()], folder.to_owned()))
}

impl Near {
    pub fn new(desk: Arc<DiceDesk>, from: u64) -> Arc<Near> {
        Near::by(desk, TestPlatform::new(from))
    }

    fn by(desk: Arc<DiceDesk>, inner: Arc<dyn Platform>) -> Arc<Near> {
        let (way, sent) = (Mutex::new(Way::Open), Mutex::default());
        Arc::new(Near { inner, desk, way, sent })
    }

    fn set(&self, way: Way) {
        *self.way.lock().unwrap() = way;
    }
}

impl Platform for Near {
    fn now(&self) -> DateTime<Utc> {
        self.inner.now()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        self.inner.fill(bytes)
    }

    fn dice_witness(&self) -> Option<&dyn DiceWitness> {
        Some(self)
    }
}

impl DiceWitness for Near {
    fn keys(&self) -> (String, String) {
        (club().verifier().to_string(), self.desk.key().to_string())
    }

    fn ask(&self, ask: &DiceAsk, _: Option<&DiceAsk>, _: bool) -> Result<Vec<DiceAnswer>, NoDice> {
        let way = *self.way.lock().unwrap();
        let silent = || Err(NoDice::Silent(Reason::of("dice-answer-form")));
        if way == Way::Silent {
            return silent();
        }
        if way == Way::Full {
            return Err(NoDice::Wrong(Reason::of("dice-witness-wrong").quoting("status", 500)));
        }
        let request = ask.signed(&club());
        self.sent.lock().unwrap().push(request.clone());
        let (status, _, text) = self.desk.answer(&request);
        if way == Way::Withheld {
            return silent();
        }
        if status == 422 {
            return Err(NoDice::Forgot(text.trim().parse().unwrap()));
        }
        assert!(matches!(status, 200 | 409), "{status}");
        let (log, _) = self.keys();
        DiceAnswer::read_all(&text, ask, (self.desk.key(), &log)).map_err(NoDice::Silent)
    }

    fn service(&self, last: &DiceAsk) -> Service {
        if *self.way.lock().unwrap() == Way::Full {
            return Service::Answered(self.now());
        }
        match self.ask(last, None, true) {
            Ok(answers) if answers[0].value == last.value => Service::Answered(self.now()),
            Ok(_) | Err(_) => Service::Silent,
        }
    }
}

/// A club with a witness, and a table of two.
struct House {
    store: MemoryStore,
    near: Arc<Near>,
    tables: Toys<MemoryStore>,
    id: String,
    folder: tempfile::TempDir,
}

impl House {
    fn new() -> House {
        House::by(TestPlatform::new(7))
    }

    fn by(clock: Arc<dyn Platform>) -> House {
        let folder = tempfile::tempdir().unwrap();
        let (store, near) = (MemoryStore::new(), Near::by(desk(folder.path()), clock));
        let tables = Tables::new(Arc::new(store.clone()), near.clone());
        let id = open(&tables).unwrap();
        House { store, near, tables, id, folder }
    }

    /// The table of a club whose game has begun.
    fn begun() -> House {
        House::new().begin()
    }

    fn begin(self) -> House {
        let house = self;
        accepted(house.gives(RED, words(RED, "seven grey cats", false)));
        accepted(house.gives(BLUE, words(BLUE, "a dog", false)));
        house
    }

    /// The same club over another database, with the same witness.
    fn over(&self, store: MemoryStore, from: u64) -> House {
        let near = Near::new(self.near.desk.clone(), from);
        let tables = Tables::new(Arc::new(store.clone()), near.clone());
        House { store, near, tables, id: self.id.clone(), folder: tempfile::tempdir().unwrap() }
    }

    /// A copy of the database, as a backup is one.
    fn backup(&self) -> MemoryStore {
        let copy = MemoryStore::new();
        let text = exported(&self.store, &self.id, &LogViewer::Full);
        wardroom::log::import::import(&mut text.as_bytes(), &copy).unwrap();
        copy
    }

    fn gives(&self, who: &'static str, command: TableCommand) -> Result<Reply, TableFault> {
        self.tables.gives(&self.id, &caller(who), command)
    }

    fn choice(&self, who: &'static str, number: i64) -> Order {
        let asked = asked(&self.tables, &self.id);
        let prompt = asked.iter().find(|asked| asked.prompt.seat == seat(who)).unwrap().number;
        let form = wardroom::game::OrderForm::new(word("choose")).with("number", number);
        Order { seat: seat(who), prompt, form }
    }

    fn chooses(&self, who: &'static str, number: i64) -> Result<Reply, TableFault> {
        self.gives(who, TableCommand::Order(self.choice(who, number)))
    }

    fn orders(&self, verb: &'static str) -> Result<Reply, TableFault> {
        let order = order(&self.tables, &self.id, verb);
        self.tables.submit(&self.id, &caller(order.seat.as_str()), &order)
    }

    fn full(&self) -> String {
        exported(&self.store, &self.id, &LogViewer::Full)
    }

    /// The log, of which all checks hold, also as a spectator has it.
    fn log(&self) -> Log {
        passes(&self.store, &self.id);
        checker::passes(self.full().as_bytes());
        checker::passes(exported(&self.store, &self.id, &LogViewer::Everyone).as_bytes());
        Log::of(&self.full())
    }

    fn found(&self) -> Findings {
        audited::<Toy>(&self.full())
    }
}

pub fn open<S: Store>(tables: &Toys<S>) -> Result<String, String> {
    let opening = OpenTable {
        game: Arc::new(Toy::default()),
        setup: Setup { seats: 2, talk: true },
        practice: false,
        ready: false,
        entropy: false,
        witness: true,
        seats: [RED, BLUE].map(|it| OpeningSeat { seat: seat(it), player: it.to_owned() }).to_vec(),
    };
    match tables.open(&opening, &caller(RED)).unwrap() {
        Opened::Table { id, .. } => Ok(id),
        Opened::Refused(refusal) => Err(refusal.reason.to_string()),
    }
}

fn kinds(log: &Log) -> Vec<String> {
    log.entries.iter().map(|entry| entry["kind"].as_str().unwrap().to_owned()).collect()
}

fn bodies<'a>(log: &'a Log, kind: &str) -> Vec<&'a Value> {
    log.entries.iter().filter(|entry| entry["kind"] == kind).map(|entry| &entry["body"]).collect()
}

#[test]
fn every_roll_of_a_table_follows_from_its_witness_too() {
    let play = || {
        let house = House::begun();
        accepted(house.chooses(RED, 4));
        accepted(house.chooses(BLUE, 9));
        accepted(house.orders("roll"));
        accepted(house.orders("pass"));
        house
    };
    let house = play();
    let log = house.log();
    let kinds = kinds(&log);
    assert_eq!(&kinds[3..6], ["ReadyAsked", "WitnessAsked", "EntropyAsked"]);
    assert_eq!(bodies(&log, "DiceWitnessed").len(), 5, "the set-up and four orders");
    let counters: Vec<_> = bodies(&log, "DiceWitnessed").iter().map(|body| body["counter"].clone()).collect();
    assert_eq!(counters, [1, 2, 3, 4, 5]);
    for (at, kind) in
        kinds.iter().enumerate().filter(|(_, kind)| ["OrderGiven", "PlayBegan"].contains(&&***kind))
    {
        assert_eq!(kinds[at + 1], "DiceWitnessed", "{kind}");
    }
    let witness = house.found().witness.unwrap();
    assert_eq!((witness.name.as_str(), witness.witnessed, witness.abandoned), ("witness.example/w1", 5, 0));
    assert_eq!(play().full(), house.full(), "the same seed, orders and witness");
    // Without a witness the same seed and orders roll otherwise.
    let rolled = |log: &Log| bodies(log, "Rolled").iter().map(|it| it["values"].clone()).collect::<Vec<_>>();
    let (store, plain) = (MemoryStore::new(), TestPlatform::new(7));
    let tables: Toys<MemoryStore> = Tables::new(Arc::new(store.clone()), plain);
    assert_eq!(open(&tables), Err("no-witness-here".to_owned()));
    assert!(rolled(&log).len() > 1);
}

#[test]
#[ignore = "needs python3"]
fn the_checker_of_logs_agrees() {
    checker::asked(|| {
        every_roll_of_a_table_follows_from_its_witness_too();
        what_the_witness_answered_and_nobody_stored_is_told();
        players_agree_to_go_on_without_the_witness();
        players_agree_to_set_up_without_the_witness();
        forged_answers_are_named();
    });
}

#[test]
fn nothing_is_done_while_the_witness_does_not_answer() {
    let house = House::begun();
    let before = house.full();
    house.near.set(Way::Silent);
    let choice = TableCommand::Order(house.choice(RED, 4));
    let keyed = caller(RED).keyed("message-1", 0);
    assert_eq!(refused(house.tables.gives(&house.id, &keyed, choice.clone())), "witness-silent");
    assert_eq!(house.full(), before);
    let prompt = house.choice(RED, 4).prompt;
    let expire = |house: &House| {
        let not_before = house.near.now();
        let command = TableCommand::Expire { seat: seat(RED), prompt, not_before, computer: None };
        house.tables.perform(&house.id, &wardroom::table::Caller::program(), &command).unwrap()
    };
    assert!(matches!(expire(&house), Reply::Refused(why) if why.reason.as_str() == "witness-silent-since"));
    // The same message is carried out once the witness answers again.
    house.near.set(Way::Open);
    accepted(house.tables.gives(&house.id, &keyed, choice));
    let is_stale = |_| matches!(expire(&house), Reply::Stale { .. });
    assert!((0..50).any(is_stale), "there is no deadline, and soon nothing against one");
    house.log();
}

#[test]
fn a_set_up_waits_for_the_witness_too() {
    let house = House::new();
    accepted(house.gives(RED, words(RED, "seven grey cats", false)));
    house.near.set(Way::Silent);
    assert_eq!(refused(house.gives(BLUE, words(BLUE, "a dog", false))), "witness-silent");
    assert!(house.tables.look(&house.id, |table| table.readiness().is_some()).unwrap());
    house.near.set(Way::Open);
    accepted(house.gives(BLUE, words(BLUE, "a dog", false)));
    house.log();
}

/// An answer that was withheld, or a server that was killed before it stored the order: the same order is no gap, another one is told.
#[test]
fn what_the_witness_answered_and_nobody_stored_is_told() {
    let house = House::begun();
    house.near.set(Way::Withheld);
    assert_eq!(refused(house.chooses(RED, 4)), "witness-silent");
    house.near.set(Way::Open);
    accepted(house.chooses(RED, 4));
    assert!(
        bodies(&house.log(), "DiceAbandoned").is_empty(),
        "the same order has the same number and answer"
    );

    house.near.set(Way::Withheld);
    assert_eq!(refused(house.chooses(BLUE, 9)), "witness-silent");
    house.near.set(Way::Open);
    accepted(house.chooses(BLUE, 8));
    let log = house.log();
    let lost = bodies(&log, "DiceAbandoned");
    assert_eq!((lost.len(), &lost[0]["counter"]), (1, &3.into()));
    let witness = house.found().witness.unwrap();
    assert_eq!((witness.witnessed, witness.abandoned), (3, 1));
}

/// Whoever holds a seat and the database tries two orders, or goes back to a backup after a bad die.
#[test]
fn looking_ahead_and_going_back_leave_their_traces() {
    let house = House::begun();
    accepted(house.chooses(RED, 4));
    accepted(house.chooses(BLUE, 9));
    let backup = house.backup();
    for _ in 0..3 {
        accepted(house.orders("roll"));
    }
    // The copy is played on with another order, and what was tried stands in its log.
    let cheat = house.over(backup, 99);
    accepted(cheat.orders("pass"));
    let log = cheat.log();
    let counters: Vec<_> = bodies(&log, "DiceAbandoned").iter().map(|body| body["counter"].clone()).collect();
    assert_eq!(counters, [4, 5, 6]);
    assert_eq!(cheat.found().witness.unwrap().abandoned, 3);
    // Two histories cannot both be without a trace; and the honest one can not go on.
    assert_eq!(house.found().witness.unwrap().abandoned, 0);
    accepted(house.orders("pass"));
    assert!(house.found().witness.unwrap().abandoned > 0, "the numbers of the other history are told");
}

#[test]
fn a_witness_that_forgot_answers_no_more() {
    let house = House::begun();
    accepted(house.chooses(RED, 4));
    let elsewhere = tempfile::tempdir().unwrap();
    let mut cheat = house.over(house.store.clone(), 5);
    cheat.near = Near::new(desk(elsewhere.path()), 5);
    cheat.tables = Tables::new(Arc::new(house.store.clone()), cheat.near.clone());
    assert_eq!(refused(cheat.chooses(BLUE, 9)), "witness-forgot");
    // A server without this witness does not go on either.
    let plain: Toys<MemoryStore> = toys(&house.store, 11);
    let choice = TableCommand::Order(house.choice(BLUE, 9));
    assert_eq!(refused(plain.gives(&house.id, &caller(BLUE), choice)), "witness-elsewhere");
    drop(house.folder);
}

#[test]
fn players_agree_to_go_on_without_the_witness() {
    let house = House::begun();
    accepted(house.chooses(RED, 4));
    house.near.set(Way::Silent);
    assert_eq!(refused(house.chooses(BLUE, 9)), "witness-silent");
    let own = |who| TableCommand::UseOwnDice { seat: seat(who) };
    let number = accepted(house.gives(RED, own(RED)));
    let answer = TableCommand::AnswerRequest { seat: seat(BLUE), number, agrees: true };
    accepted(house.gives(BLUE, answer));
    assert_eq!(refused(house.gives(RED, own(RED))), "own-dice-already");
    accepted(house.chooses(BLUE, 9));
    accepted(house.orders("roll"));
    let log = house.log();
    assert_eq!(bodies(&log, "OwnDiceAgreed").len(), 1);
    assert_eq!(bodies(&log, "DiceWitnessed").len(), 2);
    let own = house.found().witness.unwrap().own.unwrap();
    assert_eq!(log.entries[own as usize - 1]["kind"], "OwnDiceAgreed");
    let plain = MemoryStore::new();
    let tables = toys(&plain, 3);
    let id = crate::seats::table(&tables, true, false);
    assert_eq!(
        refused(tables.gives(&id, &caller(RED), TableCommand::UseOwnDice { seat: seat(RED) })),
        "no-witness"
    );
}

#[test]
fn players_agree_to_set_up_without_the_witness() {
    let house = House::new();
    accepted(house.gives(RED, words(RED, "seven grey cats", false)));
    house.near.set(Way::Silent);
    assert_eq!(refused(house.gives(BLUE, words(BLUE, "a dog", false))), "witness-silent");
    let number = accepted(house.gives(BLUE, TableCommand::UseOwnDice { seat: seat(BLUE) }));
    let answer = TableCommand::AnswerRequest { seat: seat(RED), number, agrees: true };
    accepted(house.gives(RED, answer));
    accepted(house.gives(BLUE, words(BLUE, "a dog", false)));
    accepted(house.chooses(RED, 4));
    let log = house.log();
    assert!(bodies(&log, "DiceWitnessed").is_empty() && !bodies(&log, "Rolled").is_empty());
}

/// Answers that are another's, another order's, out of order, missing or too many, in logs whose hashes are good.
#[test]
fn forged_answers_are_named() {
    let house = House::begun();
    accepted(house.chooses(RED, 4));
    accepted(house.chooses(BLUE, 9));
    accepted(house.orders("roll"));
    let honest = house.log();
    let at: Vec<usize> =
        (0..honest.entries.len()).filter(|at| honest.entries[*at]["kind"] == "DiceWitnessed").collect();
    let swapped = |field: &str| {
        let mut log = honest.clone();
        log.entries[at[2]]["body"][field] = log.entries[at[1]]["body"][field].clone();
        log
    };
    let changed = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut log = honest.clone();
        change(&mut log.entries);
        log
    };
    let cases = [
        ("replayed", "found-other-counter", changed(&|it| it[at[2]]["body"] = it[at[1]]["body"].clone())),
        ("another proof", "found-witness-forged", swapped("proof")),
        ("another output", "found-witness-forged", swapped("output")),
        ("another value", "found-witness-forged", swapped("value")),
        ("missing", "found-not-witnessed", changed(&|it| drop(it.remove(at[2])))),
        ("twice", "found-witnessed-so", changed(&|it| it.insert(at[2] + 1, it[at[2]].clone()))),
        (
            "no witness",
            "found-witnessed-so",
            changed(&|it| it.retain(|entry| entry["kind"] != "WitnessAsked")),
        ),
    ];
    for (what, key, log) in cases {
        let text = log.text();
        let found = audited::<Toy>(&text);
        let wardroom::audit::Verdict::Failed { what: why, .. } = &found.dice else {
            panic!("{what}: {found:#?}")
        };
        assert_eq!(why.key, key, "{what}");
        if checker::is_asked() {
            assert!(!checker::check(text.as_bytes()).0, "{what}");
        }
    }
    // Where the seed is shown too, the checker says nothing of rolls: without the answer it does not know what is rolled.
    accepted(house.gives(RED, TableCommand::CloseFromOutside));
    let mut closed = house.log();
    closed.entries[at[2]]["body"]["proof"] = closed.entries[at[1]]["body"]["proof"].clone();
    if checker::is_asked() {
        let (well, said) = checker::check(closed.text().as_bytes());
        assert!(!well && said.contains("proof") && !said.contains("the seed rolls"), "{said}");
    }
}
