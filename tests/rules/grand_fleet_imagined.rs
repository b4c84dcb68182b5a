//! Imagined worlds of *Grand Fleet 1.2*: each fits what its seat sees and can be played on, none depends on what the seat may
//! not know, and nothing that may be is left out.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::common::grand_fleet::{SIDES, in_fleet_box, otherwise};
use crate::common::laws::{self, Lawful, Moment, fold, resolve};
use crate::common::{Luck, few_and_many};
use wardroom::game::{Audience, Dice, Fact, Game, OrderForm, Seat, Sorted, Viewer, Word};
use wardroom::games::Playable;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::event::Event;
use wardroom::games::grand_fleet::ids::{ShipId, Side};
use wardroom::games::grand_fleet::state::{Berth, State, Step};
use wardroom::games::grand_fleet::view::{Decision, View};

/// One of so many positions is looked at.
const LOOKED_AT: u32 = 3;
/// Orders that a world is played on by.
const PLAYED_ON: usize = 40;
/// How often a world is imagined at a position whose worlds are counted.
const OFTEN: u32 = 8_000;
/// Games of few ships.
const SMALL_GAMES: u64 = 400;
/// Positions of each kind that are looked at so.
const COUNTED: usize = 3;

few_and_many!(
    worlds_fit_what_their_seat_sees_and_can_be_played_on: 0..15, 0..400;
    worlds_do_not_depend_on_what_their_seat_may_not_know: 1000..1015, 1000..1400;
);

fn imagined(game: &GrandFleet, view: &View, side: Side, past: &[Fact<Event>], key: [u8; 32]) -> State {
    game.imagine(view, side.seat(), past, &mut Dice::from_key(key)).expect("a world")
}

fn seen(game: &GrandFleet, state: &State, side: Side) -> View {
    game.view(state, Viewer::Seat(side.seat()))
}

/// How many secrets a view is without.
fn sealed(view: &View) -> usize {
    let battle = view.battle.as_ref();
    let combat = battle.and_then(|battle| battle.combat.as_ref());
    let of = |side: Side| {
        usize::from(view.dice[side] == Decision::Sealed)
            + usize::from(battle.is_some_and(|battle| battle.formed[side] == Decision::Sealed))
            + usize::from(combat.is_some_and(|combat| combat.targets[side] == Decision::Sealed))
    };
    SIDES.into_iter().map(of).sum()
}

fn worlds_fit_what_their_seat_sees_and_can_be_played_on(games: Range<u64>) {
    let (mut worlds, mut secrets) = (0, 0);
    for seed in games.clone() {
        laws::play::<GrandFleet>(seed, |moment, luck| {
            let Moment { game, state, .. } = moment;
            for side in SIDES.into_iter().filter(|_| luck.below(LOOKED_AT) == 0).collect::<Vec<_>>() {
                let view = seen(game, state, side);
                let world = imagined(game, &view, side, &[], luck.key());
                let what = format!("seed {seed}: {side} at {:?}", state.step);
                assert_eq!(seen(game, &world, side), view, "{what}");
                assert_eq!(game.prompts(&world), game.prompts(state), "{what}");
                let tree = |state| format!("{:?}", game.options(state, side.seat()));
                assert_eq!(tree(&world), tree(state), "{what}");
                assert_eq!(game.check(&world), Ok(()), "{what}: {world:?}");
                (worlds, secrets) = (worlds + 1, secrets + sealed(&view));
                play_on(game, world, luck, &what);
            }
        });
    }
    println!("{worlds} worlds, {secrets} secrets");
    let games = games.count();
    assert!(worlds > 20 * games && secrets > 4 * games, "only {worlds} worlds, {secrets} secrets");
}

fn play_on(game: &GrandFleet, mut state: State, luck: &mut Luck, what: &str) {
    for _ in 0..PLAYED_ON {
        if game.is_over(&state) {
            return;
        }
        let seat = laws::asked(game, &state, luck);
        let options = game.options(&state, seat);
        let order = options.sample(&mut |n| luck.below(n)).expect("an order");
        let facts = resolve(game, &state, seat, &order, luck.key());
        fold(&mut state, &facts.unwrap_or_else(|stop| panic!("{what}: {order}: {stop}")));
    }
}

