//! Several players at one table: seats, sealed orders and their opening, consent, resigning, and what nobody learns.

use std::io::BufReader;
use std::sync::Arc;

use crate::common::checker;
use crate::toy::*;
use sha2::{Digest, Sha256};
use wardroom::audit::{self, Evidence};
use wardroom::game::{OrderForm, Seat, Viewer};
use wardroom::log::export::export;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{Entry, MemoryStore, Outbox, SqliteStore, Store};
use wardroom::table::{
    Ask, Bar, Caller, OpenTable, OpeningSeat, Order, Reply, SeatHolding, SeatSession, SeatSnapshot,
    TableFault,
};
use wardroom::view::VisibleEntry;

pub const RED: &str = "red";
pub const BLUE: &str = "blue";

/// Each of these tests runs over every store.
macro_rules! over_every_store {
    ($($test:ident),* $(,)?) => { $(
        mod $test {
            #[test]
            fn in_memory() {
                super::$test(super::MemoryStore::new());
            }
            #[test]
            fn in_sqlite() {
                let folder = tempfile::tempdir().unwrap();
                super::$test(super::SqliteStore::open(&folder.path().join("toy.db")).unwrap());
            }
            #[cfg(feature = "postgres")]
            #[test]
            #[ignore = "needs PostgreSQL"]
            fn in_postgres() {
                super::$test(crate::common::postgres::database().store());
            }
        }
    )* };
}

over_every_store!(
    an_opening_stands_right_behind_its_event_and_names_what_was_sealed,
    a_view_in_mid_game_shows_ones_own_sealed_order_and_after_the_opening_all,
    going_back_before_an_opening_hides_again_and_closing_opens_the_rest,
    stepping_back_before_an_opening_seals_the_lines_again,
    a_sealed_order_is_withdrawn_alone_and_tells_the_other_nothing,
    a_free_seat_is_kept_for_whom_it_is_offered_to,
    a_seat_is_passed_on_with_all_its_secrets,
    resigning_closes_and_reveals,
    a_manager_closes_whoever_sits_there,
    closing_needs_everyone,
    going_back_past_a_roll_and_another_needs_everyone,
    a_request_lapses,
    alone_there_is_nobody_to_ask,
    a_command_under_its_key_is_answered_once,
    two_services_interleave,
    only_ones_own_eyes,
    players_are_told_what_is_asked_of_them,
    practice_with_another_is_no_second_look,
);

/// A table of two seats of which red holds the first; blue too unless it stays free.
pub fn table<S: Store>(tables: &Toys<S>, blue: bool, practice: bool) -> String {
    let players = if blue { vec![RED, BLUE] } else { vec![RED] };
    let sittings =
        players.iter().map(|player| OpeningSeat { seat: seat(player), player: (*player).to_owned() });
    let opening = OpenTable {
        game: Arc::new(Toy::default()),
        setup: Setup { seats: 2, talk: false },
        practice,
        ready: false,
        sittings: sittings.collect(),
    };
    match tables.open(&opening, &caller(RED)).unwrap() {
        wardroom::table::open::Opened::Table { id, .. } => id,
        refused => panic!("{refused:?}"),
    }
}

fn choice<S: Store>(tables: &Toys<S>, id: &str, at: &'static str, number: i64) -> Order {
    let asked = asked(tables, id);
    let prompt = asked.iter().find(|asked| asked.prompt.seat == seat(at)).unwrap().number;
    Order { seat: seat(at), prompt, form: OrderForm::new(word("choose")).with("number", number) }
}

pub fn choose<S: Store>(tables: &Toys<S>, id: &str, at: &'static str, number: i64) -> u64 {
    let order = choice(tables, id, at, number);
    first(&tables.submit(id, &caller(at), &order).unwrap())
}

fn first(reply: &Reply) -> u64 {
    match reply {
        Reply::Accepted { first, .. } => *first,
        other => panic!("{other:?}"),
    }
}

pub fn accepted(reply: Result<Reply, TableFault>) -> u64 {
    first(&reply.unwrap())
}

pub fn refused(reply: Result<Reply, TableFault>) -> String {
    match reply.unwrap() {
        Reply::Refused(refusal) => refusal.reason.to_string(),
        other => panic!("{other:?}"),
    }
}

pub fn session<S: Store>(
    tables: &Arc<Toys<S>>,
    id: &str,
    at: &'static str,
    player: &str,
) -> SeatSession<Toy, S> {
    SeatSession::new(tables.clone(), id, seat(at), caller(player))
}

pub fn shared<S: Store + Clone>(store: &S) -> Arc<Toys<S>> {
    Arc::new(toys(store, 1))
}

pub fn kinds(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.kind.as_str()).collect()
}

fn sealed(lines: &[VisibleEntry]) -> Vec<u64> {
    lines.iter().filter(|line| line.entry().is_none()).map(VisibleEntry::seq).collect()
}

