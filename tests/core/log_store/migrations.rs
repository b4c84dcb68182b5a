//! Databases of earlier versions, and of later ones.

use std::path::{Path, PathBuf};

use crate::log_support::{Scribe, notice, store_all};
use rusqlite::Connection;
use wardroom::log::players::{Address, DISCORD, LOCAL, MAIL, Player};
use wardroom::log::settings::TableSettings;
use wardroom::log::sqlite::to_version;
use wardroom::log::{Append, Fault, Notes, Outbox, Players, Settings, SqliteStore, Store};

use super::{T9, T10, T11, due, player, sqlite_log, tables_with_players};

#[test]
fn a_database_from_before_the_index_of_players_is_given_one_from_its_logs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let index = |store: &SqliteStore| ["p-7kq2", "p-2", "p-9"].map(|p| store.tables_of_player(p).unwrap());
    let store = SqliteStore::open(&path).unwrap();
    tables_with_players(&store);
    let kept = index(&store);
    drop(store);
    let mut conn = Connection::open(&path).unwrap();
    to_version(&mut conn, 4).unwrap();
    assert!(conn.execute("DELETE FROM tables_of_players", []).is_err());
    drop(conn);
    assert_eq!(index(&SqliteStore::open(&path).unwrap()), kept);
}

#[test]
fn a_newer_schema_is_refused() {
    let (_folder, path) = sqlite_log();
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    // All folders of migrations are steps but one.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let steps = std::fs::read_dir(folder).unwrap().count() as i64 - 1;
    assert!(matches!(error, Fault::NewerSchema { found: 99, known, .. } if known == steps), "{error}");
}

#[test]
fn a_released_migration_is_never_edited() {
    // Add a line for each new migration; never change one.
    let released = [
        ("001-log", "a466acd46e72a52ace121fc805aa00a1ef983a979a74dba6974e49ab0dc146b5"),
        ("002-doors", "a658409ef996b002d33c31c0fc5f433d6e67d742cffe0e7e6773f9e22d743930"),
        ("003-deliveries", "8e2e14a4dc07efa1e6226fe1bb4f31b8a35f756ae7661728f257c420d60a9f41"),
        ("004-settings", "10eb7004c2fb65f4f58b047a1f2bf3f9f1abc2e8c34efa885d99d8824acb5e99"),
        ("005-players", "b6eb293619b4c2e97b254d1776170bf31b66b009ede12b13651269820b92e099"),
        ("006-aliases", "6adc51b2ffda72032f807b529ebb17737fde512a97162af7fa3786c1f4627903"),
        ("007-time", "ffccc31e6297ad35f0d76fc24e5a7f59d31082bafd13d502d03ca4912b27ee6f"),
        ("008-archive", "9a563bee033fa410dc06f3f320e02b13e74ee255f1e4df4894f26fc83ff4536b"),
        ("009-moving", "9ce8806eaee1f5fbb3ff6006b72179148d63fe8b98b25f3f22bf351f7420df14"),
        ("010-leases", "267d1b18d622b33e08f805032cdec9ee3be02c9c28ef48477da0e3309088e079"),
        ("011-club-log", "2014f616998969443f7877c6cee303f33608ad1454c9b3608db311b00c661afb"),
        ("012-log-format", "162c613a488c1b907346e3525b90bbc76497cbd09feffc6c61b568b3a1b9c581"),
        ("013-cards", "c10a05296072b1757420d4952fd39cc97a1b9e638fa1d4e986f7bb97fd00cec1"),
        ("014-receipts", "1e8515e8d26869498ffaced8e0093368580144a82c9edd25a94eb2d54ed821a1"),
        ("015-unlogged", "76132de6039834393255edec74544c5f1656220eb0ccd70561367d8c205b60f6"),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut found: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    found.retain(|name| name != "postgres");
    found.sort();
    assert_eq!(found, released.map(|(name, _)| name));
    for (name, hash) in released {
        let sql = std::fs::read_to_string(folder.join(name).join("up.sql")).unwrap();
        assert_eq!(hex::encode(wardroom::log::chain::digest(&sql)), hash, "{name}/up.sql was edited");
    }
    let mut conn = Connection::open_in_memory().unwrap();
    to_version(&mut conn, released.len()).unwrap();
    // All the way back but for the first step, and up again.
    to_version(&mut conn, 1).unwrap();
    to_version(&mut conn, released.len()).unwrap();
    assert!(to_version(&mut conn, released.len() + 1).is_err());
}

#[test]
fn a_list_reads_the_entries_of_the_index_of_cards_alone() {
    let kinds = wardroom::log::store::CARD_KINDS.map(|kind| format!("'{kind}'")).join(", ");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in ["migrations/013-cards/up.sql", "migrations/postgres/006-cards.sql", "src/log/sql/entries.rs"]
    {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(");
        assert!(text.contains(&format!("kind IN ({kinds})")), "{file}");
    }
    let (_folder, path) = sqlite_log();
    let conn = Connection::open(&path).unwrap();
    let sql = format!(
        "EXPLAIN QUERY PLAN SELECT e.seq, e.text FROM entries e INDEXED BY card_entries JOIN tables t ON t.id = e.table_id
         WHERE t.name = 'goeben-1' AND e.kind IN ({kinds}) ORDER BY e.seq"
    );
    let plan: Vec<String> = conn
        .prepare(&sql)
        .unwrap()
        .query_map([], |row| row.get(3))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert!(plan.iter().any(|step| step.contains("USING INDEX card_entries")), "{plan:?}");
}

#[test]
fn a_database_from_before_the_notes_is_brought_up_to_date() {
    let (_folder, path) = sqlite_log();
    let before = SqliteStore::open(&path).unwrap().read_raw("goeben-1", 1).unwrap();
    let mut conn = Connection::open(&path).unwrap();
    to_version(&mut conn, 1).unwrap();
    let sent =
        "INSERT INTO outbox (table_id, seq, seat, why, ended_at) VALUES (1, 2, 'german', 'prompt', ?1)";
    conn.execute(sent, [T9]).unwrap();
    assert!(conn.execute("SELECT body FROM notes", []).is_err());
    drop(conn);
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.read_raw("goeben-1", 1).unwrap(), before);
    let notices = store.notices_of("goeben-1", "german", 10).unwrap();
    assert_eq!(notices.iter().map(|n| (n.delivered, &n.outcome)).collect::<Vec<_>>(), [(true, &None)]);
    store.put_note("discord", "room/goeben-1", "{}").unwrap();
    drop(store);
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.note("discord", "room/goeben-1").unwrap().as_deref(), Some("{}"));
}

