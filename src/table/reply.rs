//! The reply to a command, and the faults that leave a command without one.

use serde::{Deserialize, Serialize};

use crate::game::{Refusal, Word};
use crate::games::PackFault;
use crate::log;
use crate::reason::{Reason, one_line};
use crate::seal::SealError;
use crate::words::english;

/// The answer to a command. It is stored with the command's key: the same command again gets the same answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "result")]
pub enum Reply {
    /// It is in the log.
    Accepted {
        /// Seq of its first entry: for an order the order itself, or what is right before it: a change of the rules, or dice for
        /// orders that were never stored.
        first: u64,
        /// Seq of its last entry.
        last: u64,
        /// Chain value at `last`, 64 hexadecimal digits.
        chain: String,
    },
    /// It is against a rule; nothing changed.
    Refused(Refusal),
    /// It answers a prompt that is no longer asked; nothing changed.
    Stale {
        /// The prompt it answered.
        prompt: u64,
        /// The seat's present prompt, if any.
        now: Option<u64>,
        /// Seqs of the newest orders and takebacks decided since, the oldest first.
        since: Vec<u64>,
    },
}

impl Reply {
    pub(super) fn refused(reason: &'static str) -> Refusal {
        Refusal::new(reason, Refusal::BY_TABLE)
    }

    /// The refusal, if it is one.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Reply::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// Returns whether it was accepted.
    pub fn is_accepted(&self) -> bool {
        matches!(self, Reply::Accepted { .. })
    }
}

/// Why a command or a look at a table got no answer. Only [`TableFault::Refused`] is the player's error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFault {
    /// The caller may not look as the requested viewer.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Others kept appending first; a retry may succeed.
    #[error("table {table} is being played so fast that this found no turn; nothing changed, try again")]
    Conflict {
        /// The table.
        table: String,
    },
    /// The log cannot be read or written.
    #[error(transparent)]
    Log(#[from] log::Fault),
    /// An entry does not fit the game: a damaged log, or a fault of the rules.
    #[error("table {table}, entry {seq}: {what}")]
    Entry {
        /// The table.
        table: String,
        /// The entry.
        seq: u64,
        /// What does not fit.
        what: String,
    },
    /// The rules stopped while handling a command; nothing of it is in the log. Other tables play on.
    #[error("table {table} stopped on a defect in the program: {what}. Nothing of this order is in the log")]
    Stopped {
        /// The table.
        table: String,
        /// The message of the panic.
        what: String,
    },
    /// The table plays another game than it was asked as.
    #[error("table {table} plays {found}, not {wanted}")]
    OtherGame {
        /// The table.
        table: String,
        /// Its game.
        found: String,
        /// The requested game.
        wanted: &'static str,
    },
    /// The stored data pack does not hold together.
    #[error("the data pack does not fit {}: {}", .0.game, english(&.0.what))]
    Pack(PackFault),
    /// The clock of this process is wrong, so it writes nothing; one whose clock is right can do the same.
    #[error("{}", english(.0))]
    WrongClock(Reason),
    /// There is no randomness.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The set-up is not allowed.
    #[error("the table cannot be opened: {0}")]
    SetUp(String),
}

impl TableFault {
    /// An entry that does not fit the game, with the reason.
    pub(crate) fn unfit(table: &str, seq: u64, what: impl ToString) -> TableFault {
        TableFault::Entry { table: table.to_owned(), seq, what: one_line(what) }
    }
}

/// A name from the log as a [`Word`].
pub(super) fn word(table: &str, seq: u64, text: &str) -> Result<Word, TableFault> {
    text.parse().map_err(|error: crate::game::NotAWord| TableFault::unfit(table, seq, error))
}
