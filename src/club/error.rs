//! The error of every call of the club.

use crate::book::BookFault;
use crate::log::Fault;
use crate::reason::Reason;
use crate::seal::SealError;
use crate::table::TableFault;
use crate::words::WordsFault;

/// Why the club did not carry out a call. A door shows [`ClubError::Refused`] to the caller. Every other kind is our fault, and
/// nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum ClubError {
    /// It may not be done: why, in the asker's words.
    #[error("{0}")]
    Refused(String),
    /// The table plays a game that this program does not play.
    #[error("this program does not play `{0}`")]
    NoGame(String),
    /// A fault of the table, for example that it does not exist, or that others kept appending first.
    #[error(transparent)]
    Table(#[from] TableFault),
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] Fault),
    /// A fault of the build: the messages.
    #[error(transparent)]
    Words(#[from] WordsFault),
    /// A fault of the build: the book of orders.
    #[error(transparent)]
    Book(#[from] BookFault),
    /// Something else on our side.
    #[error("{0}")]
    Failed(String),
}

impl ClubError {
    /// The table and the log entry that does not fit, if that is the fault.
    pub fn entry(&self) -> Option<(&str, u64)> {
        match self {
            ClubError::Table(TableFault::Entry { table, seq, .. }) => Some((table, *seq)),
            _ => None,
        }
    }

    /// This process's wrong clock, with the right time: another process can do the work.
    pub fn wrong_clock(&self) -> Option<&Reason> {
        match self {
            ClubError::Table(TableFault::WrongClock(why)) => Some(why),
            _ => None,
        }
    }

    /// Returns whether it is unknown if the entry was stored.
    pub fn is_unknown(&self) -> bool {
        matches!(
            self,
            ClubError::Store(Fault::Unknown { .. })
                | ClubError::Table(TableFault::Log(Fault::Unknown { .. }))
        )
    }

    /// Something on our side that has no family of its own.
    pub fn failed(what: impl std::fmt::Display) -> ClubError {
        ClubError::Failed(what.to_string())
    }
}

impl From<SealError> for ClubError {
    fn from(error: SealError) -> ClubError {
        ClubError::Table(error.into())
    }
}
