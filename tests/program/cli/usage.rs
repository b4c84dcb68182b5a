//! The command line: its help, its refusals, and the language of its reader.

use std::path::Path;
use std::process::Command;

use wardroom::app::registry::GAMES;
use wardroom::app::usage;
use wardroom::words::{Lang, Words};

use super::{Ship, is_japanese};

#[test]
fn reading_commands_never_make_a_database() {
    let ship = Ship::new();
    for args in [&["tables"][..], &["show", "goeben-2345"], &["audit", "goeben-2345"], &["backup", "b.db"]] {
        let said = ship.fails(args, 1);
        assert!(said.contains("there is no database"), "{said}");
    }
    assert!(!ship.path(".local").exists());
}

#[test]
fn bad_usage_is_status_2() {
    let ship = Ship::new();
    for args in [
        &["sail"][..],
        &["play", "chess"],
        &["show"],
        &["replay", "goeben-2345", "--step", "year"],
        &["audit", "x", "--head", "12"],
        &["play", "goeben", "--lang", "fr"],
        &["play", "goeben", "--as", "admiral"],
        &["play", "goeben", "--option", "fog"],
        &["play", "goeben", "--option", "=fog"],
        &["play", "goeben", "--hot-seat", "--as", "commander"],
        &["play", "goeben", "--wait-seconds", "soon"],
        &["play", "goeben", "--player", " "],
        &["play", "chess-2345"],
    ] {
        ship.fails(args, 2);
    }
    std::fs::write(ship.path("bad.toml"), "datbase = 1\n").unwrap();
    let said = ship.fails(&["tables", "--config", "bad.toml"], 2);
    assert!(said.contains("bad.toml") && said.contains("datbase"), "{said}");
}

#[test]
fn a_foreign_file_and_a_missing_table_are_told() {
    let ship = Ship::new();
    std::fs::write(ship.path("letter.db"), "Dear sir, this is no database at all.").unwrap();
    let said = ship.fails(&["tables", "--db", "letter.db"], 1);
    assert!(said.contains("letter.db is not a Wardroom database"), "{said}");
    assert_eq!(ship.text("letter.db"), "Dear sir, this is no database at all.");
    ship.begun();
    for command in ["show", "log", "dice", "replay", "audit", "export"] {
        let said = ship.fails(&[command, "goeben-9999"], 1);
        assert!(said.contains("there is no table goeben-9999"), "{said}");
    }
    let said = ship.fails(&["import", "nothing.jsonl"], 1);
    assert!(said.contains("nothing.jsonl"), "{said}");
}

#[test]
fn help_shows_what_is_built_and_nothing_else() {
    let ship = Ship::new();
    let said = ship.ok(&["help"], "");
    let listed = said.split("\n\n").skip(2).take_while(|group| !group.starts_with("Options:"));
    let listed: Vec<Vec<&str>> = listed.map(commands_of).collect();
    let built: [&[&str]; 6] = [
        &["play", "decline", "master", "tables", "show", "picture", "log", "dice", "replay"],
        &["audit", "export", "import", "club-log"],
        &["rehearse", "lab"],
        &["serve", "witness", "check", "health", "deliver", "people", "forget", "set-clock", "rotate-secret"],
        &["backup", "restore", "archive", "migrate", "copy"],
        &["completions", "help"],
    ];
    assert_eq!(listed, built, "{said}");
    // A new command stands in a group too.
    let words = Words::read().unwrap();
    let command = usage::spoken(&words, Lang::En, GAMES);
    let grouped: Vec<&str> =
        usage::GROUPS.iter().flat_map(|(_, commands)| commands.iter().copied()).collect();
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        assert_eq!(
            grouped.iter().filter(|name| **name == inner.get_name()).count(),
            1,
            "{}",
            inner.get_name()
        );
    }
}

/// The commands of a group: the first word of each line that begins a row, below its heading.
fn commands_of(group: &str) -> Vec<&str> {
    let rows = group.lines().skip(1).filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    rows.filter_map(|row| row.split_whitespace().next()).collect()
}

#[test]
fn the_example_configuration_names_a_database_that_is_used() {
    let ship = Ship::new();
    let path: &Path = &ship.path("club.db");
    std::fs::write(ship.path("config.toml"), format!("database = {path:?}\n")).unwrap();
    ship.ok(&["play", "goeben", "--config", "config.toml"], "");
    assert!(path.is_file());
    assert!(!ship.path(".local/share").exists());
}

