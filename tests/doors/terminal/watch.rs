//! What others do is seen while one waits.

use super::{Ship, Step, give, lines, meanwhile, run};
use crate::common::commands::SeatCommands;

/// Ada opened a table as red, Bob came as blue.
fn begun() -> (Ship, String) {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "red"], vec![], false);
    let table = ship.table();
    ship.play("bob", &[&table, "--as", "blue"], vec![], false);
    (ship, table)
}

fn count(said: &str, what: &str) -> usize {
    said.matches(what).count()
}

#[test]
fn whom_the_seat_waits_for_is_said_once_and_news_come_by_themselves() {
    let (ship, table) = begun();
    let blue = ship.session("bob", "blue");
    let steps = vec![
        Step::Line("choose 4"),
        Step::Tick,
        Step::Tick,
        meanwhile(|| give(&blue, "choose", Some(7))),
        Step::Tick,
        Step::Line("pass"),
        Step::Tick,
        meanwhile(|| give(&blue, "pass", None)),
    ];
    let (ending, said) = ship.play("ada", &[&table], steps, false);
    assert_eq!(ending.refused, 0, "{said}");
    assert_eq!(count(&said, "Waiting for: blue."), 2, "after the choice and after the pass: {said}");
    assert_eq!(count(&said, "happened: ChoicesShown"), 1, "{said}");
    assert_eq!(count(&said, "asked of red: act"), 2, "{said}");
    assert!(said.find("happened: Passed { turn: 2 }") < said.rfind("asked of red: act"), "{said}");
}

#[test]
fn ticks_without_news_print_nothing() {
    let (ship, table) = begun();
    let quiet = ship.play("ada", &[&table], vec![], false).1;
    let ticked = ship.play("ada", &[&table], vec![Step::Tick, Step::Tick], false).1;
    assert_eq!(quiet, ticked);
}

#[test]
fn what_the_other_hides_is_no_news() {
    let (ship, table) = begun();
    let blue = ship.session("bob", "blue");
    let quiet = ship.play("ada", &[&table], vec![], false).1;
    let steps = vec![meanwhile(|| give(&blue, "choose", Some(7)))];
    let said = ship.play("ada", &[&table], steps, false).1;
    // Only the head of the log differs.
    let but_head = |said: &str| said.lines().filter(|line| !line.contains("Log at")).count();
    assert_eq!(but_head(&said), but_head(&quiet), "{said}");
    assert!(!said.contains("blue chose") && !said.contains("number: 7"), "{said}");
}

#[test]
fn a_person_at_the_prompt_is_told_on_a_line_of_its_own_and_invited_again() {
    let (ship, table) = begun();
    give(&ship.session("ada", "red"), "choose", Some(4));
    let blue = ship.session("bob", "blue");
    let steps = vec![meanwhile(|| give(&blue, "choose", Some(7)))];
    let said = ship.play("ada", &[&table], steps, true).1;
    assert!(said.contains("> \nhappened: Chosen {"), "{said}");
    assert_eq!(count(&said, "\n> "), 2, "{said}");
}

#[test]
fn a_script_waits_until_it_is_asked() {
    let (ship, table) = begun();
    let blue = ship.session("bob", "blue");
    let steps = vec![
        Step::Line("choose 4; wait; pass"),
        Step::Tick,
        meanwhile(|| give(&blue, "choose", Some(7))),
        Step::Line("wait"),
        meanwhile(|| give(&blue, "roll", None)),
        Step::Line("wait"),
        Step::Line("roll"),
    ];
    let (ending, said) = ship.play("ada", &[&table], steps, false);
    assert_eq!(ending.refused, 0, "{said}");
    assert_eq!(count(&said, "happened: Scored"), 2, "{said}");
}

#[test]
fn patience_that_ends_is_a_slip_and_a_person_who_types_waits_no_longer() {
    let (ship, table) = begun();
    let steps = vec![Step::Line("choose 4"), Step::Line("wait; pass"), Step::Tick, Step::Late];
    let (ending, said) = ship.play("ada", &[&table], steps, false);
    assert_eq!(ending.refused, 1, "{said}");
    assert!(said.contains("Your turn did not come") && said.contains("Not done after that: pass"), "{said}");
    let steps = vec![Step::Line("wait"), Step::Tick, Step::Line("dice"), Step::Line("quit")];
    let said = ship.play("ada", &[&table], steps, true).1;
    assert!(said.contains("The table is saved"), "{said}");
}

