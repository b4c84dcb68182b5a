//! The table service, played with a toy game: the seams know no real one.

use std::sync::Arc;

use crate::toy::*;
use serde_json::json;
use wardroom::app::error::CliError;
use wardroom::club::GameWords;
use wardroom::dice_page;
use wardroom::game::{OrderForm, Viewer};
use wardroom::log::{Fault, MemoryStore, SqliteStore, Store, TableEvent};
use wardroom::table::history::Stride;
use wardroom::table::limits::SINCE_ENTRIES;
use wardroom::table::{Bar, OpenPrompt, Order, Reply, TableFault};
use wardroom::view::{self, VisibleEntry};
use wardroom::words::Lang;

#[test]
fn open_submit_fold_resume() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("toy.db");
    let store = SqliteStore::open(&path).unwrap();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, false);
    assert!(give(&tables, &id, "roll").is_accepted());
    assert!(give(&tables, &id, "flip").is_accepted());
    let (view, asked_now) = (state(&tables, &id), asked(&tables, &id));
    drop(tables);
    drop(store);
    let tables = toys(&SqliteStore::open(&path).unwrap(), 99);
    assert_eq!(state(&tables, &id), view);
    assert_eq!(asked(&tables, &id), asked_now);
    assert!(give(&tables, &id, "pass").is_accepted());
}

#[test]
fn the_same_key_gets_the_first_answer_refusals_too() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, false);
    let keyed = |n| caller("red").keyed("message-1", n);
    let roll = order(&tables, &id, "roll");
    let first = tables.submit(&id, &keyed(0), &roll).unwrap();
    assert!(first.is_accepted());
    let head = store.head(&id).unwrap();
    assert_eq!(tables.submit(&id, &keyed(0), &roll).unwrap(), first);
    assert_eq!(store.head(&id).unwrap(), head);

    let wrong = Order { form: OrderForm::new(word("sing")), ..order(&tables, &id, "roll") };
    let refused = tables.submit(&id, &keyed(1), &wrong).unwrap();
    assert_eq!(refused.refusal().unwrap().reason, word("not-an-option"));
    give(&tables, &id, "pass");
    // By now the prompt is stale; the first answer stands all the same.
    assert_eq!(tables.submit(&id, &keyed(1), &wrong).unwrap(), refused);

    let other = order(&tables, &id, "pass");
    let reused = tables.submit(&id, &keyed(0), &other).unwrap();
    assert_eq!(reused.refusal().unwrap().reason, word("key-reused"));
    // Another process, which never saw the first order, knows the key as well.
    assert_eq!(toys(&store, 50).submit(&id, &keyed(0), &roll).unwrap(), first);
}

#[test]
fn an_entry_that_cannot_be_read_is_told_as_a_fault_that_names_it() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, false);
    give(&tables, &id, "roll");
    let lines = view::of_table::<Toy>(&store, &id, 0, Viewer::All).unwrap();
    let (game, words) = (Toy::default(), GameWords::of(&Toy::default(), Lang::En).unwrap());
    assert!(!words.rows(&game, &lines).unwrap().is_empty());
    let mut broken = Vec::new();
    for at in 0..lines.len() {
        let mut lines = lines.clone();
        let VisibleEntry::Open(entry) = &mut lines[at] else { panic!("line {at} is sealed") };
        entry.body = match &*entry.kind {
            "OrderGiven" => json!({ "prompt": 1, "order": { "strange": 1 } }),
            _ => json!({ "strange": 1 }),
        };
        broken.push(entry.kind.clone());
        let (seq, kind) = (entry.seq, entry.kind.clone());
        let names_it = |fault: TableFault| {
            assert!(matches!(&fault, TableFault::Entry { seq: found, .. } if *found == seq), "{fault:?}");
            let why = CliError::from(fault);
            assert!(why.render(Lang::En).contains(&format!("table {id}, entry {seq} does not fit")), "{why}");
            assert!(
                why.render(Lang::Ja).contains(&format!("項目 {seq} が合いません")),
                "{}",
                why.render(Lang::Ja)
            );
        };
        names_it(words.rows(&game, &lines).unwrap_err());
        names_it(words.news(&game, &lines, || panic!("no day ends")).unwrap_err());
        if kind == "OrderGiven" {
            names_it(words.order(&game, &lines[at]).unwrap_err());
        }
        let page = dice_page::page(&lines);
        let is_own = TableEvent::KINDS.iter().any(|(own, _)| *own == kind);
        assert_eq!(page.is_err(), is_own && kind != "OrderGiven", "{kind}");
        let VisibleEntry::Open(entry) = &mut lines[at] else { panic!("line {at} is sealed") };
        entry.kind = "Strange".to_owned();
        let unknown = words.rows(&game, &lines).unwrap_err();
        assert!(matches!(unknown, TableFault::Log(Fault::UnknownKind { seq: found, .. }) if found == seq));
    }
    for kind in ["TableOpened", "Begun", "OrderGiven", "Rolled", "Scored"] {
        assert!(broken.iter().any(|broken| broken == kind), "{kind} was not broken");
    }
}

