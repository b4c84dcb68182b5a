//! The laws of the engine over random whole games of *Goeben, 1914*.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Luck, roll_key};
use wardroom::game::{Arg, Chance, Eyes, Fact, Form, Game, Options, Stop, Word};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::state::{Setup, State};

/// No game of random orders has come near this; a dead loop would pass it.
const ORDERS_LIMIT: usize = 4000;

fn game() -> Goeben {
    Goeben::new(SeaChart::builtin())
}

fn fold(game: &Goeben, state: &mut State, facts: &[Fact<<Goeben as Game>::Event>]) {
    for fact in facts {
        if let Fact::Event(event) = fact {
            game.apply(state, event).expect("an event of the rules fits");
        }
    }
}

fn begin(game: &Goeben, luck: &mut Luck) -> State {
    let key = luck.key();
    let facts = game.start(&Setup::default(), &mut Chance::seeded(|n| roll_key(key, n))).expect("set-up");
    let mut state = game.blank();
    fold(game, &mut state, &facts);
    state
}

/// Plays a whole random game, handing every position, its options and a sampled order to `look`.
fn play(seed: u64, mut look: impl FnMut(&State, &Options, &Form, &mut Luck)) -> (State, usize) {
    let game = game();
    let mut luck = Luck::of(seed);
    let mut state = begin(&game, &mut luck);
    let mut orders = 0;
    while !game.is_over(&state) {
        let options = game.options(&state, Goeben::commander());
        assert!(!game.prompts(&state).is_empty(), "seed {seed}: nobody is asked in {state:?}");
        let order = options
            .sample(&mut |n| luck.below(n))
            .unwrap_or_else(|| panic!("seed {seed}: a dead end after {orders} orders: {state:?}"));
        look(&state, &options, &order, &mut luck);
        let key = luck.key();
        let facts = game
            .resolve(&state, Goeben::commander(), &order, &mut Chance::seeded(|n| roll_key(key, n)))
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
    let mut orders_in_all = 0;
    for seed in 0..1000 {
        let (state, orders) = play(seed, |_, options, order, _| {
            assert_eq!(
                options.accept(order),
                Ok(()),
                "seed {seed}: the tree does not accept its own {order}"
            );
        });
        *ends.entry(state.outcome.map(|outcome| outcome.as_str())).or_insert(0) += 1;
        orders_in_all += orders;
    }
    println!("{ends:?}, {orders_in_all} orders");
    assert!(ends.len() >= 2, "random play ends in one way only: {ends:?}");
}

#[test]
fn the_same_state_order_and_dice_give_the_same_facts() {
    for seed in 0..40 {
        let game = game();
        play(seed, |state, _, order, luck| {
            let key = luck.key();
            let resolve =
                || game.resolve(state, Goeben::commander(), order, &mut Chance::seeded(|n| roll_key(key, n)));
            assert_eq!(resolve(), resolve(), "seed {seed}");
        });
    }
}

#[test]
fn states_facts_and_orders_survive_json() {
    for seed in 0..40 {
        let game = game();
        play(seed, |state, _, order, luck| {
            let json = serde_json::to_value(state).expect("json");
            assert_eq!(&serde_json::from_value::<State>(json).expect("a state"), state, "seed {seed}");
            let json = serde_json::to_value(order).expect("json");
            assert_eq!(&serde_json::from_value::<Form>(json).expect("an order"), order, "seed {seed}");
            let key = luck.key();
            let mut chance = Chance::seeded(|n| roll_key(key, n));
            for fact in game.resolve(state, Goeben::commander(), order, &mut chance).expect("legal") {
                if let Fact::Event(event) = fact {
                    let json = serde_json::to_value(&event).expect("json");
                    let read: <Goeben as Game>::Event = serde_json::from_value(json).expect("an event");
                    assert_eq!(read, event, "seed {seed}");
                }
            }
        });
    }
}

#[test]
fn an_order_is_accepted_exactly_when_the_tree_accepts_it() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..60 {
        let game = game();
        play(seed, |state, options, order, luck| {
            let order = spoil(order, options, luck);
            let key = luck.key();
            let got =
                game.resolve(state, Goeben::commander(), &order, &mut Chance::seeded(|n| roll_key(key, n)));
            match (options.accept(&order), got) {
                (Ok(()), Ok(_)) => accepted += 1,
                (Err(_), Err(Stop::Refused(refusal))) => {
                    assert!(!refusal.rule.as_str().is_empty());
                    refused += 1;
                }
                (tree, rules) => panic!("seed {seed}: {order}: the tree says {tree:?}, the rules {rules:?}"),
            }
        });
    }
    assert!(accepted > 500 && refused > 2000, "{accepted} accepted, {refused} refused: too few of either");
}

