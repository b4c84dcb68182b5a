//! What reads a log: replays, what decided a game, and pictures.

use serde_json::Value;

use super::{Ship, entries, golden};

#[test]
fn replay_steps_forwards_and_back() {
    let ship = Ship::new();
    let table = ship.begun();
    let stops = entries(&ship.ok(&["replay", &table, "--step", "entry", "--json"], "n\nn\nb\n5\nq\n"));
    let at: Vec<u64> = stops.iter().map(|stop| stop["at"].as_u64().unwrap()).collect();
    assert_eq!(at, [1, 2, 3, 2, 5]);
    let whole = ship.json(&["replay", &table, "--step", "entry", "--list"]);
    assert_eq!(whole.len() as u64, whole[0]["of"].as_u64().unwrap());
    let at = ship.json(&["replay", &table, "--at", "4"]);
    assert_eq!((at.len(), &at[0]["at"]), (1, &Value::from(4)));
    let days = ship.json(&["replay", &table, "--list"]);
    assert!(days.len() < whole.len() && !days.is_empty());
    assert_eq!(days, ship.json(&["replay", &table, "--list", "--step", "day"]));
    let said = entries(&ship.ok(&["replay", &table, "--json"], "board\n99999\nwhat\nq\n"));
    assert!(!said[1]["board"].as_array().unwrap().is_empty());
    assert!(
        said[2]["refused"].as_str().unwrap().contains("99999") && said[3]["refused"].is_string(),
        "{said:?}"
    );
}

#[test]
fn what_decided_a_game_is_told_once_it_is_over() {
    let ship = Ship::new();
    let begun = ship.begun();
    let said = ship.fails(&["replay", &begun, "--post-mortem"], 1);
    assert!(said.contains("once it is over"), "{said}");
    ship.fails(&["replay", &begun, "--post-mortem=0"], 2);
    let ship = Ship::new();
    let table = golden(&ship);
    let found = &ship.json(&["replay", &table, "--post-mortem=1"])[0];
    let number = |key: &str| found[key].as_i64().unwrap();
    let decisions = found["decisions"].as_array().unwrap();
    assert!(decisions.len() > 50 && [0, 500, 1000].contains(&number("after")), "{found}");
    assert_eq!(
        number("before") + number("own") + number("others") + number("dice"),
        number("after"),
        "{found}"
    );
    assert_eq!(found, &ship.json(&["replay", &table, "--post-mortem=1"])[0]);
}

#[test]
#[ignore = "soak: plays a golden game out from each of its orders"]
fn soak_what_decided_the_golden_game_reads_as_the_tour_shows_it() {
    let ship = Ship::new();
    let table = golden(&ship);
    for (lang, end) in [("en", ""), ("ja", ".ja")] {
        let said = ship.ok(&["--lang", lang, "replay", &table, "--post-mortem=20"], "");
        let now = format!("```text\n$ wardroom replay {table} --post-mortem=20\n{said}```\n");
        let path = format!("{}/docs/tour/grand-fleet-post-mortem{end}.md", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
            continue;
        }
        assert!(std::fs::read_to_string(&path).unwrap() == now, "{path} is out of date\n{now}");
    }
}

#[test]
fn a_replay_shows_the_position_once_and_then_what_of_it_is_new() {
    let ship = Ship::new();
    let table = ship.begun();
    let told = ship.ok(&["replay", &table, "--step", "entry"], &"n\n".repeat(20));
    let times = |text: &str, what: &str| text.matches(what).count();
    assert_eq!(times(&told, "\nThe map\n"), 1, "{told}");
    let whole = ship.ok(&["replay", &table, "--step", "entry"], "board\n");
    assert_eq!(times(&whole, "\nThe map\n"), 2, "{whole}");
    // What a step changed is there, and nothing that stands as it stood.
    let stops: Vec<&str> = told.split("Entry ").collect();
    assert!(stops.iter().any(|stop| stop.contains("Alert") || stop.contains("Goeben")), "{told}");
    let jumped = ship.ok(&["replay", &table, "--step", "entry"], "n\n3\n");
    assert_eq!(times(&jumped, "\nThe map\n"), 2, "a jump shows the whole: {jumped}");
}

#[test]
fn a_position_is_drawn_to_a_file_and_what_there_is_not_is_told() {
    let ship = Ship::new();
    let table = ship.begun();
    let said = ship.ok(&["picture", &table, "-o", "map.png"], "");
    assert!(said.contains("map.png") && said.contains("Goeben at MES"), "{said}");
    assert!(std::fs::read(ship.path("map.png")).unwrap().starts_with(b"\x89PNG"));
    let svg =
        ship.ok(&["picture", &table, "--kind", "whole", "--svg", "--theme", "dark", "--lang", "ja"], "");
    assert!(
        svg.starts_with("<svg ") && svg.contains("ゲーベン") && svg.contains("<desc>"),
        "{}",
        &svg[..400]
    );
    let told = ship.json(&["picture", &table, "--at", "3"]);
    assert_eq!((&told[0]["at"], &told[0]["kind"]), (&3.into(), &"close".into()), "{told:?}");
    for (args, why) in [
        (&["--kind", "card"][..], "Choose from: close, whole"),
        (&["--at", "9999"], "9999"),
        (&["-o", "map.png"], "map.png"),
    ] {
        let said = ship.fails(&[&["picture", &table], args].concat(), 1);
        assert!(said.contains(why), "{said}");
    }
    let said = ship.fails(&["picture", &table, "--theme", "sepia"], 2);
    assert!(said.contains("light, dark"), "{said}");
    assert!(ship.fails(&["picture", "goeben-9999"], 1).contains("there is no table goeben-9999"));
}
