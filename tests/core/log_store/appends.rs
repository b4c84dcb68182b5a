//! What a store takes, in what order, and what it gives back.

use crate::log_support::{ORDER_ENTRIES, Scribe, answer, key, notice, store_all};
use serde_json::json;
use wardroom::log::limits::{MAX_APPEND_ENTRIES, MAX_ENTRY_BYTES};
use wardroom::log::stored::StoredLine;
use wardroom::log::{
    Append, AppendError, Appended, By, EndEvent, Entry, EntryAudience, Fault, Head, MemoryStore, PlayEvent,
    SqliteStore, Store, TableEvent,
};
use wardroom::seal::Seed;

use super::{append_of, append_until_stored};

every_store! {
    what_is_appended_is_read_back_unchanged
    a_table_nobody_opened_is_empty
    an_append_on_an_old_head_is_a_conflict_and_stores_nothing
    the_same_key_gets_the_first_answer_and_stores_nothing_twice
    the_same_key_with_other_content_is_refused
    refusals_are_answered_again_until_they_are_pruned
    what_does_not_continue_the_log_is_refused_and_stores_nothing
    entries_over_a_limit_are_refused
    a_table_opens_with_its_seed_and_its_pack
    seeds_and_packs_come_back
    salts_must_follow_from_the_seed
    many_writers_on_one_table_leave_no_gap
}

fn what_is_appended_is_read_back_unchanged(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    let appends = scribe.campaign();
    let entries: Vec<Entry> =
        appends.iter().flat_map(|append| &append.entries).map(|written| written.entry().clone()).collect();
    store_all(store, appends);
    assert_eq!(store.read("goeben-1", 1).unwrap(), entries);
    assert_eq!(store.read("goeben-1", 0).unwrap(), entries);
    assert_eq!(store.read("goeben-1", 5).unwrap(), entries[4..]);
    assert_eq!(store.read("goeben-1", 1000).unwrap(), []);
    assert_eq!(store.head("goeben-1").unwrap(), scribe.head);
    let raws = store.read_raw("goeben-1", 1).unwrap();
    assert_eq!(store.stored_head("goeben-1").unwrap(), scribe.head);
    assert_eq!(store.read_raw_range("goeben-1", 2..=4).unwrap(), raws[1..4]);
    let range = |from, to| store.read_line_range("goeben-1", from..=to).unwrap();
    assert_eq!(range(2, 4), entries[1..4].iter().cloned().map(StoredLine::Entry).collect::<Vec<_>>());
    assert_eq!((range(0, 0), range(1000, 2000)), (vec![], vec![]));
    let texts: Vec<String> = entries.iter().map(|entry| entry.canonical().unwrap()).collect();
    assert_eq!(raws.iter().map(|raw| raw.text.clone()).collect::<Vec<_>>(), texts);
    let tables = store.tables().unwrap();
    assert_eq!(tables.len(), 1);
    assert_eq!((&tables[0].head, &tables[0].partial), (&scribe.head, &None));
    assert_eq!(store.table("goeben-1").unwrap().as_ref(), tables.first());
}

fn a_table_nobody_opened_is_empty(store: &impl Store) {
    assert_eq!(store.head("none").unwrap(), Head::EMPTY);
    assert_eq!(store.read("none", 1).unwrap(), []);
    assert_eq!(store.table("none").unwrap(), None);
    assert_eq!(store.tables().unwrap(), []);
    assert_eq!(store.seed("none").unwrap(), None);
    assert_eq!(store.pack(&key("none", 1)).unwrap(), None);
}

fn an_append_on_an_old_head_is_a_conflict_and_stores_nothing(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    let old = scribe.head;
    store_all(store, vec![scribe.order()]);
    let mut late = Scribe::new("goeben-1", 1);
    late.head = old;
    let append = Append { notices: vec![notice(2, "german")], ..late.order() };
    assert_eq!(store.append(append), Err(AppendError::Conflict { head: scribe.head }));
    assert_eq!(store.head("goeben-1").unwrap(), scribe.head);
    // Opening it once more is a conflict too.
    let again = Scribe::new("goeben-1", 1).open();
    assert_eq!(store.append(again), Err(AppendError::Conflict { head: scribe.head }));
    // And so is continuing a table that is not there.
    late.table = "goeben-2".to_owned();
    assert_eq!(store.append(late.order()), Err(AppendError::Conflict { head: Head::EMPTY }));
    assert_eq!(store.unplanned_notices(10).unwrap(), []);
}

