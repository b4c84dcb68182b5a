//! A database and its head file: lost, damaged, read-only, of another version; and what an operator does to it.

use std::collections::BTreeMap;
use std::io::{BufReader, Write};
use std::os::unix::fs::DirBuilderExt;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{Ship, read_to};

#[test]
fn a_lost_tail_is_noticed_by_the_head_file() {
    let ship = Ship::new();
    let table = ship.begun();
    ship.ok(&["backup", "early.db"], "");
    ship.ok(&["play", "goeben"], "collier NIO\n");
    let data = ship.path(".local/share/wardroom");
    for end in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(data.join(format!("wardroom.db{end}")));
    }
    std::fs::copy(ship.path("early.db"), data.join("wardroom.db")).unwrap();
    let said = ship.fails(&["audit", &table], 1);
    assert!(said.contains("last entries are lost"), "{said}");
}

#[test]
fn garbage_in_the_head_file_stops_nothing_and_is_said_until_it_is_accepted() {
    let ship = Ship::new();
    let first = ship.begun();
    ship.ok(&["play", "goeben", "--new"], "quit\n");
    let ids: Vec<String> =
        ship.json(&["tables"]).iter().map(|t| t["table"].as_str().unwrap().to_owned()).collect();
    let second = ids.iter().find(|id| **id != first).unwrap();
    let noted = std::fs::read_to_string(ship.data(".head")).unwrap();
    let line = noted.lines().find(|line| line.starts_with(&first)).unwrap();
    let garbage = [&b"\xff\xfe\0\0\nGOEBEN 1 x\n\ncoal\n"[..], line.as_bytes(), b"\n"].concat();
    std::fs::write(ship.data(".head"), &garbage).unwrap();
    for command in ["show", "log", "dice", "audit", "export", "play"] {
        ids.iter().for_each(|id| drop(ship.ok(&[command, id], "")));
    }
    ship.ok(&["replay", second, "--list"], "");
    ship.ok(&["tables"], "");
    let kept = ship.damaged();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(std::fs::read(&kept[0]).unwrap(), garbage, "the old file is kept as it was");
    for id in &ids {
        let since = ship.json(&["audit", id])[0]["witness_missing_since"].clone();
        let since = since.as_str().unwrap().to_owned();
        for (lang, says) in [("en", "proves their length"), ("ja", "確かめられません")] {
            let said = ship.ok(&["audit", id, "--lang", lang], "");
            assert!(said.contains(says) && said.contains(&since), "{said}");
            assert!(said.contains("wardroom audit --accept-heads"), "{said}");
        }
    }
    let accepted = ship.json(&["audit", "--accept-heads"]);
    let heads = |objects: &[Value]| -> BTreeMap<String, Value> {
        objects.iter().map(|it| (it["table"].to_string(), it["head"].clone())).collect()
    };
    assert_eq!(heads(&accepted), heads(&ship.json(&["tables"])), "{accepted:?}");
    let said = ship.ok(&["audit", &first], "");
    assert!(!said.contains("witness"), "{said}");
    assert_eq!(ship.json(&["audit", second])[0]["witness_missing_since"], Value::Null);
    assert_eq!(ship.damaged(), kept, "the evidence stays");
    assert_eq!(std::fs::read_to_string(ship.data(".head")).unwrap(), noted);
}

#[test]
fn a_database_behind_a_readable_line_among_garbage_is_refused() {
    let ship = Ship::new();
    let table = ship.begun();
    ship.ok(&["play", "goeben", "--new"], "quit\n");
    std::fs::write(ship.data(".head"), format!("\0\0\0\n{table} 900 {}\n", "ab".repeat(32))).unwrap();
    assert!(ship.fails(&["audit", &table], 1).contains("last entries are lost"));
    let said = String::from_utf8(ship.run(&["play", &table], "collier NIO\n").stdout).unwrap();
    assert!(said.contains("lost its last entries"), "{said}");
    // The line stands until the owner takes it out: to accept what is there is not to give up what is lost.
    let said = ship.fails(&["audit", "--accept-heads"], 1);
    assert!(said.contains(&table) && said.contains("lost its last entries"), "{said}");
    assert!(ship.fails(&["audit", &table], 1).contains("last entries are lost"));
    ship.ok(&["play", "goeben"], "collier NIO\n");
}

