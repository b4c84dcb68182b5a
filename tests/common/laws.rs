//! The laws of the engine, the same for every game: what a game is to them is [`Lawful`], and each law looks at random
//! whole games.

use std::collections::BTreeMap;

use wardroom::game::{
    Audience, Chance, Events, Fact, Game, Options, OrderForm, Seat, Stop, Undo, Viewer, Word,
};
use wardroom::games::Playable;

use super::slips::{self, Slips};
use super::{Luck, roll_key};

/// A game as the laws see it.
pub trait Lawful: Game + Sized {
    /// Words that slip into orders in the place of others: verbs, ships, places, and one that means nothing.
    const SLIPS: &'static [&'static str];
    /// Words that slip into positions.
    const MISPRINTS: &'static [&'static str];
    /// More orders than any game of random orders needs; a dead loop passes it.
    const ORDERS_LIMIT: usize;

    /// The game on its built-in pack.
    fn built_in() -> Self;
    /// A set-up to try.
    fn setup(luck: &mut Luck) -> Self::Setup;
    /// The position a random game is played from: that of a start, or one the rules would rarely come to by chance.
    fn beginning(&self, luck: &mut Luck) -> Self::State {
        begin(self, luck).1
    }
    /// How a finished game ended, in words.
    fn ending(state: &Self::State) -> String;
    /// How many facts of an order given in `before` only some seats may see, by what everyone knows then.
    fn secrets(&self, _before: &Self::State, _facts: &[Fact<Self::Event>]) -> usize {
        0
    }
    /// What else must hold after every order.
    fn hold(&self, _moment: &Moment<'_, Self>) {}
}

/// An order of a random game: the position it was given in, and what came of it.
pub struct Moment<'a, G: Game> {
    pub game: &'a G,
    pub seed: u64,
    pub state: &'a G::State,
    pub seat: Seat,
    pub options: &'a Options,
    pub order: &'a OrderForm,
    pub facts: &'a [Fact<G::Event>],
    pub after: &'a G::State,
    pub key: [u8; 32],
}

/// The seat nobody holds.
pub fn nobody() -> Seat {
    Seat(Word::literal("nobody"))
}

/// What an order leads to with the dice of `key`, in a state that is the fold of it.
pub fn resolve<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    order: &OrderForm,
    key: [u8; 32],
) -> Result<Vec<Fact<G::Event>>, Stop> {
    let resolved = game.resolve(state, seat, order, &mut Chance::seeded(|n| roll_key(key, n)))?;
    let mut folded = state.clone();
    fold(&mut folded, &resolved.facts);
    assert!(folded == resolved.state, "{seat}, {order}: the state of an order is the fold of its events");
    Ok(resolved.facts)
}

/// Applies the events among `facts`.
pub fn fold<E: Events>(state: &mut E::State, facts: &[Fact<E>]) {
    for fact in facts {
        if let Fact::Event(event) = fact {
            event.apply(state).expect("an event of the rules fits");
        }
    }
}

/// The facts of a start, and the position after them.
pub fn begin<G: Lawful>(game: &G, luck: &mut Luck) -> (Vec<Fact<G::Event>>, G::State) {
    let (setup, key) = (G::setup(luck), luck.key());
    let facts = game.start(&setup, &mut Chance::seeded(|n| roll_key(key, n))).expect("set-up");
    let mut state = game.blank();
    fold(&mut state, &facts);
    (facts, state)
}

/// A seat that is asked, at random among several.
pub fn asked<G: Lawful>(game: &G, state: &G::State, luck: &mut Luck) -> Seat {
    let prompts = game.prompts(state);
    luck.one_of(&prompts).unwrap_or_else(|| panic!("nobody is asked in {state:?}")).seat
}

