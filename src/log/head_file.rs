//! The small file beside the database with the head of each table's log.
//!
//! A damaged write-ahead log loses its last entries without an error from SQLite: the chain of the rest is still valid. This
//! file, written after the commits, reveals it. The database may be ahead of it, never behind.
//!
//! It is a witness and no lock. A readable line is binding. If a line is unreadable, the whole old file is kept aside, and the
//! new one says that something is missing, until the owner accepts that.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chrono::{DateTime, SecondsFormat, Utc};

use super::chain::Head;
use super::fault::Fault;
use super::form::{check_table, check_time};
use super::limits::{HEAD_FILE_LOCK_TIMEOUT, MAX_HEAD_FILE_BYTES};
use super::store::Store;
use crate::private::{self, with_suffix};

/// The heads that were noted, by table.
pub type NotedHeads = BTreeMap<String, Head>;

const LOCK_RETRY: Duration = Duration::from_millis(2);
/// The prefix of the line that says since when something is missing.
const MISSING_SINCE: &str = "missing-since ";

/// The head file of one database.
#[derive(Debug, Clone)]
pub struct HeadFile {
    path: PathBuf,
    /// The database, whose owner and rights it has.
    database: PathBuf,
}

/// The content of a head file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Witness {
    /// The heads it notes.
    pub heads: NotedHeads,
    /// Since when it is known that lines of it were lost, in the form of [`super::Entry::at`]; until that is accepted.
    pub missing_since: Option<String>,
}

impl HeadFile {
    /// The head file of the database at `db`: the same path with `.head` appended.
    pub fn beside(db: &Path) -> HeadFile {
        HeadFile { path: with_suffix(db, ".head"), database: db.to_owned() }
    }

    /// The head file at `path`, which goes with no database.
    pub fn at(path: &Path) -> HeadFile {
        HeadFile { path: path.to_owned(), database: path.to_owned() }
    }

    /// Its place.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its content; empty if there is no such file. If lines are unreadable, `missing_since` is set to now.
    pub fn read(&self) -> Witness {
        let (mut witness, whole) = self.examine();
        if !whole {
            witness.missing_since.get_or_insert_with(|| stamp(Utc::now()));
        }
        witness
    }

    /// Records `heads` in the file. A table's line only ever moves to a higher seq. A damaged file is first kept aside.
    ///
    /// # Errors
    /// [`Fault::Io`] if it cannot be locked or replaced; then it is unchanged.
    pub fn note(&self, heads: &NotedHeads) -> Result<(), Fault> {
        self.update(heads, |_| {})
    }

    /// As [`HeadFile::note`]; also clears `missing_since`.
    ///
    /// # Errors
    /// As [`HeadFile::note`].
    pub fn accept(&self, heads: &NotedHeads) -> Result<(), Fault> {
        self.update(heads, |witness| witness.missing_since = None)
    }

    /// Records the present head of a table in place of one that its log declares lost. Any other line stays, as in
    /// [`HeadFile::note`].
    ///
    /// # Errors
    /// As [`HeadFile::note`].
    pub fn replace_lost(&self, table: &str, lost: Head, present: Head) -> Result<(), Fault> {
        self.update(&[(table.to_owned(), present)].into(), |witness| {
            if witness.heads.get(table) == Some(&lost) {
                witness.heads.remove(table);
            }
        })
    }

    fn update(&self, heads: &NotedHeads, change: impl FnOnce(&mut Witness)) -> Result<(), Fault> {
        let _lock = self.lock()?;
        let (before, whole) = self.examine();
        let mut witness = before.clone();
        if !whole {
            let now = Utc::now();
            self.put_aside(now).map_err(|e| self.trouble("put aside", &e))?;
            witness.missing_since.get_or_insert_with(|| stamp(now));
        }
        change(&mut witness);
        for (table, head) in heads {
            let stands = witness.heads.get(table).is_some_and(|old| old.seq >= head.seq);
            if !stands {
                witness.heads.insert(table.clone(), *head);
            }
        }
        // Replacing the file waits for the disk, so it is not done where nothing changed.
        if whole && witness == before {
            return Ok(());
        }
        self.replace(&witness).map_err(|e| self.trouble("write", &e))
    }

