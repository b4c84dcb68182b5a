//! Every verb of the table at the terminal, with a word more than its page gives it.

use wardroom::book::{ArgKind, Book};

use super::company::{kinds, passed};
use super::lines;

#[test]
fn no_verb_of_the_table_drops_a_word() {
    let (ship, table) = passed();
    let (_, said) = ship.play("ada", &[&table], lines("close"), false);
    assert!(said.contains("Still to answer: blue"), "{said}");
    let before = kinds(&ship, &table);
    // These show whatever is named, and do nothing.
    let shows = ["help", "options", "show"];
    let book = Book::of_door("table").unwrap();
    let mut typed = Vec::new();
    for verb in book.verbs().iter().filter(|verb| !shows.contains(&verb.name.as_str())) {
        // Whoever is named first may be called anything.
        let names_somebody = verb.args.first().is_some_and(|arg| arg.kind == ArgKind::User);
        let somebody = if names_somebody { " eve" } else { "" };
        for name in [verb.name.as_str(), &verb.ja].map(|name| format!("{name}{somebody}")) {
            typed.extend(["not", "later", "if it is 3d", "ではない"].map(|more| format!("{name} {more}")));
        }
    }
    for line in typed {
        let (ending, said) = ship.play("bob", &[&table], lines(&line), false);
        assert_eq!((ending.refused, kinds(&ship, &table)), (1, before.clone()), "{line}: {said}");
    }
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
