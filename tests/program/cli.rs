//! The built program, driven from outside.

mod archive;
mod files;
mod page;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use serde_json::Value;
use sha2::{Digest, Sha256};
use wardroom::app::cli::Cli;
use wardroom::app::process::ProcessContext;
use wardroom::app::registry::GAMES;
use wardroom::table::platform::System;

use crate::common::{checker, few_and_many, forged};

struct Ship {
    folder: tempfile::TempDir,
}

impl Ship {
    fn new() -> Ship {
        Ship { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Starts the program in a home of its own.
    fn start(&self, args: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_wardroom"))
            .args(args)
            .env_clear()
            .env("HOME", self.folder.path())
            .env("USER", "tester")
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs the program in a home of its own with `input` typed.
    fn run(&self, args: &[&str], input: &str) -> Output {
        let mut child = self.start(args);
        // A program that ends without reading everything breaks the pipe, which is its right.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    fn ok(&self, args: &[&str], input: &str) -> String {
        let output = self.run(args, input);
        let said = String::from_utf8(output.stdout).unwrap();
        let trouble = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}{trouble}");
        assert_eq!(trouble, "", "{args:?}");
        said
    }

    fn fails(&self, args: &[&str], status: i32) -> String {
        let output = self.run(args, "");
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{args:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
        said
    }

    fn json(&self, args: &[&str]) -> Vec<Value> {
        let all: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
        self.ok(&all, "").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The id of the only table.
    fn table(&self) -> String {
        let tables = self.json(&["tables"]);
        assert_eq!(tables.len(), 1, "{tables:?}");
        tables[0]["table"].as_str().unwrap().to_owned()
    }

    /// Opens a table and gives an order.
    fn begun(&self) -> String {
        self.ok(&["play", "goeben"], "quit\n");
        let table = self.table();
        self.ok(&["play", "goeben"], "collier SIO\nquit\n");
        table
    }
}

/// What is shown up to and with the line that has `what` in it.
fn read_to(shown: &mut impl BufRead, what: &str) -> String {
    let mut said = String::new();
    loop {
        let from = said.len();
        assert!(shown.read_line(&mut said).unwrap() > 0, "the end came before {what}: {said}");
        if said[from..].contains(what) {
            return said;
        }
    }
}

fn entries(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn play_makes_its_database_and_resumes_where_it_was() {
    let ship = Ship::new();
    let first = ship.ok(&["play", "goeben"], "");
    assert!(ship.path(".local/share/wardroom/wardroom.db").is_file());
    let table = ship.table();
    assert!(first.contains(&table), "{first}");
    let before = ship.json(&["show", &table]);
    let again = ship.ok(&["play", "goeben"], "");
    assert!(again.contains(&table), "{again}");
    assert_eq!(ship.json(&["show", &table]), before, "looking changes nothing");
    ship.ok(&["play", "goeben", "--new"], "");
    assert_eq!(ship.json(&["tables"]).len(), 2);
}

#[test]
fn a_table_is_played_by_its_id_and_only_by_its_player() {
    let ship = Ship::new();
    let said = ship.fails(&["play", "goeben-9999"], 1);
    assert!(said.contains("there is no database"), "{said}");
    let table = ship.begun();
    let said = ship.fails(&["play", "goeben-9999"], 1);
    assert!(said.contains("there is no table goeben-9999"), "{said}");
    let said = ship.ok(&["play", &table], "wait\n");
    assert!(said.contains("just where you left it") && !said.contains("You play"), "{said}");
    ship.ok(&["play", &table, "--as", "commander"], "");
    ship.ok(&["play", &table, "--hot-seat"], "");
    let said = ship.fails(&["play", &table, "--new"], 2);
    assert!(said.contains("name a game"), "{said}");
    let said = ship.fails(&["play", &table, "--player", "another"], 1);
    assert!(said.contains("all are taken"), "{said}");
    for args in [&["play", &table, "--as", "commander"][..], &["show", &table, "--as", "commander"]] {
        let another: Vec<&str> = args.iter().copied().chain(["--player", "another"]).collect();
        let said = ship.fails(&another, 1);
        assert!(said.contains("--player NAME") && !said.contains("tester"), "{said}");
    }
    for command in ["show", "log", "dice", "export"] {
        ship.ok(&[command, &table, "--as", "commander"], "");
        ship.ok(&[command, &table, "--player", "another"], "");
        let said = ship.fails(&[command, &table, "--as", "gunnery"], 1);
        assert!(said.contains("no seat gunnery; its seats are: commander"), "{said}");
    }
    ship.ok(&["play", &table], "close\nyes\n");
    ship.ok(&["show", &table, "--as", "commander", "--player", "another"], "");
}

#[test]
fn a_page_is_not_written_to_a_terminal() {
    let ship = Ship::new();
    let table = ship.begun();
    let db = ship.data("").display().to_string();
    let exported = |terminal| {
        let cli =
            Cli::try_parse_from(["wardroom", "--db", &db, "export", &table, "--html", "--player", "tester"]);
        let (mut out, home) = (Vec::new(), ship.folder.path().display().to_string());
        let mut process = ProcessContext {
            typing: None,
            err: &mut std::io::sink(),
            vars: &|name| (name == "HOME").then(|| home.clone()),
            input: Box::new(std::io::empty()),
            out: &mut out,
            interactive: false,
            terminal,
            poll_interval: Duration::from_millis(1),
            platform: Arc::new(System),
        };
        let went = wardroom::app::run(cli.unwrap(), GAMES, &mut process).map_err(|error| error.to_string());
        drop(process);
        (went, out.len())
    };
    let (went, written) = exported(Some(80));
    assert!(went.is_err_and(|why| why.contains(&format!("-o {table}.html"))));
    assert_eq!(written, 0);
    let (went, written) = exported(None);
    assert!(went == Ok(true) && written > 1000);
}

#[test]
fn a_table_is_exported_as_one_page() {
    let ship = Ship::new();
    let table = ship.begun();
    let said = ship.ok(&["export", &table, "--html", "-o", "game.html"], "");
    assert!(said.contains("game.html") && said.contains(&table), "{said}");
    let page = ship.text("game.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains(&table) && page.contains("lang=\"en\""));
    assert!(!page.contains("tester"), "a page names nobody");
    let said = ship.fails(&["export", &table, "--html", "-o", "game.html"], 1);
    assert!(said.contains("game.html"), "{said}");
    assert_eq!(ship.text("game.html"), page, "what is there stays");
    let told = ship.json(&["export", &table, "--html", "-o", "again.html"]);
    assert_eq!((&told[0]["withheld"], &told[0]["file"]), (&0.into(), &"again.html".into()));
    assert_eq!(ship.ok(&["export", &table, "--html"], ""), page, "to the output as well");
    assert!(ship.ok(&["export", &table, "--html", "--lang", "ja"], "").contains("lang=\"ja\""));
    ship.fails(&["export", "goeben-9999", "--html", "-o", "none.html"], 1);
    assert!(!ship.path("none.html").exists(), "nothing is left of what failed");
    for wrong in [&["--html", "--full"][..], &["--with-messages"]] {
        let args: Vec<&str> = ["export", &table].into_iter().chain(wrong.iter().copied()).collect();
        ship.fails(&args, 2);
    }
}

#[test]
fn a_player_named_is_another_player() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben"], "");
    ship.ok(&["play", "goeben", "--player", "another"], "");
    ship.ok(&["play", "goeben", "--player", "tester"], "");
    assert_eq!(ship.json(&["tables"]).len(), 2);
}

#[test]
fn options_of_a_game_are_listed_and_unknown_ones_told() {
    let ship = Ship::new();
    let said = ship.ok(&["play", "goeben", "--option", "help"], "");
    assert!(said.contains("rules=standard|everything") && said.contains("four-ships"), "{said}");
    let said = ship.fails(&["play", "goeben", "--option", "fog=thick"], 2);
    assert!(said.contains("goeben has no option `fog`"), "{said}");
    let said = ship.fails(&["play", "goeben", "--option", "rules=most"], 2);
    assert!(said.contains("takes one of: standard, everything"), "{said}");
    let said = ship.fails(&["play", "goeben", "--option", "rules=standard", "--option", "night"], 2);
    assert!(said.contains("does not go with: night"), "{said}");
    assert_eq!(ship.json(&["tables"]).len(), 0, "no table was opened");
}

#[test]
fn options_that_do_not_go_together_are_refused_with_the_rule() {
    let ship = Ship::new();
    let said = ship.fails(&["play", "goeben", "--option", "moltke", "--option", "four-ships"], 1);
    assert!(said.contains("do not go together") && said.contains("19.0"), "{said}");
    assert_eq!(ship.json(&["tables"]).len(), 0, "no table was opened");
}

#[test]
fn a_table_with_everything_says_so_and_passes_the_audit() {
    let ship = Ship::new();
    let options = ["play", "goeben", "--option", "rules=everything", "--option", "stralsund"];
    let said = ship.ok(&options, "board\n");
    assert!(said.contains("Optional rules:") && said.contains("Stralsund"), "{said}");
    let table = ship.json(&["tables"])[0]["table"].as_str().unwrap().to_owned();
    let first = ship.ok(&["log", &table, "--json"], "");
    assert!(first.lines().next().unwrap().contains("austria-hungary"), "{first}");
    ship.ok(&["audit", &table], "");
}

#[test]
fn a_terminal_that_waits_sees_what_another_process_does() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben"], "");
    let mut child = ship.start(&["play", "goeben"]);
    let mut typed = child.stdin.take().unwrap();
    let mut shown = BufReader::new(child.stdout.take().unwrap());
    // The question is on the screen although the input has not ended.
    let before = read_to(&mut shown, "Log at");
    ship.ok(&["play", "goeben"], "collier SIO\n");
    // Half a line is typed when the news come.
    typed.write_all(b"und").unwrap();
    let news = read_to(&mut shown, "Orders:");
    let told = "A collier waits at Southern Ionian Sea (SIO).";
    assert!(news.contains(told) && !before.contains(told), "{news}");
    typed.write_all(b"o\n").unwrap();
    drop(typed);
    let mut rest = String::new();
    shown.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("> undo") && rest.contains("Taken back"), "{rest}");
    assert!(child.wait().unwrap().success());
}

#[test]
fn two_players_of_one_machine_do_not_resume_each_others_tables() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben"], "");
    let other = Command::new(env!("CARGO_BIN_EXE_wardroom"))
        .args(["play", "goeben"])
        .env_clear()
        .env("HOME", ship.folder.path())
        .env("USER", "another")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(other.status.success());
    assert_eq!(ship.json(&["tables"]).len(), 2);
}