#[test]
fn every_command_speaks_the_language_of_its_reader() {
    let ship = Ship::new();
    let table = ship.begun();
    ship.ok(&["export", &table, "--full", "-o", "full.jsonl"], "");
    for args in [
        &["tables"][..],
        &["show", &table],
        &["log", &table],
        &["dice", &table],
        &["replay", &table, "--at", "3"],
        &["audit", &table],
        &["audit", "full.jsonl"],
        &["export", &table, "-o"],
        &["import", "full.jsonl", "--db"],
        &["play", "goeben", "--option", "help"],
        &["help"],
        &["help", "play"],
        &["--help"],
        &["audit", "-h"],
    ] {
        for lang in ["en", "ja"] {
            let file = format!("{lang}-{}", args[0]);
            let ends_in_a_flag = args.last().is_some_and(|last| ["-o", "--db"].contains(last));
            let behind: &[&str] = if ends_in_a_flag { &[&file] } else { &[] };
            let said = ship.ok(&[&["--lang", lang], args, behind].concat(), "");
            assert_eq!(is_japanese(&said), lang == "ja", "{args:?} in {lang}: {said}");
        }
    }
}

#[test]
fn a_mistyped_command_line_is_told_in_the_language_of_its_reader() {
    let ship = Ship::new();
    let told = |args: &[&str], japanese: bool| {
        let said = ship.fails(args, 2);
        assert_eq!(is_japanese(&said), japanese, "{args:?}: {said}");
        assert!(!said.contains("error:"), "{said}");
        said
    };
    for (args, names) in [
        (&["sail"][..], "`sail`"),
        (&["tabels"], "`tables`"),
        (&["show"], "`<TABLE|FILE>`"),
        (&["play", "chess"], "goeben, grand_fleet"),
        (&["play", "goeben", "--hot"], "`--hot`"),
        (&["play", "goeben", "--hot-seat", "--as", "commander"], "--hot-seat"),
        (&["play", "goeben", "--option", "fog="], "fog"),
        (&["play", "goeben", "--as", "Admiral!"], "Admiral!"),
        (&["play", "goeben", "--color", "red"], "auto, always, never"),
        (&["log", "goeben-2345", "--after", "noon"], "`noon`"),
        (&["replay", "goeben-2345", "--step", "year"], "entry, phase, day, mission"),
        (&["audit", "x", "--head", "12"], "12:0a1b"),
        (&["lab", "goeben", "--players", "admiral"], "lieutenant"),
        (&["lab", "goeben", "--players", "captain:0"], "100000"),
        (&["tables", "--json", "--json"], "--json"),
        (&["tables", "--db"], "--db"),
    ] {
        for lang in ["en", "ja"] {
            let said = told(&[&["--lang", lang], args].concat(), lang == "ja");
            assert!(said.contains(names), "{args:?}: {said}");
        }
    }
    std::fs::create_dir(ship.path("pack")).unwrap();
    std::fs::write(ship.path("pack/fleet.toml"), "").unwrap();
    for (args, japanese) in [
        (&["show", "goeben-9999", "--lang", "ja"][..], true),
        (&["show", "goeben-9999", "--lang", "en"], false),
        (&["play", "goeben", "--lang", "ja", "--as", "gunnery", "--new"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "fog"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "rules=most"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "night", "--option", "night"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "night=dark"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "rules"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "rules=standard", "--option", "night"], true),
        (&["play", "goeben", "--lang", "ja", "--option", "austrian-commander"], true),
        (&["play", "goeben", "--lang", "ja", "--new", "--data", "pack"], true),
        (&["tables", "--lang", "ja", "--config", "nowhere.toml"], true),
        (&["decline", "goeben-9999", "--lang", "ja"], true),
        (&["import", "nothing.jsonl", "--db", "letter.db", "--lang", "ja"], true),
    ] {
        ship.ok(&["play", "goeben", "--practice"], "");
        std::fs::write(ship.path("letter.db"), "Dear sir, this is no database at all.").unwrap();
        let output = ship.run(args, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() != Some(0) && is_japanese(&said) == japanese, "{args:?}: {said}");
    }
    // From the configuration, and over it from the flag; a flag that is none leaves it.
    std::fs::write(ship.path("ja.toml"), "language = \"ja\"\n").unwrap();
    told(&["sail", "--config", "ja.toml"], true);
    told(&["--config=ja.toml", "sail", "--lang=en"], false);
    assert!(told(&["tables", "--config", "ja.toml", "--lang", "fr"], true).contains("en, ja"));
    let japanese = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_wardroom"))
            .args(args)
            .env_clear()
            .env("HOME", ship.folder.path())
            .env("LANG", "ja_JP.UTF-8")
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    assert!(is_japanese(&japanese(&["--help"])) && is_japanese(&japanese(&["sail"])));
    assert!(!is_japanese(&japanese(&["--help", "--lang", "en"])));
    // Behind it stands the commit, where that is known: in tests it is not.
    for flag in ["-V", "--version"] {
        let version = japanese(&[flag]);
        assert!(version.trim_end().starts_with(concat!("wardroom ", env!("CARGO_PKG_VERSION"))), "{version}");
    }
    let version = japanese(&["--version"]);
    for part in ["commit:", "date:", "features:", "schema: ", "sqlite:", "rules:    goeben:2 grand_fleet:2"] {
        assert!(version.lines().any(|line| line.contains(part)), "{part}: {version}");
    }
}

