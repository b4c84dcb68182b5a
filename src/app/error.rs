//! The errors of commands, with their exit statuses.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::audit::EvidenceFault;
use crate::book::BookFault;
use crate::club::local::{LocalError, SeatRefusal};
use crate::club::{ClubError, TableFault};
use crate::config::ConfigFault;
use crate::games::{PackFault, SetupFault};
use crate::log::Fault;
use crate::log::import::ImportError;
use crate::reason::Reason;
use crate::words::{Lang, SayFn, Words, WordsFault};

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "every variant is its message, `error-…` in `locales/`")]
pub enum CliError {
    NoDatabase(PathBuf),
    NoHome,
    UnknownGame {
        game: String,
        known: String,
    },
    ForNewTables,
    Seat(SeatRefusal),
    NobodyOfThatName(String),
    SeveralOfThatName(Vec<String>),
    Setup(SetupFault),
    PartlyChecked,
    UnknownRules,
    UnknownLaw,
    PageOfAnotherVersion,
    HeadFile(Fault),
    File {
        path: PathBuf,
        what: Reason,
    },
    Usage(Reason),
    Because(Reason),
    /// A file or address in a setting cannot be used: the configuration is wrong.
    Setting {
        file: Option<PathBuf>,
        key: Option<&'static str>,
        why: Box<CliError>,
    },
    FitsNone(Vec<CliError>),
    Failed(String),
    Output(#[from] std::io::Error),
    Log(#[from] Fault),
    Table(#[from] TableFault),
    Pack(PackFault),
    Config(#[from] ConfigFault),
    Import(#[from] ImportError),
    Evidence(#[from] EvidenceFault),
    Book(#[from] BookFault),
    Words(#[from] WordsFault),
}

impl From<ClubError> for CliError {
    fn from(error: ClubError) -> CliError {
        match error {
            ClubError::Table(fault) => fault.into(),
            ClubError::Store(fault) => fault.into(),
            ClubError::Words(fault) => fault.into(),
            ClubError::Book(fault) => fault.into(),
            error @ (ClubError::Refused(_) | ClubError::NoGame(_) | ClubError::Failed(_)) => {
                CliError::Failed(error.to_string())
            }
        }
    }
}

impl From<LocalError> for CliError {
    fn from(error: LocalError) -> CliError {
        match error {
            LocalError::Seat(refusal) => CliError::Seat(refusal),
            LocalError::Setup(fault) => CliError::Setup(fault),
            LocalError::Because(why) => CliError::Because(why),
            LocalError::Club(error) => error.into(),
        }
    }
}

impl CliError {
    /// The text about it in a language. The words of other parts, which name bytes, files and fields, stay as they are.
    pub fn render(&self, lang: Lang) -> String {
        match Words::read() {
            Ok(words) => self.in_words(&words, lang),
            Err(fault) => fault.to_string(),
        }
    }

    fn in_words(&self, words: &Words, lang: Lang) -> String {
        let say: SayFn<'_> = &|key, args| words.say(lang, key, args);
        let because = |why: &Reason| words.reason(lang, why);
        let of = |key: &str, name: &str, value: &str| say(key, &[(name, value.into())]);
        match self {
            CliError::NoDatabase(path) => of("error-no-database", "path", &path.display().to_string()),
            CliError::NoHome => say("error-no-home", &[]),
            CliError::UnknownGame { game, known } => {
                let args = [("game", game.as_str().into()), ("known", known.as_str().into())];
                say("error-unknown-game", &args)
            }
            CliError::ForNewTables => say("error-for-new-tables", &[]),
            CliError::Seat(refusal) => refusal.in_words(say),
            CliError::NobodyOfThatName(name) => of("error-nobody-of-that-name", "name", name),
            CliError::SeveralOfThatName(ids) => {
                let ids = ids.join(&say("list-separator", &[]));
                of("error-several-of-that-name", "ids", &ids)
            }
            CliError::PartlyChecked => say("error-partly-checked", &[]),
            CliError::UnknownRules => say("error-unknown-rules", &[]),
            CliError::UnknownLaw => say("error-unknown-law", &[]),
            CliError::PageOfAnotherVersion => say("error-page-of-another-version", &[]),
            CliError::HeadFile(fault) => of("error-head-file", "why", &fault.to_string()),
            CliError::File { path, what } => {
                let why = because(what).into();
                say("error-file", &[("path", path.display().to_string().into()), ("why", why)])
            }
            CliError::Usage(why) | CliError::Because(why) => because(why),
            CliError::Setting { file, key, why } => {
                let file = file.as_ref().map(|file| file.display().to_string());
                let places = [file, key.map(str::to_owned), Some(why.in_words(words, lang))];
                of("error-config", "why", &places.into_iter().flatten().collect::<Vec<_>>().join(": "))
            }
            CliError::Failed(what) => what.clone(),
            CliError::FitsNone(troubles) => {
                troubles.iter().map(|trouble| trouble.in_words(words, lang)).collect::<Vec<_>>().join("; ")
            }
            CliError::Output(error) => of("error-output", "why", &error.to_string()),
            CliError::Log(fault)
            | CliError::Table(TableFault::Log(fault))
            | CliError::Import(ImportError::Fault(fault))
            | CliError::Evidence(EvidenceFault::Store(fault)) => fault_said(fault, say),
            CliError::Import(ImportError::Line(fault)) => {
                of("error-import", "why", &because(&fault.reason()))
            }
            CliError::Evidence(EvidenceFault::File(fault)) => {
                of("error-evidence", "why", &because(&fault.reason()))
            }
            CliError::Setup(fault) => fault.in_words(say),
            CliError::Table(TableFault::Entry { table, seq, what }) => {
                let entry = seq.to_string().into();
                let args =
                    [("table", table.as_str().into()), ("entry", entry), ("what", what.as_str().into())];
                say("fault-entry", &args)
            }
            CliError::Pack(fault) | CliError::Table(TableFault::Pack(fault)) => {
                let why = because(&fault.what).into();
                say("error-pack", &[("game", fault.game.into()), ("why", why)])
            }
            CliError::Table(TableFault::WrongClock(why)) => because(why),
            CliError::Table(fault) => fault.to_string(),
            CliError::Config(fault) => {
                let why = format!("{}: {}", fault.path.display(), because(&fault.what));
                of("error-config", "why", &why)
            }
            CliError::Book(fault) => fault.to_string(),
            CliError::Words(fault) => fault.to_string(),
        }
    }

    /// An error with a file, in the caller's words.
    pub fn file(path: &Path, error: &dyn std::fmt::Display) -> CliError {
        CliError::in_file(path, Reason::of("file-trouble").quoting("why", error))
    }

    /// A file that cannot be made.
    pub fn unmade(path: &Path, error: &std::io::Error) -> CliError {
        match error.kind() {
            std::io::ErrorKind::AlreadyExists => CliError::in_file(path, Reason::of("file-there")),
            _ => CliError::file(path, error),
        }
    }

    /// A file with a wrong content.
    pub fn in_file(path: &Path, what: Reason) -> CliError {
        CliError::File { path: path.to_owned(), what }
    }

    /// The exit status: 2 for bad usage and for an unchecked log, 3 if nothing is wrong but not everything could be checked, 1
    /// for everything else.
    pub fn status(&self) -> u8 {
        match self {
            CliError::Usage(_)
            | CliError::Setting { .. }
            | CliError::Seat(SeatRefusal::NoSuchSeat(..))
            | CliError::ForNewTables
            | CliError::Setup(_)
            | CliError::Config(_)
            | CliError::Log(Fault::OlderSchema { .. } | Fault::NotMigrated { .. })
            | CliError::Table(TableFault::Log(Fault::OlderSchema { .. } | Fault::NotMigrated { .. }))
            | CliError::UnknownRules
            | CliError::UnknownLaw
            | CliError::NoHome
            | CliError::PageOfAnotherVersion => 2,
            CliError::PartlyChecked => 3,
            _ => 1,
        }
    }

    /// Returns whether the reader of the output has gone, so that nothing is left to say.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

/// The faults of the log that a player or an owner can meet and mend; the others are in the log's own words.
fn fault_said(fault: &Fault, say: SayFn<'_>) -> String {
    let at = |key: &str, path: &str, what: &str| say(key, &[("path", path.into()), ("what", what.into())]);
    let schema = |key: &str, path: &str, found: i64, known: i64| {
        // As texts, which no language groups by thousands.
        let (found, known) = (found.to_string().into(), known.to_string().into());
        say(key, &[("path", path.into()), ("found", found), ("known", known)])
    };
    match fault {
        Fault::NoRoom { what } => say("fault-no-room", &[("what", what.as_str().into())]),
        Fault::Busy { what } => say("fault-busy", &[("what", what.as_str().into())]),
        Fault::LostTail { table, noted, found } => {
            let (noted, found) = (noted.to_string().into(), found.to_string().into());
            say("fault-lost-tail", &[("table", table.as_str().into()), ("noted", noted), ("found", found)])
        }
        Fault::ReadOnly { table } => say("fault-read-only", &[("table", table.as_str().into())]),
        Fault::Archived { table, file } => {
            say("fault-archived", &[("table", table.as_str().into()), ("file", file.as_str().into())])
        }
        Fault::OtherThanArchived { table, file, noted, found } => {
            let args = [("table", table), ("file", file), ("noted", noted), ("found", found)];
            say("fault-other-than-archived", &args.map(|(name, value)| (name, value.as_str().into())))
        }
        Fault::PartOfArchived { table, file } => {
            let args = [("table", table.as_str().into()), ("file", file.as_str().into())];
            say("fault-part-of-archived", &args)
        }
        Fault::NoTable { table } => say("fault-no-table", &[("table", table.as_str().into())]),
        Fault::TableExists { table } => say("fault-table-exists", &[("table", table.as_str().into())]),
        Fault::NotOurs { path, what } => at("fault-not-ours", path, what),
        Fault::NewerSchema { path, found, known } => schema("fault-newer-schema", path, *found, *known),
        Fault::OlderSchema { path, found, known } => schema("fault-older-schema", path, *found, *known),
        Fault::StrangeSchema { path, found, known } => schema("fault-strange-schema", path, *found, *known),
        Fault::CannotWrite { path, what } => at("fault-cannot-write", path, what),
        Fault::Unknown { what } => say("fault-unknown", &[("what", what.as_str().into())]),
        Fault::Unreachable { database, what } => at("fault-unreachable", database, what),
        Fault::NotMigrated { database, found, known } => {
            schema("fault-not-migrated", database, *found, *known)
        }
        Fault::Powerful { database, role } => {
            say("fault-powerful", &[("path", database.as_str().into()), ("role", role.as_str().into())])
        }
        Fault::NotPlayedOn { state, other } => {
            let key = match state.as_str() {
                "moved" => "fault-moved",
                "leaving" => "fault-leaving",
                // The store writes three states; this is the third.
                _ => "fault-arriving",
            };
            say(key, &[("other", other.as_str().into())])
        }
        other => other.to_string(),
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Lang::En))
    }
}
