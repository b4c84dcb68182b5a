//! Computer players of *Grand Fleet 1.2* on one core: playouts a second, a decision of a captain, and both against the orders of
//! random play in the same run.
//!
//! `cargo bench --bench bots` prints one line a figure; ratios compare within the run.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use wardroom::bots::{Briefing, PLAYOUTS, Strength, Thought, decide};
use wardroom::game::{Chance, Dice, Events, Fact, Game, Seat, Viewer};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::grand_fleet::state::{Setup, State};

const GAMES: u64 = 200;
/// How many positions of each question a captain is asked about.
const ASKED: usize = 3;

fn main() {
    let game = GrandFleet::new(Chart::builtin());
    let (random, _) = play(&game, Strength::Random);
    let (lieutenant, asked) = play(&game, Strength::Lieutenant);
    println!("bots: an order at random {random:.1?}, a lieutenant's {lieutenant:.1?}");
    let (mut thought, mut played_out) = (Duration::ZERO, 0);
    for (ask, positions) in &asked {
        let (time, playouts) = think(&game, positions);
        if playouts > 0 {
            println!("bots {ask}: a captain's decision {:.1?}", time * PLAYOUTS.get() / playouts);
        }
        (thought, played_out) = (thought + time, played_out + playouts);
    }
    let playout = thought / played_out;
    println!(
        "bots: a captain's decision of {PLAYOUTS} playouts {:.1?} on the average",
        playout * PLAYOUTS.get()
    );
    println!("bots: playouts a second {:.0}", 1.0 / playout.as_secs_f64());
    println!("bots: a playout / an order at random: {:.1}x", playout.as_secs_f64() / random.as_secs_f64());
}

/// Whole games between players of a strength: the time of an order, and some positions of each question.
fn play(game: &GrandFleet, strength: Strength) -> (Duration, BTreeMap<String, Vec<(State, Seat)>>) {
    let mut asked: BTreeMap<String, Vec<(State, Seat)>> = BTreeMap::new();
    let (mut orders, mut apart) = (0, Duration::ZERO);
    let begun = Instant::now();
    for seed in 0..GAMES {
        let mut dice = Dice::from_key(key(seed));
        let mut state = begin(game, &mut dice);
        while !game.is_over(&state) {
            let prompts = game.prompts(&state);
            let prompt = &prompts[dice.below(prompts.len() as u32) as usize];
            let keeping = Instant::now();
            let kept = asked.entry(prompt.ask.to_string()).or_default();
            if kept.len() < ASKED {
                kept.push((state.clone(), prompt.seat));
            }
            apart += keeping.elapsed();
            let order = decision(game, strength, &state, prompt.seat, &mut dice).order;
            let roll_key = dice.key();
            let mut chance = Chance::seeded(|number| roll(roll_key, number));
            state = game.carry_out(&state, prompt.seat, &order, &mut chance).expect("legal").state;
            orders += 1;
        }
    }
    ((begun.elapsed() - apart) / orders, asked)
}

/// A game that has begun, in which nobody is told odds.
fn begin(game: &GrandFleet, dice: &mut Dice) -> State {
    let setup = Setup { without_odds: true, ..Setup::default() };
    let key = dice.key();
    let facts = game.start(&setup, &mut Chance::seeded(|number| roll(key, number))).expect("set-up");
    let mut state = game.blank();
    for fact in &facts {
        if let Fact::Event(event) = fact {
            event.apply(&mut state).expect("fits");
        }
    }
    state
}

fn decision(game: &GrandFleet, strength: Strength, state: &State, seat: Seat, dice: &mut Dice) -> Thought {
    let prompts = game.prompts(state);
    let prompt = prompts.iter().find(|prompt| prompt.seat == seat).expect("asked");
    let (view, options) = (game.view(state, Viewer::Seat(seat)), game.options(state, seat));
    let briefing = Briefing { view: &view, prompt, options: &options, past: &[] };
    decide(game, strength, &briefing, dice).expect("an order")
}

/// How long a captain thinks about the positions in all, and how many playouts that takes: none where there is one order to weigh.
fn think(game: &GrandFleet, positions: &[(State, Seat)]) -> (Duration, u32) {
    let (mut dice, captain) = (Dice::from_key(key(1916)), Strength::Captain { playouts: PLAYOUTS });
    let (mut time, mut playouts) = (Duration::ZERO, 0);
    for (state, seat) in positions {
        let begun = Instant::now();
        let thought = decision(game, captain, state, *seat, &mut dice);
        if thought.weighed.len() > 1 {
            time += begun.elapsed();
            playouts += PLAYOUTS.get();
        }
    }
    (time, playouts)
}

fn key(number: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&number.to_le_bytes());
    key
}

fn roll(mut key: [u8; 32], number: u32) -> [u8; 32] {
    for (byte, mixed) in key.iter_mut().zip(number.to_le_bytes()) {
        *byte ^= mixed;
    }
    key
}