fn the_same_key_gets_the_first_answer_and_stores_nothing_twice(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    let first = answer(&key("mail", 1), "move north", "moved");
    let order = Append { answer: Some(first.clone()), ..scribe.order() };
    let head = scribe.head;
    assert_eq!(store.append(order.clone()), Ok(Appended::Stored(head)));
    assert_eq!(store.append(order.clone()), Ok(Appended::Repeated(first.clone())));
    // Also when the log has moved on, and when the answer would be another today.
    store_all(store, vec![scribe.order()]);
    let head = scribe.head;
    let later = answer(&key("mail", 1), "move north", "cannot move");
    let again = Append { answer: Some(later.clone()), ..scribe.order() };
    assert_eq!(store.append(again), Ok(Appended::Repeated(first.clone())));
    assert_eq!(store.record_answer(later), Ok(first.clone()));
    assert_eq!(store.head("goeben-1").unwrap(), head);
    assert_eq!(store.answer(&first.key).unwrap(), Some(first.clone()));
    assert_eq!(store.prune_answers("2000-01-01T00:00:00.000Z").unwrap(), 0, "answers to stored orders stay");
}

fn the_same_key_with_other_content_is_refused(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    let first = answer(&key("mail", 1), "move north", "moved");
    store_all(store, vec![Append { answer: Some(first.clone()), ..scribe.order() }]);
    let head = scribe.head;
    let other = answer(&first.key, "move south", "moved");
    let reused = Err(AppendError::KeyReused { key: first.key.clone() });
    assert_eq!(store.append(Append { answer: Some(other.clone()), ..scribe.order() }), reused);
    assert_eq!(store.record_answer(other), Err(AppendError::KeyReused { key: first.key }));
    assert_eq!(store.head("goeben-1").unwrap(), head);
}

fn refusals_are_answered_again_until_they_are_pruned(store: &impl Store) {
    let refusal = answer(&key("mail", 1), "move west", "there is land");
    assert_eq!(store.record_answer(refusal.clone()), Ok(refusal.clone()));
    assert_eq!(store.answer(&refusal.key).unwrap(), Some(refusal.clone()));
    assert_eq!(store.prune_answers(&refusal.at).unwrap(), 0);
    assert_eq!(store.prune_answers("1914-08-05T00:00:00.000Z").unwrap(), 1);
    assert_eq!(store.answer(&refusal.key).unwrap(), None);
}

fn what_does_not_continue_the_log_is_refused_and_stores_nothing(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    let good = scribe.next("ShipMoved", json!({"to": "0513"}));
    let with = |change: &dyn Fn(&mut Entry)| {
        let mut entry = good.clone();
        change(&mut entry);
        append_of(scribe.head, entry)
    };
    let table_event = |table_event: TableEvent| {
        with(&|e| (e.kind, e.body) = (table_event.kind().to_owned(), table_event.body()))
    };
    let bad: Vec<(&str, Result<Append, Fault>)> = vec![
        ("no entries", Ok(Append::new("goeben-1", scribe.head, vec![]))),
        ("a gap", with(&|e| e.seq = 3)),
        (
            "another table",
            with(&|e| e.table = "goeben-2".to_owned())
                .map(|append| Append { table: "goeben-1".to_owned(), ..append }),
        ),
        (
            "a table id with a slash",
            with(&|e| e.table = "a/b".to_owned()).map(|append| Append { table: "a/b".to_owned(), ..append }),
        ),
        ("a float", with(&|e| e.body = json!({"vp": 0.5}))),
        ("a body that is no object", with(&|e| e.body = json!([1]))),
        ("no milliseconds", with(&|e| e.at = "1914-08-04T09:30:00Z".to_owned())),
        ("an offset", with(&|e| e.at = "1914-08-04T09:30:00.000+01:00".to_owned())),
        ("no such day", with(&|e| e.at = "1914-02-30T09:30:00.000Z".to_owned())),
        ("a leap second", with(&|e| e.at = "1914-08-04T09:30:60.000Z".to_owned())),
        ("a kind in lower case", with(&|e| e.kind = "shipMoved".to_owned())),
        ("version 0", with(&|e| e.v = 0)),
        ("its own cause", with(&|e| e.cause = Some(2))),
        ("a short key", with(&|e| e.key = Some("ab".to_owned()))),
        ("seats not in order", with(&|e| e.audience = EntryAudience::Seats(vec!["b".into(), "a".into()]))),
        ("no seats", with(&|e| e.audience = EntryAudience::Seats(vec![]))),
        ("a space in a player", with(&|e| e.by = Some(By { seat: "a".into(), player: "b c".into() }))),
        ("a salt in upper case", with(&|e| e.salt = e.salt.to_uppercase())),
        ("an unknown version of a table event", with(&|e| (e.kind, e.v) = ("TakenBack".to_owned(), 2))),
        (
            "a body of a table event with a key too many",
            with(&|e| {
                (e.kind, e.body) = ("TakenBack".to_owned(), json!({"to": 1, "from": 2}));
            }),
        ),
        ("a second opening", table_event(scribe.opening_event())),
        ("back to itself", table_event(TableEvent::Play(PlayEvent::TakenBack { to: 2 }))),
        (
            "a prompt to come",
            table_event(TableEvent::Play(PlayEvent::OrderGiven { prompt: 2, order: json!({}) })),
        ),
        (
            "opening what is not there",
            table_event(TableEvent::Play(PlayEvent::Opened {
                entries: vec![2],
                to: EntryAudience::Everyone,
            })),
        ),
        (
            "a roll without cause",
            with(&|e| {
                let roll = json!({"number":0,"purpose":"p","rule":"1","side":null,"about":[],"form":"dice","of":6,"take":1,"values":[1]});
                (e.kind, e.body) = ("Rolled".to_owned(), roll);
            }),
        ),
        (
            "a seed after the opening",
            with(&|_| ()).map(|append| Append { seed: Some(scribe.seed.clone()), ..append }),
        ),
        (
            "another seed revealed",
            table_event(TableEvent::End(EndEvent::SeedRevealed { seed: "00".repeat(32) })),
        ),
        (
            "a notice of an entry to come",
            with(&|_| ()).map(|append| Append { notices: vec![notice(3, "german")], ..append }),
        ),
        (
            "an answer that is no JSON",
            with(&|_| ()).map(|append| {
                let no_json = wardroom::log::StoredAnswer {
                    answer_json: "{".to_owned(),
                    ..answer(&key("a", 1), "", "")
                };
                Append { answer: Some(no_json), ..append }
            }),
        ),
    ];
    for (what, append) in bad {
        let outcome = append.map_err(AppendError::from).and_then(|append| store.append(append));
        assert!(matches!(outcome, Err(AppendError::Fault(_))), "{what}: {outcome:?}");
        assert_eq!(store.head("goeben-1").unwrap(), scribe.head, "{what}");
    }
    assert!(store.append(with(&|_| ()).unwrap()).is_ok(), "the entry they were made from is good");
}

