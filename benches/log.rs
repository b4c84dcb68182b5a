//! How much the log costs over a bare SQLite transaction, and what committing together wins. Prints ratios measured in
//! one run: the times themselves are the machine's.
//!
//! `cargo bench --bench log`; with `--profile dev` it needs no release build.

#[path = "../tests/log_support/mod.rs"]
mod log_support;

use std::path::Path;
use std::time::{Duration, Instant};

use log_support::{ORDER_ENTRIES, Scribe};
use rusqlite::{Connection, params};
use wardroom::log::store::RawEntry;
use wardroom::log::{Append, SqliteStore, Store};

const ORDERS: usize = 400;
const WRITERS: usize = 64;
const ORDERS_EACH: usize = 25;
const ROUNDS: usize = 5;

fn main() {
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    let rounds = (0..ROUNDS).map(|round| bare_against_store(&folder.path().join(format!("{round}.db"))));
    let mut ratios: Vec<f64> = rounds.collect();
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ROUNDS / 2];
    println!("append of one order of {ORDER_ENTRIES} entries / same rows in a bare transaction: {median:.2}");
    many_against_one(&folder.path().join("many.db"));
}

/// The time of appends over that of bare transactions with the same rows and durability.
fn bare_against_store(path: &Path) -> f64 {
    let store = SqliteStore::open(path).expect("a database");
    let mut scribe = Scribe::new("goeben-1", 1);
    store.append(scribe.open()).expect("an opening");
    let orders: Vec<Append> = (0..ORDERS).map(|_| scribe.order()).collect();
    let begun = Instant::now();
    for order in orders {
        store.append(order).expect("an append");
    }
    let stored = begun.elapsed();
    let raws = store.read_raw("goeben-1", 1).expect("entries");
    drop(store);
    let bare = bare(&path.with_extension("bare"), &raws);
    println!("  {ORDERS} orders: store {stored:.1?}, bare {bare:.1?}");
    stored.as_secs_f64() / bare.as_secs_f64()
}

fn bare(path: &Path, raws: &[RawEntry]) -> Duration {
    drop(SqliteStore::open(path).expect("the schema"));
    let conn = Connection::open(path).expect("a database");
    conn.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF").expect("the same durability");
    let sql = "INSERT INTO entries (table_id, seq, text, digest, chain) VALUES (1, ?1, ?2, ?3, ?4)";
    let insert = |raw: &RawEntry| {
        let values = params![raw.seq, raw.text, raw.digest, raw.chain];
        conn.prepare_cached(sql).and_then(|mut insert| insert.execute(values)).expect("a row");
    };
    insert(&raws[0]);
    let begun = Instant::now();
    for rows in raws[1..].chunks(ORDER_ENTRIES as usize) {
        conn.execute_batch("BEGIN IMMEDIATE").expect("a transaction");
        rows.iter().for_each(insert);
        conn.execute_batch("COMMIT").expect("a commit");
    }
    begun.elapsed()
}

fn many_against_one(path: &Path) {
    let store = SqliteStore::open(path).expect("a database");
    let (one, _) = orders_per_second(&store, "one", 1, ORDERS);
    let (many, per_commit) = orders_per_second(&store, "many", WRITERS, ORDERS_EACH);
    println!(
        "{WRITERS} writers: {per_commit:.1} orders a commit, {:.2} times one writer's throughput",
        many / one
    );
}

/// Throughput of `writers` threads, each on its own table, and orders per commit.
fn orders_per_second(store: &SqliteStore, name: &str, writers: usize, orders: usize) -> (f64, f64) {
    let work: Vec<Vec<Append>> = (0..writers)
        .map(|n| {
            let mut scribe = Scribe::new(&format!("{name}-{n}"), 1);
            store.append(scribe.open()).expect("an opening");
            (0..orders).map(|_| scribe.order()).collect()
        })
        .collect();
    let before = store.commit_counts();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for appends in work {
            scope.spawn(|| {
                appends.into_iter().for_each(|append| drop(store.append(append).expect("an append")))
            });
        }
    });
    let elapsed = begun.elapsed();
    let (after, total) = (store.commit_counts(), (writers * orders) as f64);
    let per_commit = (after.orders - before.orders) as f64 / (after.commits - before.commits) as f64;
    println!("  {writers} writers: {total} orders in {elapsed:.1?}, {per_commit:.1} orders a commit");
    (total / elapsed.as_secs_f64(), per_commit)
}
