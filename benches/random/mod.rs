//! Random play, as the benches of both games have it: keys of dice, how a game begins, and the same rolls without a game.

use std::time::{Duration, Instant};

use wardroom::game::{Chance, Dice, Events, Fact, Game};

/// The key of number `b` of a series.
pub fn key(a: u64, b: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&a.to_le_bytes());
    key[8..16].copy_from_slice(&b.to_le_bytes());
    key
}

/// The key of a roll, by the game's seed and the order.
pub fn roll_key(seed: u64, cause: u64, number: u32) -> [u8; 32] {
    let mut key = key(seed, cause + 2);
    key[16..20].copy_from_slice(&number.to_le_bytes());
    key
}

/// The dice of random games.
#[derive(Default)]
pub struct Rolled {
    pub rolls: u64,
    faces: u64,
}

impl Rolled {
    /// Begins the game of a seed.
    pub fn begin<G: Game>(&mut self, game: &G, setup: &G::Setup, seed: u64) -> G::State {
        let mut state = game.blank();
        let mut chance = Chance::seeded(|number| roll_key(seed, 0, number));
        let facts = game.start(setup, &mut chance).expect("set-up");
        self.count(&facts);
        for fact in &facts {
            if let Fact::Event(event) = fact {
                event.apply(&mut state).expect("fits");
            }
        }
        state
    }

    /// Counts the rolls of an order.
    pub fn count<E>(&mut self, facts: &[Fact<E>]) {
        for fact in facts {
            if let Fact::Roll(roll) = fact {
                self.rolls += 1;
                self.faces += roll.values.len() as u64;
            }
        }
    }

    /// The time that as many rolls take without a game, and their sum.
    pub fn alone(&self) -> (Duration, u64) {
        let begun = Instant::now();
        let mut sum = 0u64;
        let each = self.faces.div_ceil(self.rolls.max(1));
        for roll in 0..self.rolls {
            let mut dice = Dice::from_key(key(roll, 1));
            for _ in 0..each {
                sum += u64::from(dice.die());
            }
        }
        (begun.elapsed(), sum)
    }
}
