//! Lines broken to the width of a terminal.

use wardroom::door::terminal::page::{Dress, Page};

fn shown(text: &str, columns: usize) -> Vec<String> {
    let (mut out, dress) = (Vec::new(), Dress::Plain);
    Page { out: &mut out, dress, columns: Some(columns) }.line(text).unwrap();
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_line_ends_neither_within_what_is_typed_nor_between_a_number_and_its_unit() {
    let parts = |text: &str, columns, expected: &[&str]| assert_eq!(shown(text, columns), expected);
    parts("lists one, `help VERB` explains it", 18, &["lists one,", "`help VERB`", "explains it"]);
    parts("on, against two 14 %, and so", 18, &["on, against", "two 14 %, and so"]);
    parts("(BC) 1 (B) 3; 2: (BC) 1 (B) 2", 19, &["(BC) 1 (B) 3;", "2: (BC) 1 (B) 2"]);
    parts("DD boxes: (B) Bulwark", 14, &["DD boxes:", "(B) Bulwark"]);
    parts("301 302 303 304", 8, &["301 302", "303 304"]);
    parts("命令は「選択肢 命令」で", 16, &["命令は", "「選択肢 命令」", "で"]);
}

#[test]
fn what_is_typed_and_longer_than_a_line_is_broken_where_it_can_be() {
    let typed = format!("`{}`", ["order"; 12].join(" "));
    assert!(shown(&typed, 40).iter().all(|line| line.len() <= 40), "{:?}", shown(&typed, 40));
}
