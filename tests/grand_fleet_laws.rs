//! The laws of the engine over random whole games of *Grand Fleet 1.2*.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Luck, roll_key};
use wardroom::game::{Chance, Fact, Form, Game, Options, Seat};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::grand_fleet::state::{Setup, State};

/// No game of random orders has come near this; a dead loop would pass it.
const ORDERS_LIMIT: usize = 4000;

fn game() -> GrandFleet {
    GrandFleet::new(Chart::builtin())
}

fn fold(game: &GrandFleet, state: &mut State, facts: &[Fact<<GrandFleet as Game>::Event>]) {
    for fact in facts {
        if let Fact::Event(event) = fact {
            game.apply(state, event).expect("an event of the rules fits");
        }
    }
}

fn begin(game: &GrandFleet, luck: &mut Luck) -> State {
    let key = luck.key();
    let setup = Setup { historical: luck.below(3) == 0, audacious: luck.below(2) == 0 };
    let facts = game.start(&setup, &mut Chance::seeded(|n| roll_key(key, n))).expect("set-up");
    let mut state = game.blank();
    fold(game, &mut state, &facts);
    state
}

/// Plays a whole random game, handing every position, its options and a sampled order to `look`.
fn play(seed: u64, mut look: impl FnMut(&State, Seat, &Options, &Form, &mut Luck)) -> (State, usize) {
    let game = game();
    let mut luck = Luck::of(seed);
    let mut state = begin(&game, &mut luck);
    let mut orders = 0;
    while !game.is_over(&state) {
        let prompts = game.prompts(&state);
        assert!(!prompts.is_empty(), "seed {seed}: nobody is asked in {state:?}");
        let seat = prompts[luck.below(prompts.len() as u32) as usize].seat;
        let options = game.options(&state, seat);
        let order = options
            .sample(&mut |n| luck.below(n))
            .unwrap_or_else(|| panic!("seed {seed}: a dead end after {orders} orders: {state:?}"));
        look(&state, seat, &options, &order, &mut luck);
        let key = luck.key();
        let facts = game
            .resolve(&state, seat, &order, &mut Chance::seeded(|n| roll_key(key, n)))
            .unwrap_or_else(|stop| panic!("seed {seed}: {order} was offered and stopped: {stop}"));
        fold(&game, &mut state, &facts);
        orders += 1;
        assert!(orders < ORDERS_LIMIT, "seed {seed}: no end after {orders} orders");
    }
    (state, orders)
}

#[test]
fn a_thousand_random_games_reach_an_end() {
    let mut ends = std::collections::BTreeMap::new();
    let (mut orders_in_all, mut most) = (0, 0);
    for seed in 0..1000 {
        let (state, orders) = play(seed, |_, _, options, order, _| {
            assert_eq!(
                options.accept(order),
                Ok(()),
                "seed {seed}: the tree does not accept its own {order}"
            );
        });
        let outcome = state.outcome.unwrap();
        *ends.entry((outcome.why, outcome.winner)).or_insert(0) += 1;
        orders_in_all += orders;
        most = most.max(orders);
    }
    println!("{ends:?}, {orders_in_all} orders, at most {most}");
    assert!(ends.len() >= 4, "random play ends in few ways only: {ends:?}");
}