/// A slip of the pen: another verb, word, number or share, an argument lost or one too many.
fn spoil(order: &Form, options: &Options, luck: &mut Luck) -> Form {
    let mut spoiled = order.clone();
    let args: Vec<(Word, Arg)> = order.args().cloned().collect();
    let other = options.propose(40);
    match luck.below(6) {
        0 => {
            spoiled.verb =
                ["load", "fire", "done", "move", "nonsense"][luck.below(5) as usize].parse().unwrap()
        }
        1 => spoiled.set(Word::literal("extra"), Arg::Number(1)),
        2 if !args.is_empty() => {
            let mut shorter = Form::new(order.verb);
            args.iter().skip(1).for_each(|(name, value)| shorter.set(*name, value.clone()));
            spoiled = shorter;
        }
        3 if !other.is_empty() => {
            let donor = &other[luck.below(other.len() as u32) as usize];
            donor.args().for_each(|(name, value)| spoiled.set(*name, value.clone()));
        }
        _ => {
            if let Some((name, value)) = args.get(luck.below(args.len() as u32) as usize) {
                spoiled.set(*name, spoil_value(value, luck));
            }
        }
    }
    spoiled
}

fn spoil_value(value: &Arg, luck: &mut Luck) -> Arg {
    let words = ["goeben", "breslau", "MES", "STY", "coast", "12", "maximum", "nonsense"];
    let word = Word::literal(words[luck.below(words.len() as u32) as usize]);
    match value {
        Arg::Word(_) => Arg::Word(word),
        Arg::Number(number) => Arg::Number(number + i64::from(luck.below(5)) - 2),
        Arg::Words(list) => {
            let mut list = list.clone();
            match luck.below(3) {
                0 => list.push(word),
                1 => list.reverse(),
                _ => drop(list.pop()),
            }
            Arg::Words(list)
        }
        Arg::Shares(shares) => {
            let mut shares = shares.clone();
            for share in shares.values_mut() {
                *share += luck.below(3);
            }
            if luck.below(4) == 0 {
                shares.insert(word, 1);
            }
            Arg::Shares(shares)
        }
        Arg::Sorted(_) => Arg::Word(word),
    }
}

/// Non-interference: two games that differ only in what lies face down, played alike with the same dice, show the same
/// until the difference itself is turned up.
#[test]
fn nothing_shown_depends_on_what_lies_face_down() {
    let game = game();
    let (mut compared, mut met) = (0, 0);
    for seed in 0..300 {
        let mut luck = Luck::of(10_000 + seed);
        let mut one = begin(&game, &mut luck);
        let Some((mut other, swapped)) = otherwise(&one, &mut luck) else { continue };
        while !game.is_over(&one) {
            assert_eq!(shown(&game, &one), shown(&game, &other), "seed {seed}: what is shown differs");
            compared += 1;
            let options = game.options(&one, Goeben::commander());
            let order = options.sample(&mut |n| luck.below(n)).expect("an order");
            let order = if luck.below(4) == 0 { spoil(&order, &options, &mut luck) } else { order };
            let key = luck.key();
            let resolve = |state: &State| {
                game.resolve(state, Goeben::commander(), &order, &mut Chance::seeded(|n| roll_key(key, n)))
            };
            match (resolve(&one), resolve(&other)) {
                (Ok(facts), Ok(others)) => {
                    if turned_up(&facts, &swapped) || turned_up(&others, &swapped) {
                        met += 1;
                        break;
                    }
                    assert_eq!(facts, others, "seed {seed}: {order} tells the games apart");
                    fold(&game, &mut one, &facts);
                    fold(&game, &mut other, &others);
                }
                (refused, also) => assert_eq!(refused, also, "seed {seed}: {order} is answered differently"),
            }
        }
    }
    assert!(compared > 5000 && met > 20, "{compared} positions compared, {met} differences met: too few");
}

