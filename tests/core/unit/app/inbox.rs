//! The lines that a terminal session hears, with and without patience.

use std::io;
use std::time::Duration;

use wardroom::app::inbox::Inbox;
use wardroom::door::terminal::{Heard, Source};

fn inbox(text: &'static str, interactive: bool, patience: Option<Duration>) -> Inbox {
    Inbox::new(
        Box::new(text.as_bytes()),
        false,
        interactive,
        Duration::from_millis(1),
        patience,
        Default::default(),
    )
    .unwrap()
}

/// What is heard next besides ticks.
fn heard(mut hear: impl FnMut() -> io::Result<Heard>) -> Heard {
    loop {
        match hear().unwrap() {
            Heard::Tick => {}
            heard => return heard,
        }
    }
}

#[test]
fn lines_come_in_order_and_the_end_stays_the_end() {
    let mut inbox = inbox("one\ntwo", false, None);
    assert_eq!(heard(|| inbox.next()), Heard::Line("one".into()));
    assert_eq!(heard(|| inbox.next()), Heard::Unended("two".into()));
    assert_eq!(heard(|| inbox.next()), Heard::End);
    assert_eq!(heard(|| inbox.next()), Heard::End);
}

#[test]
fn a_script_waits_with_its_lines_unread_and_a_person_is_heard() {
    let mut script = inbox("one\n", false, None);
    assert_eq!(script.wait(true).unwrap(), Heard::Tick);
    assert_eq!(script.wait(false).unwrap(), Heard::Tick);
    assert_eq!(heard(|| script.next()), Heard::Line("one".into()));
    let mut person = inbox("one\n", true, None);
    assert_eq!(heard(|| person.wait(true)), Heard::Line("one".into()));
}

/// Until what is worked out is ended by what was typed.
fn ends(inbox: &mut Inbox) {
    while !inbox.is_ended().unwrap() {}
}

#[test]
fn an_empty_line_ends_what_is_worked_out_and_others_are_kept_in_order() {
    let mut person = inbox("recap\nwhy 3\n\ndone\n", true, None);
    ends(&mut person);
    for line in ["recap", "why 3", "done"] {
        assert_eq!(heard(|| person.next()), Heard::Line(line.into()));
    }
    // Whoever leaves ends it too.
    ends(&mut person);
    assert_eq!(heard(|| person.next()), Heard::End);
    let mut script = inbox("\n", false, None);
    assert!(!script.is_ended().unwrap(), "the lines of a script stay where they are");
    assert_eq!(heard(|| script.next()), Heard::Line(String::new()));
}

#[test]
fn patience_ends_and_begins_anew() {
    let mut inbox = inbox("", false, Some(Duration::from_millis(20)));
    assert_eq!(inbox.wait(true).unwrap(), Heard::Tick);
    assert_eq!(heard(|| inbox.wait(false)), Heard::Late);
    assert_eq!(inbox.wait(true).unwrap(), Heard::Tick);
}
