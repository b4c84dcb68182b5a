//! What the log does when disks fill, bits flip, files are cut and processes are killed.

use crate::common::few_and_many;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::log_support::{ORDER_ENTRIES, Scribe, store_all};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rusqlite::Connection;
use serde_json::json;
use wardroom::log::{Append, AppendError, Appended, Entry, Fault, Notes, SqliteStore, Store};

/// Random choices of a test.
fn choices() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(crate::common::seed())
}

/// A folder in memory where there is one: these tests open files by the thousand, and ask nothing of a disk.
fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// A database whose write-ahead log holds nothing but the orders after the first entry, with its files as they are
/// while it is open.
struct Recorded {
    main: Vec<u8>,
    wal: Vec<u8>,
    head: Vec<u8>,
    entries: Vec<Entry>,
    /// How many entries there are after each commit.
    commits: Vec<usize>,
}

fn record(page_bytes: u32, orders: usize) -> Recorded {
    let folder = scratch();
    let path = folder.path().join("log.db");
    let empty = format!("PRAGMA page_size = {page_bytes}; CREATE TABLE t (n); DROP TABLE t; VACUUM");
    Connection::open(&path).unwrap().execute_batch(&empty).unwrap();
    let mut scribe = Scribe::new("goeben-1", 1);
    // Closing it moves the schema and the first entry out of the write-ahead log.
    store_all(&SqliteStore::open(&path).unwrap(), vec![scribe.open()]);
    let store = SqliteStore::open(&path).unwrap();
    let mut commits = vec![1];
    for _ in 0..orders {
        store_all(&store, vec![scribe.order()]);
        commits.push(scribe.head.seq as usize);
    }
    assert_eq!(store.head_file_trouble(), None, "and by now it is written");
    let read = |suffix: &str| fs::read(folder.path().join(format!("log.db{suffix}"))).unwrap();
    let entries = store.read("goeben-1", 1).unwrap();
    Recorded { main: read(""), wal: read("-wal"), head: read(".head"), entries, commits }
}

/// Opens the recorded files with this write-ahead log; returns how many entries are left, having checked them.
fn reopen(recorded: &Recorded, folder: &Path, wal: &[u8], place: &str) -> usize {
    let path = folder.join("log.db");
    for old in fs::read_dir(folder).unwrap() {
        fs::remove_file(old.unwrap().path()).unwrap();
    }
    fs::write(&path, &recorded.main).unwrap();
    fs::write(folder.join("log.db-wal"), wal).unwrap();
    fs::write(folder.join("log.db.head"), &recorded.head).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    let left = store.read("goeben-1", 1).unwrap();
    assert_eq!(left, recorded.entries[..left.len()], "{place}: not a prefix");
    assert!(recorded.commits.contains(&left.len()), "{place}: half an order is left, {} entries", left.len());
    assert_eq!(store.head("goeben-1").unwrap().seq as usize, left.len(), "{place}");
    let lost = store.lost_tails().unwrap();
    if left.len() == recorded.entries.len() {
        assert_eq!(lost, [], "{place}");
    } else {
        assert!(
            matches!(&lost[..], [Fault::LostTail { table, .. }] if table == "goeben-1"),
            "{place}: {lost:?}"
        );
    }
    left.len()
}

few_and_many!(
    a_write_ahead_log_cut_at_any_length_leaves_whole_orders_and_the_loss_is_noticed: 23, 1;
    a_long_write_ahead_log_cut_anywhere_leaves_whole_orders_and_the_loss_is_noticed: 9973, 997;
    every_flipped_bit_of_an_entry_or_its_hashes_is_noticed_and_named: 31, 1;
    every_flipped_bit_of_a_seed_or_a_pack_is_noticed: 11, 1;
);

fn a_write_ahead_log_cut_at_any_length_leaves_whole_orders_and_the_loss_is_noticed(every: usize) {
    let recorded = record(512, 2);
    let folder = scratch();
    let mut last = 0;
    for length in (0..recorded.wal.len()).step_by(every).chain([recorded.wal.len()]) {
        let left = reopen(&recorded, folder.path(), &recorded.wal[..length], &format!("cut at {length}"));
        assert!(left >= last, "cut at {length}: a longer file holds less");
        last = left;
    }
    assert_eq!(last, recorded.entries.len());
    println!("{} lengths", recorded.wal.len() + 1);
}