fn entries_over_a_limit_are_refused(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    let long = scribe.next("ShipMoved", json!({"text": "x".repeat(MAX_ENTRY_BYTES)}));
    assert!(append_of(scribe.head, long).unwrap_err().to_string().contains("bytes"));
    let nested = (0..100).fold(json!(1), |inner, _| json!({ "in": inner }));
    let deep = scribe.next("ShipMoved", nested);
    assert!(append_of(scribe.head, deep).unwrap_err().to_string().contains("nested deeper"));
    let before = scribe.head;
    let mut many = Append::new("goeben-1", before, vec![]);
    for _ in 0..=MAX_APPEND_ENTRIES {
        let entry = scribe.next("ShipMoved", json!({}));
        scribe.push(entry, &mut many.entries);
    }
    assert!(store.append(many).is_err());
    assert_eq!(store.head("goeben-1").unwrap(), before);
}

fn a_table_opens_with_its_seed_and_its_pack(store: &impl Store) {
    let good = Scribe::new("goeben-1", 1).open();
    let bad = [
        Append { seed: None, ..good.clone() },
        Append { seed: Some(Seed::from_bytes([9; 32])), ..good.clone() },
        Append { pack: None, ..good.clone() },
        Append { pack: Some(wardroom::log::StoredPack::new(&json!({})).unwrap()), ..good.clone() },
    ];
    for append in bad {
        let outcome = store.append(append);
        assert!(matches!(outcome, Err(AppendError::Fault(_))), "{outcome:?}");
    }
    let first = Scribe::new("goeben-1", 1);
    let event = append_of(first.head, first.next("ShipMoved", json!({}))).unwrap();
    let event = Append { seed: Some(first.seed.clone()), ..event };
    assert!(store.append(event).is_err(), "an event is no opening");
    assert_eq!(store.tables().unwrap(), []);
    assert!(store.append(good).is_ok());
    // The pack is stored now, and need not be given again.
    let second = Append { pack: None, ..Scribe::new("goeben-2", 2).open() };
    assert!(store.append(second).is_ok());
    assert!(store.append(Scribe::new("goeben-3", 3).open()).is_ok());
}

fn seeds_and_packs_come_back(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    assert_eq!(store.seed("goeben-1").unwrap(), Some(scribe.seed.clone()));
    assert_eq!(store.pack(scribe.pack.hash()).unwrap(), Some(scribe.pack.clone()));
}

fn salts_must_follow_from_the_seed(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    let mut entry = scribe.next("ShipMoved", json!({}));
    entry.salt = hex::encode(scribe.seed.salt(99));
    let outcome = store.append(append_of(scribe.head, entry).unwrap());
    assert!(format!("{}", outcome.unwrap_err()).contains("salt"));
}

fn many_writers_on_one_table_leave_no_gap(store: &impl Store) {
    store_all(store, vec![Scribe::new("goeben-1", 1).open()]);
    const WRITERS: u64 = 4;
    const ORDERS: u64 = 10;
    std::thread::scope(|scope| {
        for _ in 0..WRITERS {
            scope.spawn(|| (0..ORDERS).for_each(|_| append_until_stored(store)));
        }
    });
    assert_eq!(store.read("goeben-1", 1).unwrap().len() as u64, 1 + WRITERS * ORDERS * ORDER_ENTRIES);
}
