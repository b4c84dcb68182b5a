//! The pieces that reports are made of.

use crate::game::Form;

/// How much a piece of a report weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// A new turn or phase.
    Heading,
    /// A new space or round within a phase.
    Subheading,
    /// A sentence.
    Plain,
}

/// A piece of a report: a sentence with the dice that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// How much it weighs.
    pub weight: Weight,
    /// The dice thrown before it, each throw in words; empty when there were none.
    pub dice: Vec<String>,
    /// What happened, empty when the dice led to nothing.
    pub text: String,
}

impl std::fmt::Display for Told {
    /// The dice, then the sentence.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = self.dice.iter().map(String::as_str).chain([self.text.as_str()]);
        let mut before = "";
        for part in parts.filter(|part| !part.is_empty()) {
            // Japanese sentences follow each other without a space.
            let between = if before.is_empty() || before.ends_with('。') { "" } else { " " };
            write!(f, "{between}{part}")?;
            before = part;
        }
        Ok(())
    }
}

/// An order that may be given now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The order.
    pub form: Form,
    /// The shortest text that means it.
    pub typed: String,
    /// What it does.
    pub sentence: String,
}
