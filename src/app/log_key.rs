//! The key that signs the club's log, and the last checkpoint that it signed, each in a file beside the server's secret.
//!
//! The key has a file of its own because it stays when the secret is rotated: a new key is another log to everyone who reads it.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::process::ProcessContext;
use super::secret::{read_private, write_beside};
use crate::club::club_log::{Checkpoint, LogSigner, VerifierKey};
use crate::config::Config;
use crate::config::club_log::SignedLog;
use crate::config::value::SecretFiles;
use crate::private;
use crate::reason::Reason;
use crate::transparency::dice::{DiceKey, DiceProver};

/// The variable of the environment that holds the key; it goes before the file.
pub const LOG_KEY_VARIABLE: &str = "WARDROOM_CLUB_LOG_KEY";
/// The file of the key, in the folder of the configuration.
pub const LOG_KEY_FILE: &str = "club-log-key";
/// The file of a witness's key, in the same folder.
const WITNESS_KEY: &str = "witness-key";
/// The file of the last signed checkpoint, in the same folder.
pub const LAST_FILE: &str = "club-log-last";
/// The heading of the file of a log's key.
const LOG_HEADING: &str = "# The key that signs the log of this Wardroom club. Whoever reads it can forge that log.\n\
     # Keep a copy: no database and no backup contains it, and another key is another log.\n";
/// The heading of the file of a witness's key.
const WITNESS_HEADING: &str = "# The key of this Wardroom witness. Whoever reads it can forge its cosignatures and its dice.\n\
     # Keep a copy: another key is another witness to every club that lists it.\n";
/// The beginning of a name if nothing else names the club.
const UNNAMED: &str = "wardroom";

/// The key of the club's log, and what it signed last.
#[derive(Debug)]
pub struct LogKey {
    /// The key.
    pub signer: LogSigner,
    /// The last signed checkpoint, as far as this machine knows.
    pub signed: Option<Checkpoint>,
    /// The file in which that is remembered; none for a key in the environment.
    last: Option<PathBuf>,
}

/// The file of the key, if there is a folder for it.
fn file(config: &Config, place: Option<PathBuf>) -> Option<PathBuf> {
    let set = config.club_log.as_ref().and_then(|log| log.key_file.clone());
    set.or_else(|| place.map(|place| place.with_file_name(LOG_KEY_FILE)))
}

impl LogKey {
    /// The key in the environment, else in its file, which is created if missing.
    ///
    /// # Errors
    /// A file that cannot be read or created, that others may read, or that contains no key.
    pub fn of_server(
        (config, place): (&Config, Option<PathBuf>),
        settings: &SignedLog,
        process: &ProcessContext<'_>,
    ) -> Result<LogKey, CliError> {
        let vars = |name: &str| process.var(name);
        if let Some(signer) = of_environment(&vars)? {
            return Ok(LogKey::without_files(signer));
        }
        let path = file(config, place).ok_or_else(|| CliError::Usage(Reason::of("secret-no-home")))?;
        let fresh = || LogSigner::new(&name(config, settings)?, random()?).map_err(CliError::Because);
        let signer = signer_in((&path, KeyKind::Log), &config.secret_files(&vars), fresh)?;
        if signer.verifier().is_witness() {
            return Err(CliError::in_file(&path, Reason::of("club-log-key-of-a-witness")));
        }
        let last = path.with_file_name(LAST_FILE);
        let signed = match std::fs::read_to_string(&last) {
            Ok(text) => Some(Checkpoint::read(&text).map_err(|why| CliError::in_file(&last, why))?),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(CliError::file(&last, &error)),
        };
        Ok(LogKey { signer, signed, last: Some(last) })
    }

    /// A key in no file, as one of the environment: nothing is remembered beside it.
    pub fn without_files(signer: LogSigner) -> LogKey {
        LogKey { signer, signed: None, last: None }
    }

    /// Remembers a signed checkpoint.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn remember(last: &Path, checkpoint: &Checkpoint) -> std::io::Result<()> {
        // Renamed over the old one, so that a crash leaves one of them whole.
        let draft = write_beside(last, &checkpoint.note().to_string())?;
        private::whole_or_none(&draft, std::fs::rename(&draft, last))
    }

    /// The file in which a signed checkpoint is remembered.
    pub fn last(&self) -> Option<PathBuf> {
        self.last.clone()
    }
}

/// The owner of a key in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyKind {
    /// The log of the club.
    Log,
    /// A witness for other clubs.
    Witness,
}

impl KeyKind {
    fn heading(self) -> &'static str {
        match self {
            KeyKind::Log => LOG_HEADING,
            KeyKind::Witness => WITNESS_HEADING,
        }
    }

    /// Why a file for it cannot be written, and what to do.
    fn not_written(self) -> Reason {
        match self {
            KeyKind::Log => Reason::of("club-log-key-not-written").quoting("variable", LOG_KEY_VARIABLE),
            KeyKind::Witness => Reason::of("witness-key-not-written"),
        }
    }
}

