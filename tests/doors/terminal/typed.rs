//! What a person types while others act, and what one `undo` takes back.

use super::other_players::passed;
use super::{Ship, Step, give, lines};

/// Both have chosen, and red is asked to act.
fn red_to_act() -> (Ship, String) {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "red"], lines("choose 4"), false);
    let table = ship.table();
    ship.play("bob", &[&table, "--as", "blue"], lines("choose 7"), false);
    (ship, table)
}

#[test]
fn what_is_half_typed_is_shown_again_below_what_others_did() {
    let (ship, table) = passed();
    let blue = ship.session("bob", "blue");
    let steps = vec![Step::Half("ro", Box::new(|| give(&blue, "pass", None))), Step::Typed(1, "roll")];
    let (ending, said) = ship.play("ada", &[&table], steps, true);
    assert_eq!(ending.refused, 0, "a verb is no number: {said}");
    let (_, after) = said.split_once("happened: Passed").unwrap();
    assert!(after.contains("\n> ro"), "{said}");
}

#[test]
fn a_number_belongs_to_the_list_that_stood_there_at_its_first_key() {
    let (ship, table) = passed();
    let blue = ship.session("bob", "blue");
    let steps = vec![
        Step::Half("1", Box::new(|| give(&blue, "pass", None))),
        Step::Typed(1, "1"),
        Step::Typed(0, "1"),
    ];
    let (ending, said) = ship.play("ada", &[&table], steps, true);
    assert_eq!(ending.refused, 1, "{said}");
    assert!(said.contains("The table has changed since"), "{said}");
    let (_, later) = said.split_once("The table has changed since").unwrap();
    assert_eq!(later.matches("happened: Passed").count(), 1, "the next number is of the new list: {said}");
}

#[test]
fn what_the_other_decides_in_secret_does_not_ask_again() {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "red"], vec![], false);
    let table = ship.table();
    ship.play("bob", &[&table, "--as", "blue"], vec![], false);
    let blue = ship.session("bob", "blue");
    let steps = vec![Step::Half("", Box::new(|| give(&blue, "choose", Some(7)))), Step::Line("choose 4")];
    let (ending, said) = ship.play("ada", &[&table], steps, true);
    assert_eq!(ending.refused, 0, "{said}");
    assert_eq!(said.matches("asked of red: choose").count(), 1, "{said}");
}

#[test]
fn help_tells_the_orders_of_now_first_and_the_rest_by_group() {
    let (ship, table) = red_to_act();
    let (_, said) = ship.play("ada", &[&table], lines("help"), false);
    let (_, help) = said.split_once("> help").unwrap();
    let first = help.lines().find(|line| !line.is_empty()).unwrap();
    assert!(first.starts_with("pass"), "{help}");
    assert!(help.contains("With the other players: who, ask-undo, agree"), "{help}");
    assert!(help.lines().count() < 20, "{help}");
}
