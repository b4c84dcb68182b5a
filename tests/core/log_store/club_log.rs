//! The leaves and checkpoints of the club's log.

use wardroom::log::club_log::{ClubLog, NewLeaf, StoredCheckpoint, UnloggedTable};
use wardroom::log::{MemoryStore, SqliteStore, Store};

use super::T9;
use crate::log_support::{Scribe, store_all};

every_store! {
    leaves_and_checkpoints_are_added_together
    tables_that_went_on_are_found
}

fn leaf(table: &str, seq: u64) -> NewLeaf {
    NewLeaf { table: table.to_owned(), seq, text: format!("{{\"of\":\"{table}\",\"seq\":{seq}}}") }
}

fn checkpoint(size: u64) -> StoredCheckpoint {
    StoredCheckpoint { size, at: T9.to_owned(), note: format!("a note over {size}\u{2014}") }
}

fn leaves_and_checkpoints_are_added_together(store: &impl Store) {
    assert_eq!((store.last_checkpoint().unwrap(), store.leaves(0..9).unwrap().len()), (None, 0));
    assert!(store.extend_club_log(0, vec![], checkpoint(0)).unwrap());
    let mut scribes = [Scribe::new("goeben-1", 1), Scribe::new("goeben-2", 2)];
    for scribe in &mut scribes {
        store_all(store, vec![scribe.open(), scribe.order()]);
    }
    let first = vec![leaf("goeben-2", 1), leaf("goeben-1", 1), leaf("goeben-2", 9)];
    assert!(store.extend_club_log(0, first.clone(), checkpoint(3)).unwrap());
    // Another process was first.
    assert!(!store.extend_club_log(0, vec![leaf("goeben-1", 9)], checkpoint(1)).unwrap());
    // A leaf of no table is not stored, nor is its checkpoint.
    assert!(store.extend_club_log(3, vec![leaf("goeben-9", 1)], checkpoint(4)).is_err());
    assert_eq!(store.last_checkpoint().unwrap(), Some(checkpoint(3)));
    assert!(store.extend_club_log(3, vec![leaf("goeben-1", 9)], checkpoint(4)).unwrap());
    let all = [first, vec![leaf("goeben-1", 9)]].concat();
    let texts: Vec<String> = all.iter().map(|leaf| leaf.text.clone()).collect();
    assert_eq!(store.leaves(0..u64::MAX).unwrap(), texts);
    assert_eq!(store.leaves(1..3).unwrap(), texts[1..3]);
    assert_eq!(store.leaves_of("goeben-1").unwrap(), [(1, texts[1].clone()), (3, texts[3].clone())]);
    assert_eq!(store.last_checkpoint().unwrap(), Some(checkpoint(4)));
}

fn tables_that_went_on_are_found(store: &impl Store) {
    // Named against their order: the oldest comes first.
    let mut scribes = [Scribe::new("goeben-1", 1), Scribe::new("breslau-2", 2)];
    for scribe in &mut scribes {
        store_all(store, vec![scribe.open()]);
    }
    let unlogged = |table: &str, last: Option<NewLeaf>| UnloggedTable {
        table: table.to_owned(),
        last: last.map(|leaf| leaf.text),
    };
    assert_eq!(store.unlogged_tables().unwrap(), [unlogged("goeben-1", None), unlogged("breslau-2", None)]);
    store.extend_club_log(0, vec![leaf("goeben-1", 1)], checkpoint(1)).unwrap();
    assert_eq!(store.unlogged_tables().unwrap(), [unlogged("breslau-2", None)]);
    store_all(store, vec![scribes[0].order()]);
    let went_on = unlogged("goeben-1", Some(leaf("goeben-1", 1)));
    assert_eq!(store.unlogged_tables().unwrap(), [went_on, unlogged("breslau-2", None)]);
    store.extend_club_log(1, vec![leaf("goeben-1", 9), leaf("breslau-2", 1)], checkpoint(3)).unwrap();
    assert_eq!(store.unlogged_tables().unwrap(), []);
}

/// Whoever can write to the file by a program of their own still cannot change a leaf without taking the triggers away first.
#[test]
fn leaves_and_checkpoints_are_never_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let store = SqliteStore::open(&path).unwrap();
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(&store, vec![scribe.open()]);
    store.extend_club_log(0, vec![leaf("goeben-1", 1)], checkpoint(1)).unwrap();
    drop(store);
    let conn = rusqlite::Connection::open(&path).unwrap();
    for sql in [
        "UPDATE club_log SET text = '{}'",
        "DELETE FROM club_log",
        "INSERT OR REPLACE INTO club_log (place, table_id, seq, text) VALUES (0, 1, 1, '{}')",
        "INSERT OR REPLACE INTO club_log (place, table_id, seq, text) VALUES (1, 1, 1, '{}')",
        "INSERT INTO club_log (place, table_id, seq, text) VALUES (5, 1, 7, '{}')",
        "UPDATE checkpoints SET note = ''",
        "DELETE FROM checkpoints",
        "INSERT OR REPLACE INTO checkpoints (size, at, note) VALUES (1, '', '')",
        "INSERT INTO checkpoints (size, at, note) VALUES (0, '', '')",
    ] {
        assert!(conn.execute(sql, []).is_err(), "{sql}");
    }
}
