//! Tables that look for players: who says so, what stands in the list of open seats, and logs that say otherwise.

use crate::audit_seats::like;
use crate::seats::{BLUE, RED, accepted, exported, passes, refused, table};
use crate::tamper::{Log, audited};
use crate::toy::*;
use serde_json::json;
use wardroom::log::MemoryStore;
use wardroom::log::visibility::LogViewer;
use wardroom::table::Vacancy;

/// Red sits at a table whose blue seat is free.
fn half_full() -> (MemoryStore, Toys<MemoryStore>, String) {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = table(&tables, false, false);
    (store, tables, id)
}

fn vacancy(tables: &Toys<MemoryStore>, id: &str) -> Option<Vacancy> {
    tables.look(id, |table| table.vacancy()).unwrap()
}

#[test]
fn a_table_looks_for_players_until_its_seats_are_taken() {
    let (store, tables, id) = half_full();
    let seek = |who: &'static str, sought| tables.seek_players(&id, &caller(who), seat(who), sought);
    assert_eq!(vacancy(&tables, &id), None, "a free seat alone is no search");
    assert_eq!(refused(seek(BLUE, true)), "not-your-seat");
    assert_eq!(refused(seek(RED, false)), "players-not-sought");
    accepted(seek(RED, true));
    assert_eq!(refused(seek(RED, true)), "players-sought");
    assert_eq!(vacancy(&tables, &id).unwrap().seats, [seat(BLUE)]);
    assert_eq!(vacancy(&toys(&store, 9), &id), vacancy(&tables, &id), "folded anew");
    accepted(seek(RED, false));
    assert_eq!(vacancy(&tables, &id), None);
    accepted(seek(RED, true));
    // A seat that is kept for somebody is not open.
    accepted(tables.offer_seat(&id, &caller(RED), seat(RED), seat(BLUE), "ann"));
    assert_eq!(vacancy(&tables, &id), None);
    accepted(tables.withdraw_offer(&id, &caller(RED), seat(RED), seat(BLUE)));
    accepted(tables.take_seat(&id, &caller("ann"), seat(BLUE)));
    assert_eq!(vacancy(&tables, &id), None);
    accepted(seek(RED, false));
    assert_eq!(refused(seek(RED, true)), "no-free-seat");
    passes(&store, &id);
    crate::common::checker::passes(exported(&store, &id, &LogViewer::Full).as_bytes());
}

#[test]
fn a_search_that_nobody_could_begin_is_named() {
    let (store, tables, id) = half_full();
    accepted(tables.seek_players(&id, &caller(RED), seat(RED), true));
    accepted(tables.take_seat(&id, &caller(BLUE), seat(BLUE)));
    accepted(tables.resign(&id, &caller(BLUE), seat(BLUE)));
    let whole = Log::of(&exported(&store, &id, &LogViewer::Full));
    assert!(audited::<Toy>(&whole.text()).rules.is_ok());
    let fails = |what: &str, tamper: &dyn Fn(&mut Log, usize)| {
        let mut log = Log::of(&exported(&store, &id, &LogViewer::Full));
        let at = log.at("PlayersSought", 0);
        tamper(&mut log, at);
        let found = audited::<Toy>(&log.text());
        let verdict = if found.integrity.is_failed() { found.integrity } else { found.rules };
        assert!(verdict.is_failed(), "{what}: {verdict}");
    };
    fails("by a stranger", &|log, at| log.entries[at]["by"] = json!({ "player": "eve", "seat": "red" }));
    fails("one that ends what has not begun", &|log, at| log.entries[at]["body"]["sought"] = false.into());
    fails("twice", &|log, at| {
        let again = like(log, at, "PlayersSought", json!({ "sought": true }));
        log.entries.insert(at, again);
    });
    fails("where every seat is taken", &|log, at| {
        let moved = log.entries.remove(at);
        log.entries.insert(at + 1, moved);
    });
}
