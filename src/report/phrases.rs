//! The means of every report: messages, a language, names and the book.

use wardroom_rules::games::pack::Name;

use crate::book::{Book, Lexicon};
use crate::game::{Node, Seat, Word};
use crate::words::{Lang, Value, Words};

/// A reader's messages, language, names and book.
#[derive(Clone, Copy)]
pub struct Phrases<'a> {
    /// The messages.
    pub words: &'a Words,
    /// The reader's language.
    pub lang: Lang,
    /// The book of orders.
    pub book: &'a Book,
    /// The names of the table's data pack.
    pub lexicon: &'a Lexicon,
    /// The width of the reader's monospaced drawings, in characters.
    pub columns: usize,
}

/// The default width: the whole map of either game.
pub const COLUMNS: usize = 100;

impl Phrases<'_> {
    /// A message.
    // The arguments are pairs and not words of a macro, which would save some 380 lines of the 1,500 that have them: a search for an
    // argument of `locales/` finds it here in quotes, and editors and `rustfmt` see a plain call.
    pub fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.words.say(self.lang, key, args)
    }

    /// One sentence after another.
    pub fn after(&self, first: &str, second: &str) -> String {
        self.words.after(self.lang, first, second)
    }

    /// Words that end as a sentence does.
    pub fn sentence(&self, words: &str) -> String {
        format!("{words}{}", if self.lang == Lang::Ja { "。" } else { "." })
    }

    /// The line of a list for an order: its number, how it is typed, and its effect.
    pub fn choice(&self, number: usize, typed: &str, sentence: &str) -> String {
        let args = [("number", number.into()), ("typed", typed.into()), ("sentence", sentence.into())];
        self.say("choice-line", &args)
    }

    /// The seat to move: the reader's own, else these seats; and the question.
    pub fn decision(&self, seats: &[Seat], yours: bool, what: &str) -> String {
        let seats = self.list(seats.iter().map(|seat| self.seat(*seat)));
        let key = if yours { "decision-yours" } else { "decision-of-seats" };
        self.say(key, &[("seats", seats.into()), ("what", what.into())])
    }

    /// A name of a data pack in the reader's language.
    pub fn both(&self, name: &Name) -> String {
        match self.lang {
            Lang::En => name.en.clone(),
            Lang::Ja => name.ja.clone(),
        }
    }

    /// The name of a word.
    pub fn name(&self, word: Word) -> String {
        self.lexicon.name(self.lang, word)
    }

    /// A word made of two, in a sentence; `None` if the game has no message for it.
    pub fn joined(&self, word: Word) -> Option<String> {
        let (first, joint, second) = self.lexicon.parts(word.as_str())?;
        let (key, [thing, place]) = joint.message?;
        let first = first.parse().map_or_else(|_| first.to_owned(), |first| self.name(first));
        Some(self.say(key, &[(thing, first.into()), (place, second.into())]))
    }

    /// A word of the rules with its name if that differs: the word to type, and its meaning.
    pub fn named_word(&self, typed: &str) -> String {
        if let Some(verb) = self.book.verb(typed) {
            return verb.label(self.lang).into();
        }
        let Ok(word) = typed.parse::<Word>() else { return typed.to_string() };
        let name = self.name(word);
        if crate::book::fold(&name) == crate::book::fold(typed) {
            return typed.to_owned();
        }
        self.say("named-word", &[("word", typed.into()), ("name", name.into())])
    }

    /// The usage of a verb and the words that may follow it, as the reader types them; `None` if more than one word follows, or
    /// if there are more than `most`.
    pub fn words_outline(&self, verb: Word, node: &Node, most: usize) -> Option<String> {
        let Node::OneOf { of, .. } = node else { return None };
        let spec = self.book.verb(verb.as_str())?;
        if of.len() > most || !of.iter().all(|(_, below)| matches!(below, Node::End)) {
            return None;
        }
        let typed = |word: &Word| self.book.type_word(self.lang, *word, spec, self.lexicon);
        let words: Vec<String> = of.iter().map(|(word, _)| typed(word)).collect();
        Some(
            self.say(
                "menu-words",
                &[("usage", spec.usage(self.lang).into()), ("words", words.join(" ").into())],
            ),
        )
    }

    /// Things one after another; a word for none.
    pub fn list(&self, items: impl IntoIterator<Item = String>) -> String {
        let items: Vec<String> = items.into_iter().collect();
        if items.is_empty() {
            return self.say("list-empty", &[]);
        }
        let separator = self.say("list-separator", &[]);
        // A name may hold a comma itself.
        match items.iter().any(|item| item.contains(&separator)) {
            true => items.join(&self.say("list-separator-strong", &[])),
            false => items.join(&separator),
        }
    }

    /// A word that only the rules use, by its message `kind-word`; the word itself if it has none.
    pub fn term(&self, kind: &str, word: &str) -> String {
        self.words.term(self.lang, kind, word)
    }
}
