//! The built program: what it says when something is missing, and how it starts and stops.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::json;

use super::bench::BOT_TOKEN;
use super::stand_in::{BOUND, StandIn};

fn start(home: &Path, config: Option<&str>, token: Option<&str>) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
    command.env_clear().env("HOME", home).current_dir(home).args(["serve", "--db", "w.db"]);
    if let Some(config) = config {
        std::fs::write(home.join("config.toml"), config).unwrap();
        command.args(["--config", "config.toml"]);
    }
    if let Some(token) = token {
        command.env("WARDROOM_DISCORD_TOKEN", token);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn fails(config: Option<&str>, token: Option<&str>, status: i32) -> String {
    let home = tempfile::tempdir().unwrap();
    let output = start(home.path(), config, token).wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(!home.path().join("w.db").exists() || status == 1, "a bad configuration makes no database");
    said
}

#[test]
fn what_is_missing_is_said_in_a_sentence() {
    let said = fails(None, None, 2);
    assert!(
        said.contains("neither a [discord], nor a [mail], nor a [pages] section")
            && said.lines().count() == 1,
        "{said}"
    );
    let said = fails(Some("[discord]\nway = \"gateway\""), None, 2);
    assert!(said.contains("config.toml") && said.contains("has no token"), "{said}");
    let said = fails(Some("[discord]\ntokn = \"a.b.c\""), None, 2);
    assert!(said.contains("tokn") && !said.contains("a.b.c") && said.lines().count() == 1, "{said}");
    let said = fails(None, Some("two words"), 2);
    assert!(said.contains("WARDROOM_DISCORD_TOKEN") && !said.contains("two words"), "{said}");
}

#[test]
fn an_address_in_use_is_said_in_a_sentence() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let said = fails(Some(&format!("[serve]\nlisten = \"{address}\"")), Some("a.b.c"), 1);
    assert!(said.contains(&address) && said.contains("in use") && said.contains("listen"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_ends_the_program() {
    let discord = StandIn::start().await;
    discord.fail("/oauth2/applications/@me", 401, json!({ "code": 0, "message": "401: Unauthorized" }));
    let config = format!("[serve]\nlisten = \"127.0.0.1:0\"\n[discord]\napi = \"{}\"", discord.url());
    let said = tokio::task::spawn_blocking(move || fails(Some(&config), Some(BOT_TOKEN), 1)).await.unwrap();
    assert!(
        said.contains("wardroom: Discord refuses the bot's token") && !said.contains(BOT_TOKEN),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn it_serves_until_it_is_told_to_stop() {
    let discord = StandIn::start().await;
    for signal in ["TERM", "INT"] {
        let home = tempfile::tempdir().unwrap();
        let config = format!(
            "[serve]\nlisten = \"127.0.0.1:0\"\nlog_format = \"json\"\nlog = \"debug\"\n[discord]\napi = \"{}\"",
            discord.url()
        );
        let mut child = start(home.path(), Some(&config), Some(BOT_TOKEN));
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let pid = child.id().to_string();
        let said = tokio::task::spawn_blocking(move || {
            let mut said = String::new();
            while !said.contains("\"connected\":1") {
                assert!(errors.read_line(&mut said).unwrap() > 0, "it ended: {said}");
            }
            let kill = Command::new("kill").args([&format!("-{signal}"), &pid]).status().unwrap();
            assert!(kill.success());
            errors.read_to_string(&mut said).unwrap();
            said
        });
        let said = tokio::time::timeout(BOUND, said).await.unwrap().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{said}");
        assert!(
            said.contains("listening") && said.contains("\"stopped\"") && !said.contains(BOT_TOKEN),
            "{said}"
        );
        for line in said.lines() {
            serde_json::from_str::<serde_json::Value>(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        }
        assert!(home.path().join("w.db").exists());
    }
}
