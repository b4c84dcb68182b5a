//! Whoever takes a seat from another sees what the seat sees, but not what was written to its player, or by them, before; and a
//! seat that goes to the next officer because its time is up.

use std::sync::Arc;

use chrono::DateTime;
use wardroom::app::registry::GAMES;
use wardroom::club::computer::{ComputerPlayers, Haste};
use wardroom::club::strength::COMPUTER;

use crate::common::commands::{Commands, SeatCommands};
use crate::officers_table::{Post, Ship, seat};
use crate::pages::page_of;
use crate::seats::{blotted, exported};
use crate::tamper::{Log, audited};
use crate::toy::Clock;
use wardroom::book::{ArgKind, Book, Verb};
use wardroom::game::{Game, Viewer};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::state::Officers;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::export::export;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{Players, Store, TimeChange};
use wardroom::pace::{Hours, Overdue, Pace, Terms};
use wardroom::table::{Reply, Table, notices};
use wardroom::view::{self, is_written, log_viewer};
use wardroom::words::Lang;

const ANN: &str = "ann";

/// A table at which Goeben and Breslau wrote to each other before `ann` took the seat `handed`, and `after` was written then.
fn handed_over(handed: &str, [message, letter]: [&str; 2], after: &str) -> (Ship, Post) {
    let ship = Ship::of(Officers::Ships);
    ship.gives("goeben", &format!("message to=breslau text={message}"));
    ship.gives("breslau", &format!("message to=goeben text={message}"));
    ship.writes("goeben", "MES", letter);
    ship.writes("breslau", "MES", letter);
    assert!(ship.session(handed).pass_seat_to(ANN).unwrap().is_accepted());
    let ann = ship.post(handed, ANN);
    assert!(ann.take_seat().unwrap().is_accepted());
    if !after.is_empty() {
        let other = if handed == "goeben" { "breslau" } else { "goeben" };
        ship.gives(other, &format!("message to={handed} text={after}"));
    }
    (ship, ann)
}

/// Everything a player is shown or can ask for at their seat, digests blotted out.
fn all_shown(ship: &Ship, post: &Post) -> String {
    let snapshot = post.snapshot().unwrap();
    let viewer = Viewer::Seat(post.own_seat());
    let mut text =
        format!("{:?} {:?} {:?}\n", *snapshot.view, snapshot.facts.options, snapshot.facts.takebacks);
    for line in post.log(0).unwrap() {
        text += &format!("{}\n", line.to_value());
    }
    let last = snapshot.facts.head.seq;
    for to in 1..=last {
        // What a door asks for: the entries up to one that was written before the seat was taken, too.
        let now = ship.tables().now(&ship.table).unwrap();
        text += &format!("{:?}\n", post.lines_between(&now, to - 1, to).unwrap());
        text += &format!("{:?}\n", view::of_span::<Goeben>(&ship.store, &ship.table, 0, to, viewer).unwrap());
    }
    let mut history = post.history().unwrap();
    for at in (1..=last).rev() {
        history.go(at).unwrap();
        text += &format!("{:?} {:?}\n", history.view(), history.lines(0).unwrap());
    }
    let mut file = Vec::new();
    export(&ship.store, &ship.table, &log_viewer(viewer), is_written::<Goeben>, &mut file).unwrap();
    text += &String::from_utf8(file).unwrap();
    text += &page_of::<Goeben>(&ship.store, &ship.table, viewer, Lang::En, true).html;
    let text = text.replace(&snapshot.facts.head.to_string(), "").replace(&snapshot.facts.head.short(), "");
    // Digests in debug form are lists of numbers.
    let digests = text.split("digest: [").map(|part| part.split_once(']').map_or(part, |(_, rest)| rest));
    blotted(&digests.collect::<Vec<_>>().join(" "))
}

/// Twins: two tables that differ only in what was written before show the same to whoever took the seat since.
#[test]
fn what_was_written_before_a_seat_was_taken_changes_nothing_its_player_is_shown() {
    for handed in ["goeben", "breslau"] {
        let (one, at_one) = handed_over(handed, ["hold_your_fire", "gone west"], "good_hunting");
        let (other, at_other) = handed_over(handed, ["coal_at_Naxos_at_once", "wait"], "good_hunting");
        let [shown, others] = [all_shown(&one, &at_one), all_shown(&other, &at_other)];
        for text in ["hold your fire", "gone west"] {
            assert!(!shown.contains(text), "{handed}: {text} shows");
        }
        let differs = shown.bytes().zip(others.bytes()).position(|(a, b)| a != b);
        let near = |text: &str| differs.map(|at| text[at.saturating_sub(200)..at + 40].to_owned());
        assert!(shown == others, "{handed}: {:?} is {:?} at the other", near(&shown), near(&others));
        assert!(shown.contains("good hunting"), "{handed}: what came later is theirs");
    }
}

