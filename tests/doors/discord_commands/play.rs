//! Whole games by suggestions only: whatever is picked from what is suggested makes a legal order.

use wardroom::book::{Fallback, Parsed, Suggestion};
use wardroom::game::{Chance, Game, Options, OrderForm, Word};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::words::Lang;

use super::Desk;
use crate::common::laws::{fold, resolve};
use crate::common::{Luck, roll_key};

/// Plays the game of `seed` for at most `most` orders; `choose` gives the next from the options.
pub fn play<G: Game>(
    game: &G,
    setup: &G::Setup,
    seed: u64,
    most: usize,
    mut choose: impl FnMut(&Options, &mut Luck) -> OrderForm,
) -> usize {
    let mut luck = Luck::of(seed);
    let key = luck.key();
    let facts = game.start(setup, &mut Chance::seeded(|n| roll_key(key, n))).expect("set-up");
    let mut state = game.blank();
    fold(&mut state, &facts);
    let mut orders = 0;
    while !game.is_over(&state) && orders < most {
        let prompts = game.prompts(&state);
        let seat = luck.one_of(&prompts).expect("somebody is asked").seat;
        let order = choose(&game.options(&state, seat), &mut luck);
        let key = luck.key();
        let facts = resolve(game, &state, seat, &order, key)
            .unwrap_or_else(|stop| panic!("seed {seed}: {order} was suggested and stopped: {stop}"));
        fold(&mut state, &facts);
        orders += 1;
    }
    orders
}

pub fn goeben() -> Goeben {
    Goeben::new(SeaChart::builtin())
}

pub fn grand_fleet() -> GrandFleet {
    GrandFleet::new(Chart::builtin())
}

/// The arguments of a verb in the order a slash command asks for them: required ones first.
pub fn asked_in_order(desk: &Desk, verb: Word) -> Vec<(Word, bool)> {
    let spec = desk.book.verb(verb.as_str()).unwrap();
    let required = |arg: &wardroom::book::ArgSpec| !arg.optional && arg.default == Fallback::None;
    let mut args: Vec<(Word, bool)> = spec.args.iter().map(|arg| (arg.name, required(arg))).collect();
    args.sort_by_key(|(_, required)| !required);
    args
}

pub fn within_limits(found: &[Suggestion]) {
    assert!(found.len() <= 25, "{} suggestions", found.len());
    for one in found {
        for text in [&one.label, &one.value] {
            assert!((1..=100).contains(&text.chars().count()), "{one:?}");
        }
    }
}

/// Completes an order with suggestions for every argument that is not given.
pub fn complete(
    desk: &Desk,
    options: &Options,
    verb: Word,
    mut given: Vec<(Word, String)>,
    luck: &mut Luck,
) -> Vec<(Word, String)> {
    for (arg, required) in asked_in_order(desk, verb) {
        if given.iter().any(|(name, _)| *name == arg) {
            continue;
        }
        let lang = *luck.one_of(Lang::ALL).unwrap();
        let found = desk.draft(options, lang, verb, &given).suggest(arg, "");
        within_limits(&found);
        assert!(!required || !found.is_empty(), "nothing is suggested for {arg} of {verb} with {given:?}");
        if let Some(one) = luck.one_of(&found) {
            given.push((arg, one.value.clone()));
        }
    }
    given
}

/// The first order that `given` means; it is legal.
pub fn first(desk: &Desk, options: &Options, verb: Word, given: &[(Word, String)]) -> OrderForm {
    let mut line = desk.book.named(verb, given, options, &desk.lexicon).unwrap();
    match desk.book.next(&mut line, options, &desk.lexicon) {
        Some(Ok(Parsed::Order { form, .. })) => {
            let legal = options.accept(&form);
            assert_eq!(legal, Ok(()), "{verb} {given:?} means {form}");
            form
        }
        other => panic!("{verb} {given:?}: {other:?}"),
    }
}

fn by_suggestions(desk: &Desk, options: &Options, luck: &mut Luck) -> OrderForm {
    let (verb, _) = *luck
        .one_of(&options.verbs.iter().map(|(verb, node)| (*verb, node.is_open())).collect::<Vec<_>>())
        .expect("a verb");
    let given = complete(desk, options, verb, vec![], luck);
    first(desk, options, verb, &given)
}

const ORDERS: usize = 400;

#[test]
fn goeben_is_played_by_suggestions_alone() {
    let (game, desk) = (goeben(), Desk::goeben());
    for seed in 0..4 {
        let orders = play(&game, &Default::default(), seed, ORDERS, |options, luck| {
            println!("seed {seed}");
            by_suggestions(&desk, options, luck)
        });
        assert!(orders > 20, "seed {seed}: {orders} orders");
    }
}

#[test]
fn grand_fleet_is_played_by_suggestions_alone() {
    let (game, desk) = (grand_fleet(), Desk::grand_fleet());
    for seed in 0..4 {
        let orders = play(&game, &Default::default(), seed, ORDERS, |options, luck| {
            println!("seed {seed}");
            by_suggestions(&desk, options, luck)
        });
        assert!(orders > 20, "seed {seed}: {orders} orders");
    }
}