#[test]
fn options_are_made_once_for_a_head_and_go_with_it() {
    let tables = toys(&MemoryStore::new(), 1);
    let id = open(&tables, 1, false);
    let red = seat("red");
    let before = tables.now(&id).unwrap();
    assert!(Arc::ptr_eq(&before.options(red), &tables.now(&id).unwrap().options(red)));
    // Nobody is asked anything there.
    assert!(before.options(seat("nobody")).verbs.is_empty());
    assert!(give(&tables, &id, "roll").is_accepted());
    let after = tables.now(&id).unwrap();
    assert!(!Arc::ptr_eq(&before.options(red), &after.options(red)));
    assert_ne!(before.view(Viewer::All), after.view(Viewer::All), "who took the table sees it as it was");
}

#[test]
fn a_stale_prompt_is_told_what_was_decided_since() {
    let tables = toys(&MemoryStore::new(), 1);
    let id = open(&tables, 1, false);
    let late = order(&tables, &id, "pass");
    let Reply::Accepted { first, .. } = give(&tables, &id, "roll") else { panic!() };
    let now = asked(&tables, &id)[0].number;
    let reply = tables.submit(&id, &caller("red"), &late).unwrap();
    assert_eq!(reply, Reply::Stale { prompt: late.prompt, now: Some(now), since: vec![first] });
    let given: Vec<Reply> = (0..=SINCE_ENTRIES).map(|_| give(&tables, &id, "pass")).collect();
    let Some(Reply::Accepted { first: newest, .. }) = given.last() else { panic!() };
    let Reply::Stale { since, .. } = tables.submit(&id, &caller("red"), &late).unwrap() else { panic!() };
    assert_eq!((since.len(), since.last()), (SINCE_ENTRIES, Some(newest)));
}

#[test]
fn another_seats_sealed_order_leaves_yours_fresh_and_unseen() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 2, false);
    let choice = |seat: &'static str, n: i64| Order {
        seat: self::seat(seat),
        prompt: asked(&tables, &id).iter().find(|a| a.prompt.seat == self::seat(seat)).unwrap().number,
        form: OrderForm::new(word("choose")).with("number", n),
    };
    let blue = choice("blue", 3);
    assert!(tables.submit(&id, &caller("red"), &choice("red", 7)).unwrap().is_accepted());
    let lines = |viewer| tables.history(&id, viewer).unwrap().lines(0).unwrap();
    let sealed =
        |viewer| lines(viewer).iter().filter(|line| matches!(line, VisibleEntry::Sealed { .. })).count();
    // The bag's shuffle and content are sealed to all, red's order and choice to all but red.
    assert_eq!(sealed(Viewer::Seat(seat("red"))), 2);
    assert_eq!(sealed(Viewer::Seat(seat("blue"))), 4);
    assert_eq!(sealed(Viewer::All), 4, "an open table shows nobody everything");
    let text = format!("{:?}", lines(Viewer::Seat(seat("blue"))));
    assert!(!text.contains("BagFilled") && !text.contains("Chosen"), "{text}");
    assert!(tables.submit(&id, &caller("blue"), &blue).unwrap().is_accepted(), "blue's prompt is not stale");
    assert_eq!(state(&tables, &id).chosen.len(), 2);
}

