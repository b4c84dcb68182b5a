//! Rematches: the same game once more, however many ask, with the players' seats exchanged.

use std::sync::Arc;

use crate::seats::{BLUE, RED, accepted, exported, passes};
use crate::time::two_days;
use crate::toy::*;
use wardroom::game::{Game, Seat};
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Outbox, Store, TimeChange};
use wardroom::table::open::Opened;
use wardroom::table::{OpenTable, OpeningSeat, Rematch, SeatHolding, Tables};

/// A table at which red and blue sit, with terms and a ready check, that red has resigned.
fn over(ready: bool) -> (MemoryStore, Toys<MemoryStore>, String) {
    let store = MemoryStore::new();
    let tables: Toys<MemoryStore> = Tables::new(Arc::new(store.clone()), Clock::new());
    let game = Arc::new(Toy::default());
    let setup = Setup { seats: 2, talk: true };
    let taken = game.seats(&setup).into_iter();
    let taken = taken.map(|seat| OpeningSeat { seat, player: seat.to_string() }).collect();
    let opening =
        OpenTable { game, setup, practice: false, ready, entropy: false, witness: false, seats: taken };
    let Opened::Table { id, .. } = tables.open(&opening, &caller(RED)).unwrap() else { panic!("not opened") };
    let terms = TimeChange::Terms(two_days());
    let ask = accepted(tables.change_time(&id, &caller(RED), seat(RED), &terms));
    accepted(tables.answer_request(&id, &caller(BLUE), seat(BLUE), ask, true));
    if ready {
        accepted(tables.say_ready(&id, &caller(RED), seat(RED), true));
        accepted(tables.say_ready(&id, &caller(BLUE), seat(BLUE), true));
    }
    accepted(tables.resign(&id, &caller(RED), seat(RED)));
    (store, tables, id)
}

fn rematch(tables: &Toys<MemoryStore>, old: &str, who: &str) -> Result<Rematch, String> {
    let old = tables.now(old).unwrap();
    tables.rematch(&old, &caller(who)).unwrap().map_err(|refusal| refusal.reason.to_string())
}

fn places(tables: &Toys<MemoryStore>, id: &str) -> Vec<(String, Option<String>, Option<String>)> {
    let place = |it: SeatHolding| (it.seat.to_string(), it.player, it.offered_to);
    tables.look(id, |table| table.places().map(place).collect()).unwrap()
}

#[test]
fn a_rematch_is_the_same_game_with_the_seats_exchanged() {
    let (store, tables, old) = over(true);
    let Rematch { table: new, seats, owner } = rematch(&tables, &old, BLUE).unwrap();
    assert_eq!((seats, owner.as_deref()), (vec![seat(RED)], Some(BLUE)));
    let some = |name: &str| Some(name.to_owned());
    assert_eq!(
        places(&tables, &new),
        [("red".to_owned(), some(BLUE), None), ("blue".to_owned(), None, some(RED))]
    );
    let read = |id: &str| {
        let facts = |table: &wardroom::table::Table<Toy>| {
            (
                table.opened().options.clone(),
                table.opened().pack.clone(),
                table.terms(),
                table.has_ready_check(),
            )
        };
        tables.look(id, facts).unwrap()
    };
    assert_eq!(read(&new), read(&old));
    assert!(tables.look(&new, |table| table.readiness()).unwrap().is_some(), "they are to be ready again");
    let told = store.unplanned_notices(100).unwrap();
    let invited = told.iter().filter(|notice| notice.table == new && notice.why == "invited");
    assert_eq!(invited.map(|notice| notice.seat.as_str()).collect::<Vec<_>>(), [BLUE]);
    passes(&store, &new);
    crate::common::checker::passes(exported(&store, &new, &LogViewer::Full).as_bytes());
}

#[test]
fn whoever_asks_and_however_often_it_is_one_table() {
    let (store, tables, old) = over(false);
    let first = rematch(&tables, &old, RED).unwrap();
    assert_eq!(rematch(&tables, &old, RED).unwrap(), first);
    let entries = store.head(&first.table).unwrap().seq;
    assert_eq!(rematch(&tables, &old, RED).unwrap(), first);
    assert_eq!(store.head(&first.table).unwrap().seq, entries, "nothing is asked twice");
    let second = rematch(&tables, &old, BLUE).unwrap();
    let sits = Rematch { seats: vec![seat(RED)], ..first.clone() };
    assert_eq!(second, sits, "asking is accepting, and the table stays its opener's");
    assert_eq!(rematch(&tables, &old, BLUE).unwrap(), second);
    assert_eq!(store.tables().unwrap().len(), 2);
    passes(&store, &first.table);
    // Who declines may think better of it, as long as the seat is free.
    let (_, tables, old) = over(false);
    let new = rematch(&tables, &old, RED).unwrap();
    accepted(tables.decline_seat(&new.table, &caller(BLUE), seat(RED)));
    assert_eq!(rematch(&tables, &old, BLUE).unwrap(), Rematch { seats: vec![], ..new.clone() });
    assert_eq!(places(&tables, &new.table)[0].2, None, "and is not asked again");
}

#[test]
fn a_rematch_is_for_those_who_played_and_when_it_is_over() {
    let (_, tables, old) = over(false);
    assert_eq!(rematch(&tables, &old, "eve"), Err("rematch-not-yours".to_owned()));
    let new = rematch(&tables, &old, RED).unwrap().table;
    assert_eq!(rematch(&tables, &new, RED), Err("rematch-not-over".to_owned()));
}

#[test]
fn whoever_played_alone_plays_the_same_seats_again() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, false);
    accepted(tables.close(&id, &caller(RED)));
    let old = tables.now(&id).unwrap();
    let again = tables.rematch(&old, &caller(RED)).unwrap().unwrap();
    assert_eq!(again.seats, [Seat(word(RED))]);
}
