//! Play at a terminal: how a game begins and goes on, what a typed line does, and what is printed.

use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use super::{Ship, read_to};

#[test]
fn play_makes_its_database_and_resumes_where_it_was() {
    let ship = Ship::new();
    let first = ship.ok(&["play", "goeben"], "");
    assert!(ship.path(".local/share/wardroom/wardroom.db").is_file());
    let table = ship.table();
    assert!(first.contains(&table), "{first}");
    let before = ship.json(&["show", &table]);
    let again = ship.ok(&["play", "goeben"], "");
    assert!(again.contains(&table), "{again}");
    assert_eq!(ship.json(&["show", &table]), before, "looking changes nothing");
    ship.ok(&["play", "goeben", "--new"], "");
    assert_eq!(ship.json(&["tables"]).len(), 2);
}

#[test]
fn options_of_a_game_are_listed_and_unknown_ones_told() {
    let ship = Ship::new();
    let said = ship.ok(&["play", "goeben", "--option", "help"], "");
    assert!(said.contains("rules=standard|everything") && said.contains("four-ships"), "{said}");
    let said = ship.fails(&["play", "goeben", "--option", "fog=thick"], 2);
    assert!(said.contains("goeben has no option `fog`"), "{said}");
    let said = ship.fails(&["play", "goeben", "--option", "rules=most"], 2);
    assert!(said.contains("takes one of: standard, everything"), "{said}");
    let said = ship.fails(&["play", "goeben", "--option", "rules=standard", "--option", "night"], 2);
    assert!(said.contains("cannot be combined with: night"), "{said}");
    assert_eq!(ship.json(&["tables"]).len(), 0, "no table was opened");
}

#[test]
fn options_that_do_not_go_together_are_refused_with_the_rule() {
    let ship = Ship::new();
    let said = ship.fails(&["play", "goeben", "--option", "moltke", "--option", "four-ships"], 1);
    assert!(said.contains("cannot be combined") && said.contains("19.0"), "{said}");
    assert_eq!(ship.json(&["tables"]).len(), 0, "no table was opened");
}

#[test]
fn a_table_with_everything_says_so_and_passes_the_audit() {
    let ship = Ship::new();
    let options = ["play", "goeben", "--option", "rules=everything", "--option", "stralsund"];
    let said = ship.ok(&options, "board\n");
    assert!(said.contains("Optional rules:") && said.contains("Stralsund"), "{said}");
    let table = ship.json(&["tables"])[0]["table"].as_str().unwrap().to_owned();
    let first = ship.ok(&["log", &table, "--json"], "");
    assert!(first.lines().next().unwrap().contains("austria-hungary"), "{first}");
    ship.ok(&["audit", &table], "");
}

#[test]
fn a_terminal_that_waits_sees_what_another_process_does() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben"], "");
    let mut child = ship.start(&["play", "goeben"]);
    let mut typed = child.stdin.take().unwrap();
    let mut shown = BufReader::new(child.stdout.take().unwrap());
    // The question is on the screen although the input has not ended.
    let before = read_to(&mut shown, "Log at");
    ship.ok(&["play", "goeben"], "collier SIO\n");
    // Half a line is typed when the news come.
    typed.write_all(b"und").unwrap();
    let news = read_to(&mut shown, "Orders:");
    let told = "A collier waits at Southern Ionian Sea (SIO).";
    assert!(news.contains(told) && !before.contains(told), "{news}");
    typed.write_all(b"o\n").unwrap();
    drop(typed);
    let mut rest = String::new();
    shown.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("> undo") && rest.contains("Taken back"), "{rest}");
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_player_sees_no_face_down_marker_and_a_peek_is_on_record() {
    let ship = Ship::new();
    let table = ship.begun();
    for args in [&["show", &table][..], &["log", &table], &["replay", &table, "--list"], &["export", &table]]
    {
        let said = ship.ok(args, "");
        assert!(!said.contains("MarkersConcealed") && !said.contains("\"hidden\":["), "{args:?}");
    }
    assert_eq!(ship.json(&["tables"])[0]["peeks"], 0);
    let all = ship.json(&["show", &table, "--all"]);
    assert!(all[0]["state"]["pool"].is_array() && all[0]["view"]["concealed"].is_object(), "{all:?}");
    assert!(ship.ok(&["log", &table, "--all", "--json"], "").contains("MarkersConcealed"));
    assert_eq!(ship.json(&["tables"])[0]["peeks"], 2);
    ship.ok(&["export", &table, "--full", "-o", "full.jsonl"], "");
    assert_eq!(ship.json(&["tables"])[0]["peeks"], 3);
    assert!(ship.text("full.jsonl").contains("MarkersConcealed"));
    // A file that is there already is not written over, and nothing was looked at.
    ship.fails(&["export", &table, "--full", "-o", "full.jsonl"], 1);
    assert_eq!(ship.json(&["tables"])[0]["peeks"], 3);
}

