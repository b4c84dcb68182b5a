//! Computer players of *Grand Fleet 1.2*: whatever they weigh is legal and can be told why, the same dice give the same game, and
//! rules of thumb beat orders given at random.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use crate::common::grand_fleet::SIDES;
use crate::common::laws::{self, Lawful, resolve};
use crate::common::{Luck, few_and_many};
use wardroom::bots::post_mortem::{DecisionMade, post_mortem};
use wardroom::bots::{Briefing, Strength, decide};
use wardroom::game::candidate::Candidate;
use wardroom::game::{Dice, Fact, Game, OrderForm, Prompt, Viewer, Word};
use wardroom::games::Playable;
use wardroom::games::grand_fleet::ids::Side;
use wardroom::games::grand_fleet::pack::LAST_TURN;
use wardroom::games::grand_fleet::state::{State, Step};
use wardroom::games::grand_fleet::{GrandFleet, standing};
use wardroom::words::Lang;

few_and_many!(
    what_is_weighed_is_legal_and_can_be_told_why: 12, 300;
    a_lieutenant_beats_orders_at_random: 40, 400;
    a_captain_finds_the_order_that_wins: 4, 40;
    no_player_gives_an_illegal_order: 10, 10_000;
    what_decided_a_game_adds_up: 1, 20;
    a_captain_plays_whole_games_and_the_same_again: (1, 2), (30, 50);
);

