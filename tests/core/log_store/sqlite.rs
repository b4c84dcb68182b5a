//! What the SQLite file promises besides: it outlives its store, is not changed, and is whole.

use crate::log_support::{Scribe, store_all};
use rusqlite::Connection;
use wardroom::log::players::{DISCORD, MAIL, Player};
use wardroom::log::{AppendError, Fault, Head, Players, SqliteStore, Store};

use super::{append_until_stored, player, sqlite_log};

#[test]
fn a_log_outlives_its_store() {
    let (_folder, path) = sqlite_log();
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.read("goeben-1", 1).unwrap().len(), 9);
    assert_eq!(store.lost_tails().unwrap(), []);
    assert_eq!(store.head_file().read().heads["goeben-1"], store.head("goeben-1").unwrap());
    assert_eq!(store.head_file_trouble(), None);
}

#[test]
fn two_stores_on_one_file_see_each_other() {
    let (_folder, path) = sqlite_log();
    let (one, two) = (SqliteStore::open(&path).unwrap(), SqliteStore::open(&path).unwrap());
    std::thread::scope(|scope| {
        for store in [&one, &two] {
            scope.spawn(|| (0..20).for_each(|_| append_until_stored(store)));
        }
    });
    assert_eq!(one.read("goeben-1", 1).unwrap().len(), 9 + 40 * 8);
    assert_eq!(one.head("goeben-1").unwrap(), two.head("goeben-1").unwrap());
    assert_eq!((one.head_file_trouble(), two.head_file_trouble()), (None, None));
    assert_eq!(one.head_file().read().heads["goeben-1"], two.head("goeben-1").unwrap());
    assert_eq!(two.lost_tails().unwrap(), []);
}

#[test]
fn entries_packs_and_tables_cannot_be_changed_in_the_database() {
    let (_folder, path) = sqlite_log();
    let before = SqliteStore::open(&path).unwrap().read_raw("goeben-1", 1).unwrap();
    let conn = Connection::open(&path).unwrap();
    for sql in [
        "UPDATE entries SET text = '{}' WHERE seq = 3",
        "UPDATE entries SET chain = zeroblob(32)",
        "DELETE FROM entries",
        "DELETE FROM entries WHERE seq = 9",
        "INSERT OR REPLACE INTO entries SELECT table_id, seq, '{}', kind, at, cause, digest, chain FROM entries WHERE seq = 9",
        "INSERT INTO entries SELECT table_id, 11, text, kind, at, cause, digest, chain FROM entries WHERE seq = 9",
        "UPDATE packs SET text = '{}'",
        "DELETE FROM packs",
        "INSERT OR REPLACE INTO packs SELECT hash, '{}' FROM packs",
        "UPDATE tables SET seed = zeroblob(32)",
        "DELETE FROM tables",
        "INSERT OR REPLACE INTO tables SELECT id, name, pack, zeroblob(32), NULL FROM tables",
        "INSERT OR REPLACE INTO tables SELECT 77, name, pack, zeroblob(32), NULL FROM tables",
    ] {
        assert!(conn.execute(sql, []).is_err(), "{sql}");
    }
    assert_eq!(SqliteStore::open(&path).unwrap().read_raw("goeben-1", 1).unwrap(), before);
}

#[test]
fn a_foreign_file_is_refused_and_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, bytes) in [("short.txt", b"hello".to_vec()), ("long.txt", b"hello\n".repeat(2000))] {
        std::fs::write(path(name), &bytes).unwrap();
        let error = SqliteStore::open(&path(name)).unwrap_err();
        assert!(matches!(error, Fault::NotOurs { .. }), "{name}: {error}");
        assert!(error.to_string().contains(name), "{error}");
        assert_eq!(std::fs::read(path(name)).unwrap(), bytes, "{name}");
    }
    Connection::open(path("other.db")).unwrap().execute_batch("CREATE TABLE shopping (item TEXT)").unwrap();
    let bytes = std::fs::read(path("other.db")).unwrap();
    let error = SqliteStore::open(&path("other.db")).unwrap_err();
    assert!(matches!(error, Fault::NotOurs { .. }), "{error}");
    assert_eq!(std::fs::read(path("other.db")).unwrap(), bytes);
    assert!(matches!(SqliteStore::open(folder.path()), Err(Fault::NotOurs { .. })));
    assert!(matches!(SqliteStore::open(&path("no/such/folder.db")), Err(Fault::Io(_))));
    std::fs::write(path("empty.db"), b"").unwrap();
    assert!(SqliteStore::open(&path("empty.db")).is_ok(), "an empty file is a new database");
}

