//! Opening a file: is it ours, is it new, is it too new.

use std::fs;
use std::io;
use std::path::Path;

use include_dir::{Dir, File, include_dir};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use rusqlite_migration::{M, Migrations};

use super::fault_of;
use crate::log::fault::Fault;
use crate::log::head_file::with_suffix;
use crate::log::limits::{BUSY_TIMEOUT, PREPARED};

/// What marks a SQLite file as ours: `WRM1`.
pub const APPLICATION_ID: i64 = 0x5752_4D31;

static MIGRATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/migrations");

/// The folder beside the steps that has those of PostgreSQL.
const OTHERS: &str = "postgres";

/// The schema's steps, oldest first.
///
/// # Errors
/// [`Fault::Defect`] when this program was built with a broken set of them.
pub fn migrations() -> Result<Migrations<'static>, Fault> {
    let steps = steps().into_iter().map(|step| {
        let sql = |name: &str| step.get_file(step.path().join(name)).and_then(File::contents_utf8);
        let up = M::up(
            sql("up.sql").ok_or_else(|| Fault::Defect(format!("{}: no up.sql", step.path().display())))?,
        );
        Ok(match sql("down.sql") {
            Some(down) => up.down(down),
            None => up,
        })
    });
    steps.collect::<Result<Vec<_>, _>>().map(Migrations::new)
}

fn steps() -> Vec<&'static Dir<'static>> {
    let mut steps: Vec<_> = MIGRATIONS.dirs().filter(|dir| dir.path() != Path::new(OTHERS)).collect();
    steps.sort_by_key(|step| step.path());
    steps
}

/// The write connection. A file that is not ours is refused before anything is written to it.
pub(super) fn open(path: &Path) -> Result<Connection, Fault> {
    let ours = if path.exists() { check_ours(path) } else { Ok(()) };
    if !matches!(ours, Err(Fault::NotOurs { .. } | Fault::NewerSchema { .. } | Fault::StrangeSchema { .. })) {
        // Where nothing can be written SQLite could not even read, and would not say why.
        check_writable(path)?;
    }
    ours?;
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

/// Whether the file, and new ones beside it, can be written.
fn check_writable(path: &Path) -> Result<(), Fault> {
    let probe = with_suffix(path, ".probe");
    // Another process that opens it at the same moment may take the same probe away.
    let beside = fs::File::create(&probe).map(|_| drop(fs::remove_file(&probe)));
    let itself = || fs::File::options().write(true).open(path).map(drop);
    // A folder that is not there is not one that cannot be written, and a file that is not there will be.
    let there = |tried: io::Result<()>| {
        tried.or_else(|e| if e.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(e) })
    };
    there(beside)
        .and_then(|()| there(itself()))
        .map_err(|e| Fault::CannotWrite { path: path.display().to_string(), what: e.to_string() })
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

/// Whether a database that is ours, and so has tables, can be brought up to date from the schema it names.
fn check_version(path: &Path, found: i64) -> Result<(), Fault> {
    let (path, known) = (path.display().to_string(), known_version());
    match found {
        ..1 => Err(Fault::StrangeSchema { path, found, known }),
        _ if found > known => Err(Fault::NewerSchema { path, found, known }),
        _ => Ok(()),
    }
}

pub(super) fn known_version() -> i64 {
    i64::try_from(steps().len()).unwrap_or(i64::MAX)
}

/// Brings the schema up to date.
pub(super) fn migrate(path: &Path, conn: &mut Connection) -> Result<(), Fault> {
    let migrations = migrations()?;
    let before = user_version(conn).map_err(|e| cannot_open(path, &e))?;
    let Err(error) = migrations.to_latest(conn) else { return Ok(()) };
    // Two processes that open a new file together: the second finds the work done by the first.
    match user_version(conn) {
        Ok(version) if version == known_version() => return Ok(()),
        Ok(version) if version > known_version() => return check_version(path, version),
        _ => {}
    }
    let rusqlite_migration::Error::RusqliteError { err, .. } = error else {
        return Err(Fault::Io(format!("{}: cannot bring the schema up to date: {error}", path.display())));
    };
    // A step that does not go, where nothing failed, does not find what the step before it left.
    let strange = matches!(err, rusqlite::Error::SqlInputError { .. })
        || err.sqlite_error_code() == Some(ErrorCode::Unknown);
    match strange {
        true => {
            let (path, known) = (path.display().to_string(), known_version());
            Err(Fault::StrangeSchema { path, found: before, known })
        }
        false => Err(cannot_open(path, &err)),
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
