//! Dice: every roll computed again from the seed, by arithmetic of its own: the order digest, ChaCha20, and the three ways
//! words become values. `docs/log-format.md` says the same in words.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Verdict;
use super::integrity::Logbook;
use crate::log::table_event::{RollForm, Rolled, TALK};
use crate::log::{DiceEvent, Entry, PlayEvent, ReadyEvent, TableEvent, canonical};
use crate::reason::Reason;
use crate::transparency::dice::digits;
use crate::transparency::vrf::OUTPUT_BYTES;

/// Checks every roll of a log: its number always, its values where the seed is there.
pub fn check(book: &Logbook) -> Verdict {
    let mut next: BTreeMap<u64, u32> = BTreeMap::new();
    let mut checked = 0;
    let sealed: BTreeSet<u64> = book.sealed_seqs().collect();
    // A log with a seed lacks no order but texts between players, and those do not count.
    let orders = book.seed().and_then(|_| OrderDigests::of(book));
    let outputs = outputs(book);
    for entry in book.entries() {
        let Ok(Some(TableEvent::Rolled(roll))) = entry.table_event() else { continue };
        let Some((cause, chain)) = entry.cause.and_then(|cause| Some((cause, book.chain_at(cause)?))) else {
            return Verdict::failed(entry.seq, Reason::of("found-roll-of-nothing"));
        };
        let number = next.entry(cause).or_default();
        // A sealed roll leaves a gap, which proves nothing.
        let may_be_sealed = book.sealed_rolls() > 0 && sealed.range(cause..entry.seq).next().is_some();
        let gap = roll.number > *number && may_be_sealed;
        if roll.number != *number && !gap {
            let what = Reason::of("found-other-roll").quoting("roll", roll.number).with("cause", cause);
            return Verdict::failed(entry.seq, what.quoting("wanted", number));
        }
        // Behind a gap it counts on from the number found: sealed rolls may have had those between.
        *number = roll.number.saturating_add(1);
        let Some(seed) = book.seed() else { continue };
        let key = match (&orders, outputs.get(&cause)) {
            (Some(orders), Some(output)) => seed.witnessed_roll_key(&orders.at(cause), output, roll.number),
            (Some(orders), None) => seed.roll_key_of_orders(&orders.at(cause), roll.number),
            (None, _) => seed.roll_key(chain, roll.number),
        };
        let values = values(key, &roll);
        if values != roll.values {
            let which = Reason::of("found-values").quoting("roll", roll.number).with("cause", cause);
            let what = which.quoting("purpose", &roll.purpose).quoting("wanted", format!("{values:?}"));
            return Verdict::failed(entry.seq, what.quoting("found", format!("{:?}", roll.values)));
        }
        checked += 1;
    }
    if book.seed().is_none() {
        return Verdict::NotCheckable { why: Reason::of("found-seed-secret") };
    }
    let sealed = book.sealed_rolls();
    let except = (sealed > 0).then(|| Reason::of("found-sealed-rolls").with("sealed", sealed));
    Verdict::Ok { checked, except, also: None }
}

/// The outputs of the witness, by the entries whose rolls follow from them.
fn outputs(book: &Logbook) -> BTreeMap<u64, [u8; OUTPUT_BYTES]> {
    let output = |entry: &Entry| {
        let event = entry.table_event();
        let Ok(Some(TableEvent::Dice(DiceEvent::DiceWitnessed { output, .. }))) = event else { return None };
        Some((entry.cause?, digits(&output)?))
    };
    book.entries().filter_map(output).collect()
}

/// The order digest at every entry that changes it: the part of a log of format 2 from which its rolls follow.
pub struct OrderDigests(BTreeMap<u64, [u8; 32]>);

