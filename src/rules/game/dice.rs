//! Dice from raw words: the arithmetic that `docs/log-format.md` describes and nothing more.

use std::collections::BTreeMap;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The words of one roll, drawn from a 32-byte key.
#[derive(Clone)]
pub struct Dice(ChaCha20Rng);

impl Dice {
    /// The dice that `key` determines.
    pub fn from_key(key: [u8; 32]) -> Dice {
        Dice(ChaCha20Rng::from_seed(key))
    }

    /// A number from 0 to `n` - 1, each as likely; `n` is at least 1. Words at or above the largest multiple
    /// of `n` are drawn again.
    pub fn below(&mut self, n: u32) -> u32 {
        let n = n.max(1);
        // In 64 bits: for a power of two the limit is 2^32 itself.
        let limit = (1u64 << 32) - (1u64 << 32) % u64::from(n);
        loop {
            let word = self.0.next_u32();
            if u64::from(word) < limit {
                return word % n;
            }
        }
    }

    /// A key for other dice.
    pub fn key(&mut self) -> [u8; 32] {
        let mut key = [0; 32];
        self.0.fill_bytes(&mut key);
        key
    }

    /// A six-sided die: 1 to 6.
    pub fn die(&mut self) -> u32 {
        self.below(6) + 1
    }

    /// The positions 0 to `n` - 1 in shuffled order.
    pub fn shuffle(&mut self, n: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..n).collect();
        for i in (1..n).rev() {
            let j = self.below(i + 1);
            order.swap(i as usize, j as usize);
        }
        order
    }

    /// `k` of the positions 0 to `n` - 1, in the order drawn; `k` is at most `n`.
    pub fn draw(&mut self, k: u32, n: u32) -> Vec<u32> {
        // Places that hold another position than at the start: never more than are drawn.
        let mut moved = BTreeMap::new();
        let one = |i: u32| {
            let place = i + self.below(n - i);
            let here = moved.remove(&i).unwrap_or(i);
            if place == i { here } else { moved.insert(place, here).unwrap_or(place) }
        };
        (0..k.min(n)).map(one).collect()
    }
}
