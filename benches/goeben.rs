//! Random play of *Goeben, 1914* on one core, options included, against the dice alone, the same number of rolls from
//! the same keys, and against SHA-256 over 1 KB.
//!
//! `cargo bench --bench goeben` prints one line a figure; ratios compare within the run.

use std::time::Instant;

use sha2::{Digest, Sha256};
use wardroom::game::{Chance, Dice, Events, Fact, Game};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::event::Event;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::state::Setup;

const GAMES: u64 = 2000;

const CAMPAIGNS: u64 = 300;
/// Hashes of 1 KB that random play is compared with.
const HASHES: u32 = 200_000;

fn main() {
    played("whole games", GAMES, &Setup::default());
    played("whole campaigns", CAMPAIGNS, &Setup { campaign: true, ..Setup::default() });
}

/// Plays `games` tables opened with `setup` and prints what that took.
fn played(what: &str, games: u64, setup: &Setup) {
    let game = Goeben::new(SeaChart::builtin());
    let (mut orders, mut rolls, mut faces) = (0u64, 0u64, 0u64);
    let begun = Instant::now();
    for seed in 0..games {
        let mut luck = Dice::from_key(key(seed, 0));
        let mut state = game.blank();
        let mut cause = 0;
        let mut chance = Chance::seeded(|number| roll_key(seed, 0, number));
        let facts = game.start(setup, &mut chance).expect("set-up");
        let mut count = |facts: &[Fact<Event>]| {
            for fact in facts {
                if let Fact::Roll(roll) = fact {
                    rolls += 1;
                    faces += roll.values.len() as u64;
                }
            }
        };
        count(&facts);
        for fact in &facts {
            if let Fact::Event(event) = fact {
                event.apply(&mut state).expect("fits");
            }
        }
        while !game.is_over(&state) {
            cause += 1;
            let options = game.options(&state, Goeben::commander());
            let order = options.sample(&mut |n| luck.below(n)).expect("an order");
            let mut chance = Chance::seeded(|number| roll_key(seed, cause, number));
            let seat = Goeben::commander();
            let resolved = game.resolve_among(&options, &state, seat, &order, &mut chance).expect("legal");
            count(&resolved.facts);
            state = resolved.state;
            orders += 1;
        }
    }
    let played = begun.elapsed();
    let begun = Instant::now();
    let mut sum = 0u64;
    let each = faces.div_ceil(rolls.max(1));
    for roll in 0..rolls {
        let mut dice = Dice::from_key(key(roll, 1));
        for _ in 0..each {
            sum += u64::from(dice.die());
        }
    }
    let thrown = begun.elapsed();
    println!("goeben random {what}: {games}, {orders} orders, {rolls} rolls (checksum {sum})");
    println!("goeben orders a second, {what}: {:.0}", orders as f64 / played.as_secs_f64());
    println!("goeben {what} a second: {:.0}", games as f64 / played.as_secs_f64());
    println!("goeben {what} / their dice alone: {:.1}x", played.as_secs_f64() / thrown.as_secs_f64());
    let an_order = played.as_secs_f64() / orders as f64;
    println!("goeben {what}: an order costs {:.1} hashes of 1 KB", an_order / a_hash());
}

/// Seconds of one SHA-256 over 1 KB.
fn a_hash() -> f64 {
    let begun = Instant::now();
    let mut block = [7; 1024];
    for _ in 0..HASHES {
        let digest = Sha256::digest(block);
        block[..digest.len()].copy_from_slice(&digest);
    }
    std::hint::black_box(block);
    begun.elapsed().as_secs_f64() / f64::from(HASHES)
}

fn key(a: u64, b: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&a.to_le_bytes());
    key[8..16].copy_from_slice(&b.to_le_bytes());
    key
}

fn roll_key(seed: u64, cause: u64, number: u32) -> [u8; 32] {
    let mut key = key(seed, cause + 2);
    key[16..20].copy_from_slice(&number.to_le_bytes());
    key
}
