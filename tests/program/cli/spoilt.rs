//! Commands that make a file, refused or failing: nothing new is left, and what was there is as it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::{Ship, golden};
use crate::common::disk;

/// The database of a home folder.
const OWN: &str = ".local/share/wardroom/wardroom.db";

/// Every file and folder below the home folder, but for those of the database itself.
fn all(ship: &Ship) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![ship.folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
            match path.is_dir() {
                true => {
                    found.insert(path.clone(), Vec::new());
                    folders.push(path);
                }
                false => drop(found.insert(path.clone(), fs::read(&path).unwrap())),
            }
        }
    }
    found.retain(|path, _| !path.starts_with(ship.path(".local")));
    found
}

/// A command fails, and leaves all as it was.
fn leaves_nothing(ship: &Ship, args: &[&str]) -> String {
    let before = all(ship);
    let output = ship.run(args, "");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(!output.status.success(), "{args:?}: {said}");
    assert_eq!(all(ship), before, "{args:?}: {said}");
    said
}

#[test]
fn a_refused_command_leaves_no_file() {
    let ship = Ship::new();
    let done = golden(&ship);
    ship.ok(&["play", "goeben"], "quit\n");
    let tables = ship.json(&["tables"]);
    let table = tables.iter().find(|it| it["table"] != *done).unwrap()["table"].as_str().unwrap();
    ship.ok(&["archive", &done, "--to", "kept"], "");
    let said = leaves_nothing(&ship, &["copy", "--from", OWN, "--to", "target.db"]);
    assert!(said.contains(&done), "{said}");
    fs::write(ship.path("there"), "mine").unwrap();
    for args in [
        &["copy", "--from", OWN, "--to", "there"][..],
        &["copy", "--from", OWN, "--to", "no/such/folder/w.db"],
        &["backup", "there"],
        &["backup", "no/such/folder/b.db"],
        &["export", table, "-o", "there"],
        &["export", table, "-o", "no/such/folder/e.jsonl"],
        &["export", "goeben-none", "-o", "new.jsonl"],
        &["export", &done, "-o", "new.jsonl"],
        &["export", &done, "--html", "-o", "new.html"],
        &["picture", table, "--kind", "none", "-o", "new.png"],
        &["picture", table, "-o", "there"],
        &["archive", table, "--to", "new"],
        &["archive", &done, "--to", "there"],
        &["archive", &done, "--to", "there/new"],
        &["migrate", "--db", "there"],
        &["migrate", "--db", "none.db"],
    ] {
        // What is archived already is no failure.
        if args[0] == "archive" && args[1] == done && ship.run(args, "").status.success() {
            continue;
        }
        leaves_nothing(&ship, args);
    }
}

#[test]
fn an_import_of_what_was_archived_otherwise_names_that() {
    let ship = Ship::new();
    let done = golden(&ship);
    let whole = ship.ok(&["export", &done], "");
    ship.ok(&["archive", &done, "--to", "kept"], "");
    let file = format!("kept/{done}.jsonl");
    let lines: Vec<&str> = whole.lines().collect();
    let order = (lines.len() / 2..).find(|at| lines[*at].contains("\"cause\":null")).unwrap();
    let forged = super::with_its_head(&(lines[..order].join("\n") + "\n"));
    fs::write(ship.path(&file), &forged).unwrap();
    let said = ship.fails(&["import", &file], 1);
    assert!(said.contains("it is not the log that was archived") && !said.contains("already"), "{said}");
    for args in [&["import", &file, "--check"][..], &["audit", &file]] {
        let said = ship.fails(args, 1);
        assert!(said.contains("it is not the log that was archived"), "{args:?}: {said}");
        assert!(!said.contains("entries are lost") && !said.contains("was changed"), "{args:?}: {said}");
    }
    fs::write(ship.path(&file), &whole).unwrap();
    ship.ok(&["import", &file, "--check"], "");
}

/// A disk without room: half of a file is no file.
#[test]
fn a_command_that_runs_out_of_room_leaves_no_file() {
    if !disk::on_small_disk("cli::spoilt::a_command_that_runs_out_of_room_leaves_no_file", "1m") {
        return;
    }
    let (ship, elsewhere) = (Ship::new(), tempfile::tempdir_in(disk::large()).unwrap());
    let db = elsewhere.path().join("w.db").display().to_string();
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/grand_fleet-rules-2.jsonl");
    let done = ship.json(&["import", log, "--db", &db])[0]["table"].as_str().unwrap().to_owned();
    ship.ok(&["rotate-secret"], "");
    disk::fill();
    for args in [
        &["export", &done, "-o", "e.jsonl"][..],
        &["export", &done, "--html", "-o", "e.html"],
        &["backup", "b.db"],
        &["picture", &done, "-o", "p.png"],
        &["archive", &done, "--to", "kept"],
        &["copy", "--from", &db, "--to", "c.db"],
        &["rotate-secret"],
    ] {
        let at: &[&str] = if args[0] == "copy" { &[] } else { &["--db", &db] };
        leaves_nothing(&ship, &[args, at].concat());
    }
    disk::make_room();
    ship.ok(&["archive", &done, "--to", "kept", "--db", &db], "");
}