#[test]
fn the_list_begins_with_what_is_due_first_for_whoever_looks() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben"], "quit\n");
    let slow = ship.table();
    ship.ok(&["play", "goeben", "--new"], "pace 2d\nquit\n");
    let fast = |tables: Vec<Value>| {
        let order: Vec<String> = tables.iter().map(|it| it["table"].as_str().unwrap().to_owned()).collect();
        let due: Vec<bool> = tables.iter().map(|it| it["waits"][0]["due"].is_string()).collect();
        (order, due)
    };
    let (order, due) = fast(ship.json(&["tables"]));
    assert_eq!((&order[1], due), (&slow, vec![true, false]), "{order:?}");
    let listed = ship.ok(&["tables"], "");
    let first = listed.lines().next().unwrap();
    assert!(first.contains("; due 2") && first.contains("you are asked since 2"), "{listed}");
    assert!(first.contains(" (UTC)"), "by the reader's clock: {listed}");
    assert!(listed.lines().nth(1).unwrap().contains(&slow), "{listed}");
    ship.ok(&["play", &slow], "pace 1d\nquit\n");
    assert_eq!(fast(ship.json(&["tables"])).0[0], slow);
}

#[test]
fn reading_commands_never_make_a_database() {
    let ship = Ship::new();
    for args in [&["tables"][..], &["show", "goeben-2345"], &["audit", "goeben-2345"], &["backup", "b.db"]] {
        let said = ship.fails(args, 1);
        assert!(said.contains("there is no database"), "{said}");
    }
    assert!(!ship.path(".local").exists());
}

#[test]
fn bad_usage_is_status_2() {
    let ship = Ship::new();
    for args in [
        &["sail"][..],
        &["play", "chess"],
        &["show"],
        &["replay", "goeben-2345", "--step", "year"],
        &["audit", "x", "--head", "12"],
        &["play", "goeben", "--lang", "fr"],
        &["play", "goeben", "--as", "admiral"],
        &["play", "goeben", "--option", "fog"],
        &["play", "goeben", "--option", "=fog"],
        &["play", "goeben", "--hot-seat", "--as", "commander"],
        &["play", "goeben", "--wait-seconds", "soon"],
        &["play", "goeben", "--player", " "],
        &["play", "chess-2345"],
    ] {
        ship.fails(args, 2);
    }
    std::fs::write(ship.path("bad.toml"), "datbase = 1\n").unwrap();
    let said = ship.fails(&["tables", "--config", "bad.toml"], 2);
    assert!(said.contains("bad.toml") && said.contains("datbase"), "{said}");
}

#[test]
fn a_foreign_file_and_a_missing_table_are_told() {
    let ship = Ship::new();
    std::fs::write(ship.path("letter.db"), "Dear sir, this is no database at all.").unwrap();
    let said = ship.fails(&["tables", "--db", "letter.db"], 1);
    assert!(said.contains("letter.db is not a Wardroom database"), "{said}");
    assert_eq!(ship.text("letter.db"), "Dear sir, this is no database at all.");
    ship.begun();
    for command in ["show", "log", "dice", "replay", "audit", "export"] {
        let said = ship.fails(&[command, "goeben-9999"], 1);
        assert!(said.contains("there is no table goeben-9999"), "{said}");
    }
    let said = ship.fails(&["import", "nothing.jsonl"], 1);
    assert!(said.contains("nothing.jsonl"), "{said}");
}

#[test]
fn the_player_sees_no_face_down_marker_and_a_peek_is_on_record() {
    let ship = Ship::new();
    let table = ship.begun();
    for args in [&["show", &table][..], &["log", &table], &["replay", &table, "--list"], &["export", &table]]
    {
        let said = ship.ok(args, "");
        assert!(!said.contains("MarkersConcealed") && !said.contains("\"hidden\":["), "{args:?}");
    }
    assert_eq!(ship.json(&["tables"])[0]["peeks"], 0);
    let all = ship.json(&["show", &table, "--all"]);
    assert!(all[0]["state"]["pool"].is_array() && all[0]["view"]["concealed"].is_object(), "{all:?}");
    assert!(ship.ok(&["log", &table, "--all", "--json"], "").contains("MarkersConcealed"));
    assert_eq!(ship.json(&["tables"])[0]["peeks"], 2);
    ship.ok(&["export", &table, "--full", "-o", "full.jsonl"], "");
    assert_eq!(ship.json(&["tables"])[0]["peeks"], 3);
    assert!(ship.text("full.jsonl").contains("MarkersConcealed"));
    // A file that is there already is not written over, and nothing was looked at.
    ship.fails(&["export", &table, "--full", "-o", "full.jsonl"], 1);
    assert_eq!(ship.json(&["tables"])[0]["peeks"], 3);
}

#[test]
fn export_audit_import_and_backup() {
    let ship = Ship::new();
    let table = ship.begun();
    ship.ok(&["export", &table, "--full", "-o", "full.jsonl"], "");
    let head = ship.json(&["tables"])[0]["head"].as_str().unwrap().to_owned();
    for what in [table.as_str(), "full.jsonl"] {
        let found = &ship.json(&["audit", what, "--head", &head])[0];
        for check in ["integrity", "dice", "rules"] {
            assert_eq!(found[check]["verdict"], "ok", "{found}");
        }
    }
    let short = &head[..head.find(':').unwrap() + 17];
    let said = ship.ok(&["audit", &table, "--head", short], "");
    assert!(said.contains(&format!("through {short}, of whose 64 digits 16 were compared")), "{said}");
    ship.ok(&["import", "full.jsonl", "--db", "other.db"], "");
    let said = ship.fails(&["import", "full.jsonl", "--db", "other.db"], 1);
    assert!(said.contains("already"), "{said}");
    assert_eq!(ship.json(&["tables", "--db", "other.db"])[0]["head"], head.as_str());
    ship.ok(&["export", &table, "--full", "--db", "other.db", "-o", "again.jsonl"], "");
    let lines = |text: String| entries(&text);
    let (first, again) = (lines(ship.text("full.jsonl")), lines(ship.text("again.jsonl")));
    assert_eq!(first[1..], again[1..first.len()], "the same entries, and the peek after them");
    ship.ok(&["backup", "copy.db"], "");
    assert_eq!(ship.json(&["tables", "--db", "copy.db"])[0]["head"], head.as_str());
    ship.fails(&["backup", "copy.db"], 1);
}

#[test]
fn a_partial_export_is_imported_for_reading() {
    let ship = Ship::new();
    let table = ship.begun();
    ship.ok(&["export", &table, "-o", "part.jsonl"], "");
    ship.ok(&["import", "part.jsonl", "--db", "other.db"], "");
    let lines = ship.json(&["log", &table, "--db", "other.db"]);
    assert!(lines.iter().any(|line| line["sealed"] == true) && lines.len() > 5);
    // What cannot be checked has not passed: a forged entry could stand among sealed ones.
    let output = ship.run(&["audit", &table, "--db", "other.db", "--json"], "");
    assert_eq!(output.status.code(), Some(3));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["conclusion"], "holds_so_far", "{found}");
    assert_eq!(found["integrity"]["verdict"], "ok", "{found}");
    assert_eq!(found["dice"]["verdict"], "not_checkable", "{found}");
    assert_eq!(found["rules"]["verdict"], "not_checkable", "{found}");
    let said = ship.fails(&["show", &table, "--db", "other.db"], 1);
    assert!(said.contains("came from a partial export: no position can be made of it"), "{said}");
    let all = ship.json(&["log", &table, "--all", "--db", "other.db"]);
    assert_eq!(all, lines, "more than it came with cannot be seen");
    ship.ok(&["log", &table, "--db", "other.db"], "");
    ship.ok(&["dice", &table, "--db", "other.db"], "");
}

