//! The lines of a calendar: folded and escaped.

use wardroom::club::calendar::{folded, text};

#[test]
fn lines_are_folded_between_characters_and_texts_escaped() {
    let line = folded("SUMMARY", &"あ".repeat(40));
    let folded: Vec<&str> = line.split("\r\n").collect();
    assert_eq!(folded.iter().map(|line| line.len()).collect::<Vec<_>>(), [74, 55, 0]);
    assert_eq!(text("a;b,c\\d\ne\u{7}"), "a\\;b\\,c\\\\d\\ne");
}