#[test]
fn only_the_holder_of_a_seat_gives_its_orders() {
    let tables = toys(&MemoryStore::new(), 1);
    let id = open(&tables, 1, false);
    let reply = tables.submit(&id, &caller("blue"), &order(&tables, &id, "pass")).unwrap();
    assert_eq!(reply.refusal().unwrap().reason, word("not-your-seat"));
    let reply = tables.take_seat(&id, &caller("blue"), seat("red")).unwrap();
    assert_eq!(reply.refusal().unwrap().reason, word("seat-taken"));
    let reply = tables.take_seat(&id, &caller("blue"), seat("green")).unwrap();
    assert_eq!(reply.refusal().unwrap().reason, word("no-such-seat"));
}

#[test]
fn two_services_on_one_file_play_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("toy.db");
    let one = toys(&SqliteStore::open(&path).unwrap(), 1);
    let id = open(&one, 1, true);
    let two = toys(&SqliteStore::open(&path).unwrap(), 2);
    for turn in 0..6 {
        let (here, there) = if turn % 2 == 0 { (&one, &two) } else { (&two, &one) };
        assert!(give(here, &id, "pass").is_accepted());
        assert_eq!(state(there, &id), state(here, &id));
        assert_eq!(asked(there, &id), asked(here, &id));
    }
    let to = two.look(&id, |t| t.takebacks("red").steps[0].to).unwrap();
    assert!(two.take_back(&id, &caller("red"), to).unwrap().is_accepted());
    assert_eq!(state(&one, &id), state(&two, &id));
    assert_eq!(asked(&one, &id), asked(&two, &id));
}

#[test]
fn orders_from_many_threads_are_each_answered_and_the_log_has_no_gap() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("toy.db");
    let store = SqliteStore::open(&path).unwrap();
    let id = open(&toys(&store, 1), 1, false);
    let accepted: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|n| {
                let (path, id) = (path.clone(), id.clone());
                scope.spawn(move || {
                    let tables = toys(&SqliteStore::open(&path).unwrap(), 100 * n);
                    (0..10).filter(|_| give(&tables, &id, "pass").is_accepted()).count()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(accepted >= 10, "{accepted}");
    let tables = toys(&store, 1000);
    assert_eq!(state(&tables, &id).turn as usize, accepted);
}

#[test]
fn a_panic_stops_one_order_and_no_other_table() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let (bad, good) = (open(&tables, 1, false), open(&tables, 1, false));
    give(&tables, &bad, "roll");
    let head = store.head(&bad).unwrap();
    let fault = tables.submit(&bad, &caller("red"), &order(&tables, &bad, "defect")).unwrap_err();
    let TableFault::Stopped { table, what } = fault else { panic!("{fault}") };
    assert_eq!((table.as_str(), what.as_str()), (bad.as_str(), "the defect of the toy"));
    assert_eq!(store.head(&bad).unwrap(), head, "nothing of it is in the log");
    assert!(give(&tables, &good, "roll").is_accepted());
    assert!(give(&tables, &bad, "pass").is_accepted(), "folded anew, the table itself plays on");
}

#[test]
fn one_player_takes_back_orders_but_no_roll_and_no_reveal() {
    let tables = toys(&MemoryStore::new(), 1);
    let id = open(&tables, 1, false);
    let takebacks = || tables.look(&id, |t| t.takebacks("red")).unwrap();
    assert_eq!(takebacks().bar, Bar::Nothing);
    let before = state(&tables, &id);
    give(&tables, &id, "pass");
    give(&tables, &id, "pass");
    assert_eq!(takebacks().steps.len(), 2);
    let to = takebacks().steps[1].to;
    let late = order(&tables, &id, "pass");
    assert!(tables.take_back(&id, &caller("red"), to).unwrap().is_accepted());
    assert_eq!(state(&tables, &id), before);
    assert_eq!(takebacks().bar, Bar::Nothing);
    assert!(matches!(tables.submit(&id, &caller("red"), &late).unwrap(), Reply::Stale { .. }));

    let Reply::Accepted { first, .. } = give(&tables, &id, "flip") else { panic!() };
    assert_eq!(takebacks().bar, Bar::Reveal { seq: first + 1 });
    let reply = tables.take_back(&id, &caller("red"), first - 1).unwrap();
    assert_eq!(reply.refusal().unwrap().reason, word("take-back-past-reveal"));
    let Reply::Accepted { first, .. } = give(&tables, &id, "roll") else { panic!() };
    assert_eq!(takebacks().bar, Bar::Roll { seq: first + 1 });
}

#[test]
fn practice_goes_back_past_rolls_and_a_redo_draws_fresh_dice() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, true);
    let mut faces = std::collections::BTreeSet::new();
    for _ in 0..12 {
        let before = state(&tables, &id);
        give(&tables, &id, "roll");
        faces.insert(state(&tables, &id).score[&seat("red")]);
        let to = tables.look(&id, |t| t.takebacks("red").steps[0].to).unwrap();
        assert!(tables.take_back(&id, &caller("red"), to).unwrap().is_accepted());
        assert_eq!(state(&tables, &id), before);
    }
    assert!(faces.len() > 1, "twelve redone rolls, always {faces:?}");
    let rolls = store.read(&id, 1).unwrap().iter().filter(|e| e.kind == "Rolled").count();
    assert_eq!(rolls, 13, "the shuffle and every undone roll stay in the ledger");
    assert_eq!(state(&toys(&store, 7), &id), state(&tables, &id));
}

