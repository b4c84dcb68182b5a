//! `lab` and `rehearse`: games that no table plays.

use std::time::Duration;

use serde_json::Value;

use super::{Ship, entries, is_japanese};

fn rehearsal(ship: &Ship, dice: &str, script: &str) -> (Option<i32>, Vec<Value>) {
    std::fs::write(ship.path("script.txt"), script).unwrap();
    let args =
        ["rehearse", "goeben", "--position", "position.json", "--dice", dice, "--script", "script.txt"];
    let output = ship.run(&args, "");
    let lines = String::from_utf8(output.stdout).unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (output.status.code(), entries(&lines))
}

#[test]
fn rehearse_plays_a_position_off_the_record() {
    let ship = Ship::new();
    let table = ship.begun();
    let position = ship.ok(&["show", &table, "--all", "--json"], "");
    std::fs::write(ship.path("position.json"), &position).unwrap();
    let head = ship.json(&["tables"])[0]["head"].clone();
    let (status, lines) = rehearsal(&ship, "", "# nothing to do\n\n");
    assert_eq!((status, lines.len()), (Some(0), 1));
    let shown: Value = serde_json::from_str(&position).unwrap();
    assert_eq!(lines[0]["state"], shown["state"]);

    let (status, lines) = rehearsal(&ship, "6,5", "{\"verb\":\"sing\"}\n");
    assert_eq!(status, Some(1));
    assert!(lines.iter().any(|line| line["refused"]["reason"].is_string()), "{lines:?}");
    assert_eq!(lines.last().unwrap()["dice_left"], 2);
    let (status, lines) = rehearsal(&ship, "6", "frobnicate the mast\n");
    assert_eq!((status, lines[0]["misread"].is_string()), (Some(1), true));

    // A script of dice that cannot answer says so in the reader's language.
    for (dice, lang, said) in [
        ("", "en", "the script has no dice left: roll 0 (intelligence, rule 11.1) needs"),
        ("9", "en", "the script gives 9 for roll 0 (intelligence, rule 11.1)"),
        ("", "ja", "--dice の値が足りません：判定0（intelligence、ルール11.1）"),
        ("9", "ja", "--dice の値9は判定0（intelligence、ルール11.1）に使えません"),
    ] {
        let args =
            ["rehearse", "goeben", "--position", "position.json", "--script", "script.txt", "--lang", lang];
        std::fs::write(ship.path("script.txt"), "done\ndone\nintelligence goeben\n").unwrap();
        let output = ship.run(&[&args[..], &["--dice", dice]].concat(), "");
        let lines = entries(&String::from_utf8(output.stdout).unwrap());
        let stopped = lines.iter().find_map(|line| line["stopped"].as_str());
        assert!(stopped.is_some_and(|stopped| stopped.starts_with(said)), "{stopped:?}");
    }

    // The last line can be given back as a position.
    std::fs::write(ship.path("position.json"), lines.last().unwrap().to_string()).unwrap();
    assert_eq!(rehearsal(&ship, "", "").0, Some(0));
    assert_eq!(ship.json(&["tables"])[0]["head"], head, "the table was not touched");
    ship.fails(&["rehearse", "goeben", "--position", "position.json", "--dice", "six"], 2);
    std::fs::write(ship.path("position.json"), "{\"turn\":1}").unwrap();
    ship.fails(&["rehearse", "goeben", "--position", "position.json"], 1);
}

#[test]
fn a_data_folder_with_a_fault_names_file_and_key() {
    let ship = Ship::new();
    std::fs::create_dir(ship.path("pack")).unwrap();
    let said = ship.fails(&["play", "goeben", "--data", "pack"], 1);
    assert!(said.contains("no data file"), "{said}");
    std::fs::write(ship.path("pack/lines.toml"), "lines = 3\n").unwrap();
    let said = ship.fails(&["play", "goeben", "--data", "pack"], 1);
    assert!(said.contains("lines.toml"), "{said}");
    assert_eq!(ship.json(&["tables"]).len(), 0, "no table was opened");
}

