//! A copy of the file while it is written.

use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::Backup;

use super::{SqliteStore, fault_of, schema};
use crate::log::fault::Fault;
use crate::log::limits::BACKUP_PAGES_PER_STEP;
use crate::private::PartFile;

impl SqliteStore {
    /// Copies the database, as of one moment, to a new file at `to`, while appends go on.
    ///
    /// # Errors
    /// [`Fault::Unfit`] if the file exists: nothing is ever overwritten; [`Fault`] if copying fails, and then there is no file
    /// at `to`.
    pub fn backup(&self, to: &Path) -> Result<(), Fault> {
        let there = || Fault::Unfit(format!("{} exists already; it is not overwritten", to.display()));
        let trouble = |e: io::Error| match e.kind() {
            io::ErrorKind::AlreadyExists => there(),
            _ => Fault::Io(format!("cannot back up to {}: {e}", to.display())),
        };
        if to.try_exists().map_err(trouble)? {
            return Err(there());
        }
        let part = PartFile::begin(to, self.path()).map_err(|e| match e.kind() {
            io::ErrorKind::WouldBlock => {
                Fault::Unfit(format!("another command is writing a backup to {}", to.display()))
            }
            _ => trouble(e),
        })?;
        match schema::open_reader(self.path()).and_then(|conn| copy_to(&conn, part.path())) {
            // If the database cannot be read in its place, its copy can.
            Err(_) if self.reads_a_copy() => self.read_with(|conn| copy_to(conn, part.path()))?,
            copied => copied?,
        }
        part.finish().map_err(trouble)
    }
}

/// Copies a database to a file that this process has locked.
pub(super) fn copy_to(conn: &Connection, to: &Path) -> Result<(), Fault> {
    let mut copy = schema::open_locked(to)?;
    let backup = Backup::new(conn, &mut copy).map_err(|e| fault_of(&e))?;
    // No pause between the steps: SQLite begins the copy anew if another connection writes in between.
    backup.run_to_completion(BACKUP_PAGES_PER_STEP, Duration::ZERO, None).map_err(|e| fault_of(&e))
}