#[test]
fn another_players_order_is_not_taken_back_alone() {
    let tables = toys(&MemoryStore::new(), 1);
    let id = open(&tables, 2, false);
    for n in [2, 5] {
        let mut order = order(&tables, &id, "choose");
        order.form = order.form.with("number", n);
        tables.submit(&id, &caller(order.seat.as_str()), &order).unwrap();
    }
    give(&tables, &id, "pass");
    let Reply::Accepted { first, .. } = give(&tables, &id, "pass") else { panic!() };
    let of = |player| tables.look(&id, |t| t.takebacks(player)).unwrap();
    assert_eq!((of("red").steps.len(), of("red").bar), (0, Bar::Another { seq: first }));
    assert_eq!(of("blue").steps.len(), 1);
    assert!(matches!(of("blue").bar, Bar::Another { .. }));
}

#[test]
fn the_end_closes_opens_and_reveals_in_one_append() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, false);
    while !asked(&tables, &id).is_empty() {
        give(&tables, &id, "roll");
    }
    let entries = store.read(&id, 1).unwrap();
    let kinds: Vec<&str> = entries.iter().rev().take(4).map(|e| e.kind.as_str()).collect();
    assert_eq!(kinds, ["SeedRevealed", "Opened", "TableClosed", "GameEnded"]);
    let lines = tables.history(&id, Viewer::Spectator).unwrap().lines(0).unwrap();
    assert!(lines.iter().all(|line| line.entry().is_some()), "everything is open");
    assert!(tables.look(&id, |t| t.view(Viewer::All).bag.is_some()).unwrap());
    let reply = tables.close(&id, &caller("red")).unwrap();
    assert_eq!(reply.refusal().unwrap().reason, word("table-closed"));
    assert_eq!(tables.look(&id, |t| t.takebacks("red").bar).unwrap(), Bar::Closed);
}

#[test]
fn a_practice_table_stays_open_at_the_end_until_its_owner_closes_it() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, true);
    while !asked(&tables, &id).is_empty() {
        give(&tables, &id, "roll");
    }
    assert!(tables.look(&id, |t| t.is_over() && t.closed().is_none()).unwrap());
    let to = tables.look(&id, |t| t.takebacks("red").steps[0].to).unwrap();
    assert!(tables.take_back(&id, &caller("red"), to).unwrap().is_accepted());
    assert_eq!(asked(&tables, &id).len(), 1);
    let reply = tables.close(&id, &caller("blue")).unwrap();
    assert_eq!(reply.refusal().unwrap().reason, word("not-the-owner"));
    assert!(tables.close(&id, &caller("red")).unwrap().is_accepted());
    assert_eq!(tables.look(&id, |t| t.closed().map(str::to_owned)).unwrap().as_deref(), Some("abandoned"));
    assert!(asked(&tables, &id).is_empty());
}

