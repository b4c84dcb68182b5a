//! The pieces that reports are made of.

use crate::game::{OrderForm, Word};

/// The weight of a piece of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// A new turn or phase.
    Heading,
    /// A new space or round within a phase.
    Subheading,
    /// A sentence.
    Plain,
    /// A sentence that closes what went before, so that a heading under which nothing happened goes.
    Closing,
}

impl Weight {
    /// Returns whether it is a sentence, and no heading.
    pub fn is_sentence(self) -> bool {
        matches!(self, Weight::Plain | Weight::Closing)
    }
}

/// A piece of a report: a sentence with the dice that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportLine {
    /// Its weight.
    pub weight: Weight,
    /// The dice thrown before it, each throw in words; empty when there were none.
    pub dice: Vec<String>,
    /// The event; empty if the dice led to nothing.
    pub text: String,
}

impl std::fmt::Display for ReportLine {
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

/// Lines as one text: headings on lines of their own, the rest indented below.
pub fn text_of(lines: &[(Weight, String)]) -> String {
    let mut text = String::new();
    for (weight, line) in lines {
        match weight {
            Weight::Heading => text.push_str(line),
            Weight::Subheading => text.push_str(&format!("\n{line}")),
            Weight::Plain | Weight::Closing => text.push_str(&format!("  {line}")),
        }
        text.push('\n');
    }
    text
}

/// The same pieces without headings that have no events, except the last.
pub fn without_empty_headings<T>(told: Vec<T>, piece: impl Fn(&T) -> &ReportLine) -> Vec<T> {
    let mut kept: Vec<T> = Vec::with_capacity(told.len());
    for next in told {
        // Once one heading is gone, the one above it may have nothing left under it.
        while kept.last().is_some_and(|last| piece(&next).leaves_empty(piece(last))) {
            kept.pop();
        }
        kept.push(next);
    }
    kept
}

impl ReportLine {
    /// A sentence.
    pub fn plain(text: String) -> ReportLine {
        ReportLine { weight: Weight::Plain, dice: vec![], text }
    }

    /// Returns whether the heading `before` would have nothing under it if this came next.
    pub(super) fn leaves_empty(&self, before: &ReportLine) -> bool {
        // A heading with dice is not empty: dice are an event by themselves.
        before.dice.is_empty()
            && match self.weight {
                Weight::Heading => !before.weight.is_sentence(),
                Weight::Subheading | Weight::Closing => before.weight == Weight::Subheading,
                Weight::Plain => false,
            }
    }
}

/// An order that may be given now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The order. [`Book::type_short_in`](crate::book::Book::type_short_in) gives its typed form, which is costly: call it only
    /// to print it.
    pub form: OrderForm,
    /// Its effect.
    pub sentence: String,
}

/// One word for several orders, as a player may type it: only the orders themselves are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shorthand {
    /// The typed word: a verb of the book.
    pub verb: Word,
    /// the name of its argument,
    pub arg: &'static str,
    /// and its word.
    pub name: Word,
    /// The orders it is short for, each legal after those before it.
    pub orders: Vec<OrderForm>,
    /// Their effect.
    pub sentence: String,
}

impl Shorthand {
    /// The typed text, as if it were an order.
    pub fn form(&self) -> OrderForm {
        OrderForm::new(self.verb).with(self.arg, self.name)
    }
}

/// Orders of one kind that may be given now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The orders.
    pub choices: Vec<Choice>,
    /// The number of further ones.
    pub more: usize,
}

/// The possible orders, in a readable length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// Orders of verbs that have only a few; they are numbered.
    pub choices: Vec<Choice>,
    /// Verbs with many orders, a line or more each.
    pub outlines: Vec<String>,
}
