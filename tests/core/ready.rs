//! Ready checks: a game that waits for its players, who they are and under which terms, and logs that say otherwise.

use std::sync::Arc;

use crate::audit_seats::like;
use crate::seats::{BLUE, RED, accepted, choose, exported, passes, refused, session};
use crate::tamper::{Log, audited};
use crate::time::{Kept, Timed, two_days};
use crate::toy::*;
use serde_json::json;
use wardroom::game::OrderForm;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Outbox, TimeChange};
use wardroom::table::open::Opened;
use wardroom::table::{OpenTable, OpeningSeat, Order, Platform, Readiness, Reply, TableFault, Tables};

/// A table with a ready check, of which red holds the first of two seats, and blue the other if they sit too.
fn checked(blue: bool) -> Timed {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let tables = Tables::new(Arc::new(store.clone()), clock.clone());
    let id = opened(&tables, if blue { &[RED, BLUE] } else { &[RED] });
    Timed { store, clock, tables, id }
}

fn opened(tables: &Toys<MemoryStore>, players: &[&'static str]) -> String {
    let taken = players.iter().map(|it| OpeningSeat { seat: seat(it), player: (*it).to_owned() });
    let opening = OpenTable {
        game: Arc::new(Toy::default()),
        setup: Setup { seats: 2, talk: false },
        practice: false,
        ready: true,
        entropy: false,
        witness: false,
        seats: taken.collect(),
    };
    match tables.open(&opening, &caller(RED)).unwrap() {
        Opened::Table { id, .. } => id,
        refused => panic!("{refused:?}"),
    }
}

impl Timed {
    fn says(&self, who: &str, at: &'static str, ready: bool) -> Result<Reply, TableFault> {
        self.tables.say_ready(&self.id, &caller(who), seat(at), ready)
    }

    fn ready(&self, who: &'static str) -> u64 {
        accepted(self.says(who, who, true))
    }

    fn readiness(&self) -> Option<Readiness> {
        let read = |tables: &Toys<MemoryStore>| tables.look(&self.id, |table| table.readiness()).unwrap();
        assert_eq!(read(&self.tables), read(&toys(&self.store, 9)), "folded anew");
        read(&self.tables)
    }

    /// The seats whose players are ready.
    fn are_ready(&self) -> Vec<String> {
        let ready = self.readiness().expect("the game has not begun").ready;
        ready.iter().map(ToString::to_string).collect()
    }

    fn passes_on(&self, from: &'static str, to: &str) {
        accepted(self.tables.offer_seat(&self.id, &caller(from), seat(from), seat(from), to));
        accepted(self.tables.take_seat(&self.id, &caller(to), seat(from)));
    }

    fn told(&self) -> Vec<String> {
        let pending = self.store.unplanned_notices(100).unwrap();
        let done = pending.iter().map(|notice| (notice.id, vec![])).collect();
        self.store.plan_notices("2026-01-01T00:00:00.000Z", done).unwrap();
        pending.iter().map(|notice| format!("{} {}", notice.seat, notice.why)).collect()
    }
}

#[test]
fn a_game_begins_once_every_seat_is_taken_and_all_are_ready() {
    let table = checked(false);
    assert!(asked(&table.tables, &table.id).is_empty(), "nobody is asked anything");
    assert_eq!(table.told(), ["red opened"]);
    let order = Order { seat: seat(RED), prompt: 1, form: OrderForm::new(word("pass")) };
    assert_eq!(refused(table.tables.submit(&table.id, &caller(RED), &order)), "not-all-ready");
    assert_eq!(refused(table.says(RED, RED, false)), "not-ready-yet");
    assert_eq!(refused(table.says("eve", BLUE, true)), "not-your-seat");
    table.ready(RED);
    assert_eq!(refused(table.says(RED, RED, true)), "ready-already", "twice is harmless");
    assert_eq!(table.are_ready(), [RED]);
    accepted(table.says(RED, RED, false));
    table.ready(RED);
    accepted(table.tables.take_seat(&table.id, &caller(BLUE), seat(BLUE)));
    assert_eq!(table.are_ready(), [RED], "whoever was ready was so with whoever came");
    assert_eq!(table.told(), ["red seated"], "blue has just sat down, and red is ready");
    table.clock.pass(3600);
    let began = table.ready(BLUE) + 1;
    assert_eq!(table.readiness(), None);
    assert_eq!(table.told(), ["red prompt"], "blue has their answer");
    let first = asked(&table.tables, &table.id);
    assert!(first.iter().all(|asked| asked.number == began && asked.raised_at == table.clock.now()));
    assert_eq!(refused(table.says(RED, RED, false)), "play-began");
    let order = choose(&table.tables, &table.id, RED, 4);
    let steps = table.tables.look(&table.id, |table| table.takebacks(RED).steps).unwrap();
    assert_eq!(steps.iter().map(|step| step.to).collect::<Vec<_>>(), [order - 1], "no takeback crosses it");
    accepted(table.tables.take_back(&table.id, &caller(RED), order - 1));
    assert_eq!(table.readiness(), None);
    table.holds();
}

#[test]
fn what_was_said_was_said_of_these_players_and_these_terms() {
    let table = checked(true);
    table.ready(BLUE);
    table.told();
    let ask = accepted(table.change(RED, TimeChange::Terms(two_days())));
    assert_eq!(table.are_ready(), [BLUE], "asking changes nothing");
    accepted(table.answer(BLUE, ask, true));
    assert!(table.are_ready().is_empty());
    assert_eq!(
        table.told(),
        ["blue request", "red time"],
        "blue has their answer, and red was asked all the time"
    );
    table.ready(RED);
    let pause = accepted(table.change(RED, TimeChange::Pause { until: None }));
    accepted(table.answer(BLUE, pause, true));
    let resume = accepted(table.change(RED, TimeChange::Resume));
    accepted(table.answer(BLUE, resume, true));
    assert_eq!(table.are_ready(), [RED], "a pause is no other game");
    table.told();
    table.passes_on(BLUE, "ann");
    assert!(table.are_ready().is_empty());
    assert!(table.told().contains(&"red ready".to_owned()));
    table.passes_on(RED, "ann");
    accepted(table.tables.change_master(&table.id, &caller("ann"), seat(BLUE), Some("mia")));
    accepted(table.tables.offer_seat(&table.id, &caller("ann"), seat(RED), seat(RED), "bob"));
    accepted(table.tables.take_seat(&table.id, &caller("bob"), seat(RED)));
    accepted(table.says("bob", RED, true));
    accepted(table.tables.replace(&table.id, &caller("mia"), seat(BLUE), None));
    assert!(table.are_ready().is_empty(), "a seat that a game master vacates is another's game");
    accepted(table.tables.take_seat(&table.id, &caller("bob"), seat(BLUE)));
    accepted(table.says("bob", BLUE, true));
    assert_eq!(table.readiness(), None, "one player is ready with all their seats");
    table.holds();
}

#[test]
fn without_it_nothing_is_to_be_said_and_alone_nothing_to_be_waited_for() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = crate::seats::table(&tables, true, false);
    let said = tables.say_ready(&id, &caller(RED), seat(RED), true);
    assert_eq!(refused(said), "no-ready-check");
    let alone = OpenTable {
        game: Arc::new(Toy::default()),
        setup: Setup { seats: 1, talk: false },
        practice: false,
        ready: true,
        entropy: false,
        witness: false,
        seats: vec![],
    };
    let Opened::Refused(refusal) = tables.open(&alone, &caller(RED)).unwrap() else { panic!("it opened") };
    assert_eq!(refusal.reason.as_str(), "ready-alone");
}

