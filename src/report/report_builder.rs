//! Builds a report: dice before their event, no heading without events.

use super::{ReportLine, Weight};

/// A report being put together.
#[derive(Default)]
pub struct ReportBuilder {
    /// The lines so far.
    pub lines: Vec<ReportLine>,
    /// Dice that have led to nothing yet.
    pub dice: Vec<String>,
    /// The last of them are shots whose only consequences are the dice of their hits.
    pub missed: bool,
    /// The meaning of the dice if a heading follows them and no sentence.
    pub unsaid: Option<String>,
}

impl ReportBuilder {
    /// Adds a piece with the dice before it; it takes the place of a heading that it leaves empty.
    pub fn add(&mut self, weight: Weight, text: String) {
        // A heading would part the dice from what they mean.
        if let Some(unsaid) = self.unsaid.take().filter(|_| !weight.is_sentence()) {
            self.add(Weight::Plain, unsaid);
        }
        let next = ReportLine { weight, dice: std::mem::take(&mut self.dice), text };
        while self.lines.last().is_some_and(|last| next.leaves_empty(last)) {
            self.lines.pop();
        }
        self.lines.push(next);
    }

    /// Tells dice that led to nothing by themselves.
    pub fn spill(&mut self) {
        self.missed = false;
        if !self.dice.is_empty() {
            // An empty sentence carries the dice.
            self.add(Weight::Plain, String::new());
        }
    }
}
