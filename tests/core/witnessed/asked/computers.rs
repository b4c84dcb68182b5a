//! Computer players at a witness that answers with errors.

use std::cell::RefCell;
use std::sync::Arc;

use wardroom::club::computer::{ComputerPlayers, Haste};
use wardroom::club::session::OrderOutcome;
use wardroom::club::strength::{COMPUTER, strength_called};
use wardroom::club::{NewTable, Visitor};
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::log::{Entry, Store};
use wardroom::words::Lang;

use super::{Mode, PATIENT, Server, until};
use crate::seats::RED;

/// A request to begin the game waits as an order does.
#[test]
fn computer_players_ask_a_witness_that_refuses_less_and_less_often() {
    let Server { stand, clock, store, club, .. } = Server::new(PATIENT);
    let club = Arc::new(club.with_computers([4; 32]));
    let door = Arc::new(AtTerminal { play: String::new() });
    let visitor = |key: &str| {
        let key = format!("{RED} {key}");
        Visitor { player: RED.to_owned(), door: door.clone(), key, receipts: None }
    };
    let new = NewTable {
        game: "toy".to_owned(),
        options: vec![("dice".to_owned(), "witness".to_owned())],
        opponent: strength_called("midshipman"),
        ..NewTable::default()
    };
    let id = club.open(&visitor("opens"), &new, Lang::En).unwrap();
    let mut session = club.watch(&id, Lang::En).unwrap().sit(visitor("sits"), None).unwrap();
    let given = session.give_luck("seven grey cats").unwrap();
    assert!(matches!(given, OrderOutcome::Accepted { .. }));
    let computers = RefCell::new(ComputerPlayers::new(club.clone(), Haste::Delayed));
    let has = |is_it: fn(&Entry) -> bool| store.read(&id, 1).unwrap().iter().any(is_it);
    let began = || has(|entry| entry.kind == "PlayBegan");
    let ordered = || has(|entry| entry.kind == "OrderGiven" && entry.door.as_deref() == Some(COMPUTER));
    let steps: [(u16, &dyn Fn() -> bool); 2] = [(500, &began), (403, &ordered)];
    for (status, is_done) in steps {
        stand.set(Mode::Says(status, ""));
        let before = stand.asked().len();
        for _ in 0..1800 {
            clock.pass(1);
            computers.borrow_mut().attend().unwrap();
        }
        // At each beat it would be 1,800 times; from four minutes on it is once a minute.
        let tries = stand.asked().len() - before;
        assert!((3..60).contains(&tries), "{tries} tries in half an hour");
        assert!(computers.borrow().is_at_work() && !is_done());
        stand.set(Mode::Answers);
        until(|| {
            clock.pass(10);
            computers.borrow_mut().attend().unwrap();
            is_done()
        });
    }
}
