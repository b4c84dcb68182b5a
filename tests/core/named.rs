//! A table's name: given by consent, refused where it is more than a name, and in the label that lists and subjects show.

use crate::seats::{BLUE, RED, accepted, choose, exported, kinds, passes, refused, session, shared, table};
use crate::toy::*;
use wardroom::log::table_event::{MAX_NAME, name_fault};
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, RequestEvent, Store};

/// The label of the table, as it is played and as it is folded anew.
fn label(store: &MemoryStore, tables: &Toys<MemoryStore>, id: &str) -> String {
    let read = |tables: &Toys<MemoryStore>| tables.look(id, |table| table.label()).unwrap();
    assert_eq!(read(tables), read(&toys(store, 9)));
    read(tables)
}

#[test]
fn a_table_is_renamed_when_everyone_agrees() {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    assert_eq!(refused(session(&tables, &id, RED, "eve").rename("Eve")), "not-your-seat");
    let ask = accepted(red.rename("Night watch"));
    let asked = blue.snapshot().unwrap().facts.pending.unwrap().ask;
    assert_eq!(asked, RequestEvent::NameProposed { name: "Night watch".to_owned() });
    let json = serde_json::to_value(&asked).unwrap();
    assert_eq!(json, serde_json::json!({ "ask": "name", "name": "Night watch" }));
    assert_eq!(label(&store, &tables, &id), id, "asking is not naming");
    accepted(blue.answer(ask, false));
    let ask = accepted(red.rename("Night watch"));
    let at = accepted(blue.answer(ask, true));
    assert_eq!(kinds(&store.read(&id, at).unwrap()), ["Answered", "NameChanged"]);
    assert_eq!(label(&store, &tables, &id), format!("{id} · Night watch"));
    assert_eq!(refused(blue.rename("Night watch")), "name-already");
    // A takeback does not undo a name.
    choose(&tables, &id, RED, 4);
    accepted(red.undo(1));
    assert_eq!(label(&store, &tables, &id), format!("{id} · Night watch"));
    // Renaming voids no other request: it waits for the open one.
    let close = accepted(red.propose_close());
    assert_eq!(refused(blue.rename("夜の当直")), "request-pending");
    assert_eq!(red.snapshot().unwrap().facts.pending.unwrap().number, close);
    accepted(blue.answer(close, true));
    assert_eq!(refused(red.rename("Day watch")), "table-closed");
    assert_eq!(label(&store, &tables, &id), format!("{id} · Night watch"));
    passes(&store, &id);
    crate::common::checker::passes(exported(&store, &id, &LogViewer::Full).as_bytes());
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_agrees() {
    crate::common::checker::asked(a_table_is_renamed_when_everyone_agrees);
}

#[test]
fn a_player_alone_names_the_table_at_once() {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, false, false);
    let red = session(&tables, &id, RED, RED);
    let at = accepted(red.rename("夜の当直"));
    assert_eq!(kinds(&store.read(&id, at).unwrap()), ["NameChanged"]);
    assert_eq!(label(&store, &tables, &id), format!("{id} · 夜の当直"));
    passes(&store, &id);
}

#[test]
fn a_text_that_is_more_than_a_name_is_refused() {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let red = session(&tables, &id, RED, RED);
    let forty = "ä".repeat(MAX_NAME);
    for good in [
        "Night watch",
        "夜の当直",
        "St. George",
        "H.M.S. Lion",
        "5 a.m.",
        "\"Lion\" & `Tiger`",
        forty.as_str(),
    ] {
        assert_eq!(name_fault(good), None, "{good:?}");
    }
    let long = format!("{forty}!");
    for (bad, why) in [
        ("", "name-blank"),
        (" ", "name-blank"),
        (" Lion", "name-blank"),
        (long.as_str(), "name-too-long"),
        ("Lion\r\nBcc: eve@example.org", "name-unseen"),
        ("Lion\u{2028}Tiger", "name-unseen"),
        ("Lion\u{202e}Tiger", "name-unseen"),
        ("Li\u{200b}on", "name-unseen"),
        ("Lion\u{e0041}", "name-unseen"),
        ("\u{1b}[2K", "name-unseen"),
        ("@everyone", "name-link"),
        ("<#123>", "name-link"),
        ("https://example", "name-link"),
        ("see goeben.example", "name-link"),
        ("例え.jp", "name-link"),
    ] {
        assert_eq!(refused(red.rename(bad)), why, "{bad:?}");
    }
}