#[test]
fn a_peek_is_public_and_a_closed_table_needs_none() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, false);
    let before = asked(&tables, &id);
    let all = tables.peek_state(&id, &caller("red"), "show").unwrap();
    assert_eq!(all.bag.len(), 6);
    assert_eq!(store.read(&id, 1).unwrap().last().unwrap().kind, "Peeked");
    assert_eq!(asked(&tables, &id), before, "a peek makes no prompt stale");
    assert_eq!(tables.look(&id, |t| t.peeks()).unwrap(), 1);
    tables.close(&id, &caller("red")).unwrap();
    let head = store.head(&id).unwrap();
    tables.peek_state(&id, &caller("red"), "show").unwrap();
    assert_eq!(store.head(&id).unwrap(), head);
}

#[test]
fn notices_tell_the_seat_that_is_asked_by_anothers_decision() {
    use wardroom::log::Outbox;
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 2, false);
    for n in [2, 5] {
        let mut order = order(&tables, &id, "choose");
        order.form = order.form.with("number", n);
        tables.submit(&id, &caller(order.seat.as_str()), &order).unwrap();
    }
    give(&tables, &id, "pass");
    assert!(tables.resign(&id, &caller("red"), seat("red")).unwrap().is_accepted());
    let pending = store.unplanned_notices(100).unwrap();
    let told: Vec<_> = pending.iter().map(|n| (n.seat.as_str(), n.why.as_str())).collect();
    assert_eq!(
        told,
        [
            ("blue", "opened"),
            ("red", "opened"),
            ("red", "prompt"),
            ("blue", "prompt"),
            ("blue", "closed"),
            ("red", "closed")
        ]
    );
}

#[test]
fn nobody_is_told_of_what_they_decided_themselves() {
    use wardroom::log::Outbox;
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, false);
    for verb in ["pass", "roll", "flip"] {
        assert!(give(&tables, &id, verb).is_accepted());
    }
    let pending = store.unplanned_notices(100).unwrap();
    assert_eq!(pending.iter().map(|n| n.why.as_str()).collect::<Vec<_>>(), ["opened"]);
}

#[test]
fn opening_twice_under_one_key_opens_one_table() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let opening = || wardroom::table::OpenTable {
        game: Arc::new(Toy::default()),
        setup: Setup { seats: 1, talk: false },
        practice: false,
        ready: false,
        entropy: false,
        witness: false,
        seats: vec![],
    };
    let keyed = caller("red").keyed("interaction-5", 0);
    let first = tables.open(&opening(), &keyed).unwrap();
    assert_eq!(tables.open(&opening(), &keyed).unwrap(), first);
    assert_eq!(store.tables().unwrap().len(), 1);
    let refused = wardroom::table::OpenTable { setup: Setup { seats: 9, talk: false }, ..opening() };
    assert!(matches!(
        tables.open(&refused, &caller("red")).unwrap(),
        wardroom::table::open::Opened::Refused(refusal) if refusal.reason == word("one-or-two-seats")
    ));
}

/// The law of the log: folding it gives the live state at every entry.
#[test]
fn the_fold_gives_the_live_state_at_every_entry() {
    let tables = toys(&MemoryStore::new(), 1);
    let id = open(&tables, 1, true);
    let mut seen = vec![];
    let mut note = || {
        let (at, asked) = tables.look(&id, |t| (t.head().seq, t.asked().to_vec())).unwrap();
        seen.push((at, state(&tables, &id), asked));
    };
    note();
    for verb in ["pass", "flip", "roll", "pass"] {
        give(&tables, &id, verb);
        note();
    }
    for step in [1, 0] {
        let to = tables.look(&id, |t| t.takebacks("red").steps[step].to).unwrap();
        tables.take_back(&id, &caller("red"), to).unwrap();
        note();
        give(&tables, &id, "roll");
        note();
    }
    let mut history = tables.history(&id, Viewer::Spectator).unwrap();
    for (at, view, asked) in seen.iter().rev().chain(&seen) {
        history.go(*at).unwrap();
        assert_eq!((history.view(), history.asked()), (view.clone(), asked.as_slice()), "at {at}");
    }
}

