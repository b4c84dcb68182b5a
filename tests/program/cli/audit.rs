//! `audit` and what it says of files that are not as they should be.

use std::process::{Command, Output};

use crate::common::{checker, few_and_many, forged};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Ship, with_its_head};

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
        assert!(said.starts_with("NOT CHECKED: the table uses rules version 3"), "{said}");
        assert!(!said.contains("FAILED"), "{said}");
    }
    for edited in [format!("\u{feff}{text}"), text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
        std::fs::write(ship.path("file.jsonl"), &edited).unwrap();
        for args in
            [&["audit", "file.jsonl"][..], &["import", "file.jsonl"], &["import", "file.jsonl", "--check"]]
        {
            let said = ship.fails(args, 1);
            assert!(said.contains("an editor changed this file") && !said.contains("FAILED"), "{said}");
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
        (header(r#""format":2,"#, ""), 1),
        (header(r#""format":2"#, r#""format":3"#), 1),
        (header(r#""format":2"#, r#""format":1"#), 4),
        (header(r#""format":2"#, r#""foreign":0,"format":2"#), 1),
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
fn a_damaged_pack_is_found_with_its_damage() {
    let ship = Ship::new();
    let table = ship.begun();
    let conn = rusqlite::Connection::open(ship.data("")).unwrap();
    conn.execute_batch("DROP TRIGGER packs_no_update; UPDATE packs SET text = text || ' ';").unwrap();
    drop(conn);
    let output = ship.run(&["audit", &table, "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["integrity"]["verdict"], "failed", "{found}");
    assert!(found["integrity"]["what"].as_str().unwrap().contains("its content hashes to"), "{found}");
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
        assert!(said.contains("details follow when it is opened"), "{said}");
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
