//! Opening a file: is it ours, is it new, is it too new.

use std::fs::{self, File as FsFile};
use std::io::Read;
use std::path::Path;

use include_dir::{Dir, File, include_dir};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::fault_of;
use crate::log::fault::Fault;
use crate::log::limits::{BUSY_TIMEOUT, PREPARED, READER_CACHE_KIB};
use crate::private::{self, Access, with_suffix};

/// The mark of our SQLite files: `WRM1`.
pub const APPLICATION_ID: i64 = 0x5752_4D31;

/// The flags of a writing connection, which opens an existing file only.
const WRITES: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);
/// SQLite's way to files without locks.
const UNLOCKED: &str = "unix-none";

static MIGRATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/migrations");

/// The folder beside the steps with those of PostgreSQL.
const OTHERS: &str = "postgres";

/// Brings the schema up or down to a version, by all of the steps or by none.
///
/// # Errors
/// A step that fails, or that this program does not have.
pub fn to_version(conn: &mut Connection, version: usize) -> rusqlite::Result<()> {
    let found = user_version(conn)?;
    let strange = || rusqlite::Error::IntegralValueOutOfRange(0, found);
    let from = usize::try_from(found).map_err(|_| strange())?;
    let (all, up) = (steps(), from <= version);
    let mut steps = all.get(from.min(version)..from.max(version)).ok_or_else(strange)?.to_vec();
    if steps.is_empty() {
        return Ok(());
    }
    if !up {
        steps.reverse();
    }
    let tx = conn.transaction()?;
    for step in steps {
        let path = step.path().join(if up { "up.sql" } else { "down.sql" });
        let sql = step.get_file(&path).and_then(File::contents_utf8);
        tx.execute_batch(sql.ok_or(rusqlite::Error::InvalidPath(path))?)?;
    }
    tx.pragma_update(None, "user_version", i64::try_from(version).unwrap_or(i64::MAX))?;
    tx.commit()
}

/// The schema's steps, oldest first.
fn steps() -> Vec<&'static Dir<'static>> {
    let mut steps: Vec<_> = MIGRATIONS.dirs().filter(|dir| dir.path() != Path::new(OTHERS)).collect();
    steps.sort_by_key(|step| step.path());
    steps
}

/// The write connection. A file that is not ours, or has an older schema, is refused before anything is written to it.
///
/// # Errors
/// The file is not ours, its schema is older, newer or strange, or it cannot be opened or written.
pub fn open(path: &Path, access: Access) -> Result<Connection, Fault> {
    let (is_there, ours) = (path.exists(), check_ours(path));
    if !matches!(
        ours,
        Err(Fault::NotOurs { .. }
            | Fault::NewerSchema { .. }
            | Fault::OlderSchema { .. }
            | Fault::StrangeSchema { .. })
    ) {
        // Where nothing can be written SQLite could not even read, and would not say why.
        check_writable(path)?;
    }
    ours?;
    if !is_there {
        // SQLite gives the files beside it the rights of this one.
        private::open_or(path, |path| private::create_for_folder(path, access))
            .map_err(|e| Fault::Io(format!("cannot open {}: {e}", path.display())))?;
    }
    let conn = open_writer(path)?;
    // The file remembers this one; the settings of `open_writer` are the connection's own.
    conn.pragma_update(None, "journal_mode", "WAL").map_err(|e| cannot_open(path, &e))?;
    Ok(conn)
}

/// A writing connection to an existing file of ours.
pub(super) fn open_writer(path: &Path) -> Result<Connection, Fault> {
    let conn = Connection::open_with_flags(path, WRITES).map_err(|e| cannot_open(path, &e))?;
    settle(&conn)
        .and_then(|()| conn.pragma_update(None, "synchronous", "FULL"))
        .and_then(|()| conn.pragma_update(None, "foreign_keys", true))
        // Erased data must not stay in free pages.
        .and_then(|()| conn.pragma_update(None, "secure_delete", true))
        .map_err(|e| cannot_open(path, &e))?;
    Ok(conn)
}

/// A connection to a file that this process has locked. SQLite does not lock it too: on a network file system one lock would
/// exclude the other.
pub(super) fn open_locked(path: &Path) -> Result<Connection, Fault> {
    Connection::open_with_flags_and_vfs(path, WRITES, UNLOCKED).map_err(|e| cannot_open(path, &e))
}

/// A connection that only reads.
pub(super) fn open_reader(path: &Path) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags).map_err(|e| cannot_open(path, &e))?;
    settle(&conn).map_err(|e| cannot_open(path, &e))?;
    // A negative number is in KiB, not in pages. SQLite reads the schema for it; what is wrong with a file is told by whoever reads more.
    drop(conn.pragma_update(None, "cache_size", -READER_CACHE_KIB));
    Ok(conn)
}

