//! The laws of the engine over random whole games of *Grand Fleet 1.2*.

use crate::common::grand_fleet::invariants;
use crate::common::laws::{self, Lawful};
use crate::common::typed::{self, Desk};
use crate::common::{Luck, few_and_many, roll_key};
use wardroom::book::{ArgKind, Book};
use wardroom::game::{Chance, Game, OrderForm, Stop};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::chronicle::Chronicle;
use wardroom::games::grand_fleet::ids::Side;
use wardroom::games::grand_fleet::orders::ChapterOrder;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::grand_fleet::state::{Setup, Step};

few_and_many!(
    a_thousand_random_games_reach_an_end: 60, 1000;
    an_order_that_can_be_taken_back_rolls_and_shows_nothing: 60, 600;
    a_spoilt_position_is_refused_or_played_never_a_panic: 25, 300;
    ships_boxes_fleets_markers_and_points_add_up: 25, 600;
    a_typed_line_is_carried_out_only_with_every_word_used_for_what_it_names: 10, 60;
);

fn a_thousand_random_games_reach_an_end(games: u64) {
    let ends = laws::games_reach_an_end::<GrandFleet>(games);
    assert!(ends.len() >= if games < 1000 { 2 } else { 4 }, "random play ends in few ways only: {ends:?}");
}

/// A door may give such an order at the last choice, without another question.
fn an_order_that_can_be_taken_back_rolls_and_shows_nothing(games: u64) {
    let met = laws::orders_can_be_taken_back::<GrandFleet>(games);
    for verb in ["stow", "stow-by", "place", "place-shown"] {
        assert!(met.contains_key(verb), "{verb}: {met:?}");
    }
}

#[test]
fn the_first_turn_is_told_with_the_lead_that_the_game_began_with() {
    let key = Luck::of(1).key();
    let setup = Setup { historical: true, ..Setup::default() };
    let facts = GrandFleet::built_in().start(&setup, &mut Chance::seeded(|n| roll_key(key, n))).unwrap();
    let leads: Vec<i32> = Chronicle::of(&facts).turns.iter().map(|turn| turn.lead).collect();
    assert_eq!(leads, [2]);
}

#[test]
fn the_same_state_order_and_dice_give_the_same_facts() {
    laws::facts_follow_from_state_order_and_dice::<GrandFleet>(60);
}

#[test]
fn states_facts_and_orders_survive_json_and_fold() {
    laws::all_survives_json::<GrandFleet>(40);
}

#[test]
fn an_order_is_accepted_exactly_when_the_tree_accepts_it() {
    let slips = laws::accepted_exactly_when_the_tree_accepts::<GrandFleet>(150);
    assert!(slips.accepted > 1000 && slips.refusals() > 5000, "too few of either: {slips:?}");
    for reason in ["not-asked", "twice", "unknown-ship", "all-ships-in-fleets", "box-full", "fleet-size"] {
        assert!(slips.refused.contains_key(reason), "no order was refused for {reason}: {slips:?}");
    }
}

/// An order is a value of its chapter before a rule sees it: one that its step does not read is refused, by whatever way it
/// comes.
#[test]
fn an_order_that_its_step_does_not_read_is_refused() {
    let game = GrandFleet::built_in();
    let verbs = [
        "stow",
        "stow-by",
        "commit",
        "respread",
        "respread-by",
        "decline",
        "transfer",
        "send",
        "send-by",
        "unleash",
        "hold-back",
        "throw",
        "seek",
        "accept",
        "refuse",
        "return",
        "return-by",
        "form",
        "form-by",
        "place",
        "place-shown",
        "intercept",
        "pass",
        "fight",
        "manoeuvre",
        "situation",
        "fire",
        "fire-by",
        "hold-fire",
        "fight-on",
        "break-off",
        "nonsense",
    ];
    let key = Luck::of(1).key();
    let facts = game.start(&Setup::default(), &mut Chance::seeded(|n| roll_key(key, n))).unwrap();
    let mut state = game.blank();
    laws::fold(&mut state, &facts);
    let side = Side::German;
    let steps = [
        Step::Reinforcement { side },
        Step::Commitment { side, thrown: 0 },
        Step::Transfer { side, count: None },
        Step::Transfer { side, count: Some(2) },
        Step::SubmarineWar { choice: true },
        Step::SubmarineWar { choice: false },
        Step::Initiative,
        Step::Declaration { attacker: side, sought: false },
        Step::Declaration { attacker: side, sought: true },
        Step::Overflow { count: 1 },
        Step::Formation { side },
        Step::Placement { side },
        Step::Interception { side },
        Step::HexChoice,
        Step::Manoeuvre { side },
        Step::Situation { side, count: 1 },
        Step::Gunnery,
        Step::Persistence { side },
        Step::Aftermath,
        Step::Over,
    ];
    for step in steps {
        state.step = step;
        let mut refused = 0;
        for verb in verbs {
            let order = OrderForm::new(verb.parse().unwrap());
            if ChapterOrder::read(step, &order).is_some() {
                continue;
            }
            let stop = game.carry_out(&state, side.seat(), &order, &mut Chance::scripted([])).unwrap_err();
            assert!(
                matches!(&stop, Stop::Refused(why) if why.reason.as_str() == "no-such-order"),
                "{verb} at {step:?}: {stop:?}"
            );
            refused += 1;
        }
        assert!(refused > 20, "too few orders are unread at {step:?}: {refused}");
    }
}

#[test]
fn a_position_in_which_ships_still_come_after_the_outbreak_is_refused() {
    let (game, key) = (GrandFleet::built_in(), Luck::of(1).key());
    let facts = game.start(&Setup::default(), &mut Chance::seeded(|n| roll_key(key, n))).unwrap();
    let mut state = game.blank();
    laws::fold(&mut state, &facts);
    assert_eq!(game.check(&state), Ok(()));
    state.war = Some(state.turn);
    let fault = game.check(&state).unwrap_err();
    assert!(fault.0.contains("cancelled: the submarine war has broken out"), "{fault:?}");
}

#[test]
fn sealed_orders_and_facts_follow_from_public_facts() {
    let secret = laws::audiences_follow_from_public_facts::<GrandFleet>(150);
    assert!(secret > 2000, "only {secret} sealed orders");
}

fn a_spoilt_position_is_refused_or_played_never_a_panic(games: u64) {
    let met = laws::spoilt_positions_do_no_harm::<GrandFleet>(games, 12);
    assert!(met.refused as u64 > 3 * games && met.played as u64 * 3 > 2 * games, "{met:?}");
}

fn ships_boxes_fleets_markers_and_points_add_up(games: u64) {
    let met = invariants::hold_in_games(games);
    println!("{met:?}");
    for kind in invariants::KINDS {
        assert!(
            met.get(kind).is_some_and(|times| *times as u64 >= games / 60),
            "{kind} was met too seldom: {met:?}"
        );
    }
}

fn a_typed_line_is_carried_out_only_with_every_word_used_for_what_it_names(games: u64) {
    let words = wardroom::words::Words::of_game("grand_fleet").unwrap();
    let lexicon = wardroom::names::grand_fleet::lexicon(&words, Chart::builtin().pack());
    let desk = Desk { book: Book::of("grand_fleet").unwrap(), lexicon };
    let tally = typed::every_word_is_used::<GrandFleet>(&desk, games, 2, 6);
    assert!(
        tally.carried_out as u64 > 16 * games && tally.nothing as u64 > 33 * games && tally.verbs.len() > 8,
        "{tally:?}"
    );
    assert!(tally.of_kind(&desk, ArgKind::Sort) as u64 > games, "{tally:?}");
}