/// Whether an English sentence stands in it somewhere, names and quoted text aside.
fn is_english(said: &str) -> bool {
    let unquoted: String = said.split(['`', '"']).step_by(2).collect();
    let words: Vec<&str> = unquoted.split_whitespace().collect();
    words
        .windows(4)
        .any(|four| four.iter().all(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == ',')))
}

#[test]
fn a_reason_is_in_the_language_of_its_reader_to_the_end() {
    let ship = Ship::new();
    for folder in ["empty", "loop", "flat"] {
        std::fs::create_dir(ship.path(folder)).unwrap();
    }
    let line = "lines = [{ between = [\"MES\", \"MES\"], source = \"x\" }]\n";
    std::fs::write(ship.path("loop/lines.toml"), line).unwrap();
    let types =
        wardroom::games::grand_fleet::pack::FILES.iter().find(|(file, _)| *file == "types.toml").unwrap();
    std::fs::write(ship.path("flat/types.toml"), types.1.replace("\"fast\"", "\"normal\"")).unwrap();
    std::fs::write(ship.path("state.json"), r#"{"view": 1}"#).unwrap();
    std::fs::write(ship.path("two.toml"), "[discord]\ntoken = \"a\"\ntoken_file = \"b\"\n").unwrap();
    std::fs::write(ship.path("foreign.jsonl"), "{}\n").unwrap();
    for args in [
        &["play", "goeben", "--new", "--data", "empty"][..],
        &["play", "goeben", "--new", "--data", "loop"],
        &["play", "grand_fleet", "--new", "--data", "flat"],
        &["rehearse", "goeben", "--position", "state.json"],
        &["rehearse", "goeben", "--position", "state.json", "--dice", "x"],
        &["serve"],
        &["serve", "--config", "two.toml"],
        &["audit", "foreign.jsonl"],
        &["import", "foreign.jsonl"],
    ] {
        for (lang, english) in [("en", true), ("ja", false)] {
            let output = ship.run(&[args, &["--lang", lang]].concat(), "");
            let said = String::from_utf8(output.stderr).unwrap();
            assert_ne!(output.status.code(), Some(0), "{args:?}");
            assert_eq!((is_english(&said), is_japanese(&said)), (english, !english), "{args:?}: {said}");
        }
    }
}

/// Nothing the library says by itself is left in the help, and every command and argument has its sentence.
#[test]
fn the_help_has_a_sentence_for_everything_in_every_language() {
    let words = Words::read().unwrap();
    for lang in Lang::ALL {
        let mut waiting = vec![usage::spoken(&words, *lang, GAMES)];
        while let Some(mut command) = waiting.pop() {
            let name = command.get_name().to_owned();
            let help = command.render_help().to_string();
            assert!(!help.contains("{cli"), "{name}: {help}");
            assert!(
                !["Print this message", "Print help (", "[default", "[possible"]
                    .iter()
                    .any(|own| help.contains(own)),
                "{help}"
            );
            for line in help.lines().filter(|line| line.trim_start().starts_with('-') && *lang == Lang::Ja) {
                assert!(is_japanese(line), "{name}: {line}");
            }
            waiting.extend(command.get_subcommands().cloned());
        }
    }
}
