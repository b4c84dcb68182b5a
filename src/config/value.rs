//! Shared values of sections: tokens and passwords, their files, limits.

use std::fmt;
use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use crate::private::{self, Access, Exposed};
use crate::reason::Reason;
use crate::words::shell_word;

/// A token or a password. It is never printed.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Token(SecretString);

impl Token {
    /// The token itself, for the one place that needs it.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl From<&str> for Token {
    fn from(text: &str) -> Token {
        Token(SecretString::from(text))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.expose() == other.expose()
    }
}

impl Eq for Token {}

/// A limit of a section, which would allow nothing at 0.
///
/// # Errors
/// A reason that names the key.
pub fn at_least_one(section: &str, key: &str, value: u32) -> Result<u32, Reason> {
    let none = || Reason::of("config-none").quoting("section", section).quoting("key", key);
    if value == 0 { Err(none()) } else { Ok(value) }
}

/// The variable with the folder of a service's systemd credentials.
const CREDENTIALS_VARIABLE: &str = "CREDENTIALS_DIRECTORY";

/// The rule for reading files with tokens, passwords and secrets: none that other accounts can read, unless that is allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SecretFiles {
    allowed: bool,
    /// Files in this folder are always allowed: systemd decides who can read them.
    credentials: Option<PathBuf>,
}

impl SecretFiles {
    /// The rule, where the configuration allows all files or not.
    pub fn new(allowed: bool, vars: &dyn Fn(&str) -> Option<String>) -> SecretFiles {
        // A relative path would be another folder wherever the program is started.
        let credentials = vars(CREDENTIALS_VARIABLE).map(PathBuf::from).filter(|folder| folder.is_absolute());
        SecretFiles { allowed, credentials }
    }

    /// True if a file may be read whatever its rights.
    pub fn allow(&self, file: &Path) -> bool {
        let inside = |folder: &PathBuf| {
            // By their true paths: a link in the folder may lead out of it.
            Option::zip(file.canonicalize().ok(), folder.canonicalize().ok())
                .is_some_and(|(file, folder)| file.starts_with(folder))
        };
        self.allowed || self.credentials.as_ref().is_some_and(inside)
    }

    /// As [`text_in`].
    ///
    /// # Errors
    /// As [`text_in`]; a file that other accounts can read.
    pub fn text_in(&self, file: &Path, limit: u64) -> Result<String, Reason> {
        let text = text_in(file, limit)?;
        let unreadable = |error: std::io::Error| Reason::of("file-unreadable").quoting("why", error);
        if !self.allow(file) && private::others_can_read(file).map_err(unreadable)? {
            return Err(Reason::of("config-secret-open").quoting("chmod", closing(file)));
        }
        Ok(text)
    }
}

/// The command that closes a file to other accounts.
pub fn chmod(Exposed { path, mode }: &Exposed) -> String {
    format!("chmod {mode:o} {}", shell_word(&path.display().to_string()))
}

/// The command that closes a file with a secret to other accounts.
pub fn closing(file: &Path) -> String {
    let path = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    chmod(&Exposed { path, mode: Access::Owner.file() })
}

/// Reads a file of at most so many bytes.
///
/// # Errors
/// A file that cannot be read, or is longer.
pub fn text_in(file: &Path, limit: u64) -> Result<String, Reason> {
    let unreadable = |error: std::io::Error| Reason::of("file-unreadable").quoting("why", error);
    let bytes = std::fs::metadata(file).map_err(unreadable)?.len();
    if bytes > limit {
        return Err(Reason::of("found-too-long").with("found", bytes).with("limit", limit));
    }
    std::fs::read_to_string(file).map_err(unreadable)
}