impl OrderDigests {
    /// The digests of a log; `None` for format 1, whose rolls follow from the chain.
    pub fn of(book: &Logbook) -> Option<OrderDigests> {
        let opened = book.opened().filter(|opened| opened.format > 1)?;
        // The pack and the version of the rules are left out: they decide what a roll means, not its values.
        let opening = json!({
            "game": opened.game, "options": opened.options, "seats": opened.seats,
            "seed_commitment": opened.seed_commitment,
        });
        let mut base = sha256(&[b"wardroom orders v2", text(&opening).as_bytes()]);
        let rolls =
            book.entries().filter(|entry| matches!(entry.table_event(), Ok(Some(TableEvent::Rolled(_)))));
        let causes: BTreeSet<u64> = rolls.filter_map(|roll| roll.cause).collect();
        // The orders and the entropy of each seat since the last other step, and the seqs of all orders.
        let mut seats: BTreeMap<&str, [u8; 32]> = BTreeMap::new();
        let mut given: Vec<u64> = Vec::new();
        let mut at = BTreeMap::from([(1, digest(&base, &seats))]);
        for entry in book.entries().filter(|entry| entry.seq > 1) {
            let Some(step) = Step::of(entry, &given, causes.contains(&entry.seq)) else { continue };
            let before = digest(&base, &seats);
            match &step {
                Step::Given { seat, content, is_order } => {
                    let orders = seats.entry(*seat).or_default();
                    *orders = sha256(&[orders, content]);
                    given.extend(is_order.then_some(entry.seq));
                }
                Step::Back { orders } => base = sha256(&[b"back v2", &before, &orders.to_be_bytes()]),
                Step::Cause { label } => base = sha256(&[b"cause v2", &before, label.as_bytes()]),
            }
            if !matches!(step, Step::Given { .. }) {
                seats.clear();
            }
            at.insert(entry.seq, digest(&base, &seats));
        }
        Some(OrderDigests(at))
    }

    /// The digest after an entry.
    pub fn at(&self, seq: u64) -> [u8; 32] {
        self.0.range(..=seq).next_back().map(|(_, digest)| *digest).unwrap_or_default()
    }
}

/// An entry that changes the order digest.
enum Step<'a> {
    /// The entropy of a seat, or an order that is no text between players.
    Given { seat: &'a str, content: [u8; 32], is_order: bool },
    /// A takeback of this many orders.
    Back { orders: u64 },
    /// Any other entry that causes a roll, by its kind and seat.
    Cause { label: String },
}

impl<'a> Step<'a> {
    fn of(entry: &'a Entry, given: &[u64], causes_a_roll: bool) -> Option<Step<'a>> {
        let by = entry.by.as_ref().map(|by| &*by.seat);
        match entry.table_event() {
            Ok(Some(TableEvent::Play(PlayEvent::OrderGiven { order, .. }))) if !is_talk(&order) => {
                let content = sha256(&[text(&with_sorted_lists(order)).as_bytes()]);
                return Some(Step::Given { seat: by.unwrap_or_default(), content, is_order: true });
            }
            Ok(Some(TableEvent::Ready(ReadyEvent::EntropyGiven { digest, .. }))) => {
                let content = sha256(&[b"entropy v2", &hex::decode(digest).unwrap_or_default()]);
                return Some(Step::Given { seat: by.unwrap_or_default(), content, is_order: false });
            }
            Ok(Some(TableEvent::Play(PlayEvent::TakenBack { to }))) => {
                // Orders that were taken back before count too, so nobody has to find the current line.
                let orders = given.iter().filter(|seq| **seq > to).count();
                if orders > 0 {
                    return Some(Step::Back { orders: orders as u64 });
                }
            }
            // Any other entry counts by the rolls that it causes, whatever it is.
            Ok(_) | Err(_) => {}
        }
        let seat = entry.body.get("seat").and_then(Value::as_str).or(by);
        causes_a_roll.then(|| Step::Cause { label: text(&json!({ "kind": entry.kind, "seat": seat })) })
    }
}

fn with_sorted_lists(mut value: Value) -> Value {
    if let Value::Array(items) = &mut value {
        // Many lists may be given in any order. Unsorted, ten ships would be 3,628,800 choices of a die.
        let mut sorted: Vec<Value> = std::mem::take(items).into_iter().map(with_sorted_lists).collect();
        sorted.sort_by_key(text);
        *items = sorted;
    } else if let Value::Object(fields) = &mut value {
        fields.iter_mut().for_each(|(_, field)| *field = with_sorted_lists(field.take()));
    }
    value
}

pub(super) fn is_talk(order: &Value) -> bool {
    matches!(order.get("verb"), Some(Value::String(verb)) if TALK.contains(&verb.as_str()))
}

fn digest(base: &[u8; 32], seats: &BTreeMap<&str, [u8; 32]>) -> [u8; 32] {
    let orders = seats.iter().flat_map(|(seat, orders)| [sha256(&[seat.as_bytes()]), *orders]);
    let parts: Vec<[u8; 32]> = [*base].into_iter().chain(orders).collect();
    sha256(&[b"orders v2", parts.as_flattened()])
}

fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    Sha256::digest(parts.concat()).into()
}

