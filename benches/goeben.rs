//! Random play of *Goeben, 1914* on one core, options included, against the dice alone, the same number of rolls from
//! the same keys, and against SHA-256 over 1 KB.
//!
//! `cargo bench --bench goeben` prints one line a figure; ratios compare within the run.

mod random;

use std::time::Instant;

use sha2::{Digest, Sha256};
use wardroom::game::{Chance, Dice, Game};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::state::Setup;

use random::{Rolled, key, roll_key};

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
    let (mut orders, mut rolled) = (0u64, Rolled::default());
    let begun = Instant::now();
    for seed in 0..games {
        let mut luck = Dice::from_key(key(seed, 0));
        let mut state = rolled.begin(&game, setup, seed);
        let mut cause = 0;
        while !game.is_over(&state) {
            cause += 1;
            let options = game.options(&state, Goeben::commander());
            let order = options.sample(&mut |n| luck.below(n)).expect("an order");
            let mut chance = Chance::seeded(|number| roll_key(seed, cause, number));
            let seat = Goeben::commander();
            let resolved = game.resolve_among(&options, &state, seat, &order, &mut chance).expect("legal");
            rolled.count(&resolved.facts);
            state = resolved.state;
            orders += 1;
        }
    }
    let played = begun.elapsed();
    let (thrown, sum) = rolled.alone();
    println!("goeben random {what}: {games}, {orders} orders, {} rolls (checksum {sum})", rolled.rolls);
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
