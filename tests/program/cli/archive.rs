//! `archive`, and exported files looked at in place of tables.

use rusqlite::Connection;
use serde_json::Value;
use wardroom::door::discord::id::Id;
use wardroom::door::discord::table_thread::TableThread;

use super::{Ship, golden};

impl Ship {
    fn sql(&self, sql: &str) -> rusqlite::Result<usize> {
        Connection::open(self.data("")).unwrap().execute(sql, [])
    }

    fn count(&self, what: &str) -> i64 {
        let sql = format!("SELECT count(*) FROM {what}");
        Connection::open(self.data("")).unwrap().query_row(&sql, [], |row| row.get(0)).unwrap()
    }

    fn room(&self, table: &str, reported: u64) {
        let mut room = TableThread::new(table, Id(1), Id(2));
        (room.id, room.reported) = (Some(Id(3)), reported);
        let conn = Connection::open(self.data("")).unwrap();
        for (key, body) in [
            (format!("room/{table}"), serde_json::to_string(&room).unwrap()),
            ("thread/3".to_owned(), table.to_owned()),
            (format!("guild/1/{table}"), String::new()),
        ] {
            conn.execute("INSERT OR REPLACE INTO notes VALUES ('discord', ?1, ?2)", [key, body]).unwrap();
        }
    }
}

#[test]
fn a_finished_table_is_archived_read_in_its_file_and_put_back() {
    let ship = Ship::new();
    let done = golden(&ship);
    ship.ok(&["play", "goeben"], "quit\n");
    let before =
        [&["show"][..], &["log"], &["dice"], &["replay", "--list"], &["picture", "--svg"], &["audit"]];
    let looked = |what: &str| before.map(|args| ship.ok(&[args, &[what, "--lang", "en"]].concat(), ""));
    let told = looked(&done);
    let listed = ship.json(&["tables"]);
    let head = listed.iter().find(|it| it["table"] == *done).unwrap()["head"].clone();
    let all = ship.ok(&["export", &done], "");

    let said = ship.json(&["archive", "--to", "kept"]);
    let file = format!("kept/{done}.jsonl");
    let absolute = ship.folder.path().canonicalize().unwrap().join(&file).display().to_string();
    assert_eq!(said, [serde_json::json!({ "table": done, "file": absolute, "head": head })]);
    assert_eq!(ship.text(&file), all, "the file is the export");
    assert_eq!(std::fs::read_dir(ship.path("kept")).unwrap().count(), 1);

    assert_eq!(looked(&file), told, "a file is looked at as its table was");
    for command in ["show", "log", "dice", "replay", "audit", "export", "picture", "play"] {
        let said = ship.fails(&[command, &done], 1);
        assert!(said.contains(&absolute) && said.contains("was archived to"), "{command}: {said}");
    }
    let rows = ship.ok(&["tables"], "");
    assert!(rows.contains(&format!("in {absolute}")) && rows.lines().count() == 2, "{rows}");
    let listed = ship.json(&["tables"]);
    let archived = listed.iter().find(|it| it["table"] == *done).unwrap();
    assert_eq!((&archived["head"], &archived["archived"]["file"]), (&head, &absolute.into()));
    let open = listed.iter().find(|it| it["table"] != *done).unwrap()["table"].as_str().unwrap();
    ship.ok(&["audit", open], "");
    ship.ok(&["audit", "--accept-heads"], "");
    assert!(ship.json(&["archive", "--to", "kept"]).is_empty(), "the open table stays");
    let of_it = "(SELECT table_id FROM archived)";
    for rows in ["entries", "notices", "alarms", "tables_of_players"] {
        assert_eq!(ship.count(&format!("{rows} WHERE table_id IN {of_it}")), 0, "{rows}");
    }

    ship.ok(&["import", &file], "");
    assert_eq!(looked(&done), told);
    let said = ship.fails(&["import", &file], 1);
    assert!(said.contains("already"), "{said}");
    assert_eq!(ship.json(&["archive", "--to", "kept"]).len(), 1, "once more, to the file that is there");
}

