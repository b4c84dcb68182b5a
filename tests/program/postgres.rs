//! The built program on a PostgreSQL server.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use wardroom::log::Store;

use crate::common::postgres::{OWNER, PLAYING, Server};

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
        "the schema was 0 and is 1\n"
    );
    assert_eq!(ok(&["migrate", "--json", "--db", &owner], ""), "{\"before\":1,\"schema\":1}\n");
    fails(&["migrate", "--db", "wardroom.db"], "postgres://");
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