pub fn exported(store: &impl Store, table: &str, viewer: &LogViewer) -> String {
    let mut out = Vec::new();
    export(store, table, viewer, |_| false, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn audit_of(store: &impl Store, id: &str) -> audit::Findings {
    let evidence = Evidence::from_store(store, id, None).unwrap();
    audit::audit(&evidence, &[], audit::rules::check::<Toy>)
}

pub fn passes(store: &impl Store, id: &str) {
    let findings = audit_of(store, id);
    let all = [&findings.integrity, &findings.dice, &findings.rules];
    assert!(all.iter().all(|verdict| verdict.is_ok()), "{findings:#?}");
}

// Sealed orders and their opening.

fn an_opening_stands_right_behind_its_event_and_names_what_was_sealed(store: impl Store + Clone) {
    let tables = toys(&store, 1);
    let id = table(&tables, true, false);
    let red = choose(&tables, &id, RED, 4);
    let blue = choose(&tables, &id, BLUE, 9);
    let entries = store.read(&id, blue).unwrap();
    assert_eq!(kinds(&entries), ["OrderGiven", "Chosen", "ChoicesShown", "Opened"]);
    let opened = &entries[3];
    let named = serde_json::json!({ "entries": [red, red + 1, blue, blue + 1], "to": "everyone" });
    assert_eq!((&opened.body, opened.cause, opened.by.as_ref()), (&named, Some(blue), None));
    // The bag stays sealed until the end.
    let lines = tables.history(&id, Viewer::Spectator).unwrap().lines(0).unwrap();
    assert_eq!(sealed(&lines).len(), 2);
    // The order after it opens nothing: nothing is sealed.
    give(&tables, &id, "pass");
    assert_eq!(store.read(&id, 1).unwrap().iter().filter(|e| e.kind == "Opened").count(), 1);
    passes(&store, &id);
}

fn a_view_in_mid_game_shows_ones_own_sealed_order_and_after_the_opening_all(store: impl Store + Clone) {
    let tables = toys(&store, 1);
    let id = table(&tables, true, false);
    let red = choose(&tables, &id, RED, 4);
    let lines = |viewer| tables.history(&id, viewer).unwrap().lines(0).unwrap();
    let hides = |viewer, seq| sealed(&lines(viewer)).contains(&seq);
    assert!(!hides(Viewer::Seat(seat(RED)), red) && hides(Viewer::Seat(seat(BLUE)), red));
    assert!(hides(Viewer::Spectator, red) && hides(Viewer::Spectator, red + 1));
    let (mine, theirs) = (LogViewer::seat(RED), LogViewer::seat(BLUE));
    for (viewer, shown, sealed) in [(&mine, true, 2), (&theirs, false, 4), (&LogViewer::Everyone, false, 4)] {
        let text = exported(&store, &id, viewer);
        assert_eq!(text.contains(r#""number":4"#), shown, "{text}");
        assert_eq!(text.matches(r#""sealed":true"#).count(), sealed);
        checks(&text);
    }
    choose(&tables, &id, BLUE, 9);
    for viewer in [&mine, &theirs, &LogViewer::Everyone] {
        let text = exported(&store, &id, viewer);
        assert!(text.contains(r#""number":4"#) && text.contains(r#""number":9"#), "{text}");
        assert_eq!(text.matches(r#""sealed":true"#).count(), 2, "the bag");
        checks(&text);
    }
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_agrees() {
    checker::asked(|| {
        a_view_in_mid_game_shows_ones_own_sealed_order_and_after_the_opening_all(MemoryStore::new());
        going_back_before_an_opening_hides_again_and_closing_opens_the_rest(MemoryStore::new());
    });
}

/// An export passes the independent checker, where it is asked, and the audit, as far as it is checkable.
fn checks(text: &str) {
    checker::passes(text.as_bytes());
    let evidence = Evidence::from_export(&mut BufReader::new(text.as_bytes())).unwrap();
    let findings = audit::audit(&evidence, &[], audit::rules::check::<Toy>);
    assert!(findings.integrity.is_ok() && !findings.is_failed(), "{findings:#?}");
}

fn going_back_before_an_opening_hides_again_and_closing_opens_the_rest(store: impl Store + Clone) {
    let tables = toys(&store, 1);
    let id = table(&tables, true, false);
    let red = choose(&tables, &id, RED, 4);
    let blue = choose(&tables, &id, BLUE, 9);
    let ask = accepted(tables.ask_take_back(&id, &caller(RED), seat(RED), blue));
    let agreed = accepted(tables.answer_request(&id, &caller(BLUE), seat(BLUE), ask, true));
    assert_eq!(kinds(&store.read(&id, agreed).unwrap()), ["Answered", "TakenBack"]);
    let lines = |viewer| tables.history(&id, viewer).unwrap().lines(0).unwrap();
    let hidden = sealed(&lines(Viewer::Spectator));
    assert!([red, red + 1, blue, blue + 1].iter().all(|seq| hidden.contains(seq)), "{hidden:?}");
    // Both a table that followed along and one folded anew open what counts, and only that.
    let again = toys(&store, 77);
    let redone = choose(&again, &id, BLUE, 2);
    let opened = store.read(&id, redone).unwrap().pop().unwrap();
    assert_eq!(opened.body["entries"], serde_json::json!([red, red + 1, redone, redone + 1]));
    assert!(sealed(&lines(Viewer::Spectator)).contains(&blue), "what was taken back stays sealed");
    passes(&store, &id);
    accepted(tables.resign(&id, &caller(RED), seat(RED)));
    let rest = store.read(&id, 1).unwrap().into_iter().rev().find(|entry| entry.kind == "Opened").unwrap();
    assert!(rest.body["entries"].as_array().unwrap().ends_with(&[blue.into(), (blue + 1).into()]));
    assert_eq!(sealed(&lines(Viewer::Spectator)), Vec::<u64>::new());
    passes(&store, &id);
    checks(&exported(&store, &id, &LogViewer::Everyone));
}

fn stepping_back_before_an_opening_seals_the_lines_again(store: impl Store + Clone) {
    let tables = toys(&store, 1);
    let id = table(&tables, true, false);
    let red = choose(&tables, &id, RED, 4);
    let blue = choose(&tables, &id, BLUE, 9);
    let opened = store.head(&id).unwrap().seq;
    assert_eq!(kinds(&store.read(&id, opened).unwrap()), ["Opened"]);
    for (viewer, hidden) in [
        (Viewer::Spectator, vec![red, red + 1, blue, blue + 1]),
        (Viewer::Seat(seat(BLUE)), vec![red, red + 1]),
        (Viewer::Seat(seat(RED)), vec![blue, blue + 1]),
    ] {
        let mut history = tables.history(&id, viewer).unwrap();
        history.go(opened - 1).unwrap();
        let lines = history.lines(red - 1).unwrap();
        assert_eq!(
            lines.iter().map(VisibleEntry::seq).collect::<Vec<_>>(),
            (red..opened).collect::<Vec<_>>()
        );
        assert_eq!(sealed(&lines), hidden, "{viewer:?} before the opening");
        assert_eq!(sealed(&history.lines(blue - 1).unwrap()), hidden_from(&hidden, blue), "{viewer:?}");
        history.go(opened).unwrap();
        assert_eq!(sealed(&history.lines(red - 1).unwrap()), Vec::<u64>::new(), "{viewer:?} once opened");
    }
}

fn hidden_from(hidden: &[u64], from: u64) -> Vec<u64> {
    hidden.iter().copied().filter(|seq| *seq >= from).collect()
}

fn a_sealed_order_is_withdrawn_alone_and_tells_the_other_nothing(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    let before = blue.snapshot().unwrap();
    let under_way = choice(&tables, &id, BLUE, 5);
    let given = choose(&tables, &id, RED, 4);
    // Blue's sealed order on top of it would bar it; a look of blue's does not.
    assert_eq!(red.snapshot().unwrap().takebacks.steps.len(), 1);
    let back = accepted(red.undo(1));
    assert_eq!(kinds(&store.read(&id, back).unwrap()), ["TakenBack"]);
    let after = blue.snapshot().unwrap();
    assert_eq!(
        (after.asked, after.view.clone(), after.waiting_for),
        (before.asked, before.view.clone(), before.waiting_for)
    );
    assert_eq!(
        sealed(&blue.log(before.head.seq).unwrap()),
        [given, given + 1],
        "sealed still, though undone"
    );
    assert!(!format!("{:?}", blue.log(0).unwrap()).contains("choose"));
    // The answer that was under way is not stale: it was blue's prompt all the time. Red's own is.
    assert!(tables.submit(&id, &caller(BLUE), &under_way).unwrap().is_accepted());
    assert_eq!(refused(red.undo(1)), "take-back-needs-consent");
    choose(&tables, &id, RED, 8);
    assert_eq!(state(&tables, &id).chosen[&seat(RED)], 8);
    passes(&store, &id);
}

// Seats.

fn a_free_seat_is_kept_for_whom_it_is_offered_to(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, false, false);
    let red = session(&tables, &id, RED, RED);
    // Whoever sits plays on while the other seat is free.
    choose(&tables, &id, RED, 4);
    let place = || red.snapshot().unwrap().seats[1].clone();
    let place_of = |player: Option<&str>, offered_to: Option<&str>| SeatHolding {
        seat: seat(BLUE),
        player: player.map(str::to_owned),
        offered_to: offered_to.map(str::to_owned),
    };
    assert_eq!(place(), place_of(None, None));
    assert_eq!(refused(session(&tables, &id, BLUE, "eve").invite(seat(BLUE), "eve")), "not-your-seat");
    assert_eq!(refused(red.invite(seat("green"), "ann")), "no-such-seat");
    assert_eq!(refused(red.withdraw_offer(seat(BLUE))), "no-such-offer");
    accepted(red.invite(seat(BLUE), "ann"));
    assert_eq!(place(), place_of(None, Some("ann")));
    let eve = session(&tables, &id, BLUE, "eve");
    assert_eq!(refused(eve.take_seat()), "seat-reserved");
    assert_eq!(refused(eve.decline_seat()), "no-such-offer");
    accepted(red.withdraw_offer(seat(BLUE)));
    assert_eq!(place(), place_of(None, None));
    accepted(red.invite(seat(BLUE), "ann"));
    accepted(red.invite(seat(BLUE), "bob"));
    assert_eq!(refused(session(&tables, &id, BLUE, "ann").take_seat()), "seat-reserved");
    let bob = session(&tables, &id, BLUE, "bob");
    accepted(bob.decline_seat());
    assert_eq!(refused(bob.decline_seat()), "no-such-offer");
    accepted(red.invite(seat(BLUE), "bob"));
    accepted(bob.take_seat());
    assert_eq!(place(), place_of(Some("bob"), None));
    assert_eq!(refused(eve.take_seat()), "seat-taken");
    assert_eq!(refused(red.invite(seat(BLUE), "eve")), "not-your-seat");
    passes(&store, &id);
}

fn practice_with_another_is_no_second_look(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, true);
    choose(&tables, &id, RED, 4);
    choose(&tables, &id, BLUE, 7);
    let blue = session(&tables, &id, BLUE, BLUE);
    assert_eq!(refused(blue.undo(1)), "take-back-past-reveal");
    // Alone at the table there is nobody to look past.
    let id = table(&tables, false, true);
    let red = session(&tables, &id, RED, RED);
    let both = session(&tables, &id, BLUE, RED);
    accepted(both.take_seat());
    choose(&tables, &id, RED, 4);
    let asked = both.snapshot().unwrap().asked.unwrap().number;
    accepted(both.submit(asked, choice(&tables, &id, BLUE, 7).form));
    accepted(red.undo(1));
    passes(&store, &id);
}

fn a_seat_is_passed_on_with_all_its_secrets(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (old, new) = (session(&tables, &id, RED, RED), session(&tables, &id, RED, "ann"));
    let given = choose(&tables, &id, RED, 4);
    assert_eq!(refused(old.pass_seat_to(RED)), "seat-taken");
    accepted(old.pass_seat_to("ann"));
    assert!(new.snapshot().is_err(), "an offer shows nothing yet");
    assert_eq!(refused(session(&tables, &id, RED, "eve").take_seat()), "seat-taken");
    assert_eq!(refused(session(&tables, &id, BLUE, BLUE).withdraw_offer(seat(RED))), "not-your-seat");
    accepted(new.take_seat());
    assert!(!sealed(&new.log(0).unwrap()).contains(&given), "the sealed order is theirs now");
    assert_eq!(new.snapshot().unwrap().view.chosen[&seat(RED)], 4);
    let lost =
        |fault: TableFault| matches!(fault, TableFault::Refused(r) if r.reason == word("not-your-seat"));
    assert!(lost(old.snapshot().err().unwrap()) && lost(old.log(0).err().unwrap()));
    assert!(lost(old.dice().err().unwrap()) && lost(old.history().err().unwrap()));
    let replies = [
        old.submit(1, OrderForm::new(word("pass"))),
        old.undo(1),
        old.ask_undo(given),
        old.propose_close(),
        old.answer(1, true),
        old.resign(),
        old.pass_seat_to("eve"),
        tables.take_back(&id, &caller(RED), given - 1),
    ];
    assert!(replies.into_iter().all(|reply| refused(reply) == "not-your-seat"));
    // The order is the seat's, so its new holder may withdraw it, and is the owner now.
    accepted(new.undo(1));
    assert_eq!(tables.look(&id, |table| table.owner().map(str::to_owned)).unwrap().as_deref(), Some("ann"));
    passes(&store, &id);
    accepted(session(&tables, &id, BLUE, BLUE).pass_seat_to("ann"));
    accepted(session(&tables, &id, BLUE, "ann").take_seat());
    assert_eq!(refused(old.close()), "not-the-owner");
    accepted(new.close());
    assert!(old.snapshot().is_ok(), "a closed table hides nothing");
    passes(&store, &id);
}

fn only_ones_own_eyes(store: impl Store + Clone) {
    let tables = toys(&store, 1);
    let id = table(&tables, true, false);
    let viewer = |player: Option<&str>, wanted| tables.viewer_for(&id, player, wanted);
    let at = |name| Viewer::Seat(seat(name));
    assert_eq!(viewer(Some(RED), at(RED)).unwrap(), at(RED));
    assert_eq!(viewer(Some(RED), Viewer::Spectator).unwrap(), Viewer::Spectator);
    assert_eq!(viewer(Some(RED), Viewer::All).unwrap(), Viewer::Spectator);
    assert_eq!(viewer(None, Viewer::Spectator).unwrap(), Viewer::Spectator);
    for (player, wanted) in
        [(Some(RED), at(BLUE)), (Some("eve"), at(RED)), (None, at(RED)), (None, at("green"))]
    {
        let Err(TableFault::Refused(refusal)) = viewer(player, wanted) else {
            panic!("{player:?} {wanted:?}")
        };
        assert_eq!(refusal.reason, word("not-your-seat"));
    }
    accepted(tables.resign(&id, &caller(BLUE), seat(BLUE)));
    assert_eq!(viewer(None, at(RED)).unwrap(), Viewer::All);
}

// Ending a table.

fn a_manager_closes_whoever_sits_there(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    choose(&tables, &id, RED, 4);
    let caller = Caller::new("warden", "discord").keyed("77", 0);
    let reply = tables.close_as_manager(&id, &caller).unwrap();
    assert!(reply.is_accepted(), "{reply:?}");
    assert_eq!(tables.close_as_manager(&id, &caller).unwrap(), reply, "the same message again");
    let entries = store.read(&id, 1).unwrap();
    let closing: Vec<_> = entries.iter().rev().take(3).rev().cloned().collect();
    assert_eq!(kinds(&closing), ["TableClosed", "Opened", "SeedRevealed"]);
    assert_eq!(
        closing[0].by.as_ref().map(|by| (by.seat.as_str(), by.player.as_str())),
        Some(("manager", "warden"))
    );
    assert_eq!(session(&tables, &id, RED, RED).snapshot().unwrap().closed.as_deref(), Some("manager"));
    assert_eq!(refused(tables.close_as_manager(&id, &Caller::new("warden", "discord"))), "table-closed");
    passes(&store, &id);
}

fn resigning_closes_and_reveals(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    choose(&tables, &id, RED, 4);
    let at = accepted(session(&tables, &id, BLUE, BLUE).resign());
    let entries = store.read(&id, at).unwrap();
    assert_eq!(kinds(&entries), ["Resigned", "TableClosed", "Opened", "SeedRevealed"]);
    assert!(entries[1..].iter().all(|entry| entry.cause == Some(at)));
    let snapshot = session(&tables, &id, RED, RED).snapshot().unwrap();
    assert_eq!((snapshot.closed.as_deref(), snapshot.waiting_for.len()), (Some("resigned"), 0));
    let red = session(&tables, &id, RED, RED);
    for reply in [red.resign(), red.propose_close(), red.ask_undo(3), red.answer(1, true), red.undo(1)] {
        assert_eq!(refused(reply), "table-closed");
    }
    for reply in [red.close(), red.invite(seat(BLUE), "ann"), session(&tables, &id, BLUE, "ann").take_seat()]
    {
        assert_eq!(refused(reply), "table-closed");
    }
    passes(&store, &id);
    // A practice game that is over is closed, not resigned.
    let id = table(&tables, true, true);
    choose(&tables, &id, RED, 4);
    choose(&tables, &id, BLUE, 4);
    while !asked(&tables, &id).is_empty() {
        give(&tables, &id, "roll");
    }
    assert_eq!(refused(tables.resign(&id, &caller(RED), seat(RED))), "game-is-over");
    let ask = accepted(tables.propose_close(&id, &caller(RED), seat(RED)));
    accepted(tables.answer_request(&id, &caller(BLUE), seat(BLUE), ask, true));
    assert_eq!(tables.look(&id, |table| table.closed().map(str::to_owned)).unwrap().as_deref(), Some("over"));
    passes(&store, &id);
}

fn closing_needs_everyone(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    assert_eq!(refused(red.close()), "close-needs-agreement");
    assert_eq!(refused(tables.close(&id, &caller("eve"))), "not-the-owner");
    let first = accepted(red.propose_close());
    assert_eq!(refused(blue.propose_close()), "request-pending");
    let pending = blue.snapshot().unwrap().pending.unwrap();
    assert_eq!((pending.ask, pending.seat, pending.number), (Ask::Close, seat(RED), first));
    assert_eq!((pending.agreed, pending.awaited), (vec![seat(RED)], vec![seat(BLUE)]));
    assert!(blue.snapshot().unwrap().has_to_answer && !red.snapshot().unwrap().has_to_answer);
    assert_eq!(refused(red.answer(first, true)), "answered-already");
    assert_eq!(refused(session(&tables, &id, BLUE, "eve").answer(first, true)), "not-your-seat");
    accepted(blue.answer(first, false));
    assert_eq!(refused(blue.answer(first, true)), "no-such-request");
    assert_eq!(blue.snapshot().unwrap().pending, None);
    let second = accepted(blue.propose_close());
    assert_eq!(refused(red.answer(first, true)), "no-such-request");
    let at = accepted(red.answer(second, true));
    assert_eq!(kinds(&store.read(&id, at).unwrap()), ["Answered", "TableClosed", "Opened", "SeedRevealed"]);
    assert_eq!(red.snapshot().unwrap().closed.as_deref(), Some("agreed"));
    passes(&store, &id);
}

// Going back by consent.

fn going_back_past_a_roll_and_another_needs_everyone(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    choose(&tables, &id, RED, 4);
    choose(&tables, &id, BLUE, 9);
    let before = state(&tables, &id);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    let roll = first(&give(&tables, &id, "roll"));
    let flip = first(&give(&tables, &id, "flip"));
    let takebacks = red.snapshot().unwrap().takebacks;
    assert_eq!((takebacks.steps.len(), takebacks.bar), (0, Bar::Another { seq: flip }));
    let orders: Vec<u64> = takebacks.by_consent.iter().map(|step| step.order).collect();
    assert_eq!((orders.len(), &orders[..2]), (4, &[flip, roll][..]));
    assert_eq!(refused(red.undo(1)), "take-back-needs-consent");
    assert_eq!(refused(red.ask_undo(roll + 1)), "no-order-there");
    let ask = accepted(red.ask_undo(roll));
    assert_eq!(blue.snapshot().unwrap().pending.unwrap().ask, Ask::TakeBack { to: roll - 1 });
    accepted(blue.answer(ask, false));
    let ask = accepted(red.ask_undo(roll));
    // Whoever asked may think better of it.
    accepted(red.answer(ask, false));
    let ask = accepted(red.ask_undo(roll));
    accepted(blue.answer(ask, true));
    assert_eq!(state(&tables, &id), before);
    assert_eq!(state(&toys(&store, 9), &id), before);
    assert_eq!(asked(&tables, &id)[0].prompt.seat, seat(RED));
    assert_eq!(refused(red.ask_undo(roll)), "no-order-there");
    give(&tables, &id, "roll");
    passes(&store, &id);
}

fn a_request_lapses(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    let order = choose(&tables, &id, RED, 4);
    // With the next order,
    let ask = accepted(blue.ask_undo(order));
    choose(&tables, &id, BLUE, 9);
    assert_eq!(refused(red.answer(ask, true)), "no-such-request");
    // with a takeback,
    give(&tables, &id, "pass");
    let ask = accepted(blue.propose_close());
    accepted(red.undo(1));
    assert_eq!(refused(red.answer(ask, true)), "no-such-request");
    // and when a seat is taken: else one would agree for another.
    let ask = accepted(red.ask_undo(order));
    accepted(blue.pass_seat_to(RED));
    accepted(session(&tables, &id, BLUE, RED).take_seat());
    assert_eq!(refused(red.answer(ask, true)), "no-such-request");
    assert_eq!(refused(red.ask_undo(order)), "nobody-to-ask");
    assert_eq!(state(&toys(&store, 9), &id), state(&tables, &id));
    passes(&store, &id);
}

fn alone_there_is_nobody_to_ask(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = open(&tables, 1, false);
    let red = session(&tables, &id, RED, RED);
    let roll = first(&give(&tables, &id, "roll"));
    assert_eq!(refused(red.ask_undo(roll)), "nobody-to-ask");
    assert_eq!(refused(red.propose_close()), "nobody-to-ask");
    assert_eq!(refused(red.undo(1)), "take-back-past-roll");
    assert!(red.snapshot().unwrap().takebacks.by_consent.is_empty());
    accepted(red.close());
    passes(&store, &id);
}

fn a_command_under_its_key_is_answered_once(store: impl Store + Clone) {
    let tables = toys(&store, 1);
    let id = table(&tables, true, false);
    let order = choose(&tables, &id, RED, 4);
    let keyed = |player, n| caller(player).keyed("message", n);
    let undo = || tables.undo(&id, &keyed(RED, 0), seat(RED), 1).unwrap();
    let answer = undo();
    assert_eq!(undo(), answer, "counted from what was there then, not from what is there now");
    assert!(answer.is_accepted());
    assert_eq!(refused(tables.undo(&id, &keyed(RED, 0), seat(RED), 2)), "key-reused");
    let offer = || tables.offer_seat(&id, &keyed(RED, 1), seat(RED), seat(RED), "ann").unwrap();
    assert_eq!(offer(), offer());
    let ask = || tables.propose_close(&id, &keyed(RED, 2), seat(RED)).unwrap();
    let request = first(&ask());
    assert_eq!(first(&ask()), request);
    let reply = || tables.answer_request(&id, &keyed(BLUE, 3), seat(BLUE), request, false).unwrap();
    assert_eq!(reply(), reply());
    let late = || refused(tables.ask_take_back(&id, &keyed(BLUE, 4), seat(BLUE), order));
    assert_eq!(late(), "no-order-there");
    let resign = || tables.resign(&id, &keyed(BLUE, 5), seat(BLUE)).unwrap();
    assert_eq!(resign(), resign());
    assert_eq!(late(), "no-order-there", "a refusal is remembered too");
    passes(&store, &id);
}

fn two_services_interleave(store: impl Store + Clone) {
    let (one, two) = (toys(&store, 1), toys(&store, 500));
    let id = table(&one, true, false);
    let same = || {
        let of = |tables: &Toys<_>| {
            let seen = tables.look(&id, |t| (t.asked().to_vec(), t.pending(), t.takebacks(RED), t.head()));
            (seen.unwrap(), state(tables, &id))
        };
        assert_eq!(of(&one), of(&two));
    };
    let order = choose(&one, &id, RED, 4);
    same();
    choose(&two, &id, BLUE, 9);
    same();
    let ask = accepted(two.ask_take_back(&id, &caller(BLUE), seat(BLUE), order));
    same();
    accepted(one.answer_request(&id, &caller(RED), seat(RED), ask, true));
    same();
    choose(&two, &id, BLUE, 3);
    choose(&one, &id, RED, 3);
    same();
    accepted(two.offer_seat(&id, &caller(BLUE), seat(BLUE), seat(BLUE), "ann"));
    accepted(one.take_seat(&id, &caller("ann"), seat(BLUE)));
    same();
    let ask = accepted(one.propose_close(&id, &caller("ann"), seat(BLUE)));
    accepted(two.answer_request(&id, &caller(RED), seat(RED), ask, true));
    same();
    passes(&store, &id);
}

fn players_are_told_what_is_asked_of_them(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, false, false);
    let red = session(&tables, &id, RED, RED);
    let ann = session(&tables, &id, BLUE, "ann");
    let told = || {
        let pending = store.unplanned_notices(100).unwrap();
        let told: Vec<String> = pending
            .iter()
            .map(|n| format!("{} {}", tables.addressee(n).unwrap().unwrap_or("nobody".into()), n.why))
            .collect();
        let done = pending.iter().map(|notice| (notice.id, vec![])).collect();
        store.plan_notices("2026-01-01T00:00:00.000Z", done).unwrap();
        told
    };
    assert_eq!(told(), ["red opened"]);
    accepted(red.invite(seat(BLUE), "bob"));
    accepted(red.invite(seat(BLUE), "ann"));
    assert_eq!(told(), ["nobody invited", "ann invited"], "the first was replaced");
    accepted(ann.decline_seat());
    assert_eq!(told(), ["red declined"]);
    accepted(ann.take_seat());
    assert_eq!(told(), ["red seated"]);
    let order = choose(&tables, &id, RED, 4);
    assert!(told().is_empty(), "ann was asked all the time");
    let ask = accepted(ann.ask_undo(order));
    assert_eq!(told(), ["red request"]);
    accepted(red.answer(ask, false));
    assert_eq!(told(), ["ann answer"]);
    let ask = accepted(red.ask_undo(order));
    assert_eq!(told(), ["ann request"]);
    accepted(ann.answer(ask, true));
    assert_eq!(told(), ["red prompt", "red answer"]);
    accepted(ann.propose_close());
    choose(&tables, &id, RED, 5);
    assert_eq!(told(), ["red request", "ann lapsed"]);
    accepted(red.resign());
    assert_eq!(told(), ["ann closed", "red closed"]);
}

#[test]
fn a_seat_is_named_from_the_log_only() {
    let place = SeatHolding { seat: Seat(word("red")), player: None, offered_to: None };
    assert_eq!(serde_json::to_string(&place).unwrap(), r#"{"seat":"red","player":null,"offered_to":null}"#);
}

// What nobody learns.

/// Everything red is shown at one moment, as text, digests and chain values blotted out.
fn all_red_sees<S: Store>(tables: &Arc<Toys<S>>, id: &str) -> String {
    let red = session(tables, id, RED, RED);
    // Named one by one: a new field has to be looked at here before it compiles.
    let SeatSnapshot {
        table,
        game: _,
        seat,
        asked,
        seats,
        pending,
        has_to_answer,
        readiness,
        has_to_get_ready,
        awaited,
        waiting_for,
        options,
        view,
        takebacks,
        practice,
        peeks,
        over,
        closed,
        head,
    } = red.snapshot().unwrap();
    let view = &*view;
    let snapshot = format!(
        "{table} {seat} {asked:?} {seats:?} {pending:?} {has_to_answer} {readiness:?} {has_to_get_ready} {awaited} {waiting_for:?} {options:?} {view:?} \
         {takebacks:?} {practice} {peeks} {over} {closed:?} {}\n{head}\n",
        head.seq
    );
    let lines: Vec<String> = red.log(0).unwrap().iter().map(|line| line.to_value().to_string()).collect();
    let mut history = red.history().unwrap();
    let mut past = String::new();
    for at in 1..=head.seq {
        history.go(at).unwrap();
        past += &format!("{:?} {:?} {:?}\n", history.view(), history.asked(), history.moment());
    }
    let text = [
        snapshot,
        lines.join("\n"),
        format!("{:?}", red.dice().unwrap()),
        past,
        exported(tables.store(), id, &LogViewer::seat(RED)),
    ];
    blotted(&text.join("\n"))
}

/// Hexadecimal of 64 digits replaced by as many dots, but for what does not depend on orders: pack and commitment.
pub fn blotted(text: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    for c in text.chars().chain([' ']) {
        if matches!(c, '0'..='9' | 'a'..='f') {
            run.push(c);
            continue;
        }
        let digest = run.len() == 64;
        out += &if digest { ".".repeat(64) } else { std::mem::take(&mut run) };
        run.clear();
        out.push(c);
    }
    out
}

/// A game in which blue chooses, thinks better of it and chooses again, and all that red is shown on the way.
fn game_with(numbers: [i64; 2]) -> (Vec<String>, String) {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    let mut seen = vec![all_red_sees(&tables, &id)];
    let mut see = |reply: Reply| seen.push(blotted(&format!("{reply:?}\n")) + &all_red_sees(&tables, &id));
    let order = |number| {
        let order = choice(&tables, &id, BLUE, number);
        tables.submit(&id, &caller(BLUE), &order).unwrap()
    };
    let given = order(numbers[0]);
    see(given.clone());
    let mine = choice(&tables, &id, RED, 1);
    for form in [
        OrderForm::new(word("sing")),
        OrderForm::new(word("choose")).with("number", 10),
        OrderForm::new(word("pass")),
    ] {
        see(tables.submit(&id, &caller(RED), &Order { form, ..mine.clone() }).unwrap());
    }
    see(red.submit(2, mine.form.clone()).unwrap());
    see(red.undo(1).unwrap());
    see(red.close().unwrap());
    see(red.ask_undo(first(&given)).unwrap());
    see(red.answer(red.snapshot().unwrap().pending.unwrap().number, false).unwrap());
    see(blue.undo(1).unwrap());
    let ask = blue.propose_close().unwrap();
    see(ask.clone());
    see(red.answer(first(&ask), false).unwrap());
    see(order(numbers[1]));
    let told = store.unplanned_notices(100).unwrap();
    seen.push(format!("{told:?}"));
    choose(&tables, &id, RED, 1);
    (seen, all_red_sees(&tables, &id))
}

#[test]
fn what_blue_has_sealed_changes_nothing_red_is_shown_until_it_is_opened() {
    let (seen, after) = game_with([3, 5]);
    for numbers in [[7, 5], [3, 9], [1, 2]] {
        let (other, other_after) = game_with(numbers);
        assert_eq!(seen.len(), other.len());
        for (step, (one, two)) in seen.iter().zip(&other).enumerate() {
            assert!(one == two, "{numbers:?} shows at step {step}");
        }
        assert_eq!(
            after == other_after,
            numbers[1] == 5,
            "opened: what counts shows, what was withdrawn does not"
        );
    }
}

#[test]
fn a_sealed_order_is_not_guessed_from_its_digest() {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let order = choose(&tables, &id, BLUE, 6);
    let line = session(&tables, &id, RED, RED).log(order - 1).unwrap().remove(0);
    let VisibleEntry::Sealed { digest, .. } = line else { panic!("{line:?}") };
    let truth = store.read(&id, order).unwrap().remove(0);
    let hits = |salt: &str| {
        let hit = |number: &i64| {
            let mut guess = truth.clone();
            guess.salt = salt.to_owned();
            let form = OrderForm::new(word("choose")).with("number", *number);
            guess.body["order"] = serde_json::to_value(form).unwrap();
            let guessed: [u8; 32] = Sha256::digest(guess.canonical().unwrap().as_bytes()).into();
            guessed == digest
        };
        (1..=9).filter(hit).collect::<Vec<i64>>()
    };
    // Even with everything else known: time, prompt, player.
    let others = store.read(&id, 1).unwrap().into_iter().filter(|entry| entry.seq != order);
    for wrong in others.map(|entry| entry.salt).chain(["00".repeat(16)]) {
        assert_eq!(hits(&wrong), Vec::<i64>::new());
    }
    assert_eq!(hits(&truth.salt), [6]);
}
