//! What is packed beside the program: alert rules and a dashboard that name its numbers, a backup that is tried, units.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use wardroom::observe::NUMBERS;

fn packaging(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging").join(name)
}

/// The names of numbers in a text. Those of a histogram have an end more.
fn numbers_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_number = |word: &&str| {
        word.strip_prefix("wardroom_")
            .is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_lowercase()))
    };
    let ours = words.filter(is_number);
    let ends = ["_bucket", "_sum", "_count"];
    ours.map(|word| ends.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word).to_owned()).collect()
}

#[test]
fn alerts_dashboard_and_page_name_the_numbers_that_there_are() {
    let known: BTreeSet<String> = NUMBERS.map(str::to_owned).into();
    for name in ["alerts.yml", "alerts.test.yml", "dashboard.json"] {
        let named = numbers_in(&fs::read_to_string(packaging(name)).unwrap());
        let unknown: Vec<&String> = named.difference(&known).collect();
        assert!(!named.is_empty() && unknown.is_empty(), "{name} names what is not counted: {unknown:?}");
    }
    let page = fs::read_to_string(packaging("../docs/operating.md")).unwrap();
    for number in NUMBERS {
        assert!(page.contains(&format!("`{number}")), "docs/operating.md does not explain {number}");
    }
    let named = numbers_in(&page);
    let unknown: Vec<&String> = named.difference(&known).collect();
    assert!(unknown.is_empty(), "docs/operating.md explains what is not counted: {unknown:?}");
}

struct Club {
    folder: tempfile::TempDir,
}

impl Club {
    /// A club with a table.
    fn new() -> Club {
        let club = Club { folder: tempfile::tempdir().unwrap() };
        assert!(
            club.command(env!("CARGO_BIN_EXE_wardroom"))
                .args(["--db", "w.db", "play", "goeben"])
                .output()
                .unwrap()
                .status
                .success()
        );
        club
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("HOME", self.folder.path()).env("PATH", "/usr/bin:/bin");
        command.current_dir(self.folder.path());
        command
    }

    /// Makes a backup with this program.
    fn back_up(&self, program: &Path) -> Output {
        let mut command = self.command(packaging("wardroom-backup"));
        command.args(["w.db", "backups"]).env("WARDROOM_PROGRAM", program).output().unwrap()
    }

    /// The names in the folder of backups.
    fn backups(&self) -> Vec<String> {
        let all = fs::read_dir(self.folder.path().join("backups")).unwrap();
        let mut names: Vec<String> =
            all.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn a_backup_is_tried_before_it_has_its_name() {
    let club = Club::new();
    let done = club.back_up(Path::new(env!("CARGO_BIN_EXE_wardroom")));
    assert!(done.status.success(), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stdout).contains(": 1 table, all as they should be"), "{done:?}");
    let made = club.backups();
    assert!(made.len() == 1 && made[0].ends_with("Z.db"), "{made:?}");
    // A program that finds a fault in the copy.
    let doubting = club.folder.path().join("doubting");
    let script = format!(
        "#!/bin/sh\nfor word; do [ \"$word\" = audit ] && {{ echo damaged >&2; exit 1; }}; done\nexec {} \"$@\"\n",
        env!("CARGO_BIN_EXE_wardroom")
    );
    fs::write(&doubting, script).unwrap();
    fs::set_permissions(&doubting, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    fs::remove_file(club.folder.path().join("backups").join(&made[0])).unwrap();
    let failed = club.back_up(&doubting);
    assert_eq!(failed.status.code(), Some(1), "{failed:?}");
    let made = club.backups();
    assert!(made.len() == 1 && made[0].ends_with(".db.failed"), "{made:?}");
}

#[test]
fn old_backups_thin_out_to_one_a_week_and_end() {
    let club = Club::new();
    let folder = club.folder.path().join("backups");
    fs::create_dir(&folder).unwrap();
    for age in 1..=100 {
        let day =
            chrono::DateTime::<chrono::Utc>::from(SystemTime::now() - Duration::from_secs(age * 86_400));
        fs::write(folder.join(day.format("wardroom-%Y-%m-%dT%H%M%SZ.db").to_string()), "").unwrap();
    }
    fs::write(folder.join("notes.txt"), "of the operator").unwrap();
    assert!(club.back_up(Path::new(env!("CARGO_BIN_EXE_wardroom"))).status.success());
    let left = club.backups();
    // Today's, six days more, and the last of each of seven or eight weeks; what is no backup stays.
    assert!((1 + 6 + 6 + 1..=1 + 6 + 8 + 1).contains(&left.len()), "{left:?}");
    assert!(left.contains(&"notes.txt".to_owned()));
}

/// What systemd thinks of the units: 0 is safe, 10 is not. Those of every service begin near 9.
#[test]
#[ignore = "needs systemd"]
fn units_are_closed() {
    for unit in ["wardroom.service", "wardroom-backup.service"] {
        let mut command = Command::new("systemd-analyze");
        let ended = command
            .args(["security", "--offline=true", "--threshold=15"])
            .arg(packaging(unit))
            .output()
            .expect("systemd-analyze is not installed");
        assert!(ended.status.success(), "{unit}: {}", String::from_utf8_lossy(&ended.stdout));
    }
}
