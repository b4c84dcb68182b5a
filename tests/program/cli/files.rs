//! Who may use the files that the program makes, and what root and killed processes leave.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Ship, golden};
use crate::common::disk;

/// The account `nobody`, as whom root runs a command.
const NOBODY: u32 = 65534;
const OLD: &str = include_str!("../../golden/database-schema-2.sql");
const OLD_TABLE: &str = "goeben-3w3p";

/// Everything below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(below(&path));
        }
        found.push(path);
    }
    found.sort();
    found
}

pub(super) fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().mode() & 0o777
}

pub(super) fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Whether this test is root, who alone can give files away.
pub(super) fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

impl Ship {
    /// The program with a umask that takes nothing away.
    fn without_umask(&self, args: &[&str], input: &str) -> String {
        let program = env!("CARGO_BIN_EXE_wardroom");
        let mut command = Command::new("sh");
        command.args(["-c", "umask 0 && exec \"$0\" \"$@\"", program]).args(args);
        self.home(&mut command);
        fs::write(self.path("typed"), input).unwrap();
        let output = command.stdin(fs::File::open(self.path("typed")).unwrap()).output().unwrap();
        fs::remove_file(self.path("typed")).unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn home(&self, command: &mut Command) {
        command.env_clear().env("HOME", self.folder.path()).env("USER", "tester");
        command.current_dir(self.folder.path());
    }

    /// The program as another account: its status, and all that it says.
    pub(super) fn as_nobody(&self, args: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
        self.home(command.args(args));
        let output = command.env("TMPDIR", "/tmp").uid(NOBODY).gid(NOBODY).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    }

    /// A database of an earlier version.
    pub(super) fn old(&self, name: &str) -> PathBuf {
        let old = rusqlite::Connection::open(self.path(name)).unwrap();
        old.execute_batch(OLD).unwrap();
        drop(old);
        self.path(name)
    }
}

#[test]
fn every_file_that_is_made_is_for_its_owner_alone() {
    let ship = Ship::new();
    let run = |args: &[&str], input: &str| ship.without_umask(args, input);
    run(&["play", "goeben"], "collier SIO\nquit\n");
    let table = ship.table();
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/goeben-rules-2.jsonl");
    let done = run(&["import", log, "--json"], "");
    let done =
        serde_json::from_str::<serde_json::Value>(&done).unwrap()["table"].as_str().unwrap().to_owned();
    run(&["export", &table, "-o", "own.jsonl"], "");
    run(&["export", &table, "--full", "-o", "full.jsonl"], "");
    run(&["export", &done, "--html", "-o", "page.html"], "");
    run(&["picture", &table, "-o", "map.png"], "");
    run(&["backup", "backup.db"], "");
    run(&["archive", &done, "--to", "deep/kept"], "");
    run(&["rotate-secret"], "");
    run(&["copy", "--from", "backup.db", "--to", "moved.db"], "");
    ship.old("old.db");
    set_mode(&ship.path("old.db"), 0o644);
    run(&["migrate", "--db", "old.db"], "");
    run(&["lab", "goeben", "--games", "1", "--players", "random", "--results", "lab.jsonl"], "");
    // Read while another terminal has it open, so that what SQLite writes beside it is there.
    let mut open = ship.start(&["play", &table]);
    let mut shown = std::io::BufReader::new(open.stdout.take().unwrap());
    super::read_to(&mut shown, "collier");
    let all = below(ship.folder.path());
    open.kill().unwrap();
    open.wait().unwrap();
    let named = |end: &str| all.iter().any(|path| path.display().to_string().ends_with(end));
    for end in [
        "/wardroom.db",
        "db-wal",
        "db-shm",
        "db.head",
        "head.lock",
        ".schema-2",
        "backup.db",
        "secret",
        "moved.db",
    ] {
        assert!(named(end), "{end}: {all:?}");
    }
    for path in &all {
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(path), expected, "{}", path.display());
    }
}

