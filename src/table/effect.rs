//! The input and the result of a decision: entries in a batch, or the reason why there are none.

use chrono::{DateTime, Utc};

use super::batch::Batch;
use super::caller::Caller;
use super::dice::{Answers, Unanswered};
use super::reply::TableFault;
use crate::game::{Game, Refusal, Seat};

/// A command being decided: its caller, the time, and its entries so far.
pub(super) struct Draft<'a, E> {
    pub(super) caller: &'a Caller,
    /// The time now. Entries may be written at a later one: [`Batch::at`].
    pub(super) now: DateTime<Utc>,
    pub(super) batch: Batch<'a, E>,
    /// The answers of the witness of the dice so far.
    pub(super) answers: &'a Answers,
}

/// The result of a command whose entries are in the batch.
pub(super) struct Effect<G: Game> {
    /// Whose decision it was: that seat needs no notice of it.
    pub(super) actor: Option<Seat>,
    /// The state that the events of an order led to, as the rules folded them while they handled it.
    pub(super) state: Option<G::State>,
}

impl<G: Game> Effect<G> {
    /// The decision of a seat.
    pub(super) fn by(seat: Seat) -> Effect<G> {
        Effect { actor: Some(seat), state: None }
    }

    /// A decision by nobody at the table.
    pub(super) fn by_nobody() -> Effect<G> {
        Effect { actor: None, state: None }
    }
}

/// The result of a command.
pub(super) type Decision<G> = Result<Effect<G>, NoEffect>;

/// Why a command adds no entries.
pub(super) enum NoEffect {
    /// It is against a rule.
    Refused(Refusal),
    /// It answers a prompt that is no longer asked.
    Stale { prompt: u64, now: Option<u64>, since: Vec<u64> },
    /// The witness of the dice has to be asked first.
    Unanswered(Unanswered),
    /// It cannot be decided.
    Fault(TableFault),
}

impl From<Refusal> for NoEffect {
    fn from(refusal: Refusal) -> NoEffect {
        NoEffect::Refused(refusal)
    }
}

impl From<TableFault> for NoEffect {
    fn from(fault: TableFault) -> NoEffect {
        NoEffect::Fault(fault)
    }
}