#[test]
fn nothing_is_due_before_the_game_begins_and_who_is_awaited_is_reminded_once() {
    let kept = Kept::of(checked(false));
    let table = &kept.timed;
    let alone = accepted(table.change(RED, TimeChange::Terms(two_days())));
    assert!(alone > 0);
    assert!(kept.pass(100, Some(&kept.club)).is_empty(), "nobody is late before the seats are taken");
    accepted(table.tables.take_seat(&table.id, &caller(BLUE), seat(BLUE)));
    table.ready(BLUE);
    table.told();
    let told = |hours| {
        for _ in 0..hours {
            table.clock.pass(3600);
            while kept.club.time().keep().unwrap() > 0 {}
        }
        table.told()
    };
    assert!(told(23).is_empty());
    assert_eq!(told(1), ["red ready-reminder"]);
    assert!(told(200).is_empty(), "once, and nothing is due");
    table.ready(RED);
    let due = table.time().waits.iter().filter_map(|wait| wait.due).min().unwrap();
    assert_eq!(due - table.clock.now(), chrono::TimeDelta::days(2), "time counts from the beginning");
    table.holds();
}

#[test]
fn everybody_sees_who_is_ready() {
    let table = checked(true);
    table.ready(BLUE);
    let tables = Arc::new(toys(&table.store, 1));
    let red = session(&tables, &table.id, RED, RED).snapshot().unwrap().facts;
    assert!(red.has_to_get_ready && red.options.verbs.is_empty() && red.waiting_for.is_empty());
    let blue = session(&tables, &table.id, BLUE, BLUE).snapshot().unwrap().facts;
    assert!(!blue.has_to_get_ready);
    assert_eq!(red.readiness, blue.readiness);
    let said = serde_json::to_value(red.readiness.unwrap()).unwrap();
    assert_eq!(said, json!({ "ready": ["blue"], "unready": ["red"], "free": [] }));
}

