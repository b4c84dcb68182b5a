//! Who keeps time or plays for computer players stands still at the worst moment, beyond their lease, while another takes over: what
//! each knows by then is old, and does no harm.

use std::sync::{Arc, Mutex};

use wardroom::app::registry::GAMES;
use wardroom::club::computer::{ComputerPlayers, Haste};
use wardroom::club::session::OrderOutcome;
use wardroom::club::{Club, Visitor};
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::log::{Fault, MemoryStore, Outbox, Store};
use wardroom::pace::Ladder;
use wardroom::table::Tables;
use wardroom::words::Lang;

use crate::common::commands::Commands;
use crate::common::interposed::{Between, Interposed};
use crate::computers::{Against, club as club_with};
use crate::seats::RED;
use crate::time_faults::{TOY, club, expiries, keep, opened, pass};
use crate::toy::{Clock, TestPlatform, Toys, caller, open, order, seat, toys};

/// What happens while somebody stands still.
type Meanwhile = Box<dyn FnOnce() + Send>;

/// Stands still once, before a call.
#[derive(Default)]
struct Still(Mutex<Option<(&'static str, Meanwhile)>>);

impl Still {
    fn before(&self, call: &'static str, meanwhile: impl FnOnce() + Send + 'static) {
        *self.0.lock().unwrap() = Some((call, Box::new(meanwhile)));
    }
}

impl Between for Still {
    fn reads(&self) -> Result<(), Fault> {
        Ok(())
    }

    fn writes(&self, call: &'static str) -> Result<(), Fault> {
        let meanwhile = self.0.lock().unwrap().take_if(|(before, _)| *before == call);
        if let Some((_, meanwhile)) = meanwhile {
            meanwhile();
        }
        Ok(())
    }

    fn wrote(&self, _: &'static str, _: bool) {}
}

/// A store that a process reaches so.
fn reached(store: &MemoryStore) -> Arc<Interposed<Still>> {
    Arc::new(Interposed::over(Arc::new(store.clone()), Still::default()))
}

#[test]
fn who_stood_still_says_nothing_old_of_when_time_was_kept() {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let id = opened(&store, &clock, "1d grace 6h");
    let way = reached(&store);
    let keeper = TOY.club(way.clone(), clock.clone(), None, None).unwrap();
    pass(&clock, 29, &keeper);
    let (other, time) = (club(&store, &clock), clock.clone());
    for _ in 0..45 {
        clock.pass(60);
        keep(&keeper);
    }
    clock.pass(60);
    // For a quarter of an hour the other keeps time.
    way.between.before("put_note_under", move || {
        for _ in 0..13 {
            time.pass(60);
            keep(&other);
        }
        time.pass(30);
        other.time().leave().unwrap();
    });
    assert_eq!(keeper.time().keep().unwrap(), 0, "it finds that it was replaced, and looks at nothing");
    clock.pass(60);
    keep(&keeper);
    // Had the old note been written, this would be the end of an outage, and a fresh grace.
    assert_eq!(expiries(&store, &id).len(), 2, "red and blue, once their time was up");
}

#[test]
fn what_a_player_wants_while_their_table_is_looked_at_is_not_forgotten() {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let id = opened(&store, &clock, "2d grace 6h");
    let way = reached(&store);
    let keeper = TOY.club(way.clone(), clock.clone(), None, None).unwrap();
    pass(&clock, 1, &keeper);
    let (other, time) = (club(&store, &clock), clock.clone());
    let wants =
        move |typed: &str| other.people().set_ladder(RED, Some(&Ladder::parse(typed).unwrap())).unwrap();
    wants("1d");
    way.between.before("set_alarms", move || {
        time.pass(1);
        wants("2h");
    });
    keep(&keeper);
    pass(&clock, 3, &keeper);
    let sent = store.unplanned_notices(1000).unwrap();
    let reminded = sent.iter().filter(|it| it.table == id && it.why.starts_with("reminder-"));
    assert_eq!(reminded.map(|it| &*it.seat).collect::<Vec<_>>(), [RED], "two hours after the question");
}

#[test]
fn what_a_player_arms_while_another_order_answers_is_not_forgotten() {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let id = opened(&store, &clock, "2d grace 6h");
    let way = reached(&store);
    let keeper = TOY.club(way.clone(), clock.clone(), None, None).unwrap();
    let other = Arc::new(club(&store, &clock));
    let types = move |typed: &str| {
        let door = Arc::new(AtTerminal { play: String::new() });
        let visitor = Visitor { player: RED.to_owned(), door, key: String::new(), receipts: None };
        let mut session = other.watch(&id, Lang::En).unwrap().sit(visitor, Some(seat(RED))).unwrap();
        match session.standing_order(typed).unwrap() {
            OrderOutcome::Noted(lines) => lines.join("\n"),
            _ => panic!("{typed}"),
        }
    };
    types("quick when choose then choose 4");
    let arms = types.clone();
    way.between.before("put_note", move || drop(arms("more when act then pass")));
    clock.pass(60);
    keep(&keeper);
    assert!(types("").contains("more"), "{}", types(""));
}

#[test]
fn who_thought_beyond_their_lease_orders_nothing_that_was_ordered_meanwhile() {
    let mut game = Against::of("midshipman");
    let way = reached(&game.store);
    let slow: Arc<Club> =
        Arc::new(GAMES.club(way.clone(), game.clock.clone(), None, None).unwrap().with_computers([4; 32]));
    while game.person_orders() {}
    let before = game.entries().len();
    let quick = club_with(&game.store, &game.clock, 4);
    let (clock, given) = (game.clock.clone(), Arc::new(Mutex::new(0)));
    let counted = given.clone();
    way.between.before("append", move || {
        clock.pass(60);
        *counted.lock().unwrap() = ComputerPlayers::new(quick, Haste::AtOnce).attend().unwrap();
    });
    ComputerPlayers::new(slow, Haste::AtOnce).attend().unwrap();
    assert!(*given.lock().unwrap() > 0, "the other has ordered");
    let entries = game.entries();
    let orders: Vec<_> = entries[before..]
        .iter()
        .filter(|entry| entry.kind == "OrderGiven")
        .map(|entry| (entry.by.clone(), entry.body["prompt"].clone()))
        .collect();
    assert!(!orders.is_empty());
    assert!((1..orders.len()).all(|at| !orders[..at].contains(&orders[at])), "{orders:?}");
}

#[test]
fn who_finds_their_order_done_by_another_knows_what_it_led_to() {
    let store = MemoryStore::new();
    let other: Toys<MemoryStore> = toys(&store, 1);
    let id = open(&other, 1, false);
    let way = reached(&store);
    let tables: Toys<Interposed<Still>> = Tables::new(way.clone(), TestPlatform::new(2));
    let (order, keyed) = (order(&other, &id, "roll"), caller("red").keyed("message-1", 0));
    let (table, same, by) = (id.clone(), order.clone(), keyed.clone());
    way.between.before("append", move || assert!(other.submit(&table, &by, &same).unwrap().is_accepted()));
    assert!(tables.submit(&id, &keyed, &order).unwrap().is_accepted());
    assert_eq!(tables.cached(&id).unwrap().head(), store.head(&id).unwrap());
}
