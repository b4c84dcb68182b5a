//! What players of one table ask of each other: going back, closing, resigning, and who sits where.

use clap::Parser;
use wardroom::app::cli::{Cli, CliCommand};
use wardroom::app::process::ProcessContext;
use wardroom::app::{App, play, read};

use super::{Ship, Step, give, lines, meanwhile, play_at};
use crate::common::commands::SeatCommands;
use crate::toy::Toy;

/// Ada opened a table as red, Bob came as blue, both have chosen, and red has passed: blue is asked.
pub(super) fn passed() -> (Ship, String) {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "red"], lines("choose 4"), false);
    let table = ship.table();
    ship.play("bob", &[&table, "--as", "blue"], lines("choose 7"), false);
    let (ending, said) = ship.play("ada", &[&table], lines("pass"), false);
    assert_eq!(ending.refused, 0, "{said}");
    (ship, table)
}

pub(super) fn kinds(ship: &Ship, table: &str) -> Vec<String> {
    ship.app("x")
        .store
        .read_lines(table, 1)
        .unwrap()
        .iter()
        .filter_map(|line| match line {
            wardroom::log::stored::StoredLine::Entry(entry) => Some(entry.kind.clone()),
            wardroom::log::stored::StoredLine::Sealed { .. } => None,
        })
        .collect()
}

