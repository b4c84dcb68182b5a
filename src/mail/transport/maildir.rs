//! A maildir: each mail is a file, written in `tmp`, then moved to `new`, and to `cur` once it is read. A mail is complete or
//! absent, without locks. <https://cr.yp.to/proto/maildir.html>

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Utc};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::trouble::{MailTrouble, TroubleKind};
use super::{Fetched, HEADER_BYTES, MAIL_BYTES, MailId, Stored, as_sent, header_of};
use crate::private::{self, Access};
use crate::reason::Reason;

/// The mail server delivers and `serve` reads, as members of one group.
const ACCESS: Access = Access::Group;
/// The poll interval of a maildir.
const LOOK: Duration = Duration::from_millis(100);
/// The age of an abandoned file in `tmp`, from the standard.
const LEFT_OVER: Duration = Duration::from_secs(36 * 3600);
/// Random bytes in a name.
const RANDOM: usize = 8;
/// The folders of a maildir.
const FOLDERS: [&str; 3] = ["tmp", "new", "cur"];
/// The suffix of a read mail's name.
const READ: &str = ":2,S";

/// A maildir.
#[derive(Clone)]
pub struct Maildir {
    folder: PathBuf,
    /// The mails that were fetched or done and may still be there.
    known: BTreeSet<String>,
    /// Those of them that were called done.
    done: BTreeSet<String>,
}

impl Maildir {
    /// The maildir in a folder, which is made when it is first used.
    pub fn new(folder: &Path) -> Maildir {
        Maildir { folder: folder.to_owned(), known: BTreeSet::new(), done: BTreeSet::new() }
    }

    /// Creates its missing folders, and checks that they can be read and written.
    ///
    /// # Errors
    /// The folder that fails, and why.
    pub fn check(&self) -> Result<(), MailTrouble> {
        self.make()?;
        for folder in FOLDERS.map(|name| self.folder.join(name)) {
            let probe = folder.join(format!(".probe-{}", std::process::id()));
            private::check_writable(&probe, &probe)
                .and_then(|()| fs::read_dir(&folder).map(drop))
                .map_err(|error| MailTrouble::file(&folder, &error))?;
        }
        Ok(())
    }

    /// As [`super::Mailbox::fetch`].
    pub(super) async fn fetch(
        &mut self,
        at_most: usize,
        known: &BTreeSet<MailId>,
    ) -> Result<Fetched, MailTrouble> {
        let (mut maildir, known) = (self.clone(), known.clone());
        let (maildir, found) = apart(move || {
            let found = maildir.read(at_most, &known)?;
            Ok((maildir, found))
        })
        .await?;
        *self = maildir;
        Ok(found)
    }

    /// As [`super::Mailbox::done`].
    pub(super) async fn done(&mut self, ids: &[MailId]) -> Result<(), MailTrouble> {
        let name = |id: &MailId| match id {
            MailId::File(name) => Some(name.clone()),
            MailId::Imap { .. } => None,
        };
        let names: Vec<String> = ids.iter().filter_map(name).collect();
        self.done.extend(names.iter().cloned());
        let maildir = self.clone();
        // One that cannot be put away holds up no other.
        apart(move || names.iter().map(|name| maildir.put_away(name)).fold(Ok(()), Result::and)).await
    }

    /// As [`super::Mailbox::left`].
    pub(super) fn left(&self) -> Vec<MailId> {
        self.done.iter().cloned().map(MailId::File).collect()
    }

    /// As [`super::Mailbox::wait`].
    pub(super) async fn wait(&mut self, end: impl Future<Output = ()>) -> Result<(), MailTrouble> {
        let mut end = pin!(end);
        loop {
            let maildir = self.clone();
            let news =
                apart(move || Ok(maildir.lying()?.iter().any(|(name, _)| !maildir.known.contains(name))))
                    .await?;
            if news {
                return Ok(());
            }
            tokio::select! {
                () = &mut end => return Ok(()),
                () = sleep(LOOK) => {}
            }
        }
    }

    /// As [`super::Mailbox::tidy`]; also deletes abandoned unfinished files.
    pub(super) async fn tidy(&mut self, before: DateTime<Utc>) -> Result<(), MailTrouble> {
        let maildir = self.clone();
        apart(move || {
            maildir.make()?;
            let is_read = |name: &str| flags_of(name).contains('S');
            maildir.delete("cur", before.into(), is_read)?;
            let left_over = SystemTime::now().checked_sub(LEFT_OVER).unwrap_or(UNIX_EPOCH);
            maildir.delete("tmp", left_over, |_| true)
        })
        .await
    }