fn a_long_write_ahead_log_cut_anywhere_leaves_whole_orders_and_the_loss_is_noticed(every: usize) {
    let recorded = record(4096, 30);
    let folder = scratch();
    let mut last = 0;
    for length in (0..recorded.wal.len()).step_by(every).chain([recorded.wal.len()]) {
        let left = reopen(&recorded, folder.path(), &recorded.wal[..length], &format!("cut at {length}"));
        assert!(left >= last, "cut at {length}: a longer file holds less");
        last = left;
    }
    assert_eq!(last, recorded.entries.len());
}

#[test]
fn one_flipped_bit_in_the_write_ahead_log_is_noticed() {
    let recorded = record(4096, 10);
    let folder = scratch();
    let mut choices = choices();
    let mut lost = 0;
    for _ in 0..300 {
        let mut wal = recorded.wal.clone();
        let place = choices.next_u32() as usize % wal.len();
        wal[place] ^= 1 << (choices.next_u32() % 8);
        let left = reopen(&recorded, folder.path(), &wal, &format!("byte {place}"));
        lost += usize::from(left < recorded.entries.len());
    }
    println!("{lost} of 300 flips cost entries, and each was noticed");
    assert!(lost > 0);
}

fn closed_log(orders: usize) -> (tempfile::TempDir, PathBuf, Vec<Entry>) {
    let folder = scratch();
    let path = folder.path().join("log.db");
    let mut scribe = Scribe::new("goeben-1", 1);
    let store = SqliteStore::open(&path).unwrap();
    store_all(&store, vec![scribe.open()]);
    (0..orders).for_each(|_| store_all(&store, vec![scribe.order()]));
    let entries = store.read("goeben-1", 1).unwrap();
    (folder, path, entries)
}

/// Flips one bit of a stored value, as a bad disk would: the triggers do not see it.
fn flip(path: &Path, table: &str, column: &str, filter: &str, bit: usize) -> bool {
    let conn = Connection::open(path).unwrap();
    conn.execute_batch(
        "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;
         DROP TRIGGER IF EXISTS entries_no_update; DROP TRIGGER IF EXISTS packs_no_update;
         DROP TRIGGER IF EXISTS tables_no_update;",
    )
    .unwrap();
    let sql = format!("SELECT CAST({column} AS BLOB), typeof({column}) FROM {table} WHERE {filter}");
    let (mut bytes, kind): (Vec<u8>, String) =
        conn.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    if bit / 8 >= bytes.len() {
        return false;
    }
    bytes[bit / 8] ^= 1 << (bit % 8);
    conn.execute(
        &format!("UPDATE {table} SET {column} = CAST(?1 AS {}) WHERE {filter}", kind.to_uppercase()),
        [bytes],
    )
    .unwrap();
    true
}

fn every_flipped_bit_of_an_entry_or_its_hashes_is_noticed_and_named(every: usize) {
    let (_folder, path, entries) = closed_log(2);
    let mut flips = 0;
    for seq in [1, 7, entries.len()] {
        for column in ["text", "digest", "chain"] {
            for bit in (0..).step_by(every) {
                let filter = format!("seq = {seq}");
                if !flip(&path, "entries", column, &filter, bit) {
                    break;
                }
                let store = SqliteStore::open(&path).unwrap();
                let error = store.read("goeben-1", 1).unwrap_err();
                let named = format!("table goeben-1 is damaged at entry {seq}:");
                assert!(error.to_string().starts_with(&named), "{column}, bit {bit}: {error}");
                assert_eq!(store.head("goeben-1").is_err(), seq == entries.len(), "{column}, bit {bit}");
                drop(store);
                assert!(flip(&path, "entries", column, &filter, bit), "flipped back");
                flips += 1;
            }
        }
    }
    println!("{flips} bits");
    assert_eq!(SqliteStore::open(&path).unwrap().read("goeben-1", 1).unwrap(), entries);
}

