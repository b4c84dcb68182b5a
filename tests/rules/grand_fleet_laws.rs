//! The laws of the engine over random whole games of *Grand Fleet 1.2*.

use crate::common::grand_fleet::invariants;
use crate::common::laws;
use crate::common::typed::{self, Desk};
use wardroom::book::Book;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;

#[test]
fn a_thousand_random_games_reach_an_end() {
    let ends = laws::games_reach_an_end::<GrandFleet>(1000);
    assert!(ends.len() >= 4, "random play ends in few ways only: {ends:?}");
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

#[test]
fn sealed_orders_and_facts_follow_from_public_facts() {
    let secret = laws::audiences_follow_from_public_facts::<GrandFleet>(150);
    assert!(secret > 2000, "only {secret} sealed orders");
}

#[test]
fn a_spoilt_position_is_refused_or_played_never_a_panic() {
    let met = laws::spoilt_positions_do_no_harm::<GrandFleet>(300, 12);
    assert!(met.refused > 1000 && met.played > 200, "{met:?}");
}

#[test]
fn ships_boxes_fleets_markers_and_points_add_up() {
    let met = invariants::hold_in_games(600);
    println!("{met:?}");
    for kind in invariants::KINDS {
        assert!(met.get(kind).is_some_and(|times| *times >= 10), "{kind} was met too seldom: {met:?}");
    }
}

#[test]
fn a_typed_line_is_carried_out_only_with_every_word_used_for_what_it_names() {
    let words = wardroom::words::Words::read().unwrap();
    let lexicon = wardroom::games::grand_fleet::report::lexicon(&words, Chart::builtin().pack());
    let desk = Desk { book: Book::of("grand_fleet").unwrap(), lexicon };
    let tally = typed::every_word_is_used::<GrandFleet>(&desk, 60, 2, 6);
    assert!(tally.carried_out > 1000 && tally.nothing > 2000 && tally.verbs.len() > 8, "{tally:?}");
}