/// The seats that were not handed over lose nothing.
#[test]
fn who_stays_keeps_what_they_wrote_and_read() {
    let (ship, _) = handed_over("goeben", ["hold_your_fire", "gone west"], "");
    let shown = all_shown(&ship, &ship.session("breslau"));
    assert!(shown.contains("hold your fire") && shown.contains("gone west"));
    let company = ship.session("breslau").snapshot().unwrap().view.company.clone().unwrap();
    assert_eq!(company.messages.len(), 1);
    assert!(company.letters.iter().all(|letter| letter.text.as_deref() == Some("gone west")));
}

/// A letter that the one before had not found is found by whoever sits there when a ship comes to it.
#[test]
fn a_letter_that_is_read_later_is_for_who_reads_it() {
    let (ship, ann) = handed_over("breslau", ["hold_your_fire", "gone west"], "");
    ship.writes("goeben", "MES", "new orders");
    let company = ann.snapshot().unwrap().view.company.clone().unwrap();
    let texts: Vec<_> = company.letters.iter().filter_map(|letter| letter.text.as_deref()).collect();
    assert_eq!(texts, ["new orders"]);
}

/// The orders that write are all those that take a text, so that none is forgotten.
#[test]
fn every_order_that_takes_a_text_is_one_that_writes() {
    fn texts(book: &Book) -> Vec<&str> {
        let takes =
            |verb: &&Verb| verb.rule.is_some() && verb.args.iter().any(|arg| arg.kind == ArgKind::Text);
        let mut verbs: Vec<&str> = book.verbs().iter().filter(takes).map(|verb| verb.name.as_str()).collect();
        verbs.sort_unstable();
        verbs
    }
    let sorted = |writes: &[&'static str]| {
        let mut writes = writes.to_vec();
        writes.sort_unstable();
        writes
    };
    assert_eq!(texts(&Goeben::book().unwrap()), sorted(Goeben::WRITES));
    assert_eq!(texts(&GrandFleet::book().unwrap()), sorted(GrandFleet::WRITES));
}

/// A table of a task force by a clock that goes as told, where the seat of whoever says nothing goes to the next officer.
fn with_stand_in() -> (Ship, Arc<Clock>) {
    under(Overdue::StandIn)
}

/// The same where this was agreed on.
fn under(overdue: Overdue) -> (Ship, Arc<Clock>) {
    let clock = Clock::new();
    let ship = Ship::kept_by(Officers::TaskForce, clock.clone());
    let hours = |count| Hours::new(count).unwrap();
    let pace = Pace::Each(hours(24));
    let terms = Terms { big: pace.clone(), small: pace, grace_hours: hours(6), overdue, ..Terms::default() };
    let Reply::Accepted { first, .. } =
        ship.session("commander").change_time(&TimeChange::Terms(terms)).unwrap()
    else {
        panic!("the terms are refused")
    };
    for name in ["first-officer", "gunnery", "engineer"] {
        assert!(ship.session(name).answer(first, true).unwrap().is_accepted());
    }
    (ship, clock)
}

fn expire(ship: &Ship, name: &str) -> bool {
    let at = seat(name);
    let prompt = ship.tables().look(&ship.table, |table| table.waited_for_at(at).unwrap().number).unwrap();
    ship.tables().expire(&ship.table, at, prompt, DateTime::UNIX_EPOCH, None).unwrap()
}