fn every_flipped_bit_of_a_seed_or_a_pack_is_noticed(every: usize) {
    let (_folder, path, _) = closed_log(1);
    let scribe = Scribe::new("goeben-1", 1);
    for (table, column) in [("tables", "seed"), ("packs", "text")] {
        for bit in (0..).step_by(every) {
            if !flip(&path, table, column, "1", bit) {
                break;
            }
            let store = SqliteStore::open(&path).unwrap();
            let noticed = if table == "tables" {
                store.seed("goeben-1").err()
            } else {
                store.pack(scribe.pack.hash()).err()
            };
            assert!(
                matches!(noticed, Some(Fault::Damaged { .. } | Fault::BadPack { .. })),
                "{column}, bit {bit}: {noticed:?}"
            );
            drop(store);
            assert!(flip(&path, table, column, "1", bit), "flipped back");
        }
    }
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.seed("goeben-1").unwrap(), Some(scribe.seed));
    assert_eq!(store.pack(scribe.pack.hash()).unwrap(), Some(scribe.pack));
}

#[test]
fn a_flipped_bit_anywhere_in_the_file_never_passes_for_the_log() {
    let (folder, path, entries) = closed_log(3);
    let (good, head) = (fs::read(&path).unwrap(), fs::read(folder.path().join("log.db.head")).unwrap());
    let mut choices = choices();
    let mut outcomes = BTreeMap::<&str, u32>::new();
    for _ in 0..500 {
        let mut bytes = good.clone();
        let place = choices.next_u32() as usize % bytes.len();
        bytes[place] ^= 1 << (choices.next_u32() % 8);
        let _ = fs::remove_file(folder.path().join("log.db-wal"));
        let _ = fs::remove_file(folder.path().join("log.db-shm"));
        fs::write(&path, &bytes).unwrap();
        fs::write(folder.path().join("log.db.head"), &head).unwrap();
        let outcome = match SqliteStore::open(&path) {
            Err(_) => "refused to open",
            Ok(store) => match (store.read("goeben-1", 1), store.lost_tails()) {
                (Err(_), _) | (_, Err(_)) => "the fault was named",
                (Ok(read), _) if read == entries => "what was hit is not the log",
                (Ok(_), Ok(lost)) if !lost.is_empty() => "the head file noticed",
                (Ok(read), _) => panic!("byte {place}: {} entries passed for the log", read.len()),
            },
        };
        *outcomes.entry(outcome).or_default() += 1;
    }
    println!("{outcomes:?}");
    assert!(outcomes.len() > 1);
}

#[test]
fn a_full_disk_is_told_stores_nothing_and_is_over_when_there_is_room() {
    let folder = scratch();
    let store = SqliteStore::open(&folder.path().join("log.db")).unwrap();
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(&store, vec![scribe.open(), scribe.order()]);
    store.limit_pages(1).unwrap(); // it cannot be smaller than it is
    let big = |scribe: &mut Scribe| {
        let mut append = Append::new("goeben-1", scribe.head, Vec::new());
        for _ in 0..20 {
            let entry = scribe.next("ShipMoved", json!({"pad": "x".repeat(10_000)}));
            scribe.push(entry, &mut append.entries);
        }
        append
    };
    let before = scribe.head;
    let append = big(&mut scribe);
    assert_eq!(store.check_storing(), Ok(()));
    for _ in 0..3 {
        let error = store.append(append.clone()).unwrap_err();
        assert!(matches!(error, AppendError::Fault(Fault::NoRoom { .. })), "{error}");
        assert_eq!(store.head("goeben-1").unwrap(), before);
        assert_eq!(store.read("goeben-1", 1).unwrap().len() as u64, before.seq);
        // There is room for a small note, and none for an order.
        store.put_note("health", "written", "").unwrap();
        assert!(matches!(store.check_storing(), Err(Fault::NoRoom { .. })));
    }
    store.limit_pages(100_000).unwrap();
    assert_eq!(store.check_storing(), Ok(()));
    assert_eq!(store.notes("health", "").unwrap(), [("written".to_owned(), String::new())]);
    assert_eq!(store.append(append), Ok(Appended::Stored(scribe.head)));
    assert_eq!(store.read("goeben-1", 1).unwrap().len() as u64, scribe.head.seq);
    assert_eq!(store.lost_tails().unwrap(), []);

    // Whatever else finds none, an order may not find any either.
    store.limit_pages(1).unwrap();
    let filling = "x".repeat(60_000);
    let full = (0..).find_map(|number| store.put_note("filling", &number.to_string(), &filling).err());
    assert!(matches!(full, Some(Fault::NoRoom { .. })));
    assert!(matches!(store.check_storing(), Err(Fault::NoRoom { .. })));
}

// Processes that are killed: this binary runs itself.