    /// The readable lines, and whether the whole file has this program's form.
    fn examine(&self) -> (Witness, bool) {
        let mut witness = Witness::default();
        let text = match self.text() {
            Ok(text) => text,
            Err(e) => return (witness, e.kind() == io::ErrorKind::NotFound),
        };
        // It is never written empty.
        let mut whole = !text.is_empty() && text.len() as u64 <= MAX_HEAD_FILE_BYTES;
        for line in text.lines() {
            match parse_line(line) {
                Some(Line::MissingSince(at)) => {
                    let earlier = witness.missing_since.take().filter(|earlier| *earlier < at);
                    witness.missing_since = Some(earlier.unwrap_or(at));
                }
                Some(Line::Noted(table, head)) => {
                    // A table should have one line; of two, the stricter one is binding.
                    let old = witness.heads.get(&table).copied();
                    whole &= old.is_none();
                    if old.is_none_or(|old| old.seq < head.seq) {
                        witness.heads.insert(table, head);
                    }
                }
                None => whole = false,
            }
        }
        (witness, whole)
    }

    /// Its text, lossily decoded; at most the limit and one byte.
    fn text(&self) -> io::Result<String> {
        if !fs::metadata(&self.path)?.is_file() {
            return Err(io::Error::other("it is no file"));
        }
        let mut bytes = Vec::new();
        File::open(&self.path)?.take(MAX_HEAD_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Keeps a copy of the file under a name of its own. If the disk can, it has both names until it is replaced.
    fn put_aside(&self, now: DateTime<Utc>) -> io::Result<()> {
        let kept = with_suffix(&self.path, &format!(".damaged-{}", now.format("%Y%m%dT%H%M%S%.3fZ")));
        private::keep_as(&self.path, &kept)
    }

    /// Readers see the old file or the new one, also after a power failure.
    fn replace(&self, witness: &Witness) -> io::Result<()> {
        let missing = witness.missing_since.iter().map(|at| format!("{MISSING_SINCE}{at}\n"));
        let noted = witness.heads.iter().map(|(table, head)| noted_line(table, head) + "\n");
        let text: String = missing.chain(noted).collect();
        if text.is_empty() {
            return private::found(fs::remove_file(&self.path)).map(drop);
        }
        let new = with_suffix(&self.path, ".new");
        // Nobody else writes it under the lock: a killed process left it.
        private::found(fs::remove_file(&new))?;
        let mut file = private::create_beside(&new, &self.database)?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
        private::whole_or_none(&new, written.and_then(|()| fs::rename(&new, &self.path)))
    }

    /// Two processes on one database note in turn; otherwise one could drop the other's line.
    fn lock(&self) -> Result<File, Fault> {
        // A file of its own: the head file is replaced, and a lock on the old one would hold nobody back.
        let path = with_suffix(&self.path, ".lock");
        let file = private::open_or(&path, |path| private::create_beside(path, &self.database))
            .map_err(|e| self.trouble("lock", &e))?;
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

/// The tables whose stored log is shorter than, or other than, the noted head, each as [`Fault::LostTail`], and those too
/// damaged to tell.
///
/// # Errors
/// [`Fault`] if the store cannot be read.
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

/// A line of the file.
enum Line {
    MissingSince(String),
    Noted(String, Head),
}

fn parse_line(line: &str) -> Option<Line> {
    // A table may have the id `missing-since` too; a head is no time.
    if let Some(at) = line.strip_prefix(MISSING_SINCE)
        && check_time(at, "the time").is_ok()
    {
        return Some(Line::MissingSince(at.to_owned()));
    }
    let (table, head) = line.split_once(' ')?;
    check_table(table).ok()?;
    let head: Head = head.replacen(' ', ":", 1).parse().ok()?;
    // A number may be written in several ways; this program writes it in one, and never of an empty log.
    (head.seq > 0 && noted_line(table, &head) == line).then(|| Line::Noted(table.to_owned(), head))
}

fn noted_line(table: &str, head: &Head) -> String {
    format!("{table} {} {}", head.seq, hex::encode(head.chain))
}

fn stamp(now: DateTime<Utc>) -> String {
    now.to_rfc3339_opts(SecondsFormat::Millis, true)
}
