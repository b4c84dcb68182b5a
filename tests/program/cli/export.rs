//! What leaves a database and comes into one: pages, exports, imports and backups.

use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use serde_json::Value;
use wardroom::app::cli::Cli;
use wardroom::app::process::ProcessContext;
use wardroom::app::registry::GAMES;
use wardroom::table::platform::System;

use super::{Ship, entries, with_its_head};

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
    assert!(said.contains(&format!("through {short}; 16 of its 64 digits were compared")), "{said}");
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
    assert!(said.contains("came from a partial export, so it has no position"), "{said}");
    let all = ship.json(&["log", &table, "--all", "--db", "other.db"]);
    assert_eq!(all, lines, "more than it came with cannot be seen");
    ship.ok(&["log", &table, "--db", "other.db"], "");
    ship.ok(&["dice", &table, "--db", "other.db"], "");
}

#[test]
fn a_log_after_its_end_is_empty() {
    let ship = Ship::new();
    let table = ship.begun();
    for after in ["9223372036854775807", "18446744073709551615"] {
        assert_eq!(ship.ok(&["log", &table, "--after", after], ""), "");
    }
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
fn a_file_is_there_whole_or_not_at_all_and_none_is_overwritten() {
    let ship = Ship::new();
    let table = ship.begun();
    for args in [&["export", &table, "-o", "made"][..], &["picture", &table, "-o", "made.png"]] {
        let name = args[3];
        // As a process leaves it that is killed while it writes.
        let part = format!("{name}.part");
        std::fs::write(ship.path(&part), "half").unwrap();
        ship.ok(args, "");
        assert!(!ship.path(&part).exists(), "{args:?}");
        let made = std::fs::read(ship.path(name)).unwrap();
        for (lang, why) in [("en", "it is not overwritten"), ("ja", "上書きしません")] {
            let said = ship.fails(&[args, &["--lang", lang]].concat(), 1);
            assert!(said.contains(why) && said.contains(name), "{said}");
        }
        assert_eq!(std::fs::read(ship.path(name)).unwrap(), made, "{args:?}");
        assert!(!ship.path(&part).exists(), "{args:?}");
    }
}
