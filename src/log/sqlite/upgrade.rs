//! Bringing a file of an earlier version up to date, after a copy of it was made.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rusqlite::Connection;

use super::backup::copy_to;
use super::schema::{
    cannot_open, check_ours, check_version, check_writable, known_version, migrate, open_writer, user_version,
};
use super::{fault_of, tighten};
use crate::log::fault::Fault;
use crate::log::limits::{BUSY_PAUSE, BUSY_TIMEOUT};
use crate::private::{Access, PartFile, found, with_suffix};

/// A database that was brought up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upgraded {
    /// The schema it had.
    pub before: i64,
    /// The schema it has now.
    pub now: i64,
    /// Its copy from before.
    pub copy: PathBuf,
}

/// Brings a database with an older schema up to date, after a copy of it was made beside it. No other process has it open
/// meanwhile, so that the copy is all of it.
pub(super) fn upgrade(path: &Path, access: Access) -> Result<Option<Upgraded>, Fault> {
    let Err(Fault::OlderSchema { .. }) = check_ours(path) else { return Ok(None) };
    check_writable(path)?;
    tighten(path, access);
    let mut conn = open_writer(path)?;
    let Some(before) = hold_alone(path, &conn)? else { return Ok(None) };
    let copy = copied_beside(path, &conn, before)?;
    migrate(path, &mut conn).inspect_err(|_| {
        if user_version(&conn).is_ok_and(|version| version == before) {
            // The database is unchanged, and so is its copy.
            let _ = fs::remove_file(&copy);
        }
    })?;
    Ok(Some(Upgraded { before, now: known_version(), copy }))
}

/// Takes the database for this connection alone, and says which older schema it has; nothing where another process brought it
/// up to date meanwhile.
fn hold_alone(path: &Path, conn: &Connection) -> Result<Option<i64>, Fault> {
    let began = Instant::now();
    loop {
        // The exclusive mode keeps the file's lock after the COMMIT, so nobody opens it during the upgrade.
        let held = conn
            .execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;")
            .and_then(|()| user_version(conn));
        match held.map_err(|e| (fault_of(&e), e)) {
            Ok(version) if version < known_version() => return Ok(Some(version)),
            Ok(version) => return check_version(path, version).map(|()| None),
            Err((Fault::Busy { .. }, _)) if began.elapsed() < BUSY_TIMEOUT => std::thread::sleep(BUSY_PAUSE),
            Err((Fault::Busy { .. }, _)) => {
                let what = format!(
                    "{} is of an earlier Wardroom and is brought up to date only while nothing else has it open; stop \
                     `wardroom serve` and whatever else plays on it first",
                    path.display()
                );
                return Err(Fault::Busy { what });
            }
            Err((_, e)) => return Err(cannot_open(path, &e)),
        }
    }
}

/// Copies the database to a new file beside it, which is named after its schema.
fn copied_beside(path: &Path, conn: &Connection, schema: i64) -> Result<PathBuf, Fault> {
    let mut number = 1;
    loop {
        let more = if number == 1 { String::new() } else { format!(".{number}") };
        let copy = with_suffix(path, &format!(".schema-{schema}{more}"));
        let io = |e: io::Error| {
            let what = format!("cannot copy {} to {}: {e}", path.display(), copy.display());
            match e.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Fault::NoRoom { what },
                _ => Fault::Io(what),
            }
        };
        if found(fs::symlink_metadata(&copy)).map_err(io)?.is_none() {
            let part = PartFile::beside(&copy, path).map_err(io)?;
            copy_to(conn, part.path()).map_err(|fault| match fault {
                Fault::NoRoom { what } => io(io::Error::new(io::ErrorKind::StorageFull, what)),
                other => other,
            })?;
            match part.finish() {
                // Another file of that name came meanwhile: the next number is tried.
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                finished => return finished.map_err(io).map(|()| copy),
            }
        }
        number += 1;
    }
}