/// The same position with two hidden things exchanged: markers of two zones, a marker of a zone and one of the pool, or
/// coastal units of two harbours. Gives the words that tell the two apart.
fn otherwise(state: &State, luck: &mut Luck) -> Option<(State, [Word; 2])> {
    let mut other = state.clone();
    let zones: Vec<_> =
        state.places.iter().filter(|(_, place)| !place.hidden.is_empty()).map(|(id, _)| *id).collect();
    let zone = zones[luck.below(zones.len() as u32) as usize];
    let marker = state.places[&zone].hidden[0];
    if luck.below(2) == 0 {
        let other_zone = zones[luck.below(zones.len() as u32) as usize];
        let at = luck.below(state.places[&other_zone].hidden.len() as u32) as usize;
        let swapped = state.places[&other_zone].hidden[at];
        other.places.get_mut(&other_zone)?.hidden[at] = marker;
        other.places.get_mut(&zone)?.hidden[0] = swapped;
        return (swapped != marker).then_some((other, [marker.word(), swapped.word()]));
    }
    let at = luck.below(state.pool.len() as u32) as usize;
    let swapped = std::mem::replace(&mut other.pool[at], marker);
    other.places.get_mut(&zone)?.hidden[0] = swapped;
    (swapped != marker).then_some((other, [marker.word(), swapped.word()]))
}

/// Everything the player can be shown of a position, as bytes.
fn shown(game: &Goeben, state: &State) -> String {
    let eyes = [Eyes::Seat(Goeben::commander()), Eyes::Onlooker];
    let views = eyes.map(|eyes| serde_json::to_string(&game.view(state, eyes)).expect("json"));
    let options = game.options(state, Goeben::commander()).propose(200);
    format!("{views:?} {:?} {options:?}", game.prompts(state))
}

/// Whether facts name either of the things exchanged, which ends the comparison.
fn turned_up(facts: &[Fact<<Goeben as Game>::Event>], swapped: &[Word; 2]) -> bool {
    facts.iter().any(|fact| match fact {
        Fact::Event(event) => {
            let text = serde_json::to_string(event).expect("json");
            swapped.iter().any(|word| text.contains(&format!("\"{word}\"")))
        }
        Fact::Roll(_) => false,
    })
}

/// Positions spoilt in a file are either refused by name or played without a panic.
#[test]
fn a_spoilt_position_is_refused_or_played_never_a_panic() {
    let game = game();
    let (mut refused, mut played) = (0, 0);
    for seed in 0..150 {
        let mut spoiler = Luck::of(77_000 + seed);
        play(seed, |state, _, _, luck| {
            if spoiler.below(8) > 0 {
                return;
            }
            let mut json = serde_json::to_value(state).expect("json");
            spoil_json(&mut json, &mut spoiler);
            let Ok(spoilt) = serde_json::from_value::<State>(json) else { return refused += 1 };
            if let Err(fault) = game.check(&spoilt) {
                assert!(fault.to_string().len() > 20, "{fault}");
                return refused += 1;
            }
            let options = game.options(&spoilt, Goeben::commander());
            game.view(&spoilt, Eyes::All);
            if let Some(order) = options.sample(&mut |n| luck.below(n)) {
                let key = luck.key();
                let mut chance = Chance::seeded(|n| roll_key(key, n));
                match game.resolve(&spoilt, Goeben::commander(), &order, &mut chance) {
                    Ok(_) | Err(Stop::Fault(_) | Stop::Chance(_)) => played += 1,
                    Err(Stop::Refused(refusal)) => {
                        panic!("seed {seed}: {order} was offered and refused: {refusal}")
                    }
                }
            }
        });
    }
    assert!(refused > 200 && played > 200, "{refused} refused, {played} played");
}

/// One slip somewhere in a position: another number, word or flag, or a list cut short.
fn spoil_json(value: &mut serde_json::Value, luck: &mut Luck) {
    use serde_json::Value;
    match value {
        Value::Object(map) if !map.is_empty() => {
            let at = luck.below(map.len() as u32) as usize;
            if let Some((_, inner)) = map.iter_mut().nth(at) {
                spoil_json(inner, luck);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = luck.below(list.len() as u32) as usize;
            if luck.below(3) == 0 {
                list.remove(at);
            } else {
                spoil_json(&mut list[at], luck);
            }
        }
        Value::Number(_) => *value = [0, 1, 3, 7, 200, 255, -1][luck.below(7) as usize].into(),
        Value::String(text) => {
            let words =
                ["MES", "POL", "SIO", "goeben", "dublin", "storm", "movement", "naval-combat", "nonsense"];
            *text = words[luck.below(words.len() as u32) as usize].into();
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::Null => *value = "MES".into(),
        _ => {}
    }
}