/// A computer player that stands in for the commander, to whom this was written before: what it is shown, and the orders that it and
/// others like it gave.
fn stood_in_for(message: &str) -> (String, Vec<String>) {
    let (ship, clock) = under(Overdue::Midshipman);
    ship.gives("gunnery", &format!("message to=commander text={message}"));
    ship.gives("commander", &format!("message to=gunnery text={message}"));
    let club = GAMES.club(Arc::new(ship.store.clone()), clock.clone(), None, None).unwrap();
    let club = Arc::new(club.with_computers([5; 32]));
    let mut computers = ComputerPlayers::new(club.clone(), Haste::Delayed);
    let stands_in = || {
        let players = ship.store.players().unwrap();
        players.into_iter().find(|player| player.address(COMPUTER).is_some())
    };
    while stands_in().is_none() {
        clock.pass(300);
        while club.time().keep().unwrap() > 0 {}
    }
    // The first orders need no dice, which what was written before would change.
    for _ in 0..4 {
        computers.attend().unwrap();
        clock.pass(60);
    }
    let computer = stands_in().unwrap();
    let entries = ship.store.read(&ship.table, 1).unwrap().into_iter();
    let theirs = entries.filter(|entry| entry.by.as_ref().is_some_and(|by| by.player == computer.id));
    let orders =
        theirs.filter(|entry| entry.kind == "OrderGiven").map(|entry| entry.body["order"].to_string());
    let orders = orders.collect();
    ship.audit();
    (all_shown(&ship, &ship.post("commander", &computer.id)), orders)
}

/// Twins: whatever was written to whom it stands in for, a computer player is shown the same and orders the same.
#[test]
fn what_was_written_before_changes_nothing_for_a_computer_that_stands_in() {
    let (shown, orders) = stood_in_for("hold_your_fire");
    assert!(!orders.is_empty(), "it orders");
    assert!(!shown.contains("hold your fire") && !shown.contains("hold_your_fire"));
    assert_eq!(stood_in_for("coal_at_Naxos_at_once"), (shown, orders));
}

#[test]
fn a_seat_whose_time_is_up_goes_to_the_next_officer() {
    let (ship, clock) = with_stand_in();
    let player = || {
        let of = |table: &Table<Goeben>| table.player_of(seat("commander")).map(str::to_owned);
        ship.tables().look(&ship.table, of).unwrap().unwrap()
    };
    ship.gives("gunnery", "message to=commander text=hold_your_fire");
    // A seat that is kept for somebody goes to the next officer all the same.
    assert!(ship.session("commander").pass_seat_to("eve").unwrap().is_accepted());
    clock.pass(29 * 3600);
    assert!(!expire(&ship, "commander") && player() == "p-1", "within the grace");
    clock.pass(2 * 3600);
    assert!(expire(&ship, "commander"));
    assert_eq!(player(), "p-2");
    assert_eq!(ship.told(notices::SEATED), ["commander", "gunnery", "engineer"], "who has it is told, too");
    assert_eq!(ship.told(notices::LOST), ["commander"], "who has lost it is told, whoever it was offered to");
    assert!(
        ship.post("commander", "p-2").snapshot().unwrap().view.company.clone().unwrap().messages.is_empty()
    );
    assert!(!ship.post("commander", "eve").take_seat().unwrap().is_accepted());
    // Who has the seat has the whole time; then it is another's again.
    assert!(!expire(&ship, "commander"));
    clock.pass(31 * 3600);
    assert!(expire(&ship, "commander"));
    assert_eq!(player(), "p-3", "the first officer has it already");
    ship.audit();
    crate::common::checker::passes(exported(&ship.store, &ship.table, &LogViewer::Full).as_bytes());
}

#[test]
fn a_seat_that_did_not_go_to_the_next_officer_is_named() {
    let (ship, clock) = with_stand_in();
    clock.pass(31 * 3600);
    assert!(expire(&ship, "commander"));
    let fails = |what: &str, tamper: &dyn Fn(&mut Log, usize)| {
        let mut log = Log::of(&exported(&ship.store, &ship.table, &LogViewer::Full));
        let at = log.at("TimeExpired", 0) + 1;
        assert_eq!(log.entries[at]["kind"], "SeatTaken");
        tamper(&mut log, at);
        let found = audited::<Goeben>(&log.text());
        assert!(found.integrity.is_failed() || found.rules.is_failed(), "{what}");
    };
    fails("nobody took it", &|log, at| drop(log.entries.remove(at)));
    fails("the engineer took it", &|log, at| log.entries[at]["by"]["player"] = "p-4".into());
    fails("another seat was taken", &|log, at| {
        log.entries[at]["by"]["seat"] = "gunnery".into();
        log.entries[at]["body"]["seat"] = "gunnery".into();
    });
    fails("it came in by a door", &|log, at| log.entries[at]["door"] = "terminal".into());
    fails("by another agreement", &|log, _| {
        for kind in ["TimeProposed", "TimeChanged"] {
            let agreed = log.at(kind, 0);
            log.entries[agreed]["body"]["change"]["terms"]["overdue"] = "wait".into();
        }
    });
}
