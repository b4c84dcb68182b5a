//! Words for the line being typed: those of the seat that has the terminal, and of no other.

use std::cell::RefCell;

use wardroom::words::Lang;

use super::{Ship, Step, give, meanwhile};

/// Plays these steps; `{}` is where Tab is typed, and what is offered there is returned, in order.
fn offered(ship: &Ship, lang: Lang, args: &[&str], steps: Vec<Result<&str, &str>>) -> Vec<Vec<String>> {
    let found = RefCell::new(vec![]);
    let step = |step| match step {
        Ok(line) => Step::Line(line),
        Err(typed) => Step::Tab(typed, Box::new(|words| found.borrow_mut().push(words))),
    };
    ship.play_in(lang, "ada", args, steps.into_iter().map(step).collect(), true);
    found.into_inner()
}

#[test]
fn the_orders_of_the_seat_complete_a_line_in_both_languages() {
    let steps = |word, order| vec![Err(""), Err(word), Ok(order), Err("")];
    let english = offered(&Ship::new(), Lang::En, &["toy"], steps("ch", "choose 4"));
    assert_eq!(english[..2], [["choose"], ["choose"]], "{english:?}");
    let japanese = offered(&Ship::new(), Lang::Ja, &["toy"], steps("選", "選ぶ 4"));
    assert_eq!(japanese[0], ["選ぶ"], "{japanese:?}");
    assert!(japanese[1].contains(&"選ぶ".to_owned()), "{japanese:?}");
    // After an order the options are those of the position that it led to.
    assert!(!english[2].is_empty() && !japanese[2].is_empty());
}

#[test]
fn nothing_of_a_seat_is_offered_before_its_player_has_come() {
    let steps = vec![
        Err(""),
        Ok(""),
        Err(""),
        Ok("choose 4"),
        Err("choo"),
        Ok(""),
        Err(""),
        Err("choo"),
        Ok(""),
        Err(""),
    ];
    let found = offered(&Ship::new(), Lang::En, &["toy", "--hot-seat"], steps);
    let [before, red, after, blank, blue_to_come, blue] = &found[..] else { panic!("{found:?}") };
    assert!(before.is_empty() && blank.is_empty() && blue_to_come.is_empty(), "{found:?}");
    assert!(red.contains(&"choose".to_owned()) && blue.contains(&"choose".to_owned()), "{found:?}");
    assert!(!after.contains(&"choose".to_owned()), "red has chosen: {found:?}");
}

#[test]
fn the_words_follow_what_others_do_meanwhile() {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "red"], vec![], false);
    ship.play("bob", &[&ship.table(), "--as", "blue"], vec![], false);
    let (red, blue) = (ship.session("ada", "red"), ship.session("bob", "blue"));
    give(&red, "choose", Some(4));
    let found = RefCell::new(vec![]);
    let look = |typed| Step::Tab(typed, Box::new(|words| found.borrow_mut().push(words)));
    let act = meanwhile(|| give(&blue, "choose", Some(7)));
    ship.play("ada", &[&ship.table()], vec![look("pas"), act, look("pas")], true);
    let found = found.into_inner();
    assert!(!found[0].contains(&"pass".to_owned()) && found[1].contains(&"pass".to_owned()), "{found:?}");
}

#[test]
fn a_confirmation_is_not_completed() {
    let found = offered(&Ship::new(), Lang::En, &["toy"], vec![Ok("close"), Err("y"), Ok("no"), Err("clo")]);
    assert_eq!(found, [vec![], vec!["close".to_owned()]]);
}
