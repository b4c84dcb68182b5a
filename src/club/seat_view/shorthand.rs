//! What may be typed at a seat: the legal orders in the order of the book, and words that are short for several of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Playable, SeatOf, SeatView};
use crate::game::{Node, Options, OrderForm, Word};
use crate::report::{Choice, GameReport, Phrases, Shorthand};
use crate::table::SeatSnapshot;

/// Options as a table remembers them.
struct Arranged(Arc<Options>);

/// The options of a seat with shorthands, in the order of the book.
pub(super) fn arranged<G: Playable>(snapshot: &SeatSnapshot<G>, phrases: Phrases<'_>) -> Arc<Options> {
    let make = || Arranged(arranged_anew(snapshot, phrases));
    snapshot.view.remembered((phrases.lang, 0), make).0.clone()
}

fn arranged_anew<G: Playable>(snapshot: &SeatSnapshot<G>, phrases: Phrases<'_>) -> Arc<Options> {
    let shorthands = snapshot.game.report(phrases).shorthands(&snapshot.view, &snapshot.facts.options);
    let place = |(verb, _): &(Word, Node)| phrases.book.place(*verb);
    if shorthands.is_empty() && snapshot.facts.options.verbs.is_sorted_by_key(place) {
        return snapshot.facts.options.clone();
    }
    let mut options = Options::clone(&snapshot.facts.options);
    for Shorthand { verb, arg, name, .. } in shorthands {
        match options.verbs.iter_mut().find(|(known, _)| *known == verb) {
            Some((_, Node::OneOf { of, .. })) => of.push((name, Node::End)),
            _ => options.verbs.push((verb, Node::one_of(arg, [name]))),
        }
    }
    options.verbs.sort_by_key(place);
    Arc::new(options)
}

impl<G: Playable> SeatOf<G> {
    /// An order as it is typed, in short; `options` has its verb.
    pub(super) fn short_text(&self, options: &Options, form: &OrderForm) -> String {
        /// The texts so far, by those with every argument. A short one is costly: it is read back to see that it means the same.
        #[derive(Default)]
        struct ShortTexts(Mutex<BTreeMap<String, String>>);
        let Phrases { book, lang, lexicon, .. } = self.phrases();
        let texts = self.view.remembered((lang, 0), ShortTexts::default);
        let texts = || texts.0.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = book.type_out(form);
        if let Some(short) = texts().get(&whole) {
            return short.clone();
        }
        let short = book.type_short_in(lang, form, options, lexicon);
        texts().insert(whole, short.clone());
        short
    }

    /// Choices, those that are short for several orders with what these do.
    pub(super) fn in_full(&self, mut choices: Vec<Choice>) -> Vec<Choice> {
        for choice in &mut choices {
            if let Some(short) = self.shorthand(&choice.form) {
                choice.sentence = short.sentence;
            }
        }
        choices
    }
}
