//! Completion of the line that a person is typing.

use std::sync::Arc;

use super::HotSeat;
use crate::book::{Completing, Completion};
use crate::club::{ClubError, GameWords};
use crate::game::Options;

/// Completes lines from the options of the seat that has the terminal, as they were last shown.
#[derive(Clone)]
pub struct Completer {
    game_words: Arc<GameWords>,
    options: Arc<Options>,
    alone: bool,
}

impl Completer {
    /// The completer of the seat that has the terminal.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub(super) fn of(table: &HotSeat) -> Result<Completer, ClubError> {
        let options = table.asked()?.options;
        Ok(Completer { game_words: table.game_words().clone(), options, alone: table.is_alone() })
    }

    /// The words that can take the place of the last one of `line`.
    pub fn complete(&self, line: &str) -> Completion {
        let GameWords { book, lexicon, lang, .. } = &*self.game_words;
        Completing { book, lexicon, lang: *lang, options: &self.options, alone: self.alone }.complete(line)
    }
}