#[test]
fn lab_plays_games_and_tells_what_they_come_to() {
    let ship = Ship::new();
    let fleet = ["lab", "grand_fleet", "--players", "random,midshipman", "--games", "4", "--seed", "3"];
    let told = ship.json(&[&fleet[..], &["--option", "historical"]].concat());
    let [told] = &told[..] else { panic!("{told:?}") };
    assert_eq!(
        (&told["header"]["game"], &told["header"]["seed"]),
        (&serde_json::json!("grand_fleet"), &serde_json::json!(3))
    );
    assert_eq!(told["header"]["options"], serde_json::json!(["historical"]));
    let figures = &told["figures"];
    assert_eq!(figures["games"], 4);
    assert_eq!(figures["pairs"][0]["games"], 4);
    for lang in ["en", "ja"] {
        let said = ship.ok(&[&fleet[..], &["--lang", lang]].concat(), "");
        assert!(said.contains("midshipman") && !said.contains(['{', '}']), "{said}");
        assert_eq!(is_japanese(&said), lang == "ja", "{said}");
        let said = ship.ok(&["lab", "goeben", "--players", "random", "--games", "2", "--lang", lang], "");
        assert_eq!(is_japanese(&said), lang == "ja", "{said}");
    }
    assert!(!ship.path(".local").exists(), "no database is made");
}

/// Killed whenever, gone on with in whatever number of threads: the file of one run.
#[test]
fn lab_is_killed_and_goes_on_where_it_was() {
    let ship = Ship::new();
    let lab =
        |games, file| ["lab", "grand_fleet", "--players", "random", "--games", games, "--results", file];
    let mut child = ship.start(&lab("10000", "killed.jsonl"));
    let lines =
        || std::fs::read(ship.path("killed.jsonl")).map_or(0, |text| text.split(|b| *b == b'\n').count());
    while lines() < 4 {
        std::thread::sleep(Duration::from_millis(5));
        assert!(child.try_wait().unwrap().is_none(), "it ended");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let games = (lines() + 2).to_string();
    for (file, threads) in [("killed.jsonl", "3"), ("whole.jsonl", "1")] {
        ship.ok(&[&lab(&games, file)[..], &["--threads", threads]].concat(), "");
    }
    assert_eq!(ship.text("killed.jsonl"), ship.text("whole.jsonl"));
    assert_eq!(ship.text("whole.jsonl").lines().count().to_string(), (lines() - 1).to_string());
}

#[test]
fn lab_says_what_there_is_to_whoever_asks_for_something_else() {
    let ship = Ship::new();
    for (args, known) in [
        (&["lab", "chess"][..], "goeben, grand_fleet"),
        (&["lab", "goeben", "--players", "admiral"], "random, midshipman, lieutenant, captain"),
        (&["lab", "goeben", "--players", ""], "random, midshipman, lieutenant, captain"),
        (&["lab", "goeben", "--players", "lieutenant,,random"], "random, midshipman, lieutenant, captain"),
        (&["lab", "goeben", "--players", "captain:0"], "1 to 100000"),
        (&["lab", "goeben", "--players", "captain:100001"], "1 to 100000"),
        (&["lab", "goeben", "--games", "0"], "number"),
        (&["lab", "goeben", "--games", "many"], "number"),
        (&["lab", "goeben", "--threads", "0"], "number"),
        (&["lab", "goeben", "--seed", "few"], "--seed"),
        (&["lab", "goeben", "--option", "fog"], "night"),
        (&["lab"], "GAME"),
    ] {
        let said = ship.fails(args, 2);
        assert!(said.contains(known), "{args:?}: {said}");
    }
    let once = |seed, players| {
        ["lab", "goeben", "--games", "1", "--results", "run.jsonl", "--seed", seed, "--players", players]
    };
    ship.ok(&once("1", "random"), "");
    let before = ship.text("run.jsonl");
    for (args, what) in [(once("2", "random"), "seed"), (once("1", "midshipman"), "players")] {
        let said = ship.fails(&args, 1);
        assert!(said.contains("run.jsonl") && said.contains("another run") && said.contains(what), "{said}");
    }
    std::fs::write(ship.path("other.txt"), "a letter\n").unwrap();
    let said = ship.fails(&["lab", "goeben", "--results", "other.txt"], 1);
    assert!(said.contains("line 1"), "{said}");
    ship.fails(&["lab", "goeben", "--results", "."], 1);
    assert_eq!((ship.text("run.jsonl"), ship.text("other.txt")), (before, "a letter\n".to_owned()));
}