/// Positions that differ in what a seat may not know give it the same worlds from the same dice.
fn worlds_do_not_depend_on_what_their_seat_may_not_know(games: Range<u64>) {
    let (mut pairs, mut apart) = (0, 0);
    let mut same = |game: &GrandFleet, states: [&State; 2], side: Side, past: [&[Fact<Event>]; 2], key| {
        let [one, other] = [0, 1].map(|at| {
            let view = seen(game, states[at], side);
            imagined(game, &view, side, &told(past[at], side.seat()), key)
        });
        assert_eq!(one, other);
        pairs += 1;
    };
    for seed in games.clone() {
        laws::play::<GrandFleet>(seed, |moment, luck| {
            let Moment { game, state, seat, order, facts, key, .. } = moment;
            if let Some(other) = otherwise::shuffled(state, luck) {
                SIDES.into_iter().for_each(|side| same(game, [state, &other], side, [&[], &[]], luck.key()));
            }
            if otherwise::secret(state.step).is_none() {
                return;
            }
            let happened = |order: &OrderForm| resolve(game, state, seat, order, key).unwrap();
            let opened = |facts: &[Fact<Event>]| facts.iter().any(crate::common::grand_fleet::opens);
            let alike = |other: &OrderForm| {
                let others = happened(other);
                otherwise::face_up(&others) == otherwise::face_up(facts) && !opened(&others)
            };
            let Some(other) = otherwise::order(order, moment.options, luck, alike) else { return };
            let others = happened(&other);
            if opened(facts) {
                return;
            }
            let mut after = state.clone();
            fold(&mut after, &others);
            let side = Side::of(seat).unwrap();
            apart += usize::from(seen(game, &after, side) != seen(game, moment.after, side));
            same(game, [moment.after, &after], side.enemy(), [facts, &others], luck.key());
        });
    }
    println!("{pairs} pairs, {apart} of them by a decision");
    assert!(pairs > 20 * games.clone().count() && apart > games.count(), "{pairs} pairs, {apart} apart");
}

/// The facts that a seat has seen.
fn told(facts: &[Fact<Event>], seat: Seat) -> Vec<Fact<Event>> {
    let may = |fact: &&Fact<Event>| match GrandFleet::fact_policy(fact).audience {
        Audience::Everyone => true,
        Audience::Seats(seats) => seats.contains(&seat),
        Audience::Nobody => false,
    };
    facts.iter().filter(may).cloned().collect()
}

/// A secret of the other side, written so that alike secrets are written alike.
type Secret = String;

/// Where few things may be, each of them is imagined, and nothing else.
#[test]
fn nothing_that_may_be_is_left_out() {
    let (mut dice, mut fleets, mut places, mut targets) = (0, 0, 0, 0);
    let game = GrandFleet::built_in();
    for seed in 0..SMALL_GAMES {
        let mut luck = Luck::of(seed);
        let mut state = few_ships(&game, &mut luck);
        let turn = state.turn;
        while !game.is_over(&state) && state.turn == turn {
            for side in SIDES {
                let view = seen(&game, &state, side);
                let battle = view.battle.as_ref();
                let combat = battle.and_then(|battle| battle.combat.as_ref());
                let enemy = side.enemy();
                let mut compare =
                    |count: &mut usize, all: BTreeSet<Secret>, of: &dyn Fn(&State) -> Secret| {
                        *count += 1;
                        let found: BTreeSet<Secret> =
                            (0..OFTEN).map(|_| of(&imagined(&game, &view, side, &[], luck.key()))).collect();
                        assert_eq!(found, all, "seed {seed}: {side} at {:?}", state.step);
                    };
                if view.dice[enemy] == Decision::Sealed && dice < COUNTED {
                    let all = ["Some(1)", "Some(2)"].map(String::from).into();
                    compare(&mut dice, all, &|state| format!("{:?}", state.dice[enemy]));
                }
                if battle.is_some_and(|battle| battle.formed[enemy] == Decision::Sealed) && fleets < COUNTED {
                    compare(&mut fleets, formations(&game, &state, enemy), &|state| formed(state, enemy));
                }
                let mixed = matches!(state.step, Step::Placement { .. });
                if mixed && places < COUNTED {
                    let first = |state: &State| {
                        format!("{:?}", state.battle.as_ref().unwrap().shuffled[side].first())
                    };
                    let up = &state.battle.as_ref().unwrap().formed[side].as_ref().unwrap().shown;
                    let numbers = 1..=wardroom::games::grand_fleet::formation::fleets(side);
                    let down = numbers.filter(|number| !up.contains(number));
                    compare(&mut places, down.map(|number| format!("{:?}", Some(number))).collect(), &first);
                }
                if combat.is_some_and(|combat| combat.targets[enemy] == Decision::Sealed) && targets < COUNTED
                {
                    compare(&mut targets, aims(&game, &state, enemy), &|state| aimed(state, enemy));
                }
            }
            let seat = laws::asked(&game, &state, &mut luck);
            let order = game.options(&state, seat).sample(&mut |n| luck.below(n)).expect("an order");
            let facts = resolve(&game, &state, seat, &order, luck.key()).unwrap();
            fold(&mut state, &facts);
        }
    }
    println!("{dice} with dice, {fleets} with fleets, {places} with markers, {targets} with targets");
    assert!([dice, fleets, places, targets].iter().all(|count| *count == COUNTED));
}

