//! A copy to read, of a file that lies where nothing can be written.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Read};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::log::fault::Fault;
use crate::log::head_file::with_suffix;
use crate::log::limits::{COPY_FOLDERS, COPY_TRIES};

/// What a write-ahead log begins with; another one each time it is begun again.
const WAL_HEADER_BYTES: u64 = 32;

/// A copy in a folder of its own, which goes when this is dropped.
#[derive(Debug)]
pub(super) struct Aside {
    folder: PathBuf,
    file: PathBuf,
}

/// What tells that a database was written to.
#[derive(PartialEq, Eq)]
struct Mark {
    bytes: u64,
    written: Option<SystemTime>,
    wal: Option<Vec<u8>>,
}

impl Aside {
    /// Copies the database at `path`, with its write-ahead log, into a new folder in `temporary` that nobody else can look
    /// into.
    ///
    /// As long as the log was not begun anew meanwhile, every page that another process moved from it into the database
    /// is in the copy of the log too, which is made after that of the database. So the two make a whole.
    pub fn copy(path: &Path, temporary: &Path) -> Result<Aside, Fault> {
        let trouble = |e: io::Error| {
            let (path, temporary) = (path.display(), temporary.display());
            Fault::Io(format!("{path} cannot be read where it lies, nor copied to {temporary}: {e}"))
        };
        let folder = new_folder(temporary).map_err(trouble)?;
        let aside = Aside { file: folder.join("copy.db"), folder };
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
        // What is left of it in a temporary folder harms nobody.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn new_folder(temporary: &Path) -> io::Result<PathBuf> {
    let mut number = 0;
    loop {
        let folder = temporary.join(format!("wardroom-{}-{number}", std::process::id()));
        match DirBuilder::new().mode(0o700).create(&folder) {
            Ok(()) => return Ok(folder),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && number < COPY_FOLDERS => number += 1,
            Err(e) => return Err(e),
        }
    }
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
    io::copy(&mut File::open(from)?, &mut File::create(to)?).map(drop)
}

fn copy_wal(from: &Path, to: &Path) -> io::Result<()> {
    let (from, to) = (with_suffix(from, "-wal"), with_suffix(to, "-wal"));
    if found(copy_file(&from, &to))?.is_none() {
        // One of an earlier try does not belong to this copy.
        found(fs::remove_file(&to))?;
    }
    Ok(())
}

/// Nothing, where there is no such file.
fn found<T>(outcome: io::Result<T>) -> io::Result<Option<T>> {
    match outcome {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        outcome => outcome.map(Some),
    }
}
