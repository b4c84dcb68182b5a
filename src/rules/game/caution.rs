//! Cautions: what cannot be undone and is easily overlooked, from what a seat sees. They know no words: a caution is the key
//! of a message of the game.

use super::word::Word;

/// How much a caution weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It is said, and the order is carried out.
    Notice,
    /// The order ends the game, loses a ship or gives the objective away: it is carried out once its player confirms it.
    Grave,
}

/// What to think of before an order is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caution {
    /// How much it weighs.
    pub severity: Severity,
    /// Its sentence: `warning-…`.
    pub what: Word,
    /// The things that the sentence names.
    pub about: Vec<(&'static str, Vec<Word>)>,
}

impl Caution {
    /// One that is only said.
    pub fn notice(what: &'static str) -> Caution {
        Caution { severity: Severity::Notice, what: Word::literal(what), about: vec![] }
    }

    /// One that is to be confirmed.
    pub fn grave(what: &'static str) -> Caution {
        Caution { severity: Severity::Grave, ..Caution::notice(what) }
    }

    /// The same, naming these things.
    pub fn about(mut self, name: &'static str, things: impl IntoIterator<Item = Word>) -> Caution {
        self.about.push((name, things.into_iter().collect()));
        self
    }

    /// True if the order is to be confirmed.
    pub fn is_grave(&self) -> bool {
        self.severity == Severity::Grave
    }
}