#[test]
fn a_number_is_not_taken_from_a_list_that_was_not_there_when_it_was_typed() {
    let (ship, table) = begun();
    give(&ship.session("ada", "red"), "choose", Some(4));
    let blue = ship.session("bob", "blue");
    let crossing = Step::Crossing(Box::new(|| give(&blue, "choose", Some(7))), "1");
    let (ending, said) = ship.play("ada", &[&table], vec![crossing, Step::Line("1")], false);
    assert_eq!(ending.refused, 1, "{said}");
    assert!(said.contains("The table has changed since"), "{said}");
    assert_eq!(count(&said, "happened: Passed"), 1, "{said}");
}

#[test]
fn an_order_in_words_meets_the_table_as_it_is() {
    let (ship, table) = begun();
    give(&ship.session("ada", "red"), "choose", Some(4));
    let blue = ship.session("bob", "blue");
    let crossing = Step::Crossing(Box::new(|| give(&blue, "choose", Some(7))), "pass");
    let (ending, said) = ship.play("ada", &[&table], vec![crossing], false);
    assert_eq!(ending.refused, 0, "{said}");
    assert_eq!(count(&said, "happened: Passed"), 1, "{said}");
}

#[test]
fn a_script_that_ends_while_others_play_ends_well() {
    let (ship, table) = begun();
    let (went, said) = run(&ship, "ada", &[&table], "choose 4\n");
    assert_eq!(went, Ok(true), "{said}");
    let (went, said) = run(&ship, "ada", &[&table, "--wait-seconds", "0"], "wait\n");
    assert_eq!(went, Ok(false), "{said}");
}

#[test]
fn a_wait_ends_with_the_table() {
    let (ship, table) = begun();
    let red = ship.session("ada", "red");
    give(&ship.session("bob", "blue"), "choose", Some(7));
    let steps = vec![Step::Line("wait; dice"), meanwhile(|| assert!(red.resign().unwrap().is_accepted()))];
    let (ending, said) = ship.play("bob", &[&table], steps, false);
    assert_eq!(ending.refused, 0, "{said}");
    assert!(said.contains(&format!("Table {table} is closed")), "{said}");
}

#[test]
fn two_terminals_play_each_other() {
    let (ship, table) = begun();
    let turns = "wait\npass\nwait\npass\nwait\nroll\n";
    let (red, blue) = std::thread::scope(|scope| {
        let side = |user: &'static str, number: &'static str| {
            let (ship, table) = (&ship, table.as_str());
            let script: &'static str = Box::leak(format!("choose {number}\n{turns}").into_boxed_str());
            scope.spawn(move || run(ship, user, &[table, "--wait-seconds", "60"], script))
        };
        let (red, blue) = (side("ada", "4"), side("bob", "7"));
        (red.join().unwrap(), blue.join().unwrap())
    });
    for (went, said) in [&red, &blue] {
        assert_eq!(*went, Ok(true), "{said}");
        assert_eq!(count(said, "happened: ChoicesShown"), 1, "{said}");
    }
    let (_, log) = ship.play("ada", &[&table], lines("log 50"), false);
    let (recap, log) = log.split_once("> log 50").unwrap();
    assert!(recap.contains("Since your order “") && recap.contains("(red), "), "{recap}");
    assert_eq!(count(recap, "happened: Scored"), 2, "{recap}");
    assert_eq!(count(log, "“pass”"), 4, "{log}");
    assert_eq!(count(log, "happened: Passed"), 4, "{log}");
    assert_eq!(count(log, "happened: Scored"), 2, "{log}");
}

#[test]
fn why_is_asked_of_computers_orders_alone() {
    let ship = Ship::new();
    let (ending, said) = ship.play("ada", &["toy"], lines("why\nwhy 2\nwhy so"), false);
    assert_eq!(ending.refused, 1, "{said}");
    assert!(said.contains("No computer player has given an order at this table."), "{said}");
    assert!(said.contains("Entry 2 is not an order of a computer player."), "{said}");
}

#[test]
fn a_day_that_was_come_back_to_is_told_whole() {
    let ship = Ship::new();
    let typed = "choose 3\nchoose 4\npass\npass\nundo １\npass\nrecap １\n";
    let (ending, said) = ship.play("ada", &["toy", "--hot-seat"], lines(typed), false);
    assert_eq!(ending.refused, 0, "{said}");
    let (_, recap) = said.split_once("> recap １").unwrap();
    assert!(recap.contains("happened: Passed { turn: 1 }"), "{recap}");
    assert_eq!(
        count(recap, "happened: Passed { turn: 2 }"),
        2,
        "before it was taken back, and again: {recap}"
    );
}
