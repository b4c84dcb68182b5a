//! The laws of the engine over random whole games of *Goeben, 1914*.

mod campaigns;

use std::collections::BTreeSet;

use crate::common::laws::{self, Lawful};
use crate::common::optional::{perhaps_a_fleet, some_rules};
use crate::common::twins::{Tally, Twins};
use crate::common::typed::{self, Desk};
use crate::common::{Luck, few_and_many, roll_key};
use wardroom::book::{ArgKind, Book};
use wardroom::game::{Audience, Chance, Fact, Game, OrderForm, Stop, Viewer, Word};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::event::Event;
use wardroom::games::goeben::orders::ChapterOrder;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::standing::QUESTIONS;
use wardroom::games::goeben::state::{Officers, Setup, State};

impl Lawful for Goeben {
    const SLIPS: &'static [&'static str] = &[
        "load",
        "fire",
        "done",
        "move",
        "goeben",
        "breslau",
        "MES",
        "STY",
        "coast",
        "12",
        "maximum",
        "nonsense",
        "lay",
        "scout",
        "lead",
        "deploy",
        "moltke",
        "tegetthoff",
        "seaplane",
        "mines",
        "POL",
        "station",
        "conclude",
    ];
    const MISPRINTS: &'static [&'static str] = &[
        "MES",
        "POL",
        "SIO",
        "goeben",
        "dublin",
        "tegetthoff",
        "storm",
        "movement",
        "naval-combat",
        "nonsense",
    ];
    const ORDERS_LIMIT: usize = 20_000;

    fn built_in() -> Goeben {
        Goeben::new(SeaChart::builtin())
    }

    fn setup(luck: &mut Luck) -> Setup {
        Setup { optional: some_rules(luck), campaign: luck.below(4) == 0, ..Setup::default() }
    }

    fn beginning(&self, luck: &mut Luck) -> State {
        let mut state = laws::begin(self, luck).1;
        perhaps_a_fleet(self, &mut state, luck);
        state
    }

    fn ending(state: &State) -> String {
        match &state.campaign {
            Some(campaign) => format!("campaign: {}", campaign.verdict.unwrap()),
            None => state.outcome.unwrap().to_string(),
        }
    }
}

few_and_many!(
    a_thousand_random_games_reach_an_end: 60, 1000;
    nothing_shown_depends_on_what_lies_face_down: 5, 300;
    a_typed_line_is_carried_out_only_with_every_word_used_for_what_it_names: 8, 60;
    states_facts_and_orders_survive_json_and_fold: 6, 40;
    an_order_that_can_be_taken_back_rolls_and_shows_nothing: 60, 600;
    a_spoilt_position_is_refused_or_played_never_a_panic: 25, 150;
);

fn a_thousand_random_games_reach_an_end(games: u64) {
    let ends = laws::games_reach_an_end::<Goeben>(games);
    assert!(ends.len() >= 2, "random play ends in one way only: {ends:?}");
}

/// A door may give such an order at the last choice, without another question.
fn an_order_that_can_be_taken_back_rolls_and_shows_nothing(games: u64) {
    let met = laws::orders_can_be_taken_back::<Goeben>(games);
    for verb in ["load", "collier", "discard", "trade", "swap", "deploy"] {
        assert!(met.contains_key(verb), "{verb}: {met:?}");
    }
}

#[test]
fn the_same_state_order_and_dice_give_the_same_facts() {
    laws::facts_follow_from_state_order_and_dice::<Goeben>(40);
}

fn states_facts_and_orders_survive_json_and_fold(games: u64) {
    laws::all_survives_json::<Goeben>(games);
}

#[test]
fn an_order_is_accepted_exactly_when_the_tree_accepts_it() {
    let slips = laws::accepted_exactly_when_the_tree_accepts::<Goeben>(60);
    assert!(slips.accepted > 300 && slips.refusals() > 2000, "too few of either: {slips:?}");
}