#[test]
fn files_that_are_wider_are_tightened() {
    let ship = Ship::new();
    let done = golden(&ship);
    ship.ok(&["play", "goeben"], "quit\n");
    ship.ok(&["archive", &done, "--to", "kept"], "");
    let own = [ship.data(""), ship.data(".head"), ship.data(".head.lock")];
    let archive = ship.path(&format!("kept/{done}.jsonl"));
    for args in [&["tables"][..], &["play", "goeben"], &["archive", &done, "--to", "kept"]] {
        own.iter().chain([&archive]).for_each(|path| set_mode(path, 0o644));
        ship.ok(args, "");
        own.iter().for_each(|path| assert_eq!(mode(path), 0o600, "{args:?} {}", path.display()));
    }
    assert_eq!(mode(&archive), 0o600);
    // A group that shares the file is configured.
    fs::write(ship.path("shared.toml"), "share_with_group = true\n").unwrap();
    own.iter().for_each(|path| set_mode(path, 0o664));
    ship.ok(&["play", "goeben", "--config", "shared.toml"], "");
    own.iter().for_each(|path| assert_eq!(mode(path), 0o660, "{}", path.display()));
    fs::remove_file(&own[1]).unwrap();
    ship.ok(&["play", "goeben", "--config", "shared.toml", "--new"], "");
    assert_eq!(mode(&own[1]), 0o660, "what is made beside it is shared too");
}