#[test]
fn no_byte_of_an_erased_player_is_left_in_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let store = SqliteStore::open(&path).unwrap();
    let person = |number: u32| {
        let mail = format!("someone-{number:04}-{}@example.org", "x".repeat(200));
        let mut player =
            player(&format!("p-{number}"), &[(DISCORD, &format!("9007199254{number:04}")), (MAIL, &mail)]);
        player.name = format!("Admiral-{number:04}");
        player.preferences.zone = Some(format!("Europe/Nowhere-{number:04}"));
        player
    };
    (0..200).for_each(|number| store.put_player(person(number)).unwrap());
    // They moved, so that some of them was erased and written again before.
    let renamed = |number| Player { name: format!("Rear-Admiral-{number:04}"), ..person(number) };
    (0..200).for_each(|number| store.put_player(renamed(number)).unwrap());
    let traces = |number: u32| {
        let player = renamed(number);
        let texts = [player.name, person(number).name, player.preferences.zone.unwrap()];
        texts.into_iter().chain(player.addresses.into_iter().map(|address| address.value)).collect::<Vec<_>>()
    };
    let found = |text: &str| {
        let files =
            ["log.db", "log.db-wal"].map(|name| std::fs::read(folder.path().join(name)).unwrap_or_default());
        files.iter().any(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
    };
    assert!(traces(77).iter().all(|text| found(text)));
    for number in 50..150 {
        assert!(store.erase_player(&format!("p-{number}")).unwrap());
    }
    for text in (50..150).flat_map(traces) {
        assert!(!found(&text), "{text}");
    }
    assert!(traces(49)[3..].iter().all(|text| found(text)), "the others are still there");
}

#[test]
fn traces_that_an_erasure_left_go_when_it_is_repeated() {
    let (folder, path) = sqlite_log();
    let store = SqliteStore::open(&path).unwrap();
    let left = || std::fs::metadata(folder.path().join("log.db-wal")).unwrap().len();
    store.put_player(player("p-1", &[(MAIL, "a@example.org")])).unwrap();
    assert!(left() > 0);
    // As after an erasure during which somebody read.
    assert!(!store.erase_player("p-2").unwrap());
    assert_eq!(left(), 0);
}

#[test]
fn a_backup_is_whole_and_never_overwrites() {
    let (folder, path) = sqlite_log();
    let store = SqliteStore::open(&path).unwrap();
    let to = folder.path().join("backup.db");
    store.backup(&to).unwrap();
    assert!(matches!(store.backup(&to), Err(Fault::Unfit(_))));
    let copy = SqliteStore::open(&to).unwrap();
    assert_eq!(copy.read_raw("goeben-1", 1).unwrap(), store.read_raw("goeben-1", 1).unwrap());
    assert!(store.backup(&folder.path().join("no/such/folder.db")).is_err());
    assert!(!folder.path().join("backup.db.part").exists());
}

#[test]
fn a_closed_store_leaves_one_whole_file() {
    let (folder, path) = sqlite_log();
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.read("goeben-1", 1).unwrap().len(), 9);
    drop(store);
    assert!(!folder.path().join("log.db-wal").exists());
}

#[test]
fn a_table_that_lost_its_tail_is_named_and_not_written_on() {
    let (folder, path) = sqlite_log();
    let head = folder.path().join("log.db.head");
    let longer = Head { seq: 20, chain: [7; 32] };
    std::fs::write(&head, format!("goeben-1 20 {}\n", "07".repeat(32))).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    let mut scribe = Scribe::new("goeben-1", 1);
    scribe.head = store.head("goeben-1").unwrap();
    let lost = Fault::LostTail { table: "goeben-1".to_owned(), noted: longer, found: scribe.head };
    assert_eq!(store.lost_tails().unwrap(), std::slice::from_ref(&lost));
    assert_eq!(store.append(scribe.order()), Err(AppendError::Fault(lost.clone())));
    // Other tables play on, and do not bury the evidence.
    store_all(&store, vec![Scribe::new("goeben-2", 2).open()]);
    assert_eq!(store.lost_tails().unwrap(), [lost]);
    let noted = store.head_file().read().heads;
    assert_eq!((noted["goeben-1"], noted["goeben-2"].seq), (longer, 1));
    // A log of the same length and another past is no less wrong.
    std::fs::write(&head, format!("goeben-1 5 {}\n", "07".repeat(32))).unwrap();
    assert!(matches!(store.lost_tails().unwrap()[..], [Fault::LostTail { found: Head { seq: 5, .. }, .. }]));
    drop(store);
    let store = SqliteStore::open(&path).unwrap();
    scribe.head = store.head("goeben-1").unwrap();
    let refused = store.append(scribe.order());
    assert!(
        matches!(refused, Err(AppendError::Fault(Fault::LostTail { found: Head { seq: 5, .. }, .. }))),
        "{refused:?}"
    );
    assert_eq!(store.witness().heads["goeben-1"], Head { seq: 5, chain: [7; 32] });
}
