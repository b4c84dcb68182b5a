//! Files beside a database, or in the folder of an archive, with the same data: copies from before a migration, backups,
//! archives, exports. Earlier programs made such files for every account.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::SqliteStore;
use super::schema::APPLICATION_ID;
use crate::log::fault::Fault;
use crate::private::{self, BESIDE_DATABASE, Exposed, folder_of, with_suffix};

/// Most names of a folder that are looked at.
const MOST_NAMES: usize = 10_000;
/// The bytes at a file's beginning that identify it.
const HEAD_BYTES: u64 = 512;
const SQLITE: &[u8] = b"SQLite format 3\0";
/// The place of SQLite's application id.
const ID_AT: usize = 68;

impl SqliteStore {
    /// Removes the rights of other accounts from the files with this database's data, beside it or in the folders of its
    /// archives. [`SqliteStore::exposed`] finds files that stay open.
    pub fn tighten_kept(&self) {
        self.kept_folders().iter().for_each(|folder| drop(self.tighten_in(folder)));
    }

    /// The same in one folder. Returns the files that stay open, such as those of other accounts.
    pub fn tighten_in(&self, folder: &Path) -> Vec<Exposed> {
        self.wide_in(folder).into_iter().filter(|file| !private::narrow(file, self.path())).collect()
    }

    /// The files there that stay open to others.
    pub(super) fn exposed_kept(&self) -> Vec<Exposed> {
        self.kept_folders().iter().flat_map(|folder| self.wide_in(folder)).collect()
    }

    /// The folder of the database, and those of its archives.
    fn kept_folders(&self) -> Vec<PathBuf> {
        // A database that does not answer is reported by the next caller who needs more of it.
        let archived = self.archived_files().unwrap_or_default();
        let own = self.path().canonicalize().unwrap_or_else(|_| self.path().to_owned());
        let files = archived.iter().map(Path::new).chain([&*own]);
        let mut folders: Vec<PathBuf> = files.map(|file| folder_of(file).to_owned()).collect();
        folders.sort();
        folders.dedup();
        folders
    }

    fn archived_files(&self) -> Result<Vec<String>, Fault> {
        self.read_rows(|conn| {
            let file = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
            conn.prepare_cached("SELECT file FROM archived")?.query_map([], file)?.collect()
        })
    }

    /// The files of a folder that other accounts can use, and that are this program's.
    fn wide_in(&self, folder: &Path) -> Vec<Exposed> {
        let names = fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_NAMES);
        let wide = names.filter_map(|name| private::exposed(&name.path(), self.shared.access));
        let mut files: Vec<Exposed> = wide.filter(|file| self.is_kept(&file.path)).collect();
        files.sort_by(|one, other| one.path.cmp(&other.path));
        files
    }

    /// Returns whether a file is a copy or a head file of this database, or contains a database or an export, or is one of
    /// SQLite's files beside a database.
    fn is_kept(&self, path: &Path) -> bool {
        let name = |path: &Path| path.file_name().map(OsStr::as_encoded_bytes).unwrap_or_default().to_vec();
        let is_of_this = |suffix| name(path).starts_with(&name(&with_suffix(self.path(), suffix)));
        let is_of_another = |suffix: &str| {
            let name = path.to_str().and_then(|path| path.strip_suffix(suffix));
            name.is_some_and(|database| head_of(Path::new(database)).is_some_and(|head| is_database(&head)))
        };
        [".schema-", ".head"].into_iter().any(is_of_this)
            || head_of(path).is_some_and(|head| is_database(&head) || is_export(&head))
            || BESIDE_DATABASE.into_iter().any(is_of_another)
    }
}

/// The beginning of a file, if this account can read it.
fn head_of(path: &Path) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    // A link may lead to somebody else's file, and opening a named pipe waits for its writer.
    fs::symlink_metadata(path).ok().filter(Metadata::is_file)?;
    let file = File::open(path).ok()?;
    file.take(HEAD_BYTES).read_to_end(&mut head).ok().map(|_| head)
}

fn is_database(head: &[u8]) -> bool {
    let id = i32::try_from(APPLICATION_ID).map(i32::to_be_bytes);
    head.starts_with(SQLITE) && id.is_ok_and(|id| head.get(ID_AT..ID_AT + id.len()) == Some(&id))
}

/// Returns whether an export begins so that not everyone may see.
fn is_export(head: &[u8]) -> bool {
    let line = String::from_utf8_lossy(head);
    let header = line.lines().next().unwrap_or_default();
    header.starts_with(r#"{"audience":"#)
        && header.contains(r#""wardroom":"export""#)
        && !header.starts_with(r#"{"audience":"everyone""#)
}