#[test]
fn a_file_of_another_account_that_is_too_wide_is_told_with_what_to_type() {
    if !is_root() {
        return;
    }
    let ship = Ship::new();
    let table = ship.begun();
    let data = ship.data("");
    for folder in data.ancestors().skip(1).take_while(|folder| folder.starts_with(ship.folder.path())) {
        set_mode(folder, 0o755);
    }
    set_mode(&data, 0o604);
    let (status, said) = ship.as_nobody(&["show", &table, "--lang", "en"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains(&format!("chmod 600 {}", data.display())), "{said}");
    assert_eq!(mode(&data), 0o604);
}

/// A folder of `nobody`, in which root types the commands: whatever they make, `nobody` can play on.
#[test]
fn what_root_types_leaves_nothing_that_the_owner_cannot_use() {
    if !is_root() {
        return;
    }
    let ship = Ship::new();
    let table = ship.begun();
    ship.old("old.db");
    ship.ok(&["rotate-secret"], "");
    for path in below(ship.folder.path()).iter().chain([&ship.folder.path().to_owned()]) {
        chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    }
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/goeben-rules-2.jsonl");
    let done = ship.json(&["import", log])[0]["table"].as_str().unwrap().to_owned();
    for suffix in [".head", ".head.lock"] {
        fs::remove_file(ship.data(suffix)).unwrap();
    }
    ship.ok(&["audit", &table], "");
    ship.ok(&["play", "goeben"], "quit\n");
    ship.ok(&["backup", ".local/share/wardroom/backup.db"], "");
    ship.ok(&["archive", &done, "--to", ".local/share/wardroom/kept"], "");
    ship.ok(&["rotate-secret"], "");
    ship.ok(&["migrate", "--db", "old.db"], "");
    ship.ok(&["import", log, "--db", "fresh/new.db"], "");
    for path in below(ship.folder.path()) {
        assert_eq!(fs::metadata(&path).unwrap().uid(), NOBODY, "{}", path.display());
    }
    for args in [&["play", "goeben"][..], &["rotate-secret"], &["tables", "--db", "fresh/new.db"]] {
        let (status, said) = ship.as_nobody(args);
        assert_eq!(status, Some(0), "{args:?}: {said}");
        assert!(!said.contains("heads of the logs cannot be written"), "{said}");
    }
    assert_eq!(mode(&ship.path(".config/wardroom/secret")), 0o600);
}

#[test]
fn a_killed_backup_is_no_hindrance_and_one_at_work_is_left_alone() {
    let ship = Ship::new();
    ship.begun();
    fs::write(ship.path("b.db.part"), "half").unwrap();
    fs::write(ship.path("b.db.part-journal"), "half").unwrap();
    let at_work = fs::File::options().append(true).open(ship.path("b.db.part")).unwrap();
    at_work.lock().unwrap();
    let said = ship.fails(&["backup", "b.db"], 1);
    assert!(said.contains("another command is writing") && said.contains("b.db"), "{said}");
    assert_eq!(ship.text("b.db.part"), "half");
    drop(at_work);
    ship.ok(&["backup", "b.db"], "");
    assert_eq!(ship.json(&["tables", "--db", "b.db"]), ship.json(&["tables"]));
    assert!(!ship.path("b.db.part").exists() && !ship.path("b.db.part-journal").exists());
    for pause in 0..8 {
        let mut child = ship.start(&["backup", "again.db"]);
        std::thread::sleep(std::time::Duration::from_millis(pause * 10));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let _ = fs::remove_file(ship.path("again.db"));
    ship.ok(&["backup", "again.db"], "");
}

#[test]
fn an_archived_file_that_was_replaced_fails_its_audit() {
    let ship = Ship::new();
    let done = golden(&ship);
    let all = ship.ok(&["export", &done], "");
    ship.ok(&["archive", &done, "--to", "kept"], "");
    let file = format!("kept/{done}.jsonl");
    ship.ok(&["audit", &file], "");
    // Another log of that name whose own bytes, dice and orders hold: the same up to an order.
    let lines: Vec<&str> = all.lines().collect();
    let order = (lines.len() / 2..).find(|at| lines[*at].contains("\"cause\":null"));
    let forged = super::with_its_head(&(lines[..order.unwrap()].join("\n") + "\n"));
    fs::write(ship.path(&file), &forged).unwrap();
    ship.ok(&["audit", &file, "--db", "nowhere.db"], "");
    for lang in ["en", "ja"] {
        let said = ship.fails(&["audit", &file, "--lang", lang], 1);
        let who = if lang == "en" {
            "the database it was archived from"
        } else {
            "取り出し元のデータベース"
        };
        assert!(said.contains(who), "{said}");
    }
    // One from before its end elsewhere is nothing new.
    fs::write(ship.path("elsewhere.jsonl"), &forged).unwrap();
    ship.ok(&["audit", "elsewhere.jsonl"], "");
    fs::write(ship.path(&file), &all).unwrap();
    ship.ok(&["audit", &file], "");
    // The head file knows it too, whatever became of the database's line.
    let noted = fs::read_to_string(ship.data(".head")).unwrap();
    let line = noted.lines().find(|line| line.starts_with(&done)).unwrap();
    let (start, _) = line.rsplit_once(' ').unwrap();
    fs::write(ship.data(".head"), noted.replace(line, &format!("{start} {}", "ab".repeat(32)))).unwrap();
    let said = ship.fails(&["audit", &file, "--lang", "en"], 1);
    assert!(said.contains("the head file has"), "{said}");
}

#[test]
fn reading_an_earlier_database_leaves_it_as_it_is_and_playing_copies_it_first() {
    let ship = Ship::new();
    let path = ship.old("old.db");
    let bytes = fs::read(&path).unwrap();
    let here = || below(ship.folder.path());
    let before = here();
    for args in [
        &["tables"][..],
        &["people"],
        &["show", OLD_TABLE],
        &["log", OLD_TABLE],
        &["dice", OLD_TABLE],
        &["replay", OLD_TABLE, "--list"],
        &["export", OLD_TABLE],
        &["picture", OLD_TABLE, "--svg"],
    ] {
        ship.ok(&[args, &["--db", "old.db"]].concat(), "");
        assert!(fs::read(&path).unwrap() == bytes && here() == before, "{args:?} left it as it was");
    }
    for args in [
        &["forget", "bob"][..],
        &["audit", "--accept-heads"],
        &["decline", OLD_TABLE],
        &["archive", "--to", "kept"],
        &["show", OLD_TABLE, "--all"],
        &["import", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/goeben-rules-2.jsonl")],
    ] {
        let said = ship.fails(&[args, &["--db", "old.db", "--lang", "en"]].concat(), 2);
        assert!(said.contains("wardroom migrate") && said.contains("old.db"), "{args:?}: {said}");
        assert!(fs::read(&path).unwrap() == bytes && here() == before, "{args:?} left it as it was");
    }
    let said = ship.fails(&["copy", "--from", "old.db", "--to", "new.db", "--lang", "en"], 2);
    assert!(said.contains("wardroom migrate"), "{said}");
    ship.ok(&["backup", "backup.db", "--db", "old.db"], "");
    assert_eq!(schema(&ship.path("backup.db")), 2, "a backup is as old as what it is of");

    // While something else has it open it is left alone.
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("PRAGMA journal_mode = WAL; BEGIN; SELECT count(*) FROM tables;").unwrap();
    let said = ship.fails(&["migrate", "--db", "old.db", "--lang", "en"], 1);
    assert!(said.contains("nothing else has it open") && schema(&path) == 2, "{said}");
    drop(other);

    let said = ship.ok(&["play", OLD_TABLE, "--db", "old.db", "--lang", "en"], "quit\n");
    assert!(said.contains("old.db.schema-2"), "{said}");
    let copy = ship.path("old.db.schema-2");
    assert_eq!((schema(&copy), mode(&copy)), (2, 0o600));
    assert!(schema(&path) > 2);
    let said = ship.ok(&["play", OLD_TABLE, "--db", "old.db", "--lang", "en"], "quit\n");
    assert!(!said.contains("schema-2"), "once: {said}");
    ship.ok(&["tables", "--db", "old.db.schema-2"], "");
}

fn schema(path: &Path) -> i64 {
    let conn = rusqlite::Connection::open(path).unwrap();
    conn.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

#[test]
fn migrate_says_where_the_copy_is_and_overwrites_none() {
    let ship = Ship::new();
    let path = ship.old("old.db");
    let whole = fs::read(&path).unwrap();
    fs::write(ship.path("old.db.schema-2"), "mine").unwrap();
    fs::write(ship.path("old.db.schema-2.2.part"), "left by a killed one").unwrap();
    let said = ship.json(&["migrate", "--db", "old.db"]);
    assert_eq!(said[0]["before"], 2);
    assert_eq!(said[0]["copy"], "old.db.schema-2.2", "{said:?}");
    assert_eq!(ship.text("old.db.schema-2"), "mine");
    let said = ship.json(&["migrate", "--db", "old.db"]);
    assert_eq!((&said[0]["before"], &said[0]["copy"]), (&said[0]["schema"], &serde_json::Value::Null));
    // To go back is to put the copy in its place.
    let tables = |name: &str| ship.json(&["tables", "--db", name]);
    assert_eq!(tables("old.db.schema-2.2"), tables("old.db"));
    assert!(ship.fails(&["migrate", "--db", "none.db"], 1).contains("none.db"));
    assert!(ship.fails(&["migrate", "--db", "old.db", "--serving", "me"], 2).contains("--serving"));
    assert!(whole.len() > 1000);
}

#[test]
fn without_room_for_a_copy_nothing_is_migrated() {
    if !disk::on_small_disk("cli::files::without_room_for_a_copy_nothing_is_migrated", "8m") {
        return;
    }
    let ship = Ship::new();
    let path = ship.old("old.db");
    let bytes = fs::read(&path).unwrap();
    disk::fill();
    for args in [&["migrate"][..], &["play", OLD_TABLE]] {
        let said = ship.fails(&[args, &["--db", "old.db", "--lang", "en"]].concat(), 1);
        assert!(said.contains("the disk is full") && said.contains("schema-2"), "{said}");
        assert!(fs::read(&path).unwrap() == bytes, "it is as it was");
        let left: Vec<_> = below(ship.folder.path()).into_iter().filter(|it| *it != path).collect();
        assert!(left.is_empty(), "{left:?}");
    }
    disk::make_room();
    ship.ok(&["migrate", "--db", "old.db"], "");
}

#[test]
fn a_secret_of_the_old_form_is_read_and_every_rotation_keeps_the_ones_before() {
    let ship = Ship::new();
    let folder = ship.path(".config/wardroom");
    fs::create_dir_all(&folder).unwrap();
    let digits = |byte: &str| byte.repeat(32);
    let old = format!("now {}\nbefore {} until 2999-01-01T00:00:00Z\n", digits("aa"), digits("bb"));
    fs::write(folder.join("secret"), old).unwrap();
    set_mode(&folder.join("secret"), 0o600);
    for rotation in 1..4 {
        ship.ok(&["rotate-secret"], "");
        let kept = fs::read_to_string(folder.join("secret")).unwrap();
        assert_eq!(kept.matches("\nbefore ").count(), rotation + 1, "{rotation}");
        assert!(kept.contains(&digits("aa")) && kept.contains(&format!("{} until 2999", digits("bb"))));
    }
    set_mode(&folder.join("secret"), 0o644);
    let said = ship.fails(&["rotate-secret", "--lang", "en"], 1);
    assert!(said.contains("chmod 600") && said.contains("secrets_readable_by_others"), "{said}");
    fs::write(folder.join("config.toml"), "secrets_readable_by_others = true\n").unwrap();
    ship.ok(&["rotate-secret"], "");
    assert_eq!(mode(&folder.join("secret")), 0o644, "what the owner allowed stays");
}
