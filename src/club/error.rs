//! The error of every call of the club.

use crate::book::BookFault;
use crate::log::Fault;
use crate::reason::Reason;
use crate::seal::SealError;
use crate::table::TableFault;
use crate::words::WordsFault;

/// Why the club did not do what it was asked. A door shows [`ClubError::Refused`] to the player who asked. Every other
/// kind is a fault on our side: nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum ClubError {
    /// It may not be done: why, in the asker's words.
    #[error("{0}")]
    Refused(String),
    /// The table plays a game that this program does not play.
    #[error("this program does not play `{0}`")]
    NoGame(String),
    /// A fault of the table: among others that there is no such table, or that others kept appending first.
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
    /// The table and the entry of its log that does not fit, where that is what is wrong.
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

    /// Returns whether nobody knows whether what was to be stored is.
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