#[test]
fn an_archive_that_was_stopped_goes_on_and_loses_nothing() {
    let ship = Ship::new();
    let table = golden(&ship);
    let (file, part) = (format!("kept/{table}.jsonl"), format!("kept/{table}.jsonl.part"));
    let all = ship.ok(&["export", &table], "");
    std::fs::create_dir(ship.path("kept")).unwrap();
    // Stopped while it wrote; another writes now; stopped before the table was taken out.
    std::fs::write(ship.path(&part), &all[..all.len() / 2]).unwrap();
    let held = std::fs::File::options().append(true).open(ship.path(&part)).unwrap();
    held.lock().unwrap();
    let said = ship.fails(&["archive", "--to", "kept"], 1);
    assert!(said.contains("another command is writing it"), "{said}");
    drop(held);
    assert_eq!(ship.text(&part), all[..all.len() / 2]);
    ship.ok(&["archive", "--to", "kept"], "");
    assert_eq!((ship.text(&file), ship.path(&part).exists()), (all.clone(), false));

    ship.ok(&["import", &file], "");
    for (text, why) in [
        (&all[..all.len() - 1], "cut off"),
        ("coal\n", "not a Wardroom export"),
        (include_str!("../../golden/goeben-rules-2.jsonl"), "it holds table"),
    ] {
        std::fs::write(ship.path(&file), text).unwrap();
        let said = ship.fails(&["archive", "--to", "kept"], 1);
        assert!(said.contains("exists and is not this table") && said.contains(why), "{said}");
        assert_eq!(ship.text(&file), text, "it is left as it is");
        ship.ok(&["audit", &table], "");
    }
    std::fs::write(ship.path(&file), &all).unwrap();
    ship.ok(&["archive", "--to", "kept"], "");
    ship.ok(&["audit", &file], "");
}

#[test]
fn killed_at_any_moment_a_table_is_in_the_database_or_whole_in_its_file() {
    let ship = Ship::new();
    let table = golden(&ship);
    let all = ship.ok(&["export", &table], "");
    let file = format!("kept/{table}.jsonl");
    for pause in 0..12 {
        let mut child = ship.start(&["archive", "--to", "kept"]);
        std::thread::sleep(std::time::Duration::from_millis(pause * 40));
        child.kill().unwrap();
        child.wait().unwrap();
        let kept = ship.run(&["export", &table], "");
        match kept.status.code() {
            Some(0) => assert_eq!(String::from_utf8(kept.stdout).unwrap(), all),
            _ => {
                assert_eq!(ship.text(&file), all);
                ship.ok(&["import", &file], "");
                std::fs::remove_file(ship.path(&file)).unwrap();
            }
        }
    }
    ship.ok(&["archive", "--to", "kept"], "");
    assert_eq!(ship.text(&file), all);
}

#[test]
fn what_cannot_be_archived_is_said() {
    let ship = Ship::new();
    let open = ship.begun();
    assert!(ship.ok(&["archive", "--to", "kept"], "").contains("no finished table"));
    let said = ship.fails(&["archive", &open, "--to", "kept"], 1);
    assert!(said.contains("is not finished"), "{said}");
    assert!(
        ship.fails(&["archive", "goeben-9999", "--to", "kept"], 1).contains("there is no table goeben-9999")
    );
    assert!(ship.fails(&["archive"], 2).contains("--to"));
    let done = {
        let log = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/grand_fleet-rules-2.jsonl");
        ship.json(&["import", log])[0]["table"].as_str().unwrap().to_owned()
    };
    std::fs::write(ship.path("coal"), "").unwrap();
    let said = ship.fails(&["archive", "--to", "coal"], 1);
    assert!(said.contains("coal"), "{said}");
    assert!(ship.ok(&["archive", "--to", "kept", "--days", "4294967295"], "").contains("no finished table"));
    let said = ship.fails(&["archive", "--to", "kept", "--db", "postgres://localhost/none"], 1);
    assert!(said.contains("postgres"), "{said}");
    // What is still to be told keeps a table here, unless it is named.
    ship.room(&done, 1);
    let said = ship.json(&["archive", "--to", "kept"]);
    assert_eq!(said, [serde_json::json!({ "table": done, "waiting": true })]);
    ship.room(&done, u64::from(u32::MAX));
    ship.sql("INSERT INTO notices (table_id, seq, seat, why) SELECT id, 1, 'british', 'report' FROM tables")
        .unwrap();
    assert_eq!(ship.json(&["archive", "--to", "kept"])[0]["waiting"], true);
    ship.ok(&["archive", &done, "--to", "kept"], "");
    assert_eq!(ship.count("notes WHERE door = 'discord'"), 0);
    let again = ship.ok(&["archive", &done, "--to", "elsewhere"], "");
    assert!(again.contains(&format!("kept/{done}.jsonl")), "where it is already: {again}");
}

