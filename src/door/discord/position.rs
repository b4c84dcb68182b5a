//! What a seat may do, with what it takes to say it.

use crate::game::{Options, Word};
use crate::report::Phrases;

/// The ways on that a seat has, with the words to speak of them: what menus and autocomplete are made from.
pub struct Position<'a> {
    /// The legal ways on.
    pub options: &'a Options,
    /// What to speak with.
    pub phrases: Phrases<'a>,
}

impl Position<'_> {
    /// A verb in the reader's language.
    pub fn verb(&self, verb: Word) -> String {
        self.phrases
            .book
            .verb(verb.as_str())
            .map_or_else(|| verb.to_string(), |spec| spec.label(self.phrases.lang).to_owned())
    }
}