/// Plays a whole random game, handing every order to `look`. Gives the last position and the number of orders.
pub fn play<G: Lawful>(seed: u64, mut look: impl FnMut(Moment<'_, G>, &mut Luck)) -> (G::State, usize) {
    let game = G::built_in();
    let mut luck = Luck::of(seed);
    let mut state = game.beginning(&mut luck);
    let mut orders = 0;
    while !game.is_over(&state) {
        let seat = asked(&game, &state, &mut luck);
        let options = game.options(&state, seat);
        let order = options
            .sample(&mut |n| luck.below(n))
            .unwrap_or_else(|| panic!("seed {seed}: a dead end after {orders} orders: {state:?}"));
        let key = luck.key();
        let facts = resolve(&game, &state, seat, &order, key)
            .unwrap_or_else(|stop| panic!("seed {seed}: {order} was offered and stopped: {stop}"));
        let mut after = state.clone();
        fold(&mut after, &facts);
        let moment = Moment {
            game: &game,
            seed,
            state: &state,
            seat,
            options: &options,
            order: &order,
            facts: &facts,
            after: &after,
            key,
        };
        look(moment, &mut luck);
        state = after;
        orders += 1;
        assert!(orders < G::ORDERS_LIMIT, "seed {seed}: no end after {orders} orders");
    }
    assert!(game.prompts(&state).is_empty(), "seed {seed}: somebody is asked after the end");
    (state, orders)
}

/// Random games end, and the tree accepts its own samples. Gives how often each ending came.
pub fn games_reach_an_end<G: Lawful>(games: u64) -> BTreeMap<String, usize> {
    let mut ends = BTreeMap::new();
    let (mut orders_in_all, mut most) = (0, 0);
    for seed in 0..games {
        let (state, orders) = play::<G>(seed, |moment, _| {
            let Moment { options, order, .. } = moment;
            assert_eq!(
                options.accept(order),
                Ok(()),
                "seed {seed}: the tree does not accept its own {order}"
            );
            moment.game.hold(&moment);
        });
        *ends.entry(G::ending(&state)).or_insert(0) += 1;
        orders_in_all += orders;
        most = most.max(orders);
    }
    println!("{ends:?}, {orders_in_all} orders, at most {most}");
    ends
}

/// The same state, order and dice give the same facts.
pub fn facts_follow_from_state_order_and_dice<G: Lawful>(games: u64) {
    for seed in 0..games {
        play::<G>(seed, |moment, _| {
            let Moment { game, state, seat, order, key, .. } = moment;
            let again = resolve(game, state, seat, order, key);
            assert_eq!(again.as_deref(), Ok(moment.facts), "seed {seed}: {order}");
        });
    }
}

/// States, facts and orders survive JSON, and events read back from it fold to the live state after every order.
pub fn all_survives_json<G: Lawful>(games: u64) {
    for seed in 0..games {
        let mut folded = None;
        play::<G>(seed, |moment, _| {
            let Moment { state, order, .. } = moment;
            let folded = folded.get_or_insert_with(|| state.clone());
            assert_eq!(&again::<OrderForm>(order), order, "seed {seed}");
            for fact in moment.facts {
                match fact {
                    Fact::Event(event) => {
                        let body: serde_json::Value = again(&event.body().expect("json"));
                        let read = G::Event::read(event.kind(), &body).expect("an event");
                        assert_eq!(&read, event, "seed {seed}");
                        read.apply(folded).expect("an event of the rules fits");
                    }
                    Fact::Roll(roll) => assert_eq!(&again::<wardroom::game::Roll>(roll), roll, "seed {seed}"),
                }
            }
            assert_eq!(folded, moment.after, "seed {seed}: the fold differs after {order}");
            assert_eq!(&again::<G::State>(moment.after), moment.after, "seed {seed}");
        });
    }
}

fn again<T: serde::de::DeserializeOwned>(thing: &impl serde::Serialize) -> T {
    let text = serde_json::to_string(thing).expect("json");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// An order is accepted exactly when the options of its seat accept it, be it spoilt, of a seat that is not asked, or
/// of no seat at all. Gives how many were accepted and how many refused.
pub fn accepted_exactly_when_the_tree_accepts<G: Lawful>(games: u64) -> Slips {
    let mut slips = Slips::default();
    for seed in 0..games {
        play::<G>(seed, |moment, luck| {
            let Moment { game, state, seat, order, .. } = moment;
            let (seat, order) = match luck.below(10) {
                0 => (nobody(), order.clone()),
                1 => {
                    let idle: Vec<Seat> = game.seats(&G::setup(luck));
                    (*luck.one_of(&idle).expect("a seat"), order.clone())
                }
                _ => (seat, slips::slip(order, moment.options, G::SLIPS, luck)),
            };
            let tree = game.options(state, seat).accept(&order);
            match (tree, resolve(game, state, seat, &order, luck.key())) {
                (Ok(()), Ok(_)) => slips.accepted += 1,
                (Err(_), Err(Stop::Refused(refusal))) => {
                    assert!(!refusal.rule.as_str().is_empty());
                    *slips.refused.entry(refusal.reason.to_string()).or_insert(0) += 1;
                }
                (tree, rules) => {
                    panic!("seed {seed}: {seat}: {order}: the tree says {tree:?}, the rules {rules:?}")
                }
            }
        });
    }
    println!("{slips:?}");
    slips
}

/// Who may see an order depends on public facts only, its own seat always may; and of the facts of an order exactly
/// those are sealed that public facts say.
pub fn audiences_follow_from_public_facts<G: Lawful>(games: u64) -> usize {
    let mut secret = 0;
    for seed in 0..games {
        play::<G>(seed, |moment, _| {
            let Moment { game, state, seat, order, facts, .. } = moment;
            let audience = G::order_policy(state, seat, order).audience;
            for other in moment.options.propose(4) {
                assert_eq!(G::order_policy(state, seat, &other).audience, audience, "seed {seed}: {other}");
            }
            if let Audience::Seats(seats) = &audience {
                assert!(seats.contains(&seat), "seed {seed}: {seat} may not see its own {order}");
                secret += 1;
            }
            let some = facts
                .iter()
                .filter(|fact| matches!(G::fact_policy(fact).audience, Audience::Seats(_)))
                .count();
            assert_eq!(some, game.secrets(state, facts), "seed {seed}: sealed facts of {order}");
        });
    }
    secret
}

/// An order that can be taken back, as the game says, rolls and shows nothing. Gives how often each such verb was given.
pub fn orders_can_be_taken_back<G: Lawful + Playable>(games: u64) -> BTreeMap<String, usize> {
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..games {
        play::<G>(seed, |moment, _| {
            let Moment { game, state, seat, order, .. } = moment;
            if !game.can_take_back(&game.view(state, Viewer::Seat(seat)), order.verb) {
                return;
            }
            let bars = |fact: &Fact<G::Event>| match fact {
                Fact::Roll(_) => true,
                Fact::Event(event) => event.policy().undo == Undo::Bars,
            };
            assert!(!moment.facts.iter().any(bars), "seed {seed}: {order} in {state:?}");
            *met.entry(order.verb.to_string()).or_default() += 1;
        });
    }
    println!("orders that can be taken back: {met:?}");
    met
}

/// What [`spoilt_positions_do_no_harm`] met.
#[derive(Debug, Default)]
pub struct Spoilt {
    pub refused: usize,
    pub played: usize,
}

/// Positions of random games pass the check; spoilt in a file they are refused by name or played on without a panic.
pub fn spoilt_positions_do_no_harm<G: Lawful>(games: u64, orders: usize) -> Spoilt {
    let mut met = Spoilt::default();
    for seed in 0..games {
        let mut luck = Luck::of(77_000 + seed);
        play::<G>(seed, |moment, _| {
            let Moment { game, state, .. } = moment;
            assert_eq!(game.check(state), Ok(()), "seed {seed}: a position of the game: {state:?}");
            if luck.below(8) > 0 {
                return;
            }
            let mut json = serde_json::to_value(state).expect("json");
            slips::misprint(&mut json, G::MISPRINTS, &mut luck);
            let Ok(spoilt) = serde_json::from_value::<G::State>(json) else { return met.refused += 1 };
            match game.check(&spoilt) {
                Err(fault) => {
                    assert!(fault.to_string().len() > 20, "{fault}");
                    met.refused += 1;
                }
                Ok(()) => {
                    met.played += 1;
                    play_on(game, spoilt, orders, &mut luck);
                }
            }
        });
    }
    println!("{met:?}");
    met
}

/// Plays some orders of a position from outside: it may stop at a fault, but whatever is offered is not refused.
fn play_on<G: Lawful>(game: &G, mut state: G::State, orders: usize, luck: &mut Luck) {
    for _ in 0..orders {
        game.view(&state, Viewer::All);
        let prompts = game.prompts(&state);
        let Some(prompt) = luck.one_of(&prompts) else { return };
        let options = game.options(&state, prompt.seat);
        let Some(order) = options.sample(&mut |n| luck.below(n)) else { return };
        match resolve(game, &state, prompt.seat, &order, luck.key()) {
            Ok(facts) => fold(&mut state, &facts),
            Err(Stop::Fault(_) | Stop::Chance(_)) => return,
            Err(Stop::Refused(refusal)) => panic!("{order} was offered and refused: {refusal}: {state:?}"),
        }
    }
}
