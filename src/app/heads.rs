//! Heads that somebody remembers: those in a mailbox or a channel, those that the terminal showed, and those that a restored
//! database has lost.

use std::cell::RefCell;
use std::fs::File;
use std::rc::Rc;

use serde_json::json;
use sha2::{Digest, Sha256};

use super::cli::RestoreAsk;
use super::club_log::concluded;
use super::error::CliError;
use super::log_to_check::LogToCheck;
use super::process::{ProcessContext, bytes_in};
use super::{App, CommandResult};
use crate::audit::{DeclaredLoss, Evidence, heads, integrity};
use crate::club::local::{Restoration, declare_restored};
use crate::door::terminal::wording::DOOR;
use crate::log::head_file::HeadFile;
use crate::log::{Fault, Head, NotedHead, head_search};
use crate::private;
use crate::reason::Reason;
use crate::words::Words;

/// Most bytes of a text that is searched for heads.
const TEXT_BYTES: u64 = 512 * 1024 * 1024;
/// Digits of the name of a file of heads.
const NAME_DIGITS: usize = 16;

/// `audit --heads`: compares the heads in a text with a log.
pub(super) fn check(log: &LogToCheck<'_>, process: &mut ProcessContext<'_>) -> CommandResult {
    let Some(path) = &log.ask.heads else { return Ok(true) };
    let evidence = (log.read)()?;
    let bytes = bytes_in(path, TEXT_BYTES)?;
    let text = head_search::find(&String::from_utf8_lossy(&bytes), &evidence.table);
    let (book, _) = integrity::check(&evidence, &[]);
    concluded(&heads::witnessed(&book, &evidence.table, &text), log.shown, process)
}

/// The heads that the terminal showed this player of one database, in the player's own folder.
pub(super) struct ShownHeads {
    file: HeadFile,
    trouble: RefCell<Option<Fault>>,
}

impl ShownHeads {
    /// Those of this database; `None` without a folder for them.
    pub(super) fn of(app: &App, process: &ProcessContext<'_>) -> Option<Rc<ShownHeads>> {
        let folder = process.folder("XDG_STATE_HOME", ".local/state")?.join("wardroom");
        // A path or an address is no file name, so it is hashed.
        let place = hex::encode(Sha256::digest(app.store.place()?));
        let file = HeadFile::at(&folder.join(format!("heads-{}", &place[..NAME_DIGITS])));
        Some(Rc::new(ShownHeads { file, trouble: RefCell::default() }))
    }

    /// Remembers a head. One of a log that does not pass through the head before stays as it is.
    pub(super) fn remember(&self, table: &str, head: Head) {
        self.keep(|| {
            let folder = private::folder_of(self.file.path());
            private::create_folders(folder)
                .map_err(|error| Fault::Io(format!("cannot make {}: {error}", folder.display())))?;
            self.file.note(&[(table.to_owned(), head)].into())
        });
    }

    fn keep(&self, noted: impl FnOnce() -> Result<(), Fault>) {
        if let Err(fault) = noted() {
            // The first is enough: later ones mostly follow from it.
            self.trouble.borrow_mut().get_or_insert(fault);
        }
    }

    /// The first fault of remembering a head.
    pub(super) fn trouble(&self) -> Option<Reason> {
        let trouble = self.trouble.borrow();
        trouble.as_ref().map(|fault| Reason::of("heads-not-remembered").quoting("why", fault))
    }

    /// Compares the log of a table with the head that was shown last. Returns also whether heads may be remembered.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub(super) fn check(&self, app: &App, table: &str) -> Result<(Option<Reason>, bool), CliError> {
        let Some(shown) = self.file.read().heads.get(table).copied() else { return Ok((None, true)) };
        if app.store.chain_at(table, shown.seq)? == Some(shown.chain) {
            return Ok((None, true));
        }
        let (book, _) = integrity::check(&Evidence::from_store(&*app.store, table, None)?, &[]);
        let about = |key| Reason::of(key).quoting("head", shown.short()).quoting("table", table);
        let noted = NotedHead::from(shown);
        if let Some(entry) = book.declared_lost(&noted) {
            // The entry keeps what is lost. From here on the present log is remembered.
            self.keep(|| self.file.replace_lost(table, shown, book.head()));
            return Ok((Some(about("heads-shown-restored").with("entry", entry)), true));
        }
        let why = match book.declared_around(&noted) {
            Some(DeclaredLoss { entry, head }) => {
                about("heads-shown-unnamed").with("entry", entry).with("last", head.seq)
            }
            None => about("heads-shown-lost"),
        };
        Ok((Some(why.quoting("file", self.file.path().display())), false))
    }
}

/// `restore`: writes the heads that a restored database has lost into the logs of its tables.
pub(super) fn restore(app: &App, ask: &RestoreAsk, process: &mut ProcessContext<'_>) -> CommandResult {
    let path = &*ask.heads;
    // A missing file reads like an empty one.
    File::open(path).map_err(|error| CliError::file(path, &error))?;
    let noted = HeadFile::at(path).read();
    let words = Words::read()?;
    let (mut count, mut went_well) = (0, noted.missing_since.is_none());
    if !went_well {
        let told = words.reason(app.lang, &Reason::of("restore-lines-unread"));
        writeln!(process.err, "wardroom: {}: {told}", path.display())?;
    }
    for (table, lost) in &noted.heads {
        let told = |key| Reason::of(key).quoting("table", table).quoting("head", lost.short());
        match declare_restored(&*app.store, &app.platform, (table, DOOR), *lost)? {
            Restoration::Whole => {}
            Restoration::Declared(entry) => {
                count += 1;
                if app.json {
                    process.json(&json!({ "table": table, "entry": entry, "lost": lost.to_string() }))?;
                } else {
                    process.line(&words.reason(app.lang, &told("restore-declared").with("entry", entry)))?;
                }
            }
            Restoration::OtherHistory => {
                went_well = false;
                writeln!(
                    process.err,
                    "wardroom: {}",
                    words.reason(app.lang, &told("restore-other-history"))
                )?;
            }
            Restoration::Closed => {
                went_well = false;
                writeln!(process.err, "wardroom: {}", words.reason(app.lang, &told("restore-nowhere")))?;
            }
        }
    }
    if count == 0 && !app.json {
        process.line(&words.say(app.lang, "restore-none", &[]))?;
    }
    Ok(went_well)
}
