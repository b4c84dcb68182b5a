//! Text that cannot steer a terminal.

use std::io::Write;

use wardroom::door::terminal::screen::{Cleaned, Screen};

#[test]
fn text_cannot_steer_the_terminal_and_our_own_colours_can() {
    let mut out = Vec::new();
    let mut screen = Cleaned::new(&mut out);
    screen.steer("\u{1b}[1m").unwrap();
    let (letter, ship) = ("é", "艦");
    write!(screen, "a\u{1b}[2K\r{letter}\u{9b}31m{ship}\u{202e}\u{2028}\u{7f}\tz\n").unwrap();
    // A character that comes in pieces.
    let [first, rest @ ..] = "艦".as_bytes() else { unreachable!() };
    screen.write_all(&[*first]).unwrap();
    screen.write_all(rest).unwrap();
    screen.data().write_all("\u{1b}".as_bytes()).unwrap();
    let said = String::from_utf8(out).unwrap();
    assert_eq!(said, "\u{1b}[1ma\u{fffd}[2K\u{fffd}é\u{fffd}31m艦\u{fffd}\u{fffd}\u{fffd}\tz\n艦\u{1b}");
}

/// Bytes that are no text are replaced, and a character that comes in pieces after them is whole.
#[test]
fn invalid_bytes_do_not_spoil_a_character_that_comes_in_pieces() {
    for cut in 1..3 {
        let mut out = Vec::new();
        let mut screen = Cleaned::new(&mut out);
        let (begin, rest) = "艦".as_bytes().split_at(cut);
        screen.write_all(&[&b"a\xff"[..], begin].concat()).unwrap();
        screen.write_all(&[rest, b"\xe8b"].concat()).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "a\u{fffd}艦\u{fffd}b", "{cut}");
    }
}
