//! Tables and players: who sits where, which tables are listed, and under which names.

use std::process::{Command, Stdio};

use serde_json::Value;

use super::{Ship, is_japanese};

#[test]
fn a_table_is_played_by_its_id_and_only_by_its_player() {
    let ship = Ship::new();
    let said = ship.fails(&["play", "goeben-9999"], 1);
    assert!(said.contains("there is no database"), "{said}");
    let table = ship.begun();
    let said = ship.fails(&["play", "goeben-9999"], 1);
    assert!(said.contains("there is no table goeben-9999"), "{said}");
    let said = ship.ok(&["play", &table], "wait\n");
    assert!(said.contains("where you left it") && !said.contains("You play"), "{said}");
    ship.ok(&["play", &table, "--as", "commander"], "");
    ship.ok(&["play", &table, "--hot-seat"], "");
    let said = ship.fails(&["play", &table, "--new"], 2);
    assert!(said.contains("name a game"), "{said}");
    let said = ship.fails(&["play", &table, "--player", "another"], 1);
    assert!(said.contains("all are taken"), "{said}");
    for args in [&["play", &table, "--as", "commander"][..], &["show", &table, "--as", "commander"]] {
        let another: Vec<&str> = args.iter().copied().chain(["--player", "another"]).collect();
        let said = ship.fails(&another, 1);
        assert!(said.contains("--player NAME") && !said.contains("tester"), "{said}");
    }
    for command in ["show", "log", "dice", "export"] {
        ship.ok(&[command, &table, "--as", "commander"], "");
        ship.ok(&[command, &table, "--player", "another"], "");
        let said = ship.fails(&[command, &table, "--as", "gunnery"], 1);
        assert!(said.contains("no seat gunnery; its seats are: commander"), "{said}");
    }
    ship.ok(&["play", &table], "close\nyes\n");
    ship.ok(&["show", &table, "--as", "commander", "--player", "another"], "");
}

#[test]
fn a_player_named_is_another_player() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben"], "");
    ship.ok(&["play", "goeben", "--player", "another"], "");
    ship.ok(&["play", "goeben", "--player", "tester"], "");
    assert_eq!(ship.json(&["tables"]).len(), 2);
}

#[test]
fn two_players_of_one_machine_do_not_resume_each_others_tables() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben"], "");
    let other = Command::new(env!("CARGO_BIN_EXE_wardroom"))
        .args(["play", "goeben"])
        .env_clear()
        .env("HOME", ship.folder.path())
        .env("USER", "another")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(other.status.success());
    assert_eq!(ship.json(&["tables"]).len(), 2);
}

#[test]
fn the_list_begins_with_what_is_due_first_for_whoever_looks() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben"], "quit\n");
    let slow = ship.table();
    ship.ok(&["play", "goeben", "--new"], "pace 2d\nquit\n");
    let fast = |tables: Vec<Value>| {
        let order: Vec<String> = tables.iter().map(|it| it["table"].as_str().unwrap().to_owned()).collect();
        let due: Vec<bool> = tables.iter().map(|it| it["waits"][0]["due"].is_string()).collect();
        (order, due)
    };
    let (order, due) = fast(ship.json(&["tables"]));
    assert_eq!((&order[1], due), (&slow, vec![true, false]), "{order:?}");
    let listed = ship.ok(&["tables"], "");
    let first = listed.lines().next().unwrap();
    assert!(first.contains("; due 2") && first.contains("your decision since 2"), "{listed}");
    assert!(first.contains(" (UTC)"), "by the reader's clock: {listed}");
    assert!(listed.lines().nth(1).unwrap().contains(&slow), "{listed}");
    ship.ok(&["play", &slow], "pace 1d\nquit\n");
    assert_eq!(fast(ship.json(&["tables"])).0[0], slow);
    let shown = ship.ok(&["show", &slow], "");
    assert!(shown.contains("has had a decision to make since 2") && shown.contains(", due by 2"), "{shown}");
}

#[test]
fn a_game_that_waits_for_its_players_says_until_when() {
    let ship = Ship::new();
    let play = |args: &[&str], input: &str| ship.ok(&[&["play"][..], args].concat(), input);
    play(&["grand_fleet", "--option", "dice=players", "--player", "Ann", "--as", "british"], "");
    let table = ship.table();
    play(&[&*table, "--player", "Bob", "--as", "german"], "");
    let shown = |what: &[&str]| ship.ok(what, "");
    assert!(!shown(&["show", &table]).contains("The time to be ready ends"), "without a pace it has no end");
    play(&[&*table, "--player", "Ann"], "pace 2d\nquit\n");
    play(&[&*table, "--player", "Bob"], "agree\nquit\n");
    let (position, listed) = (shown(&["show", &table]), shown(&["tables"]));
    assert!(position.contains("The time to be ready ends at 2"), "{position}");
    assert!(listed.contains("not ready yet: ") && listed.contains("; due 2"), "{listed}");
}

