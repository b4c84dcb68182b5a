//! Why an order led to no facts: a refusal, or a defect.

use serde::{Deserialize, Serialize};

use super::chance::ChanceFault;
use super::word::Word;

/// Why an order is refused: the player's error, with the rule and the legal alternatives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{reason} (rule {rule})")]
pub struct Refusal {
    /// The reason, the key of a message.
    pub reason: Word,
    /// The rule's number.
    pub rule: Word,
    /// The message's arguments, by name.
    pub about: Vec<(String, String)>,
    /// The legal orders there, as they would be typed.
    pub legal: Vec<String>,
}

impl Refusal {
    /// The rule's number if the table itself refuses, not the game: a seat, a takeback, a closed table.
    pub const BY_TABLE: &'static str = "table";

    /// A refusal for `reason` under `rule`.
    pub fn new(reason: &'static str, rule: &'static str) -> Refusal {
        Refusal { reason: Word::literal(reason), rule: Word::literal(rule), about: vec![], legal: vec![] }
    }

    /// The same refusal with one more argument.
    pub fn about(mut self, name: &'static str, value: impl ToString) -> Refusal {
        self.about.push((name.into(), value.to_string()));
        self
    }

    /// The same refusal with what would be legal.
    pub fn legal(mut self, legal: impl IntoIterator<Item = impl ToString>) -> Refusal {
        self.legal.extend(legal.into_iter().map(|form| form.to_string()));
        self
    }
}

/// Our error, or a damaged log: never the player's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Defect(pub String);

/// Why an order led to no facts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The order is against the rules.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Chance could not answer.
    #[error(transparent)]
    Chance(#[from] ChanceFault),
    /// The engine is at fault.
    #[error(transparent)]
    Fault(#[from] Defect),
}
