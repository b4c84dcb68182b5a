//! The store in one SQLite file.
//!
//! | part | what it holds |
//! |---|---|
//! | `schema` | opening a file: is it ours, is it new, is it too new |
//! | `upgrade` | a file of an earlier version copied, then brought up to date |
//! | `session` | running the statements of [`sql`](super::sql) |
//! | `archive` | finished tables taken out; the room they leave given back |
//! | [`writer`], `head_file_writer` | the thread that writes the database, and the one that writes the head file |
//! | `backup` | a copy of the file while it is written |
//! | `aside` | a copy to read, of a file that lies where nothing can be written |

mod archive;
pub mod aside;
mod backup;
mod head_file_writer;
mod kept;
pub mod schema;
mod session;
mod upgrade;
pub mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, ErrorCode};

use super::chain::Head;
use super::disk_space::DiskSpace;
use super::fault::Fault;
use super::head_file::{HeadFile, NotedHeads, Witness};
use super::limits::MAX_IDLE_READERS;
use super::sql::entries::{chain_at, summary, table_names};
use super::sql::{Session, SqlStore};
use crate::private::{self, Access, BESIDE_DATABASE, Exposed, with_suffix};
use aside::Aside;
use writer::Writer;

pub use archive::FinishedTable;
pub use schema::{APPLICATION_ID, to_version};
pub use upgrade::Upgraded;
pub use writer::CommitCounts;

/// A store in one SQLite file. Clones share its connections; several processes may share the file.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    access: Access,
    head_file: HeadFile,
    // Dropped before the writer: its connection, the last one, moves the write-ahead log into the database.
    readers: Mutex<Vec<Connection>>,
    writer: Writer,
    disk_space: DiskSpace,
    /// The copy that is read instead of a file that cannot be written. Dropped last, with its files.
    aside: Option<Aside>,
}

impl SqliteStore {
    /// Opens the database at `path` for its owner alone, upgraded if needed, or creates a missing one.
    ///
    /// # Errors
    /// As [`SqliteStore::upgrade`] and [`SqliteStore::open_as_it_is`].
    pub fn open(path: &Path) -> Result<SqliteStore, Fault> {
        SqliteStore::upgrade(path, Access::Owner)?;
        SqliteStore::open_as_it_is(path, Access::Owner)
    }

    /// Upgrades a database with an older schema, after copying it to a new file beside it. It removes the rights of accounts
    /// beyond `access`. `None` if there is nothing to do.
    ///
    /// # Errors
    /// [`Fault::Busy`] while another process has it open; [`Fault`] if it cannot be copied, and then nothing is changed, or
    /// cannot be upgraded.
    pub fn upgrade(path: &Path, access: Access) -> Result<Option<Upgraded>, Fault> {
        upgrade::upgrade(path, access)
    }

    /// Opens the database at `path`, or creates a missing one. It removes the rights of accounts beyond `access`.
    ///
    /// # Errors
    /// [`Fault::NotOurs`] if the file is something else, which is then unchanged; [`Fault::OlderSchema`];
    /// [`Fault::NewerSchema`]; [`Fault::StrangeSchema`]; [`Fault::CannotWrite`] if nothing can be written to it or beside it;
    /// [`Fault::Io`] if it cannot be opened.
    pub fn open_as_it_is(path: &Path, access: Access) -> Result<SqliteStore, Fault> {
        let mut conn = schema::open(path, access)?;
        tighten(path, access);
        schema::migrate(path, &mut conn)?;
        let head_file = HeadFile::beside(path);
        let mut noted = head_file.read().heads;
        // A process that was killed may have committed entries that it could not note.
        catch_up(&conn, &mut noted)?;
        let writer = Writer::start(conn, head_file.clone(), noted)?;
        let store = SqliteStore::over(path, access, (head_file, writer), None);
        store.tighten_kept();
        Ok(store)
    }

    fn over(
        path: &Path,
        access: Access,
        (head_file, writer): (HeadFile, Writer),
        aside: Option<Aside>,
    ) -> SqliteStore {
        let (readers, disk_space) = (Mutex::default(), DiskSpace::default());
        let path = path.to_owned();
        SqliteStore {
            shared: Arc::new(Shared { path, access, head_file, readers, writer, disk_space, aside }),
        }
    }

    /// Opens the database at `path` to read it. SQLite has to write even to read; where it cannot, the store reads a
    /// copy in a folder of its own in `temporary`, which is removed with the store. A database with an older schema is
    /// read by a copy too, which is brought up to date in its place. Writes are then refused with [`Fault::CannotWrite`]
    /// or [`Fault::OlderSchema`].
    ///
    /// # Errors
    /// As [`SqliteStore::open_as_it_is`]; [`Fault::Io`] when it cannot be copied.
    pub fn open_to_read(path: &Path, access: Access, temporary: &Path) -> Result<SqliteStore, Fault> {
        let why = match SqliteStore::open_as_it_is(path, access) {
            // Of a missing file there is nothing to copy, and the fault says why none can be made.
            Err(why @ (Fault::CannotWrite { .. } | Fault::OlderSchema { .. })) if path.exists() => why,
            opened => return opened,
        };
        let aside = Aside::copy(path, temporary)?;
        schema::prepare_copy(aside.path()).map_err(|fault| fault.about_file(path))?;
        tighten(path, access);
        let (head_file, writer) = (HeadFile::beside(path), Writer::refusing(why));
        Ok(SqliteStore::over(path, access, (head_file, writer), Some(aside)))
    }

    /// The schema that this program writes.
    pub fn newest_schema() -> i64 {
        schema::known_version()
    }

    /// Removes the files of a database in which nothing was stored and which nobody has open.
    pub fn discard(path: &Path) {
        for file in files_of(path) {
            // What cannot be removed holds nothing.
            let _ = std::fs::remove_file(file);
        }
    }