fn settle(conn: &Connection) -> rusqlite::Result<()> {
    conn.busy_timeout(BUSY_TIMEOUT)?;
    conn.set_prepared_statement_cache_capacity(PREPARED);
    // Without it SQLite plans a statement anew for each value that it is given, which takes longer than the statement.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.pragma_update(None, "trusted_schema", false)
}

/// Checks that the file, and new ones beside it, can be written.
pub(super) fn check_writable(path: &Path) -> Result<(), Fault> {
    private::check_writable(path, &with_suffix(path, ".probe"))
        .map_err(|e| Fault::CannotWrite { path: path.display().to_string(), what: e.to_string() })
}

/// True if a file is a database of ours with this program's schema, or none yet.
pub(super) fn check_ours(path: &Path) -> Result<(), Fault> {
    if !path.exists() {
        return Ok(());
    }
    let not_ours = |what: String| Fault::NotOurs { path: path.display().to_string(), what };
    if path.is_dir() {
        return Err(not_ours("it is a folder".to_owned()));
    }
    // SQLite makes files beside a database that it only reads. One with an older schema stays alone.
    if let Some((APPLICATION_ID, found @ 1..)) = marks_in_header(path)
        && found < known_version()
    {
        return Err(older(path, found));
    }
    let conn = open_reader(path)?;
    let asked = (|| {
        let id: i64 = conn.pragma_query_value(None, "application_id", |row| row.get(0))?;
        let objects: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        Ok((id, objects, user_version(&conn)?))
    })();
    match asked {
        Ok((APPLICATION_ID, _, version)) => check_version(path, version),
        // An empty database, as of a process that was killed before it made the schema.
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

pub(super) fn user_version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Checks that a database that is ours, and so has tables, can be brought up to date from the schema it names.
pub(super) fn check_version(path: &Path, found: i64) -> Result<(), Fault> {
    let (path, known) = (path.display().to_string(), known_version());
    match found {
        ..1 => Err(Fault::StrangeSchema { path, found, known }),
        _ if found > known => Err(Fault::NewerSchema { path, found, known }),
        _ if found < known => Err(Fault::OlderSchema { path, found, known }),
        _ => Ok(()),
    }
}

fn older(path: &Path, found: i64) -> Fault {
    Fault::OlderSchema { path: path.display().to_string(), found, known: known_version() }
}

/// The application's id and the schema's version as the file says them (<https://www.sqlite.org/fileformat2.html>). Nothing
/// while a log beside the file may say otherwise.
fn marks_in_header(path: &Path) -> Option<(i64, i64)> {
    let is_empty = |suffix| fs::metadata(with_suffix(path, suffix)).map_or(0, |it| it.len()) == 0;
    if !private::BESIDE_DATABASE.into_iter().all(|suffix| suffix == "-shm" || is_empty(suffix)) {
        return None;
    }
    let mut header = [0; 100];
    FsFile::open(path).and_then(|mut file| file.read_exact(&mut header)).ok()?;
    let number = |at: usize| Some(i64::from(i32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?)));
    // Bytes 68 to 71 hold the application's id, 60 to 63 the version that `PRAGMA user_version` reads.
    Option::zip(number(68), number(60))
}

/// The schema of a database that is up to date.
pub(super) fn known_version() -> i64 {
    i64::try_from(steps().len()).unwrap_or(i64::MAX)
}

/// Upgrades a copy that nobody else has.
pub(super) fn prepare_copy(path: &Path) -> Result<(), Fault> {
    match check_ours(path) {
        Ok(()) | Err(Fault::OlderSchema { .. }) => migrate(path, &mut open_writer(path)?),
        Err(fault) => Err(fault),
    }
}

/// Brings the schema up to date.
pub(super) fn migrate(path: &Path, conn: &mut Connection) -> Result<(), Fault> {
    let before = user_version(conn).map_err(|e| cannot_open(path, &e))?;
    let Err(err) = to_version(conn, steps().len()) else { return Ok(()) };
    // Two processes that open a new file together: the second finds the work done by the first.
    match user_version(conn) {
        Ok(version) if version == known_version() => return Ok(()),
        Ok(version) if version > known_version() => return check_version(path, version),
        _ => {}
    }
    // If a step fails without an error of the disk, the schema is not the one that the step before left.
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

pub(super) fn cannot_open(path: &Path, error: &rusqlite::Error) -> Fault {
    match fault_of(error) {
        Fault::Io(what) => Fault::Io(format!("cannot open {}: {what}", path.display())),
        other => other,
    }
}
