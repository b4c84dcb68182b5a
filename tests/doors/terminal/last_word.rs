//! Words that a verb has no place for, and the word that confirms, at the terminal.

use super::lines;
use super::other_players::{kinds, passed};

#[test]
fn a_word_too_many_is_named_with_what_would_be_right() {
    let (ship, table) = passed();
    let (_, said) =
        ship.play("bob", &[&table], lines("agree not yet\nresign maybe\nneed-player soon"), false);
    for told in [
        "`agree` takes no arguments (you typed “not yet”). For the opposite, type `object`.",
        "“maybe” is more than “resign” takes. The form is `resign [YES]`.",
        "“soon” is more than “need-player” takes. The form is `need-player [OFF]`.",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
}

#[test]
fn whoever_says_yes_means_it_in_every_width_and_language() {
    for yes in ["yes", "y", "ｙｅｓ", "はい"] {
        let (ship, table) = passed();
        let (ending, said) = ship.play("bob", &[&table], lines(&format!("resign\nresign {yes}")), false);
        assert_eq!(ending.refused, 0, "{said}");
        assert!(kinds(&ship, &table).contains(&"TableClosed".to_owned()), "{yes}: {said}");
    }
}