/// Blue is ready, thinks better of it, is ready again; red is, and plays.
fn whole() -> Log {
    let table = checked(true);
    table.ready(BLUE);
    accepted(table.says(BLUE, BLUE, false));
    table.ready(BLUE);
    table.ready(RED);
    choose(&table.tables, &table.id, RED, 4);
    choose(&table.tables, &table.id, BLUE, 9);
    accepted(table.tables.resign(&table.id, &caller(BLUE), seat(BLUE)));
    passes(&table.store, &table.id);
    Log::of(&exported(&table.store, &table.id, &LogViewer::Full))
}

#[test]
fn a_game_that_began_otherwise_is_named() {
    assert!(audited::<Toy>(&whole().text()).rules.is_ok());
    let fails = |what: &str, tamper: &dyn Fn(&mut Log)| {
        let mut log = whole();
        tamper(&mut log);
        let found = audited::<Toy>(&log.text());
        let verdict = if found.integrity.is_failed() { found.integrity } else { found.rules };
        assert!(verdict.is_failed(), "{what}: {verdict}");
    };
    let of = |log: &Log, kind: &str, skip: usize| log.at(kind, skip);
    let drop_at = |log: &mut Log, kind: &str, skip: usize| {
        let at = log.at(kind, skip);
        log.entries.remove(at);
    };
    fails("nobody was asked", &|log| drop_at(log, "ReadyAsked", 0));
    fails("asked twice", &|log| {
        let at = of(log, "ReadyAsked", 0);
        let again = log.entries[at].clone();
        log.entries.insert(at, again);
    });
    fails("asked in mid-game", &|log| {
        let at = of(log, "OrderGiven", 0);
        let asked = log.entries[of(log, "ReadyAsked", 0)].clone();
        log.entries.insert(at, asked);
    });
    fails("one was not ready", &|log| drop_at(log, "ReadySaid", 2));
    fails("one thought better of it", &|log| drop_at(log, "ReadySaid", 0));
    fails("said by a stranger", &|log| {
        let at = of(log, "ReadySaid", 0);
        log.entries[at]["by"] = json!({ "player": "eve", "seat": "blue" });
    });
    fails("said twice", &|log| {
        let at = of(log, "ReadySaid", 0);
        let again = like(log, at, "ReadySaid", json!({ "ready": true }));
        log.entries.insert(at + 1, again);
    });
    fails("said after the beginning", &|log| {
        let at = of(log, "PlayBegan", 0);
        let late = like(log, at - 1, "ReadySaid", json!({ "ready": false }));
        log.entries.insert(at + 1, late);
    });
    fails("it never began", &|log| drop_at(log, "PlayBegan", 0));
    fails("it began before all were ready", &|log| {
        let began = log.entries.remove(of(log, "PlayBegan", 0));
        log.entries.insert(of(log, "ReadySaid", 3), began);
    });
    fails("it began twice", &|log| {
        let at = of(log, "PlayBegan", 0);
        let again = log.entries[at].clone();
        log.entries.insert(at, again);
    });
    fails("it is somebody's beginning", &|log| {
        let at = of(log, "PlayBegan", 0);
        log.entries[at]["by"] = json!({ "player": "red", "seat": "red" });
    });
}