/// What a terminal shows in which `play` is run with these arguments, and these keys are typed.
fn shown_at_a_terminal(ship: &Ship, args: &[&str], keys: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typist.py");
    let mut typist = Command::new("python3");
    typist.arg(script).arg(env!("CARGO_BIN_EXE_wardroom")).arg("play").args(args).arg("--").args(keys);
    let output = typist.env("HOME", ship.folder.path()).env("USER", "tester").output();
    String::from_utf8(output.expect("this test needs python3").stdout).unwrap()
}

#[test]
#[ignore = "needs python3"]
fn tab_completes_orders_in_both_languages() {
    let keys = [r"coll\t\t\tSIO\r", r"\x04"];
    let shown = shown_at_a_terminal(&Ship::new(), &["goeben", "--lang", "en"], &keys);
    assert!(shown.contains("SIO Southern Ionian Sea") && shown.contains("A collier waits at"), "{shown}");
    let keys = [r"\u7d66\t\t\tSIO\r", r"\x04"];
    let shown = shown_at_a_terminal(&Ship::new(), &["goeben", "--lang", "ja"], &keys);
    assert!(
        shown.contains("SIO イオニア海南部") && shown.contains("給炭艦がイオニア海南部（SIO）で待ちます"),
        "{shown}"
    );
}

#[test]
#[ignore = "needs python3"]
fn at_a_hot_seat_nothing_of_the_other_player_comes_back() {
    let keys = [r"\r", r"stow-by reserve\r", r"\r", r"\r", r"\x1b[A\t\t\r", r"\x04"];
    let shown = shown_at_a_terminal(&Ship::new(), &["grand_fleet", "--hot-seat", "--lang", "en"], &keys);
    let (britain, germany) = shown.split_once("the player of: Germany").unwrap();
    assert!(britain.contains("stow-by reserve"), "{shown}");
    assert!(!germany.contains("stow-by"), "{shown}");
    // What Tab lists is Germany's.
    assert!(germany.contains("commit       respread     respread-by  decline"), "{shown}");
}

#[test]
#[ignore = "needs python3"]
fn a_line_is_edited_and_the_one_before_comes_back() {
    let ship = Ship::new();
    let table = ship.begun();
    let left_and_mended = r"help strm\x1b[D\x1b[Do\x1b[D\x1b[C\r";
    let shown =
        shown_at_a_terminal(&ship, &[&table, "--lang", "en"], &[left_and_mended, r"\x1b[A\r", r"\x04"]);
    assert_eq!(shown.matches("Storm: Marker").count(), 2, "{shown}");
    assert!(shown.contains("The table is saved"), "{shown}");
}

#[test]
fn ten_megabytes_on_one_line_are_refused() {
    let ship = Ship::new();
    let output = ship.run(&["play", "goeben"], &("x".repeat(10_000_000) + "\n"));
    assert_ne!(output.status.code(), Some(0));
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("65536") && said.len() < 100_000, "{}", said.len());
    std::fs::write(ship.path("huge.jsonl"), "x".repeat(10_000_000)).unwrap();
    let said = ship.fails(&["audit", "huge.jsonl"], 1);
    assert!(said.contains("bytes allowed") && said.len() < 1000, "{said}");
}

#[test]
fn practice_is_said_everywhere() {
    let ship = Ship::new();
    assert!(ship.ok(&["play", "goeben", "--practice"], "").contains("Practice table"));
    let table = ship.table();
    for args in [&["tables"][..], &["show", &table], &["audit", &table]] {
        assert!(ship.ok(args, "").contains("practice"), "{args:?}");
    }
}

