//! What is grave is not carried out until it is confirmed.

use wardroom::words::Lang;

use super::{Ship, lines};

#[test]
fn an_order_that_is_grave_waits_for_the_word_that_confirms_it() {
    let ship = Ship::new();
    let script = "choose 9\nchoose 9 anyway\nchoose 4";
    let (ending, said) = ship.play("ada", &["toy", "--hot-seat"], lines(script), false);
    assert_eq!(ending.refused, 1, "a script is told that its order was not done: {said}");
    let (asked, done) = said.split_once("> choose 9 anyway").unwrap();
    let warned =
        "Careful: nine is much.\nThis order is not done yet. To do it anyway, type `choose 9 anyway`";
    assert!(asked.contains(warned), "{asked}");
    assert!(!asked.contains("happened: Chosen"), "{asked}");
    assert!(done.contains("\"red\": 9") && !done.contains("Careful: nine"), "{done}");
}

#[test]
fn the_rest_of_a_line_is_not_done_without_it_and_a_number_is_confirmed_alike() {
    let ship = Ship::new();
    let five = "flip; flip; flip; flip; flip";
    let script = format!("{five}\nflip; pass\nflip anyway; pass");
    let (ending, said) = ship.play("ada", &["toy", "--option", "seats=1"], lines(script.leak()), false);
    assert_eq!(ending.refused, 1, "{said}");
    let (before, after) = said.split_once("> flip; pass").unwrap();
    assert_eq!(
        before.matches("Careful: that is the last token.").count(),
        1,
        "said with the question: {before}"
    );
    let (asked, done) = after.split_once("> flip anyway; pass").unwrap();
    assert!(!asked.contains("Flipped") && !asked.contains("Passed"), "{asked}");
    assert!(asked.contains("not done") || asked.contains("Not done"), "the rest is named: {asked}");
    assert!(done.contains("Flipped") && done.contains("Passed"), "{done}");

    let ship = Ship::new();
    // The third of the list is to flip.
    let script = format!("{five}\n3\n3 anyway");
    let (ending, said) = ship.play("ada", &["toy", "--option", "seats=1"], lines(script.leak()), false);
    assert_eq!(ending.refused, 1, "{said}");
    let (asked, done) = said.split_once("> 3 anyway").unwrap();
    assert_eq!(asked.matches("Flipped").count(), 5, "{asked}");
    assert!(done.contains("Flipped"), "{done}");
}

#[test]
fn it_is_confirmed_in_either_language_and_belongs_to_orders_of_the_game() {
    let ship = Ship::new();
    let script = "選ぶ 9\n選ぶ 9 それでも\nundo anyway\nchoose anyway\nchoose 4 anyway";
    let (ending, said) = ship.play_in(Lang::Ja, "ada", &["toy", "--hot-seat"], lines(script), false);
    assert!(said.contains("この命令はまだ実行していません") && said.contains("選ぶ 9 それでも"), "{said}");
    assert_eq!(ending.refused, 3, "not confirmed, a verb of the table, a word that is no number: {said}");
    let (_, after) = said.split_once("> undo anyway").unwrap();
    assert!(!after.contains("TakenBack") && after.contains('4'), "{after}");
}