/// A notice in a database of version 2, by number: attempts, when it is due, when it ended, trouble, where it was sent.
type OldNotice<'a> = (u64, u32, Option<&'a str>, Option<&'a str>, Option<&'a str>, Option<&'a str>);

/// A database of version 2 with people, what they prefer, and notices that wait, were sent and failed.
fn database_of_version_2() -> (tempfile::TempDir, PathBuf) {
    let (folder, path) = sqlite_log();
    let mut conn = Connection::open(&path).unwrap();
    to_version(&mut conn, 2).unwrap();
    let rows: [OldNotice<'_>; 5] = [
        (5, 0, None, None, None, None),
        (6, 2, Some(T10), None, Some("later busy"), None),
        (7, 1, None, Some(T9), None, Some("place 4711")),
        (8, 1, None, Some(T9), Some("refused no"), None),
        (9, 0, None, None, None, None),
    ];
    for (id, attempts, due, ended, trouble, to) in rows {
        let sql =
            "INSERT INTO outbox (id, table_id, seq, seat, why, attempts, due_at, ended_at, trouble, sent_to)
                   VALUES (?1, 1, ?1, 'german', 'prompt', ?2, ?3, ?4, ?5, ?6)";
        conn.execute(sql, rusqlite::params![id, attempts, due, ended, trouble, to]).unwrap();
    }
    conn.execute("DELETE FROM outbox WHERE id = 9", []).unwrap();
    conn.execute_batch(
        r#"INSERT INTO players VALUES ('p-1', 'Ann', 'ann', '17', 'ann@example.org'), ('p-2', 'Bob', NULL, NULL, NULL);
           INSERT INTO notes VALUES ('discord', 'person/p-1', '{"lang":"ja","by_dm":true}'),
                                    ('discord', 'person/gone', '{"lang":"ja","by_dm":true}'),
                                    ('discord', 'room/goeben-1', '{"lang":"ja","opener":"17","thread":null}'),
                                    ('discord', 'started/goeben-1', '');
           INSERT INTO outbox_lease VALUES (1, 'me', '1914-08-04T11:00:00.000Z');"#,
    )
    .unwrap();
    (folder, path)
}

