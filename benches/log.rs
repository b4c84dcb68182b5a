//! How much the log costs over a bare SQLite transaction, and what committing together wins. Prints ratios measured in
//! one run: the times themselves are the machine's.
//!
//! `cargo bench --bench log`; with `--profile dev` it needs no release build, and with `--features postgres` it compares
//! SQLite with a PostgreSQL server on the same disk, which must be installed.

#[path = "../tests/log_support/mod.rs"]
mod log_support;
#[cfg(feature = "postgres")]
#[path = "../tests/common/postgres.rs"]
mod postgres;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use log_support::{ORDER_ENTRIES, Scribe};
use rusqlite::{Connection, params};
use wardroom::club::club_log::{Checkpointer, LogSigner};
use wardroom::club::{Club, System};
use wardroom::log::stored::RawEntry;
use wardroom::log::{Append, MemoryStore, SqliteStore, Store};

const ORDERS: usize = 1000;
const WRITERS: usize = 64;
const ORDERS_EACH: usize = 25;
/// Tables of a large club.
const TABLES: usize = 100_000;

fn main() {
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    one_against_bare(folder.path());
    let path = folder.path().join("many.db");
    many_against_one(&SqliteStore::open(&path).expect("a database"));
    checkpoints(SqliteStore::open(&folder.path().join("club.db")).expect("a database"));
    #[cfg(feature = "postgres")]
    two_stores(&SqliteStore::open(&path).expect("a database"));
}

/// Measures a checkpoint of the club's log at a club of many tables, of which some went on since the last.
fn checkpoints(store: SqliteStore) {
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let store = &store;
            scope.spawn(move || {
                (writer..TABLES).step_by(WRITERS).for_each(|at| drop(store.append(table(at).open())));
            });
        }
    });
    let signer = LogSigner::new("club.example/log", [7; 32]).expect("a key");
    let shared: Arc<dyn Store> = Arc::new(store.clone());
    let club = Club::new(vec![], shared, Arc::new(System), None).expect("a club");
    let mut checkpointer = Checkpointer::new(Arc::new(club), signer, None, None);
    // A new table gets its leaf at one of the first checkpoints.
    while checkpointer.sign_next().expect("a checkpoint").is_some() {}
    for went_on in [0, 1, 100, 1000] {
        for at in 0..went_on {
            let mut scribe = table(at * 7);
            scribe.head = store.stored_head(&scribe.table).expect("a head");
            store.append(scribe.order()).expect("an order");
        }
        let begun = Instant::now();
        checkpointer.sign_next().expect("a checkpoint");
        println!("checkpoint of {TABLES} tables, {went_on} went on: {:.1?}", begun.elapsed());
    }
}

/// The log of table number `at`.
fn table(at: usize) -> Scribe {
    Scribe::new(&format!("goeben-{at}"), 1)
}

/// How many orders a second go into either store, which wait for the same disk.
#[cfg(feature = "postgres")]
fn two_stores(sqlite: &SqliteStore) {
    let server = postgres::Server::durable();
    let postgres = server.migrated().store();
    for writers in [1, 8, WRITERS] {
        let orders = WRITERS * ORDERS_EACH / writers;
        let rates = [sqlite as &dyn Store, &postgres]
            .map(|store| orders_per_second(store, &format!("stores-{writers}"), writers, orders));
        println!("{writers} writers: {:.0} orders/s in SQLite, {:.0} in PostgreSQL", rates[0], rates[1]);
    }
}

/// Appends and bare transactions take turns, so that whatever else the machine does meets both.
fn one_against_bare(folder: &Path) {
    let mut scribe = Scribe::new("goeben-1", 1);
    let appends: Vec<Append> =
        std::iter::once(scribe.open()).chain((0..ORDERS).map(|_| scribe.order())).collect();
    let copy = MemoryStore::new();
    log_support::store_all(&copy, appends.clone());
    let raws = copy.read_raw("goeben-1", 1).expect("entries");

    let store = SqliteStore::open(&folder.join("store.db")).expect("a database");
    let bare = bare_connection(&folder.join("bare.db"));
    let (mut stored, mut bared) = (Vec::new(), Vec::new());
    let mut raws = raws.as_slice();
    for append in appends {
        let (rows, rest) = raws.split_at(append.entries.len());
        raws = rest;
        let begun = Instant::now();
        insert_bare(&bare, rows);
        bared.push(begun.elapsed());
        let begun = Instant::now();
        store.append(append).expect("an append");
        stored.push(begun.elapsed());
    }
    let (stored, bared) = (median(stored), median(bared));
    println!(
        "one order of {ORDER_ENTRIES} entries: append {stored:.1?}, bare transaction {bared:.1?} (medians)"
    );
    println!("append / bare transaction: {:.2}", stored.as_secs_f64() / bared.as_secs_f64());
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// The same table with the same durability, and nothing of ours around it.
fn bare_connection(path: &Path) -> Connection {
    drop(SqliteStore::open(path).expect("the schema"));
    let conn = Connection::open(path).expect("a database");
    conn.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF").expect("the same durability");
    conn
}

fn insert_bare(conn: &Connection, rows: &[RawEntry]) {
    let sql = "INSERT INTO entries (table_id, seq, text, digest, chain) VALUES (1, ?1, ?2, ?3, ?4)";
    conn.execute_batch("BEGIN IMMEDIATE").expect("a transaction");
    for raw in rows {
        let values = params![raw.seq, raw.text, raw.digest, raw.chain];
        conn.prepare_cached(sql).and_then(|mut insert| insert.execute(values)).expect("a row");
    }
    conn.execute_batch("COMMIT").expect("a commit");
}

fn many_against_one(store: &SqliteStore) {
    let one = orders_per_second(store, "one", 1, WRITERS * ORDERS_EACH);
    let before = store.commit_counts();
    let many = orders_per_second(store, "many", WRITERS, ORDERS_EACH);
    let after = store.commit_counts();
    let per_commit = (after.orders - before.orders) as f64 / (after.commits - before.commits) as f64;
    println!(
        "{WRITERS} writers: {per_commit:.1} orders a commit, {:.2} times one writer's throughput",
        many / one
    );
}

/// Throughput of `writers` threads, each on its own table.
fn orders_per_second(store: &dyn Store, name: &str, writers: usize, orders: usize) -> f64 {
    let work: Vec<Vec<Append>> = (0..writers)
        .map(|n| {
            let mut scribe = Scribe::new(&format!("{name}-{n}"), 1);
            store.append(scribe.open()).expect("an opening");
            (0..orders).map(|_| scribe.order()).collect()
        })
        .collect();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for appends in work {
            scope.spawn(|| {
                appends.into_iter().for_each(|append| drop(store.append(append).expect("an append")))
            });
        }
    });
    let (elapsed, total) = (begun.elapsed(), writers * orders);
    println!("  {writers} writers: {total} orders in {elapsed:.1?}");
    total as f64 / elapsed.as_secs_f64()
}
