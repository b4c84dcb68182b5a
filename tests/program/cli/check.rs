//! `check` names every fault, binds nothing, makes nothing and changes nothing; `health` without a server.

use std::fs;
use std::net::TcpListener;

use serde_json::Value;

use super::files::set_mode;
use super::{Ship, is_japanese};

/// A configuration with a fault in every part of it that can have one.
const FAULTY: &str = r#"
langage = "en"
language = "fr"
data = "nowhere"

[operator]
name = ""

[serve]
listen = "somewhere"
log = "loud"
backup = "here"

[discord]
token_file = "token"
tables_a_guild = 0
contact_url = "our club"

[pages]
public_url = "tables.example.org"

[mail]
address = "nobody"
keep_days = 0
imap = { host = "imap.example.org", user = "w", password_file = "password" }
smtp = { host = "smtp.example.org", security = "plain" }
"#;

/// What is in the folder of a ship, by name.
fn listed(ship: &Ship) -> Vec<String> {
    let all = fs::read_dir(ship.folder.path()).unwrap();
    let mut names: Vec<String> = all.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_fault_is_named_and_nothing_is_made() {
    let ship = Ship::new();
    fs::write(ship.path("faulty.toml"), FAULTY).unwrap();
    fs::write(ship.path("password"), "secret words\n").unwrap();
    set_mode(&ship.path("password"), 0o644);
    set_mode(ship.folder.path(), 0o755);
    fs::write(ship.path("secret"), "no secret\n").unwrap();
    set_mode(&ship.path("secret"), 0o600);
    fs::write(ship.path("letter.db"), "Dear sir, this is no database at all.").unwrap();
    let before = listed(&ship);
    let said = ship.fails(&["check", "--config", "faulty.toml", "--db", "letter.db", "--lang", "en"], 2);
    for fault in [
        "langage",
        "\"fr\"",
        "backup",
        "nowhere",
        "[operator] name",
        "somewhere",
        "loud",
        "token",
        "tables_a_guild",
        "contact_url",
        "public_url",
        "address",
        "keep_days",
        "chmod 600",
        "smtp",
        "secret",
        "letter.db",
    ] {
        assert!(
            said.lines().any(|line| line.starts_with("wrong: ") && line.contains(fault)),
            "{fault}: {said}"
        );
    }
    assert!(said.contains("faults; correct them before you start"), "{said}");
    assert!(!said.contains("secret words"), "{said}");
    assert_eq!(listed(&ship), before);
    let japanese = ship.fails(&["check", "--config", "faulty.toml", "--db", "letter.db", "--lang", "ja"], 2);
    assert!(japanese.lines().all(is_japanese), "{japanese}");
    assert_eq!(japanese.lines().count(), said.lines().count());
}

#[test]
fn what_would_serve_is_well_and_notes_are_no_faults() {
    let ship = Ship::new();
    let config = "database = \"club.db\"\n[serve]\nlisten = \"127.0.0.1:0\"\n\
                  [pages]\nlisten = \"127.0.0.1:0\"\npublic_url = \"https://tables.example.org\"\n";
    fs::write(ship.path("config.toml"), config).unwrap();
    let said = ship.ok(&["check", "--config", "config.toml"], "");
    assert!(
        said.contains("note: there is no database at club.db yet") && said.contains("Nothing is wrong."),
        "{said}"
    );
    assert_eq!(ship.ok(&["check", "--quiet", "--config", "config.toml"], ""), "");
    assert_eq!(listed(&ship), ["config.toml"]);
    let output = ship.run(&["check", "--json", "--config", "config.toml"], "");
    let notes: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(output.status.success() && notes.iter().all(|note| note["finding"] == "note"), "{notes:?}");
    // With its database, and a secret that is one.
    ship.ok(&["play", "goeben", "--config", "config.toml"], "");
    ship.ok(&["rotate-secret", "--config", "config.toml"], "");
    assert_eq!(ship.ok(&["check", "--config", "config.toml"], ""), "Nothing is wrong.\n");
    // A file that only systemd hands to the service is for the service to check.
    let of_service = "[discord]\napplication_id = \"42\"\n\
                      token_file = \"/run/credentials/wardroom.service/wardroom.discord-token\"\n\
                      [play]\nlisten = \"127.0.0.1:0\"\npublic_url = \"https://play.example.org\"\nactivity = true\n\
                      client_secret_file = \"/run/credentials/wardroom.service/wardroom.client-secret\"\n";
    fs::write(ship.path("bot.toml"), format!("{config}{of_service}")).unwrap();
    let said = ship.ok(&["check", "--config", "bot.toml"], "");
    for file in ["wardroom.discord-token", "wardroom.client-secret"] {
        assert!(said.contains(&format!("{file} can be read by the service alone")), "{file}: {said}");
    }
}

#[cfg(feature = "postgres")]
#[test]
fn a_password_that_only_the_service_can_read_is_for_the_service_to_check() {
    let ship = Ship::new();
    let config = "database = \"postgres://wardroom@127.0.0.1:9/club\"\n[serve]\nlisten = \"127.0.0.1:0\"\n\
                  [pages]\nlisten = \"127.0.0.1:0\"\npublic_url = \"https://tables.example.org\"\n[postgres]\n\
                  password_file = \"/run/credentials/wardroom.service/wardroom.database-password\"\n";
    fs::write(ship.path("config.toml"), config).unwrap();
    let said = ship.ok(&["check", "--config", "config.toml"], "");
    assert!(said.contains("wardroom.database-password can be read by the service alone"), "{said}");
}

#[test]
fn an_address_of_another_program_is_a_fault() {
    let ship = Ship::new();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    // It takes connections and says nothing that Wardroom would say.
    let address = other.local_addr().unwrap();
    let responder = std::thread::spawn(move || {
        for stream in other.incoming().take(2) {
            drop(stream);
        }
    });
    let config = format!(
        "[serve]\nlisten = \"{address}\"\n[pages]\nlisten = \"127.0.0.1:0\"\npublic_url = \"https://tables.example.org\"\n"
    );
    fs::write(ship.path("config.toml"), config).unwrap();
    let said = ship.fails(&["check", "--config", "config.toml"], 2);
    assert!(
        said.contains(&format!("[serve] listen = \"{address}\": another program listens there")),
        "{said}"
    );
    responder.join().unwrap();
}

#[test]
fn health_without_a_server_says_where_it_asked() {
    let ship = Ship::new();
    // Nobody listens at a port that was given back.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    fs::write(ship.path("config.toml"), format!("[serve]\nlisten = \"{address}\"\n")).unwrap();
    for flag in [&[][..], &["--live"], &["--ready"]] {
        let said = ship.fails(&[&["health", "--config", "config.toml"], flag].concat(), 1);
        assert!(said.contains(&format!("nobody answers at {address}")), "{said}");
    }
}