#[test]
fn a_head_that_cannot_be_noted_is_told_beside_the_output() {
    let ship = Ship::new();
    let table = ship.begun();
    let lock = ship.data(".head.lock");
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let run = |args: &[&str]| {
        let output = ship.run(args, "collier NIO\n");
        assert_eq!(output.status.code(), Some(0), "it is stored: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    for args in [["play", &table], ["show", &table]] {
        let said = run(&args);
        assert!(said.starts_with("wardroom: the heads of the logs cannot be written"), "{said}");
    }
    std::fs::remove_dir(&lock).unwrap();
    assert_eq!(run(&["show", &table, "--lang", "ja"]), "");
}

/// So long a name that files with longer ones cannot be made, but for the write-ahead log: as in a folder that cannot be
/// written, and for root too, whom rights do not bind.
const FULL_NAME: usize = 250;

#[test]
fn a_database_where_nothing_can_be_written_is_read_by_a_copy() {
    let ship = Ship::new();
    let table = ship.begun();
    // As a program that was killed leaves it: the last order is in the write-ahead log only.
    let mut child = ship.start(&["play", &table]);
    let mut typed = child.stdin.take().unwrap();
    let mut shown = BufReader::new(child.stdout.take().unwrap());
    typed.write_all(b"collier NIO\n").unwrap();
    read_to(&mut shown, "A collier waits at Northern Ionian Sea");
    let head = ship.json(&["tables"])[0]["head"].clone();
    let name = "w".repeat(FULL_NAME - 3) + ".db";
    std::fs::create_dir(ship.path("cd")).unwrap();
    let there = |suffix: &str| ship.path(&format!("cd/{name}{suffix}"));
    for suffix in ["", "-wal", ".head"] {
        std::fs::copy(ship.data(suffix), there(suffix)).unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // SQLite's shared memory cannot be made either.
    std::os::unix::fs::symlink(there("-shm"), there("-shm")).unwrap();
    let files = || {
        let all = std::fs::read_dir(ship.path("cd")).unwrap();
        let named = all.map(|entry| entry.unwrap().path());
        named.map(|path| (path.clone(), std::fs::read(path).ok())).collect::<BTreeMap<_, _>>()
    };
    let before = files();
    assert_eq!(before.len(), 4);
    assert!(std::fs::metadata(there("-wal")).unwrap().len() > 0);
    std::fs::create_dir(ship.path("tmp")).unwrap();
    // What a reader that was killed left there goes too.
    std::fs::DirBuilder::new().mode(0o700).create(ship.path("tmp/wardroom-1-0")).unwrap();
    for file in ["in-use", "copy.db", "copy.db-wal", "copy.db-shm"] {
        std::fs::write(ship.path("tmp/wardroom-1-0").join(file), "pages").unwrap();
    }
    let (db, tmp) = (there(""), ship.path("tmp"));
    let run = |args: &[&str]| {
        let db = ["--db", db.to_str().unwrap()];
        let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
        command.args([args, &db].concat()).env_clear().env("HOME", ship.folder.path());
        let output = command.env("TMPDIR", &tmp).env("USER", "tester").stdin(Stdio::null()).output().unwrap();
        assert_eq!(std::fs::read_dir(&tmp).unwrap().count(), 0, "{args:?} leaves its copy behind");
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said)
    };
    let (status, said) = run(&["tables", "--json"]);
    assert_eq!(status, Some(0), "{said}");
    let found: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(found["head"], head, "the write-ahead log is read too");
    for args in [
        &["show", &table][..],
        &["log", &table],
        &["dice", &table],
        &["audit", &table],
        &["export", &table],
        &["replay", &table, "--list"],
    ] {
        let (status, said) = run(args);
        assert_eq!(status, Some(0), "{args:?}: {said}");
    }
    std::fs::write(ship.path("part.jsonl"), run(&["export", &table]).1).unwrap();
    let import = ship.path("part.jsonl");
    for args in [
        &["play", &table][..],
        &["play", "goeben", "--new"],
        &["decline", &table],
        &["import", import.to_str().unwrap()],
        &["audit", "--accept-heads"],
        &["show", &table, "--all"],
        &["export", &table, "--full"],
    ] {
        let (status, said) = run(args);
        assert_eq!(status, Some(1), "{args:?}: {said}");
        assert!(said.contains("nothing can be stored") && said.contains("wwww"), "{args:?}: {said}");
        assert!(!said.contains("unable to open"), "{args:?}: {said}");
    }
    assert!(files() == before, "nothing there was touched");
}

#[test]
fn another_version_of_the_schema_is_told_in_a_sentence() {
    let ship = Ship::new();
    ship.begun();
    let conn = rusqlite::Connection::open(ship.data("")).unwrap();
    let known: i64 = conn.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    for version in [0, 1, -3, 99] {
        conn.pragma_update(None, "user_version", version).unwrap();
        let said = ship.fails(&["tables"], 1);
        assert!(said.contains("wardroom.db") && said.contains(&version.to_string()), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(
            !["CREATE", "already exists", "sqlite", "SELECT"].iter().any(|sql| said.contains(sql)),
            "{said}"
        );
    }
    conn.pragma_update(None, "user_version", known).unwrap();
    ship.ok(&["tables"], "");
}

#[test]
fn the_secret_is_rotated_beside_the_configuration_and_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("config.toml");
    std::fs::write(&config, "").unwrap();
    let rotate = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_wardroom"));
        command
            .env_remove("WARDROOM_SECRET")
            .args(["rotate-secret", "--lang", "en", "--config"])
            .arg(&config);
        command.args(args).output().unwrap()
    };
    let said = rotate(&[]);
    assert!(said.status.success(), "{said:?}");
    let told = String::from_utf8_lossy(&said.stdout);
    assert!(
        told.contains("holds a new secret") && !told.contains("accepted until"),
        "there was none before: {told}"
    );
    let digits = |text: &str| -> Vec<String> {
        let long = |word: &&str| word.len() == 64;
        text.split_whitespace().filter(long).map(str::to_owned).collect()
    };
    let kept = std::fs::read_to_string(folder.path().join("secret")).unwrap();
    let [now, _before] = &digits(&kept)[..] else { panic!("{}", kept.lines().count()) };
    let said = rotate(&["--json"]);
    let printed = String::from_utf8(said.stdout).unwrap();
    let value: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert!(value["before_valid_until"].as_str().unwrap().ends_with('Z'), "{printed}");
    let kept = std::fs::read_to_string(folder.path().join("secret")).unwrap();
    assert_eq!(digits(&kept)[1], *now, "the one before is kept");
    assert!(digits(&kept).iter().all(|secret| !printed.contains(secret)));
    assert!(!folder.path().join("wardroom.db").exists(), "no database is made");
}