/// What a seat that is asked weighs.
fn weighed(game: &GrandFleet, state: &State, prompt: &Prompt, key: [u8; 32]) -> Vec<Candidate> {
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

/// Of so many playouts.
fn captain(playouts: u32) -> Strength {
    Strength::Captain { playouts: NonZeroU32::new(playouts).expect("some") }
}

/// A whole game between players of two strengths: its last position, and its orders.
fn duel(game: &GrandFleet, seed: u64, british: Strength, german: Strength) -> (State, Vec<OrderForm>) {
    let mut luck = Luck::of(seed);
    let (_, mut state) = laws::begin(game, &mut luck);
    let mut dice = Dice::from_key(luck.key());
    let mut orders = vec![];
    while !game.is_over(&state) {
        let prompts = game.prompts(&state);
        let prompt = luck.one_of(&prompts).expect("asked");
        let strength = if prompt.seat == Side::British.seat() { british } else { german };
        let (view, options) =
            (game.view(&state, Viewer::Seat(prompt.seat)), game.options(&state, prompt.seat));
        let briefing = Briefing { view: &view, prompt, options: &options, past: &[] };
        let thought = decide(game, strength, &briefing, &mut dice).expect("an order");
        let what = format!("seed {seed}: {strength}: {}", thought.order);
        let shares: u32 = thought.weighed.iter().map(|weighed| weighed.share).sum();
        assert!(thought.weighed.is_empty() || (980..=1020).contains(&shares), "{what}: {shares}");
        let facts = resolve(game, &state, prompt.seat, &thought.order, luck.key());
        laws::fold(&mut state, &facts.unwrap_or_else(|stop| panic!("{what}: {stop}")));
        orders.push(thought.order);
    }
    (state, orders)
}

/// Who won; at the end of a game that is what it is judged by.
fn winner(game: &GrandFleet, state: &State) -> Option<Side> {
    let winner = state.outcome.expect("an outcome").winner;
    for side in SIDES {
        let won = winner.map_or(500, |winner| if winner == side { 1000 } else { 0 });
        assert_eq!(game.evaluate(&game.view(state, Viewer::Seat(side.seat())), side.seat()), won);
    }
    winner
}

fn a_lieutenant_beats_orders_at_random(games: u64) {
    let game = GrandFleet::built_in();
    let mut won = 0;
    for seed in 0..games {
        let (lieutenant, other) = (Strength::Lieutenant, Strength::Random);
        won += usize::from(winner(&game, &duel(&game, seed, lieutenant, other).0) == Some(Side::British));
        won += usize::from(winner(&game, &duel(&game, seed, other, lieutenant).0) == Some(Side::German));
    }
    println!("{won} of {} games", 2 * games);
    assert!(won as u64 * 100 > 2 * games * 70, "only {won} of {} games", 2 * games);
}

/// Of lieutenants there are fewer games.
fn no_player_gives_an_illegal_order(games: u64) {
    let game = GrandFleet::built_in();
    let strengths = [(Strength::Random, 1), (Strength::Midshipman, 1), (Strength::Lieutenant, 10)];
    for (strength, part) in strengths {
        for seed in 0..games / part {
            winner(&game, &duel(&game, seed, strength, strength).0);
        }
    }
}

/// Also one that plays out a single world for a decision.
fn a_captain_plays_whole_games_and_the_same_again((games, playouts): (u64, u32)) {
    let game = GrandFleet::built_in();
    for seed in 0..games {
        let played = || duel(&game, seed, captain(playouts), captain(1));
        assert_eq!(played(), played(), "seed {seed}");
    }
}

/// Germany seeks battle in the last turn, and Britain has so many points more.
fn last_answer(game: &GrandFleet, seed: u64, lead: i32) -> State {
    let (_, state) = laws::begin(game, &mut Luck::of(seed));
    let step = Step::Declaration { attacker: Side::German, sought: true };
    State { turn: LAST_TURN, step, lead, ..state }
}

/// Germany seeks battle in the last turn. A refusal costs Britain three points, and the game is over: with a lead of five it wins
/// for certain, with one of two it loses.
fn a_captain_finds_the_order_that_wins(seeds: u64) {
    let game = GrandFleet::built_in();
    for (seed, (lead, verb)) in
        (0..seeds).flat_map(|seed| [(5, "refuse"), (2, "accept")].map(|case| (seed, case)))
    {
        let state = last_answer(&game, seed, lead);
        let prompt = &game.prompts(&state)[0];
        let (view, options) =
            (game.view(&state, Viewer::Seat(prompt.seat)), game.options(&state, prompt.seat));
        let briefing = Briefing { view: &view, prompt, options: &options, past: &[] };
        let thought =
            decide(&game, captain(30), &briefing, &mut Dice::from_key([seed as u8; 32])).expect("an order");
        assert_eq!(thought.order.verb.as_str(), verb, "seed {seed}, lead {lead}: {thought:?}");
        let refused = thought.weighed.iter().find(|weighed| weighed.order.verb.as_str() == "refuse");
        let certain = if lead == 5 { 1000 } else { 0 };
        assert_eq!(
            refused.and_then(|weighed| weighed.chance),
            Some(certain),
            "seed {seed}, lead {lead}: {thought:?}"
        );
    }
}

/// A whole game of lieutenants: its decisions, and how it ended.
fn course(game: &GrandFleet, seed: u64) -> (Vec<DecisionMade<State>>, State) {
    let mut luck = Luck::of(seed);
    let (_, mut state) = laws::begin(game, &mut luck);
    let mut dice = Dice::from_key(luck.key());
    let mut decisions = vec![];
    while !game.is_over(&state) {
        let prompts = game.prompts(&state);
        let prompt = luck.one_of(&prompts).expect("asked");
        let candidates = weighed(game, &state, prompt, luck.key());
        let order = Candidate::draw(&candidates, &mut dice).expect("an order").order.clone();
        let facts = resolve(game, &state, prompt.seat, &order, luck.key()).expect("legal");
        decisions.push(DecisionMade { state: state.clone(), seat: prompt.seat, order });
        laws::fold(&mut state, &facts);
    }
    (decisions, state)
}

fn what_decided_a_game_adds_up(games: u64) {
    let (game, playouts) = (GrandFleet::built_in(), NonZeroU32::MIN);
    for seed in 0..games {
        let (decisions, end) = course(&game, seed);
        let seat = SIDES[seed as usize % 2].seat();
        let found = post_mortem(&game, seat, &decisions, &end, (playouts, &mut |_, _| true), [7; 32])
            .expect("rules of thumb");
        let again = post_mortem(&game, seat, &decisions, &end, (playouts, &mut |_, _| true), [7; 32])
            .expect("rules of thumb");
        assert_eq!(found, again, "seed {seed}");
        assert_eq!(found.swings.len(), decisions.len(), "seed {seed}");
        let all = found.choices(true).0 + found.choices(false).0 + found.dice();
        assert_eq!(found.before() + all, found.after(), "seed {seed}");
        assert_eq!(
            found.after(),
            game.evaluate(&game.view(&end, Viewer::Seat(seat)), seat) as i32,
            "seed {seed}"
        );
        for (at, pair) in found.swings.windows(2).enumerate() {
            assert_eq!(pair[0].after, pair[1].before, "seed {seed}, decision {at}");
            let of_dice =
                resolve(&game, &decisions[at].state, decisions[at].seat, &decisions[at].order, [7; 32])
                    .expect("legal")
                    .iter()
                    .any(|fact| matches!(fact, Fact::Roll(_)));
            assert!(of_dice || pair[0].dice() == 0, "seed {seed}, decision {at}: {:?}", pair[0]);
        }
    }
}

/// What is stopped after a round of playouts tells what that found, and before it nothing.
#[test]
fn what_decided_a_game_is_told_as_far_as_it_was_worked_out() {
    let (game, playouts) = (GrandFleet::built_in(), NonZeroU32::new(1000).expect("some"));
    let (decisions, end) = course(&game, 1);
    let seat = SIDES[0].seat();
    let stopped = |after: usize| {
        let (mut asked, mut of) = (0, 0);
        let mut goes_on = |done: usize, all: usize| {
            (asked, of) = (done, all);
            done < after
        };
        let found = post_mortem(&game, seat, &decisions, &end, (playouts, &mut goes_on), [7; 32]);
        assert_eq!((asked, of), (after, 1000 * decisions.len()));
        found
    };
    assert_eq!(stopped(decisions.len() - 1), None);
    let found = stopped(decisions.len()).expect("one playout of each");
    let one = post_mortem(&game, seat, &decisions, &end, (NonZeroU32::MIN, &mut |_, _| true), [7; 32]);
    let one = one.expect("rules of thumb");
    assert!(one.is_whole && !found.is_whole);
    assert_eq!(found.swings, one.swings);
}

/// Britain refuses a battle in the last turn with a lead that the refusal turns into a loss: that was a choice, not the dice.
#[test]
fn a_blunder_is_told_from_bad_luck() {
    let game = GrandFleet::built_in();
    let state = last_answer(&game, 2, 2);
    let seat = Side::British.seat();
    let order = OrderForm::new(Word::literal("refuse"));
    let facts = resolve(&game, &state, seat, &order, [1; 32]).expect("legal");
    let mut end = state.clone();
    laws::fold(&mut end, &facts);
    let decision = DecisionMade { state, seat, order };
    let playouts = NonZeroU32::new(30).expect("some");
    for (seat, sign) in [(Side::British.seat(), -1), (Side::German.seat(), 1)] {
        let found = post_mortem(
            &game,
            seat,
            std::slice::from_ref(&decision),
            &end,
            (playouts, &mut |_, _| true),
            [3; 32],
        )
        .expect("rules of thumb");
        let swing = found.swings[0];
        assert!(swing.choice() * sign > 200 && swing.dice().abs() <= 1, "{swing:?}");
    }
}
