//! The files of the club's log: its last checkpoint, its key, and the list of its leaves in parts.

use super::kept::Made;
use crate::club::{Club, ClubError};

/// The folder of the files.
const FOLDER: &str = "/log/";

/// A file of the club's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFile {
    /// The last checkpoint.
    Checkpoint,
    /// The key that verifies it.
    Key,
    /// A part of the list, from 0.
    Leaves(u64),
}

impl LogFile {
    /// The file at a path.
    pub fn at(path: &str) -> Option<LogFile> {
        match path.strip_prefix(FOLDER)? {
            "checkpoint" => Some(LogFile::Checkpoint),
            "key" => Some(LogFile::Key),
            file => {
                let digits = file.strip_prefix("leaves/")?;
                let part: u64 = digits.parse().ok()?;
                // One address for each part: `7` also parses from `+7` and `007`.
                (part.to_string() == digits).then_some(LogFile::Leaves(part))
            }
        }
    }

    /// Its content; `None` where there is none.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn made(self, club: &Club) -> Result<Option<Made>, ClubError> {
        let Some((log, key)) = club.public_log() else { return Ok(None) };
        let text = match self {
            LogFile::Checkpoint => log.checkpoint()?.map(|checkpoint| checkpoint.note().to_string()),
            LogFile::Key => Some(format!("{key}\n")),
            LogFile::Leaves(part) => log.part(part)?,
        };
        let made = |text: String| {
            Made::new("text/plain; charset=utf-8", "default-src 'none'".to_owned(), text.into_bytes())
        };
        Ok(text.map(made))
    }
}
