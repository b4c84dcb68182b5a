//! The section `[pages]` of the configuration.

use wardroom::config::pages::{LISTEN, PagesSection, ShownPages};
use wardroom::words::english;

fn checked(listen: Option<&str>, url: Option<&str>) -> Result<ShownPages, String> {
    let section = PagesSection {
        listen: listen.map(str::to_owned),
        public_url: url.map(str::to_owned),
        behind_proxy: None,
    };
    section.checked("127.0.0.1:8080".parse().unwrap()).map_err(|reason| english(&reason))
}

#[test]
fn what_is_right_is_taken_and_loses_its_last_slash() {
    let pages = checked(None, Some("https://example.org/tables/")).unwrap();
    assert_eq!((pages.public_url.as_str(), pages.behind_proxy), ("https://example.org/tables", false));
    assert_eq!(pages.listen.to_string(), LISTEN);
    assert!(checked(Some("[::1]:8080"), Some("http://localhost:8081")).is_ok(), "another address");
    assert!(checked(Some("127.0.0.1:0"), Some("http://a")).is_ok());
}

#[test]
fn what_is_wrong_is_named() {
    let url = Some("https://example.org");
    for (listen, url, said) in [
        (Some("8081"), url, "[pages] listen = \"8081\""),
        (Some("example.org:80"), url, "[pages] listen"),
        (Some("127.0.0.1:8080"), url, "[serve] listen"),
        (Some("0.0.0.0:8080"), url, "[serve] listen"),
        (None, None, "[pages] has no public_url"),
        (None, Some("example.org"), "[pages] public_url = \"example.org\""),
        (None, Some("ftp://example.org"), "https://"),
        (None, Some("https://"), "https://"),
        (None, Some("https:///x"), "https://"),
        (None, Some("https://example.org/?a"), "https://"),
        (None, Some("https://example.org/ a"), "https://"),
        (None, Some("https://exämple.org"), "https://"),
    ] {
        let error = checked(listen, url).unwrap_err();
        assert!(error.contains(said), "{listen:?} {url:?}: {error}");
    }
}
