//! The section of the board in the browser.

use std::net::SocketAddr;

use wardroom::config::Config;
use wardroom::config::play::{CLIENT_SECRET_VARIABLE, LISTEN, PlaySection, ServedActivity, ServedBoard};
use wardroom::config::value::SecretFiles;
use wardroom::reason::Reason;

fn of(url: &str) -> PlaySection {
    PlaySection { public_url: Some(url.to_owned()), ..PlaySection::default() }
}

#[test]
fn its_address_is_a_host_over_tls_or_this_machine() {
    for (given, wanted) in [
        ("https://board.example.org", "https://board.example.org"),
        ("https://Board.Example.org/", "https://board.example.org"),
        ("https://board.example.org:8443", "https://board.example.org:8443"),
        ("http://127.0.0.1:8082", "http://127.0.0.1:8082"),
        // Browsers leave the usual port out.
        ("https://board.example.org:443", "https://board.example.org"),
        ("http://localhost:80/", "http://localhost"),
    ] {
        assert_eq!(of(given).checked_url().as_deref(), Ok(wanted), "{given}");
    }
    for given in [
        "http://board.example.org",
        "https://board.example.org/games",
        "https://me@board.example.org",
        "board",
    ] {
        assert_eq!(of(given).checked_url().unwrap_err().key, "config-play-url", "{given}");
    }
    assert_eq!(PlaySection::default().checked_url().unwrap_err().key, "config-play-no-url");
}

#[test]
fn its_listener_has_an_address_of_its_own() {
    let listen: SocketAddr = LISTEN.parse().unwrap();
    let section = of("https://board.example.org");
    let public_url = "https://board.example.org".to_owned();
    let served = ServedBoard { listen, public_url, behind_proxy: false, activity: None };
    let (none, files) = (|_: &str| None, SecretFiles::default());
    let checked =
        |section: &PlaySection, others: &[SocketAddr]| section.checked(others, None, (&none, &files));
    assert_eq!(checked(&section, &[]), Ok(served));
    assert_eq!(checked(&section, &[listen]).unwrap_err().key, "config-play-same");
    let wrong = PlaySection { listen: Some("8082".to_owned()), ..section };
    assert_eq!(checked(&wrong, &[]).unwrap_err().key, "config-play-listen");
}

/// A configuration with the bot's keys and those of the board, and perhaps a secret in the environment.
fn activity(discord: &str, play: &str, secret: Option<&str>) -> Result<Option<ServedActivity>, Reason> {
    let text = format!("{discord}\n[play]\npublic_url = \"https://board.example.org\"\n{play}");
    let vars = |name: &str| secret.filter(|_| name == CLIENT_SECRET_VARIABLE).map(str::to_owned);
    let serving = Config::parse(&text).unwrap().serving(&vars)?;
    Ok(serving.play.unwrap().activity)
}

#[test]
fn the_activity_is_off_and_needs_an_application_with_its_secret() {
    let bot = "[discord]\ntoken = \"t\"\napplication_id = \"42\"";
    assert_eq!(activity(bot, "", Some("s")), Ok(None));
    let served = activity(bot, "activity = true", Some(" s3cret\n")).unwrap().unwrap();
    assert_eq!((served.application, served.secret.expose()), (42, "s3cret"));
    for (discord, play, secret) in [
        ("", "activity = true", Some("s")),
        ("[discord]\ntoken = \"t\"", "activity = true", Some("s")),
        (bot, "activity = true", None),
        (bot, "activity = true", Some("  ")),
        (bot, "activity = true", Some("two words")),
    ] {
        let why = activity(discord, play, secret).unwrap_err();
        assert_eq!(why.key, "config-play-activity", "{discord} {play} {secret:?}");
    }
    let missing =
        activity(bot, "activity = true\nclient_secret_file = \"/nowhere/secret\"", None).unwrap_err();
    assert_eq!(missing.key, "config-play-secret-file");
    let shown = format!("{:?}", activity(bot, "activity = true", Some("s3cret")));
    assert!(!shown.contains("s3cret"), "{shown}");
}
