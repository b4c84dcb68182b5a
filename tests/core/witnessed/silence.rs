//! A witness that does not answer for one table: whose time stands still meanwhile, and for how long after that.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use wardroom::log::{MemoryStore, TimeChange};
use wardroom::pace::{Overdue, Terms};
use wardroom::table::{Caller, Platform, TableCommand, Tables};

use super::{House, Near, Way, desk, open};
use crate::common::commands::Commands;
use crate::entropy::words;
use crate::seats::{BLUE, RED, accepted, refused};
use crate::toy::*;

const MINUTE: i64 = 60;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// A table of two at a witness, whose decisions have a day and no grace, by a clock that goes as the test says.
fn timed() -> (House, Arc<Clock>) {
    let clock = Clock::new();
    let house = House::by(clock.clone()).begin();
    agree(&house);
    (house, clock)
}

fn agree(house: &House) {
    let terms = Terms { overdue: Overdue::Claim, ..Terms::default().changed("1d grace none", None).unwrap() };
    let change = TimeChange::Terms(terms);
    let ask = accepted(house.tables.change_time(&house.id, &caller(RED), seat(RED), &change));
    accepted(house.tables.answer_request(&house.id, &caller(BLUE), seat(BLUE), ask, true));
}

/// Returns whether the time of a seat expires now.
fn expires(house: &House, who: &'static str) -> bool {
    let asked = asked(&house.tables, &house.id);
    let prompt = asked.iter().find(|asked| asked.prompt.seat == seat(who)).unwrap().number;
    house.tables.expire(&house.id, seat(who), prompt, DateTime::<Utc>::UNIX_EPOCH, None).unwrap()
}

#[test]
fn time_stands_still_at_the_table_whose_order_was_not_witnessed() {
    let (house, clock) = timed();
    clock.pass(DAY - HOUR);
    house.near.set(Way::Silent);
    assert_eq!(refused(house.chooses(RED, 4)), "witness-silent");
    clock.pass(3 * HOUR);
    assert!(!expires(&house, RED) && !expires(&house, BLUE));
    house.near.set(Way::Open);
    assert!(!expires(&house, RED), "the witness answers again, and owes three hours");
    clock.pass(2 * HOUR);
    assert!(!expires(&house, RED));
    accepted(house.chooses(RED, 4));
    clock.pass(HOUR - MINUTE);
    assert!(!expires(&house, BLUE));
    clock.pass(MINUTE);
    assert!(expires(&house, BLUE), "and nothing is owed any more");
    house.log();
}

#[test]
fn an_outage_that_ends_with_an_order_is_owed_as_well() {
    let (house, clock) = timed();
    house.near.set(Way::Silent);
    assert_eq!(refused(house.chooses(RED, 4)), "witness-silent");
    clock.pass(DAY + HOUR);
    house.near.set(Way::Open);
    accepted(house.chooses(RED, 4));
    clock.pass(DAY - MINUTE);
    assert!(!expires(&house, BLUE), "a day is the most that is owed");
    clock.pass(MINUTE);
    assert!(expires(&house, BLUE));
}

#[test]
fn an_outage_that_nobody_tried_begins_when_a_deadline_finds_it() {
    let (house, clock) = timed();
    clock.pass(DAY);
    house.near.set(Way::Silent);
    assert!(!expires(&house, RED));
    clock.pass(HOUR);
    house.near.set(Way::Open);
    assert!(!expires(&house, RED));
    clock.pass(HOUR);
    assert!(expires(&house, RED));
}

/// An earlier answer that is repeated says nothing of an order that it refuses.
#[test]
fn a_witness_that_refuses_an_order_stops_its_clock_whatever_else_it_answers() {
    let (house, clock) = timed();
    house.near.set(Way::Full);
    assert_eq!(refused(house.chooses(RED, 4)), "witness-wrong");
    clock.pass(DAY);
    assert!(!expires(&house, RED));
    // Each further try holds the time for a day; who does not try any more holds it no longer.
    assert_eq!(refused(house.chooses(RED, 4)), "witness-wrong");
    clock.pass(DAY);
    assert!(!expires(&house, RED));
    clock.pass(MINUTE);
    assert!(expires(&house, RED));
    house.near.set(Way::Open);
    accepted(house.chooses(RED, 4));
    house.log();
}