#[test]
fn alone_it_shows_the_tables_and_how_to_begin() {
    let ship = Ship::new();
    let bare = ship.ok(&[], "");
    assert!(bare.contains("wardroom play GAME") && bare.contains("goeben"), "{bare}");
    assert!(is_japanese(&ship.ok(&["--lang", "ja"], "")));
    assert!(std::fs::read_dir(ship.folder.path()).unwrap().next().is_none(), "looking makes nothing");
    let table = ship.begun();
    let said = ship.ok(&[], "");
    assert!(said.starts_with(&table) && said.ends_with(&bare), "{said}");
    assert_eq!(ship.json(&[])[0]["table"], table.as_str());
}

#[test]
fn a_seat_that_was_taken_from_its_player_is_listed_as_nobodys() {
    let ship = Ship::new();
    ship.ok(&["play", "grand_fleet", "--master", "Mia", "--player", "Ann", "--as", "british"], "");
    let table = ship.table();
    ship.ok(&["play", &table, "--player", "Bob", "--as", "german"], "");
    ship.ok(&["master", &table, "--player", "Mia", "replace", "british"], "");
    let [listed] = &ship.json(&["tables"])[..] else { panic!("not one table") };
    let seats: Vec<&str> =
        listed["seats"].as_array().unwrap().iter().map(|it| it["seat"].as_str().unwrap()).collect();
    assert_eq!((seats, &listed["free"]), (vec!["german"], &serde_json::json!(["british"])));
}

#[test]
fn tables_that_look_for_players_are_listed_apart() {
    let ship = Ship::new();
    ship.begun();
    ship.ok(&["--lang", "en", "play", "grand_fleet", "--as", "german"], "need-player\n");
    let [open] = &ship.json(&["tables", "--open"])[..] else { panic!("not one table") };
    assert_eq!(open["game"], "grand_fleet");
    assert_eq!(open["open"]["seats"], serde_json::json!(["british"]));
    assert!(ship.ok(&["tables", "--open"], "").contains("looking for players since 2"));
}

#[test]
fn that_no_table_looks_for_players_is_said() {
    let ship = Ship::new();
    ship.begun();
    assert!(ship.ok(&["--lang", "en", "tables", "--open"], "").contains("No table is looking for players."));
    assert!(ship.json(&["tables", "--open"]).is_empty());
}

#[test]
fn a_seat_is_named_by_its_name_in_either_language() {
    let ship = Ship::new();
    ship.ok(&["play", "grand_fleet", "--player", "Ann", "--as", "Britain"], "");
    let table = ship.table();
    ship.ok(&["play", &table, "--player", "Bob", "--as", "ドイツ"], "");
    let [listed] = &ship.json(&["tables"])[..] else { panic!("not one table") };
    assert_eq!(listed["seats"].as_array().unwrap().len(), 2);
    let listed = ship.ok(&["--lang", "ja", "tables"], "");
    assert!(listed.contains("イギリス"), "{listed}");
    ship.fails(&["play", &table, "--player", "Ann", "--as", "France"], 1);
}

#[test]
fn a_seat_goes_from_one_local_player_to_another_and_is_resigned() {
    let ship = Ship::new();
    let table = ship.begun();
    let english = ["--lang", "en"];
    let play = |player: &str, args: &[&str], input: &str| {
        let all: Vec<&str> = english.iter().copied().chain(["--player", player, "play", &table]).collect();
        ship.ok(&[&all[..], args].concat(), input)
    };
    let said = play("tester", &[], "who\npass-seat \"Bob Marsh\"\nresign\nwho\n");
    assert!(said.contains("“Bob Marsh” is a new player here"), "{said}");
    assert!(said.contains("--as commander --player 'Bob Marsh'"), "{said}");
    assert!(said.contains("you, to decide now, offered to Bob Marsh"), "{said}");
    let listed = ship.ok(&["tables"], "");
    assert!(listed.contains("waiting for: commander  offered: commander"), "{listed}");
    let bob = ["--player", "Bob Marsh", "--lang", "en"];
    let said = ship.ok(&[&bob[..], &["decline", &table]].concat(), "");
    assert!(said.contains("You have declined the seat"), "{said}");
    ship.fails(&[&bob[..], &["decline", &table]].concat(), 1);
    play("tester", &[], "pass-seat \"Bob Marsh\"\n");
    let said = play("Bob Marsh", &["--as", "commander"], "resign yes\n");
    assert!(said.contains("The table is closed: resigned."), "{said}");
    let shown = ship.json(&["show", &table]);
    assert_eq!(shown[0]["closed"], "resigned");
    assert_eq!(shown[0]["seats"][0]["offered_to"], Value::Null);
    assert_eq!(ship.json(&["tables"])[0]["asked"], serde_json::json!([]));
    let said = ship.ok(&["audit", &table], "");
    assert!(said.contains("ok"), "{said}");
}

#[test]
fn a_name_that_looks_like_another_is_refused() {
    let ship = Ship::new();
    let table = ship.begun();
    for name in ["\u{202e}ann", "ann\u{200b}", "\u{2066}"] {
        assert!(ship.fails(&["--player", name, "tables"], 2).contains("a name must have letters"));
        let said = ship.run(&["play", &table], &format!("pass-seat \"{name}\"\n")).stdout;
        assert!(!String::from_utf8(said).unwrap().contains("the name is known"), "{name:?}");
    }
    assert!(ship.ok(&["--player", "Änne 東郷", "tables"], "").contains(&table));
}