/// An order is a value of its chapter before a rule sees it: one that no chapter reads is refused, by whatever way it comes.
#[test]
fn an_order_that_no_chapter_reads_is_refused() {
    let game = Goeben::built_in();
    let answers = QUESTIONS.iter().flat_map(|question| question.verbs);
    let officers = ["message", "letter", "away", "approve", "oppose", "rate", "speed", "nonsense"];
    let verbs: BTreeSet<&str> = answers.copied().chain(officers).collect();
    for officers in [None, Some(Officers::TaskForce), Some(Officers::Ships)] {
        let setup = Setup { officers, ..Setup::default() };
        let key = Luck::of(1).key();
        let facts = game.start(&setup, &mut Chance::seeded(|n| roll_key(key, n))).unwrap();
        let mut state = game.blank();
        laws::fold(&mut state, &facts);
        let seat = game.seats(&setup)[0];
        let mut refused = 0;
        for verb in &verbs {
            let order = OrderForm::new(verb.parse().unwrap());
            if ChapterOrder::read(&state, &order).is_some() {
                continue;
            }
            let stop = game.carry_out(&state, seat, &order, &mut Chance::scripted([])).unwrap_err();
            assert!(
                matches!(&stop, Stop::Refused(why) if why.reason.as_str() == "not-now"),
                "{verb}: {stop:?}"
            );
            refused += 1;
        }
        assert!(refused > 25, "too few orders are unread: {refused}");
    }
}

/// At a table of one player no order and no fact is for some viewers only: what is hidden is hidden from everyone.
#[test]
fn nothing_is_for_some_viewers_only() {
    assert_eq!(laws::audiences_follow_from_public_facts::<Goeben>(20), 0);
}

fn a_spoilt_position_is_refused_or_played_never_a_panic(games: u64) {
    let met = laws::spoilt_positions_do_no_harm::<Goeben>(games, 1);
    assert!(met.refused as u64 > games && met.played as u64 > games, "{met:?}");
}

/// Two games that differ only in what lies face down, played alike with the same dice, show the same until the
/// difference itself is turned up.
fn nothing_shown_depends_on_what_lies_face_down(games: u64) {
    let game = Goeben::built_in();
    let (mut compared, mut met) = (Tally::new(), 0);
    for seed in 0..games {
        let mut luck = Luck::of(10_000 + seed);
        let (_, one) = laws::begin(&game, &mut luck);
        let Some((other, swapped)) = otherwise(&one, &mut luck) else { continue };
        let viewer = vec![Viewer::Seat(Goeben::commander()), Viewer::Spectator];
        let what = format!("seed {seed}: {swapped:?}");
        let mut twins = Twins { game: &game, one, other, viewer, what };
        let named = |fact: &Fact<Event>| {
            Goeben::fact_policy(fact).audience == Audience::Everyone && names(fact, &swapped)
        };
        let turned_up = |one: &Fact<Event>, other: &Fact<Event>| named(one) || named(other);
        met += usize::from(twins.play(&mut luck, turned_up, &mut compared));
    }
    let positions: usize = compared.values().sum();
    println!("{compared:?}, {met} differences met");
    assert!(
        positions as u64 > 15 * games && met as u64 * 15 > games,
        "{positions} positions compared, {met} differences met: too few"
    );
}

/// The same position with two hidden things exchanged: markers of two zones, or a marker of a zone and one of the pool.
/// Gives the words that tell the two apart.
fn otherwise(state: &State, luck: &mut Luck) -> Option<(State, [Word; 2])> {
    let mut other = state.clone();
    let zones: Vec<_> =
        state.places.iter().filter(|(_, place)| !place.hidden.is_empty()).map(|(id, _)| *id).collect();
    let zone = *luck.one_of(&zones)?;
    let marker = state.places[&zone].hidden[0];
    if luck.below(2) == 0 {
        let other_zone = *luck.one_of(&zones)?;
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

/// Whether a fact names either of the things exchanged; seen by everyone, that ends the comparison.
fn names(fact: &Fact<Event>, swapped: &[Word; 2]) -> bool {
    let Fact::Event(event) = fact else { return false };
    let text = serde_json::to_string(event).expect("json");
    swapped.iter().any(|word| text.contains(&format!("\"{word}\"")))
}

fn a_typed_line_is_carried_out_only_with_every_word_used_for_what_it_names(games: u64) {
    let words = wardroom::words::Words::of_game("goeben").unwrap();
    let lexicon = wardroom::names::goeben::lexicon(&words, SeaChart::builtin().pack());
    let desk = Desk { book: Book::of("goeben").unwrap(), lexicon };
    let tally = typed::every_word_is_used::<Goeben>(&desk, games, 4, 6);
    assert!(
        tally.carried_out as u64 > 16 * games && tally.nothing as u64 > 33 * games && tally.verbs.len() > 15,
        "{tally:?}"
    );
    assert!(tally.of_kind(&desk, ArgKind::Shares) as u64 > games / 2, "{tally:?}");
}