/// Whole, honest as far as it goes, wrong: a script tells them apart, and both commands come to the same.
#[test]
fn an_audit_and_a_checked_import_end_alike() {
    let ship = Ship::new();
    let table = ship.begun();
    let full = ship.ok(&["export", &table, "--full"], "");
    let part = ship.ok(&["export", &table], "");
    let wrong = part.replacen(r#""practice":false"#, r#""practice":true"#, 1);
    let unknown = forged::under_rules("3");
    for (text, status, conclusion, imported) in [
        (&full, 0, "holds", true),
        (&part, 3, "holds_so_far", true),
        (&wrong, 1, "failed", false),
        (&unknown, 2, "unknown_rules", false),
    ] {
        std::fs::write(ship.path("file.jsonl"), text).unwrap();
        let audited = ship.run(&["audit", "file.jsonl", "--json"], "");
        let db = format!("{status}.db");
        let checked = ship.run(&["import", "file.jsonl", "--check", "--json", "--db", &db], "");
        assert_eq!((audited.status.code(), checked.status.code()), (Some(status), Some(status)));
        let found: Value = serde_json::from_slice(&audited.stdout).unwrap();
        assert_eq!(found["conclusion"], conclusion, "{found}");
        let said: Value = serde_json::from_slice(&checked.stdout).unwrap();
        let audit = if imported { &said["audit"] } else { &said };
        assert_eq!((&audit["conclusion"], said.get("partial").is_some()), (&conclusion.into(), imported));
        assert_eq!(ship.run(&["tables", "--db", &db, "--json"], "").stdout.is_empty(), !imported);
    }
}

/// A log under unknown rules is said not to be checked before anything else; what an editor changed is said of the file.
#[test]
fn what_was_not_checked_is_said_first_and_no_forgery_is_spoken_of() {
    let ship = Ship::new();
    let text = forged::under_rules("3");
    std::fs::write(ship.path("file.jsonl"), &text).unwrap();
    for args in [&["audit", "file.jsonl"][..], &["import", "file.jsonl", "--check"]] {
        let said = ship.fails(args, 2);
        assert!(said.starts_with("NOT CHECKED: the table is under rules version 3"), "{said}");
        assert!(!said.contains("FAILED"), "{said}");
    }
    for edited in [format!("\u{feff}{text}"), text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
        std::fs::write(ship.path("file.jsonl"), &edited).unwrap();
        for args in
            [&["audit", "file.jsonl"][..], &["import", "file.jsonl"], &["import", "file.jsonl", "--check"]]
        {
            let said = ship.fails(args, 1);
            assert!(said.contains("changed by an editor") && !said.contains("FAILED"), "{said}");
        }
    }
}

#[test]
fn a_changed_face_fails_the_audit_with_its_entry() {
    let ship = Ship::new();
    let table = ship.begun();
    ship.ok(&["export", &table, "--full", "-o", "full.jsonl"], "");
    let text = ship.text("full.jsonl");
    let line = text.lines().find(|line| line.contains(r#""form":"draw""#)).unwrap();
    let mut roll: Value = serde_json::from_str(line).unwrap();
    let (seq, of) = (roll["seq"].clone(), roll["body"]["of"].as_u64().unwrap());
    let value = roll["body"]["values"][0].as_u64().unwrap();
    roll["body"]["values"][0] = ((value + 1) % of).into();
    std::fs::write(ship.path("forged.jsonl"), text.replace(line, &roll.to_string())).unwrap();
    let output = ship.run(&["audit", "forged.jsonl", "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&found["dice"]["verdict"], &found["dice"]["entry"]),
        (&Value::from("failed"), &seq),
        "{found}"
    );
    assert_eq!(found["integrity"]["verdict"], "failed", "{found}");
    let said = ship.fails(&["import", "forged.jsonl", "--db", "other.db"], 1);
    assert!(said.contains("cannot be imported"), "{said}");
    std::fs::write(ship.path("short.jsonl"), &text[..text.len() - 20]).unwrap();
    let said = ship.fails(&["audit", "short.jsonl"], 1);
    assert!(said.contains("cut off"), "{said}");
}

/// What an import refuses, an audit fails, each with the line.
#[test]
fn an_audit_holds_a_file_to_the_page_as_an_import_does() {
    let ship = Ship::new();
    let table = ship.begun();
    let full = ship.ok(&["export", &table, "--full"], "");
    let part = ship.ok(&["export", &table], "");
    let lines: Vec<&str> = full.lines().collect();
    let sealed = format!(
        r#"{{"digest":"{}","sealed":true,"seq":9,"table":"{table}"}}"#,
        hex::encode(Sha256::digest(lines[11]))
    );
    let header = |from: &str, to: &str| full.replacen(from, to, 1);
    let seed = lines[2].to_uppercase().replace("SEED", "seed");
    for (text, line) in [
        (full.replace(lines[11], &sealed), 12),
        (header(r#""format":1,"#, ""), 1),
        (header(r#""format":1"#, r#""format":2"#), 1),
        (header(r#""format":1"#, r#""foreign":0,"format":1"#), 1),
        (header(r#""audience":"full""#, r#""audience":"all""#), 1),
        (header(r#""head":{"#, r#""head":{"at":1,"#), 1),
        (header(r#"","pack""#, r#"","more":1,"pack""#), 2),
        (full.replacen(&format!("{}\n", lines[2]), "", 1), 3),
        (full.replacen(lines[2], &seed, 1), 3),
        (part.replacen(part.lines().nth(1).unwrap(), &lines[1..3].join("\n"), 1), 3),
        (full.replace(lines[11], &lines[11].replacen(':', ": ", 1)), 12),
        (full.replace(lines[11], &lines[11].replacen(r#","by""#, r#","bye":1,"by""#, 1)), 12),
        (full.clone() + "\n", lines.len() + 1),
    ] {
        std::fs::write(ship.path("file.jsonl"), &text).unwrap();
        let audited = ship.fails(&["audit", "file.jsonl"], 1);
        let imported = ship.fails(&["import", "file.jsonl", "--db", "none.db"], 1);
        for said in [audited, imported] {
            assert!(said.contains(&format!("line {line}")), "{said}");
        }
    }
    let said = ship.fails(&["audit", &table, "--head", &format!("0:{}", "0".repeat(64))], 1);
    assert!(said.contains("before the first entry"), "{said}");
}

#[test]
fn a_destroyed_seed_is_found_and_no_reason_to_call_the_dice_unrevealed() {
    let ship = Ship::new();
    let table = ship.begun();
    let conn = rusqlite::Connection::open(ship.data("")).unwrap();
    conn.execute_batch("DROP TRIGGER tables_no_update; UPDATE tables SET seed = zeroblob(32);").unwrap();
    drop(conn);
    let output = ship.run(&["audit", &table, "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["integrity"]["verdict"], "failed", "{found}");
    assert!(found["integrity"]["what"].as_str().unwrap().contains("seed"), "{found}");
}

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
    assert!(said.contains("tail is lost"), "{said}");
}

#[test]
fn replay_steps_forwards_and_back() {
    let ship = Ship::new();
    let table = ship.begun();
    let stops = entries(&ship.ok(&["replay", &table, "--step", "entry", "--json"], "n\nn\nb\n5\nq\n"));
    let at: Vec<u64> = stops.iter().map(|stop| stop["at"].as_u64().unwrap()).collect();
    assert_eq!(at, [1, 2, 3, 2, 5]);
    let whole = ship.json(&["replay", &table, "--step", "entry", "--list"]);
    assert_eq!(whole.len() as u64, whole[0]["of"].as_u64().unwrap());
    let at = ship.json(&["replay", &table, "--at", "4"]);
    assert_eq!((at.len(), &at[0]["at"]), (1, &Value::from(4)));
    let days = ship.json(&["replay", &table, "--list"]);
    assert!(days.len() < whole.len() && !days.is_empty());
    assert_eq!(days, ship.json(&["replay", &table, "--list", "--step", "day"]));
    let said = entries(&ship.ok(&["replay", &table, "--json"], "board\n99999\nwhat\nq\n"));
    assert!(!said[1]["board"].as_array().unwrap().is_empty());
    assert!(
        said[2]["refused"].as_str().unwrap().contains("99999") && said[3]["refused"].is_string(),
        "{said:?}"
    );
}

/// The only table of a ship that was handed a golden game.
fn golden(ship: &Ship) -> String {
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/grand_fleet-rules-2.jsonl");
    ship.ok(&["import", log], "");
    ship.table()
}

#[test]
fn what_decided_a_game_is_told_once_it_is_over() {
    let ship = Ship::new();
    let begun = ship.begun();
    let said = ship.fails(&["replay", &begun, "--post-mortem"], 1);
    assert!(said.contains("once it is over"), "{said}");
    ship.fails(&["replay", &begun, "--post-mortem=0"], 2);
    let ship = Ship::new();
    let table = golden(&ship);
    let found = &ship.json(&["replay", &table, "--post-mortem=1"])[0];
    let number = |key: &str| found[key].as_i64().unwrap();
    let decisions = found["decisions"].as_array().unwrap();
    assert!(decisions.len() > 50 && [0, 500, 1000].contains(&number("after")), "{found}");
    assert_eq!(
        number("before") + number("own") + number("others") + number("dice"),
        number("after"),
        "{found}"
    );
    assert_eq!(found, &ship.json(&["replay", &table, "--post-mortem=1"])[0]);
}

#[test]
#[ignore = "soak: plays a golden game out from each of its orders"]
fn soak_what_decided_the_golden_game_reads_as_the_tour_shows_it() {
    let ship = Ship::new();
    let table = golden(&ship);
    for (lang, end) in [("en", ""), ("ja", ".ja")] {
        let said = ship.ok(&["--lang", lang, "replay", &table, "--post-mortem=20"], "");
        let now = format!("```text\n$ wardroom replay {table} --post-mortem=20\n{said}```\n");
        let path = format!("{}/docs/tour/grand-fleet-post-mortem{end}.md", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
            continue;
        }
        assert!(std::fs::read_to_string(&path).unwrap() == now, "{path} is out of date\n{now}");
    }
}

#[test]
fn alone_it_shows_the_tables_and_how_to_begin() {
    let ship = Ship::new();
    let bare = ship.ok(&[], "");
    assert!(bare.contains("wardroom play GAME") && bare.contains("goeben"), "{bare}");
    assert!(is_japanese(&ship.ok(&["--lang", "ja"], "")));
    assert!(std::fs::read_dir(ship.folder.path()).unwrap().next().is_none(), "looking makes nothing");
    let table = ship.begun();
    let said = ship.ok(&[], "");
    assert!(said.starts_with(&table) && said.ends_with(&bare), "{said}");
    assert_eq!(ship.json(&[])[0]["table"], table.as_str());
}

#[test]
#[ignore = "needs python3"]
fn a_line_is_edited_and_the_one_before_comes_back() {
    let ship = Ship::new();
    let table = ship.begun();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typist.py");
    let left_and_mended = r"help strm\x1b[D\x1b[Do\x1b[D\x1b[C\r";
    let typed = ["--", left_and_mended, r"\x1b[A\r", r"\x04"];
    let mut typist = Command::new("python3");
    typist.arg(script).arg(env!("CARGO_BIN_EXE_wardroom")).args(["play", &table, "--lang", "en"]).args(typed);
    let output = typist.env("HOME", ship.folder.path()).env("USER", "tester").output();
    let shown = String::from_utf8(output.unwrap().stdout).unwrap();
    assert_eq!(shown.matches("Storm: Marker").count(), 2, "{shown}");
    assert!(shown.contains("The table keeps everything"), "{shown}");
}

#[test]
fn a_replay_shows_the_position_once_and_then_what_of_it_is_new() {
    let ship = Ship::new();
    let table = ship.begun();
    let told = ship.ok(&["replay", &table, "--step", "entry"], &"n\n".repeat(20));
    let times = |text: &str, what: &str| text.matches(what).count();
    assert_eq!(times(&told, "\nThe map\n"), 1, "{told}");
    let whole = ship.ok(&["replay", &table, "--step", "entry"], "board\n");
    assert_eq!(times(&whole, "\nThe map\n"), 2, "{whole}");
    // What a step changed is there, and nothing that stands as it stood.
    let stops: Vec<&str> = told.split("Entry ").collect();
    assert!(stops.iter().any(|stop| stop.contains("Alert") || stop.contains("Goeben")), "{told}");
    let jumped = ship.ok(&["replay", &table, "--step", "entry"], "n\n3\n");
    assert_eq!(times(&jumped, "\nThe map\n"), 2, "a jump shows the whole: {jumped}");
}

fn rehearsal(ship: &Ship, dice: &str, script: &str) -> (Option<i32>, Vec<Value>) {
    std::fs::write(ship.path("script.txt"), script).unwrap();
    let args =
        ["rehearse", "goeben", "--position", "position.json", "--dice", dice, "--script", "script.txt"];
    let output = ship.run(&args, "");
    let lines = String::from_utf8(output.stdout).unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (output.status.code(), entries(&lines))
}

#[test]
fn rehearse_plays_a_position_off_the_record() {
    let ship = Ship::new();
    let table = ship.begun();
    let position = ship.ok(&["show", &table, "--all", "--json"], "");
    std::fs::write(ship.path("position.json"), &position).unwrap();
    let head = ship.json(&["tables"])[0]["head"].clone();
    let (status, lines) = rehearsal(&ship, "", "# nothing to do\n\n");
    assert_eq!((status, lines.len()), (Some(0), 1));
    let shown: Value = serde_json::from_str(&position).unwrap();
    assert_eq!(lines[0]["state"], shown["state"]);

    let (status, lines) = rehearsal(&ship, "6,5", "{\"verb\":\"sing\"}\n");
    assert_eq!(status, Some(1));
    assert!(lines.iter().any(|line| line["refused"]["reason"].is_string()), "{lines:?}");
    assert_eq!(lines.last().unwrap()["dice_left"], 2);
    let (status, lines) = rehearsal(&ship, "6", "frobnicate the mast\n");
    assert_eq!((status, lines[0]["misread"].is_string()), (Some(1), true));

    // A script of dice that cannot answer says so in the reader's language.
    for (dice, lang, said) in [
        ("", "en", "the script of dice ran out: roll 0 (intelligence, rule 11.1) asked for"),
        ("9", "en", "the script of dice has 9 for roll 0 (intelligence, rule 11.1)"),
        ("", "ja", "--dice の値が足りません：判定0（intelligence、ルール11.1）"),
        ("9", "ja", "--dice の値9は判定0（intelligence、ルール11.1）に使えません"),
    ] {
        let args =
            ["rehearse", "goeben", "--position", "position.json", "--script", "script.txt", "--lang", lang];
        std::fs::write(ship.path("script.txt"), "done\ndone\nintelligence goeben\n").unwrap();
        let output = ship.run(&[&args[..], &["--dice", dice]].concat(), "");
        let lines = entries(&String::from_utf8(output.stdout).unwrap());
        let stopped = lines.iter().find_map(|line| line["stopped"].as_str());
        assert!(stopped.is_some_and(|stopped| stopped.starts_with(said)), "{stopped:?}");
    }

    // The last line can be given back as a position.
    std::fs::write(ship.path("position.json"), lines.last().unwrap().to_string()).unwrap();
    assert_eq!(rehearsal(&ship, "", "").0, Some(0));
    assert_eq!(ship.json(&["tables"])[0]["head"], head, "the table was not touched");
    ship.fails(&["rehearse", "goeben", "--position", "position.json", "--dice", "six"], 2);
    std::fs::write(ship.path("position.json"), "{\"turn\":1}").unwrap();
    ship.fails(&["rehearse", "goeben", "--position", "position.json"], 1);
}

#[test]
fn a_data_folder_with_a_fault_names_file_and_key() {
    let ship = Ship::new();
    std::fs::create_dir(ship.path("pack")).unwrap();
    let said = ship.fails(&["play", "goeben", "--data", "pack"], 1);
    assert!(said.contains("no data file"), "{said}");
    std::fs::write(ship.path("pack/lines.toml"), "lines = 3\n").unwrap();
    let said = ship.fails(&["play", "goeben", "--data", "pack"], 1);
    assert!(said.contains("lines.toml"), "{said}");
    assert_eq!(ship.json(&["tables"]).len(), 0, "no table was opened");
}

#[test]
fn lab_plays_games_and_tells_what_they_come_to() {
    let ship = Ship::new();
    let fleet = ["lab", "grand_fleet", "--players", "random,midshipman", "--games", "4", "--seed", "3"];
    let told = ship.json(&[&fleet[..], &["--option", "historical"]].concat());
    let [told] = &told[..] else { panic!("{told:?}") };
    assert_eq!(
        (&told["header"]["game"], &told["header"]["seed"]),
        (&serde_json::json!("grand_fleet"), &serde_json::json!(3))
    );
    assert_eq!(told["header"]["options"], serde_json::json!(["historical"]));
    let figures = &told["figures"];
    assert_eq!(figures["games"], 4);
    assert_eq!(figures["pairs"][0]["games"], 4);
    for lang in ["en", "ja"] {
        let said = ship.ok(&[&fleet[..], &["--lang", lang]].concat(), "");
        assert!(said.contains("midshipman") && !said.contains(['{', '}']), "{said}");
        assert_eq!(is_japanese(&said), lang == "ja", "{said}");
        let said = ship.ok(&["lab", "goeben", "--players", "random", "--games", "2", "--lang", lang], "");
        assert_eq!(is_japanese(&said), lang == "ja", "{said}");
    }
    assert!(!ship.path(".local").exists(), "no database is made");
}

/// Killed whenever, gone on with in whatever number of threads: the file of one run.
#[test]
fn lab_is_killed_and_goes_on_where_it_was() {
    let ship = Ship::new();
    let lab =
        |games, file| ["lab", "grand_fleet", "--players", "random", "--games", games, "--results", file];
    let mut child = ship.start(&lab("10000", "killed.jsonl"));
    let lines =
        || std::fs::read(ship.path("killed.jsonl")).map_or(0, |text| text.split(|b| *b == b'\n').count());
    while lines() < 4 {
        std::thread::sleep(Duration::from_millis(5));
        assert!(child.try_wait().unwrap().is_none(), "it ended");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let games = (lines() + 2).to_string();
    for (file, threads) in [("killed.jsonl", "3"), ("whole.jsonl", "1")] {
        ship.ok(&[&lab(&games, file)[..], &["--threads", threads]].concat(), "");
    }
    assert_eq!(ship.text("killed.jsonl"), ship.text("whole.jsonl"));
    assert_eq!(ship.text("whole.jsonl").lines().count().to_string(), (lines() - 1).to_string());
}

#[test]
fn lab_says_what_there_is_to_whoever_asks_for_something_else() {
    let ship = Ship::new();
    for (args, known) in [
        (&["lab", "chess"][..], "goeben, grand_fleet"),
        (&["lab", "goeben", "--players", "admiral"], "random, midshipman, lieutenant, captain"),
        (&["lab", "goeben", "--players", ""], "random, midshipman, lieutenant, captain"),
        (&["lab", "goeben", "--players", "lieutenant,,random"], "random, midshipman, lieutenant, captain"),
        (&["lab", "goeben", "--players", "captain:0"], "1 to 100000"),
        (&["lab", "goeben", "--players", "captain:100001"], "1 to 100000"),
        (&["lab", "goeben", "--games", "0"], "number"),
        (&["lab", "goeben", "--games", "many"], "number"),
        (&["lab", "goeben", "--threads", "0"], "number"),
        (&["lab", "goeben", "--seed", "few"], "--seed"),
        (&["lab", "goeben", "--option", "fog"], "night"),
        (&["lab"], "GAME"),
    ] {
        let said = ship.fails(args, 2);
        assert!(said.contains(known), "{args:?}: {said}");
    }
    let once = |seed, players| {
        ["lab", "goeben", "--games", "1", "--results", "run.jsonl", "--seed", seed, "--players", players]
    };
    ship.ok(&once("1", "random"), "");
    let before = ship.text("run.jsonl");
    for (args, what) in [(once("2", "random"), "seed"), (once("1", "midshipman"), "players")] {
        let said = ship.fails(&args, 1);
        assert!(said.contains("run.jsonl") && said.contains("another run") && said.contains(what), "{said}");
    }
    std::fs::write(ship.path("other.txt"), "a letter\n").unwrap();
    let said = ship.fails(&["lab", "goeben", "--results", "other.txt"], 1);
    assert!(said.contains("line 1"), "{said}");
    ship.fails(&["lab", "goeben", "--results", "."], 1);
    assert_eq!((ship.text("run.jsonl"), ship.text("other.txt")), (before, "a letter\n".to_owned()));
}

#[test]
fn help_shows_what_is_built_and_nothing_else() {
    let ship = Ship::new();
    let said = ship.ok(&["help"], "");
    let listed = said.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let listed: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let built = [
        "play",
        "decline",
        "master",
        "tables",
        "show",
        "picture",
        "log",
        "dice",
        "replay",
        "audit",
        "export",
        "import",
        "rehearse",
        "lab",
        "backup",
        "archive",
        "people",
        "forget",
        "serve",
        "deliver",
        "set-clock",
        "rotate-secret",
        "migrate",
        "copy",
        "help",
    ];
    assert_eq!(listed, built, "{said}");
}

#[test]
fn ten_megabytes_on_one_line_are_refused() {
    let ship = Ship::new();
    let output = ship.run(&["play", "goeben"], &("x".repeat(10_000_000) + "\n"));
    assert_ne!(output.status.code(), Some(0));
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("65536") && said.len() < 100_000, "{}", said.len());
    std::fs::write(ship.path("huge.jsonl"), "x".repeat(10_000_000)).unwrap();
    let said = ship.fails(&["audit", "huge.jsonl"], 1);
    assert!(said.contains("bytes allowed") && said.len() < 1000, "{said}");
}

#[test]
fn practice_is_said_everywhere() {
    let ship = Ship::new();
    assert!(ship.ok(&["play", "goeben", "--practice"], "").contains("practice"));
    let table = ship.table();
    for args in [&["tables"][..], &["show", &table], &["audit", &table]] {
        assert!(ship.ok(args, "").contains("practice"), "{args:?}");
    }
}

#[test]
fn the_example_configuration_names_a_database_that_is_used() {
    let ship = Ship::new();
    let path: &Path = &ship.path("club.db");
    std::fs::write(ship.path("config.toml"), format!("database = {path:?}\n")).unwrap();
    ship.ok(&["play", "goeben", "--config", "config.toml"], "");
    assert!(path.is_file());
    assert!(!ship.path(".local").exists());
}

#[test]
fn undo_says_what_it_did_and_why_no_more() {
    let ship = Ship::new();
    let said =
        ship.run(&["play", "goeben", "--lang", "en"], "undo\ncollier SIO\nundo\ncollier SIO\nundo 7\n");
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("There is nothing to take back."), "{said}");
    assert!(said.contains("Only one order can be taken back"), "{said}");
    assert!(!said.contains("Rule table"), "{said}");
    let table = ship.table();
    let kinds: Vec<Value> = ship.json(&["log", &table]).iter().map(|line| line["kind"].clone()).collect();
    assert_eq!(kinds.iter().filter(|kind| *kind == "TakenBack").count(), 1);
}

#[test]
fn a_seat_that_was_taken_from_its_player_is_listed_as_nobodys() {
    let ship = Ship::new();
    ship.ok(&["play", "grand_fleet", "--master", "Mia", "--player", "Ann", "--as", "british"], "");
    let table = ship.table();
    ship.ok(&["play", &table, "--player", "Bob", "--as", "german"], "");
    ship.ok(&["master", &table, "--player", "Mia", "replace", "british"], "");
    let [listed] = &ship.json(&["tables"])[..] else { panic!("not one table") };
    let seats: Vec<&str> =
        listed["seats"].as_array().unwrap().iter().map(|it| it["seat"].as_str().unwrap()).collect();
    assert_eq!((seats, &listed["free"]), (vec!["german"], &serde_json::json!(["british"])));
}

#[test]
fn tables_that_look_for_players_are_listed_apart() {
    let ship = Ship::new();
    ship.begun();
    ship.ok(&["--lang", "en", "play", "grand_fleet", "--as", "german"], "need-player\n");
    let [open] = &ship.json(&["tables", "--open"])[..] else { panic!("not one table") };
    assert_eq!(open["game"], "grand_fleet");
    assert_eq!(open["open"]["seats"], serde_json::json!(["british"]));
    assert!(ship.ok(&["tables", "--open"], "").contains("players are sought since 2"));
}

#[test]
fn a_seat_goes_from_one_local_player_to_another_and_is_resigned() {
    let ship = Ship::new();
    let table = ship.begun();
    let english = ["--lang", "en"];
    let play = |player: &str, args: &[&str], input: &str| {
        let all: Vec<&str> = english.iter().copied().chain(["--player", player, "play", &table]).collect();
        ship.ok(&[&all[..], args].concat(), input)
    };
    let said = play("tester", &[], "who\npass-seat \"Bob Marsh\"\nresign\nwho\n");
    assert!(said.contains("Nobody has played here as “Bob Marsh” before"), "{said}");
    assert!(said.contains("--as commander --player 'Bob Marsh'"), "{said}");
    assert!(said.contains("you, asked now, offered to Bob Marsh"), "{said}");
    let listed = ship.ok(&["tables"], "");
    assert!(listed.contains("waiting for: commander  offered: commander"), "{listed}");
    let bob = ["--player", "Bob Marsh", "--lang", "en"];
    let said = ship.ok(&[&bob[..], &["decline", &table]].concat(), "");
    assert!(said.contains("is declined"), "{said}");
    ship.fails(&[&bob[..], &["decline", &table]].concat(), 1);
    play("tester", &[], "pass-seat \"Bob Marsh\"\n");
    let said = play("Bob Marsh", &["--as", "commander"], "resign yes\n");
    assert!(said.contains("Resigned:"), "{said}");
    let shown = ship.json(&["show", &table]);
    assert_eq!(shown[0]["closed"], "resigned");
    assert_eq!(shown[0]["seats"][0]["offered_to"], Value::Null);
    assert_eq!(ship.json(&["tables"])[0]["asked"], serde_json::json!([]));
    let said = ship.ok(&["audit", &table], "");
    assert!(said.contains("ok"), "{said}");
}

#[test]
fn a_log_after_its_end_is_empty() {
    let ship = Ship::new();
    let table = ship.begun();
    for after in ["9223372036854775807", "18446744073709551615"] {
        assert_eq!(ship.ok(&["log", &table, "--after", after], ""), "");
    }
}

/// The lines of a full export under the head that its entries lead to.
fn with_its_head(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let chain = lines[3..].iter().fold(vec![0; 32], |chain, line| {
        Sha256::digest([&chain[..], &Sha256::digest(line)].concat()).to_vec()
    });
    let mut header: Value = serde_json::from_str(lines[0]).unwrap();
    header["head"] = serde_json::json!({ "chain": hex::encode(chain), "seq": lines.len() - 3 });
    format!("{header}\n{}\n", lines[1..].join("\n"))
}

#[test]
fn the_audit_of_an_open_table_says_nothing_of_what_is_sealed() {
    let ship = Ship::new();
    ship.ok(&["play", "grand_fleet", "--hot-seat"], &("stow-by\n".to_owned() + &"decline\n".repeat(4)));
    let table = ship.table();
    ship.ok(&["play", &table, "--as", "british"], "throw 1\n");
    let whole = ship.ok(&["export", &table, "--full"], "");
    let chosen = r#""body":{"dice":1,"side":"british"}"#;
    assert!(whole.contains(chosen), "{whole}");
    let forged = with_its_head(&whole.replace(chosen, r#""body":{"dice":2,"side":"british"}"#));
    std::fs::write(ship.path("forged.jsonl"), forged).unwrap();
    ship.ok(&["--db", "other.db", "import", "forged.jsonl"], "");
    for json in [&[][..], &["--json"]] {
        let said = ship.fails(&[&["--db", "other.db", "audit", &table], json].concat(), 1);
        assert!(said.contains("what it hides is told when it is opened"), "{said}");
        assert!(!said.contains("DiceChosen"), "{said}");
    }
    // Whoever has the whole file has it all.
    assert!(ship.fails(&["audit", "forged.jsonl"], 1).contains("DiceChosen"));
}

few_and_many!(no_text_of_a_foreign_file_steers_the_terminal: 4, 1;);

/// A foreign file's text reaches the terminal as text, and no line of it passes for one of ours.
fn no_text_of_a_foreign_file_steers_the_terminal(every: usize) {
    let ship = Ship::new();
    let table = ship.begun();
    let whole = ship.ok(&["export", &table, "--full"], "");
    let evil = "\u{1b}[2K\u{1b}]0;x\u{7}\rintegrity ok\nintegrity ok\u{9b}1A\u{202e}\u{2028}";
    let ascii: String = evil.chars().filter(char::is_ascii).collect();
    let with = |kind: &str, change: &dyn Fn(&mut Value)| {
        let line = whole.lines().find(|line| line.contains(&format!(r#""kind":"{kind}""#))).unwrap();
        let mut entry: Value = serde_json::from_str(line).unwrap();
        change(&mut entry);
        whole.replace(line, &entry.to_string())
    };
    let forged = [
        with("MarkersConcealed", &|entry| entry["body"][&ascii] = 0.into()),
        with("MarkersConcealed", &|entry| entry["body"]["!"] = evil.into()),
        with("CollierPlaced", &|entry| entry["body"]["space"] = evil.into()),
        with("OrderGiven", &|entry| entry["body"]["order"]["verb"] = evil.into()),
    ];
    let words = [
        with("TableOpened", &|entry| entry["body"]["rules_version"] = evil.into()),
        with("TableOpened", &|entry| entry["body"]["game"] = evil.into()),
        with("TableOpened", &|entry| entry["body"]["seats"][0] = evil.into()),
        with("Rolled", &|entry| entry["body"]["purpose"] = evil.into()),
    ];
    for (number, text) in forged.iter().chain(&words).enumerate().step_by(every) {
        let (file, db) = (format!("{number}.jsonl"), format!("{number}.db"));
        std::fs::write(ship.path(&file), with_its_head(text)).unwrap();
        let db = ["--db", db.as_str(), "--lang", "en"];
        let mut commands = vec![vec!["audit", &file], vec!["audit", &file, "--json"], vec!["import", &file]];
        for command in ["audit", "dice", "log", "show", "play", "replay"] {
            commands.push(vec![command, &table]);
            commands.push(vec!["--json", command, &table]);
        }
        for command in commands {
            let output = ship.run(&[&db[..], &command].concat(), "");
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            let steers = |c: char| (c.is_control() && c != '\n') || "\u{202e}\u{2028}".contains(c);
            assert!(!said.contains(steers), "{command:?}: {said:?}");
            let forged = |line: &str| line.starts_with("integrity ok") && !line.starts_with("integrity ok (");
            assert!(!said.lines().any(forged), "{command:?}: {said}");
        }
        let listed = ship.run(&[&db[..], &["tables"]].concat(), "").stdout;
        let imported = String::from_utf8(listed).unwrap().contains(&table);
        assert_eq!(imported, number < forged.len(), "a word is a word: {number}");
    }
}

/// Runs the program with `kilobytes` of address space at most.
fn within(ship: &Ship, kilobytes: u32, args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_wardroom");
    Command::new("sh")
        .args(["-c", &format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\""), program])
        .args(args)
        .env_clear()
        .env("HOME", ship.folder.path())
        .current_dir(ship.folder.path())
        .output()
        .unwrap()
}

/// What a file may cost is bounded by its size, whatever its numbers say.
#[test]
fn an_audit_and_an_import_take_no_more_memory_than_the_file_allows() {
    let ship = Ship::new();
    let table = ship.begun();
    let whole = ship.ok(&["export", &table, "--full"], "");
    std::fs::write(ship.path("large.jsonl"), large(&whole)).unwrap();
    let mut long = whole.clone();
    let last: Value = serde_json::from_str(whole.lines().last().unwrap()).unwrap();
    for more in 1..=24 {
        let mut entry = last.clone();
        entry["seq"] = (last["seq"].as_u64().unwrap() + more).into();
        (entry["kind"], entry["body"]) = ("Padded".into(), serde_json::json!({ "x": vec![0; 120_000] }));
        long += &format!("{entry}\n");
    }
    std::fs::write(ship.path("long.jsonl"), with_its_head(&long)).unwrap();
    for file in ["large.jsonl", "long.jsonl"] {
        for command in ["audit", "import"] {
            let output = within(&ship, 1_000_000, &["--db", "none.db", command, file]);
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert_eq!(output.status.code(), Some(1), "{command} {file}: {said}");
            assert!(!said.contains("memory"), "{command} {file}: {said}");
            assert_eq!(said.contains("over the limit"), file == "large.jsonl", "{command} {file}: {said}");
        }
    }
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_holds_a_file_to_the_limits_too() {
    let ship = Ship::new();
    let table = ship.begun();
    let (_, said) = checker::check(large(&ship.ok(&["export", &table, "--full"], "")).as_bytes());
    assert!(said.contains("over the limit"), "{said}");
}

/// The log with a draw from more than there may be.
fn large(whole: &str) -> String {
    let roll = whole.lines().find(|line| line.contains(r#""form":"draw""#)).unwrap();
    let mut large: Value = serde_json::from_str(roll).unwrap();
    large["body"]["of"] = u32::MAX.into();
    with_its_head(&whole.replace(roll, &large.to_string()))
}

#[test]
fn a_name_that_looks_like_another_is_refused() {
    let ship = Ship::new();
    let table = ship.begun();
    for name in ["\u{202e}ann", "ann\u{200b}", "\u{2066}"] {
        assert!(ship.fails(&["--player", name, "tables"], 2).contains("a name has letters"));
        let said = ship.run(&["play", &table], &format!("pass-seat \"{name}\"\n")).stdout;
        assert!(!String::from_utf8(said).unwrap().contains("that name is known"), "{name:?}");
    }
    assert!(ship.ok(&["--player", "Änne 東郷", "tables"], "").contains(&table));
}

/// A whole campaign played by a script, prompt by prompt, comes to a verdict and passes the audit.
#[test]
#[ignore = "soak: takes minutes: a program is started for every prompt"]
fn soak_a_campaign_is_played_to_its_verdict_and_passes_the_audit() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben", "--option", "campaign"], "quit\n");
    play_the_campaign(&ship, &[("commander", &[])]);
}

/// The same by two officers at two terminals on one file, each for the ship they command.
#[test]
#[ignore = "soak: takes minutes: a program is started for every prompt"]
fn soak_two_officers_play_a_campaign_to_its_verdict_and_it_passes_the_audit() {
    let ship = Ship::new();
    let (ann, ben) = (["--as", "goeben", "--player", "ann"], ["--as", "breslau", "--player", "ben"]);
    let open = ["play", "goeben", "--new", "--option", "campaign", "--option", "officers=ships"];
    ship.ok(&[&open[..], &ann].concat(), "quit\n");
    ship.ok(&[&["play", &ship.table()][..], &ben].concat(), "quit\n");
    play_the_campaign(&ship, &[("goeben", &ann), ("breslau", &ben)]);
}

/// Plays the only table to its verdict, whoever is asked at the terminal of their seat, and audits it.
fn play_the_campaign(ship: &Ship, terminals: &[(&str, &[&str])]) {
    let table = ship.table();
    let mut batches = 0;
    loop {
        let shown = &ship.json(&["show", &table])[0];
        let view = &shown["view"];
        if !view["campaign"]["verdict"].is_null() {
            break;
        }
        let Some(seat) = shown["asked"][0]["seat"].as_str() else { panic!("nothing is asked: {shown}") };
        let terminal = terminals.iter().find(|(held, _)| *held == seat).expect("a terminal of that seat").1;
        let own = &ship.json(&[&["show", &table][..], terminal].concat())[0];
        let asked = own["asked"].as_array().unwrap().iter().find(|asked| asked["seat"] == seat);
        let ask = asked.and_then(|asked| asked["ask"].as_str()).expect("what is asked");
        let lines = campaign_lines(ask, seat, view);
        let said = ship.run(&[&["play", &table][..], terminal].concat(), &format!("{lines}\nquit\n"));
        let after = &ship.json(&["show", &table])[0];
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        assert_ne!(after["head"], shown["head"], "{ask} of {seat}: {lines} led to nothing:\n{said}");
        batches += 1;
        assert!(batches < 4000, "no end: {shown}");
    }
    let view = ship.json(&["show", &table])[0]["view"].clone();
    let ledger = view["campaign"]["ledger"].as_array().unwrap();
    assert!(!ledger.is_empty(), "{view}");
    let said = ship.ok(&["show", &table], "");
    assert!(said.contains("The campaign is over, missions accomplished:"), "{said}");
    let found = &ship.json(&["audit", &table])[0];
    for verdict in ["integrity", "dice", "rules"] {
        assert_eq!(found[verdict]["verdict"], "ok", "{found}");
    }
    let missions = ledger.len().to_string();
    let stops = ship.json(&["replay", &table, "--mission", &missions, "--step", "day", "--list"]);
    assert!(
        !stops.is_empty() && stops.iter().all(|stop| stop["mission"] == missions.parse::<u32>().unwrap())
    );
    let said = ship.fails(&["replay", &table, "--mission", "9"], 1);
    assert!(said.contains("no mission 9"), "{said}");
}

/// What somebody in no hurry types when asked: to Pola, and wait there.
fn campaign_lines(asked: &str, seat: &str, view: &Value) -> String {
    let lies = |ship: &str, space: &str| view["ships"][ship]["at"] == space;
    let line = match asked {
        "set-up" if view["colliers_to_place"] != 0 => "collier SIO",
        "movement" if seat == "commander" && lies("goeben", "MES") => {
            "move goeben cruise SIO\nmove breslau cruise SIO\ndone"
        }
        "movement" if seat == "goeben" && lies("goeben", "MES") => "move goeben cruise SIO\ndone",
        "movement" if seat == "breslau" && lies("breslau", "MES") => "move breslau cruise SIO\ndone",
        "set-up" | "outfitting" | "intelligence" | "movement" | "bombardment" => "done",
        "objective" => "conclude",
        "choose" => "choose jamming",
        "evade" => "evade risk",
        "contact" => "contact cruise",
        "break-off" => "fight",
        "fire" | "bombard-fire" => "hold",
        "reward" => "reward battlecruiser",
        // Whatever stands first among the orders offered.
        _ => "1",
    };
    // Whatever it costs.
    line.lines().map(|line| format!("{line} anyway")).collect::<Vec<_>>().join("\n")
}

/// Two officers in two terminals on one file: what one proposes the other approves, what one says the other reads, and
/// nobody else; the log passes its audit.
#[test]
fn two_officers_command_the_squadron_from_two_terminals() {
    let ship = Ship::new();
    let said = "Coal at Messina; then \"west\", at 18 knots.";
    let open = [
        "play",
        "goeben",
        "--new",
        "--option",
        "officers=task-force",
        "--as",
        "commander",
        "--player",
        "ann",
    ];
    ship.ok(&open, "collier STY\n");
    let table = ship.table();
    let join = |seat: &str, player: &str, script: &str| {
        ship.ok(&["play", &table, "--as", seat, "--player", player], script)
    };
    let first = format!("load goeben wireless 1\nmessage commander {said}\ndone\n");
    let first = ship.run(&["play", &table, "--as", "first-officer", "--player", "ben"], &first);
    assert_eq!(first.status.code(), Some(1), "an order was refused");
    let first = String::from_utf8(first.stdout).unwrap();
    assert!(first.contains("First officer proposes: Stow Wireless"), "{first}");
    assert!(first.contains("for another to decide: Commander. Rule 25.0"), "{first}");
    let engineer = join("engineer", "cy", "log 20\nshow officers\n");
    assert!(engineer.contains("First officer proposes") && !engineer.contains("knots"), "{engineer}");
    let commander = join("commander", "ann", "show officers\napprove\ndone\n");
    assert!(commander.contains(said), "{commander}");
    assert!(commander.contains("Goeben takes Wireless into hull box 1."), "{commander}");
    let whole = ship.ok(&["log", &table], "");
    assert!(!whole.contains("knots"), "{whole}");
    assert_eq!(ship.json(&["audit", &table])[0]["rules"]["verdict"], "ok");
    let own = ship.ok(&["export", &table, "--as", "engineer", "--player", "cy"], "");
    assert!(!own.contains("knots") && own.contains("\"sealed\":true"), "{own}");
}

impl Ship {
    /// The database in the data folder, with something after its name.
    fn data(&self, suffix: &str) -> PathBuf {
        self.path(&format!(".local/share/wardroom/wardroom.db{suffix}"))
    }

    /// The head files that were put aside as damaged.
    fn damaged(&self) -> Vec<PathBuf> {
        let all = std::fs::read_dir(self.path(".local/share/wardroom")).unwrap();
        let mut found: Vec<PathBuf> = all.map(|entry| entry.unwrap().path()).collect();
        found.retain(|path| path.display().to_string().contains(".head.damaged-"));
        found
    }
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
        for (lang, says) in [("en", "nothing witnesses"), ("ja", "証人")] {
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
    assert!(ship.fails(&["audit", &table], 1).contains("tail is lost"));
    let said = String::from_utf8(ship.run(&["play", &table], "collier NIO\n").stdout).unwrap();
    assert!(said.contains("lost its tail"), "{said}");
    // The line stands until the owner takes it out: to accept what is there is not to give up what is lost.
    let said = ship.fails(&["audit", "--accept-heads"], 1);
    assert!(said.contains(&table) && said.contains("lost its tail"), "{said}");
    assert!(ship.fails(&["audit", &table], 1).contains("tail is lost"));
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
        assert!(said.starts_with("wardroom: the heads of the logs cannot be noted"), "{said}");
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
fn an_import_says_whether_the_rules_were_checked() {
    let ship = Ship::new();
    let table = ship.begun();
    ship.ok(&["export", &table, "--full", "-o", "full.jsonl"], "");
    for (lang, says) in [("en", "not checked"), ("ja", "確かめていません")] {
        let db = format!("{lang}.db");
        let said = ship.ok(&["import", "full.jsonl", "--db", &db, "--lang", lang], "");
        assert!(said.contains(says) && said.contains(&format!("wardroom audit {table}")), "{said}");
    }
    assert_eq!(ship.json(&["import", "full.jsonl", "--db", "plain.db"])[0]["audit"], Value::Null);
    let checked = ["import", "full.jsonl", "--check", "--db"];
    let said = ship.ok(&[&checked[..], &["words.db", "--lang", "en"]].concat(), "");
    assert!(said.contains(&table) && !said.contains("not checked"), "{said}");
    let found = &ship.json(&[&checked[..], &["checked.db"]].concat())[0];
    assert_eq!(
        (&found["table"], &found["audit"]["rules"]["verdict"]),
        (&table.into(), &"ok".into()),
        "{found}"
    );

    // A space that no rule would give, under hashes that fit.
    let text = ship.text("full.jsonl");
    let ordered = |line: &&str| line.contains(r#""kind":"OrderGiven""#) && line.contains("SIO");
    let line = text.lines().find(ordered).unwrap();
    let forged = with_its_head(&text.replace(line, &line.replace("SIO", "NIO")));
    std::fs::write(ship.path("forged.jsonl"), forged).unwrap();
    ship.ok(&["import", "forged.jsonl", "--db", "unchecked.db"], "");
    for json in [&[][..], &["--json"]] {
        let args = [&["import", "forged.jsonl", "--check", "--db", "forged.db"][..], json].concat();
        let said = ship.fails(&args, 1);
        assert!(said.contains("not imported"), "{said}");
        assert_eq!(ship.json(&["tables", "--db", "forged.db"]).len(), 0, "nothing is stored");
    }
}

#[test]
fn play_prints_json_and_nothing_else_when_asked() {
    let ship = Ship::new();
    let lines = |output: Output| -> Vec<Value> {
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let output = ship.run(
        &["play", "goeben", "--json", "--color", "always"],
        "collier NOWHERE\ncollier SIO\nlog 3\nquit\n",
    );
    assert_eq!(output.status.code(), Some(1), "a line was refused");
    let shown = lines(output);
    for line in &shown {
        let object = line.as_object().unwrap();
        assert!(
            object.len() == 2
                && line["shown"].is_string()
                && !line["text"].as_str().unwrap().contains('\u{1b}')
        );
    }
    let texts = |kind: &str| -> Vec<&str> {
        shown.iter().filter(|line| line["shown"] == kind).map(|line| line["text"].as_str().unwrap()).collect()
    };
    assert_eq!(texts("typed"), ["collier NOWHERE", "collier SIO", "log 3", "quit"]);
    assert_eq!(texts("refused").len(), 1);
    assert!(texts("line").contains(&"A collier waits at Southern Ionian Sea (SIO)."), "{shown:?}");
    assert!(!texts("heading").is_empty() && !texts("note").is_empty());
    // The same words as without it.
    let plain = ship.ok(&["play", "goeben"], "log 3\n");
    let json = lines(ship.run(&["play", "goeben", "--json"], "log 3\n"));
    let told: Vec<&str> = plain
        .lines()
        .map(|line| line.strip_prefix("> ").unwrap_or(line))
        .filter(|line| !line.is_empty())
        .collect();
    let shown: Vec<&str> = json.iter().map(|line| line["text"].as_str().unwrap()).collect();
    assert_eq!(shown, told);
    let options = lines(ship.run(&["play", "goeben", "--option", "help", "--json"], ""));
    assert!(
        options.iter().any(|option| option["option"] == "rules" && option["value"].is_string()),
        "{options:?}"
    );
    let table = ship.table();
    ship.ok(&["play", &table], "pass-seat ann\n");
    ship.ok(&["play", "goeben", "--new", "--player", "ann"], "");
    ship.ok(&["play", &table], "pass-seat ann\n");
    let declined = lines(ship.run(&["decline", &table, "--player", "ann", "--json"], ""));
    assert_eq!(declined, [serde_json::json!({ "table": table, "declined": "commander" })]);
}

/// Whether there is Japanese script in a text.
fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| ('\u{3040}'..='\u{30ff}').contains(&c) || ('\u{4e00}'..='\u{9fff}').contains(&c))
}

#[test]
fn every_command_speaks_the_language_of_its_reader() {
    let ship = Ship::new();
    let table = ship.begun();
    ship.ok(&["export", &table, "--full", "-o", "full.jsonl"], "");
    for args in [
        &["tables"][..],
        &["show", &table],
        &["log", &table],
        &["dice", &table],
        &["replay", &table, "--at", "3"],
        &["audit", &table],
        &["audit", "full.jsonl"],
        &["export", &table, "-o"],
        &["import", "full.jsonl", "--db"],
        &["play", "goeben", "--option", "help"],
        &["help"],
        &["help", "play"],
        &["--help"],
        &["audit", "-h"],
    ] {
        for lang in ["en", "ja"] {
            let file = format!("{lang}-{}", args[0]);
            let ends_in_a_flag = args.last().is_some_and(|last| ["-o", "--db"].contains(last));
            let behind: &[&str] = if ends_in_a_flag { &[&file] } else { &[] };
            let said = ship.ok(&[&["--lang", lang], args, behind].concat(), "");
            assert_eq!(is_japanese(&said), lang == "ja", "{args:?} in {lang}: {said}");
        }
    }
}

#[test]
fn a_mistyped_command_line_is_told_in_the_language_of_its_reader() {
    let ship = Ship::new();
    let told = |args: &[&str], japanese: bool| {
        let said = ship.fails(args, 2);
        assert_eq!(is_japanese(&said), japanese, "{args:?}: {said}");
        assert!(!said.contains("error:"), "{said}");
        said
    };
    for (args, names) in [
        (&["sail"][..], "`sail`"),
        (&["tabels"], "`tables`"),
        (&["show"], "`<TABLE|FILE>`"),
        (&["play", "chess"], "goeben, grand_fleet"),
        (&["play", "goeben", "--hot"], "`--hot`"),
        (&["play", "goeben", "--hot-seat", "--as", "commander"], "--hot-seat"),
        (&["play", "goeben", "--option", "fog="], "fog"),
        (&["play", "goeben", "--as", "Admiral!"], "Admiral!"),
        (&["play", "goeben", "--color", "red"], "auto, always, never"),
        (&["log", "goeben-2345", "--after", "noon"], "`noon`"),
        (&["replay", "goeben-2345", "--step", "year"], "entry, phase, day, mission"),
        (&["audit", "x", "--head", "12"], "12:0a1b"),
        (&["lab", "goeben", "--players", "admiral"], "lieutenant"),
        (&["lab", "goeben", "--players", "captain:0"], "100000"),
        (&["tables", "--json", "--json"], "--json"),
        (&["tables", "--db"], "--db"),
    ] {
        for lang in ["en", "ja"] {
            let said = told(&[&["--lang", lang], args].concat(), lang == "ja");
            assert!(said.contains(names), "{args:?}: {said}");
        }
    }
    std::fs::create_dir(ship.path("pack")).unwrap();
    std::fs::write(ship.path("pack/fleet.toml"), "").unwrap();
    for (args, japanese) in [
        (&["show", "goeben-9999", "--lang", "ja"][..], true),
        (&["show", "goeben-9999", "--lang", "en"], false),
        (&["play", "goeben", "--lang", "ja", "--as", "gunnery", "--new"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "fog"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "rules=most"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "night", "--option", "night"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "night=dark"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "rules"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "rules=standard", "--option", "night"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "austrian-commander"], true),
        (&["play", "goeben", "--lang", "ja", "--new", "--data", "pack"], true),
        (&["tables", "--lang", "ja", "--config", "nowhere.toml"], true),
        (&["decline", "goeben-9999", "--lang", "ja"], true),
        (&["import", "nothing.jsonl", "--db", "letter.db", "--lang", "ja"], true),
    ] {
        ship.ok(&["play", "goeben", "--practice"], "");
        std::fs::write(ship.path("letter.db"), "Dear sir, this is no database at all.").unwrap();
        let output = ship.run(args, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() != Some(0) && is_japanese(&said) == japanese, "{args:?}: {said}");
    }
    // From the configuration, and over it from the flag; a flag that is none leaves it.
    std::fs::write(ship.path("ja.toml"), "language = \"ja\"\n").unwrap();
    told(&["sail", "--config", "ja.toml"], true);
    told(&["--config=ja.toml", "sail", "--lang=en"], false);
    assert!(told(&["tables", "--config", "ja.toml", "--lang", "fr"], true).contains("en, ja"));
    let japanese = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_wardroom"))
            .args(args)
            .env_clear()
            .env("HOME", ship.folder.path())
            .env("LANG", "ja_JP.UTF-8")
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    assert!(is_japanese(&japanese(&["--help"])) && is_japanese(&japanese(&["sail"])));
    assert!(!is_japanese(&japanese(&["--help", "--lang", "en"])));
    // Behind it stands the commit, where that is known: in tests it is not.
    let version = japanese(&["--version"]);
    assert!(version.trim_end().starts_with(concat!("wardroom ", env!("CARGO_PKG_VERSION"))), "{version}");
}

/// Whether an English sentence stands in it somewhere, names and quoted text aside.
fn is_english(said: &str) -> bool {
    let unquoted: String = said.split(['`', '"']).step_by(2).collect();
    let words: Vec<&str> = unquoted.split_whitespace().collect();
    words
        .windows(4)
        .any(|four| four.iter().all(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == ',')))
}

#[test]
fn a_reason_is_in_the_language_of_its_reader_to_the_end() {
    let ship = Ship::new();
    for folder in ["empty", "loop", "flat"] {
        std::fs::create_dir(ship.path(folder)).unwrap();
    }
    let line = "lines = [{ between = [\"MES\", \"MES\"], source = \"x\" }]\n";
    std::fs::write(ship.path("loop/lines.toml"), line).unwrap();
    let types =
        wardroom::games::grand_fleet::pack::FILES.iter().find(|(file, _)| *file == "types.toml").unwrap();
    std::fs::write(ship.path("flat/types.toml"), types.1.replace("\"fast\"", "\"normal\"")).unwrap();
    std::fs::write(ship.path("state.json"), r#"{"view": 1}"#).unwrap();
    std::fs::write(ship.path("two.toml"), "[discord]\ntoken = \"a\"\ntoken_file = \"b\"\n").unwrap();
    std::fs::write(ship.path("foreign.jsonl"), "{}\n").unwrap();
    for args in [
        &["play", "goeben", "--new", "--data", "empty"][..],
        &["play", "goeben", "--new", "--data", "loop"],
        &["play", "grand_fleet", "--new", "--data", "flat"],
        &["rehearse", "goeben", "--position", "state.json"],
        &["rehearse", "goeben", "--position", "state.json", "--dice", "x"],
        &["serve"],
        &["serve", "--config", "two.toml"],
        &["audit", "foreign.jsonl"],
        &["import", "foreign.jsonl"],
    ] {
        for (lang, english) in [("en", true), ("ja", false)] {
            let output = ship.run(&[args, &["--lang", lang]].concat(), "");
            let said = String::from_utf8(output.stderr).unwrap();
            assert_ne!(output.status.code(), Some(0), "{args:?}");
            assert_eq!((is_english(&said), is_japanese(&said)), (english, !english), "{args:?}: {said}");
        }
    }
}

/// Nothing the library says by itself is left in the help, and every command and argument has its sentence.
#[test]
fn the_help_has_a_sentence_for_everything_in_every_language() {
    use wardroom::app::{registry::GAMES, usage};
    use wardroom::words::{Lang, Words};
    let words = Words::read().unwrap();
    for lang in Lang::ALL {
        let mut waiting = vec![usage::spoken(&words, *lang, GAMES)];
        while let Some(mut command) = waiting.pop() {
            let name = command.get_name().to_owned();
            let help = command.render_help().to_string();
            assert!(!help.contains("{cli"), "{name}: {help}");
            assert!(
                !["Print this message", "Print help (", "[default", "[possible"]
                    .iter()
                    .any(|own| help.contains(own)),
                "{help}"
            );
            for line in help.lines().filter(|line| line.trim_start().starts_with('-') && *lang == Lang::Ja) {
                assert!(is_japanese(line), "{name}: {line}");
            }
            waiting.extend(command.get_subcommands().cloned());
        }
    }
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

    assert!(
        ship.fails(&["forget", "Cyd", "--lang", "en"], 1).contains("nobody here has the id or the name Cyd")
    );
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
    assert!(!ship.ok(&["log", &table], "").contains("set right"));
}

#[test]
fn one_undo_takes_back_all_that_one_line_did() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben"], "load goeben wireless\nload goeben optics reserve-crew\n");
    let output = ship.run(&["play", "goeben"], "undo\nundo\nundo\n");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.matches("Taken back").count(), 2, "{said}");
    assert_eq!(output.status.code(), Some(1), "{said}");
}

#[test]
fn a_number_picks_from_the_list_that_was_on_the_screen_when_it_was_typed() {
    for line in ["1; 1", "options load; 1"] {
        let ship = Ship::new();
        let output = ship.run(&["play", "goeben"], &format!("options load\n{line}\n"));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("1 was typed for a list that has changed since"), "{line}: {said}");
        assert_eq!(output.status.code(), Some(1), "{line}: {said}");
    }
}

#[test]
fn a_last_line_cut_off_on_its_way_is_not_carried_out() {
    let ship = Ship::new();
    let output = ship.run(&["play", "goeben"], "load goeben wireless\nload goeben optics");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("Not carried out") && said.contains(": load goeben optics"), "{said}");
    assert_eq!(output.status.code(), Some(1), "{said}");
    // A file is there whole.
    std::fs::write(ship.path("orders.txt"), "undo\nload goeben optics").unwrap();
    let said = ship.ok(&["play", "goeben", "--script", "orders.txt"], "");
    assert!(!said.contains("Not carried out"), "{said}");
}

/// Both tables go on under today's rules, what one seat decided in secret before is opened when it must be, and all of it
/// passes the audit.
#[test]
fn a_database_of_an_earlier_version_opens_plays_on_and_passes() {
    let ship = Ship::new();
    let old = rusqlite::Connection::open(ship.path("old.db")).unwrap();
    old.execute_batch(include_str!("../golden/database-schema-2.sql")).unwrap();
    drop(old);
    let (goeben, fleets) = ("goeben-3w3p", "grand_fleet-g2gd");
    let game = |table: &str, args: &[&str], input: &str| {
        let args: Vec<&str> = ["--db", "old.db", "play", table].iter().chain(args).copied().collect();
        ship.ok(&args, input)
    };
    let said = game(goeben, &[], "1\ndone\n");
    assert!(
        said.contains("From here on the table is played under version")
            && said.contains("Day 2, intelligence"),
        "{said}"
    );
    let said = game(fleets, &["--as", "german", "--player", "bob"], "throw\n");
    assert!(said.contains("Number of initiative dice: Britain 2, Germany 1."), "{said}");
    for table in [goeben, fleets] {
        ship.ok(&["--db", "old.db", "audit", table], "");
        ship.ok(&["--db", "old.db", "export", table, "-o", &format!("{table}.jsonl")], "");
        let kinds: Vec<Value> = ship.json(&["--db", "old.db", "log", table]);
        assert_eq!(kinds.iter().filter(|row| row["kind"] == "RulesChanged").count(), 1, "{table}");
    }
}

#[test]
fn a_position_is_drawn_to_a_file_and_what_there_is_not_is_told() {
    let ship = Ship::new();
    let table = ship.begun();
    let said = ship.ok(&["picture", &table, "-o", "map.png"], "");
    assert!(said.contains("map.png") && said.contains("Goeben at MES"), "{said}");
    assert!(std::fs::read(ship.path("map.png")).unwrap().starts_with(b"\x89PNG"));
    let svg =
        ship.ok(&["picture", &table, "--kind", "whole", "--svg", "--theme", "dark", "--lang", "ja"], "");
    assert!(
        svg.starts_with("<svg ") && svg.contains("ゲーベン") && svg.contains("<desc>"),
        "{}",
        &svg[..400]
    );
    let told = ship.json(&["picture", &table, "--at", "3"]);
    assert_eq!((&told[0]["at"], &told[0]["kind"]), (&3.into(), &"close".into()), "{told:?}");
    for (args, why) in [
        (&["--kind", "card"][..], "There are: close, whole"),
        (&["--at", "9999"], "9999"),
        (&["-o", "map.png"], "map.png"),
    ] {
        let said = ship.fails(&[&["picture", &table], args].concat(), 1);
        assert!(said.contains(why), "{said}");
    }
    let said = ship.fails(&["picture", &table, "--theme", "sepia"], 2);
    assert!(said.contains("light, dark"), "{said}");
    assert!(ship.fails(&["picture", "goeben-9999"], 1).contains("there is no table goeben-9999"));
}