#[test]
fn a_damaged_table_stays_and_holds_back_no_other() {
    let ship = Ship::new();
    let whole = golden(&ship);
    let damaged = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/goeben-rules-2.jsonl");
    let damaged = ship.json(&["import", damaged])[0]["table"].as_str().unwrap().to_owned();
    assert!(damaged < whole, "the damaged one is met first");
    let sql = format!(
        "DROP TRIGGER entries_no_update; UPDATE entries SET text = text || ' '
         WHERE seq = 9 AND table_id = (SELECT id FROM tables WHERE name = '{damaged}')"
    );
    Connection::open(ship.data("")).unwrap().execute_batch(&sql).unwrap();
    let output = ship.run(&["archive", "--to", "kept", "--json"], "");
    let (said, trouble) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains(&whole) && !said.contains(&damaged), "{said}");
    assert!(trouble.contains(&damaged) && trouble.contains("entry 9"), "{trouble}");
    assert!(!ship.path(&format!("kept/{damaged}.jsonl")).exists());
    assert_eq!(ship.count("archived"), 1);
}

#[test]
fn the_database_lets_go_of_no_entries_but_those_of_an_archived_table() {
    let ship = Ship::new();
    ship.begun();
    for sql in [
        "INSERT INTO archived SELECT table_id, seq, chain, 'f', 'now' FROM entries ORDER BY seq DESC LIMIT 1",
        "DELETE FROM entries",
    ] {
        assert!(ship.sql(sql).is_err(), "{sql}");
    }
    let table = golden_beside(&ship);
    let of_it = format!("table_id = (SELECT id FROM tables WHERE name = '{table}')");
    for sql in [
        format!("DELETE FROM entries WHERE {of_it}"),
        format!(
            "INSERT INTO archived SELECT table_id, seq, chain, 'f', 'now' FROM entries WHERE {of_it} AND seq = 9"
        ),
        format!(
            "INSERT INTO archived SELECT table_id, seq, zeroblob(32), 'f', 'now' FROM entries WHERE {of_it} AND kind = 'SeedRevealed'"
        ),
    ] {
        assert!(ship.sql(&sql).is_err(), "{sql}");
    }
    ship.ok(&["archive", "--to", "kept"], "");
    for sql in [
        "DELETE FROM archived",
        "UPDATE archived SET file = 'other'",
        "INSERT OR REPLACE INTO archived SELECT table_id, seq, chain, 'other', at FROM archived",
        "DELETE FROM entries",
    ] {
        assert!(ship.sql(sql).is_err(), "{sql}");
    }
}

fn golden_beside(ship: &Ship) -> String {
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/grand_fleet-rules-2.jsonl");
    ship.json(&["import", log])[0]["table"].as_str().unwrap().to_owned()
}

#[test]
fn room_that_is_free_is_given_back() {
    let ship = Ship::new();
    golden(&ship);
    let said = ship.json(&["archive", "--to", "kept", "--vacuum"]);
    let bytes = |key: &str| said[1][key].as_u64().unwrap();
    assert!(bytes("bytes") < bytes("bytes_before") / 2, "{said:?}");
    assert_eq!(std::fs::metadata(ship.data("")).unwrap().len(), bytes("bytes"));
}

#[test]
fn a_file_is_looked_at_without_a_database() {
    let ship = Ship::new();
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/goeben-rules-2.jsonl");
    assert!(ship.ok(&["replay", log, "--list"], "").lines().count() > 100);
    let shown: Value = ship.json(&["show", log])[0].clone();
    assert_eq!(shown["over"], true);
    assert!(!ship.data("").exists());
    std::fs::write(ship.path("cut.jsonl"), &std::fs::read(log).unwrap()[..5000]).unwrap();
    let said = ship.fails(&["replay", "cut.jsonl"], 1);
    assert!(said.contains("line 2"), "{said}");
}
