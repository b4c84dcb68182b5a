//! The small file beside the database that notes how far each table's log went.
//!
//! A damaged write-ahead log loses its tail without a word from SQLite: the chain of what is left still checks. This
//! file, written after the commits, notices. The database may be ahead of it, never behind.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::chain::Head;
use super::entry::check_table;
use super::fault::Fault;
use super::limits::{HEAD_FILE_LOCK_TIMEOUT, MAX_HEAD_FILE_BYTES};
use super::store::Store;

/// The heads that were noted, by table.
pub type NotedHeads = BTreeMap<String, Head>;

const LOCK_RETRY: Duration = Duration::from_millis(2);

/// The head file of one database.
#[derive(Debug, Clone)]
pub struct HeadFile {
    path: PathBuf,
}

impl HeadFile {
    /// The head file of the database at `db`: the same path with `.head` appended.
    pub fn beside(db: &Path) -> HeadFile {
        HeadFile { path: with_suffix(db, ".head") }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it notes; nothing when there is no such file.
    ///
    /// # Errors
    /// [`Fault::Io`] when it cannot be read or a line is not `table seq chain`.
    pub fn read(&self) -> Result<NotedHeads, Fault> {
        match fs::metadata(&self.path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(NotedHeads::new()),
            Err(e) => return Err(self.trouble("read", &e)),
            Ok(meta) if meta.len() > MAX_HEAD_FILE_BYTES => {
                return Err(Fault::Io(format!(
                    "{}: {} bytes are too many for a head file",
                    self.path.display(),
                    meta.len()
                )));
            }
            Ok(_) => {}
        }
        let text = fs::read_to_string(&self.path).map_err(|e| self.trouble("read", &e))?;
        let line = |(i, line): (usize, &str)| {
            parse_line(line).ok_or_else(|| {
                Fault::Io(format!("{}, line {}: not `table seq chain`", self.path.display(), i + 1))
            })
        };
        text.lines().enumerate().map(line).collect()
    }

    /// Adds `heads` to what the file notes. A table's line only ever moves on to a higher seq.
    ///
    /// # Errors
    /// [`Fault::Io`] when it cannot be read, locked or replaced; then it stands as it was.
    pub fn note(&self, heads: &NotedHeads) -> Result<(), Fault> {
        let _lock = self.lock()?;
        let mut noted = self.read()?;
        let mut changed = false;
        for (table, head) in heads {
            let stands = noted.get(table).is_some_and(|old| old.seq >= head.seq);
            if !stands {
                noted.insert(table.clone(), *head);
                changed = true;
            }
        }
        if changed { self.replace(&noted).map_err(|e| self.trouble("write", &e)) } else { Ok(()) }
    }

    /// Readers see the old file or the new one, also after a power failure.
    fn replace(&self, noted: &NotedHeads) -> io::Result<()> {
        let text: String = noted
            .iter()
            .map(|(table, head)| format!("{table} {} {}\n", head.seq, hex::encode(head.chain)))
            .collect();
        let new = with_suffix(&self.path, ".new");
        let mut file = File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        fs::rename(&new, &self.path)
    }

    /// Two processes on one database note in turn; otherwise one could drop the other's line.
    fn lock(&self) -> Result<File, Fault> {
        let path = with_suffix(&self.path, ".lock");
        let file = File::create(&path).map_err(|e| self.trouble("lock", &e))?;
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) if begun.elapsed() < HEAD_FILE_LOCK_TIMEOUT => {
                    std::thread::sleep(LOCK_RETRY);
                }
                Err(e) => return Err(self.trouble("lock", &e.into())),
            }
        }
    }

    fn trouble(&self, what: &str, error: &io::Error) -> Fault {
        Fault::Io(format!("cannot {what} the head file {}: {error}", self.path.display()))
    }
}

/// The tables whose stored log is shorter than, or other than, what was noted, each as [`Fault::LostTail`], and those
/// too damaged to say.
///
/// # Errors
/// [`Fault`] when the store cannot be read.
pub fn lost_tails(noted: &NotedHeads, store: &impl Store) -> Result<Vec<Fault>, Fault> {
    let mut lost = Vec::new();
    for (table, noted) in noted {
        match check_tail(table, noted, store) {
            Ok(()) => {}
            Err(fault @ (Fault::LostTail { .. } | Fault::Damaged { .. })) => lost.push(fault),
            Err(fault) => return Err(fault),
        }
    }
    Ok(lost)
}

fn check_tail(table: &str, noted: &Head, store: &impl Store) -> Result<(), Fault> {
    let found = match store.chain_at(table, noted.seq)? {
        Some(chain) if chain == noted.chain => return Ok(()),
        Some(chain) => Head { seq: noted.seq, chain },
        None => store.table(table)?.map_or(Head::EMPTY, |summary| summary.head),
    };
    Err(Fault::LostTail { table: table.to_owned(), noted: *noted, found })
}

fn parse_line(line: &str) -> Option<(String, Head)> {
    let (table, head) = line.split_once(' ')?;
    check_table(table).ok()?;
    Some((table.to_owned(), head.replacen(' ', ":", 1).parse().ok()?))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
