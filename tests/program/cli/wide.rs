//! Files that an earlier program made for every account: backups, archives, exports, copies from before a migration.

use std::fs;
use std::os::unix::fs::chown;
use std::path::PathBuf;
use std::process::Command;

use super::files::{is_root, mode, set_mode};
use super::{Ship, golden};

/// What lies beside the database and holds what it holds, wide open; and what does not.
fn beside(ship: &Ship) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let table = ship.begun();
    let folder = ship.data("").parent().unwrap().to_owned();
    let at = |name: &str| folder.join(name);
    let shown = |name: &str| at(name).display().to_string();
    ship.ok(&["backup", &shown("backup.db")], "");
    ship.ok(&["export", &table, "--full", "-o", &shown("full.jsonl")], "");
    ship.ok(&["export", &table, "--as", "commander", "-o", &shown("seat.jsonl")], "");
    let seat = fs::read_to_string(at("seat.jsonl")).unwrap();
    let head = seat.lines().next().unwrap().replace("[\"commander\"]", "\"everyone\"");
    fs::write(at("everyone.jsonl"), format!("{head}\n")).unwrap();
    for name in ["wardroom.db.schema-9", "wardroom.db.head.damaged-x", "notes.txt", "backup.db-journal"] {
        fs::write(at(name), "kept").unwrap();
    }
    let ours = [
        "backup.db",
        "backup.db-journal",
        "full.jsonl",
        "seat.jsonl",
        "wardroom.db.head.damaged-x",
        "wardroom.db.schema-9",
    ];
    let (ours, others): (Vec<_>, Vec<_>) =
        (ours.map(at).into(), ["everyone.jsonl", "notes.txt"].map(at).into());
    ours.iter().chain(&others).for_each(|path| set_mode(path, 0o644));
    (ours, others)
}

#[test]
fn what_lies_beside_the_database_is_tightened_and_nothing_else() {
    let ship = Ship::new();
    let (ours, mut others) = beside(&ship);
    // A named pipe is no database, and nobody ever writes to this one.
    let pipe = ours[0].with_file_name("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let beside_it = ours[0].with_file_name("pipe-wal");
    fs::write(&beside_it, "kept").unwrap();
    set_mode(&beside_it, 0o644);
    others.push(beside_it);
    let said = ship.ok(&["tables"], "");
    ours.iter().for_each(|path| assert_eq!(mode(path), 0o600, "{}: {said}", path.display()));
    others.iter().for_each(|path| assert_eq!(mode(path), 0o644, "{}", path.display()));
    set_mode(&ours[0], 0o440);
    ship.ok(&["tables"], "");
    assert_eq!(mode(&ours[0]), 0o400, "no right is added");
}

#[test]
fn what_lies_in_a_folder_that_a_command_names_is_tightened() {
    let ship = Ship::new();
    let done = golden(&ship);
    fs::create_dir(ship.path("saved")).unwrap();
    ship.ok(&["backup", "saved/monday.db"], "");
    set_mode(&ship.path("saved/monday.db"), 0o644);
    ship.ok(&["backup", "saved/tuesday.db"], "");
    assert_eq!(mode(&ship.path("saved/monday.db")), 0o600);
    set_mode(&ship.path("saved/monday.db"), 0o644);
    ship.fails(&["backup", "saved/monday.db"], 1);
    assert_eq!(mode(&ship.path("saved/monday.db")), 0o600, "though it is not written over");
    ship.ok(&["archive", &done, "--to", "kept"], "");
    fs::copy(ship.path(&format!("kept/{done}.jsonl")), ship.path("kept/other.jsonl")).unwrap();
    for name in [format!("kept/{done}.jsonl"), "kept/other.jsonl".to_owned()] {
        set_mode(&ship.path(&name), 0o644);
        ship.ok(&["tables"], "");
        assert_eq!(mode(&ship.path(&name)), 0o600, "{name}");
    }
    ship.ok(&["import", &format!("kept/{done}.jsonl")], "");
    ship.ok(&["export", &done, "-o", "old.jsonl"], "");
    set_mode(&ship.path("old.jsonl"), 0o644);
    let said = ship.fails(&["export", &done, "-o", "old.jsonl"], 1);
    assert!(said.contains("chmod 600 old.jsonl"), "{said}");
}

#[test]
fn what_another_account_left_wide_is_named_with_what_to_type() {
    if !is_root() {
        return;
    }
    let ship = Ship::new();
    let (ours, _) = beside(&ship);
    let folder = ship.data("").parent().unwrap().to_owned();
    for folder in folder.ancestors().take_while(|folder| folder.starts_with(ship.folder.path())) {
        set_mode(folder, 0o755);
    }
    for file in fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()) {
        if !ours.contains(&file) {
            chown(&file, Some(65534), Some(65534)).unwrap();
        }
    }
    let (_, said) = ship.as_nobody(&["tables", "--lang", "en"]);
    for path in &ours {
        // What is not named so is known by what it holds.
        assert!(said.contains(&format!("chmod 600 {}", path.display())), "{}: {said}", path.display());
        assert_eq!(mode(path), 0o644, "{}", path.display());
    }
}

#[test]
fn a_secret_that_others_can_read_is_refused_with_what_to_type() {
    let ship = Ship::new();
    ship.ok(&["rotate-secret"], "");
    let secret = ship.path(".config/wardroom/secret");
    set_mode(&secret, 0o644);
    for lang in ["en", "ja"] {
        let said = ship.fails(&["rotate-secret", "--lang", lang], 1);
        assert!(said.contains(&format!("`chmod 600 {}`", secret.display())), "{said}");
    }
}