/// Runs a command of the program that prints.
fn printed(
    app: &App,
    words: &[&str],
    run: impl FnOnce(&App, CliCommand, &mut ProcessContext<'_>) -> Result<bool, String>,
) -> String {
    let command = Cli::try_parse_from(["wardroom"].iter().chain(words)).unwrap().command.unwrap();
    let mut out = Vec::new();
    let mut process = ProcessContext {
        typing: None,
        err: &mut std::io::sink(),
        vars: &|_| None,
        input: Box::new(std::io::empty()),
        out: &mut out,
        interactive: false,
        terminal: None,
        poll_interval: std::time::Duration::from_millis(1),
        platform: app.platform.clone(),
    };
    let went = run(app, command, &mut process);
    drop(process);
    assert_eq!(went, Ok(true));
    String::from_utf8(out).unwrap()
}

#[test]
fn an_undo_that_needs_the_others_names_the_verb_that_asks_them() {
    let (ship, table) = passed();
    give(&ship.session("bob", "blue"), "pass", None);
    let (ending, said) = ship.play("ada", &[&table], lines("undo"), false);
    assert_eq!(ending.refused, 1, "{said}");
    assert!(said.contains("another player has given an order") && said.contains("`ask-undo`"), "{said}");
    let (_, said) = ship.play("ada", &[&table], lines("undo 2\nundo 9"), false);
    assert!(said.contains("`ask-undo 2`"), "{said}");
    assert_eq!(said.matches("ask-undo").count(), 1, "{said}");
}

/// What is asked is the same behind a request; a list is old behind it all the same, and when others led to another prompt.
#[test]
fn a_number_is_taken_neither_behind_a_change_nor_at_another_prompt() {
    let (ship, table) = passed();
    let (ending, said) = ship.play("bob", &[&table], lines("ask-undo; 1"), false);
    assert!(ending.refused == 1 && said.contains("You typed 1 for a list that has changed since"), "{said}");
    let (ship, table) = passed();
    let again = || assert_eq!(ship.play("ada", &[&table], lines("undo\npass"), false).0.refused, 0);
    let (ending, said) = ship.play("bob", &[&table], vec![Step::Crossing(Box::new(again), "1")], false);
    assert!(ending.refused == 1 && said.contains("The table has changed since"), "{said}");
    let (ending, said) = ship.play("bob", &[&table], lines("1"), false);
    assert_eq!(ending.refused, 0, "{said}");
}

#[test]
fn whoever_plays_alone_has_nobody_to_ask() {
    let ship = Ship::new();
    let script = "choose 4\nchoose 7\nundo\nask-undo\nagree\nobject";
    let (ending, said) = ship.play("ada", &["toy", "--hot-seat"], lines(script), false);
    assert_eq!(ending.refused, 4, "{said}");
    assert!(!said.contains("`ask-undo`"), "{said}");
    assert!(said.contains("Nobody else plays at this table"), "{said}");
    assert!(said.contains("There is no request for you to answer"), "{said}");
}

#[test]
fn the_other_terminal_is_asked_agrees_and_both_go_back() {
    let (ship, table) = passed();
    let blue = ship.session("bob", "blue");
    // Red's pass can still be taken back alone: nobody has to be asked.
    let (ending, said) = ship.play("ada", &[&table], lines("ask-undo"), false);
    assert_eq!(ending.refused, 1, "{said}");
    assert!(said.contains("`undo 1`"), "{said}");
    give(&blue, "pass", None);
    let (ending, said) = ship.play("ada", &[&table], lines("ask-undo"), false);
    assert_eq!(ending.refused, 0, "{said}");
    assert!(
        said.contains("red asks to undo everything from “pass” (red) on. Still to answer: blue."),
        "{said}"
    );
    let (ending, said) = ship.play("bob", &[&table], lines("agree"), false);
    assert_eq!(ending.refused, 0, "{said}");
    assert!(said.contains("red asks to take back the last 2 orders of all players"), "{said}");
    assert!(said.contains("Type `agree` or `object`"), "{said}");
    assert!(said.contains("Taken back: the table is as it was"), "{said}");
    let (ending, said) = ship.play("ada", &[&table], lines("roll"), false);
    assert_eq!(ending.refused, 0, "{said}");
}

#[test]
fn a_refusal_and_a_withdrawal_leave_the_table_as_it_is() {
    let (ship, table) = passed();
    give(&ship.session("bob", "blue"), "pass", None);
    for (user, asker) in [("bob", "ada"), ("ada", "ada")] {
        ship.play(asker, &[&table], lines("ask-undo"), false);
        let (ending, said) = ship.play(user, &[&table], lines("object\nobject"), false);
        assert_eq!(ending.refused, 1, "{said}");
        assert!(said.contains("the request is void"), "{said}");
        assert!(said.contains("undo everything from “pass” (red) on") && !said.contains("entry "), "{said}");
    }
    assert!(!kinds(&ship, &table).contains(&"TakenBack".to_owned()));
}

#[test]
fn news_of_a_request_come_by_themselves_and_a_wait_ends_with_them() {
    let (ship, table) = passed();
    give(&ship.session("bob", "blue"), "pass", None);
    // Red is asked; blue waits.
    let red = ship.session("ada", "red");
    let steps = vec![
        Step::Line("wait"),
        Step::Tick,
        meanwhile(|| assert!(red.propose_close().unwrap().is_accepted())),
        Step::Line("agree"),
    ];
    let (ending, said) = ship.play("bob", &[&table], steps, false);
    assert_eq!(ending.refused, 0, "{said}");
    assert!(said.contains("red asks to close the table"), "{said}");
    assert!(said.contains("The table is closed: by agreement."), "{said}");
}

#[test]
fn where_nothing_shows_pages_nothing_is_published() {
    let ship = Ship::new();
    let app = App { links: None, ..ship.app("ada") };
    let (ending, said) = play_at(&app, &["toy", "--hot-seat"], lines("publish"), false).unwrap();
    assert!(ending.refused == 1 && said.contains("Pages are not set up here"), "{said}");
}

#[test]
fn the_only_player_publishes_alone_and_ends_it_after_the_end() {
    let ship = Ship::new();
    let (_, said) = ship.play("ada", &["toy", "--hot-seat"], lines("publish\nclose\nyes"), false);
    assert!(said.contains("https://tables.example/"), "{said}");
    let table = ship.table();
    let (_, said) = ship.play("ada", &[&table], lines("who\nunpublish\nwho\nunpublish"), false);
    assert!(said.contains("https://tables.example/"), "{said}");
    assert!(said.contains("page is removed") && said.contains("This table is closed."), "{said}");
}

#[test]
fn a_request_is_shown_to_a_person_who_is_not_typing() {
    let (ship, table) = passed();
    let red = ship.session("ada", "red");
    let steps = vec![meanwhile(|| assert!(red.propose_close().unwrap().is_accepted()))];
    let said = ship.play("bob", &[&table], steps, true).1;
    assert!(said.contains("asked of blue: act\nred asks to close the table for good."), "{said}");
}

#[test]
fn nobody_agrees_to_what_they_have_not_read() {
    let (ship, table) = passed();
    let red = ship.session("ada", "red");
    for script in ["agree", "undo 9\nagree"] {
        let mut steps = lines(script);
        let Step::Line(first) = steps.remove(0) else { panic!("a line") };
        let ask = || {
            let _ = red.propose_close().unwrap();
        };
        steps.insert(0, Step::Crossing(Box::new(ask), first));
        let said = ship.play("bob", &[&table], steps, false).1;
        assert!(!said.contains("blue agrees"), "{said}");
        assert!(!kinds(&ship, &table).contains(&"TableClosed".to_owned()));
        let number = red.snapshot().unwrap().facts.pending.unwrap().number;
        assert!(red.answer(number, false).unwrap().is_accepted());
    }
}

#[test]
fn a_script_that_asked_waits_for_the_answer() {
    let (ship, table) = passed();
    let blue = ship.session("bob", "blue");
    give(&blue, "pass", None);
    let refuse = || {
        let number = blue.snapshot().unwrap().facts.pending.unwrap().number;
        assert!(blue.answer(number, false).unwrap().is_accepted());
    };
    let steps = vec![Step::Line("ask-undo; wait; pass"), Step::Tick, meanwhile(refuse)];
    let (ending, said) = ship.play("ada", &[&table], steps, false);
    assert_eq!(ending.refused, 0, "{said}");
    let (before, after) = said.split_once("blue refuses").unwrap();
    let (_, before) = before.split_once("> ask-undo").unwrap();
    assert!(!before.contains("happened: Passed") && after.contains("happened: Passed"), "{said}");
}

#[test]
fn closing_is_agreed_among_several_and_confirmed_alone() {
    let (ship, table) = passed();
    let (ending, said) = ship.play("ada", &[&table], lines("close"), false);
    assert_eq!(ending.refused, 0, "{said}");
    assert!(!said.contains("Type `yes`"), "{said}");
    let (_, said) = ship.play("bob", &[&table], lines("who"), false);
    assert!(said.contains("red asks to close the table for good."), "{said}");
    let (_, said) = ship.play("bob", &[&table], lines("agree\nagree"), false);
    assert!(said.contains("by agreement"), "{said}");
    let (ending, said) = ship.play("ada", &[&table], lines("close\nresign\nresign yes\nask-undo"), false);
    assert_eq!(ending.refused, 4, "{said}");

    let alone = Ship::new();
    let (_, said) = alone.play("ada", &["toy", "--hot-seat"], lines("close\nyes"), false);
    assert!(said.contains("Type `yes`") && said.contains("given up"), "{said}");
}

#[test]
fn resigning_has_to_be_meant() {
    let (ship, table) = passed();
    let (ending, said) = ship.play("ada", &[&table], lines("resign\nyes\nresign no"), false);
    assert_eq!(ending.refused, 2, "{said}");
    assert!(said.contains("Type `resign yes`"), "{said}");
    let wait = vec![
        Step::Line("wait"),
        meanwhile(|| {
            let said = ship.play("ada", &[&table], lines("resign yes"), false).1;
            assert!(said.contains("red resigns."), "{said}");
        }),
    ];
    give(&ship.session("bob", "blue"), "pass", None);
    let said = ship.play("bob", &[&table], wait, false).1;
    assert!(said.contains("red resigns.") && said.contains("closed: resigned"), "{said}");
}

#[test]
fn an_invitation_keeps_the_seat_and_makes_its_player_known() {
    let ship = Ship::new();
    let script = "invite\ninvite bob green\ninvite bob red\ninvite bob blue now\ninvite bob";
    let (ending, said) = ship.play("ada", &["toy", "--as", "red"], lines(script), false);
    let table = ship.table();
    assert_eq!(ending.refused, 4, "{said}");
    assert!(said.contains("no seat “green”") && said.contains("The seats are: red, blue"), "{said}");
    assert!(said.contains("“bob” is a new player here"), "{said}");
    let command = format!("wardroom --db club.db play {table} --as blue --player bob");
    assert!(said.contains(&command), "{said}");
    let (_, said) = ship.play("ada", &[&table], lines("who\ninvite cy\ninvite bob blue"), false);
    assert!(
        said.contains("red: you, to decide now")
            && said.contains("blue: free, to decide now, offered to bob"),
        "{said}"
    );
    assert!(!said.contains("Free: blue"), "the seat is kept: {said}");
    assert!(said.contains("No seat is free.") && !said.contains("is a new player here"), "{said}");

    let refused = |user: &str, args: &[&str]| ship.try_play(user, args, vec![], false).unwrap_err();
    for args in [&[table.as_str(), "--as", "blue"][..], &[&table, "--hot-seat"]] {
        assert!(refused("cy", args).contains("--player NAME"), "{args:?}");
    }
    let said = refused("bob", &[&table]);
    assert!(said.contains("kept for you: blue") && said.contains("wardroom decline"), "{said}");
    let (ending, said) = ship.play("bob", &[&table, "--as", "blue"], lines("who"), false);
    assert_eq!(ending.refused, 0, "{said}");
    assert!(said.contains("red: ada, to decide now") && said.contains("blue: you"), "{said}");
}

#[test]
fn an_offer_is_declined_by_command_and_withdrawn_by_verb() {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "red"], lines("withdraw-offer\ninvite bob"), false);
    let table = ship.table();
    let decline = |user: &str| {
        let app = ship.app(user);
        let Some(CliCommand::Decline(ask)) = Cli::parse_from(["wardroom", "decline", &table]).command else {
            panic!("not decline")
        };
        let mut out = Vec::new();
        let mut process = ProcessContext {
            typing: None,
            err: &mut std::io::sink(),
            vars: &|_| None,
            input: Box::new(std::io::empty()),
            out: &mut out,
            interactive: false,
            terminal: None,
            poll_interval: std::time::Duration::from_millis(1),
            platform: app.platform.clone(),
        };
        let went = play::decline::<Toy>(&app, &ask, &mut process).map_err(|trouble| trouble.to_string());
        drop(process);
        (went, String::from_utf8(out).unwrap())
    };
    assert!(decline("cy").0.unwrap_err().contains("--player NAME"));
    let declined = meanwhile(|| {
        let (went, said) = decline("bob");
        assert_eq!(went, Ok(true));
        assert!(said.contains("declined the seat blue at table"), "{said}");
    });
    let said = ship.play("ada", &[&table], vec![declined], false).1;
    assert!(said.contains("offer of the seat was withdrawn: blue"), "{said}");
    let script = "invite bob\nwithdraw-offer\nwithdraw-offer blue";
    let (ending, said) = ship.play("ada", &[&table], lines(script), false);
    assert_eq!(ending.refused, 1, "{said}");
    assert!(ship.play("cy", &[&table, "--as", "blue"], vec![], false).1.contains("you have taken your seat"));
}

