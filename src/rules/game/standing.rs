//! The questions that standing orders may answer, and the numbers they may depend on.

use super::Word;

/// A question that a standing order may answer. Its name is the message `question-ASK` of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// [`Prompt::ask`].
    pub ask: &'static str,
    /// The verbs of the orders that answer it, at one time or another.
    pub verbs: &'static [&'static str],
    /// The verb that answers it alone and does nothing, if there is one.
    pub pass: Option<&'static str>,
}

impl Question {
    /// A question with the verbs of its answers.
    pub const fn new(ask: &'static str, verbs: &'static [&'static str]) -> Question {
        Question { ask, verbs, pass: None }
    }

    /// The same, which this verb passes by.
    pub const fn passed_by(self, verb: &'static str) -> Question {
        Question { pass: Some(verb), ..self }
    }
}

/// A number in a seat's view that standing orders may depend on. Its name is the message `gauge-NAME` of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gauge {
    /// Its name: `coal`.
    pub name: &'static str,
    /// Of what, where several have one: a ship.
    pub of: Option<Word>,
    /// Its present value.
    pub value: i64,
    /// The least that it can ever be, and the most.
    pub range: (i64, i64),
}
