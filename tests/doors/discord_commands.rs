//! Slash commands: within Discord's limits, registered by difference, read as typed lines are, completed by legal words.

mod definitions;
mod named;
mod pages;
mod play;
mod registration;
mod suggested;
#[path = "../core/book/tree.rs"]
mod tree;
mod verbs;

use wardroom::book::{Book, Draft, Lexicon, ParseError, Parsed};
use wardroom::game::{Options, OrderForm, Word};
use wardroom::words::{Lang, Words};

/// A game's book and names.
struct Desk {
    book: Book,
    words: Words,
    lexicon: Lexicon,
}

impl Desk {
    fn goeben() -> Desk {
        let words = Words::of_game("goeben").unwrap();
        let chart = wardroom::games::goeben::pack::SeaChart::builtin();
        let lexicon = wardroom::names::goeben::lexicon(&words, chart.pack());
        Desk { book: Book::of("goeben").unwrap(), lexicon, words }
    }

    fn grand_fleet() -> Desk {
        let words = Words::of_game("grand_fleet").unwrap();
        let chart = wardroom::games::grand_fleet::pack::Chart::builtin();
        let lexicon = wardroom::names::grand_fleet::lexicon(&words, chart.pack());
        Desk { book: Book::of("grand_fleet").unwrap(), lexicon, words }
    }

    fn draft<'a>(
        &'a self,
        options: &'a Options,
        lang: Lang,
        verb: Word,
        given: &'a [(Word, String)],
    ) -> Draft<'a> {
        let (book, lexicon, words) = (&self.book, &self.lexicon, &self.words);
        Draft { book, lexicon, words, lang, options, verb, given, most: 25, chars: 100 }
    }

    /// The orders that `verb` means with these arguments, all read against `options`.
    fn named(
        &self,
        verb: Word,
        given: &[(Word, String)],
        options: &Options,
    ) -> Result<Vec<OrderForm>, ParseError> {
        let mut line = self.book.named(verb, given, options, &self.lexicon)?;
        let mut forms = Vec::new();
        while let Some(parsed) = self.book.next(&mut line, options, &self.lexicon) {
            match parsed? {
                Parsed::Order { form, .. } => forms.push(form),
                other => panic!("{verb} {given:?} is no order: {other:?}"),
            }
        }
        Ok(forms)
    }
}

fn word(text: &str) -> Word {
    text.parse().unwrap()
}

fn given(args: &[(&str, &str)]) -> Vec<(Word, String)> {
    args.iter().map(|(name, value)| (word(name), (*value).to_owned())).collect()
}
