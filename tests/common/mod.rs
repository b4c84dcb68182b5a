//! What several tests share: a random player, the laws every game keeps, slips of the pen, and twins that differ only
//! in what is hidden.
#![allow(dead_code)]

pub mod checker;
pub mod commands;
pub mod disk;
pub mod earlier;
pub mod forged;
pub mod grand_fleet;
pub mod interposed;
pub mod laws;
pub mod logs;
pub mod optional;
#[cfg(feature = "postgres")]
pub mod postgres;
pub mod slips;
pub mod steered;
pub mod store;
pub mod turns;
pub mod twins;
pub mod typed;

/// Makes two tests of each law over random games: `few` is always run, `soak` takes minutes and is run by `.ci/soak`. The law is a function of this name that takes what stands behind it.
macro_rules! few_and_many {
    ($($law:ident: $few:expr, $many:expr;)*) => { $(
        mod $law {
            #[test]
            fn few() {
                super::$law($few);
            }
            #[test]
            #[ignore = "soak: takes minutes, many random games"]
            fn soak() {
                super::$law($many);
            }
        }
    )* };
}
pub(crate) use few_and_many;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The seed of tests that choose at random: the same every time, or the one that `WARDROOM_SEED` names.
pub fn seed() -> u64 {
    let seed = std::env::var("WARDROOM_SEED").map_or(1914, |seed| seed.parse().unwrap());
    println!("WARDROOM_SEED={seed}");
    seed
}

/// A random source for tests, told by its seed.
pub struct Luck(ChaCha8Rng);

impl Luck {
    /// The luck of a seed.
    pub fn of(seed: u64) -> Luck {
        Luck(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from 0 to n - 1.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(n.max(1))) >> 32) as u32
    }

    /// One of some things.
    pub fn one_of<'a, T>(&mut self, among: &'a [T]) -> Option<&'a T> {
        among.get(self.below(among.len() as u32) as usize)
    }

    /// A new order of things.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            things.swap(at, self.below(at as u32 + 1) as usize);
        }
    }

    /// A key for one order's dice.
    pub fn key(&mut self) -> [u8; 32] {
        let mut key = [0; 32];
        self.0.fill_bytes(&mut key);
        key
    }
}

/// The key of roll `number` under `key`: play without a log.
pub fn roll_key(mut key: [u8; 32], number: u32) -> [u8; 32] {
    for (byte, mixed) in key.iter_mut().zip(number.to_le_bytes()) {
        *byte ^= mixed;
    }
    key
}
