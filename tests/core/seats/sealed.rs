//! Sealed orders: opened with their event, hidden again by going back, withdrawn alone.

use std::io::BufReader;

use crate::common::checker;
use crate::toy::*;
use wardroom::audit::{self, Evidence};
use wardroom::game::Viewer;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, SqliteStore, Store};
use wardroom::view::VisibleEntry;

use super::{
    BLUE, RED, accepted, choice, choose, exported, kinds, passes, refused, sealed, session, shared, table,
};

over_every_store!(
    an_opening_stands_right_behind_its_event_and_names_what_was_sealed,
    a_view_in_mid_game_shows_ones_own_sealed_order_and_after_the_opening_all,
    going_back_before_an_opening_hides_again_and_closing_opens_the_rest,
    stepping_back_before_an_opening_seals_the_lines_again,
    a_sealed_order_is_withdrawn_alone_and_tells_the_other_nothing,
);

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
    assert_eq!(red.snapshot().unwrap().facts.takebacks.steps.len(), 1);
    let back = accepted(red.undo(1));
    assert_eq!(kinds(&store.read(&id, back).unwrap()), ["TakenBack"]);
    let after = blue.snapshot().unwrap();
    assert_eq!(
        (after.facts.asked, after.view.clone(), after.facts.waiting_for),
        (before.facts.asked, before.view.clone(), before.facts.waiting_for)
    );
    assert_eq!(
        sealed(&blue.log(before.facts.head.seq).unwrap()),
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
