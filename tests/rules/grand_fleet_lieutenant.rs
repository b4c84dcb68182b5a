//! The lieutenant of *Grand Fleet 1.2*: whatever it weighs is legal and can be told why, and it beats orders given at random.

use std::collections::BTreeMap;

use crate::common::laws::{self, Lawful, resolve};
use crate::common::{Luck, few_and_many};
use wardroom::bots::{Briefing, Strength, decide};
use wardroom::game::{Dice, Game, OrderForm, Prompt, Viewer};
use wardroom::games::Playable;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::ids::Side;
use wardroom::games::grand_fleet::standing;
use wardroom::games::grand_fleet::state::{Outcome, State};
use wardroom::words::Lang;

few_and_many!(
    what_is_weighed_is_legal_and_can_be_told_why: 30, 300;
    a_lieutenant_beats_orders_at_random: 40, 400;
);

/// Whether the view of a seat that is asked is weighed anew, and alike.
fn weighed(
    game: &GrandFleet,
    state: &State,
    prompt: &Prompt,
    key: [u8; 32],
) -> Vec<wardroom::game::candidate::Candidate> {
    let view = game.view(state, Viewer::Seat(prompt.seat));
    let options = game.options(state, prompt.seat);
    game.candidates(&view, prompt, &options, &mut Dice::from_key(key))
}

fn what_is_weighed_is_legal_and_can_be_told_why(games: u64) {
    let words = GrandFleet::words().expect("words");
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..games {
        laws::play::<GrandFleet>(seed, |moment, luck| {
            let (game, state, key) = (moment.game, moment.state, luck.key());
            for prompt in game.prompts(state) {
                let what = format!("seed {seed}: {} asks {}", prompt.ask, prompt.seat);
                let candidates = weighed(game, state, &prompt, key);
                let options = game.options(state, prompt.seat);
                assert!(
                    candidates.iter().any(|candidate| candidate.weight > 0),
                    "{what}: nothing is weighed"
                );
                for candidate in &candidates {
                    assert_eq!(options.accept(&candidate.order), Ok(()), "{what}: {}", candidate.order);
                    let why = format!("gf-{}", candidate.why);
                    assert!(Lang::ALL.iter().all(|lang| words.has(*lang, &why)), "{what}: no message {why}");
                }
                let orders: Vec<&OrderForm> = candidates.iter().map(|candidate| &candidate.order).collect();
                assert!(
                    (1..orders.len()).all(|at| !orders[..at].contains(&orders[at])),
                    "{what}: twice: {orders:?}"
                );
                assert!(
                    candidates.is_sorted_by_key(|candidate| std::cmp::Reverse(candidate.weight)),
                    "{what}"
                );
                assert_eq!(weighed(game, state, &prompt, key), candidates, "{what}");
                let chance = game.evaluate(&game.view(state, Viewer::Seat(prompt.seat)), prompt.seat);
                assert!(chance <= 1000, "{what}: {chance}");
                *asked.entry(prompt.ask.to_string()).or_default() += 1;
            }
        });
    }
    println!("{asked:?}");
    for question in standing::questions(Side::German) {
        assert!(asked.contains_key(question.ask), "{} was never asked: {asked:?}", question.ask);
    }
}

/// A whole game between players of two strengths.
fn duel(game: &GrandFleet, seed: u64, british: Strength, german: Strength) -> Outcome {
    let mut luck = Luck::of(seed);
    let (_, mut state) = laws::begin(game, &mut luck);
    let mut dice = Dice::from_key(luck.key());
    while !game.is_over(&state) {
        let prompts = game.prompts(&state);
        let prompt = luck.one_of(&prompts).expect("asked");
        let strength = if prompt.seat == Side::British.seat() { british } else { german };
        let (view, options) =
            (game.view(&state, Viewer::Seat(prompt.seat)), game.options(&state, prompt.seat));
        let briefing = Briefing { view: &view, prompt, options: &options, past: &[] };
        let thought = decide(game, strength, &briefing, &mut dice).expect("an order");
        let facts = resolve(game, &state, prompt.seat, &thought.order, luck.key());
        laws::fold(
            &mut state,
            &facts.unwrap_or_else(|stop| panic!("seed {seed}: {}: {stop}", thought.order)),
        );
    }
    let outcome = state.outcome.expect("an outcome");
    let chance = |side: Side| game.evaluate(&game.view(&state, Viewer::Seat(side.seat())), side.seat());
    let won = |side: Side| outcome.winner.map_or(500, |winner| if winner == side { 1000 } else { 0 });
    assert_eq!([chance(Side::British), chance(Side::German)], [won(Side::British), won(Side::German)]);
    outcome
}

fn a_lieutenant_beats_orders_at_random(games: u64) {
    let game = GrandFleet::built_in();
    let mut won = 0;
    for seed in 0..games {
        let (lieutenant, other) = (Strength::Lieutenant, Strength::Random);
        won += usize::from(duel(&game, seed, lieutenant, other).winner == Some(Side::British));
        won += usize::from(duel(&game, seed, other, lieutenant).winner == Some(Side::German));
    }
    println!("{won} of {} games", 2 * games);
    assert!(won as u64 * 100 > 2 * games * 70, "only {won} of {} games", 2 * games);
}
