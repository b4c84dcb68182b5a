//! Cautions: irreversible and easily overlooked costs, from a seat's view. They contain no words: a caution is the key of a
//! message of the game.

use super::word::Word;

/// The severity of a caution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It is shown, and the order is carried out.
    Notice,
    /// The order ends the game, loses a ship or gives the objective away: it is carried out once its player confirms it.
    Grave,
}

/// A warning before an order is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caution {
    /// Its severity.
    pub severity: Severity,
    /// Its sentence: `warning-…`.
    pub what: Word,
    /// The things in the sentence.
    pub about: Vec<(&'static str, Vec<Word>)>,
}

impl Caution {
    /// A caution that is only shown.
    pub fn notice(what: &'static str) -> Caution {
        Caution { severity: Severity::Notice, what: Word::literal(what), about: vec![] }
    }

    /// A caution that must be confirmed.
    pub fn grave(what: &'static str) -> Caution {
        Caution { severity: Severity::Grave, ..Caution::notice(what) }
    }

    /// The same, with these things in its sentence.
    pub fn about(mut self, name: &'static str, things: impl IntoIterator<Item = Word>) -> Caution {
        self.about.push((name, things.into_iter().collect()));
        self
    }

    /// True if the order must be confirmed.
    pub fn is_grave(&self) -> bool {
        self.severity == Severity::Grave
    }
}