/// The canonical text of a part of an entry, which has one.
fn text(value: &Value) -> String {
    canonical::to_text(value).unwrap_or_default()
}

/// The values of a roll, of its key and its form alone.
pub fn values(key: [u8; 32], roll: &Rolled) -> Vec<u32> {
    let mut words = Words { key, block: 0, left: Vec::new() };
    match roll.form {
        RollForm::Dice => (0..roll.take).map(|_| words.below(roll.of) + 1).collect(),
        RollForm::Draw => {
            // Places with another thing than at the start: never more than the number drawn.
            let mut moved: BTreeMap<u32, u32> = BTreeMap::new();
            let drawn = (0..roll.take.min(roll.of)).map(|i| {
                let place = i + words.below(roll.of - i);
                let here = moved.remove(&i).unwrap_or(i);
                if place == i { here } else { moved.insert(place, here).unwrap_or(place) }
            });
            drawn.collect()
        }
        RollForm::Shuffle => {
            let mut order: Vec<u32> = (0..roll.of).collect();
            for i in (1..roll.of).rev() {
                order.swap(i as usize, words.below(i + 1) as usize);
            }
            order
        }
    }
}

/// The words of a ChaCha20 stream with nonce 0, from block 0.
struct Words {
    key: [u8; 32],
    block: u64,
    /// Words of the present block not used yet, the next last.
    left: Vec<u32>,
}

impl Words {
    fn next(&mut self) -> u32 {
        loop {
            if let Some(word) = self.left.pop() {
                return word;
            }
            self.left = chacha20_block(&self.key, self.block).into_iter().rev().collect();
            self.block += 1;
        }
    }

    fn below(&mut self, n: u32) -> u32 {
        // Never a division by zero: a roll that was read has an `of` of 1 at least.
        let wrapping = (1u64 << 32) % u64::from(n);
        loop {
            let word = self.next();
            if u64::from(word) < (1u64 << 32) - wrapping {
                return word % n;
            }
        }
    }
}

/// The 16 words of a block of the ChaCha20 stream with nonce 0.
pub fn chacha20_block(key: &[u8; 32], block: u64) -> [u32; 16] {
    let mut start = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (word, bytes) in start[4..12].iter_mut().zip(key.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    start[12] = block as u32;
    start[13] = (block >> 32) as u32;
    let mut x = start;
    for _ in 0..10 {
        quarter(&mut x, 0, 4, 8, 12);
        quarter(&mut x, 1, 5, 9, 13);
        quarter(&mut x, 2, 6, 10, 14);
        quarter(&mut x, 3, 7, 11, 15);
        quarter(&mut x, 0, 5, 10, 15);
        quarter(&mut x, 1, 6, 11, 12);
        quarter(&mut x, 2, 7, 8, 13);
        quarter(&mut x, 3, 4, 9, 14);
    }
    std::array::from_fn(|i| x[i].wrapping_add(start[i]))
}

fn quarter(x: &mut [u32; 16], a: usize, b: usize, c: usize, d: usize) {
    x[a] = x[a].wrapping_add(x[b]);
    x[d] = (x[d] ^ x[a]).rotate_left(16);
    x[c] = x[c].wrapping_add(x[d]);
    x[b] = (x[b] ^ x[c]).rotate_left(12);
    x[a] = x[a].wrapping_add(x[b]);
    x[d] = (x[d] ^ x[a]).rotate_left(8);
    x[c] = x[c].wrapping_add(x[d]);
    x[b] = (x[b] ^ x[c]).rotate_left(7);
}
