//! The order digest: the part of a log from which the dice of log format 2 follow.
//!
//! It covers the opening, the entropy of the seats, and the seat and content of each order, so that nothing else in a log can
//! change a roll: no time, id or door, no other event, no message between players, nor the arrival of orders of different seats. `docs/log-format.md`
//! defines it for people who check a log without this code, and the audit computes it with code of its own.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::log::canonical::{NotCanonical, to_text};
use crate::log::table_event::{LOG_FORMATS, TALK, TableOpened};
use crate::log::{PlayEvent, ReadyEvent, TableEvent};

/// The first format of a log whose rolls follow from its order digest.
const SINCE_FORMAT: u32 = 2;

/// The part of the opening that enters.
#[derive(Serialize)]
struct Opening<'a> {
    game: &'a str,
    options: &'a Value,
    seats: &'a [String],
    seed_commitment: &'a str,
}

/// The part of a cause that is no order, its keys in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Cause {
    kind: &'static str,
    seat: Option<String>,
}

/// The order digest of a table as of its last entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OrderDigest {
    /// The digest as of the opening, or of the last step that was not an order.
    base: [u8; 32],
    /// The orders and the entropy of each seat since then.
    seats: BTreeMap<String, [u8; 32]>,
    /// The seqs of all orders that count.
    given: Vec<u64>,
    /// The last entry that may cause a roll, if it is no order or only talk. It counts only once it causes one.
    cause: Option<Cause>,
}

impl OrderDigest {
    /// The digest of a log that opens so; `None` for a format whose rolls follow from the chain.
    ///
    /// # Errors
    /// A format of a newer program; options that have no canonical form.
    pub(super) fn of(opened: &TableOpened) -> Result<Option<OrderDigest>, NotCanonical> {
        if !LOG_FORMATS.contains(&opened.format) {
            let newest = LOG_FORMATS.end();
            let what = format!(
                "the log has format {}, and this program plays formats up to {newest}",
                opened.format
            );
            return Err(NotCanonical::Field(what));
        }
        if opened.format < SINCE_FORMAT {
            return Ok(None);
        }
        let TableOpened { game, options, seats, seed_commitment, .. } = opened;
        let opening = serde_json::to_value(Opening { game, options, seats, seed_commitment });
        let text = to_text(&opening.map_err(|error| NotCanonical::NotJson(error.to_string()))?)?;
        let base = hash(&[b"wardroom orders v2", text.as_bytes()]);
        Ok(Some(OrderDigest { base, seats: BTreeMap::new(), given: Vec::new(), cause: None }))
    }

    /// Follows the table event at `seq`, which `seat` made.
    ///
    /// # Errors
    /// An order that has no canonical form.
    pub(super) fn follow(
        &mut self,
        seq: u64,
        seat: Option<&str>,
        event: &TableEvent,
    ) -> Result<(), NotCanonical> {
        let seat = seat.unwrap_or_default();
        match event {
            TableEvent::Play(PlayEvent::OrderGiven { order, .. }) => return self.order(seq, seat, order),
            TableEvent::Play(PlayEvent::TakenBack { to }) => self.back_to(*to),
            TableEvent::Ready(ReadyEvent::EntropyGiven { digest, .. }) => {
                // The digest was checked when the event was read.
                let entropy = hex::decode(digest).unwrap_or_default();
                self.give(seat, hash(&[b"entropy v2", &entropy]));
            }
            TableEvent::Ready(ReadyEvent::PlayBegan) => {
                self.cause = Some(Cause { kind: "PlayBegan", seat: None });
            }
            TableEvent::TableOpened(_)
            | TableEvent::Rolled(_)
            | TableEvent::Play(PlayEvent::Opened { .. })
            | TableEvent::Seats(_)
            | TableEvent::Request(_)
            | TableEvent::Consent(_)
            | TableEvent::Time(_)
            | TableEvent::Ready(_)
            | TableEvent::Dice(_)
            | TableEvent::Page(_)
            | TableEvent::Master(_)
            | TableEvent::End(_)
            | TableEvent::File(_) => {}
        }
        Ok(())
    }

    /// Follows a roll that the last order caused.
    pub(super) fn rolled(&mut self) {
        if let Some(cause) = self.cause.take() {
            self.begin_anew(self.after(&cause));
        }
    }

    /// The digest that the rolls of the last order, or of the opening, follow from.
    pub(super) fn at_cause(&self) -> [u8; 32] {
        match &self.cause {
            Some(cause) => digest(&self.after(cause), &BTreeMap::new()),
            None => self.now(),
        }
    }

    /// The parts that other seats' orders since the base have no part in: what a computer player at `seat` thinks with says nothing of
    /// what another seat ordered in secret.
    pub(super) fn without_others(&self, seat: &str) -> ([u8; 32], [u8; 32]) {
        (self.base, self.seats.get(seat).copied().unwrap_or_default())
    }

    fn order(&mut self, seq: u64, seat: &str, order: &Value) -> Result<(), NotCanonical> {
        let is_talk = order.get("verb").and_then(Value::as_str).is_some_and(|verb| TALK.contains(&verb));
        self.cause = is_talk.then(|| Cause { kind: "OrderGiven", seat: Some(seat.to_owned()) });
        if is_talk {
            return Ok(());
        }
        self.give(seat, hash(&[to_text(&unordered(order))?.as_bytes()]));
        self.given.push(seq);
        Ok(())
    }

    fn give(&mut self, seat: &str, content: [u8; 32]) {
        let given = self.seats.entry(seat.to_owned()).or_default();
        *given = hash(&[given, &content]);
    }

    fn back_to(&mut self, to: u64) {
        // Orders taken back before count too, so a checker need not know which ones still stood.
        let orders = self.given.len() - self.given.partition_point(|seq| *seq <= to);
        self.cause = None;
        if orders > 0 {
            self.begin_anew(hash(&[b"back v2", &self.now(), &(orders as u64).to_be_bytes()]));
        }
    }

    /// The base after such a cause, without the content of talk: whoever writes a text could choose among many.
    fn after(&self, cause: &Cause) -> [u8; 32] {
        // Both fields are text or null, so nothing can fail.
        let label = serde_json::to_string(cause).unwrap_or_default();
        hash(&[b"cause v2", &self.now(), label.as_bytes()])
    }

    fn begin_anew(&mut self, base: [u8; 32]) {
        self.base = base;
        self.seats.clear();
    }

    fn now(&self) -> [u8; 32] {
        digest(&self.base, &self.seats)
    }
}

/// An order with each of its lists sorted. Most lists may be given in any order, and a hundred spellings of one order would be a
/// hundred rolls to choose from.
fn unordered(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(unordered).collect();
            items.sort_by_cached_key(|item| to_text(item).unwrap_or_default());
            Value::Array(items)
        }
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(key, value)| (key.clone(), unordered(value))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

fn digest(base: &[u8; 32], seats: &BTreeMap<String, [u8; 32]>) -> [u8; 32] {
    let mut whole = Sha256::new().chain_update("orders v2").chain_update(base);
    for (seat, orders) in seats {
        // Hashed to one length, so that no name of a seat runs into what follows it.
        whole.update(hash(&[seat.as_bytes()]));
        whole.update(orders);
    }
    whole.finalize().into()
}

fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}
