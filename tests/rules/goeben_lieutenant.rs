//! The lieutenant of *Goeben, 1914*: whatever it weighs is legal and can be told why, with every optional rule, in campaigns
//! and in the place of an officer; and it fulfils more missions than orders given at random.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::common::laws::{self, Lawful};
use crate::common::{Luck, few_and_many};
use wardroom::bots::Strength;
use wardroom::game::candidate::Candidate;
use wardroom::game::{Chance, Dice, Game, OrderForm, Prompt, Viewer};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::standing;
use wardroom::games::goeben::state::State;
use wardroom::games::{Playable, setup};
use wardroom::lab::figures::{self, Wins};
use wardroom::lab::{LabFault, Trial, run};
use wardroom::words::Lang;

few_and_many!(
    what_is_weighed_is_legal_and_can_be_told_why: 10, 150;
    a_lieutenant_fulfils_more_missions_than_orders_at_random: 40, 400;
    lieutenants_stand_in_for_officers: 5, 60;
);

fn weighed(game: &Goeben, state: &State, prompt: &Prompt) -> Vec<Candidate> {
    let view = game.view(state, Viewer::Seat(prompt.seat));
    let options = game.options(state, prompt.seat);
    game.candidates(&view, prompt, &options, &mut Dice::from_key([0; 32]))
}

/// What is weighed for a question may be ordered, each once, the best first, and each says why in both languages.
fn weighed_well(game: &Goeben, state: &State, prompt: &Prompt, what: &str) -> Vec<Candidate> {
    let words = Goeben::words().expect("words");
    let what = format!("{what}: {} asks {}", prompt.ask, prompt.seat);
    let candidates = weighed(game, state, prompt);
    let options = game.options(state, prompt.seat);
    assert!(!candidates.is_empty(), "{what}: nothing is weighed");
    for Candidate { order, weight, why } in &candidates {
        assert_eq!(options.accept(order), Ok(()), "{what}: {order}");
        assert!(*weight > 0, "{what}: {order}");
        assert!(Lang::ALL.iter().all(|lang| words.has(*lang, why.as_str())), "{what}: no message {why}");
    }
    let orders: Vec<&OrderForm> = candidates.iter().map(|candidate| &candidate.order).collect();
    assert!((1..orders.len()).all(|at| !orders[..at].contains(&orders[at])), "{what}: {orders:?}");
    assert!(candidates.is_sorted_by_key(|candidate| Reverse(candidate.weight)), "{what}");
    let chance = game.evaluate(&game.view(state, Viewer::Seat(prompt.seat)), prompt.seat);
    assert!((1..1000).contains(&chance), "{what}: {chance}");
    candidates
}

fn what_is_weighed_is_legal_and_can_be_told_why(games: u64) {
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = |prompt: &Prompt| *asked.entry(prompt.ask.to_string()).or_default() += 1;
    for seed in 0..games {
        laws::play::<Goeben>(seed, |moment, _| {
            for prompt in moment.game.prompts(moment.state) {
                weighed_well(moment.game, moment.state, &prompt, &format!("seed {seed}"));
                count(&prompt);
            }
        });
        // Missions are won, and rewarded, by those who weigh.
        campaign(seed, |prompt| count(prompt));
    }
    println!("{asked:?}");
    // What games come to seldom.
    let rare = ["ram", "lead", "reward"];
    let expected = |ask: &str| games > 100 || !rare.contains(&ask);
    for question in standing::QUESTIONS.iter().filter(|question| expected(question.ask)) {
        assert!(asked.contains_key(question.ask), "{} was never asked: {asked:?}", question.ask);
    }
}

/// A campaign (24) in which every order is among the first that are weighed.
fn campaign(seed: u64, mut count: impl FnMut(&Prompt)) {
    let game = Goeben::built_in();
    let setup = setup::<Goeben>(&[("campaign".to_owned(), String::new())]).expect("options");
    let mut luck = Luck::of(seed);
    let mut state = game.blank();
    let mut dice = || luck.key();
    let facts = game.start(&setup, &mut Chance::seeded(|_| dice())).expect("a beginning");
    laws::fold(&mut state, &facts);
    while !game.is_over(&state) {
        let prompt = game.prompts(&state).remove(0);
        let candidates = weighed_well(&game, &state, &prompt, &format!("campaign {seed}"));
        count(&prompt);
        let first = luck.below(candidates.len().min(2) as u32) as usize;
        let facts = laws::resolve(&game, &state, prompt.seat, &candidates[first].order, luck.key());
        laws::fold(&mut state, &facts.unwrap_or_else(|stop| panic!("campaign {seed}: {stop}")));
    }
}

/// How often a player of this strength wins with these options.
fn won(strength: Strength, options: &[(&str, &str)], games: u64) -> Wins {
    let game = Goeben::built_in();
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let trial = Trial {
        game: &game,
        setup: &setup::<Goeben>(&options).expect("options"),
        players: &[strength],
        seed: 1,
    };
    let mut records = vec![];
    run::<_, LabFault>(&trial, 0..games as u32, 1, |record| {
        records.push(record);
        Ok(())
    })
    .expect("games that end");
    let wins = figures::of(&records).wins.remove(0);
    println!("{strength}: {wins:?}");
    wins
}

fn a_lieutenant_fulfils_more_missions_than_orders_at_random(games: u64) {
    let [random, lieutenant] = [Strength::Random, Strength::Lieutenant].map(|player| won(player, &[], games));
    assert!(lieutenant.won > 3 * random.won.max(1), "{lieutenant:?} against {random:?}");
}

fn lieutenants_stand_in_for_officers(games: u64) {
    let officers = won(Strength::Lieutenant, &[("officers", "ships"), ("rules", "everything")], games);
    assert!(officers.seat.is_some() && officers.games as u64 == games, "{officers:?}: several officers");
}
