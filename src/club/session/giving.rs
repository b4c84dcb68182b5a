//! Orders given at a seat, a word that is short for several of them among them: those are given one after another, so that the
//! log has nothing but orders of the game.

use super::PlayerSession;
use crate::club::ClubError;
use crate::club::consent::Unconfirmed;
use crate::club::session::OrderOutcome;
use crate::game::OrderForm;
use crate::log::{PlayEvent, TableEvent};
use crate::table::{Caller, Order, Reply, TableCommand};
use crate::view::VisibleEntry;

/// More entries than an order leads to that is one of several for one word.
const ORDER_ENTRIES: u64 = 64;

/// The key of an order that answers `prompt`, one of several for one word but not the last, under an outside message.
fn aside_key(key: &str, prompt: u64) -> String {
    format!("{key}/{prompt}")
}

impl PlayerSession {
    pub(super) fn is_asked(&self, prompt: u64) -> bool {
        self.facts().asked.as_ref().is_some_and(|asked| asked.number == prompt)
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
        if !anyway && let Some(unconfirmed) = self.to_confirm(prompt, &form, orders.as_deref()) {
            return self.leave_undone(unconfirmed);
        }
        match orders {
            Some(orders) => self.orders(prompt, orders),
            None => self.single(prompt, form),
        }
    }

    /// That an order, or those it is short for, waits to be confirmed.
    pub(super) fn to_confirm(
        &self,
        prompt: u64,
        form: &OrderForm,
        orders: Option<&[OrderForm]>,
    ) -> Option<Unconfirmed> {
        let asked = self.facts().asked.as_ref().filter(|_| self.is_asked(prompt) && !self.around().gone)?;
        self.view.unconfirmed(asked, form, orders.unwrap_or(std::slice::from_ref(form)))
    }

    /// Leaves an order undone: a message that comes again is answered alike.
    pub(super) fn leave_undone(&mut self, unconfirmed: Unconfirmed) -> Result<OrderOutcome, ClubError> {
        if self.context.key.is_none() {
            return Ok(OrderOutcome::Unconfirmed(unconfirmed));
        }
        let refusal = unconfirmed.refusal();
        let undone = TableCommand::LeaveUndone { form: unconfirmed.form, refusal };
        let reply = self.refuse_next(&undone)?;
        self.answer(&reply)
    }

    /// One order in answer to a prompt.
    fn single(&mut self, prompt: u64, form: OrderForm) -> Result<OrderOutcome, ClubError> {
        let caller = self.acting();
        self.submit(&caller, prompt, form)
    }

    /// Several orders for one that was typed. Only the last of them answers for it under its outside message: cut off before,
    /// the same message gives those that are left.
    fn orders(&mut self, prompt: u64, orders: Vec<OrderForm>) -> Result<OrderOutcome, ClubError> {
        let (mut prompt, mut begun) = (prompt, None);
        let before = orders.len().saturating_sub(1);
        for (at, form) in orders.into_iter().enumerate() {
            let caller = if at < before { self.aside(prompt) } else { self.acting() };
            let outcome = self.submit(&caller, prompt, form)?;
            let OrderOutcome::Accepted { first, last } = outcome else { return Ok(outcome) };
            let from = *begun.get_or_insert(first);
            match self.facts().asked.as_ref().filter(|_| at < before) {
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
                if let TableEvent::Play(PlayEvent::OrderGiven { prompt, .. }) = event {
                    Some(prompt)
                } else {
                    None
                }
            };
            let prompt = lines.iter().rev().find_map(answered);
            let Some(prompt) = prompt else { return Ok(first) };
            match self.view.answered(&self.context.caller.clone().keyed(&aside_key(key, prompt), 0))? {
                Some(Reply::Accepted { first: before, .. }) if before < first => first = before,
                _ => return Ok(first),
            }
        }
    }

    /// The player, about to give an order that is not counted among those of the outside message.
    fn aside(&self, prompt: u64) -> Caller {
        let caller = self.context.caller.clone();
        match &self.context.key {
            Some(key) => caller.keyed(&aside_key(key, prompt), 0),
            None => caller,
        }
    }

    fn submit(&mut self, caller: &Caller, prompt: u64, form: OrderForm) -> Result<OrderOutcome, ClubError> {
        let order = TableCommand::Order(Order { seat: self.seat, prompt, form });
        let reply = self.view.perform(caller, &order)?;
        if let Reply::Accepted { first, last, .. } = reply {
            self.note_done(first, last)?;
        }
        self.answer(&reply)
    }
}
