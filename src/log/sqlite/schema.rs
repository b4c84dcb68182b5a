//! Opening a file: is it ours, is it new, is it too new.

use std::path::Path;

use include_dir::{Dir, include_dir};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use rusqlite_migration::Migrations;

use super::fault_of;
use crate::log::fault::Fault;
use crate::log::limits::{BUSY_TIMEOUT, PREPARED};

/// What marks a SQLite file as ours: `WRM1`.
pub const APPLICATION_ID: i64 = 0x5752_4D31;

static MIGRATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/migrations");

/// The schema's steps, oldest first.
///
/// # Errors
/// [`Fault::Defect`] when this program was built with a broken set of them.
pub fn migrations() -> Result<Migrations<'static>, Fault> {
    Migrations::from_directory(&MIGRATIONS).map_err(|e| Fault::Defect(format!("the migrations: {e}")))
}

/// The write connection. A file that is not ours is refused before anything is written to it.
pub(super) fn open(path: &Path) -> Result<Connection, Fault> {
    if path.exists() {
        check_ours(path)?;
    }
    let conn = Connection::open(path).map_err(|e| cannot_open(path, &e))?;
    settle(&conn)
        .and_then(|()| conn.pragma_update(None, "journal_mode", "WAL"))
        .and_then(|()| conn.pragma_update(None, "synchronous", "FULL"))
        .and_then(|()| conn.pragma_update(None, "foreign_keys", true))
        // What a player has erased shall not linger in free pages.
        .and_then(|()| conn.pragma_update(None, "secure_delete", true))
        .map_err(|e| cannot_open(path, &e))?;
    Ok(conn)
}

/// A connection that only reads.
pub(super) fn open_reader(path: &Path) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags).map_err(|e| cannot_open(path, &e))?;
    settle(&conn).map_err(|e| cannot_open(path, &e))?;
    Ok(conn)
}

fn settle(conn: &Connection) -> rusqlite::Result<()> {
    conn.busy_timeout(BUSY_TIMEOUT)?;
    conn.set_prepared_statement_cache_capacity(PREPARED);
    conn.pragma_update(None, "trusted_schema", false)
}

fn check_ours(path: &Path) -> Result<(), Fault> {
    let not_ours = |what: String| Fault::NotOurs { path: path.display().to_string(), what };
    if path.is_dir() {
        return Err(not_ours("it is a folder".to_owned()));
    }
    let conn = open_reader(path)?;
    let asked = (|| {
        let id: i64 = conn.pragma_query_value(None, "application_id", |row| row.get(0))?;
        let objects: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        Ok((id, objects, user_version(&conn)?))
    })();
    match asked {
        Ok((APPLICATION_ID, _, version)) => check_version(path, version),
        Ok((0, 0, 0)) => Ok(()),
        Ok((id, _, _)) => Err(not_ours(format!("it is another program's SQLite file (application id {id})"))),
        Err(e) if is_no_database(&e) => {
            Err(not_ours("it is no SQLite file, or its first page is damaged".to_owned()))
        }
        Err(e) => Err(cannot_open(path, &e)),
    }
}

fn is_no_database(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::NotADatabase)
}

fn user_version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn check_version(path: &Path, found: i64) -> Result<(), Fault> {
    let known = known_version();
    if found <= known {
        return Ok(());
    }
    Err(Fault::NewerSchema { path: path.display().to_string(), found, known })
}

fn known_version() -> i64 {
    i64::try_from(MIGRATIONS.dirs().count()).unwrap_or(i64::MAX)
}

/// Brings the schema up to date.
pub(super) fn migrate(path: &Path, conn: &mut Connection) -> Result<(), Fault> {
    let migrations = migrations()?;
    let Err(error) = migrations.to_latest(conn) else { return Ok(()) };
    // Two processes that open a new file together: the second finds the work done by the first.
    match user_version(conn) {
        Ok(version) if version == known_version() => Ok(()),
        Ok(version) if version > known_version() => check_version(path, version),
        _ => Err(Fault::Io(format!("{}: cannot bring the schema up to date: {error}", path.display()))),
    }
}

fn cannot_open(path: &Path, error: &rusqlite::Error) -> Fault {
    match fault_of(error) {
        Fault::Io(what) => Fault::Io(format!("cannot open {}: {what}", path.display())),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_write_connection_loses_nothing_at_a_power_failure_and_trusts_no_schema() {
        let folder = tempfile::tempdir().unwrap();
        let conn = open(&folder.path().join("log.db")).unwrap();
        let number = |name: &str| conn.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(number("synchronous"), 2, "FULL");
        assert_eq!((number("foreign_keys"), number("trusted_schema"), number("secure_delete")), (1, 0, 1));
        let mode: String = conn.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        assert_eq!(mode, "wal");
    }
}