#[test]
fn a_database_from_before_the_deliveries_is_brought_over_with_all_that_waits() {
    let (_folder, path) = database_of_version_2();
    let store = SqliteStore::open(&path).unwrap();
    let mut ann = player("p-1", &[(LOCAL, "ann"), (DISCORD, "17"), (MAIL, "ann@example.org")]);
    ann.name = "Ann".to_owned();
    (ann.preferences.lang, ann.preferences.direct) = (Some("ja".to_owned()), true);
    let bob = Player { name: "Bob".to_owned(), ..player("p-2", &[]) };
    assert_eq!(store.players().unwrap(), [ann.clone(), bob]);
    let notes = store.notes("discord", "").unwrap();
    let room = ("room/goeben-1".to_owned(), r#"{"thread":null}"#.to_owned());
    assert_eq!(notes, [room], "the rest is with the player and with the table now");
    let settings = TableSettings { lang: "ja".to_owned(), opened_by: Some("p-1".to_owned()), begun: true };
    assert_eq!(store.settings("goeben-1").unwrap(), Some(settings));

    let came = |store: &SqliteStore| {
        let kept = store.notices_of("goeben-1", "german", 10).unwrap();
        assert!(kept.iter().all(|n| n.channel.as_deref() == Some(DISCORD)));
        kept.into_iter().map(|n| (n.seq, n.attempts, n.ended_at, n.outcome, n.delivered)).collect::<Vec<_>>()
    };
    let text = |text: &str| Some(text.to_owned());
    let expected = [
        (8, 1, text(T9), text("refused no"), false),
        (7, 1, text(T9), text("place 4711"), true),
        (6, 2, None, text("later busy"), false),
        (5, 0, None, None, false),
    ];
    assert_eq!(came(&store), expected);
    let waiting = store.unplanned_notices(10).unwrap();
    assert_eq!(
        waiting.iter().map(|n| n.id).collect::<Vec<_>>(),
        [5, 6],
        "whom to tell is still to be found out"
    );
    let to = vec![Address::new(DISCORD, "17")];
    store.plan_notices(T9, waiting.iter().map(|n| (n.id, to.clone())).collect()).unwrap();
    assert_eq!(came(&store), expected, "it waits as before");
    assert!(!store.lease_channel(DISCORD, "you", T9, T11).unwrap(), "the lease came over");
    let numbers = |at| due(&store, DISCORD, at).iter().map(|it| (it.id, it.attempts)).collect::<Vec<_>>();
    assert_eq!((numbers(T9), numbers(T10)), (vec![(5, 0)], vec![(5, 0), (6, 2)]), "under their numbers");

    // New ones never have the number of one that was there before.
    let mut scribe = Scribe::new("goeben-1", 1);
    scribe.head = store.head("goeben-1").unwrap();
    let order = scribe.order();
    store_all(&store, vec![Append { notices: vec![notice(scribe.head.seq, "german")], ..order }]);
    let new = store.unplanned_notices(10).unwrap();
    store.plan_notices(T9, vec![(new[0].id, to)]).unwrap();
    assert_eq!(new[0].id, 10);
    assert!(due(&store, DISCORD, T10)[2].id > 9);
    let fits = |violations: &Connection| {
        violations
            .query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    assert_eq!(fits(&Connection::open(&path).unwrap()), 0);
}

#[test]
fn what_waits_without_an_address_for_it_goes_to_nobody_after_the_migration() {
    let (_folder, path) = database_of_version_2();
    let store = SqliteStore::open(&path).unwrap();
    let mail = vec![Address::new(MAIL, "ann@example.org")];
    store.plan_notices(T9, vec![(5, vec![]), (6, mail)]).unwrap();
    let kept = store.notices_of("goeben-1", "german", 10).unwrap();
    assert_eq!(kept[3].outcome.as_deref(), Some("nobody"));
    assert_eq!((kept[2].channel.as_deref(), kept[2].attempts), (Some(MAIL), 0));
}