    /// As [`super::Outgoing::send`].
    pub(super) async fn send(&self, to: &str, message: &[u8]) -> Result<(), MailTrouble> {
        let no_address = || MailTrouble::new(TroubleKind::Address, Reason::of("mail-no-address"));
        let address = as_sent(to).ok_or_else(no_address)?;
        let mail = [format!("Delivered-To: {address}\r\n").as_bytes(), message].concat();
        let maildir = self.clone();
        apart(move || maildir.store(mail.as_slice())).await
    }

    /// Stores a mail on the disk, but only the header of one with more than [`MAIL_BYTES`].
    ///
    /// # Errors
    /// A folder that is missing or may not be written, a full disk, a mail that cannot be read to its end or is empty.
    pub fn store(&self, mail: impl Read) -> Result<(), MailTrouble> {
        self.make()?;
        let input = |error: io::Error| MailTrouble::file(Path::new("-"), &error);
        let mut mail = mail;
        let mut bytes = Vec::new();
        mail.by_ref().take(MAIL_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(input)?;
        if bytes.is_empty() {
            let nothing = io::Error::from(ErrorKind::UnexpectedEof);
            return Err(input(nothing));
        }
        let mut size = bytes.len() as u64;
        if bytes.len() > MAIL_BYTES {
            // Read the writer's input to its end, or it takes the mail for undelivered.
            size += io::copy(&mut mail, &mut io::sink()).map_err(input)?;
            bytes.truncate(header_of(&bytes).len());
        }
        if let (true, Some(end)) = (bytes.starts_with(b"From "), bytes.iter().position(|byte| *byte == b'\n'))
        {
            // The line that mbox files put before a mail, which some servers put before a pipe's too.
            bytes.drain(..=end);
        }
        let name = fresh_name(size)?;
        let [draft, stored] = ["tmp", "new"].map(|folder| self.folder.join(folder).join(&name));
        let written = write(&draft, &bytes).and_then(|()| fs::rename(&draft, &stored));
        if let Err(error) = written {
            // If this fails too, the next sweep of old drafts deletes it.
            let _ = fs::remove_file(&draft);
            return Err(MailTrouble::file(&draft, &error));
        }
        // The new name is on the disk only with its folder.
        let folder = self.folder.join("new");
        File::open(&folder)
            .and_then(|folder| folder.sync_all())
            .map_err(|error| MailTrouble::file(&folder, &error))
    }

    /// Creates its missing folders, but not their parent: a mistyped path must not create a maildir.
    fn make(&self) -> Result<(), MailTrouble> {
        let inside = FOLDERS.map(|name| self.folder.join(name));
        for folder in std::iter::once(&self.folder).chain(&inside) {
            match private::create_folder(folder, ACCESS) {
                Ok(()) => Ok(()),
                Err(error) if error.kind() == ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    Err(ErrorKind::NotADirectory.into())
                }
                Err(error) => Err(error),
            }
            .map_err(|error| MailTrouble::file(folder, &error))?;
        }
        Ok(())
    }

    fn read(&mut self, at_most: usize, known: &BTreeSet<MailId>) -> Result<Fetched, MailTrouble> {
        self.make()?;
        let lying = self.lying()?;
        let there: BTreeSet<&String> = lying.iter().map(|(name, _)| name).collect();
        self.done.retain(|name| there.contains(name));
        self.known.clear();
        let mut found = Fetched::default();
        for (name, path) in lying {
            if self.done.contains(&name) {
                self.known.insert(name);
                continue;
            }
            let id = MailId::File(name.clone());
            if !known.contains(&id) {
                // It is read by a later fetch.
                if found.mails.len() == at_most {
                    continue;
                }
                match stored(&name, &path) {
                    Ok(mail) => found.mails.extend(mail),
                    // One that cannot be read holds up no other.
                    Err(trouble) => tracing::warn!(%trouble, "a mail cannot be read"),
                }
            }
            self.known.insert(name);
            found.lying.push(id);
        }
        Ok(found)
    }

