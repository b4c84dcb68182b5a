//! Names that may stand in the subject of an invitation.

use wardroom::door::mail::courier::is_name;

#[test]
fn a_name_is_no_advertisement() {
    for name in ["Ann Archer", "J. R. Jellicoe", "O’Brien", "Jean-Luc", "山田 太郎", "ann2"] {
        assert!(is_name(name), "{name}");
    }
    for text in [
        "",
        "FREE MONEY https://evil.example/win?x=1 call +1 555",
        "evil.example",
        "www evil example",
        "call 555 1234",
        "a@b.example",
        "<b>",
        "Ann ／ win at evil。example",
        "A name that is much longer than anybody’s is",
    ] {
        assert!(!is_name(text), "{text}");
    }
}
