//! A small disk of a test's own, which may be full: a file system in memory that only the test and what it starts see. Its temporary
//! files lie there.
//!
//! The test runs once more, in a process that has that disk. Root makes one in a mount namespace; anybody else in a
//! namespace of users besides, where they are themselves again once it is made. Where the system allows neither, it fails.

#![allow(clippy::unwrap_used)]

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::Command;

/// Says that a process has such a disk, and where everybody else's temporary files lie.
const HAS_ONE: &str = "WARDROOM_TEST_SMALL_DISK";
/// Its arguments: the size, the place, and the program to run there with its own.
const MOUNT: &str = "mount -t tmpfs -o size=$0,mode=1777 tmpfs \"$1\" && shift && exec \"$@\"";

/// Runs the test of this name on a disk of this size, as `mount` takes it. `true` in the process that has the disk; in the other
/// the test is done.
pub fn on_small_disk(test: &str, size: &str) -> bool {
    if std::env::var_os(HAS_ONE).is_some() {
        return true;
    }
    let (folder, me) = (tempfile::tempdir().unwrap(), std::fs::metadata("/proc/self").unwrap());
    let mut command = Command::new("unshare");
    if me.uid() == 0 {
        command.args(["--mount", "sh", "-c", MOUNT, size]).arg(folder.path());
    } else {
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", MOUNT, size]).arg(folder.path());
        let myself = [format!("--map-user={}", me.uid()), format!("--map-group={}", me.gid())];
        command.args(["unshare", "--user"]).args(myself);
    }
    command.arg(std::env::current_exe().unwrap()).args([test, "--exact", "--include-ignored", "--nocapture"]);
    let ended = command.env(HAS_ONE, std::env::temp_dir()).env("TMPDIR", folder.path()).status().unwrap();
    assert!(ended.success(), "{test} on a small disk: {ended}");
    false
}

/// Where temporary files lie that have no part in what befalls the small disk.
pub fn large() -> PathBuf {
    std::env::var_os(HAS_ONE).map_or_else(std::env::temp_dir, PathBuf::from)
}

fn filler() -> PathBuf {
    assert!(std::env::var_os(HAS_ONE).is_some(), "the disk is everybody's");
    std::env::temp_dir().join("filler")
}

/// Takes all the room that the disk has left.
pub fn fill() {
    let mut file: File = OpenOptions::new().create(true).append(true).open(filler()).unwrap();
    for size in [1 << 16, 1 << 12, 1] {
        loop {
            match file.write(&vec![0; size]) {
                Ok(_) => {}
                Err(full) if full.kind() == ErrorKind::StorageFull => break,
                Err(other) => panic!("{other}"),
            }
        }
    }
}

/// Gives that room back.
pub fn make_room() {
    std::fs::remove_file(filler()).unwrap();
}
