//! What several sections are made of: tokens and passwords, the files they stand in, limits.

use std::fmt;
use std::path::Path;

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use crate::reason::Reason;

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

/// What a file holds that is at most so many bytes long.
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