#[test]
fn history_steps_by_entry_phase_and_day_both_ways() {
    let tables = toys(&MemoryStore::new(), 1);
    let id = open(&tables, 1, false);
    for _ in 0..4 {
        give(&tables, &id, "pass");
    }
    let mut history = tables.history(&id, Viewer::Spectator).unwrap();
    assert_eq!(history.moment().0, 3);
    assert!(history.back(Stride::Day).unwrap());
    assert_eq!(history.moment(), (2, word("second")));
    assert!(history.back(Stride::Phase).unwrap());
    assert_eq!(history.moment(), (2, word("first")));
    history.go(1).unwrap();
    assert!(!history.back(Stride::Entry).unwrap());
    assert!(history.forward(Stride::Entry).unwrap());
    assert_eq!(history.at(), 2);
    history.go(u64::MAX).unwrap();
    assert!(!history.forward(Stride::Phase).unwrap());
}

#[test]
fn a_table_that_is_not_there_or_of_another_game_says_so() {
    let tables = toys(&MemoryStore::new(), 1);
    let fault = tables.look("toy-9999", |_| ()).unwrap_err();
    assert_eq!(fault.to_string(), "there is no table toy-9999 here");
    assert_eq!(tables.open_tables(), 0, "what is not there takes no room");
}

#[test]
fn tables_beyond_the_limit_are_dropped_from_memory_and_come_back() {
    use wardroom::table::limits::OPEN_TABLES;
    let tables = toys(&MemoryStore::new(), 1);
    let ids: Vec<String> = (0..OPEN_TABLES + 20).map(|_| open(&tables, 1, false)).collect();
    for id in &ids {
        state(&tables, id);
    }
    assert_eq!(tables.open_tables(), OPEN_TABLES);
    assert!(give(&tables, &ids[0], "pass").is_accepted());
}

/// The kinds of the entries after `from`.
fn kinds(store: &MemoryStore, id: &str, from: u64) -> Vec<String> {
    store.read(id, from + 1).unwrap().into_iter().map(|entry| entry.kind).collect()
}

#[test]
fn a_table_goes_on_under_newer_rules_with_its_next_order() {
    let store = MemoryStore::new();
    let (old, new) = (toys(&store, 1), toys_under::<2, _>(&store, 50));
    let id = open(&old, 1, false);
    give(&old, &id, "pass");
    let before = store.head(&id).unwrap();
    // What is refused changes nothing.
    let sung = Order { form: OrderForm::new(word("sing")), ..order(&new, &id, "pass") };
    assert!(!new.submit(&id, &caller("red"), &sung).unwrap().is_accepted());
    assert_eq!(store.head(&id).unwrap(), before);

    let keyed = caller("red").keyed("message-1", 0);
    let pass = order(&new, &id, "pass");
    let reply = new.submit(&id, &keyed, &pass).unwrap();
    assert_eq!(kinds(&store, &id, before.seq), ["RulesChanged", "OrderGiven", "Passed"]);
    let Reply::Accepted { first, last, .. } = reply else { panic!("{reply:?}") };
    assert_eq!((first, last), (before.seq + 1, before.seq + 3));
    let change = &store.read(&id, first).unwrap()[0];
    assert_eq!(change.body, serde_json::json!({ "from": "1", "to": "2" }));
    assert!(change.by.is_none() && change.cause.is_none() && change.key.is_none(), "{change:?}");
    // The same message again, before and after somebody else has caught up, brings neither a second time.
    assert_eq!(new.submit(&id, &keyed, &pass).unwrap(), reply);
    let other = toys_under::<2, _>(&store, 90);
    assert_eq!(other.submit(&id, &keyed, &pass).unwrap(), reply);
    assert_eq!(other.look(&id, |table| table.rules_version().to_owned()).unwrap(), "2");
    assert!(give(&other, &id, "roll").is_accepted() && give(&new, &id, "pass").is_accepted());
    assert_eq!(kinds(&store, &id, last), ["OrderGiven", "Rolled", "Scored", "OrderGiven", "Passed"]);
}

