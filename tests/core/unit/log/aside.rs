//! Copies of a database that is read only, and those that killed processes left.

use std::fs::{self, DirBuilder, File};
use std::os::unix::fs::{DirBuilderExt, symlink};
use std::path::{Path, PathBuf};

use wardroom::log::sqlite::aside::{Aside, LOCK};

/// A folder as a process leaves it that is killed while it reads a copy.
fn left_behind(temporary: &Path, name: &str, mode: u32) -> PathBuf {
    let folder = temporary.join(name);
    DirBuilder::new().mode(mode).create(&folder).unwrap();
    for file in [LOCK, "copy.db", "copy.db-wal"] {
        fs::write(folder.join(file), "secret").unwrap();
    }
    folder
}

#[test]
fn folders_of_dead_processes_are_taken_away_and_no_others() {
    let place = tempfile::tempdir().unwrap();
    let temporary = place.path().join("tmp");
    fs::create_dir(&temporary).unwrap();
    let database = place.path().join("log.db");
    fs::write(&database, "pages").unwrap();
    let dead =
        [left_behind(&temporary, "wardroom-1-0", 0o700), left_behind(&temporary, "wardroom-99-12", 0o700)];
    let in_use = left_behind(&temporary, "wardroom-2-0", 0o700);
    let lock = File::open(in_use.join(LOCK)).unwrap();
    lock.lock().unwrap();
    let more_in_it = left_behind(&temporary, "wardroom-3-0", 0o700);
    fs::write(more_in_it.join("diary.txt"), "mine").unwrap();
    let unlocked = left_behind(&temporary, "wardroom-4-0", 0o700);
    fs::remove_file(unlocked.join(LOCK)).unwrap();
    let elsewhere = left_behind(place.path(), "wardroom-5-0", 0o700);
    symlink(&elsewhere, temporary.join("wardroom-6-0")).unwrap();
    let others = [
        in_use,
        more_in_it,
        unlocked,
        elsewhere,
        left_behind(&temporary, "wardroom-old", 0o700),
        left_behind(&temporary, "wardroom-7-x", 0o700),
        left_behind(&temporary, "wardroom-8-0", 0o755),
    ];
    let (first, second) =
        (Aside::copy(&database, &temporary).unwrap(), Aside::copy(&database, &temporary).unwrap());
    dead.iter().for_each(|folder| assert!(!folder.exists(), "{}", folder.display()));
    others.iter().for_each(|folder| assert!(folder.join("copy.db").exists(), "{}", folder.display()));
    assert!(first.path().exists() && second.path().exists(), "a copy that is read stays");
    // Once nobody reads it any more it is one left behind.
    drop(lock);
    let third = Aside::copy(&database, &temporary).unwrap();
    assert!(!others[0].exists() && third.path().exists());
    let folder = third.path().parent().unwrap().to_owned();
    drop(third);
    assert!(!folder.exists());
}
