//! Publishing a table: consent of everybody, an end by anybody, what the audit says of logs where it was otherwise, and
//! what a page shows.

use crate::audit_seats::like;
use crate::seats::{BLUE, RED, accepted, choose, exported, kinds, passes, refused, session, shared, table};
use crate::tamper::{Log, audited};
use crate::toy::*;
use serde_json::{Value, json};
use wardroom::audit::Verdict;
use wardroom::log::RequestEvent;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Outbox, Store};
use wardroom::table::Publication;

/// Whether, since when and how far behind the table is published, as it is played and as it is folded anew.
fn published(store: &MemoryStore, tables: &Toys<MemoryStore>, id: &str) -> Option<Publication> {
    let read = |tables: &Toys<MemoryStore>| tables.look(id, |table| table.published()).unwrap();
    assert_eq!(read(tables), read(&toys(store, 9)));
    read(tables)
}

#[test]
fn publishing_needs_everyone_and_anyone_ends_it() {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    assert_eq!(refused(session(&tables, &id, RED, "eve").publish(0)), "not-your-seat");
    assert_eq!(refused(red.publish(10_001)), "delay-too-long");
    assert_eq!(refused(red.unpublish()), "not-published");
    let ask = accepted(red.publish(20));
    assert_eq!(refused(blue.publish(20)), "request-pending");
    assert_eq!(
        blue.snapshot().unwrap().facts.pending.unwrap().ask,
        RequestEvent::PublishProposed { delay: 20 }
    );
    assert_eq!(published(&store, &tables, &id), None, "asking is not publishing");
    accepted(blue.answer(ask, false));
    let ask = accepted(blue.publish(3));
    // The next order voids it, as every request.
    choose(&tables, &id, RED, 4);
    assert_eq!(refused(red.answer(ask, true)), "no-such-request");
    let ask = accepted(blue.publish(3));
    let at = accepted(red.answer(ask, true));
    assert_eq!(kinds(&store.read(&id, at).unwrap()), ["Answered", "TablePublished"]);
    let now = published(&store, &tables, &id).unwrap();
    assert_eq!((now.since, now.delay), (at + 1, 3));
    assert_eq!(refused(blue.publish(0)), "published-already");
    // A takeback does not undo what was seen.
    accepted(red.undo(1));
    assert_eq!(published(&store, &tables, &id), Some(now));
    let head = tables.look(&id, |table| table.head().seq).unwrap();
    assert_eq!(tables.look(&id, |table| table.shown_to_spectators()).unwrap(), head - 3);
    assert_eq!(refused(session(&tables, &id, BLUE, "eve").unpublish()), "not-your-seat");
    accepted(blue.unpublish());
    assert_eq!((published(&store, &tables, &id), refused(red.unpublish())), (None, "not-published".into()));
    let ask = accepted(red.publish(0));
    accepted(blue.answer(ask, true));
    let again = published(&store, &tables, &id).unwrap();
    assert!(again.since > now.since && again.delay == 0, "another entry, so another link");
    let ask = accepted(red.propose_close());
    accepted(blue.answer(ask, true));
    for reply in [red.publish(0), red.unpublish()] {
        assert_eq!(refused(reply), "table-closed");
    }
    assert_eq!(published(&store, &tables, &id), Some(again));
    passes(&store, &id);
    crate::common::checker::passes(exported(&store, &id, &LogViewer::Full).as_bytes());
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_agrees() {
    crate::common::checker::asked(publishing_needs_everyone_and_anyone_ends_it);
}

#[test]
fn alone_one_publishes_at_once_and_a_newcomer_may_end_it() {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, false, false);
    let red = session(&tables, &id, RED, RED);
    let at = accepted(red.publish(0));
    assert_eq!(kinds(&store.read(&id, at).unwrap()), ["TablePublished"]);
    accepted(session(&tables, &id, BLUE, "ann").take_seat());
    assert_eq!(published(&store, &tables, &id).map(|it| it.since), Some(at), "it stays as it was found");
    accepted(session(&tables, &id, BLUE, "ann").unpublish());
    assert_eq!(published(&store, &tables, &id), None);
    passes(&store, &id);
}

