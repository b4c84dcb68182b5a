//! Campaigns from the first prompt to the verdict, by one player and by two officers.

use serde_json::Value;

use super::Ship;

/// A whole campaign played by a script, prompt by prompt, comes to a verdict and passes the audit.
#[test]
#[ignore = "soak: takes minutes: a program is started for every prompt"]
fn soak_a_campaign_is_played_to_its_verdict_and_passes_the_audit() {
    let ship = Ship::new();
    ship.ok(&["play", "goeben", "--option", "campaign"], "quit\n");
    play_the_campaign(&ship, &[("commander", &[])]);
}

/// The same by two officers at two terminals on one file, each for the ship they command.
#[test]
#[ignore = "soak: takes minutes: a program is started for every prompt"]
fn soak_two_officers_play_a_campaign_to_its_verdict_and_it_passes_the_audit() {
    let ship = Ship::new();
    let (ann, ben) = (["--as", "goeben", "--player", "ann"], ["--as", "breslau", "--player", "ben"]);
    let open = ["play", "goeben", "--new", "--option", "campaign", "--option", "officers=ships"];
    ship.ok(&[&open[..], &ann].concat(), "quit\n");
    ship.ok(&[&["play", &ship.table()][..], &ben].concat(), "quit\n");
    play_the_campaign(&ship, &[("goeben", &ann), ("breslau", &ben)]);
}

/// Plays the only table to its verdict, whoever is asked at the terminal of their seat, and audits it.
fn play_the_campaign(ship: &Ship, terminals: &[(&str, &[&str])]) {
    let table = ship.table();
    let mut batches = 0;
    loop {
        let shown = &ship.json(&["show", &table])[0];
        let view = &shown["view"];
        if !view["campaign"]["verdict"].is_null() {
            break;
        }
        let Some(seat) = shown["asked"][0]["seat"].as_str() else { panic!("nothing is asked: {shown}") };
        let terminal = terminals.iter().find(|(held, _)| *held == seat).expect("a terminal of that seat").1;
        let own = &ship.json(&[&["show", &table][..], terminal].concat())[0];
        let asked = own["asked"].as_array().unwrap().iter().find(|asked| asked["seat"] == seat);
        let ask = asked.and_then(|asked| asked["ask"].as_str()).expect("what is asked");
        let lines = campaign_lines(ask, seat, view);
        let said = ship.run(&[&["play", &table][..], terminal].concat(), &format!("{lines}\nquit\n"));
        let after = &ship.json(&["show", &table])[0];
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        assert_ne!(after["head"], shown["head"], "{ask} of {seat}: {lines} led to nothing:\n{said}");
        batches += 1;
        assert!(batches < 4000, "no end: {shown}");
    }
    let view = ship.json(&["show", &table])[0]["view"].clone();
    let ledger = view["campaign"]["ledger"].as_array().unwrap();
    assert!(!ledger.is_empty(), "{view}");
    let said = ship.ok(&["show", &table], "");
    assert!(said.contains("The campaign is over, missions accomplished:"), "{said}");
    let found = &ship.json(&["audit", &table])[0];
    for verdict in ["integrity", "dice", "rules"] {
        assert_eq!(found[verdict]["verdict"], "ok", "{found}");
    }
    let missions = ledger.len().to_string();
    let stops = ship.json(&["replay", &table, "--mission", &missions, "--step", "day", "--list"]);
    assert!(
        !stops.is_empty() && stops.iter().all(|stop| stop["mission"] == missions.parse::<u32>().unwrap())
    );
    let said = ship.fails(&["replay", &table, "--mission", "9"], 1);
    assert!(said.contains("no mission 9"), "{said}");
}

/// What somebody in no hurry types when asked: to Pola, and wait there.
fn campaign_lines(asked: &str, seat: &str, view: &Value) -> String {
    let lies = |ship: &str, space: &str| view["ships"][ship]["at"] == space;
    let line = match asked {
        "set-up" if view["colliers_to_place"] != 0 => "collier SIO",
        "movement" if seat == "commander" && lies("goeben", "MES") => {
            "move goeben cruise SIO\nmove breslau cruise SIO\ndone"
        }
        "movement" if seat == "goeben" && lies("goeben", "MES") => "move goeben cruise SIO\ndone",
        "movement" if seat == "breslau" && lies("breslau", "MES") => "move breslau cruise SIO\ndone",
        "set-up" | "outfitting" | "intelligence" | "movement" | "bombardment" => "done",
        "objective" => "conclude",
        "choose" => "choose jamming",
        "evade" => "evade risk",
        "contact" => "contact cruise",
        "break-off" => "fight",
        "fire" | "bombard-fire" => "hold",
        "reward" => "reward battlecruiser",
        // Whatever stands first among the orders offered.
        _ => "1",
    };
    // Whatever it costs.
    line.lines().map(|line| format!("{line} anyway")).collect::<Vec<_>>().join("\n")
}

/// Two officers in two terminals on one file: what one proposes the other approves, what one says the other reads, and
/// nobody else; the log passes its audit.
#[test]
fn two_officers_command_the_squadron_from_two_terminals() {
    let ship = Ship::new();
    let said = "Coal at Messina; then \"west\", at 18 knots.";
    let open = [
        "play",
        "goeben",
        "--new",
        "--option",
        "officers=task-force",
        "--as",
        "commander",
        "--player",
        "ann",
    ];
    ship.ok(&open, "collier STY\n");
    let table = ship.table();
    let join = |seat: &str, player: &str, script: &str| {
        ship.ok(&["play", &table, "--as", seat, "--player", player], script)
    };
    let first = format!("load goeben wireless 1\nmessage commander {said}\ndone\n");
    let first = ship.run(&["play", &table, "--as", "first-officer", "--player", "ben"], &first);
    assert_eq!(first.status.code(), Some(1), "an order was refused");
    let first = String::from_utf8(first.stdout).unwrap();
    assert!(first.contains("First officer proposes: Stow Wireless"), "{first}");
    assert!(first.contains("Commander decides that. Rule 25.0"), "{first}");
    let engineer = join("engineer", "cy", "log 20\nshow officers\n");
    assert!(engineer.contains("First officer proposes") && !engineer.contains("knots"), "{engineer}");
    let commander = join("commander", "ann", "show officers\napprove\ndone\n");
    assert!(commander.contains(said), "{commander}");
    assert!(commander.contains("Goeben takes Wireless into hull box 1."), "{commander}");
    let whole = ship.ok(&["log", &table], "");
    assert!(!whole.contains("knots"), "{whole}");
    assert_eq!(ship.json(&["audit", &table])[0]["rules"]["verdict"], "ok");
    let own = ship.ok(&["export", &table, "--as", "engineer", "--player", "cy"], "");
    assert!(!own.contains("knots") && own.contains("\"sealed\":true"), "{own}");
}