    /// The unread mails, the oldest first: name and path. Mail programs move shown mails from `new` to `cur`, read or unread.
    fn lying(&self) -> Result<Vec<(String, PathBuf)>, MailTrouble> {
        let mut found = Vec::new();
        for folder in ["new", "cur"] {
            let folder = self.folder.join(folder);
            let entries = match fs::read_dir(&folder) {
                Err(error) if gone(&error) => continue,
                entries => entries.map_err(|error| MailTrouble::file(&folder, &error))?,
            };
            for entry in entries {
                let path = entry.map_err(|error| MailTrouble::file(&folder, &error))?.path();
                let Some(file) = path.file_name().and_then(|name| name.to_str()) else { continue };
                if !file.starts_with('.') && !flags_of(file).contains(['S', 'T']) {
                    found.push((name_of(file).to_owned(), path));
                }
            }
        }
        // The name of a mail begins with the second of its delivery.
        let second =
            |name: &str| name.split('.').next().and_then(|second| second.parse().ok()).unwrap_or(0_u64);
        found.sort_by(|(one, _), (other, _)| (second(one), one).cmp(&(second(other), other)));
        Ok(found)
    }

    fn put_away(&self, name: &str) -> Result<(), MailTrouble> {
        let read = self.folder.join("cur").join(format!("{name}{READ}"));
        // In its first place, unless a mail program moved it: then search all stored mails.
        if fs::rename(self.folder.join("new").join(name), &read).is_ok() {
            return Ok(());
        }
        for (_, path) in self.lying()?.into_iter().filter(|(lying, _)| lying == name) {
            match fs::rename(&path, &read) {
                Err(error) if !gone(&error) => return Err(MailTrouble::file(&path, &error)),
                _ => {}
            }
        }
        Ok(())
    }

    fn delete(
        &self,
        folder: &str,
        before: SystemTime,
        which: impl Fn(&str) -> bool,
    ) -> Result<(), MailTrouble> {
        let folder = self.folder.join(folder);
        let trouble = |error: io::Error| MailTrouble::file(&folder, &error);
        for entry in fs::read_dir(&folder).map_err(trouble)? {
            let entry = entry.map_err(trouble)?;
            let came = entry.metadata().and_then(|file| file.modified());
            if which(&entry.file_name().to_string_lossy()) && came.is_ok_and(|came| came < before) {
                match fs::remove_file(entry.path()) {
                    Err(error) if !gone(&error) => return Err(trouble(error)),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Runs file operations on a blocking thread.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, MailTrouble> + Send + 'static,
) -> Result<T, MailTrouble> {
    let ended = |error| MailTrouble::file(Path::new("-"), &io::Error::other(error));
    spawn_blocking(work).await.map_err(ended)?
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = private::create_for_folder(path, ACCESS)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A mail, unless somebody else has moved or deleted it.
fn stored(name: &str, path: &Path) -> Result<Option<Stored>, MailTrouble> {
    let read = || {
        let file = File::open(path)?;
        // The size in the name counts too: of a mail that was cut when it was stored, the file is short.
        let cut = file.metadata()?.len().max(size_in(name)) > MAIL_BYTES as u64;
        let mut raw = Vec::new();
        file.take(if cut { HEADER_BYTES } else { MAIL_BYTES } as u64).read_to_end(&mut raw)?;
        if cut {
            raw.truncate(header_of(&raw).len());
        }
        Ok(Stored { id: MailId::File(name.to_owned()), raw, cut })
    };
    match read() {
        Err(error) if gone(&error) => Ok(None),
        outcome => outcome.map(Some).map_err(|error| MailTrouble::file(path, &error)),
    }
}

/// Returns whether somebody else's simultaneous action explains the error.
fn gone(error: &io::Error) -> bool {
    error.kind() == ErrorKind::NotFound
}

/// A name that no other mail has, here or on another machine, and that sorts after the earlier ones.
fn fresh_name(size: u64) -> Result<String, MailTrouble> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (process, number) = (std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let mut random = [0; RANDOM];
    getrandom::fill(&mut random).map_err(|error| {
        MailTrouble::new(TroubleKind::Line, Reason::of("secret-no-bytes").quoting("why", error))
    })?;
    let (second, micros, random) = (now.as_secs(), now.subsec_micros(), hex::encode(random));
    Ok(format!("{second}.M{micros:06}P{process}Q{number:06}R{random}.wardroom,S={size}"))
}

/// The size in a name, which is that of the whole mail.
fn size_in(name: &str) -> u64 {
    name.split(',').find_map(|part| part.strip_prefix("S=")?.parse().ok()).unwrap_or(0)
}

/// The part of a file's name that stays.
fn name_of(file: &str) -> &str {
    file.split(':').next().unwrap_or(file)
}

fn flags_of(file: &str) -> &str {
    file.split_once(":2,").map_or("", |(_, flags)| flags)
}