/// A beginning at which each side has no more than three to five ships.
fn few_ships(game: &GrandFleet, luck: &mut Luck) -> State {
    let (_, mut state) = laws::begin(game, luck);
    for side in SIDES {
        let mut ours: Vec<ShipId> = in_fleet_box(game, &state, side).collect();
        luck.shuffle(&mut ours);
        ours.truncate(3 + luck.below(3) as usize);
        let all: Vec<ShipId> = state.berths.keys().copied().collect();
        for ship in all.into_iter().filter(|ship| game.chart().ship(*ship).unwrap().nation.side() == side) {
            state.berths.insert(ship, if ours.contains(&ship) { Berth::Fleet } else { Berth::Sunk });
        }
    }
    state.step = Step::Initiative;
    assert_eq!(game.check(&state), Ok(()));
    state
}

/// What a side may have formed, as the options accept it when it forms and as its face-up markers show.
fn formations(game: &GrandFleet, state: &State, side: Side) -> BTreeSet<Secret> {
    let mut before = state.clone();
    before.step = Step::Formation { side };
    let battle = before.battle.as_mut().unwrap();
    let shown =
        battle.formed[side.enemy()].is_some().then(|| battle.formed[side].as_ref().unwrap().shown.clone());
    battle.formed[side] = None;
    let options = game.options(&before, side.seat());
    let ships: Vec<Word> = in_fleet_box(game, state, side).map(|ship| ship.0).collect();
    let bins: Vec<Word> = ["1", "2", "3", "4", "5", "6", "7", "8"].map(Word::literal).to_vec();
    let up: Vec<Word> =
        ["1-up", "2-up", "3-up", "4-up", "5-up", "6-up", "7-up", "8-up"].map(Word::literal).to_vec();
    // With fewer than six ships there is one fleet.
    let one = |bin: &Word| {
        let sorted: Sorted = [(*bin, ships.clone())].into_iter().collect();
        let order = OrderForm::new(Word::literal("form")).with("fleets", sorted);
        let number: u32 = bin.as_str().trim_end_matches("-up").parse().unwrap();
        let face_up: Vec<u32> = if bin.as_str().ends_with("-up") { vec![number] } else { vec![] };
        let fits = options.accept(&order).is_ok() && shown.as_ref().is_none_or(|shown| *shown == face_up);
        fits.then(|| format!("{number} {ships:?} {face_up:?}"))
    };
    bins.iter().chain(&up).filter_map(one).collect()
}

fn formed(state: &State, side: Side) -> Secret {
    let formation = state.battle.as_ref().unwrap().formed[side].as_ref().unwrap();
    let [fleet] = &formation.fleets[..] else { panic!("one fleet: {formation:?}") };
    let ships: BTreeSet<Word> = fleet.ships.iter().map(|ship| ship.0).collect();
    format!("{} {:?} {:?}", fleet.number, ships.into_iter().collect::<Vec<_>>(), formation.shown)
}

/// What a side may have fired at, as the options accept it.
fn aims(game: &GrandFleet, state: &State, side: Side) -> BTreeSet<Secret> {
    let mut before = state.clone();
    before.battle.as_mut().unwrap().combat.as_mut().unwrap().targets[side] = None;
    let options = game.options(&before, side.seat());
    let ships: Vec<Word> = in_fleet_box(game, state, side.enemy()).map(|ship| ship.0).collect();
    let some = |bits: u32| {
        ships.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1).map(|(_, ship)| *ship)
    };
    let accepted = |bits: &u32| {
        let targets: Vec<Word> = some(*bits).collect();
        let fire = OrderForm::new(Word::literal("fire")).with("targets", targets);
        *bits == 0 || options.accept(&fire).is_ok()
    };
    let sets = (0..1 << ships.len()).filter(accepted);
    sets.map(|bits| format!("{:?}", some(bits).collect::<BTreeSet<_>>())).collect()
}

fn aimed(state: &State, side: Side) -> Secret {
    let combat = state.battle.as_ref().unwrap().combat.as_ref().unwrap();
    let targets = combat.targets[side].as_ref().unwrap();
    format!("{:?}", targets.iter().map(|ship| ship.0).collect::<BTreeSet<_>>())
}
