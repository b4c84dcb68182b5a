//! The log that `audit` is asked about, for what it checks beside the game.

use super::App;
use super::cli::Audit;
use super::error::CliError;
use crate::audit::Evidence;
use crate::config::Config;
use crate::words::Lang;

/// A log in a file or in the database.
pub(super) struct LogToCheck<'a> {
    /// The command.
    pub ask: &'a Audit,
    /// The configuration.
    pub config: &'a Config,
    /// Reads the log, which a check does only if it is asked for.
    pub read: &'a dyn Fn() -> Result<Evidence, CliError>,
    /// The database with the table, where the log is in one.
    pub app: Option<&'a App>,
    /// The form of the output (true: JSON lines), and the reader's language.
    pub shown: (bool, Lang),
}
