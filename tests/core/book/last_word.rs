//! Every verb of the table and of the mail door takes the words that its page gives it, and not one more.

use wardroom::book::{ArgKind, Book, ParseError, Verb, is_no, is_yes};
use wardroom::game::Options;

/// What somebody may write behind a consent, or by mistake.
const MORE: [&str; 8] =
    ["not", "later", "if it is 3d", "only without the map", "xyzzy", "ではない", "あとで", "。ではない"];
/// The verbs whose words go to the end of the line: their handlers read all of it.
const TO_THE_END: [&str; 20] = [
    "help",
    "options",
    "show",
    "rename",
    "luck",
    "invite",
    "withdraw-offer",
    "standing",
    "plan",
    "pass-ahead",
    "pace",
    "pause",
    "absent",
    "end-absence",
    "claim",
    "zone",
    "reminders",
    "quiet",
    "calendar",
    "browser",
];
/// The same of the commands of the mail door.
const TO_THE_END_BY_MAIL: [&str; 11] = [
    "new",
    "join",
    "decline",
    "invite",
    "master",
    "zone",
    "reminders",
    "quiet",
    "calendar",
    "browser",
    "daily",
];

/// A line of a verb with everything that its page asks for, and nothing that may be left out.
fn right(verb: &Verb, name: &str) -> String {
    let needed =
        verb.args.iter().filter(|arg| !arg.optional || arg.kind == ArgKind::User).map(|_| "ann@home.example");
    [name].into_iter().chain(needed).collect::<Vec<_>>().join(" ")
}

fn goes_to_the_end(verb: &Verb) -> bool {
    verb.args.iter().any(|arg| matches!(arg.kind, ArgKind::Text | ArgKind::Seat | ArgKind::Game))
}

#[test]
fn a_word_too_many_behind_a_verb_of_the_table_is_an_error_and_nothing_of_its_line_is_read() {
    let (book, options) = (Book::of("goeben").unwrap(), Options::default());
    let mut lenient = Vec::new();
    for verb in book.verbs().iter().filter(|verb| verb.table) {
        if goes_to_the_end(verb) {
            lenient.push(verb.name.as_str());
            continue;
        }
        for name in [verb.name.as_str(), &verb.ja] {
            let right = right(verb, name);
            assert!(book.line(&right, &options).is_ok(), "{right}");
            for more in MORE {
                for line in [format!("{right} {more}"), format!("who; {right} {more}")] {
                    assert!(book.line(&line, &options).is_err(), "{line}");
                }
            }
        }
    }
    assert!(lenient.iter().all(|verb| TO_THE_END.contains(verb)), "{lenient:?}");
}

/// What stands beside a consent may be a condition, also where it begins like a verb.
#[test]
fn a_verb_that_binds_is_only_read_from_a_line_of_its_own() {
    let (book, options) = (Book::of("grand_fleet").unwrap(), Options::default());
    let binding: Vec<&Verb> = book.verbs().iter().filter(|verb| verb.alone).collect();
    assert!(
        ["agree", "object", "resign", "close"]
            .iter()
            .all(|it| binding.iter().any(|verb| verb.name.as_str() == *it))
    );
    for verb in binding {
        for name in [verb.name.as_str(), &verb.ja] {
            let right = right(verb, name);
            assert!(book.line(&right, &options).is_ok(), "{right}");
            for beside in ["wait", "待つ", "help", "who"] {
                for line in
                    [format!("{right}; {beside}"), format!("{right}。{beside}"), format!("{beside}；{right}")]
                {
                    let read = book.line(&line, &options);
                    // A text goes on to the end of its line.
                    let is_text = goes_to_the_end(verb) && read.is_ok();
                    assert!(
                        is_text
                            || matches!(read, Err(ParseError::Alone { verb: found }) if found == verb.name),
                        "{line}: {read:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_word_too_many_behind_a_command_of_the_mail_door_is_an_error() {
    let book = Book::of_door("mail").unwrap();
    let mut lenient = Vec::new();
    for verb in book.verbs() {
        if goes_to_the_end(verb) {
            lenient.push(verb.name.as_str());
            continue;
        }
        for name in [verb.name.as_str(), &verb.ja] {
            // All that may be given is given: a further word is one too many.
            let given = verb.args.iter().map(|_| "goeben-2222");
            let right = [name].into_iter().chain(given).collect::<Vec<_>>().join(" ");
            assert!(book.command(&right).is_some_and(|(_, words)| words.is_ok()), "{right}");
            for more in MORE.iter().filter(|more| !more.starts_with('。')) {
                let line = format!("{right} {more}");
                assert!(book.command(&line).is_none_or(|(_, words)| words.is_err()), "{line}");
            }
            let two = format!("{right}; {right}");
            assert!(matches!(book.command(&two), Some((_, Err(ParseError::TooMany { .. })))), "{two}");
        }
    }
    assert!(lenient.iter().all(|verb| TO_THE_END_BY_MAIL.contains(verb)), "{lenient:?}");
}

#[test]
fn numbers_and_yes_are_read_alike_in_every_width_and_language() {
    let (book, options) = (Book::of("grand_fleet").unwrap(), Options::default());
    for line in [
        "undo 2",
        "undo ２",
        "取り消し 2",
        "resign yes",
        "resign ｙｅｓ",
        "resign Y",
        "resign はい",
        "投了 はい",
    ] {
        assert!(book.line(line, &options).is_ok(), "{line}");
    }
    for line in
        ["undo two", "undo 0", "log 5 6", "resign maybe", "resign yes yes", "need-player soon", "recap 3 now"]
    {
        assert!(book.line(line, &options).is_err(), "{line}");
    }
    for yes in ["yes", "YES", "ｙｅｓ", "y", "on", "はい", "ﾊｲ", "オン"] {
        assert!(is_yes(yes) && !is_no(yes), "{yes}");
    }
    for no in ["no", "Off", "ｏｆｆ", "none", "いいえ", "なし", "オフ", "終了"] {
        assert!(is_no(no) && !is_yes(no), "{no}");
    }
}

#[test]
fn a_verb_that_is_only_begun_is_known_for_one() {
    let (book, options) = (Book::of("goeben").unwrap(), Options::default());
    let of = |line: &str| book.abbreviated(line, &options);
    for (line, given, verb) in
        [("Don", "Don", Some("done")), ("h", "h", Some("help")), ("who; o coal", "o", Some("options"))]
    {
        let verb = verb.map(|verb| verb.parse().unwrap());
        assert_eq!(of(line), Some((given.to_owned(), verb)), "{line}");
    }
    assert!(of("K").is_some_and(|(given, _)| given == "K"));
    for line in ["done", "Done.", "2", "help", "?", "agree", "了", "nonsense"] {
        assert_eq!(of(line), None, "{line}");
    }
}
