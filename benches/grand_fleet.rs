//! Random play of *Grand Fleet 1.2* on one core, against the dice alone: the same number of rolls from the same keys; and
//! what it costs to show a position and its options.
//!
//! `cargo bench --bench grand_fleet` prints one line a figure; ratios compare within the run.

mod random;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use wardroom::game::{Chance, Dice, Game, Seat, Viewer};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::grand_fleet::state::{Setup, State};

use random::{Rolled, key, roll_key};

const GAMES: u64 = 1000;
/// How often each kind of question is shown.
const SHOWN: usize = 400;
/// Orders proposed of each verb, as a door asks for them.
const PROPOSALS: usize = 12;

fn main() {
    let game = GrandFleet::new(Chart::builtin());
    let mut asked: BTreeMap<String, Vec<(State, Seat)>> = BTreeMap::new();
    play(&game, &mut asked);
    show(&game, &asked);
}

/// Whole random games, and the same rolls without a game; keeps some positions of each question.
fn play(game: &GrandFleet, asked: &mut BTreeMap<String, Vec<(State, Seat)>>) {
    let (mut orders, mut rolled) = (0u64, Rolled::default());
    let mut apart = Duration::ZERO;
    let begun = Instant::now();
    for seed in 0..GAMES {
        let mut luck = Dice::from_key(key(seed, 0));
        let mut state = rolled.begin(game, &Setup::default(), seed);
        let mut cause = 0;
        while !game.is_over(&state) {
            cause += 1;
            let prompts = game.prompts(&state);
            let prompt = &prompts[luck.below(prompts.len() as u32) as usize];
            let keeping = Instant::now();
            let kept = asked.entry(prompt.ask.to_string()).or_default();
            if kept.len() < SHOWN {
                kept.push((state.clone(), prompt.seat));
            }
            apart += keeping.elapsed();
            let options = game.options(&state, prompt.seat);
            let order = options.sample(&mut |n| luck.below(n)).expect("an order");
            let mut chance = Chance::seeded(|number| roll_key(seed, cause, number));
            let resolved =
                game.resolve_among(&options, &state, prompt.seat, &order, &mut chance).expect("legal");
            rolled.count(&resolved.facts);
            state = resolved.state;
            orders += 1;
        }
    }
    let played = begun.elapsed() - apart;
    let (thrown, sum) = rolled.alone();
    println!(
        "grand_fleet random play: {GAMES} games, {orders} orders, {} rolls (checksum {sum})",
        rolled.rolls
    );
    println!("grand_fleet orders a second: {:.0}", orders as f64 / played.as_secs_f64());
    println!("grand_fleet whole games a second: {:.0}", GAMES as f64 / played.as_secs_f64());
    println!("grand_fleet random play / its dice alone: {:.1}x", played.as_secs_f64() / thrown.as_secs_f64());
}

/// What a door asks for at each kind of question: the view, the options with proposals, an order drawn and checked.
fn show(game: &GrandFleet, asked: &BTreeMap<String, Vec<(State, Seat)>>) {
    let mut luck = Dice::from_key(key(1916, 0));
    for (ask, positions) in asked {
        let (mut bytes, mut forms) = (0, 0);
        let viewed = each(positions, |state, seat| {
            let view = game.view(state, Viewer::Seat(seat));
            bytes += serde_json::to_string(&view).expect("json").len();
        });
        let offered = each(positions, |state, seat| {
            forms += game.options(state, seat).propose(PROPOSALS).len();
        });
        let sampled = each(positions, |state, seat| {
            let options = game.options(state, seat);
            let order = options.sample(&mut |n| luck.below(n)).expect("an order");
            options.accept(&order).expect("its own sample");
        });
        let count = positions.len();
        println!(
            "grand_fleet {ask}: view as JSON {viewed:.1?} ({} bytes), options and {} proposals {offered:.1?}, \
             an order drawn and checked {sampled:.1?}",
            bytes / count,
            forms / count,
        );
    }
}

/// The mean time of `what` over the positions.
fn each(positions: &[(State, Seat)], mut what: impl FnMut(&State, Seat)) -> Duration {
    let begun = Instant::now();
    positions.iter().for_each(|(state, seat)| what(state, *seat));
    begun.elapsed() / positions.len() as u32
}
