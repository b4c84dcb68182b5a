//! Typed lines: endings, control characters, lengths.

use std::io;

use wardroom::door::terminal::input::{MAX_TYPED_BYTES, Typed, line};

#[test]
fn a_last_line_without_its_ending_is_told_from_others() {
    let mut input = &b"done\r\nmove\nlast"[..];
    assert_eq!(line(&mut input).unwrap(), Typed::Line("done".into()));
    assert_eq!(line(&mut input).unwrap(), Typed::Line("move".into()));
    assert_eq!(line(&mut input).unwrap(), Typed::Unended("last".into()));
    assert_eq!(line(&mut input).unwrap(), Typed::End);
}

#[test]
fn control_characters_and_bytes_that_are_no_text_are_replaced() {
    let mut input = &b"mo\0ve \x1b[31m \xff\tdory99\n"[..];
    assert_eq!(line(&mut input).unwrap(), Typed::Line("mo\u{fffd}ve \u{fffd}[31m \u{fffd}\tdory99".into()));
}

#[test]
fn ten_megabytes_on_one_line_are_read_past() {
    let mut text = vec![b'x'; 10_000_000];
    text.extend(b"\ndone\n");
    let mut input = io::BufReader::new(&text[..]);
    assert_eq!(line(&mut input).unwrap(), Typed::TooLong(10_000_000));
    assert_eq!(line(&mut input).unwrap(), Typed::Line("done".into()));
}

#[test]
fn a_line_of_just_the_limit_is_kept() {
    let mut text = vec![b'x'; MAX_TYPED_BYTES];
    text.push(b'\n');
    assert!(matches!(line(&mut &text[..]).unwrap(), Typed::Line(kept) if kept.len() == MAX_TYPED_BYTES));
}