#[test]
fn everybody_else_is_told_when_a_page_comes_and_goes() {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    let told = || {
        let pending = store.unplanned_notices(100).unwrap();
        let done = pending.iter().map(|notice| (notice.id, vec![])).collect();
        store.plan_notices("2026-01-01T00:00:00.000Z", done).unwrap();
        pending.iter().map(|notice| format!("{} {}", notice.seat, notice.why)).collect::<Vec<_>>()
    };
    told();
    let ask = accepted(red.publish(0));
    assert_eq!(told(), ["blue request"]);
    accepted(blue.answer(ask, true));
    assert_eq!(told(), ["red published"]);
    accepted(red.unpublish());
    assert_eq!(told(), ["blue unpublished"]);
}

// Logs that say otherwise.

/// A game of two that is published, taken away, published again, and closed.
fn whole() -> Log {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    choose(&tables, &id, RED, 4);
    let ask = accepted(red.publish(20));
    accepted(blue.answer(ask, true));
    accepted(blue.unpublish());
    let ask = accepted(blue.publish(0));
    accepted(red.answer(ask, true));
    accepted(red.resign());
    Log::of(&exported(&store, &id, &LogViewer::Full))
}

fn fails_at(what: &str, tamper: impl FnOnce(&mut Log) -> usize) {
    let mut log = whole();
    let at = tamper(&mut log);
    let found = audited::<Toy>(&log.text());
    let verdict = if found.integrity.is_failed() { found.integrity } else { found.rules };
    assert!(verdict.is_failed(), "{what}: {verdict}");
    assert_eq!(verdict.entry(), Some(at as u64 + 1), "{what}: {verdict}");
}

fn by(log: &mut Log, at: usize, player: &str, seat: &str) {
    log.entries[at]["by"] = json!({ "player": player, "seat": seat });
}

#[test]
fn a_page_that_nobody_agreed_to_is_named() {
    let verdict: Verdict = audited::<Toy>(&whole().text()).rules;
    assert!(verdict.is_ok(), "{verdict}");
    fails_at("without an agreement", |log| {
        let at = log.at("Answered", 0);
        log.entries.remove(at);
        at
    });
    fails_at("alone, where two sit", |log| {
        let at = log.at("PublishProposed", 0);
        let published = like(log, at, "TablePublished", json!({ "delay": 20 }));
        log.entries[at] = published;
        at
    });
    fails_at("another delay than was agreed to", |log| {
        let at = log.at("TablePublished", 0);
        log.entries[at]["body"]["delay"] = 0.into();
        at
    });
    fails_at("an agreement that leads to nothing", |log| {
        let at = log.at("TablePublished", 0);
        log.entries.remove(at);
        at
    });
    fails_at("by a stranger", |log| {
        let at = log.at("PublishProposed", 0);
        by(log, at, "eve", "red");
        at
    });
    fails_at("asked while it is published", |log| {
        let at = log.at("TableUnpublished", 0);
        let asked = like(log, at, "PublishProposed", json!({ "delay": 0 }));
        log.entries.insert(at, asked);
        at
    });
}

#[test]
fn a_page_taken_away_otherwise_is_named() {
    fails_at("that was not there", |log| {
        let at = log.at("TablePublished", 1);
        let taken_away = like(log, at, "TableUnpublished", json!({}));
        log.entries.insert(at + 1, taken_away.clone());
        log.entries.insert(at + 1, taken_away);
        at + 2
    });
    fails_at("by nobody", |log| {
        let at = log.at("TableUnpublished", 0);
        log.entries[at]["by"] = Value::Null;
        at
    });
    fails_at("by a stranger", |log| {
        let at = log.at("TableUnpublished", 0);
        by(log, at, "eve", "blue");
        at
    });
    fails_at("left out, and published again", |log| {
        let at = log.at("TableUnpublished", 0);
        log.entries.remove(at);
        at
    });
    fails_at("with a delay that cannot be", |log| {
        let at = log.at("TablePublished", 0);
        log.entries[at]["body"]["delay"] = 10_001.into();
        at
    });
}
