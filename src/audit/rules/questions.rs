//! The prompts, and the entry that raised each: an order names that entry.

use std::collections::BTreeMap;

use crate::game::{Prompt, Seat};

/// A question with the entry that raised it.
type Asked = (Prompt, u64);

/// The questions of a table.
pub(super) struct Questions {
    asked: Vec<Asked>,
    /// The last entry that changed the position: what raises the next questions.
    raised_by: u64,
    settled: bool,
    /// The prompts directly before each order that counts.
    before: BTreeMap<u64, Vec<Asked>>,
    /// Orders, undone or not, and the seats that gave them.
    given: Vec<(u64, String)>,
}

impl Default for Questions {
    fn default() -> Questions {
        Questions {
            asked: Vec::new(),
            // If the set-up has no facts, the opening itself raises the first questions.
            raised_by: 1,
            settled: false,
            before: BTreeMap::new(),
            given: Vec::new(),
        }
    }
}

impl Questions {
    /// Computes the prompts once the position has changed. An unchanged one keeps its entry: another seat's order does not make
    /// an answer to it stale.
    pub(super) fn settle(&mut self, prompts: impl FnOnce() -> Vec<Prompt>) {
        if self.settled {
            return;
        }
        self.settled = true;
        let raised = |prompt: Prompt| {
            let same = self.asked.iter().find(|(before, _)| *before == prompt);
            let by = same.map_or(self.raised_by, |(_, by)| *by);
            (prompt, by)
        };
        self.asked = prompts().into_iter().map(raised).collect();
    }

    /// The entry that raised the question to `seat`.
    pub(super) fn of(&self, seat: Seat) -> Option<u64> {
        self.asked.iter().find(|(prompt, _)| prompt.seat == seat).map(|(_, by)| *by)
    }

    /// The entries that raised the questions to the seat of this name: several where versions ask it otherwise.
    pub(super) fn numbers_of(&self, name: &str) -> impl Iterator<Item = u64> {
        self.asked.iter().filter(move |(prompt, _)| prompt.seat.as_str() == name).map(|(_, by)| *by)
    }

    /// Returns whether an entry raised only questions of other seats than this one.
    pub(super) fn is_of_others(&self, seq: u64, name: &str) -> bool {
        self.asked.iter().any(|(prompt, by)| *by == seq && prompt.seat.as_str() != name)
    }

    /// The question to `seat`.
    pub(super) fn asked_of(&self, seat: Seat) -> Option<&Prompt> {
        self.asked.iter().map(|(prompt, _)| prompt).find(|prompt| prompt.seat == seat && prompt.awaited)
    }

    /// A seat answers. A message to others is no answer.
    pub(super) fn answered(&mut self, seq: u64, seat: &str) {
        self.before.insert(seq, self.asked.clone());
        self.given.push((seq, seat.to_owned()));
        // Its next question has a number of its own, even if it reads the same.
        self.asked.retain(|(prompt, _)| prompt.seat.as_str() != seat);
        (self.raised_by, self.settled) = (seq, false);
    }

    /// The game begins: the first questions are raised by this entry.
    pub(super) fn begin(&mut self, seq: u64) {
        (self.raised_by, self.settled) = (seq, false);
    }

    /// A roll or an event of an answer changes the position.
    pub(super) fn changed(&mut self, seq: u64) {
        self.raised_by = seq;
    }

    /// The table returns to `to`, directly before an order. Seats whose orders are undone get new prompts.
    pub(super) fn go_back(&mut self, seq: u64, to: u64) {
        let undone: Vec<&String> =
            self.given.iter().filter(|(order, _)| *order > to).map(|(_, seat)| seat).collect();
        let mut asked = self.before.get(&(to + 1)).cloned().unwrap_or_default();
        asked.retain(|(prompt, _)| !undone.iter().any(|seat| prompt.seat.as_str() == seat.as_str()));
        self.asked = asked;
        self.before.split_off(&(to + 1));
        (self.raised_by, self.settled) = (seq, false);
    }
}
