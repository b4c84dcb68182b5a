//! The section of the board in the browser.

use std::net::SocketAddr;

use wardroom::config::play::{LISTEN, PlaySection, ServedBoard};

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
    let served =
        ServedBoard { listen, public_url: "https://board.example.org".to_owned(), behind_proxy: false };
    assert_eq!(section.checked(&[]), Ok(served));
    assert_eq!(section.checked(&[listen]).unwrap_err().key, "config-play-same");
    let wrong = PlaySection { listen: Some("8082".to_owned()), ..section };
    assert_eq!(wrong.checked(&[]).unwrap_err().key, "config-play-listen");
}
