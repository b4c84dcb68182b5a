//! The way of every command: its key, catching up with the log, one append, a retry if another process was faster, and a net
//! under panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::batch::{Batch, Origin};
use super::caller::Caller;
use super::clock_watch::note_ahead;
use super::close;
use super::command::TableCommand;
use super::dice::{Answers, Unanswered};
use super::effect::{Draft, NoEffect};
use super::fold::Table;
use super::limits::{CONFLICT_RETRIES, ORDER_BYTES};
use super::notices;
use super::platform::{moment, stamp, written};
use super::reply::{Reply, TableFault};
use super::service::{Live, Tables};
use super::witness::MOST_REQUESTS;
use crate::game::Game;
use crate::games::Packed;
use crate::log::{self, Append, AppendError, Appended, Store, StoredAnswer, canonical};

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// Carries out a command.
    ///
    /// # Errors
    /// [`TableFault`]. A command against a rule, or a stale one, gets a [`Reply`] that says so.
    pub fn perform(&self, table: &str, caller: &Caller, command: &TableCommand) -> Result<Reply, TableFault> {
        // Before it is hashed: its length is an outsider's choice.
        if matches!(command, TableCommand::Order(order) if order.is_too_long()) {
            return Ok(Reply::Refused(Reply::refused("order-too-long").about("limit", ORDER_BYTES)));
        }
        let content_hash = content_hash(table, caller, command.content()?)?;
        self.guard(table, || {
            if let Some(reply) = self.answered(caller, &content_hash)? {
                // Another process may have carried it out: read its entries from here on.
                self.now(table)?;
                return Ok(reply);
            }
            let is_of_time = matches!(command, TableCommand::Expire { .. } | TableCommand::EndWait { .. });
            if is_of_time && !self.lets_time_expire(&*self.now(table)?)? {
                return Ok(Reply::Refused(Reply::refused("witness-silent-since")));
            }
            let (mut answers, mut conflicts) = (Answers::default(), 0);
            // A round may end in a conflict or in a question to the witness: each kind has a limit.
            for _ in 0..CONFLICT_RETRIES + MOST_REQUESTS {
                let slot = self.slot(table);
                let mut live = slot.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let now = self.caught_up(table, &mut live)?;
                self.clock_watch().check(&**self.platform(), self.store())?;
                let at = stamp(&**self.platform());
                let attempt = self.attempt(now, (caller, command, &answers), &content_hash, &at)?;
                match attempt {
                    Attempt::Done(reply, next) => {
                        if let Some(next) = next {
                            now.table = next;
                        }
                        return Ok(reply);
                    }
                    Attempt::Repeated(reply) => {
                        self.caught_up(table, &mut live)?;
                        return Ok(reply);
                    }
                    Attempt::Conflict => {
                        conflicts += 1;
                        if conflicts == CONFLICT_RETRIES {
                            break;
                        }
                    }
                    Attempt::Unanswered(asked) => {
                        // The witness may take seconds: meanwhile the table can be read, and others may append first.
                        let then = now.table.clone();
                        drop(live);
                        let Some(witness) = then.witness() else { break };
                        if let Some(refusal) =
                            self.ask_witness((table, witness), (asked, caller), &mut answers)?
                        {
                            // It is not kept under the key: the same command can be carried out later.
                            return Ok(Reply::Refused(refusal));
                        }
                    }
                }
            }
            Err(TableFault::Conflict { table: table.to_owned() })
        })
    }

    /// Runs `what`; a panic in it becomes a fault of this table and leaves the others alone.
    pub(super) fn guard<T>(
        &self,
        table: &str,
        what: impl FnOnce() -> Result<T, TableFault>,
    ) -> Result<T, TableFault> {
        // Nothing half-changed is used again: the table is forgotten and folded anew.
        catch_unwind(AssertUnwindSafe(what)).unwrap_or_else(|panic| {
            self.forget(table);
            Err(TableFault::Stopped { table: table.to_owned(), what: panic_text(&*panic) })
        })
    }

    fn attempt(
        &self,
        live: &Live<G>,
        (caller, command, answers): (&Caller, &TableCommand, &Answers),
        content_hash: &str,
        at: &str,
    ) -> Result<Attempt<G>, TableFault> {
        let table = &*live.table;
        let last = table.at(moment(at));
        if let Some(ahead) = table.ahead_of(moment(at)) {
            note_ahead(self.store(), &table.id, ahead)?;
        }
        let written_at = written(last);
        let batch = Batch::new(&table.id, &live.seed, &written_at, table.head)
            .holding(table.secrets.sealed.clone())
            .after_orders(table.orders.clone())
            .received_from(&caller.player, caller.receipts.as_ref());
        let mut draft = Draft { caller, now: moment(at), batch, answers };
        // A table whose clock is not used needs no law: the command that first uses it brings the law.
        let brought = if table.clock.is_used() { table.bring_law(&mut draft.batch) } else { Ok(()) };
        let accounted = brought.and_then(|()| Ok(table.account_for(answers, &mut draft.batch)?));
        let decided = accounted.and_then(|()| table.decide(command, &mut draft));
        let mut batch = draft.batch;
        let effect = match decided {
            Ok(effect) => effect,
            Err(NoEffect::Fault(fault)) => return Err(fault),
            Err(NoEffect::Unanswered(asked)) => return Ok(Attempt::Unanswered(asked)),
            Err(NoEffect::Refused(refusal)) => {
                return self.settled(Reply::Refused(refusal), caller, content_hash, at);
            }
            Err(NoEffect::Stale { prompt, now, since }) => {
                return self.settled(Reply::Stale { prompt, now, since }, caller, content_hash, at);
            }
        };
        let mut next = self.folded_on(table, &batch, effect.state)?;
        // In the same append: a crash must not leave a finished game with its seed secret.
        if next.closed.is_none() && next.is_over() && !next.opened.practice {
            let before = batch.known().len();
            close::ending(&mut batch, &next, "over", Origin::default())?;
            next.advance(&batch.known()[before..], batch.head())?;
        }
        // The entry that changes the law is no part of the answer.
        let first = table.head.seq + 1 + u64::from(table.law() < next.law());
        let reply = Reply::Accepted { first, last: next.head.seq, chain: hex::encode(next.head.chain) };
        let notices = notices::after(table, &next, &batch.known(), effect.actor);
        let receipt = batch.take_receipt();
        let mut append = Append::new(&table.id, table.head, batch.into_entries());
        append.receipt = receipt;
        append.notices = notices;
        append.answer = answer(caller, content_hash, &reply, at);
        match self.store().append(append) {
            Ok(Appended::Stored(head)) => {
                debug_assert_eq!(head, next.head, "the store and the batch count the same chain");
                Ok(Attempt::Done(reply, Some(Arc::new(next))))
            }
            Ok(Appended::Repeated(first)) => Ok(Attempt::Repeated(read_answer(&first)?)),
            Err(AppendError::Conflict { .. }) => Ok(Attempt::Conflict),
            Err(AppendError::KeyReused { .. }) => Ok(Attempt::Done(key_reused(), None)),
            Err(AppendError::Fault(fault)) => Err(fault.into()),
        }
    }

    /// The table after the entries of `batch`, which led to `state` where they come from an order.
    fn folded_on(
        &self,
        table: &Table<G>,
        batch: &Batch<'_, G::Event>,
        state: Option<G::State>,
    ) -> Result<Table<G>, TableFault> {
        let news = batch.known();
        if news.iter().any(|entry| entry.back_to().is_some()) {
            let rows = self.rows(&table.id)?;
            let mut all = self.known(&table.id, &rows)?;
            // Others may have added entries since; the append then finds the conflict.
            all.truncate(usize::try_from(table.head.seq).unwrap_or(usize::MAX));
            all.extend(news);
            return Table::fold(table.game.clone(), &table.id, &all, batch.head());
        }
        let mut next = table.clone();
        match state {
            Some(state) => next.advance_to(&news, batch.head(), state)?,
            None => next.advance(&news, batch.head())?,
        }
        Ok(next)
    }

    /// The first answer under the caller's key, if there is one.
    pub(super) fn answered(&self, caller: &Caller, content_hash: &str) -> Result<Option<Reply>, TableFault> {
        let Some(key) = &caller.key else { return Ok(None) };
        match self.store().answer(key)? {
            Some(first) if first.content_hash == content_hash => read_answer(&first).map(Some),
            Some(_) => Ok(Some(key_reused())),
            None => Ok(None),
        }
    }

    /// The stored reply under the caller's key, for any command.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn reply_under_key(&self, caller: &Caller) -> Result<Option<Reply>, TableFault> {
        let Some(key) = &caller.key else { return Ok(None) };
        self.store().answer(key)?.map(|first| read_answer(&first)).transpose()
    }

    fn settled(
        &self,
        reply: Reply,
        caller: &Caller,
        content_hash: &str,
        at: &str,
    ) -> Result<Attempt<G>, TableFault> {
        let Some(answer) = answer(caller, content_hash, &reply, at) else {
            return Ok(Attempt::Done(reply, None));
        };
        // Of two processes that refuse it at once, the first answer holds for both.
        match self.store().record_answer(answer) {
            Ok(first) => match read_answer(&first)? {
                first if first == reply => Ok(Attempt::Done(reply, None)),
                first => Ok(Attempt::Repeated(first)),
            },
            Err(AppendError::KeyReused { .. }) => Ok(Attempt::Done(key_reused(), None)),
            Err(AppendError::Conflict { .. }) => Ok(Attempt::Conflict),
            Err(AppendError::Fault(fault)) => Err(fault.into()),
        }
    }
}

