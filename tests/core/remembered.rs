//! What a table remembers of what its readers were shown: once for each of them, and nothing beyond the next entry.

use std::sync::Arc;

use crate::seats::{BLUE, RED, accepted, choose, session, shared, table};
use crate::toy::*;
use wardroom::game::Viewer;
use wardroom::log::MemoryStore;
use wardroom::words::Lang;

/// A value that says by whom it was made.
struct Made(&'static str);

#[test]
fn a_view_is_made_once_for_each_viewer_until_the_next_entry() {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let seen = |viewer| tables.look(&id, |table| table.seen_by(viewer)).unwrap();
    let (red, blue) = (Viewer::Seat(seat(RED)), Viewer::Seat(seat(BLUE)));
    let before = seen(red);
    assert!(Arc::ptr_eq(&before, &seen(red)));
    assert!(!Arc::ptr_eq(&before, &seen(blue)) && !Arc::ptr_eq(&before, &seen(Viewer::Spectator)));
    choose(&tables, &id, RED, 4);
    for viewer in [red, blue, Viewer::Spectator] {
        let anew = toys(&store, 9).look(&id, |table| table.view(viewer)).unwrap();
        assert_eq!(*seen(viewer), anew);
    }
    assert!(!Arc::ptr_eq(&before, &seen(red)));
    assert_eq!(seen(red).chosen.len(), 1);
    assert!(seen(blue).chosen.is_empty() && seen(Viewer::Spectator).chosen.is_empty());
}

#[test]
fn a_seat_that_changes_hands_remembers_nothing() {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let made = |player: &'static str, lang, measure| {
        let snapshot = session(&tables, &id, BLUE, player).snapshot().unwrap();
        snapshot.view.remembered((lang, measure), || Made(player)).0
    };
    assert_eq!(made(BLUE, Lang::En, 0), BLUE);
    accepted(session(&tables, &id, BLUE, BLUE).invite(seat(BLUE), "ann"));
    accepted(session(&tables, &id, BLUE, "ann").take_seat());
    assert_eq!(made("ann", Lang::En, 0), "ann");
    // Nor does another language or another measure know of it.
    let other = |lang, measure| {
        let snapshot = session(&tables, &id, BLUE, "ann").snapshot().unwrap();
        snapshot.view.remembered((lang, measure), || Made("another")).0
    };
    assert_eq!([other(Lang::Ja, 0), other(Lang::En, 80), other(Lang::En, 0)], ["another", "another", "ann"]);
}
