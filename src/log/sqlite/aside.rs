//! A readable copy of a database in a place where nothing can be written.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::log::fault::Fault;
use crate::log::limits::{COPY_FOLDERS, COPY_TRIES};
use crate::private::{self, Access, found, with_suffix};

/// The prefix of the copies' folders, before the number of the process and another.
const PREFIX: &str = "wardroom-";
/// The file in such a folder that is locked as long as its copy is read.
pub const LOCK: &str = "in-use";
/// The names of a copy and of SQLite's files beside it.
const COPY: [&str; 3] = ["copy.db", "copy.db-wal", "copy.db-shm"];
/// A write-ahead log begins with this many bytes that are others each time it is begun again.
const WAL_HEADER_BYTES: u64 = 32;

/// A copy in a folder of its own, which goes when this is dropped.
#[derive(Debug)]
pub struct Aside {
    folder: PathBuf,
    file: PathBuf,
    /// Let go with the process, however that ends.
    _lock: File,
}

/// The marks that show whether a database was written to.
#[derive(PartialEq, Eq)]
struct Mark {
    bytes: u64,
    written: Option<SystemTime>,
    wal: Option<Vec<u8>>,
}

impl Aside {
    /// Copies the database at `path`, with its write-ahead log, into a new folder in `temporary` that nobody else can open.
    ///
    /// The log is copied after the database. Unless the log was restarted meanwhile, its copy contains every page that another
    /// process moved from it into the database. So the two are consistent.
    ///
    /// # Errors
    /// [`Fault::Busy`] if the database is written to all the while, else a file that cannot be read or written.
    pub fn copy(path: &Path, temporary: &Path) -> Result<Aside, Fault> {
        let trouble = |e: io::Error| {
            let (path, temporary) = (path.display(), temporary.display());
            Fault::Io(format!("{path} cannot be read where it lies, nor copied to {temporary}: {e}"))
        };
        let (folder, lock) = new_folder(temporary).map_err(trouble)?;
        // After the new folder is made: by its owner `sweep` knows the other folders of this account.
        sweep(temporary, &folder);
        let aside = Aside { file: folder.join(COPY[0]), folder, _lock: lock };
        for _ in 0..COPY_TRIES {
            let before = mark(path).map_err(trouble)?;
            copy_file(path, &aside.file).map_err(trouble)?;
            copy_wal(path, &aside.file).map_err(trouble)?;
            if mark(path).map_err(trouble)? == before {
                return Ok(aside);
            }
        }
        Err(Fault::Busy { what: format!("{} was written to while it was copied", path.display()) })
    }

    /// The copy.
    pub fn path(&self) -> &Path {
        &self.file
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // A remainder in a temporary folder harms nobody.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A new folder, and the lock that says that it is in use.
fn new_folder(temporary: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0;
    loop {
        let folder = temporary.join(format!("{PREFIX}{}-{number}", std::process::id()));
        match private::create_folder(&folder, Access::Owner).and_then(|()| lock_in(&folder)) {
            Ok(Some(lock)) => return Ok((folder, lock)),
            // Another process swept it away before it was locked.
            Ok(None) if number < COPY_FOLDERS => number += 1,
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && number < COPY_FOLDERS => number += 1,
            Ok(None) => return Err(io::ErrorKind::AlreadyExists.into()),
            Err(e) => return Err(e),
        }
    }
}

/// Locks a new folder, if it is still there then.
fn lock_in(folder: &Path) -> io::Result<Option<File>> {
    let path = folder.join(LOCK);
    let Some(lock) = found(private::create(&path, Access::Owner))? else { return Ok(None) };
    lock.lock()?;
    Ok(path.exists().then_some(lock))
}

/// Removes the folders of copies whose process ended without doing so. Other folders with such a name stay: those of other
/// people, those in use, and those with anything else in them. A folder that cannot be removed stays too.
fn sweep(temporary: &Path, own: &Path) {
    let Ok(owner) = fs::symlink_metadata(own).map(|own| own.uid()) else { return };
    for folder in fs::read_dir(temporary).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if folder != own && is_folder_of(owner, &folder) {
            // Held until the folder is gone, so that nobody starts to use it.
            let lock = File::open(folder.join(LOCK)).ok().filter(|lock| lock.try_lock().is_ok());
            if lock.is_some() {
                let _ = fs::remove_dir_all(&folder);
            }
        }
    }
}

/// Returns whether this is a folder for copies, by its name, its owner and its content; the lock says whether it is in use.
fn is_folder_of(owner: u32, folder: &Path) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let name = folder.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix(PREFIX));
    let named = name.and_then(|name| name.split_once('-')).is_some_and(|(a, b)| number(a) && number(b));
    // The target of a link belongs to somebody else.
    let owned = |meta: fs::Metadata| meta.is_dir() && meta.uid() == owner && meta.mode() & 0o777 == 0o700;
    let ours = |entry: io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| {
            entry.file_name().to_str().is_some_and(|name| name == LOCK || COPY.contains(&name))
        })
    };
    named
        && fs::symlink_metadata(folder).is_ok_and(owned)
        && fs::read_dir(folder).is_ok_and(|mut entries| entries.all(ours))
}

fn mark(path: &Path) -> io::Result<Mark> {
    let file = fs::metadata(path)?;
    let wal = found(File::open(with_suffix(path, "-wal")))?;
    let header = |wal: File| {
        let mut header = Vec::new();
        wal.take(WAL_HEADER_BYTES).read_to_end(&mut header).map(|_| header)
    };
    Ok(Mark { bytes: file.len(), written: file.modified().ok(), wal: wal.map(header).transpose()? })
}

/// Not with the rights of the file, which may be to read it only.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = File::open(from)?;
    // An earlier try may have left one, and a file is only made where there is none.
    found(fs::remove_file(to))?;
    io::copy(&mut from, &mut private::create(to, Access::Owner)?).map(drop)
}

fn copy_wal(from: &Path, to: &Path) -> io::Result<()> {
    let (from, to) = (with_suffix(from, "-wal"), with_suffix(to, "-wal"));
    if found(copy_file(&from, &to))?.is_none() {
        // One of an earlier try does not belong to this copy.
        found(fs::remove_file(&to))?;
    }
    Ok(())
}
