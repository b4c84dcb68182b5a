//! The section `[postgres]`: the connection to a PostgreSQL server, as written.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::value::{SecretFiles, Token, text_in};
use crate::reason::Reason;

/// The variable of the environment that holds the password; it goes before the file.
pub const PASSWORD_VARIABLE: &str = "WARDROOM_DATABASE_PASSWORD";
/// Most bytes of a file with a password, and of one with certificates.
const FILE_BYTES: u64 = 256 * 1024;

/// The section `[postgres]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostgresSection {
    /// A file with the password.
    pub password_file: Option<PathBuf>,
    /// A file with the trusted authorities' certificates, PEM; without it the public ones.
    pub ca_file: Option<PathBuf>,
    /// True if the role that plays may also own the log.
    pub single_role: Option<bool>,
}

impl PostgresSection {
    /// The password, from the environment or its file.
    ///
    /// # Errors
    /// A file that cannot be read; a password of no line, or of more than one.
    pub fn password(
        &self,
        vars: &dyn Fn(&str) -> Option<String>,
        files: &SecretFiles,
    ) -> Result<Option<Token>, Reason> {
        let given = vars(PASSWORD_VARIABLE).filter(|password| !password.is_empty());
        let text = match (given, &self.password_file) {
            (Some(text), _) => text,
            (None, Some(file)) => text_of("password_file", file, |file| files.text_in(file, FILE_BYTES))?,
            (None, None) => return Ok(None),
        };
        // An editor ends the file with a line end. Spaces may belong to the password.
        let line = text.trim_end_matches(['\r', '\n']);
        if line.is_empty() || line.chars().any(char::is_control) {
            return Err(Reason::of("config-postgres-password"));
        }
        Ok(Some(Token::from(line)))
    }

    /// The certificates of the authorities that are believed, PEM.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn authorities(&self) -> Result<Option<String>, Reason> {
        self.ca_file
            .as_deref()
            .map(|file| text_of("ca_file", file, |file| text_in(file, FILE_BYTES)))
            .transpose()
    }
}

fn text_of(key: &str, file: &Path, read: impl Fn(&Path) -> Result<String, Reason>) -> Result<String, Reason> {
    let place = || Reason::of("config-postgres-file").quoting("key", key).quoting("file", file.display());
    read(file).map_err(|why| place().with("why", why))
}