#[test]
fn a_seat_is_passed_on_and_its_former_player_leaves() {
    let (ship, table) = passed();
    let taken = meanwhile(|| {
        let said = ship.play("cy", &[&table, "--as", "blue"], lines("pass"), false).1;
        assert!(said.contains("you have taken your seat") && said.contains("blue chose 7"), "{said}");
    });
    let steps = vec![Step::Line("pass-seat cy"), Step::Tick, taken, Step::Line("show"), Step::Line("pass")];
    let (ending, said) = ship.play("bob", &[&table], steps, false);
    assert_eq!(ending.refused, 0, "{said}");
    assert!(said.contains("--as blue --player cy"), "{said}");
    assert!(said.trim_end().ends_with("The table continues without you."), "{said}");
    let said = ship.try_play("bob", &[&table], vec![], false).unwrap_err();
    assert!(said.contains("you hold no seat"), "{said}");
    assert!(ship.app("x").store.player_named("cy").unwrap().len() == 1);
}

#[test]
fn what_crosses_with_the_taking_of_the_seat_shows_and_does_nothing() {
    let lines_typed = ["pass", "log", "dice", "undo", "object", "resign yes", "pass-seat ada", "wait", "who"];
    for line in lines_typed {
        let (ship, table) = passed();
        ship.play("bob", &[&table], lines("pass-seat cy"), false);
        let take = || {
            ship.play("cy", &[&table, "--as", "blue"], vec![], false);
        };
        let before = kinds(&ship, &table).len();
        let steps = vec![Step::Crossing(Box::new(take), line), Step::Tick, Step::Line("show")];
        let said = ship.play("bob", &[&table], steps, false).1;
        let gone =
            said.contains("You no longer hold a seat here") || said.contains("You do not hold the seat blue");
        assert!(gone && !said.contains("> show"), "{line}: {said}");
        assert_eq!(
            kinds(&ship, &table).len(),
            before + 1,
            "{line}: the seat was taken and nothing else: {said}"
        );
    }
}

