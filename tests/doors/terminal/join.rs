//! Who may sit down where, and who may see what.

use clap::Parser;
use wardroom::app::cli::{Cli, CliCommand};
use wardroom::app::process::ProcessContext;
use wardroom::app::read;
use wardroom::game::Viewer;
use wardroom::log::players::{Address, DISCORD, MAIL, Player};

use super::{Ship, lines, run, seat};
use crate::toy::Toy;

#[test]
fn whoever_opens_a_table_is_told_how_another_joins() {
    let ship = Ship::new();
    let said = ship.play("ada", &["toy", "--as", "red"], vec![], false).1;
    let table = ship.table();
    assert!(said.contains("You play: red.") && said.contains("Free: blue."), "{said}");
    assert!(said.contains(&format!("wardroom --db club.db play {table} --as blue")), "{said}");
    let said = ship.play("bob", &[&table, "--as", "blue"], vec![], false).1;
    assert!(said.contains("you have taken your seat"), "{said}");
    assert!(said.contains("You play: blue. Taken by others: red.") && !said.contains("Free:"), "{said}");
    for args in [&[table.as_str()][..], &[&table, "--as", "blue"], &["toy"]] {
        let said = ship.play("bob", args, vec![], false).1;
        assert!(said.contains("where you left it") && said.contains("You play: blue."), "{said}");
    }
    assert_eq!(ship.table(), table);
}

#[test]
fn the_waiting_player_sees_the_other_come() {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "red"], lines("choose 3"), false);
    let table = ship.table();
    let came = super::meanwhile(|| drop(ship.play("bob", &[&table, "--as", "blue"], vec![], false)));
    let said = ship.play("ada", &[&table], vec![came], false).1;
    let (before, after) = said.split_once("Nobody holds this seat yet: blue.").unwrap();
    assert!(before.contains("Waiting for: blue."), "{before}");
    assert!(after.contains("Seat taken: blue") && after.contains("Waiting for: blue."), "{after}");
}

#[test]
fn a_seat_of_another_is_refused_and_says_why() {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "red"], vec![], false);
    let table = ship.table();
    let refused = |user: &str, args: &[&str]| ship.try_play(user, args, vec![], false).unwrap_err();
    let said = refused("bob", &[&table, "--as", "red"]);
    assert!(said.contains("--player NAME") && !said.contains("ada"), "{said}");
    let said = refused("bob", &[&table]);
    assert!(said.contains("free: blue"), "{said}");
    let said = refused("bob", &[&table, "--as", "green"]);
    assert!(said.contains("no seat green") && said.contains("red, blue"), "{said}");
    let said = refused("ada", &[&table, "--new"]);
    assert!(said.contains("name a game"), "{said}");

    let app = ship.app("ada");
    let ada = app.local_player().unwrap();
    for (kind, value, door) in [(DISCORD, "17", "Discord"), (MAIL, "ada@example.org", "e-mail")] {
        let addresses = vec![Address::new(kind, value)];
        let (id, name) = (ada.clone(), "Ada".into());
        app.store.put_player(Player { id, name, addresses, ..Player::default() }).unwrap();
        let said = refused("bob", &[&table, "--as", "red"]);
        assert!(said.contains(&format!("held through {door}")), "{said}");
    }
}

#[test]
fn the_eyes_of_a_seat_are_its_players_until_the_table_is_closed() {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "red"], lines("choose 4"), false);
    let table = ship.table();
    let viewer = |user: &str, wanted| {
        ship.app(user).viewer::<Toy>(&table, wanted).map_err(|trouble| trouble.to_string())
    };
    assert_eq!(
        viewer("ada", None),
        Ok(Viewer::Spectator),
        "one seat taken of two is not a table of one seat"
    );
    assert_eq!(viewer("ada", Some(seat("red"))), Ok(Viewer::Seat(seat("red"))));
    assert!(viewer("bob", Some(seat("red"))).unwrap_err().contains("--player"));
    assert!(viewer("ada", Some(seat("blue"))).unwrap_err().contains("nobody holds the seat blue"));
    assert!(viewer("ada", Some(seat("green"))).unwrap_err().contains("no seat green"));
    ship.play("ada", &[&table], lines("close\nyes"), false);
    assert_eq!(viewer("bob", Some(seat("red"))), Ok(Viewer::Seat(seat("red"))));
    let said = ship.try_play("bob", &[&table, "--as", "blue"], vec![], false);
    assert!(said.is_err(), "{said:?}");
}

#[test]
fn what_another_seat_is_asked_is_not_shown_to_a_spectator() {
    let ship = Ship::new();
    ship.play("ada", &["toy", "--as", "red"], vec![], false);
    let table = ship.table();
    let shown = |args: &[&str]| -> serde_json::Value {
        let words = ["wardroom", "show", &table, "--json"].into_iter().chain(args.iter().copied());
        let Some(CliCommand::Show(look)) = Cli::parse_from(words).command else { panic!("not show") };
        let mut out = Vec::new();
        let mut app = ship.app("ada");
        app.json = true;
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
        assert!(read::show::<Toy>(&app, &look, &mut process).unwrap());
        serde_json::from_slice(&out).unwrap()
    };
    let asked = |shown: &serde_json::Value, seat: &str| {
        shown["asked"].as_array().unwrap().iter().find(|asked| asked["seat"] == seat).unwrap().clone()
    };
    let spectator = shown(&[]);
    assert!(asked(&spectator, "red")["ask"].is_null() && asked(&spectator, "red")["number"].is_number());
    let red = shown(&["--as", "red"]);
    assert_eq!(asked(&red, "red")["ask"], "choose");
    assert!(asked(&red, "blue")["ask"].is_null());
    assert_eq!(asked(&shown(&["--all"]), "blue")["ask"], "choose");
}

#[test]
fn options_are_handed_to_the_game_and_unknown_ones_named() {
    let ship = Ship::new();
    let (went, said) = run(&ship, "ada", &["toy", "--option", "seats=1", "--option", "talk"], "pass\n");
    assert_eq!(went, Ok(true), "{said}");
    assert!(!said.contains("You play"), "a table of one seat has no company: {said}");
    for (option, told) in [
        ("chairs=1", "its options are: seats=1..2, talk"),
        ("seats", "`seats` takes a value: seats=1..2"),
        ("talk=yes", "`talk` takes no value"),
        ("seats=many", "`seats` takes one of: 1, 2"),
    ] {
        let (went, _) = run(&ship, "ada", &["toy", "--option", option], "");
        assert!(went.unwrap_err().contains(told), "{option}");
    }
    let (went, _) = run(&ship, "ada", &["toy", "--option", "talk", "--option", "talk"], "");
    assert!(went.unwrap_err().contains("twice"));
    let (went, said) = run(&ship, "ada", &["toy", "--option", "help"], "");
    assert_eq!(went, Ok(true));
    assert!(said.contains("seats=1..2") && said.contains("How many seats."), "{said}");
}
