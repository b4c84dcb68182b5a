//! A seat's options, with the words to show them.

use crate::game::{Options, Word};
use crate::report::Phrases;

/// The options of a seat, with the words for them: the source of menus and autocomplete.
pub struct Position<'a> {
    /// The legal ways on.
    pub options: &'a Options,
    /// The language, names and book for the reader.
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