#[test]
fn a_forgotten_player_leaves_an_id_in_the_log_and_no_byte_of_a_name() {
    let ship = Ship::new();
    let (gone, stays) = ("Ada-of-the-Lighthouse", "Bob-of-the-Harbour");
    ship.ok(&["play", "goeben", "--player", gone], "quit\n");
    ship.ok(&["play", "goeben", "--new", "--player", stays], "quit\n");
    let people = ship.json(&["people"]);
    let of = |name: &str| people.iter().find(|it| it["name"] == name).unwrap().clone();
    assert_eq!(of(gone)["addresses"], serde_json::json!([{ "kind": "local", "value": gone }]));
    assert_eq!(of(gone)["preferences"]["direct"], false);
    let id = of(gone)["player"].as_str().unwrap().to_owned();
    assert!(ship.ok(&["people", "--lang", "en"], "").contains(&format!("{gone} (local {gone})")));
    let bytes = || ["", "-wal"].map(|end| std::fs::read(ship.data(end)).unwrap_or_default()).concat();
    let found = |name: &str| bytes().windows(name.len()).any(|window| window == name.as_bytes());
    assert!(found(gone) && found(stays));

    assert!(ship.fails(&["forget", "Cyd", "--lang", "en"], 1).contains("nobody here has the id or name Cyd"));
    let said = ship.ok(&["forget", gone, "--lang", "en"], "");
    assert!(said.contains(&id) && !said.contains(gone), "{said}");
    assert!(!found(gone) && found(stays) && found(&id));
    assert_eq!(ship.json(&["people"]).len(), 1);
    assert!(ship.fails(&["forget", &id], 1).contains(&id));
    let tables = ship.json(&["tables"]);
    for table in tables.iter().map(|table| table["table"].as_str().unwrap()) {
        assert_eq!(ship.json(&["audit", table])[0]["rules"]["verdict"], "ok");
    }
    let other = of(stays)["player"].as_str().unwrap().to_owned();
    assert_eq!(ship.json(&["forget", &other])[0]["forgotten"], *other);
    assert!(!found(stays));
}

#[test]
fn a_log_that_is_not_ahead_of_the_clock_is_not_set() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben"], "quit\n");
    let table = ship.table();
    assert!(ship.ok(&["set-clock", "--all", "--lang", "en"], "").contains("no log is ahead of the clock"));
    assert!(ship.fails(&["set-clock", &table, "--lang", "en"], 1).contains("not ahead of the clock"));
    assert!(ship.fails(&["set-clock", "goeben-none"], 1).contains("goeben-none"));
    assert!(ship.fails(&["set-clock"], 2).contains("--all"), "a table, or all");
    assert!(!ship.ok(&["log", &table], "").contains("was corrected"));
}

/// Both tables go on under today's rules, what one seat decided in secret before is opened when it must be, and all of it
/// passes the audit.
#[test]
fn a_database_of_an_earlier_version_opens_plays_on_and_passes() {
    let ship = Ship::new();
    let old = rusqlite::Connection::open(ship.path("old.db")).unwrap();
    old.execute_batch(include_str!("../../golden/database-schema-2.sql")).unwrap();
    drop(old);
    let (goeben, fleets) = ("goeben-3w3p", "grand_fleet-g2gd");
    let game = |table: &str, args: &[&str], input: &str| {
        let args: Vec<&str> = ["--db", "old.db", "play", table].iter().chain(args).copied().collect();
        ship.ok(&args, input)
    };
    let said = game(goeben, &[], "1\ndone\n");
    assert!(said.contains("From here on version") && said.contains("Day 2, intelligence"), "{said}");
    let said = game(fleets, &["--as", "german", "--player", "bob"], "throw\n");
    assert!(said.contains("Number of initiative dice: Britain 2, Germany 1."), "{said}");
    for table in [goeben, fleets] {
        ship.ok(&["--db", "old.db", "audit", table], "");
        ship.ok(&["--db", "old.db", "export", table, "-o", &format!("{table}.jsonl")], "");
        let kinds: Vec<Value> = ship.json(&["--db", "old.db", "log", table]);
        assert_eq!(kinds.iter().filter(|row| row["kind"] == "RulesChanged").count(), 1, "{table}");
    }
}