#[test]
fn one_of_several_seats_passed_on_leaves_the_other_at_the_terminal() {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--hot-seat"], lines("choose 4\nchoose 7\npass-seat bob"), false);
    let table = ship.table();
    let take = meanwhile(|| drop(ship.play("bob", &[&table, "--as", "red"], vec![], false)));
    let steps = vec![take, Step::Tick, Step::Line("who"), Step::Line("log 3")];
    let (ending, said) = ship.play("ada", &[&table], steps, false);
    assert_eq!(ending.refused, 0, "{said}");
    assert!(said.contains("red: bob, to decide now") && said.contains("blue: you"), "{said}");
    assert!(said.contains("Waiting for: red."), "{said}");
}

#[test]
fn spectators_and_the_list_of_tables_say_who_is_awaited() {
    let (ship, table) = passed();
    ship.play("ada", &[&table], lines("close"), false);
    let shown = |words: &[&str]| {
        printed(&ship.app("eve"), words, |app, command, process| match command {
            CliCommand::Show(look) => {
                read::show::<Toy>(app, &look, process).map_err(|trouble| trouble.to_string())
            }
            _ => Err("not show".to_owned()),
        })
    };
    let said = shown(&["show", &table]);
    assert!(said.contains("Waiting for: blue."), "{said}");
    assert!(said.contains("red asks to close the table for good. Still to answer: blue."), "{said}");
}

