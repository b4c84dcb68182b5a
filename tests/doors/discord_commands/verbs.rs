//! Verbs of the table as slash commands: their options have the names of the arguments on the verb's page.

use wardroom::book::{ArgKind, ArgSpec, Book, pages_of};
use wardroom::club::table_words::{TableAction, TableInput, TableVerb};

/// Arguments that have no option of their name, and why.
const WITHOUT: &[(TableVerb, &str, &str)] = &[
    (TableVerb::Absent, "dates", "an option for each end suggests days"),
    (TableVerb::Resign, "yes", "a button below the question"),
];

#[test]
fn options_are_named_as_arguments_are() {
    let (book, mut compared) = (Book::of_door("table").unwrap(), 0);
    for (_, page) in pages_of("discord").unwrap() {
        for command in &page.verbs {
            let Some(verb) = TableVerb::named(command.name.as_str()).filter(|_| command.moved.is_none())
            else {
                continue;
            };
            for arg in &book.verb(verb.as_str()).unwrap().args {
                let option = command.arg(arg.name.as_str());
                let is_left_out =
                    WITHOUT.iter().any(|(of, name, _)| *of == verb && *name == arg.name.as_str());
                assert_eq!(option.is_none(), is_left_out, "{verb} {}", arg.name);
                let Some(option) = option else { continue };
                let shape = |arg: &ArgSpec| (arg.ja.clone(), arg.kind == ArgKind::Count);
                assert_eq!(shape(option), shape(arg), "{verb} {}", arg.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn options_are_read_as_words_are() {
    let book = Book::of_door("table").unwrap();
    let read = |verb: &str, given: &[(&str, &'static str)]| {
        let option = |name: &str| given.iter().find(|(of, _)| *of == name).map(|(_, value)| *value);
        TableInput::of_options(&book, verb, option)
    };
    let act = |verb: &str, given: &[(&str, &'static str)]| match read(verb, given) {
        Some(Ok(TableInput::Act(action))) => action,
        other => panic!("{verb} {given:?}: {other:?}"),
    };
    assert_eq!(act("publish", &[("delay", "1000")]), TableAction::Publish(Some(1000)));
    assert_eq!(act("need-player", &[("off", "true")]), TableAction::NeedPlayer(false));
    assert_eq!(act("need-player", &[("off", "false")]), TableAction::NeedPlayer(true));
    assert_eq!(act("ready", &[("off", "true")]), TableAction::SayReady(false));
    assert_eq!(act("ready", &[]), TableAction::SayReady(true));
    assert!(read("undo", &[("count", "0")]).unwrap().is_err());
    assert!(read("invite", &[]).unwrap().is_err());
    assert!(read("board", &[]).is_none(), "this door's own");
}
