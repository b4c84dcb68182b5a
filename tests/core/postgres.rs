//! What the PostgreSQL store promises beside what every store does: roles, races, servers that fail, whole games as in
//! memory.

mod changes;
mod games;
mod moving;
mod roles;
mod servers;
mod statements;

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::postgres::{Database, OWNER, database};
use crate::log_support::{ORDER_ENTRIES, Scribe, answer, key, notice, store_all};
use wardroom::log::players::{Address, Player};
use wardroom::log::{Alarms, Append, AppendError, Appended, Fault, Players, PostgresStore, Store};

/// A database with a table of a few entries.
fn with_a_table() -> Database<'static> {
    let database = database();
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(&database.store(), vec![scribe.open(), scribe.order()]);
    database
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_commit_is_counted_and_a_question_is_not() {
    let store = database().store();
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    metrics::with_local_recorder(&recorder, || {
        store
            .put_player(Player { id: "p-1".to_owned(), name: "Ada".to_owned(), ..Player::default() })
            .unwrap();
        store.tables().unwrap();
    });
    let told = recorder.handle().render();
    assert!(told.lines().any(|line| line == "wardroom_commit_seconds_count 1"), "{told}");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn an_order_is_stored_in_three_round_trips() {
    let store = database().store();
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(&store, vec![scribe.open(), scribe.order()]);
    let mut append = scribe.order();
    let seq = scribe.head.seq;
    append.notices = vec![notice(seq, "german"), notice(seq, "british")];
    append.answer = Some(answer(&key("goeben-1", seq), "an order", "done"));
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    metrics::with_local_recorder(&recorder, || store.append(append)).unwrap();
    let told = recorder.handle().render();
    // The table with its head, the answer, and all writes with their commit.
    assert!(told.lines().any(|line| line == "wardroom_database_round_trips_total 3"), "{told}");
}

/// Among five thousand: whoever read a whole table for it would be slow where there are many.
#[test]
#[ignore = "needs PostgreSQL"]
fn one_player_among_many_is_found_by_an_index() {
    let database = with_a_table();
    let many = "FROM generate_series(1, 5000) n";
    for rows in [
        format!("players (id, name) SELECT 'p-' || n, 'Ada' || n {many}"),
        format!("addresses (player_id, kind, value) SELECT 'p-' || n, 'mail', n || '@example.org' {many}"),
        format!("tables_of_players (player_id, table_id) SELECT 'p-' || n, t.id {many}, wardroom.tables t"),
    ] {
        database.sql(OWNER, &format!("INSERT INTO wardroom.{rows}")).unwrap();
    }
    database.sql(OWNER, "ANALYZE wardroom.players, wardroom.addresses, wardroom.tables_of_players").unwrap();
    let store = database.store();
    for number in 1..=10 {
        let id = format!("p-{number}");
        assert_eq!(store.player(&id).unwrap().unwrap().addresses.len(), 1);
        assert_eq!(store.tables_of_player(&id).unwrap(), ["goeben-1"]);
        store.wake_tables_of(&id, "2026-01-01T00:00:00.000Z").unwrap();
        let found = store.player_at(&Address::new("mail", &format!("{number}@example.org"))).unwrap();
        assert_eq!(found.unwrap().id, id);
    }
    // What was read is counted when its connection ends, which takes a moment.
    drop(store);
    let counted =
        "SELECT seq_scan + coalesce(idx_scan, 0) FROM pg_stat_user_tables WHERE relname = 'addresses'";
    let whole = "SELECT string_agg(relname, ', ') FROM pg_stat_user_tables WHERE seq_tup_read >= 5000";
    let judge = format!(
        "DO $$ BEGIN
           WHILE coalesce(({counted}), 0) < 20 LOOP PERFORM pg_sleep(0.05); PERFORM pg_stat_clear_snapshot(); END LOOP;
           IF ({whole}) IS NOT NULL THEN RAISE EXCEPTION 'read whole: %', ({whole}); END IF;
         END $$"
    );
    database.sql(OWNER, &judge).unwrap();
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_store_is_asked_from_any_thread_and_dropped_on_any() {
    let database = with_a_table();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = database.store();
        assert_eq!(store.read("goeben-1", 1).unwrap().len() as u64, 1 + ORDER_ENTRIES);
        drop(store);
    });
}

#[test]
#[ignore = "needs PostgreSQL"]
fn what_no_text_of_the_database_can_hold_is_refused() {
    let store = database().store();
    let error = wardroom::log::Notes::put_note(&store, "discord", "key", "a\0b").unwrap_err();
    assert!(matches!(error, Fault::Unfit(_)), "{error}");
}

/// Orders of several processes at one table, each under a key of its own, until all are stored.
fn race(stores: &[PostgresStore], orders: u32) -> (usize, usize) {
    let conflicts = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for (at, store) in stores.iter().enumerate() {
            let conflicts = &conflicts;
            scope.spawn(move || {
                for number in 0..orders {
                    let mut scribe = Scribe::new("goeben-1", 1);
                    loop {
                        scribe.head = store.stored_head("goeben-1").unwrap();
                        let answer = answer(&key(&format!("racer {at}"), number.into()), "sail", "sailed");
                        match store.append(Append { answer: Some(answer), ..scribe.order() }) {
                            Ok(Appended::Stored(_)) => break,
                            Err(AppendError::Conflict { .. }) => conflicts.fetch_add(1, Ordering::Relaxed),
                            other => panic!("{other:?}"),
                        };
                    }
                }
            });
        }
    });
    (stores.len() * orders as usize, conflicts.into_inner())
}

#[test]
#[ignore = "needs PostgreSQL"]
fn eight_racing_processes_lose_nothing_and_leave_no_gap() {
    let database = with_a_table();
    let stores: Vec<PostgresStore> = (0..8).map(|_| database.store()).collect();
    let (stored, conflicts) = race(&stores, 20);
    let entries = stores[0].read("goeben-1", 1).unwrap();
    assert_eq!(entries.len() as u64, 1 + ORDER_ENTRIES * (1 + stored as u64));
    assert!(conflicts > 0, "nobody met anybody");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn the_same_order_by_many_at_once_is_stored_once() {
    let database = with_a_table();
    let stores: Vec<PostgresStore> = (0..8).map(|_| database.store()).collect();
    for number in 0..10 {
        let head = stores[0].stored_head("goeben-1").unwrap();
        let once = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for (at, store) in stores.iter().enumerate() {
                let once = &once;
                scope.spawn(move || {
                    let mut scribe = Scribe::new("goeben-1", 1);
                    scribe.head = head;
                    let told = answer(&key("one order", number), "sail", &format!("sailed, says {at}"));
                    match store.append(Append { answer: Some(told), ..scribe.order() }).unwrap() {
                        Appended::Stored(_) => once.fetch_add(1, Ordering::Relaxed),
                        Appended::Repeated(_) => 0,
                    };
                });
            }
        });
        assert_eq!(once.into_inner(), 1);
        assert_eq!(stores[0].stored_head("goeben-1").unwrap().seq, head.seq + ORDER_ENTRIES);
    }
}

/// Gives an order until it is stored, by whichever try.
fn give(store: &PostgresStore, table: &str, number: u64) -> Result<(), AppendError> {
    let mut scribe = Scribe::new(table, 1);
    scribe.head = store.stored_head(table)?;
    let told = answer(&key(table, number), "sail", "sailed");
    store.append(Append { answer: Some(told), ..scribe.order() }).map(drop)
}
