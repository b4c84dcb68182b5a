//! The store in one SQLite file.
//!
//! | part | what it holds |
//! |---|---|
//! | `schema` | opening a file: is it ours, is it new, is it too new |
//! | `ledger` | tables, entries, packs, answers |
//! | `people` | players |
//! | `post` | notices |
//! | `jottings` | notes of doors |
//! | `backup` | a copy of the file while it is written |

mod backup;
mod jottings;
mod ledger;
mod people;
mod post;
mod schema;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, ErrorCode};

use super::chain::Head;
use super::fault::Fault;
use super::head_file::{HeadFile, NotedHeads};
use super::limits::MAX_IDLE_READERS;
pub use super::writer::CommitCounts;
use super::writer::Writer;

pub use schema::{APPLICATION_ID, migrations};

/// A store in one SQLite file. Clones share its connections; several processes may share the file.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    head_file: HeadFile,
    // Dropped before the writer: its connection, the last one, moves the write-ahead log into the database.
    readers: Mutex<Vec<Connection>>,
    writer: Writer,
}

impl SqliteStore {
    /// Opens the database at `path`, or makes a new one when there is no file.
    ///
    /// # Errors
    /// [`Fault::NotOurs`] when the file is something else, which is then left as it was; [`Fault::NewerSchema`];
    /// [`Fault::Io`] when it cannot be opened or its head file cannot be read.
    pub fn open(path: &Path) -> Result<SqliteStore, Fault> {
        let mut conn = schema::open(path)?;
        schema::migrate(path, &mut conn)?;
        let head_file = HeadFile::beside(path);
        let mut noted = head_file.read()?;
        catch_up(&conn, &mut noted)?;
        let writer = Writer::start(conn, head_file.clone(), noted)?;
        let shared = Shared { path: path.to_owned(), head_file, writer, readers: Mutex::default() };
        Ok(SqliteStore { shared: Arc::new(shared) })
    }

    /// Where the database is.
    pub fn path(&self) -> &Path {
        &self.shared.path
    }

    /// The file beside it that notes the heads.
    pub fn head_file(&self) -> &HeadFile {
        &self.shared.head_file
    }

    /// Waits until the head file was tried for every commit so far. Why the last try failed, if it did: nothing stored
    /// is lost by that, and the next commit tries again.
    pub fn head_file_trouble(&self) -> Option<Fault> {
        self.shared.writer.settle_head_file()
    }

    /// The tables that lost entries since the head file noted them, each as [`Fault::LostTail`].
    ///
    /// # Errors
    /// [`Fault`] when the head file or the database cannot be read.
    pub fn lost_tails(&self) -> Result<Vec<Fault>, Fault> {
        self.shared.writer.settle_head_file();
        super::head_file::lost_tails(&self.shared.head_file.read()?, self)
    }

    /// How many commits this store made since it was opened, and how many orders were in them.
    pub fn commit_counts(&self) -> CommitCounts {
        self.shared.writer.counts()
    }

    /// Bounds the database to `pages` pages of 4096 bytes while this store is open; at least what it has already.
    /// Appends that would need more fail with [`Fault::NoRoom`].
    ///
    /// # Errors
    /// [`Fault`] when the database cannot be asked.
    pub fn limit_pages(&self, pages: u32) -> Result<(), Fault> {
        self.shared.writer.run(move |desk| {
            let set = desk.conn.pragma_query_value(None, "max_page_count", |_| Ok(()));
            set.and_then(|()| desk.conn.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())))
                .map_err(|e| fault_of(&e))
        })
    }

    /// Reads with a connection of its own, so that readers wait neither for each other nor for the writer.
    fn read_with<T>(&self, read: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Fault> {
        let idle = || self.shared.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let conn = match kept {
            Some(conn) => conn,
            None => schema::open_reader(&self.shared.path)?,
        };
        let outcome = read(&conn);
        let mut idle = idle();
        if idle.len() < MAX_IDLE_READERS {
            idle.push(conn);
        }
        outcome
    }

    /// Asks one question of the database.
    fn ask<T>(&self, question: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Fault> {
        self.read_with(|conn| question(conn).map_err(|e| fault_of(&e)))
    }
}

/// Brings the noted heads up to what the database holds, but for tables that lost their tail: their line is the
/// evidence of it. A table without a line gets one with its next commit.
fn catch_up(conn: &Connection, noted: &mut NotedHeads) -> Result<(), Fault> {
    for table in ledger::table_names(conn)? {
        match newer_head(conn, &table, noted.get(&table)) {
            Ok(Some(head)) => drop(noted.insert(table, head)),
            // A damaged table is told of when it is used; the others play on.
            Ok(None) | Err(Fault::Damaged { .. }) => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(())
}

/// The stored head, if it carries on from what is noted.
fn newer_head(conn: &Connection, table: &str, noted: Option<&Head>) -> Result<Option<Head>, Fault> {
    let fits = match noted {
        Some(noted) => ledger::chain_at(conn, table, noted.seq)? == Some(noted.chain),
        None => true,
    };
    let summary = if fits { ledger::summary(conn, table)? } else { None };
    Ok(summary.map(|summary| summary.head))
}

/// SQLite's error in our words.
pub(super) fn fault_of(error: &rusqlite::Error) -> Fault {
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
