//! The first difference between two texts, as the audit of a page names it.

use wardroom::app::page_audit::{SHOWN, difference};

#[test]
fn a_difference_is_named_by_its_place_and_shown_in_whole_characters() {
    assert_eq!(difference("same", "same"), None);
    assert_eq!(difference("abc", "abd"), Some((3, "c", "d")));
    assert_eq!(difference("abc", "ab"), Some((3, "c", "")));
    // 日 and 旧 begin with the same two bytes.
    assert_eq!(difference("a日b", "a旧b"), Some((4, "日b", "旧b")));
    let long = "x".repeat(200);
    assert_eq!(difference(&long, "").map(|(at, found, _)| (at, found.len())), Some((1, SHOWN)));
}