enum Attempt<G: Game> {
    Done(Reply, Option<Arc<Table<G>>>),
    /// It was done before, by another process or by this one, which did not hear of it.
    Repeated(Reply),
    Conflict,
    /// The witness of the dice has to be asked first.
    Unanswered(Unanswered),
}

/// SHA-256 of the command, so that a key used for another command is noticed.
pub(super) fn content_hash(table: &str, caller: &Caller, content: Value) -> Result<String, TableFault> {
    let whole = json!({ "content": content, "player": caller.player, "table": table });
    let text = canonical::to_text(&whole).map_err(|error| log::Fault::Unfit(error.to_string()))?;
    Ok(hex::encode(Sha256::digest(text)))
}

pub(super) fn answer(caller: &Caller, content_hash: &str, reply: &Reply, at: &str) -> Option<StoredAnswer> {
    let key = caller.key.clone()?;
    let answer_json = serde_json::to_string(reply).ok()?;
    Some(StoredAnswer { key, content_hash: content_hash.to_owned(), answer_json, at: at.to_owned() })
}

pub(super) fn read_answer(answer: &StoredAnswer) -> Result<Reply, TableFault> {
    serde_json::from_str(&answer.answer_json).map_err(|error| {
        log::Fault::Unfit(format!("the answer kept under {} cannot be read: {error}", answer.key)).into()
    })
}

pub(super) fn key_reused() -> Reply {
    Reply::Refused(Reply::refused("key-reused"))
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it gave no reason".to_owned())
}
