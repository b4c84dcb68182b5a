//! What may be typed at a seat: the legal orders in the order of the book, and words that are short for several of them.
//! Those are given one after another and stored together, so that the log has nothing but orders of the game.

use std::sync::Arc;

use super::{Playable, SessionOf};
use crate::club::ClubError;
use crate::club::session::OrderOutcome;
use crate::game::{Node, Options, OrderForm, Word};
use crate::report::{Choice, GameReport, Phrases, Shorthand};
use crate::table::{Reply, SeatSnapshot};

/// The options of a seat with what is short for several of its orders, in the order of the book.
pub(super) fn arranged<G: Playable>(snapshot: &SeatSnapshot<G>, phrases: Phrases<'_>) -> Arc<Options> {
    let shorthands = snapshot.game.report(phrases).shorthands(&snapshot.view, &snapshot.options);
    let place = |(verb, _): &(Word, Node)| phrases.book.place(*verb);
    if shorthands.is_empty() && snapshot.options.verbs.is_sorted_by_key(place) {
        return snapshot.options.clone();
    }
    let mut options = Options::clone(&snapshot.options);
    for Shorthand { verb, arg, name, .. } in shorthands {
        match options.verbs.iter_mut().find(|(known, _)| *known == verb) {
            Some((_, Node::OneOf { of, .. })) => of.push((name, Node::End)),
            _ => options.verbs.push((verb, Node::one_of(arg, [name]))),
        }
    }
    options.verbs.sort_by_key(place);
    Arc::new(options)
}

impl<G: Playable> SessionOf<G> {
    /// What `form` is short for now.
    pub(super) fn shorthand(&self, form: &OrderForm) -> Option<Shorthand> {
        if self.snapshot.options.verb(form.verb.as_str()).is_some() {
            return None;
        }
        let all = self.report().shorthands(&self.snapshot.view, &self.snapshot.options);
        all.into_iter().find(|short| short.form() == *form)
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

    pub(super) fn is_asked(&self, prompt: u64) -> bool {
        self.snapshot.asked.as_ref().is_some_and(|asked| asked.number == prompt)
    }

    /// An order in answer to a prompt, and those it is short for after it.
    pub(super) fn submit(
        &mut self,
        prompt: u64,
        form: OrderForm,
        more: &[OrderForm],
    ) -> Result<OrderOutcome, ClubError> {
        let reply = self.acting().submit_together(prompt, form, more)?;
        if let Reply::Accepted { first, last, .. } = reply {
            self.note_done(first, last, !more.is_empty())?;
        }
        self.answer(&reply)
    }
}
