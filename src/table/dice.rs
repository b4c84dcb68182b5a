//! The witness of the dice of a table, from its log; the witness that this server asks, and its answers to a command.

use chrono::{DateTime, Utc};

use crate::log::DiceEvent;
use crate::reason::Reason;
use crate::transparency::dice::{DiceAnswer, DiceAsk, digits};

/// The witness that this server asks.
pub trait DiceWitness: Send + Sync {
    /// The keys of the club's log, which signs the requests, and of the witness's dice.
    fn keys(&self) -> (String, String);

    /// The checked answers for this counter and the next ones: to what was asked, or to what was asked before. `last` is the last
    /// request of this table that it answered. It may block for seconds; while the witness is known not to answer, for one caller
    /// at a time only. It never blocks for one who `tries_again`: the question goes out in the background, and the answer is there
    /// at a later try.
    ///
    /// # Errors
    /// [`NoDice`].
    fn ask(
        &self,
        ask: &DiceAsk,
        last: Option<&DiceAsk>,
        tries_again: bool,
    ) -> Result<Vec<DiceAnswer>, NoDice>;

    /// Returns at once whether the witness serves a table; `last` is the last request of this table that it answered. If that is
    /// not known, or was found out long ago, the witness is asked for `last` once more in the background, which uses up no number.
    fn service(&self, last: &DiceAsk) -> Service;
}

/// The knowledge of whether a witness serves a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// It answered rightly, then.
    Answered(DateTime<Utc>),
    /// It cannot be reached, or answers wrongly.
    Silent,
    /// It is being asked.
    Unknown,
}

/// The reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoDice {
    /// It is being asked in the background.
    Asked,
    /// It cannot be reached.
    Silent(Reason),
    /// It did not answer in time.
    Late(Reason),
    /// It refuses, or what it answers is wrong.
    Wrong(Reason),
    /// It knows fewer numbers than the table: this many.
    Forgot(u64),
    /// It answered for this number of the table before, with another value.
    Twice(u64),
}

/// The witness of a table, from its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableWitness {
    /// The key of the club's log.
    pub log: String,
    /// The key of the witness's dice.
    pub key: String,
    /// The last number.
    pub counter: u64,
    /// The value sent for the last number.
    pub value: Option<[u8; 32]>,
    /// The orders that were never stored.
    pub abandoned: u64,
    /// The entry from which on the dice are the club's own, if all agreed to that.
    pub own: Option<u64>,
}

impl TableWitness {
    /// The witness's name.
    pub fn name(&self) -> &str {
        self.key.split('+').next().unwrap_or_default()
    }

    /// The last request that the witness answered, by the log.
    pub(super) fn last_ask(&self, opening: [u8; 32]) -> Option<DiceAsk> {
        Some(DiceAsk { opening, counter: self.counter, value: self.value? })
    }

    /// Folds an event of this matter.
    pub(super) fn follow(&mut self, seq: u64, event: &DiceEvent) {
        match event {
            DiceEvent::WitnessAsked { .. } => {}
            DiceEvent::DiceWitnessed { counter, value, .. } => {
                (self.counter, self.value) = (*counter, digits(value));
            }
            DiceEvent::DiceAbandoned { counter, value, .. } => {
                (self.counter, self.value) = (*counter, digits(value));
                self.abandoned += 1;
            }
            DiceEvent::OwnDiceAgreed => self.own = Some(seq),
        }
    }
}

/// A question to the witness without which a command is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unanswered {
    pub(super) counter: u64,
    pub(super) value: [u8; 32],
}

/// The answers of the witness to one command so far.
#[derive(Default)]
pub(super) struct Answers {
    /// To the command.
    pub(super) own: Option<DiceAnswer>,
    /// To what was asked before and never stored.
    pub(super) lost: Vec<DiceAnswer>,
}

impl Answers {
    /// Adds the checked answers to a question.
    pub(super) fn hear(&mut self, asked: Unanswered, answers: Vec<DiceAnswer>) {
        match answers.first() {
            // A first answer with another value is for an order that was asked for and never stored.
            Some(first) if first.value == asked.value => self.own = Some(*first),
            _ => self.lost.extend(answers),
        }
    }
}