#[test]
fn undo_says_what_it_did_and_why_no_more() {
    let ship = Ship::new();
    let said =
        ship.run(&["play", "goeben", "--lang", "en"], "undo\ncollier SIO\nundo\ncollier SIO\nundo 7\n");
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("There is nothing to take back."), "{said}");
    assert!(said.contains("Only one order can be taken back"), "{said}");
    assert!(!said.contains("Rule table"), "{said}");
    let table = ship.table();
    let kinds: Vec<Value> = ship.json(&["log", &table]).iter().map(|line| line["kind"].clone()).collect();
    assert_eq!(kinds.iter().filter(|kind| *kind == "TakenBack").count(), 1);
}

#[test]
fn play_prints_json_and_nothing_else_when_asked() {
    let ship = Ship::new();
    let lines = |output: Output| -> Vec<Value> {
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let output = ship.run(
        &["play", "goeben", "--json", "--color", "always"],
        "collier NOWHERE\ncollier SIO\nlog 3\nquit\n",
    );
    assert_eq!(output.status.code(), Some(1), "a line was refused");
    let shown = lines(output);
    for line in &shown {
        let object = line.as_object().unwrap();
        assert!(
            object.len() == 2
                && line["shown"].is_string()
                && !line["text"].as_str().unwrap().contains('\u{1b}')
        );
    }
    let texts = |kind: &str| -> Vec<&str> {
        shown.iter().filter(|line| line["shown"] == kind).map(|line| line["text"].as_str().unwrap()).collect()
    };
    assert_eq!(texts("typed"), ["collier NOWHERE", "collier SIO", "log 3", "quit"]);
    assert_eq!(texts("refused").len(), 1);
    assert!(texts("line").contains(&"A collier waits at Southern Ionian Sea (SIO)."), "{shown:?}");
    assert!(!texts("heading").is_empty() && !texts("note").is_empty());
    // The same words as without it.
    let plain = ship.ok(&["play", "goeben"], "log 3\n");
    let json = lines(ship.run(&["play", "goeben", "--json"], "log 3\n"));
    let told: Vec<&str> = plain
        .lines()
        .map(|line| line.strip_prefix("> ").unwrap_or(line))
        .filter(|line| !line.is_empty())
        .collect();
    let shown: Vec<&str> = json.iter().map(|line| line["text"].as_str().unwrap()).collect();
    assert_eq!(shown, told);
    let options = lines(ship.run(&["play", "goeben", "--option", "help", "--json"], ""));
    assert!(
        options.iter().any(|option| option["option"] == "rules" && option["value"].is_string()),
        "{options:?}"
    );
    let table = ship.table();
    ship.ok(&["play", &table], "pass-seat ann\n");
    ship.ok(&["play", "goeben", "--new", "--player", "ann"], "");
    ship.ok(&["play", &table], "pass-seat ann\n");
    let declined = lines(ship.run(&["decline", &table, "--player", "ann", "--json"], ""));
    assert_eq!(declined, [serde_json::json!({ "table": table, "declined": "commander" })]);
}

#[test]
fn one_undo_takes_back_all_that_one_line_did() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben"], "load goeben wireless\nload goeben optics reserve-crew\n");
    let output = ship.run(&["play", "goeben"], "undo\nundo\nundo\n");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.matches("Taken back").count(), 2, "{said}");
    assert_eq!(output.status.code(), Some(1), "{said}");
}

#[test]
fn a_number_picks_from_the_list_that_was_on_the_screen_when_it_was_typed() {
    for line in ["1; 1", "options load; 1"] {
        let ship = Ship::new();
        let output = ship.run(&["play", "goeben"], &format!("options load\n{line}\n"));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("You typed 1 for a list that has changed since"), "{line}: {said}");
        assert_eq!(output.status.code(), Some(1), "{line}: {said}");
    }
}

#[test]
fn a_last_line_cut_off_on_its_way_is_not_carried_out() {
    let ship = Ship::new();
    let output = ship.run(&["play", "goeben"], "load goeben wireless\nload goeben optics");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("Not carried out") && said.contains(": load goeben optics"), "{said}");
    assert_eq!(output.status.code(), Some(1), "{said}");
    // A file is there whole.
    std::fs::write(ship.path("orders.txt"), "undo\nload goeben optics").unwrap();
    let said = ship.ok(&["play", "goeben", "--script", "orders.txt"], "");
    assert!(!said.contains("Not carried out"), "{said}");
}