#[test]
fn a_restart_forgets_no_silence_and_begins_with_a_question() {
    let (house, clock) = timed();
    house.near.set(Way::Silent);
    assert_eq!(refused(house.chooses(RED, 4)), "witness-silent");
    clock.pass(DAY);
    // A process that was started anew, or another one over the same database.
    let near = Near::by(house.near.desk.clone(), clock.clone());
    let tables = Tables::new(Arc::new(house.store.clone()), near.clone());
    let folder = tempfile::tempdir().unwrap();
    let anew = House { store: house.store.clone(), near, tables, id: house.id.clone(), folder };
    let before = anew.near.sent.lock().unwrap().len();
    assert!(!expires(&anew, RED), "the day of the silence is owed");
    assert_eq!(anew.near.sent.lock().unwrap().len(), before + 1, "it asks before anything expires");
    clock.pass(DAY);
    assert!(expires(&anew, RED));
    // One that finds the witness silent lets nothing expire either.
    anew.near.set(Way::Silent);
    assert!(!expires(&anew, BLUE));
}

#[test]
fn a_witness_that_lost_one_table_stops_the_clock_of_that_table_alone() {
    let (house, clock) = timed();
    let lost = house.id.clone();
    accepted(house.chooses(RED, 4));
    accepted(house.chooses(BLUE, 9));
    let folder = tempfile::tempdir().unwrap();
    let near = Near::by(desk(folder.path()), clock.clone());
    let tables = Tables::new(Arc::new(house.store.clone()), near.clone());
    let id = open(&tables).unwrap();
    let mut other = House { store: house.store.clone(), near, tables, id, folder };
    accepted(other.gives(RED, words(RED, "seven grey cats", false)));
    accepted(other.gives(BLUE, words(BLUE, "a dog", false)));
    agree(&other);
    clock.pass(DAY);
    assert!(expires(&other, RED));
    other.id = lost;
    let order = order(&other.tables, &other.id, "roll");
    let reply = other.tables.submit(&other.id, &caller(order.seat.as_str()), &order);
    assert_eq!(refused(reply), "witness-forgot");
    let (who, prompt) = (order.seat, order.prompt);
    let expires = || other.tables.expire(&other.id, who, prompt, DateTime::<Utc>::UNIX_EPOCH, None).unwrap();
    for _ in 0..5 {
        assert!(!expires());
        clock.pass(DAY);
    }
    // The players may agree to do without it, and then time goes on.
    let own = |who| TableCommand::UseOwnDice { seat: seat(who) };
    let number = accepted(other.gives(RED, own(RED)));
    let answer = TableCommand::AnswerRequest { seat: seat(BLUE), number, agrees: true };
    accepted(other.gives(BLUE, answer));
    assert!(expires());
}

#[test]
fn a_server_that_asks_another_witness_lets_nothing_expire() {
    let (house, clock) = timed();
    let plain: Toys<MemoryStore> = Tables::new(Arc::new(house.store.clone()), clock.clone());
    let order = TableCommand::Order(house.choice(RED, 4));
    assert_eq!(refused(plain.gives(&house.id, &caller(RED), order)), "witness-elsewhere");
    clock.pass(DAY);
    let prompt = house.choice(RED, 4).prompt;
    let gone = |tables: &Toys<MemoryStore>| {
        tables.expire(&house.id, seat(RED), prompt, DateTime::<Utc>::UNIX_EPOCH, None).unwrap()
    };
    assert!(!gone(&plain), "nothing expires where every order is refused");
    assert!(!gone(&house.tables), "nor as long after that");
    clock.pass(DAY);
    assert!(gone(&house.tables));
}

/// The set-up of a table whose pace ends the wait for players asks the witness as any other does.
#[test]
fn a_wait_does_not_end_while_the_witness_does_not_answer() {
    let clock = Clock::new();
    let house = House::by(clock.clone());
    agree(&house);
    accepted(house.gives(RED, words(RED, "seven grey cats", false)));
    let since = house.tables.look(&house.id, |table| table.time(clock.now()).unready[0].prompt).unwrap();
    let not_before = DateTime::<Utc>::UNIX_EPOCH;
    let ends =
        || house.tables.gives(&house.id, &Caller::program(), TableCommand::EndWait { since, not_before });
    clock.pass(DAY);
    house.near.set(Way::Silent);
    let before = house.full();
    assert_eq!(refused(ends()), "witness-silent");
    assert_eq!(house.full(), before);
    house.near.set(Way::Open);
    accepted(ends());
    let log = house.log();
    let at = log.at("WaitEnded", 0);
    assert_eq!(log.entries[at + 2]["kind"], "DiceWitnessed");
}
