//! Completions and manual pages, made from the command line itself.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Ship, is_japanese};

/// The visible commands.
fn commands() -> Vec<&'static str> {
    wardroom::app::usage::GROUPS.iter().flat_map(|(_, commands)| commands.iter().copied()).collect()
}

#[test]
fn every_shell_completes_commands_and_options() {
    let ship = Ship::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = ship.ok(&["completions", shell], "");
        for command in commands() {
            assert!(script.contains(command), "{shell} does not know {command}");
        }
        assert!(script.contains("hot-seat"), "{shell}");
        let lists_tables = script.contains("wardroom --json tables");
        assert_eq!(lists_tables, ["bash", "zsh", "fish"].contains(&shell), "{shell}");
    }
    let said = ship.fails(&["completions", "cmd"], 2);
    assert!(said.contains("bash, elvish, fish, powershell, zsh"), "{said}");
    assert!(is_japanese(&ship.ok(&["completions", "zsh", "--lang", "ja"], "")));
}

#[test]
fn bash_completes_the_tables_of_the_database() {
    let ship = Ship::new();
    let table = ship.begun();
    fs::write(ship.path("completions"), ship.ok(&["completions", "bash"], "")).unwrap();
    let script = r#"
        complete() { :; }
        . ./completions
        COMP_WORDS=(wardroom "$1" "$2") COMP_CWORD=2 COMPREPLY=()
        _wardroom_with_tables wardroom "$2" "$1"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let program = Path::new(env!("CARGO_BIN_EXE_wardroom")).parent().unwrap();
    let complete = |command: &str, typed: &str| {
        let output = Command::new("bash")
            .args(["-c", script, "bash", command, typed])
            .env_clear()
            .env("PATH", format!("{}:/usr/bin:/bin", program.display()))
            .env("HOME", ship.folder.path())
            .current_dir(ship.folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let offers = |said: &str| said.lines().any(|line| line == table);
    for command in ["show", "audit", "export", "replay", "play"] {
        assert!(offers(&complete(command, "goe")), "{command}");
    }
    assert!(!offers(&complete("show", "grand")) && !offers(&complete("tables", "goe")));
    assert!(complete("show", "--a").contains("--all"));
}

#[test]
fn every_command_has_a_manual_page_in_every_language() {
    let ship = Ship::new();
    ship.ok(&["man", "pages"], "");
    for (folder, japanese) in [("pages/man1", false), ("pages/ja/man1", true)] {
        let mut names: Vec<String> =
            commands().iter().filter(|name| **name != "help").map(|name| format!("-{name}")).collect();
        names.push(String::new());
        for name in names {
            let page = ship.text(&format!("{folder}/wardroom{name}.1"));
            let heading = format!("wardroom{name}");
            assert!(page.contains(".TH") && page.replace('\\', "").contains(&heading), "{name}: {page}");
            assert_eq!(is_japanese(&page), japanese, "{name}: {page}");
            assert!(page.contains(env!("CARGO_PKG_VERSION")), "{name}: {page}");
        }
    }
    let said = ship.fails(&["man", "pages"], 1);
    assert!(said.contains("it is not overwritten"), "{said}");
}
