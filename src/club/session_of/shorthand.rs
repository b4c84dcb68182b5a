//! The input for a seat: the legal orders in the order of the book, and shorthands for several of them. Shorthands are given as
//! single orders, so the log contains only orders of the game.

use std::sync::Arc;

use super::{Playable, SessionOf};
use crate::club::ClubError;
use crate::club::consent::{self, Unconfirmed};
use crate::club::session::OrderOutcome;
use crate::game::{Node, Options, OrderForm, Word};
use crate::log::TableEvent;
use crate::report::{Choice, GameReport, Phrases, Shorthand};
use crate::table::{Order, Reply, SeatSession, SeatSnapshot, TableCommand};
use crate::view::VisibleEntry;

/// More entries than an order leads to that is one of several for one word.
const ORDER_ENTRIES: u64 = 64;

/// The key of an order that answers `prompt`, one of several for one word but not the last, under an outside message.
fn aside_key(key: &str, prompt: u64) -> String {
    format!("{key}/{prompt}")
}

/// The options of a seat with shorthands, in the order of the book.
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
    /// The shorthand that `form` stands for now.
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

    /// Gives an order, or the orders of a shorthand; an unconfirmed one that needs confirmation is not given.
    pub(super) fn give(
        &mut self,
        prompt: u64,
        form: OrderForm,
        anyway: bool,
    ) -> Result<OrderOutcome, ClubError> {
        let short = self.shorthand(&form).filter(|_| self.is_asked(prompt));
        let orders = short.map(|short| short.orders);
        if !anyway && let Some(unconfirmed) = self.unconfirmed(prompt, &form, orders.as_deref()) {
            return self.leave_undone(unconfirmed);
        }
        match orders {
            Some(orders) => self.orders(prompt, orders),
            None => self.single(prompt, form),
        }
    }

    /// That an order, or those it is short for, waits to be confirmed.
    pub(super) fn unconfirmed(
        &self,
        prompt: u64,
        form: &OrderForm,
        orders: Option<&[OrderForm]>,
    ) -> Option<Unconfirmed> {
        let snapshot = &self.snapshot;
        let asked = snapshot.asked.as_ref().filter(|_| self.is_asked(prompt) && !self.gone)?;
        let orders = orders.unwrap_or(std::slice::from_ref(form));
        let seen = (&*snapshot.view, asked, &*snapshot.options);
        consent::unconfirmed(&*snapshot.game, self.phrases(), seen, (form, orders))
    }

    /// Leaves an order undone: a message that comes again is answered alike.
    pub(super) fn leave_undone(&mut self, unconfirmed: Unconfirmed) -> Result<OrderOutcome, ClubError> {
        if self.context.key.is_none() {
            return Ok(OrderOutcome::Unconfirmed(unconfirmed));
        }
        let refusal = unconfirmed.refusal();
        let undone = TableCommand::LeaveUndone { form: unconfirmed.form, refusal };
        let reply = self.acting().give_refused(&undone)?;
        self.answer(&reply)
    }

    /// One order in answer to a prompt.
    fn single(&mut self, prompt: u64, form: OrderForm) -> Result<OrderOutcome, ClubError> {
        let session = self.acting();
        self.submit(session, prompt, form)
    }

    /// Several orders for one that was typed. Only the last of them answers for it under its outside message: cut off before,
    /// the same message gives those that are left.
    fn orders(&mut self, prompt: u64, orders: Vec<OrderForm>) -> Result<OrderOutcome, ClubError> {
        let (mut prompt, mut begun) = (prompt, None);
        let before = orders.len().saturating_sub(1);
        for (at, form) in orders.into_iter().enumerate() {
            let session = if at < before { self.aside(prompt) } else { self.acting() };
            let outcome = self.submit(session, prompt, form)?;
            let OrderOutcome::Accepted { first, last } = outcome else { return Ok(outcome) };
            let from = *begun.get_or_insert(first);
            match self.snapshot.asked.as_ref().filter(|_| at < before) {
                Some(asked) => prompt = asked.number,
                None => {
                    let key = self.context.key.as_deref();
                    let first = key.map_or(Ok(from), |key| self.begun_at(key, from))?;
                    return Ok(OrderOutcome::Accepted { first, last });
                }
            }
        }
        Ok(OrderOutcome::Stale)
    }

    /// The first entry of what an outside message led to, whose last order led to entries from `first` on: those before it may be of
    /// the same word.
    pub(super) fn begun_at(&self, key: &str, mut first: u64) -> Result<u64, ClubError> {
        loop {
            let lines = self.lines(first.saturating_sub(ORDER_ENTRIES), first.saturating_sub(1))?;
            let answered = |line: &VisibleEntry| {
                let event = line.entry()?.table_event().ok()??;
                if let TableEvent::OrderGiven { prompt, .. } = event { Some(prompt) } else { None }
            };
            let prompt = lines.iter().rev().find_map(answered);
            let Some(prompt) = prompt else { return Ok(first) };
            match self.session.answered(&aside_key(key, prompt), 0)? {
                Some(Reply::Accepted { first: before, .. }) if before < first => first = before,
                _ => return Ok(first),
            }
        }
    }

    /// The session, about to give an order that does not count among those of the outside message.
    fn aside(&self, prompt: u64) -> SeatSession<G> {
        let mut session = self.context.session(self.seat);
        if let Some(key) = &self.context.key {
            session.key(&aside_key(key, prompt), 0);
        }
        session
    }

    fn submit(
        &mut self,
        session: SeatSession<G>,
        prompt: u64,
        form: OrderForm,
    ) -> Result<OrderOutcome, ClubError> {
        let order = Order { seat: session.own_seat(), prompt, form };
        let reply = session.give(&TableCommand::Order(order))?;
        if let Reply::Accepted { first, last, .. } = reply {
            self.note_done(first, last)?;
        }
        self.answer(&reply)
    }
}
