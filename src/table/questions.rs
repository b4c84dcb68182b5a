//! The prompts of a table's seats, from its log.

use chrono::{DateTime, Utc};

use super::platform::{moment, written};
use crate::game::Prompt;

/// A seat's prompt, with the number by which an order answers it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct OpenPrompt {
    /// The question.
    #[serde(flatten)]
    pub prompt: Prompt,
    /// The seq of the entry that raised it.
    pub number: u64,
    /// When that was written.
    #[serde(skip)]
    pub raised_at: DateTime<Utc>,
}

/// The open prompts, and what raises the next ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Questions {
    pub(super) asked: Vec<OpenPrompt>,
    /// The last entry of the order being folded: what raises the next prompts.
    pub(super) raised_by: u64,
    /// When that order was written.
    raised_at: String,
    /// Whether the prompts are still to be computed.
    unsettled: bool,
}

impl Questions {
    /// None yet; entry `seq`, written at `at`, raises the first.
    pub(super) fn raised(seq: u64, at: &str) -> Questions {
        Questions { asked: Vec::new(), raised_by: seq, raised_at: at.to_owned(), unsettled: true }
    }

    /// Entry `seq`, written at `at`, raises the next prompts.
    pub(super) fn raise(&mut self, seq: u64, at: &str) {
        (self.raised_by, self.unsettled) = (seq, true);
        at.clone_into(&mut self.raised_at);
    }

    /// Computes the prompts, if needed. An unchanged prompt keeps its number: another seat's order does not make an answer to
    /// it stale.
    pub(super) fn settle(&mut self, prompts: impl FnOnce() -> Vec<Prompt>) {
        // Asking the game is costly, so it is done only after what may change its prompts.
        if !std::mem::take(&mut self.unsettled) {
            return;
        }
        let before = std::mem::take(&mut self.asked);
        let asked = |prompt: Prompt| match before.iter().find(|asked| asked.prompt == prompt) {
            Some(same) => same.clone(),
            None => OpenPrompt { prompt, number: self.raised_by, raised_at: moment(&self.raised_at) },
        };
        self.asked = prompts().into_iter().map(asked).collect();
    }

    /// The clock was set back to `at`: nothing was raised later.
    pub(super) fn set_back(&mut self, at: DateTime<Utc>) {
        self.asked.iter_mut().for_each(|asked| asked.raised_at = asked.raised_at.min(at));
        self.raised_at = written(moment(&self.raised_at).min(at));
    }
}
