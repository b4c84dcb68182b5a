//! The terminal has words for all that doors say.

use wardroom::club::door::{BY_DOOR, Door};
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::words::{Lang, Words};

#[test]
fn the_terminal_has_words_for_all_that_doors_say() {
    let words = Words::read().unwrap();
    let door: &dyn Door = &AtTerminal { play: String::new() };
    // A seat is taken by a command of the program, before there is a session.
    for key in BY_DOOR.iter().filter(|key| **key != "join-which") {
        assert!(Lang::ALL.iter().all(|lang| words.has(*lang, &door.key(key))), "{key}");
    }
}