#[test]
fn a_change_of_the_rules_is_not_undone() {
    let store = MemoryStore::new();
    let (old, new) = (toys(&store, 1), toys_under::<2, _>(&store, 50));
    let id = open(&old, 1, true);
    give(&old, &id, "pass");
    let change = store.head(&id).unwrap().seq + 1;
    give(&new, &id, "pass");
    let steps = |tables: &Toys<MemoryStore, 2>| tables.look(&id, |t| t.takebacks("red").steps).unwrap();
    // To right before the order under the new rules, then to before the one under the old.
    for to in [change, change - 3] {
        assert_eq!(steps(&new)[0].to, to);
        assert!(new.take_back(&id, &caller("red"), to).unwrap().is_accepted());
        for tables in [&new, &toys_under::<2, _>(&store, 90)] {
            assert_eq!(tables.look(&id, |table| table.rules_version().to_owned()).unwrap(), "2");
        }
    }
    give(&new, &id, "pass");
    assert_eq!(kinds(&store, &id, change - 1).iter().filter(|kind| *kind == "RulesChanged").count(), 1);
}

#[test]
fn an_older_program_leaves_a_table_alone_that_goes_on_under_newer_rules() {
    let store = MemoryStore::new();
    let (old, new) = (toys(&store, 1), toys_under::<2, _>(&store, 50));
    let id = open(&old, 1, false);
    give(&new, &id, "pass");
    let head = store.head(&id).unwrap();
    let refused = give(&old, &id, "pass");
    assert_eq!(refused.refusal().unwrap().reason, word("rules-newer"));
    assert_eq!(store.head(&id).unwrap(), head);
}

#[test]
fn what_was_sealed_under_older_rules_opens_under_newer_ones() {
    let store = MemoryStore::new();
    let (old, new) = (toys(&store, 1), toys_under::<2, _>(&store, 50));
    let id = open(&old, 2, false);
    let choice = |asked: OpenPrompt, n: i64| Order {
        seat: asked.prompt.seat,
        prompt: asked.number,
        form: OrderForm::new(word("choose")).with("number", n),
    };
    let first = choice(asked(&old, &id).remove(0), 3);
    assert!(old.submit(&id, &caller(first.seat.as_str()), &first).unwrap().is_accepted());
    let second = choice(asked(&new, &id).remove(0), 4);
    let before = store.head(&id).unwrap().seq;
    assert!(new.submit(&id, &caller(second.seat.as_str()), &second).unwrap().is_accepted());
    assert_eq!(
        kinds(&store, &id, before),
        ["RulesChanged", "OrderGiven", "Chosen", "ChoicesShown", "Opened"]
    );
    assert_eq!(state(&new, &id).chosen.len(), 2);
}

#[test]
fn the_order_that_brings_newer_rules_may_end_the_game() {
    let store = MemoryStore::new();
    let (old, new) = (toys(&store, 1), toys_under::<9, _>(&store, 50));
    let id = open(&old, 1, false);
    give(&old, &id, "roll");
    while !asked(&new, &id).is_empty() {
        give(&new, &id, "roll");
    }
    let entries = store.read(&id, 1).unwrap();
    let closed = entries.iter().find(|entry| entry.kind == "TableClosed").unwrap();
    assert_eq!(entries[closed.cause.unwrap() as usize - 1].kind, "OrderGiven");
    // Over is over: a later program has nothing to change there.
    let later = toys_under::<10, _>(&store, 90);
    let late = Order { seat: seat("red"), prompt: 1, form: OrderForm::new(word("pass")) };
    assert!(!later.submit(&id, &caller("red"), &late).unwrap().is_accepted());
    assert_eq!(store.read(&id, 1).unwrap().len(), entries.len());
}
