//! A copy of the file while it is written.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::Backup;

use super::{SqliteStore, fault_of};
use crate::log::fault::Fault;
use crate::log::limits::BACKUP_PAGES_PER_STEP;

impl SqliteStore {
    /// Copies the database, as of one moment, to a new file at `to`, while appends go on.
    ///
    /// # Errors
    /// [`Fault::Unfit`] when there is a file already: nothing is ever overwritten; [`Fault`] when copying fails, and
    /// then there is no file at `to`.
    pub fn backup(&self, to: &Path) -> Result<(), Fault> {
        let io = |e: std::io::Error| Fault::Io(format!("cannot back up to {}: {e}", to.display()));
        let mut part = to.as_os_str().to_owned();
        part.push(".part");
        let part = Path::new(&part);
        refuse_existing(to)?;
        File::create_new(part).map_err(io)?;
        let copied = self.copy_to(part).and_then(|()| {
            File::open(part).and_then(|file| file.sync_all()).map_err(io)?;
            refuse_existing(to)?;
            fs::rename(part, to).map_err(io)
        });
        if copied.is_err() {
            // What went wrong first is what is told.
            let _ = fs::remove_file(part);
        }
        copied
    }

    fn copy_to(&self, part: &Path) -> Result<(), Fault> {
        self.read_with(|conn| {
            let mut copy = Connection::open(part).map_err(|e| fault_of(&e))?;
            let backup = Backup::new(conn, &mut copy).map_err(|e| fault_of(&e))?;
            backup.run_to_completion(BACKUP_PAGES_PER_STEP, Duration::ZERO, None).map_err(|e| fault_of(&e))
        })
    }
}

fn refuse_existing(path: &Path) -> Result<(), Fault> {
    match path.try_exists() {
        Ok(false) => Ok(()),
        Ok(true) => Err(Fault::Unfit(format!("{} exists already; it is not overwritten", path.display()))),
        Err(e) => Err(Fault::Io(format!("cannot back up to {}: {e}", path.display()))),
    }
}
