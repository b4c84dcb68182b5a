//! The built program on a PostgreSQL server.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use wardroom::log::Store;

use crate::common::postgres::{OWNER, PLAYING, Pooler, Server};

/// Runs the program in a home of its own: whether it ended well, and all it said.
fn run(home: &Path, args: &[&str], input: &str) -> (bool, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wardroom"))
        .args(args)
        .env_clear()
        .env("HOME", home)
        .env("USER", "tester")
        .env("WARDROOM_DATABASE_PASSWORD", "mellon")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends without reading everything breaks the pipe, which is its right.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stdout).unwrap() + &String::from_utf8(ended.stderr).unwrap();
    assert!(!said.contains("mellon") && !said.contains("panicked"), "{args:?}: {said}");
    (ended.status.success(), said)
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_game_is_played_checked_and_carried_away_on_a_server() {
    let (server, home) = (Server::start(), tempfile::tempdir().unwrap());
    let database = server.empty();
    let (owner, playing) = (database.url(OWNER), database.url(PLAYING));
    let ok = |args: &[&str], input: &str| {
        let (well, said) = run(home.path(), args, input);
        assert!(well, "{args:?}: {said}");
        said
    };
    let fails = |args: &[&str], what: &str| {
        let (well, said) = run(home.path(), args, "");
        assert!(!well && said.contains(what), "{args:?}: {said}");
    };
    fails(&["tables", "--db", &playing], "wardroom migrate");
    assert_eq!(
        ok(&["migrate", "--database", &owner, "--serving", PLAYING], ""),
        "the schema was 0 and is now 8; programs made for 8 or newer can use it\n"
    );
    assert_eq!(ok(&["migrate", "--json", "--db", &owner], ""), "{\"before\":8,\"oldest\":8,\"schema\":8}\n");
    fails(&["migrate", "--db", "wardroom.db"], "there is no database");
    fails(&["tables", "--db", &owner], "single_role");
    fails(
        &["tables", "--db", "postgres://wardroom:speak@db.example.org/wardroom"],
        "its password is not given in it",
    );
    let file = home.path().join("wardroom.toml");
    std::fs::write(&file, "[postgres]\nsingle_role = true\n").unwrap();
    ok(&["tables", "--db", &owner, "--config", file.to_str().unwrap()], "");

    ok(&["play", "goeben", "--db", &playing], "quit\n");
    let table = database.store().tables().unwrap().remove(0).table;
    assert!(ok(&["tables", "--db", &playing], "").contains(&table));
    assert!(ok(&["show", &table, "--db", &playing], "").contains("Goeben"));
    let (_, audited) = run(home.path(), &["audit", &table, "--json", "--db", &playing], "");
    assert!(audited.contains("\"integrity\""), "{audited}");
    fails(&["backup", "copy.db", "--db", &playing], "pg_dump");
    fails(&["audit", "--accept-heads", "--db", &playing], "--head");
    let export = home.path().join("table.jsonl");
    ok(&["export", &table, "--full", "-o", export.to_str().unwrap(), "--db", &playing], "");
    ok(&["import", export.to_str().unwrap(), "--db", &home.path().join("file.db").display().to_string()], "");

    // A server that is not there, and one that no bot may be run on.
    let gone = format!("postgres://{PLAYING}@127.0.0.1:1/wardroom");
    fails(&["tables", "--db", &gone], "cannot be reached");
    std::fs::write(&file, "[pages]\npublic_url = \"https://tables.example.org\"\n").unwrap();
    fails(&["serve", "--db", &owner, "--config", file.to_str().unwrap()], "single_role");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn everything_is_moved_to_a_server_and_played_on_there() {
    let (server, home) = (Server::start(), tempfile::tempdir().unwrap());
    let database = server.empty();
    let (owner, playing) = (database.url(OWNER), database.url(PLAYING));
    let file = home.path().join("file.db").display().to_string();
    let ok = |args: &[&str], input: &str| {
        let (well, said) = run(home.path(), args, input);
        assert!(well, "{args:?}: {said}");
        said
    };
    let fails = |args: &[&str], what: &str| {
        let (well, said) = run(home.path(), args, "quit\n");
        assert!(!well && said.contains(what), "{args:?}: {said}");
    };
    ok(&["play", "goeben", "--db", &file], "quit\n");
    let there: &[&str] = &["copy", "--from", &file, "--to", &owner];
    fails(there, "wardroom migrate");
    ok(&["migrate", "--db", &owner, "--serving", PLAYING], "");
    fails(&["copy", "--from", &file, "--to", &playing], "permission denied");
    fails(&["copy", "--from", &home.path().join("none.db").display().to_string(), "--to", &owner], "none.db");
    fails(&["copy", "--from", &file, "--to", &file], "the same database");
    fails(
        &["copy", "--from", &file, "--to", "postgre://owner@localhost/wardroom"],
        "not a database this program knows",
    );
    fails(
        &["play", "goeben", "--db", "POSTGRES://playing@localhost/wardroom"],
        "not a database this program knows",
    );
    // What could not be begun has left nothing behind.
    ok(&["play", "goeben", "--db", &file], "quit\n");
    let said = ok(there, "");
    assert!(said.contains("entries: ") && said.contains("play continues here"), "{said}");
    let table = database.store().tables().unwrap().remove(0).table;
    fails(&["play", &table, "--db", &file], "was moved to");
    fails(there, "was moved to");
    fails(&["copy", "--from", &file, "--to", &owner, "--give-up"], "too late");
    assert!(ok(&["show", &table, "--db", &file], "").contains("Goeben"));
    let (_, audited) = run(home.path(), &["audit", &table, "--json", "--db", &file], "");
    assert!(audited.contains("\"integrity\""), "{audited}");
    ok(&["play", &table, "--db", &playing], "quit\n");
    std::fs::write(home.path().join("pages.toml"), "[pages]\npublic_url = \"https://tables.example.org\"\n")
        .unwrap();
    let pages = home.path().join("pages.toml").display().to_string();
    fails(&["serve", "--db", &file, "--config", &pages], "was moved to");
    // And back, into another file.
    let back = home.path().join("back.db").display().to_string();
    assert!(ok(&["copy", "--from", &owner, "--to", &back, "--json"], "").contains("\"played_on\""));
    ok(&["play", &table, "--db", &back], "quit\n");
    fails(&["play", &table, "--db", &playing], "was moved to");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn through_a_pooler_that_swallows_notifications_it_serves_and_says_so() {
    let (server, home) = (Server::listening(false), tempfile::tempdir().unwrap());
    let database = server.migrated();
    server.admin(&format!("ALTER ROLE {PLAYING} PASSWORD 'mellon'"));
    let pooler = Pooler::before(&server);
    let config = "[serve]\nlisten = \"127.0.0.1:0\"\n[pages]\nlisten = \"127.0.0.1:0\"\npublic_url = \"https://tables.example.org\"\n";
    let file = home.path().join("config.toml");
    std::fs::write(&file, config).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_wardroom"))
        .args(["serve", "--db", &pooler.url(&database, PLAYING), "--config"])
        .arg(&file)
        .env_clear()
        .env("HOME", home.path())
        .env("WARDROOM_DATABASE_PASSWORD", "mellon")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    let mut said = Vec::new();
    for line in lines {
        said.push(line);
        if said.last().is_some_and(|line| line.contains("pooler")) {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        said.last().is_some_and(|line| line.contains("WARN") && line.contains("it is looked for")),
        "{said:?}"
    );
}