/// The signing key in a file, which is created with a fresh one if missing.
///
/// # Errors
/// A file that cannot be read or created, that others may read, or that contains no key.
pub(super) fn signer_in(
    (path, kind): (&Path, KeyKind),
    files: &SecretFiles,
    fresh: impl FnOnce() -> Result<LogSigner, CliError>,
) -> Result<LogSigner, CliError> {
    let open = || File::open(path).map_err(|error| CliError::file(path, &error));
    let text = match File::open(path) {
        Ok(file) => read_private(path, file, files)?,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let text = format!("{}{}\n", kind.heading(), fresh()?.expose_text());
            let draft = write_beside(path, &text)
                .map_err(|error| CliError::in_file(path, kind.not_written().quoting("why", error)))?;
            // Of two processes that start together, one makes the file and both read it.
            match private::publish_new(&draft, path) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    return Err(CliError::file(path, &error));
                }
                _ => read_private(path, open()?, files)?,
            }
        }
        Err(error) => return Err(CliError::file(path, &error)),
    };
    read(&text).map_err(|why| CliError::in_file(path, why))
}

/// The key that verifies the club's log, if there is a key already.
///
/// # Errors
/// As [`LogKey::of_server`], but nothing is created.
pub fn verifier(
    (config, place): (&Config, Option<PathBuf>),
    process: &ProcessContext<'_>,
) -> Result<Option<VerifierKey>, CliError> {
    let vars = |name: &str| process.var(name);
    if let Some(signer) = of_environment(&vars)? {
        return Ok(Some(signer.verifier().clone()));
    }
    let signer = known_signer(file(config, place), &config.secret_files(&vars))?;
    Ok(signer.map(|signer| signer.verifier().clone()))
}

/// The file of a witness's key, if there is a folder for it.
pub(super) fn witness_file(config: &Config, place: Option<PathBuf>) -> Option<PathBuf> {
    let set = config.witness.as_ref().and_then(|witness| witness.key_file.clone());
    set.or_else(|| place.map(|place| place.with_file_name(WITNESS_KEY)))
}

/// The keys that verify the witness's cosignatures and its dice, if there is a key already.
///
/// # Errors
/// As [`verifier`].
pub(super) fn witness_verifier(
    (config, place): (&Config, Option<PathBuf>),
    process: &ProcessContext<'_>,
) -> Result<Option<(VerifierKey, DiceKey)>, CliError> {
    let vars = |name: &str| process.var(name);
    let signer = known_signer(witness_file(config, place), &config.secret_files(&vars))?;
    Ok(signer.map(|signer| (signer.verifier().clone(), DiceProver::of(&signer).key().clone())))
}

fn known_signer(path: Option<PathBuf>, files: &SecretFiles) -> Result<Option<LogSigner>, CliError> {
    let Some(path) = path.filter(|path| path.exists()) else { return Ok(None) };
    let opened = File::open(&path).map_err(|error| CliError::file(&path, &error))?;
    read(&read_private(&path, opened, files)?).map(Some).map_err(|why| CliError::in_file(&path, why))
}

fn of_environment(vars: &dyn Fn(&str) -> Option<String>) -> Result<Option<LogSigner>, CliError> {
    let wrong = |why| {
        CliError::Usage(
            Reason::of("club-log-key-variable").quoting("name", LOG_KEY_VARIABLE).with("why", why),
        )
    };
    vars(LOG_KEY_VARIABLE).map(|text| LogSigner::read(text.trim()).map_err(wrong)).transpose()
}

/// The key in the text of a file: its only line that is no comment.
fn read(text: &str) -> Result<LogSigner, Reason> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    match (lines.next(), lines.next()) {
        (Some(line), None) => LogSigner::read(line.trim()),
        _ => Err(Reason::of("club-log-signer-form")),
    }
}

/// The name of a new log: as set, else by the address of the pages, else one that no other club has.
fn name(config: &Config, settings: &SignedLog) -> Result<String, CliError> {
    if let Some(name) = &settings.name {
        return Ok(name.clone());
    }
    // A wrong address is told of elsewhere; here it is only not used.
    let url = config.pages.as_ref().and_then(|pages| pages.checked_url().ok());
    Ok(match url.as_deref().and_then(|url| url.split_once("://")) {
        // A key is written `NAME+ID+KEY`, so a name has no `+`.
        Some((_, address)) => format!("{}/log", address.replace('+', "-")),
        None => format!("{UNNAMED}/{}", hex::encode(random::<8>()?)),
    })
}

pub(super) fn random<const N: usize>() -> Result<[u8; N], CliError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| CliError::Because(Reason::of("secret-no-bytes").quoting("why", error)))?;
    Ok(bytes)
}
