//! The blocks of data of a page, written and read.

use std::collections::BTreeSet;

use wardroom::page::read::{embedded, is_page, read, unembedded};
use wardroom::reason::Reason;

#[test]
fn nothing_in_a_block_of_data_ends_it_and_it_is_the_same_json() {
    let text = serde_json::to_string(&["</script>", "<!--", "\\u003c", "\u{2028}\u{2029}", "\\"]).unwrap();
    let embedded = embedded(&text);
    assert!(!embedded.contains(['<', '\u{2028}', '\u{2029}']), "{embedded}");
    let read = |text: &str| serde_json::from_str::<Vec<String>>(text).unwrap();
    assert_eq!(read(&embedded), read(&text));
    assert_eq!(unembedded(&embedded), text, "it is read as it was, to the byte");
    assert_eq!(unembedded("ends in \\"), "ends in \\");
}

#[test]
fn a_page_is_told_from_a_log() {
    assert!(is_page(b"<!DOCTYPE html><html") && is_page(b"\xef\xbb\xbf\n<!doctype HTML>"));
    assert!(!is_page(b"{\"audience\":") && !is_page(b"<!DOC") && !is_page(b""));
}

#[test]
fn what_is_no_page_of_a_table_is_refused() {
    for html in ["<!DOCTYPE html><p>no log</p>", "<!DOCTYPE html><script type=\"text/plain\" id=\"log\">"] {
        assert_eq!(read(html), Err(Reason::of("page-without-log")), "{html}");
    }
    let page = |setting: &str| {
        format!(
            "<!DOCTYPE html><script type=\"text/plain\" id=\"setting\">{setting}</script>\
             <script type=\"text/plain\" id=\"log\">x\n</script>"
        )
    };
    let older = read(&page(r#"{"withheld":[3],"words":{}}"#)).unwrap();
    assert_eq!((older.claims, older.withheld, &*older.log), (None, BTreeSet::from([3]), "x\n"));
    for setting in ["", "{", r#"{"claims":{"version":"1"}}"#, r#"{"withheld":"all"}"#] {
        assert!(read(&page(setting)).is_err(), "{setting}");
    }
}