    /// The name of a file in a move that it is part of.
    pub fn place_of(path: &Path) -> String {
        std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
    }

    /// The path of the database.
    pub fn path(&self) -> &Path {
        &self.shared.path
    }

    /// The files of the database, and those with its data beside it and in the folders of its archives, that accounts beyond
    /// [`Access`] can use.
    pub fn exposed(&self) -> Vec<Exposed> {
        let exposed = |path: PathBuf| private::exposed(&path, self.shared.access);
        let own = files_of(&self.shared.path).into_iter().filter_map(exposed).collect::<Vec<_>>();
        let kept = self.exposed_kept().into_iter().filter(|file| own.iter().all(|own| own.path != file.path));
        own.iter().cloned().chain(kept).collect()
    }

    /// True if a copy is read instead of the database.
    fn reads_a_copy(&self) -> bool {
        self.shared.aside.is_some()
    }

    /// The file beside it that notes the heads.
    pub fn head_file(&self) -> &HeadFile {
        &self.shared.head_file
    }

    /// Waits until the head file was written for every commit so far, and returns the fault of the last try, if it failed. No
    /// stored entry is lost by that, and the next commit tries again.
    pub fn head_file_trouble(&self) -> Option<Fault> {
        self.shared.writer.settle_head_file()
    }

    /// The content of the head file, after it was written for every commit so far.
    pub fn witness(&self) -> Witness {
        self.shared.writer.settle_head_file();
        self.shared.head_file.read()
    }

    /// Writes the heads of the database to the head file, except for tables that lost their tail, and clears
    /// `missing_since`. Returns the new content.
    ///
    /// # Errors
    /// [`Fault`] when the database cannot be read or the head file not be written.
    pub fn accept_heads(&self) -> Result<Witness, Fault> {
        let mut heads = self.witness().heads;
        self.ask(|conn| catch_up(conn, &mut heads))?;
        self.shared.head_file.accept(&heads)?;
        Ok(self.witness())
    }

    /// The tables that lost entries since the head file noted them, each as [`Fault::LostTail`].
    ///
    /// # Errors
    /// [`Fault`] when the database cannot be read.
    pub fn lost_tails(&self) -> Result<Vec<Fault>, Fault> {
        super::head_file::lost_tails(&self.witness().heads, self)
    }

    /// The number of commits since the store was opened, and of orders in them.
    pub fn commit_counts(&self) -> CommitCounts {
        self.shared.writer.counts()
    }

    /// Limits the database to `pages` pages of 4096 bytes while this store is open, but at least to its present size. Appends
    /// that would need more fail with [`Fault::NoRoom`].
    ///
    /// # Errors
    /// [`Fault`] if the database does not answer.
    pub fn limit_pages(&self, pages: u32) -> Result<(), Fault> {
        self.shared.writer.run(move |tx| {
            let set = tx.conn.pragma_query_value(None, "max_page_count", |_| Ok(()));
            set.and_then(|()| tx.conn.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())))
                .map_err(|e| fault_of(&e))
        })
    }

    /// Reads with a connection of its own, so that readers wait neither for each other nor for the writer.
    fn read_with<T>(&self, read: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Fault> {
        let idle = || self.shared.readers.lock().unwrap_or_else(PoisonError::into_inner);
        // Not within the `match`, which would hold the lock while a connection is opened.
        let kept = idle().pop();
        let conn = match kept {
            Some(conn) => conn,
            None => schema::open_reader(self.shared.aside.as_ref().map_or(&*self.shared.path, Aside::path))?,
        };
        let outcome = read(&conn);
        let mut idle = idle();
        if idle.len() < MAX_IDLE_READERS {
            idle.push(conn);
        }
        outcome
    }
}

/// The database, SQLite's files beside it, and the head file with its lock.
fn files_of(path: &Path) -> Vec<PathBuf> {
    // SQLite writes beside the file that a link leads to.
    let file = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let beside = BESIDE_DATABASE.map(|suffix| with_suffix(&file, suffix));
    let witness = ["", ".lock"].map(|suffix| with_suffix(HeadFile::beside(path).path(), suffix));
    [file].into_iter().chain(beside).chain(witness).collect()
}

/// Gives the existing files of a database the rights of `access`.
fn tighten(path: &Path, access: Access) {
    for file in files_of(path) {
        // What stays wider is found again by `exposed`.
        private::tighten(&file, access);
    }
}

/// Moves the noted heads on to those of the database, except for tables that lost their tail: their line is the evidence of it.
/// A table without a line gets one.
fn catch_up(conn: &dyn Session, noted: &mut NotedHeads) -> Result<(), Fault> {
    for table in table_names(conn)? {
        match newer_head(conn, &table, noted.get(&table)) {
            Ok(Some(head)) => drop(noted.insert(table, head)),
            // A damaged table is reported when it is used; the others play on.
            Ok(None) | Err(Fault::Damaged { .. }) => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(())
}

/// The stored head, if it continues the noted one.
fn newer_head(conn: &dyn Session, table: &str, noted: Option<&Head>) -> Result<Option<Head>, Fault> {
    let fits = match noted {
        Some(noted) => chain_at(conn, table, noted.seq)? == Some(noted.chain),
        None => true,
    };
    let summary = if fits { summary(conn, table)? } else { None };
    Ok(summary.map(|summary| summary.head))
}

/// SQLite's error in our words.
pub fn fault_of(error: &rusqlite::Error) -> Fault {
    let what = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Fault::NoRoom { what },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Fault::Busy { what },
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            Fault::Io(format!("the database file is damaged: {what}"))
        }
        _ => Fault::Io(format!("the database: {what}")),
    }
}