const CHILD_DB: &str = "WARDROOM_TEST_CHILD_DB";
const CHILD_TABLES: [&str; 3] = ["goeben-0", "goeben-1", "goeben-2"];

/// Not a promise: the process that the tests below start, kill and start again. Appends to all tables at once, and
/// says so after each append.
#[test]
fn child_that_appends() {
    let Ok(path) = std::env::var(CHILD_DB) else { return };
    let store = SqliteStore::open(Path::new(&path)).unwrap();
    std::thread::scope(|scope| {
        for (n, table) in CHILD_TABLES.into_iter().enumerate() {
            let store = &store;
            scope.spawn(move || {
                let mut scribe = Scribe::new(table, n as u8);
                loop {
                    scribe.head = store.head(table).unwrap();
                    let append = if scribe.head.seq == 0 { scribe.open() } else { scribe.order() };
                    match store.append(append) {
                        Ok(_) => println!("acknowledged {table} {}", scribe.head),
                        Err(AppendError::Conflict { .. }) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
    });
}

fn start_child(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "log_faults::child_that_appends", "--nocapture", "--test-threads=1"])
        .env(CHILD_DB, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The head acknowledged in a line of a child, if it is such a line.
fn acknowledged(line: &str) -> Option<(String, wardroom::log::Head)> {
    // The test harness writes its own words before the first.
    let (_, rest) = line.split_once("acknowledged ")?;
    let (table, head) = rest.split_once(' ')?;
    Some((table.to_owned(), head.parse().ok()?))
}

#[test]
fn a_killed_process_loses_nothing_it_acknowledged_and_leaves_nothing_half_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let mut choices = choices();
    let mut newest = BTreeMap::new();
    for round in 0..24 {
        let mut child = start_child(&path);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let heard_before_kill = 1 + choices.next_u32() % 60;
        let mut heard = 0;
        while heard < heard_before_kill {
            let line = lines.next().expect("the child goes on until it is killed").unwrap();
            heard += u32::from(acknowledged(&line).map(|(table, head)| newest.insert(table, head)).is_some());
        }
        // Somewhere within the next commits, not only right after one.
        (0..choices.next_u32() % 200_000).for_each(|n| {
            std::hint::black_box(n);
        });
        child.kill().unwrap();
        // Whatever it acknowledged before it died counts too.
        for line in lines.map_while(Result::ok) {
            newest.extend(acknowledged(&line));
        }
        child.wait().unwrap();

        let store = SqliteStore::open(&path).unwrap();
        assert_eq!(store.lost_tails().unwrap(), [], "round {round}");
        for (table, head) in &newest {
            let raws = store.read_raw(table, head.seq).unwrap();
            let there = raws.first().unwrap_or_else(|| panic!("round {round}: {table} {head} is missing"));
            assert_eq!((there.seq, there.chain), (head.seq, head.chain), "round {round}: {table}");
            let entries = store.read(table, 1).unwrap().len() as u64;
            assert_eq!((entries - 1) % ORDER_ENTRIES, 0, "round {round}: {table} has half an order");
        }
    }
    newest.iter().for_each(|(table, head)| println!("{table} {head}"));
}

#[test]
fn two_processes_on_one_file_append_without_gap_or_loss() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let mut children = [start_child(&path), start_child(&path)];
    let mut newest = BTreeMap::<String, wardroom::log::Head>::new();
    let heard: Vec<_> = children
        .iter_mut()
        .map(|child| {
            let lines = BufReader::new(child.stdout.take().unwrap()).lines();
            lines.map_while(Result::ok).filter_map(|line| acknowledged(&line)).take(150).collect::<Vec<_>>()
        })
        .collect();
    for child in &mut children {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let mut seen = std::collections::BTreeSet::new();
    for (table, head) in heard.into_iter().flatten() {
        assert!(seen.insert((table.clone(), head.seq)), "{table} {head} was acknowledged twice");
        let newer = newest.get(&table).is_none_or(|old| old.seq < head.seq);
        newer.then(|| newest.insert(table, head));
    }
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.lost_tails().unwrap(), []);
    for (table, head) in newest {
        let there = store.read_raw(&table, head.seq).unwrap();
        assert_eq!(there[0].chain, head.chain, "{table}");
        assert_eq!((store.read(&table, 1).unwrap().len() as u64 - 1) % ORDER_ENTRIES, 0);
    }
}
