//! Dice: every roll computed again from the seed, by arithmetic of its own: ChaCha20, and the three ways words become
//! values. `docs/log-format.md` says the same in words.

use std::collections::{BTreeMap, BTreeSet};

use super::Verdict;
use super::integrity::Logbook;
use crate::log::TableEvent;
use crate::log::table_event::{RollForm, Rolled};
use crate::reason::Reason;

/// Checks every roll of a log: its number always, its values where the seed is there.
pub fn check(book: &Logbook) -> Verdict {
    let mut next: BTreeMap<u64, u32> = BTreeMap::new();
    let mut checked = 0;
    let sealed: BTreeSet<u64> = book.sealed_seqs().collect();
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
        *number = roll.number.saturating_add(1);
        let Some(seed) = book.seed() else { continue };
        let values = values(seed.roll_key(chain, roll.number), &roll);
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
    Verdict::Ok { checked, except }
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