#[test]
fn a_table_is_opened_with_a_game_master_of_whom_whoever_sits_down_is_told() {
    let ship = Ship::new();
    let (_, said) = ship.play("ada", &["toy", "--master", "mia", "--as", "red"], lines("who"), false);
    assert!(said.contains("Game master: mia, who holds no seat"), "{said}");
    let (_, said) = ship.play("bob", &[&ship.table(), "--as", "blue"], lines(""), false);
    assert!(said.contains("Game master: mia"), "{said}");
}

#[test]
fn a_game_master_keeps_a_table_going() {
    let (ship, table) = passed();
    let (_, said) = ship.play("ada", &[&table], lines("master\nmaster pause\nmaster bob\nmaster mia"), false);
    for told in [
        "This table has no game master.",
        "You are not the game master",
        "that player has one here",
        "red proposes",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    let (_, said) = ship.play("bob", &[&table], lines("agree\nwho"), false);
    assert!(said.contains("mia becomes game master"), "{said}");
    assert!(said.contains("Game master: mia"), "{said}");
    let does = |what: &[&str]| {
        let words = [&["master", &table], what].concat();
        printed(&ship.app("mia"), &words, |app, command, process| match command {
            CliCommand::Master(ask) => {
                play::master::<Toy>(app, &ask, process).map_err(|trouble| trouble.to_string())
            }
            _ => Err("not master".to_owned()),
        })
    };
    assert!(does(&["pause"]).contains("The clock is stopped."));
    assert!(does(&["resume"]).contains("The clock is running."));
    let said = does(&["replace", "blue", "eve"]);
    assert!(said.contains("blue is kept for eve.") && said.contains("--as blue --player eve"), "{said}");
    assert!(does(&["close", "yes"]).contains("is closed"));
    let made = kinds(&ship, &table);
    assert!(made.contains(&"SeatVacated".to_owned()) && made.contains(&"TableClosed".to_owned()), "{made:?}");
}
