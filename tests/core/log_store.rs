//! What every store promises, and what the SQLite file promises besides.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::log_support::{ORDER_ENTRIES, Scribe, answer, key, notice, store_all};
use proptest::prelude::*;
use rusqlite::Connection;
use serde_json::{Value, json};
use wardroom::log::canonical;
use wardroom::log::head_file::{HeadFile, NotedHeads, Witness};
use wardroom::log::limits::{MAX_APPEND_ENTRIES, MAX_ENTRY_BYTES, MAX_NOTE_BYTES, MAX_NOTE_KEY_BYTES};
use wardroom::log::outbox::{self, KeptNotice, PendingDelivery};
use wardroom::log::players::{Address, DISCORD, LOCAL, MAIL, Player, Preferences, QuietHours};
use wardroom::log::settings::TableSettings;
use wardroom::log::store::StoredLine;
use wardroom::log::{
    Alarm, Append, AppendError, Appended, By, Entry, EntryAudience, Fault, Head, Kinds, MemoryStore, Notes,
    Outbox, Players, Settings, SqliteStore, Store, TableEvent, Written,
};
use wardroom::seal::Seed;

/// The same promises, kept by every store.
macro_rules! every_store {
    ($($promise:ident)*) => {
        mod in_memory {
            $(#[test] fn $promise() { super::$promise(&super::MemoryStore::new()); })*
        }
        mod in_sqlite {
            $(#[test] fn $promise() {
                let folder = tempfile::tempdir().unwrap();
                super::$promise(&super::SqliteStore::open(&folder.path().join("log.db")).unwrap());
            })*
        }
        #[cfg(feature = "postgres")]
        mod in_postgres {
            $(#[test]
            #[ignore = "needs PostgreSQL"]
            fn $promise() {
                super::$promise(&crate::common::postgres::database().store());
            })*
        }
    };
}

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
    a_notice_is_planned_once_for_each_channel_of_its_player_by_their_wish
    no_channel_ends_or_holds_back_anothers_deliveries
    a_notice_that_is_for_somebody_else_by_now_is_planned_again
    deliveries_come_in_order_and_once_delivered_not_again
    a_failed_delivery_holds_back_later_ones_for_that_seat_and_address_only
    a_deferred_delivery_waits_and_holds_nothing_back
    what_came_of_a_notice_is_kept
    what_came_of_a_delivery_is_kept
    one_owner_at_a_time_sends_by_a_channel
    who_lost_a_lease_sends_nothing_under_it
    who_lost_a_lease_notes_nothing_under_it
    nothing_is_sent_any_more_to_an_address_that_is_gone
    settings_of_a_table_are_kept_and_play_stays_begun
    a_player_has_an_index_of_their_tables
    an_alarm_that_is_not_as_it_was_found_stays
    notes_are_kept_replaced_and_dropped
    notes_are_bounded
    players_can_be_found_and_erased
    two_players_are_linked_and_parted
    unknown_kinds_and_versions_do_not_load
    old_versions_are_upcast_when_read_and_never_in_the_store
    a_peek_of_version_1_is_read_as_one_of_2
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

/// An append of one entry, if it can be written at all.
fn append_of(head: Head, entry: Entry) -> Result<Append, Fault> {
    let table = entry.table.clone();
    Ok(Append::new(&table, head, vec![Written::new(head, entry)?]))
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
        ("back to itself", table_event(TableEvent::TakenBack { to: 2 })),
        ("a prompt to come", table_event(TableEvent::OrderGiven { prompt: 2, order: json!({}) })),
        (
            "opening what is not there",
            table_event(TableEvent::Opened { entries: vec![2], to: EntryAudience::Everyone }),
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
        ("another seed revealed", table_event(TableEvent::SeedRevealed { seed: "00".repeat(32) })),
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

const T9: &str = "1914-08-04T09:00:00.000Z";
const T10: &str = "1914-08-04T10:00:00.000Z";
const T11: &str = "1914-08-04T11:00:00.000Z";

/// A table with two notices for each of two seats.
fn table_with_notices(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    for _ in 0..2 {
        let order = scribe.order();
        let seq = scribe.head.seq;
        store_all(
            store,
            vec![Append { notices: vec![notice(seq, "german"), notice(seq, "british")], ..order }],
        );
    }
}

fn player(id: &str, addresses: &[(&str, &str)]) -> Player {
    let addresses = addresses.iter().map(|(kind, value)| Address::new(kind, value)).collect();
    Player { id: id.to_owned(), name: "Souchon".to_owned(), addresses, ..Player::default() }
}

/// The table with its notices planned for two players: one with a Discord and a mail address, one with Discord alone.
fn table_with_deliveries(store: &impl Store) {
    table_with_notices(store);
    let german = player("p-1", &[(LOCAL, "ann"), (DISCORD, "17"), (MAIL, "ann@example.org")]);
    let british = player("p-2", &[(DISCORD, "18")]);
    let notices = store.unplanned_notices(10).unwrap();
    let seats: Vec<(u64, &str)> = notices.iter().map(|n| (n.seq, n.seat.as_str())).collect();
    assert_eq!(seats, [(9, "german"), (9, "british"), (17, "german"), (17, "british")]);
    assert!(notices.iter().all(|n| n.table == "goeben-1" && n.why == "report"));
    assert_eq!(store.unplanned_notices(1).unwrap(), notices[..1]);
    let to = |seat: &str| outbox::plan(if seat == "german" { &german } else { &british });
    store.put_player(german.clone()).unwrap();
    store.put_player(british.clone()).unwrap();
    store.plan_notices(T9, notices.iter().map(|n| (n.id, to(&n.seat))).collect()).unwrap();
    assert_eq!(store.unplanned_notices(10).unwrap(), []);
    for channel in [DISCORD, MAIL] {
        assert!(store.lease_channel(channel, "me", T9, T11).unwrap());
    }
}

fn due(store: &impl Store, channel: &str, now: &str) -> Vec<PendingDelivery> {
    store.pending_deliveries(channel, "me", now, 10).unwrap()
}

fn seats(deliveries: &[PendingDelivery]) -> Vec<(u64, &str, u32)> {
    deliveries.iter().map(|it| (it.notice.seq, it.notice.seat.as_str(), it.attempts)).collect()
}

fn a_notice_is_planned_once_for_each_channel_of_its_player_by_their_wish(store: &impl Store) {
    let at = |kind: &str| Address::new(kind, "x");
    let mut ann = player("p-1", &[(LOCAL, "x"), (DISCORD, "x"), ("signal", "x")]);
    assert_eq!(outbox::plan(&ann), [at(DISCORD), at("signal")], "nothing is sent to a terminal");
    ann.preferences.channels = Some(vec!["signal".to_owned(), MAIL.to_owned(), LOCAL.to_owned()]);
    assert_eq!(outbox::plan(&ann), [at("signal")]);
    ann.preferences.channels = Some(vec![]);
    assert_eq!(outbox::plan(&ann), []);

    table_with_deliveries(store);
    let discord = due(store, DISCORD, T9);
    assert_eq!(seats(&discord), [(9, "german", 0), (9, "british", 0), (17, "german", 0), (17, "british", 0)]);
    assert_eq!((discord[0].player.as_str(), &discord[0].address), ("p-1", &Address::new(DISCORD, "17")));
    let mail = due(store, MAIL, T9);
    assert_eq!(seats(&mail), [(9, "german", 0), (17, "german", 0)]);
    assert_eq!(store.pending_deliveries(DISCORD, "me", T9, 1).unwrap(), discord[..1]);
    // Planned twice, as by two processes: the second changes nothing.
    store
        .plan_notices(T10, vec![(discord[1].notice.id, vec![Address::new(MAIL, "ann@example.org")])])
        .unwrap();
    assert_eq!((due(store, DISCORD, T9), due(store, MAIL, T9)), (discord, mail));
}

fn no_channel_ends_or_holds_back_anothers_deliveries(store: &impl Store) {
    table_with_deliveries(store);
    let (discord, mail) = (due(store, DISCORD, T9), due(store, MAIL, T9));
    store.mark_delivered(discord[0].id, T9, "the thread").unwrap();
    store.mark_failed(discord[2].id, T9, Some(T11), "the server is busy").unwrap();
    assert_eq!(due(store, MAIL, T9), mail);
    store.mark_failed(mail[0].id, T9, None, "no such mailbox").unwrap();
    assert_eq!(seats(&due(store, MAIL, T9)), [(17, "german", 0)]);
    assert_eq!(seats(&due(store, DISCORD, T9)), [(9, "british", 0), (17, "british", 0)]);
    assert_eq!(store.oldest_pending(DISCORD).unwrap(), Some(("goeben-1".to_owned(), 9)));
    assert_eq!(store.oldest_pending(MAIL).unwrap(), Some(("goeben-1".to_owned(), 17)));
    assert_eq!(store.oldest_pending("signal").unwrap(), None);
    assert_eq!(store.prune_outbox(T11).unwrap(), 1, "a notice goes when every channel is done with it");
    assert_eq!(store.notices_of("goeben-1", "german", 10).unwrap().len(), 2);
}

fn a_notice_that_is_for_somebody_else_by_now_is_planned_again(store: &impl Store) {
    table_with_deliveries(store);
    let before = due(store, DISCORD, T9);
    store.replan(before[0].id).unwrap();
    let again = store.unplanned_notices(10).unwrap();
    assert_eq!(again, [before[0].notice.clone()]);
    store.plan_notices(T10, vec![(again[0].id, vec![Address::new(DISCORD, "18")])]).unwrap();
    let after = due(store, DISCORD, T9);
    assert_eq!((&after[0].notice, after[0].player.as_str()), (&before[0].notice, "p-2"));
    assert_eq!(after.len(), 4);
    assert_eq!(due(store, MAIL, T9).len(), 2, "what another channel has stays");
    store.mark_delivered(after[0].id, T9, "the thread").unwrap();
    store.replan(after[0].id).unwrap();
    assert_eq!(store.unplanned_notices(10).unwrap(), [], "what was sent was sent");
    // Nobody is to be told any more.
    store.replan(after[1].id).unwrap();
    store.plan_notices(T10, vec![(after[1].notice.id, vec![])]).unwrap();
    let kept = &store.notices_of("goeben-1", "british", 10).unwrap()[1];
    assert_eq!(
        (kept.outcome.as_deref(), kept.ended_at.as_deref(), kept.delivered),
        (Some("nobody"), Some(T10), false)
    );
}

fn deliveries_come_in_order_and_once_delivered_not_again(store: &impl Store) {
    table_with_deliveries(store);
    let pending = due(store, DISCORD, T9);
    store.mark_delivered(pending[1].id, T9, "the thread").unwrap();
    assert_eq!(due(store, DISCORD, T9), [&pending[..1], &pending[2..]].concat());
    // What came of it later is noted beside that, of what has not ended nothing.
    store.mark_outcome(pending[1].id, "the thread, answered").unwrap();
    store.mark_outcome(pending[2].id, "the thread, answered").unwrap();
    let kept = store.notices_of("goeben-1", &pending[1].notice.seat, 10).unwrap();
    let of = |id: u64| kept.iter().find(|kept| kept.id == id && kept.channel.as_deref() == Some(DISCORD));
    let noted = |id| of(id).map(|kept| (kept.outcome.as_deref(), kept.ended_at.as_deref(), kept.delivered));
    assert_eq!(noted(pending[1].notice.id), Some((Some("the thread, answered"), Some(T9), true)));
    let every = |seat: &str| store.notices_of("goeben-1", seat, 10).unwrap();
    let pending_outcome =
        every(&pending[2].notice.seat).into_iter().find(|kept| kept.id == pending[2].notice.id);
    assert_eq!(pending_outcome.unwrap().outcome, None);
    assert_eq!(store.prune_outbox(T9).unwrap(), 0);
    assert_eq!(store.prune_outbox(T10).unwrap(), 1);
    assert_eq!(due(store, DISCORD, T9).len(), 3);
}

fn a_failed_delivery_holds_back_later_ones_for_that_seat_and_address_only(store: &impl Store) {
    table_with_deliveries(store);
    let pending = due(store, DISCORD, T9);
    store.mark_failed(pending[0].id, T9, Some(T10), "the server is busy").unwrap();
    let held = |at| due(store, DISCORD, at);
    assert_eq!(seats(&held(T9)), [(9, "british", 0), (17, "british", 0)]);
    assert_eq!(
        seats(&held(T10)),
        [(9, "german", 1), (9, "british", 0), (17, "german", 0), (17, "british", 0)]
    );
    store.mark_failed(pending[0].id, T10, None, "no such channel").unwrap();
    assert_eq!(seats(&held(T10)), [(9, "british", 0), (17, "german", 0), (17, "british", 0)]);
}

fn a_deferred_delivery_waits_and_holds_nothing_back(store: &impl Store) {
    table_with_deliveries(store);
    let pending = due(store, DISCORD, T9);
    assert!(pending.iter().all(|it| !it.waited));
    store.defer(pending[0].id, T10).unwrap();
    assert_eq!(due(store, DISCORD, T9), pending[1..], "later ones for that seat too");
    assert_eq!(due(store, MAIL, T9).len(), 2);
    let kept = |at: usize| store.notices_of("goeben-1", "german", 10).unwrap().remove(at);
    let of = |kept: KeptNotice| (kept.seq, kept.channel, kept.due_at, kept.ended_at, kept.attempts);
    assert_eq!(of(kept(2)), (9, Some(DISCORD.to_owned()), Some(T10.to_owned()), None, 0));
    assert_eq!(
        store.oldest_pending(DISCORD).unwrap(),
        Some(("goeben-1".to_owned(), 9)),
        "british has not gone"
    );
    for it in &pending[1..] {
        store.mark_delivered(it.id, T9, "the thread").unwrap();
    }
    assert_eq!(store.oldest_pending(DISCORD).unwrap(), None, "it waits as its player wants");
    let after = due(store, DISCORD, T10);
    assert_eq!((after.len(), after[0].id, after[0].waited), (1, pending[0].id, true));
    // Once tried, it waits for another try as any other does.
    store.mark_failed(after[0].id, T10, Some(T11), "the server is busy").unwrap();
    assert_eq!(store.oldest_pending(DISCORD).unwrap(), Some(("goeben-1".to_owned(), 9)));
    store.mark_delivered(after[0].id, T11, "the thread").unwrap();
    store.defer(after[0].id, T11).unwrap();
    assert_eq!(due(store, DISCORD, T11), [], "what was sent was sent");
}

/// Entry, channel, failures, when it ended, what came of it, whether it went out.
type Kept = (u64, Option<String>, u32, Option<String>, Option<String>, bool);

fn what_came_of_a_notice_is_kept(store: &impl Store) {
    table_with_notices(store);
    let unplanned = store.notices_of("goeben-1", "german", 10).unwrap();
    assert!(unplanned.iter().all(|n| n.channel.is_none() && n.ended_at.is_none() && n.outcome.is_none()));
    assert_eq!(unplanned.iter().map(|n| n.seq).collect::<Vec<_>>(), [17, 9]);
}

fn what_came_of_a_delivery_is_kept(store: &impl Store) {
    table_with_deliveries(store);
    let kept = |seat: &str| -> Vec<Kept> {
        let notices = store.notices_of("goeben-1", seat, 10).unwrap();
        assert!(notices.iter().all(|n| n.seat == seat && n.why == "report"));
        let row = |n: KeptNotice| (n.seq, n.channel, n.attempts, n.ended_at, n.outcome, n.delivered);
        notices.into_iter().map(row).collect()
    };
    let text = |text: &str| Some(text.to_owned());
    let waits = |seq, channel| (seq, text(channel), 0, None, None, false);
    let later = [waits(17, DISCORD), waits(17, MAIL)];
    assert_eq!(kept("german"), [&later[..], &[waits(9, DISCORD), waits(9, MAIL)]].concat());
    assert_eq!(store.notices_of("goeben-1", "german", 1).unwrap().len(), 1);
    assert_eq!(store.notices_of("goeben-2", "german", 10).unwrap(), []);
    assert_eq!(store.notices_of("goeben-1", "turkish", 10).unwrap(), []);
    let [german, british] = [0, 1].map(|nth: usize| due(store, DISCORD, T9)[nth].id);
    store.mark_failed(german, T9, Some(T10), "the server is busy").unwrap();
    let busy = (9, text(DISCORD), 1, None, text("the server is busy"), false);
    assert_eq!(kept("german"), [&later[..], &[busy, waits(9, MAIL)]].concat());
    store.mark_delivered(german, T10, "the thread").unwrap();
    let sent = (9, text(DISCORD), 1, text(T10), text("the thread"), true);
    assert_eq!(kept("german"), [&later[..], &[sent, waits(9, MAIL)]].concat());
    store.mark_failed(british, T9, None, &"長".repeat(1000)).unwrap();
    let cut = (9, text(DISCORD), 1, text(T9), text(&"長".repeat(341)), false);
    assert_eq!(kept("british"), [waits(17, DISCORD), cut], "1024 bytes");
}

/// Two tables where `p-7kq2` takes a seat, at the first of which one is kept for `p-2`.
fn tables_with_players(store: &impl Store) {
    let mut scribes = [Scribe::new("goeben-1", 1), Scribe::new("goeben-2", 2)];
    for scribe in &mut scribes {
        store_all(
            store,
            vec![scribe.open(), scribe.table_event(&TableEvent::SeatTaken { seat: "german".to_owned() })],
        );
    }
    let offer = TableEvent::SeatOffered { seat: "british".to_owned(), player: "p-2".to_owned() };
    store_all(store, vec![scribes[0].table_event(&offer), scribes[0].order()]);
}

fn a_player_has_an_index_of_their_tables(store: &impl Store) {
    tables_with_players(store);
    let of = |player: &str| store.tables_of_player(player).unwrap();
    assert_eq!(of("p-7kq2"), ["goeben-1", "goeben-2"]);
    assert_eq!(of("p-2"), ["goeben-1"]);
    assert_eq!(of("p-9"), [""; 0]);
}

fn an_alarm_that_is_not_as_it_was_found_stays(store: &impl Store) {
    let mut scribes = ["a", "b", "c", "d"].map(|name| Scribe::new(&format!("goeben-{name}"), 1));
    for scribe in &mut scribes {
        let seat = TableEvent::SeatTaken { seat: "german".to_owned() };
        store_all(store, vec![scribe.open(), scribe.table_event(&seat)]);
    }
    let due = store.due_alarms(T10, 10).unwrap();
    let named = |due: &[Alarm]| due.iter().map(|due| due.table.clone()).collect::<Vec<_>>();
    assert_eq!(named(&due), ["goeben-a", "goeben-b", "goeben-c", "goeben-d"]);
    // While they are looked at, the first goes on and the second is woken by its player.
    store_all(store, vec![scribes[0].order()]);
    store.set_alarms(vec![(due[1].clone(), Some(T9.to_owned()))]).unwrap();
    let late = |at: usize| (due[at].clone(), Some(T11.to_owned()));
    store.set_alarms(vec![late(0), late(1), late(2), (due[3].clone(), None)]).unwrap();
    let now = store.due_alarms(T10, 10).unwrap();
    assert_eq!(named(&now), ["goeben-b", "goeben-a"]);
    assert_eq!((now[0].at.as_str(), now[1].seq), (T9, scribes[0].head.seq));
    assert_eq!(named(&store.due_alarms(T11, 10).unwrap()), ["goeben-b", "goeben-a", "goeben-c"]);
}

#[test]
fn a_database_from_before_the_index_of_players_is_given_one_from_its_logs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let index = |store: &SqliteStore| ["p-7kq2", "p-2", "p-9"].map(|p| store.tables_of_player(p).unwrap());
    let store = SqliteStore::open(&path).unwrap();
    tables_with_players(&store);
    let kept = index(&store);
    drop(store);
    let mut conn = Connection::open(&path).unwrap();
    wardroom::log::sqlite::migrations().unwrap().to_version(&mut conn, 4).unwrap();
    assert!(conn.execute("DELETE FROM tables_of_players", []).is_err());
    drop(conn);
    assert_eq!(index(&SqliteStore::open(&path).unwrap()), kept);
}

fn settings_of_a_table_are_kept_and_play_stays_begun(store: &impl Store) {
    store_all(store, vec![Scribe::new("goeben-1", 1).open(), Scribe::new("goeben-2", 2).open()]);
    assert_eq!(store.settings("goeben-1").unwrap(), None);
    let new = TableSettings { lang: "ja".to_owned(), opened_by: Some("p-1".to_owned()), begun: false };
    store.put_settings("goeben-1", new.clone()).unwrap();
    assert_eq!(store.settings("goeben-1").unwrap(), Some(new.clone()));
    let begun = TableSettings { begun: true, ..new.clone() };
    store.put_settings("goeben-1", begun.clone()).unwrap();
    store.put_settings("goeben-1", new.clone()).unwrap();
    assert_eq!(store.settings("goeben-1").unwrap(), Some(begun.clone()));
    store.put_settings("goeben-2", TableSettings::default()).unwrap();
    let all = store.all_settings().unwrap();
    let expected = [("goeben-1".to_owned(), begun), ("goeben-2".to_owned(), TableSettings::default())];
    assert_eq!(all.into_iter().collect::<Vec<_>>(), expected);
    let refused = store.put_settings("goeben-3", new.clone());
    assert!(matches!(refused, Err(Fault::NoTable { .. })), "{refused:?}");
    let long = TableSettings { lang: "x".repeat(65), ..new };
    assert!(matches!(store.put_settings("goeben-1", long), Err(Fault::Unfit(_))));
}

fn notes_are_kept_replaced_and_dropped(store: &impl Store) {
    assert_eq!(store.note("discord", "room/a").unwrap(), None);
    for (door, key, body) in [
        ("discord", "room/b", "b"),
        ("discord", "room/a", "old"),
        ("discord", "room/a", "卓"),
        ("discord", "room", ""),
        ("discord", "rooms", "other"),
        ("discord", "ROOM/a", "other"),
        ("discorder", "room/a", "other"),
        ("email", "room/a", "other"),
    ] {
        store.put_note(door, key, body).unwrap();
    }
    assert_eq!(store.note("discord", "room/a").unwrap().as_deref(), Some("卓"));
    assert_eq!(store.note("discord", "room").unwrap().as_deref(), Some(""));
    let keys = |prefix: &str| -> Vec<String> {
        store.notes("discord", prefix).unwrap().into_iter().map(|(key, _)| key).collect()
    };
    assert_eq!(keys("room/"), ["room/a", "room/b"]);
    assert_eq!(keys(""), ["ROOM/a", "room", "room/a", "room/b", "rooms"]);
    assert_eq!(keys("%"), Vec::<String>::new());
    assert_eq!(store.notes("discord", "room/b").unwrap(), [("room/b".to_owned(), "b".to_owned())]);
    assert!(store.drop_note("discord", "room/a").unwrap());
    assert!(!store.drop_note("discord", "room/a").unwrap());
    assert_eq!(store.note("discord", "room/a").unwrap(), None);
    assert_eq!(store.note("email", "room/a").unwrap().as_deref(), Some("other"));
}

fn notes_are_bounded(store: &impl Store) {
    let (key, body) = ("k".repeat(MAX_NOTE_KEY_BYTES), "b".repeat(MAX_NOTE_BYTES));
    store.put_note("discord", &key, &body).unwrap();
    let long = [
        ("discord".to_owned(), format!("{key}k"), body.clone()),
        ("discord".to_owned(), key.clone(), format!("{body}b")),
        ("discord".to_owned(), String::new(), body.clone()),
        (String::new(), key.clone(), body.clone()),
        ("d".repeat(65), key.clone(), body.clone()),
    ];
    for (door, key, body) in long {
        let refused = store.put_note(&door, &key, &body);
        assert!(matches!(refused, Err(Fault::Unfit(_))), "{door:.9} {}: {refused:?}", key.len());
    }
    assert_eq!(store.notes("discord", "").unwrap(), [(key, body)]);
}

fn who_lost_a_lease_sends_nothing_under_it(store: &impl Store) {
    const T12: &str = "1914-08-04T12:00:00.000Z";
    let lease = |owner, now, until| {
        assert!(store.lease_channel(DISCORD, owner, now, until).unwrap());
        store.lease_number(DISCORD, owner, now).unwrap().unwrap()
    };
    let may = |owner, number, now| store.begin_sending(DISCORD, owner, number, now).unwrap();
    assert_eq!(store.lease_number(DISCORD, "me", T9).unwrap(), None);
    assert!(!may("me", 0, T9) && !may("me", 1, T9), "there is no lease");
    let first = lease("me", T9, T10);
    assert!(may("me", first, T9) && !may("you", first, T9) && !may("me", first + 1, T9));
    assert_eq!(lease("me", T9, T10), first, "it is renewed in time");
    assert!(!may("me", first, T10), "it has ended");
    let second = lease("you", T10, T11);
    assert!(second > first && may("you", second, T10));
    assert!(!may("me", first, T9) && !may("me", second, T10), "whatever the clock of who lost it says");
    assert_eq!(store.lease_number(DISCORD, "me", T10).unwrap(), None);
    let third = lease("you", T11, T12);
    assert!(third > second, "who comes too late to renew it takes it anew");
    assert!(!may("you", second, T11) && may("you", third, T11));
    store.release_channel(DISCORD, "you").unwrap();
    assert!(!may("you", third, T11), "it was given back");
    assert!(lease("me", T11, T12) > third, "a number is never given twice");
    assert_eq!(store.lease_number(MAIL, "me", T11).unwrap(), None, "each channel has leases of its own");
}

fn who_lost_a_lease_notes_nothing_under_it(store: &impl Store) {
    let lease = |owner, now, until| {
        assert!(store.lease_channel(DISCORD, owner, now, until).unwrap());
        store.lease_number(DISCORD, owner, now).unwrap().unwrap()
    };
    let notes = |owner, number, body| store.put_note_under(DISCORD, owner, number, "room", body).unwrap();
    let kept = || store.note(DISCORD, "room").unwrap();
    assert!(!notes("me", 0, "a") && !notes("me", 1, "a"), "there is no lease");
    let first = lease("me", T9, T10);
    assert!(!notes("you", first, "b") && !notes("me", first + 1, "b"));
    assert_eq!(kept(), None);
    assert!(notes("me", first, "c") && notes("me", first, "d"));
    let second = lease("you", T10, T11);
    assert!(!notes("me", first, "e"));
    assert_eq!(kept().as_deref(), Some("d"));
    assert!(notes("you", second, "f"));
    store.release_channel(DISCORD, "you").unwrap();
    assert!(notes("you", second, "g"), "nobody took it since");
    assert!(
        !store.put_note_under(MAIL, "you", second, "room", "h").unwrap(),
        "each channel has leases of its own"
    );
    assert_eq!((kept().as_deref(), store.note(MAIL, "room").unwrap()), (Some("g"), None));
    let refused = store.put_note_under(DISCORD, "you", second, "", "i");
    assert!(matches!(refused, Err(Fault::Unfit(_))), "{refused:?}");
}

fn one_owner_at_a_time_sends_by_a_channel(store: &impl Store) {
    table_with_deliveries(store);
    let lease = |owner, now, until| store.lease_channel(DISCORD, owner, now, until).unwrap();
    store.release_channel(DISCORD, "me").unwrap();
    assert!(lease("me", T9, T10));
    assert!(!lease("you", T9, T11));
    assert_eq!(store.pending_deliveries(DISCORD, "you", T9, 10).unwrap(), []);
    assert!(lease("me", T9, T10), "the owner renews");
    assert_eq!(due(store, DISCORD, T10), [], "a lease ends");
    assert!(lease("you", T10, T11));
    assert!(!lease("me", T10, T11));
    assert_eq!(due(store, MAIL, T10).len(), 2, "another channel has a lease of its own");
    store.release_channel(DISCORD, "me").unwrap();
    store.release_channel(MAIL, "you").unwrap();
    assert!(!lease("me", T10, T11), "only the owner releases");
    store.release_channel(DISCORD, "you").unwrap();
    assert!(lease("me", T10, T11));
    assert_eq!((due(store, DISCORD, T10).len(), due(store, MAIL, T10).len()), (4, 2));
}

fn players_can_be_found_and_erased(store: &impl Store) {
    let mut one = player("p-1", &[(DISCORD, "9007199254740993"), (MAIL, "admiral@example.org")]);
    one.preferences = Preferences {
        lang: Some("ja".to_owned()),
        zone: Some("Asia/Tokyo".to_owned()),
        channels: Some(vec![MAIL.to_owned()]),
        ladder: Some("1d, 6h before".to_owned()),
        quiet: Some(QuietHours { from: 22 * 60, to: 7 * 60 }),
        direct: true,
    };
    let two = player("p-2", &[]);
    store.put_player(one.clone()).unwrap();
    store.put_player(two.clone()).unwrap();
    assert_eq!(store.player("p-1").unwrap(), Some(one.clone()));
    assert_eq!(store.players().unwrap(), [one.clone(), two.clone()]);
    assert_eq!(store.player_named("Souchon").unwrap(), [one.clone(), two.clone()]);
    assert_eq!(store.player_named("souchon").unwrap(), []);
    let at = |kind, value| store.player_at(&Address::new(kind, value)).unwrap();
    assert_eq!(at(DISCORD, "9007199254740993"), Some(one.clone()));
    assert_eq!(at(MAIL, "admiral@example.org"), Some(one.clone()));
    assert_eq!(at(LOCAL, "admiral@example.org"), None);
    assert_eq!(at(LOCAL, "root"), None);
    let twice = player("p-2", &[("signal", "s"), (DISCORD, "9007199254740993")]);
    assert!(store.put_player(twice).is_err(), "an address has one player");
    assert_eq!((store.player("p-2").unwrap(), at("signal", "s")), (Some(two), None));
    let mut changed = Player { name: "S.".to_owned(), ..one };
    changed.addresses[0] = Address::new("signal", "s");
    changed.preferences.quiet = None;
    store.put_player(changed.clone()).unwrap();
    changed.addresses.reverse();
    assert_eq!(store.player("p-1").unwrap(), Some(changed.clone()), "the oldest address first");
    assert_eq!(at(DISCORD, "9007199254740993"), None);
    assert!(store.erase_player("p-1").unwrap());
    assert!(!store.erase_player("p-1").unwrap());
    assert_eq!(store.player("p-1").unwrap(), None);
    assert_eq!(at(MAIL, "admiral@example.org"), None);
    assert!(store.put_player(player("p 3", &[])).is_err());
    assert!(store.put_player(player("p-3", &[("a kind", "x")])).is_err());
    changed.preferences.quiet = Some(QuietHours { from: 1440, to: 0 });
    assert!(store.put_player(changed).is_err());
}

fn two_players_are_linked_and_parted(store: &impl Store) {
    let mail = player("p-2", &[(MAIL, "ann@example.org")]);
    let discord = Player { name: "Ann".to_owned(), ..player("p-7kq2", &[(DISCORD, "17")]) };
    [&mail, &discord].into_iter().for_each(|it| store.put_player(it.clone()).unwrap());
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, scribe.campaign());
    let alone = store.tables_of_player("p-2").unwrap();
    assert!(!store.link("p-7kq2", "p-3", T9).unwrap() && !store.link("p-2", "p-2", T9).unwrap());
    assert!(store.link("p-7kq2", "p-2", T9).unwrap());
    for (alias, player) in [("p-7kq2", "p-2"), ("p-2", "p-7kq2")] {
        assert!(!store.link(alias, player, T9).unwrap(), "no alias has aliases, and none is one twice");
    }
    let both = store.player("p-2").unwrap().unwrap();
    assert_eq!(both.ids().collect::<Vec<_>>(), ["p-2", "p-7kq2"]);
    assert_eq!((both.aliases[0].at.as_str(), both.name.as_str()), (T9, "Souchon"));
    assert_eq!(both.addresses, [&mail.addresses[..], &discord.addresses[..]].concat());
    assert_eq!(store.player("p-7kq2").unwrap(), Some(both.clone()));
    assert_eq!(store.player_at(&Address::new(DISCORD, "17")).unwrap(), Some(both.clone()));
    assert_eq!(store.players().unwrap(), std::slice::from_ref(&both));
    assert_eq!(
        (store.player_named("Ann").unwrap(), store.player_named("Souchon").unwrap().len()),
        (vec![], 1)
    );
    assert!(alone.is_empty() && store.tables_of_player("p-2").unwrap() == ["goeben-1"]);
    let mut changed = Player { name: "A.".to_owned(), ..both };
    changed.addresses.push(Address::new(LOCAL, "ann"));
    store.put_player(changed).unwrap();
    let renamed = store.player("p-7kq2").unwrap().unwrap();
    assert_eq!((renamed.name.as_str(), renamed.addresses.len(), renamed.aliases.len()), ("A.", 3, 1));
    assert!(store.put_player(discord.clone()).is_err(), "an alias is not changed");
    assert!(store.unlink("p-7kq2").unwrap() && !store.unlink("p-7kq2").unwrap());
    assert_eq!(store.player("p-7kq2").unwrap(), Some(discord), "as it was");
    assert_eq!(store.player("p-2").unwrap().unwrap().addresses.len(), 2);
    assert!(store.link("p-7kq2", "p-2", T9).unwrap() && store.erase_player("p-7kq2").unwrap());
    assert_eq!(store.players().unwrap(), []);
}

fn nothing_is_sent_any_more_to_an_address_that_is_gone(store: &impl Store) {
    table_with_deliveries(store);
    store.mark_delivered(due(store, DISCORD, T9)[0].id, T9, "the thread").unwrap();
    let moved = player("p-1", &[(DISCORD, "17"), (MAIL, "new@example.org")]);
    store.put_player(moved.clone()).unwrap();
    assert_eq!(due(store, MAIL, T9), []);
    assert_eq!(due(store, DISCORD, T9).len(), 3, "an address that stays keeps what waits");
    assert!(store.erase_player("p-1").unwrap());
    store.put_player(moved).unwrap();
    assert_eq!(seats(&due(store, DISCORD, T9)), [(9, "british", 0), (17, "british", 0)]);
    let kept = store.notices_of("goeben-1", "german", 10).unwrap();
    assert_eq!(kept[1].outcome.as_deref(), Some("the thread"), "what was sent stays known");
}

fn unknown_kinds_and_versions_do_not_load(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open(), scribe.order()]);
    let named = |kinds: &Kinds| store.read_known("goeben-1", 1, kinds).unwrap_err().to_string();
    assert_eq!(
        named(&Kinds::of_table_events()),
        "table goeben-1, entry 6: this program does not know ShipMoved version 1"
    );
    assert!(
        named(&Kinds::of_table_events().with("ShipMoved", 2)).contains("entry 6"),
        "no step leads to version 2"
    );
    let mut newer = scribe.next("ShipMoved", json!({}));
    newer.v = 2;
    let mut append = Append::new("goeben-1", scribe.head, vec![]);
    scribe.push(newer, &mut append.entries);
    store_all(store, vec![append]);
    assert!(
        named(&Kinds::of_table_events().with("ShipMoved", 1))
            .contains("entry 10: this program does not know ShipMoved version 2")
    );
}

fn old_versions_are_upcast_when_read_and_never_in_the_store(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open(), scribe.order()]);
    let before = store.read_raw("goeben-1", 1).unwrap();
    let kinds = Kinds::of_table_events()
        .with("ShipMoved", 3)
        .with_upcast("ShipMoved", 1, |mut body| {
            body["speed"] = json!(4);
            Ok(body)
        })
        .with_upcast("ShipMoved", 2, |mut body| {
            body["speed"] = json!(body["speed"].as_i64().ok_or("no speed")? * 2);
            Ok(body)
        });
    let entries = store.read_known("goeben-1", 6, &kinds).unwrap();
    assert!(entries.iter().all(|entry| entry.v == 3 && entry.body["speed"] == 8));
    assert_eq!(store.read_raw("goeben-1", 1).unwrap(), before);
    let failing = Kinds::of_table_events()
        .with("ShipMoved", 2)
        .with_upcast("ShipMoved", 1, |_| Err("no ship".to_owned()));
    let error = store.read_known("goeben-1", 1, &failing).unwrap_err();
    assert_eq!(error.to_string(), "table goeben-1 is damaged at entry 6: no ship");
}

/// A stored sample of each form a kind of table event once had: it is read for ever, and never rewritten.
fn a_peek_of_version_1_is_read_as_one_of_2(store: &impl Store) {
    const PEEKED_1: &str = r#"{"at":"1914-08-04T09:00:02.002Z","audience":"everyone","body":{"what":"export"},"by":null,"cause":null,"door":"terminal","key":null,"kind":"Peeked","salt":"SALT","seq":2,"table":"goeben-1","v":1}"#;
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    let text = PEEKED_1.replace("SALT", &hex::encode(scribe.seed.salt(2)));
    store_all(store, vec![append_of(scribe.head, Entry::parse(&text).unwrap()).unwrap()]);
    assert_eq!(store.read_raw("goeben-1", 2).unwrap()[0].text, text);
    let entry = store.read_known("goeben-1", 2, &Kinds::of_table_events()).unwrap().remove(0);
    assert_eq!((entry.v, &entry.body), (2, &json!({"by": null, "what": "export"})));
    assert_eq!(entry.table_event(), Entry::parse(&text).unwrap().table_event());
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

fn append_until_stored(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    loop {
        scribe.head = store.head("goeben-1").unwrap();
        match store.append(scribe.order()) {
            Ok(_) => return,
            Err(AppendError::Conflict { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

// The SQLite file.

fn sqlite_log() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let store = SqliteStore::open(&path).unwrap();
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(&store, vec![scribe.open(), scribe.order()]);
    (folder, path)
}

#[test]
fn a_log_outlives_its_store() {
    let (_folder, path) = sqlite_log();
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.read("goeben-1", 1).unwrap().len(), 9);
    assert_eq!(store.lost_tails().unwrap(), []);
    assert_eq!(store.head_file().read().heads["goeben-1"], store.head("goeben-1").unwrap());
    assert_eq!(store.head_file_trouble(), None);
}

#[test]
fn two_stores_on_one_file_see_each_other() {
    let (_folder, path) = sqlite_log();
    let (one, two) = (SqliteStore::open(&path).unwrap(), SqliteStore::open(&path).unwrap());
    std::thread::scope(|scope| {
        for store in [&one, &two] {
            scope.spawn(|| (0..20).for_each(|_| append_until_stored(store)));
        }
    });
    assert_eq!(one.read("goeben-1", 1).unwrap().len(), 9 + 40 * 8);
    assert_eq!(one.head("goeben-1").unwrap(), two.head("goeben-1").unwrap());
    assert_eq!((one.head_file_trouble(), two.head_file_trouble()), (None, None));
    assert_eq!(one.head_file().read().heads["goeben-1"], two.head("goeben-1").unwrap());
    assert_eq!(two.lost_tails().unwrap(), []);
}

#[test]
fn entries_packs_and_tables_cannot_be_changed_in_the_database() {
    let (_folder, path) = sqlite_log();
    let before = SqliteStore::open(&path).unwrap().read_raw("goeben-1", 1).unwrap();
    let conn = Connection::open(&path).unwrap();
    for sql in [
        "UPDATE entries SET text = '{}' WHERE seq = 3",
        "UPDATE entries SET chain = zeroblob(32)",
        "DELETE FROM entries",
        "DELETE FROM entries WHERE seq = 9",
        "INSERT OR REPLACE INTO entries SELECT table_id, seq, '{}', kind, at, cause, digest, chain FROM entries WHERE seq = 9",
        "INSERT INTO entries SELECT table_id, 11, text, kind, at, cause, digest, chain FROM entries WHERE seq = 9",
        "UPDATE packs SET text = '{}'",
        "DELETE FROM packs",
        "INSERT OR REPLACE INTO packs SELECT hash, '{}' FROM packs",
        "UPDATE tables SET seed = zeroblob(32)",
        "DELETE FROM tables",
        "INSERT OR REPLACE INTO tables SELECT id, name, pack, zeroblob(32), NULL FROM tables",
        "INSERT OR REPLACE INTO tables SELECT 77, name, pack, zeroblob(32), NULL FROM tables",
    ] {
        assert!(conn.execute(sql, []).is_err(), "{sql}");
    }
    assert_eq!(SqliteStore::open(&path).unwrap().read_raw("goeben-1", 1).unwrap(), before);
}

#[test]
fn a_foreign_file_is_refused_and_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, bytes) in [("short.txt", b"hello".to_vec()), ("long.txt", b"hello\n".repeat(2000))] {
        std::fs::write(path(name), &bytes).unwrap();
        let error = SqliteStore::open(&path(name)).unwrap_err();
        assert!(matches!(error, Fault::NotOurs { .. }), "{name}: {error}");
        assert!(error.to_string().contains(name), "{error}");
        assert_eq!(std::fs::read(path(name)).unwrap(), bytes, "{name}");
    }
    Connection::open(path("other.db")).unwrap().execute_batch("CREATE TABLE shopping (item TEXT)").unwrap();
    let bytes = std::fs::read(path("other.db")).unwrap();
    let error = SqliteStore::open(&path("other.db")).unwrap_err();
    assert!(matches!(error, Fault::NotOurs { .. }), "{error}");
    assert_eq!(std::fs::read(path("other.db")).unwrap(), bytes);
    assert!(matches!(SqliteStore::open(folder.path()), Err(Fault::NotOurs { .. })));
    assert!(matches!(SqliteStore::open(&path("no/such/folder.db")), Err(Fault::Io(_))));
    std::fs::write(path("empty.db"), b"").unwrap();
    assert!(SqliteStore::open(&path("empty.db")).is_ok(), "an empty file is a new database");
}

#[test]
fn a_newer_schema_is_refused() {
    let (_folder, path) = sqlite_log();
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    // All folders of migrations are steps but one.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let steps = std::fs::read_dir(folder).unwrap().count() as i64 - 1;
    assert!(matches!(error, Fault::NewerSchema { found: 99, known, .. } if known == steps), "{error}");
}

#[test]
fn a_released_migration_is_never_edited() {
    // Add a line for each new migration; never change one.
    let released = [
        ("001-log", "a466acd46e72a52ace121fc805aa00a1ef983a979a74dba6974e49ab0dc146b5"),
        ("002-doors", "a658409ef996b002d33c31c0fc5f433d6e67d742cffe0e7e6773f9e22d743930"),
        ("003-deliveries", "8e2e14a4dc07efa1e6226fe1bb4f31b8a35f756ae7661728f257c420d60a9f41"),
        ("004-settings", "10eb7004c2fb65f4f58b047a1f2bf3f9f1abc2e8c34efa885d99d8824acb5e99"),
        ("005-players", "b6eb293619b4c2e97b254d1776170bf31b66b009ede12b13651269820b92e099"),
        ("006-aliases", "6adc51b2ffda72032f807b529ebb17737fde512a97162af7fa3786c1f4627903"),
        ("007-time", "ffccc31e6297ad35f0d76fc24e5a7f59d31082bafd13d502d03ca4912b27ee6f"),
        ("008-archive", "9a563bee033fa410dc06f3f320e02b13e74ee255f1e4df4894f26fc83ff4536b"),
        ("009-moving", "9ce8806eaee1f5fbb3ff6006b72179148d63fe8b98b25f3f22bf351f7420df14"),
        ("010-leases", "267d1b18d622b33e08f805032cdec9ee3be02c9c28ef48477da0e3309088e079"),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut found: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    found.retain(|name| name != "postgres");
    found.sort();
    assert_eq!(found, released.map(|(name, _)| name));
    for (name, hash) in released {
        let sql = std::fs::read_to_string(folder.join(name).join("up.sql")).unwrap();
        assert_eq!(hex::encode(wardroom::log::chain::digest(&sql)), hash, "{name}/up.sql was edited");
    }
    wardroom::log::sqlite::migrations().unwrap().validate().unwrap();
}

#[test]
fn a_database_from_before_the_notes_is_brought_up_to_date() {
    let (_folder, path) = sqlite_log();
    let before = SqliteStore::open(&path).unwrap().read_raw("goeben-1", 1).unwrap();
    let mut conn = Connection::open(&path).unwrap();
    wardroom::log::sqlite::migrations().unwrap().to_version(&mut conn, 1).unwrap();
    let sent =
        "INSERT INTO outbox (table_id, seq, seat, why, ended_at) VALUES (1, 2, 'german', 'prompt', ?1)";
    conn.execute(sent, [T9]).unwrap();
    assert!(conn.execute("SELECT body FROM notes", []).is_err());
    drop(conn);
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.read_raw("goeben-1", 1).unwrap(), before);
    let notices = store.notices_of("goeben-1", "german", 10).unwrap();
    assert_eq!(notices.iter().map(|n| (n.delivered, &n.outcome)).collect::<Vec<_>>(), [(true, &None)]);
    store.put_note("discord", "room/goeben-1", "{}").unwrap();
    drop(store);
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.note("discord", "room/goeben-1").unwrap().as_deref(), Some("{}"));
}

/// A notice in a database of version 2, by number: attempts, when it is due, when it ended, trouble, where it was sent.
type OldNotice<'a> = (u64, u32, Option<&'a str>, Option<&'a str>, Option<&'a str>, Option<&'a str>);

/// A database of version 2 with people, what they prefer, and notices that wait, were sent and failed.
fn database_of_version_2() -> (tempfile::TempDir, PathBuf) {
    let (folder, path) = sqlite_log();
    let mut conn = Connection::open(&path).unwrap();
    wardroom::log::sqlite::migrations().unwrap().to_version(&mut conn, 2).unwrap();
    let rows: [OldNotice<'_>; 5] = [
        (5, 0, None, None, None, None),
        (6, 2, Some(T10), None, Some("later busy"), None),
        (7, 1, None, Some(T9), None, Some("place 4711")),
        (8, 1, None, Some(T9), Some("refused no"), None),
        (9, 0, None, None, None, None),
    ];
    for (id, attempts, due, ended, trouble, to) in rows {
        let sql =
            "INSERT INTO outbox (id, table_id, seq, seat, why, attempts, due_at, ended_at, trouble, sent_to)
                   VALUES (?1, 1, ?1, 'german', 'prompt', ?2, ?3, ?4, ?5, ?6)";
        conn.execute(sql, rusqlite::params![id, attempts, due, ended, trouble, to]).unwrap();
    }
    conn.execute("DELETE FROM outbox WHERE id = 9", []).unwrap();
    conn.execute_batch(
        r#"INSERT INTO players VALUES ('p-1', 'Ann', 'ann', '17', 'ann@example.org'), ('p-2', 'Bob', NULL, NULL, NULL);
           INSERT INTO notes VALUES ('discord', 'person/p-1', '{"lang":"ja","by_dm":true}'),
                                    ('discord', 'person/gone', '{"lang":"ja","by_dm":true}'),
                                    ('discord', 'room/goeben-1', '{"lang":"ja","opener":"17","thread":null}'),
                                    ('discord', 'started/goeben-1', '');
           INSERT INTO outbox_lease VALUES (1, 'me', '1914-08-04T11:00:00.000Z');"#,
    )
    .unwrap();
    (folder, path)
}

#[test]
fn a_database_from_before_the_deliveries_is_brought_over_with_all_that_waits() {
    let (_folder, path) = database_of_version_2();
    let store = SqliteStore::open(&path).unwrap();
    let mut ann = player("p-1", &[(LOCAL, "ann"), (DISCORD, "17"), (MAIL, "ann@example.org")]);
    ann.name = "Ann".to_owned();
    (ann.preferences.lang, ann.preferences.direct) = (Some("ja".to_owned()), true);
    let bob = Player { name: "Bob".to_owned(), ..player("p-2", &[]) };
    assert_eq!(store.players().unwrap(), [ann.clone(), bob]);
    let notes = store.notes("discord", "").unwrap();
    let room = ("room/goeben-1".to_owned(), r#"{"thread":null}"#.to_owned());
    assert_eq!(notes, [room], "the rest is with the player and with the table now");
    let settings = TableSettings { lang: "ja".to_owned(), opened_by: Some("p-1".to_owned()), begun: true };
    assert_eq!(store.settings("goeben-1").unwrap(), Some(settings));

    let came = |store: &SqliteStore| {
        let kept = store.notices_of("goeben-1", "german", 10).unwrap();
        assert!(kept.iter().all(|n| n.channel.as_deref() == Some(DISCORD)));
        kept.into_iter().map(|n| (n.seq, n.attempts, n.ended_at, n.outcome, n.delivered)).collect::<Vec<_>>()
    };
    let text = |text: &str| Some(text.to_owned());
    let expected = [
        (8, 1, text(T9), text("refused no"), false),
        (7, 1, text(T9), text("place 4711"), true),
        (6, 2, None, text("later busy"), false),
        (5, 0, None, None, false),
    ];
    assert_eq!(came(&store), expected);
    let waiting = store.unplanned_notices(10).unwrap();
    assert_eq!(
        waiting.iter().map(|n| n.id).collect::<Vec<_>>(),
        [5, 6],
        "whom to tell is still to be found out"
    );
    let to = vec![Address::new(DISCORD, "17")];
    store.plan_notices(T9, waiting.iter().map(|n| (n.id, to.clone())).collect()).unwrap();
    assert_eq!(came(&store), expected, "it waits as before");
    assert!(!store.lease_channel(DISCORD, "you", T9, T11).unwrap(), "the lease came over");
    let numbers = |at| due(&store, DISCORD, at).iter().map(|it| (it.id, it.attempts)).collect::<Vec<_>>();
    assert_eq!((numbers(T9), numbers(T10)), (vec![(5, 0)], vec![(5, 0), (6, 2)]), "under their numbers");

    // New ones never have the number of one that was there before.
    let mut scribe = Scribe::new("goeben-1", 1);
    scribe.head = store.head("goeben-1").unwrap();
    let order = scribe.order();
    store_all(&store, vec![Append { notices: vec![notice(scribe.head.seq, "german")], ..order }]);
    let new = store.unplanned_notices(10).unwrap();
    store.plan_notices(T9, vec![(new[0].id, to)]).unwrap();
    assert_eq!(new[0].id, 10);
    assert!(due(&store, DISCORD, T10)[2].id > 9);
    let fits = |violations: &Connection| {
        violations
            .query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    assert_eq!(fits(&Connection::open(&path).unwrap()), 0);
}

#[test]
fn what_waits_without_an_address_for_it_goes_to_nobody_after_the_migration() {
    let (_folder, path) = database_of_version_2();
    let store = SqliteStore::open(&path).unwrap();
    let mail = vec![Address::new(MAIL, "ann@example.org")];
    store.plan_notices(T9, vec![(5, vec![]), (6, mail)]).unwrap();
    let kept = store.notices_of("goeben-1", "german", 10).unwrap();
    assert_eq!(kept[3].outcome.as_deref(), Some("nobody"));
    assert_eq!((kept[2].channel.as_deref(), kept[2].attempts), (Some(MAIL), 0));
}

#[test]
fn no_byte_of_an_erased_player_is_left_in_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let store = SqliteStore::open(&path).unwrap();
    let person = |number: u32| {
        let mail = format!("someone-{number:04}-{}@example.org", "x".repeat(200));
        let mut player =
            player(&format!("p-{number}"), &[(DISCORD, &format!("9007199254{number:04}")), (MAIL, &mail)]);
        player.name = format!("Admiral-{number:04}");
        player.preferences.zone = Some(format!("Europe/Nowhere-{number:04}"));
        player
    };
    (0..200).for_each(|number| store.put_player(person(number)).unwrap());
    // They moved, so that some of them was erased and written again before.
    let renamed = |number| Player { name: format!("Rear-Admiral-{number:04}"), ..person(number) };
    (0..200).for_each(|number| store.put_player(renamed(number)).unwrap());
    let traces = |number: u32| {
        let player = renamed(number);
        let texts = [player.name, person(number).name, player.preferences.zone.unwrap()];
        texts.into_iter().chain(player.addresses.into_iter().map(|address| address.value)).collect::<Vec<_>>()
    };
    let found = |text: &str| {
        let files =
            ["log.db", "log.db-wal"].map(|name| std::fs::read(folder.path().join(name)).unwrap_or_default());
        files.iter().any(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
    };
    assert!(traces(77).iter().all(|text| found(text)));
    for number in 50..150 {
        assert!(store.erase_player(&format!("p-{number}")).unwrap());
    }
    for text in (50..150).flat_map(traces) {
        assert!(!found(&text), "{text}");
    }
    assert!(traces(49)[3..].iter().all(|text| found(text)), "the others are still there");
}

#[test]
fn a_backup_is_whole_and_never_overwrites() {
    let (folder, path) = sqlite_log();
    let store = SqliteStore::open(&path).unwrap();
    let to = folder.path().join("backup.db");
    store.backup(&to).unwrap();
    assert!(matches!(store.backup(&to), Err(Fault::Unfit(_))));
    let copy = SqliteStore::open(&to).unwrap();
    assert_eq!(copy.read_raw("goeben-1", 1).unwrap(), store.read_raw("goeben-1", 1).unwrap());
    assert!(store.backup(&folder.path().join("no/such/folder.db")).is_err());
    assert!(!folder.path().join("backup.db.part").exists());
}

#[test]
fn a_head_file_that_cannot_be_written_undoes_nothing_and_is_told() {
    let (folder, path) = sqlite_log();
    let store = SqliteStore::open(&path).unwrap();
    let mut scribe = Scribe::new("goeben-1", 1);
    scribe.head = store.head("goeben-1").unwrap();
    // Nothing is still on its way to the file.
    assert_eq!(store.head_file_trouble(), None);
    let noted = store.head_file().read().heads;
    let lock = folder.path().join("log.db.head.lock");
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    assert_eq!(store.append(scribe.order()), Ok(Appended::Stored(scribe.head)));
    assert!(store.head_file_trouble().unwrap().to_string().contains("head file"));
    assert_eq!(store.head_file().read().heads, noted, "the database is ahead of it");
    assert_eq!(store.lost_tails().unwrap(), []);
    std::fs::remove_dir(&lock).unwrap();
    // The next commit, of whatever table, makes up for it.
    store_all(&store, vec![Scribe::new("goeben-2", 2).open()]);
    assert_eq!(store.head_file_trouble(), None);
    let noted = store.head_file().read().heads;
    assert_eq!((noted["goeben-1"], noted["goeben-2"].seq), (scribe.head, 1));
}

#[test]
fn a_head_file_never_goes_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = HeadFile::beside(&folder.path().join("log.db"));
    let heads = |seq, byte| NotedHeads::from([("goeben-1".to_owned(), Head { seq, chain: [byte; 32] })]);
    assert_eq!(file.read(), Witness::default());
    for (seq, byte, stands) in
        [(5, 5, heads(5, 5)), (4, 4, heads(5, 5)), (5, 6, heads(5, 5)), (6, 6, heads(6, 6))]
    {
        file.note(&heads(seq, byte)).unwrap();
        assert_eq!(file.read(), Witness { heads: stands, missing_since: None });
    }
    let text = format!("goeben-1 6 {}\n", "06".repeat(32));
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), text);
}

#[test]
fn what_can_be_read_of_a_head_file_binds_and_the_rest_is_put_aside() {
    let line = |table: &str, seq: u64, byte: u8| format!("{table} {seq} {}\n", hex::encode([byte; 32]));
    let (good, other) = (line("goeben-1", 5, 5), line("goeben-2", 3, 3));
    let only_good = NotedHeads::from([("goeben-1".to_owned(), Head { seq: 5, chain: [5; 32] })]);
    for garbage in [
        String::new(),
        "\n".to_owned(),
        "\0".repeat(200),
        "goeben-2 three\n".to_owned(),
        other[..40].to_owned(),
        line("Goeben 2", 3, 3),
        line("goeben.2", 3, 3),
        other.to_uppercase(),
        other.replace(" 3 ", " 03 "),
        other.replace(" 3 ", " 0 "),
        other.replace(" 3 ", " 99999999999999999999 "),
        format!(" {other}"),
        line("goeben-1", 4, 4),
        "missing-since yesterday\n".to_owned(),
        "x".repeat(17 * 1024 * 1024),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = HeadFile::beside(&folder.path().join("log.db"));
        let text = if garbage.is_empty() { garbage } else { format!("{good}{garbage}") };
        let expected = if text.is_empty() { NotedHeads::new() } else { only_good.clone() };
        let place = &text[..text.len().min(200)];
        std::fs::write(file.path(), &text).unwrap();
        let found = file.read();
        assert_eq!(found.heads, expected, "{place:?}");
        assert!(found.missing_since.is_some(), "{place:?}");
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), text, "to read it changes nothing");
        file.note(&NotedHeads::new()).unwrap();
        let kept: Vec<PathBuf> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.display().to_string().contains("log.db.head.damaged-"))
            .collect();
        assert_eq!(kept.len(), 1, "{place:?}");
        assert_eq!(std::fs::read_to_string(&kept[0]).unwrap(), text);
        let since = file.read();
        assert_eq!((&since.heads, since.missing_since.is_some()), (&expected, true));
        // It is said until it is accepted, whatever is noted meanwhile.
        let later = NotedHeads::from([("goeben-1".to_owned(), Head { seq: 6, chain: [6; 32] })]);
        file.note(&later).unwrap();
        assert_eq!(file.read(), Witness { heads: later.clone(), missing_since: since.missing_since });
        file.accept(&NotedHeads::new()).unwrap();
        assert_eq!(file.read(), Witness { heads: later, missing_since: None });
        assert!(kept[0].exists());
    }
}

#[test]
fn a_folder_in_the_place_of_the_head_file_is_put_aside() {
    let (folder, path) = sqlite_log();
    std::fs::remove_file(folder.path().join("log.db.head")).unwrap();
    std::fs::create_dir(folder.path().join("log.db.head")).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.head_file_trouble(), None);
    let witness = store.witness();
    assert_eq!(witness.heads["goeben-1"], store.head("goeben-1").unwrap());
    assert!(witness.missing_since.is_some());
}

/// One flipped bit either changes what is witnessed, which then does not hold, or is told.
#[test]
fn no_flipped_bit_of_a_head_file_stops_anything_or_passes_unnoticed() {
    let (folder, path) = sqlite_log();
    let head = folder.path().join("log.db.head");
    let bytes = std::fs::read(&head).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.head_file_trouble(), None);
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&head, &flipped).unwrap();
        let noticed = !store.lost_tails().unwrap().is_empty() || store.witness().missing_since.is_some();
        // Without its end the last line says the same.
        assert!(noticed || bit / 8 == bytes.len() - 1, "bit {bit}: {:?}", String::from_utf8_lossy(&flipped));
    }
    assert_eq!(store.read("goeben-1", 1).unwrap().len(), 9);
}

#[test]
fn a_closed_store_leaves_one_whole_file() {
    let (folder, path) = sqlite_log();
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.read("goeben-1", 1).unwrap().len(), 9);
    drop(store);
    assert!(!folder.path().join("log.db-wal").exists());
}

#[test]
fn a_table_that_lost_its_tail_is_named_and_not_written_on() {
    let (folder, path) = sqlite_log();
    let head = folder.path().join("log.db.head");
    let longer = Head { seq: 20, chain: [7; 32] };
    std::fs::write(&head, format!("goeben-1 20 {}\n", "07".repeat(32))).unwrap();
    let store = SqliteStore::open(&path).unwrap();
    let mut scribe = Scribe::new("goeben-1", 1);
    scribe.head = store.head("goeben-1").unwrap();
    let lost = Fault::LostTail { table: "goeben-1".to_owned(), noted: longer, found: scribe.head };
    assert_eq!(store.lost_tails().unwrap(), std::slice::from_ref(&lost));
    assert_eq!(store.append(scribe.order()), Err(AppendError::Fault(lost.clone())));
    // Other tables play on, and do not bury the evidence.
    store_all(&store, vec![Scribe::new("goeben-2", 2).open()]);
    assert_eq!(store.lost_tails().unwrap(), [lost]);
    let noted = store.head_file().read().heads;
    assert_eq!((noted["goeben-1"], noted["goeben-2"].seq), (longer, 1));
    // A log of the same length and another past is no less wrong.
    std::fs::write(&head, format!("goeben-1 5 {}\n", "07".repeat(32))).unwrap();
    assert!(matches!(store.lost_tails().unwrap()[..], [Fault::LostTail { found: Head { seq: 5, .. }, .. }]));
}

// Canonical form, against Python's.

struct Python {
    child: std::process::Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Python {
    fn start() -> Python {
        let program = r#"
import json, sys
for line in sys.stdin.buffer:
    text = json.dumps(json.loads(line.decode("utf-8")), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()
"#;
        let mut child = Command::new("python3")
            .args(["-c", program])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("these tests need python3");
        let answers = BufReader::new(child.stdout.take().unwrap());
        Python { child, answers }
    }

    fn canonical(&mut self, value: &Value) -> String {
        let input = self.child.stdin.as_mut().unwrap();
        // Written by another serializer than the one under test.
        writeln!(input, "{}", serde_json::to_string(value).unwrap()).unwrap();
        let mut answer = Vec::new();
        self.answers.read_until(b'\n', &mut answer).unwrap();
        answer.pop();
        String::from_utf8(answer).unwrap()
    }
}

#[test]
#[ignore = "needs Python 3"]
fn canonical_text_is_what_python_writes_for_every_odd_character() {
    let mut python = Python::start();
    let odd = ('\0'..='\u{ff}')
        .chain("\u{2028}\u{2029}\u{d7ff}\u{e000}\u{fffd}\u{feff}\u{10ffff}赤城🚢é\u{301}".chars());
    for c in odd {
        let value = json!({ "odd": c.to_string(), "between": format!("a{c}b"), "z": [c.to_string(), {"k": c.to_string()}] });
        let text = canonical::to_text(&value).unwrap();
        assert_eq!(text, python.canonical(&value), "U+{:04X}", u32::from(c));
        assert_eq!(canonical::from_text(&text, usize::MAX).unwrap(), value);
        let key = json!({ c.to_string(): 1, "A": 2, "a": 3, "~": 4 });
        assert_eq!(canonical::to_text(&key).is_ok(), c.is_ascii());
        if c.is_ascii() {
            assert_eq!(canonical::to_text(&key).unwrap(), python.canonical(&key));
        }
    }
    for number in [0, -1, i64::MIN, i64::MAX, 1 << 53, (1 << 53) + 1] {
        assert_eq!(canonical::to_text(&json!(number)).unwrap(), python.canonical(&json!(number)));
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "\\PC*".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map("[ -~]{0,6}", inner, 0..8)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

#[test]
#[ignore = "needs Python 3"]
fn canonical_text_is_what_python_writes_for_any_value() {
    let python = std::cell::RefCell::new(Python::start());
    let config = ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    runner
        .run(&any_value(), |value| {
            let text = canonical::to_text(&value).unwrap();
            prop_assert_eq!(&text, &python.borrow_mut().canonical(&value));
            prop_assert_eq!(canonical::from_text(&text, usize::MAX).unwrap(), value);
            Ok(())
        })
        .unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_entry_survives_its_text(
        body in prop::collection::btree_map("[a-z_]{1,8}", any_value(), 0..4),
        seq in 2..=i64::MAX as u64,
        v in 1..=u32::MAX,
        seats in prop::collection::vec("[a-z]{1,9}", 0..4),
        by in prop::option::of(("[a-z]{1,8}", "[a-z0-9-]{1,12}")),
        door in prop::option::of("[a-z]{1,8}"),
    ) {
        let scribe = Scribe::new("goeben-1", 1);
        let entry = Entry {
            seq,
            v,
            audience: EntryAudience::seats(seats),
            by: by.map(|(seat, player)| By { seat, player }),
            door,
            cause: Some(seq - 1),
            ..scribe.next("ShipMoved", Value::Object(body.into_iter().collect()))
        };
        let text = entry.canonical().unwrap();
        prop_assert_eq!(Entry::parse(&text).unwrap(), entry);
    }
}

#[test]
fn a_line_that_is_not_canonical_or_no_entry_is_refused_and_says_why() {
    let scribe = Scribe::new("goeben-1", 1);
    let text = scribe.next("ShipMoved", json!({"to": "0513"})).canonical().unwrap();
    assert!(Entry::parse(&text).is_ok());
    let cases = [
        (text.replace(",\"v\":1", ""), "v is missing"),
        (text.replace("\"v\":1", "\"v\":1,\"w\":1"), "no key \"w\""),
        (text.replace("\"v\":1", "\"v\":1.0"), "v is not an integer"),
        (text.replace("\"v\":1", "\"v\": 1"), "differs at byte"),
        (text.replace("\"v\":1", "\"v\":4294967296"), "v is too large"),
        (text.replace("\"seq\":1", "\"seq\":-1"), "seq is not an integer"),
        (text.replace("\"seq\":1", "\"seq\":\"1\""), "seq is not an integer"),
        (text.replace("\"by\":null", "\"by\":{\"player\":\"p\"}"), "seat is missing"),
        (text.replace("\"everyone\"", "\"all\""), "not an audience"),
        (text.replace("0513", "05\\u0031"), "differs at byte"),
        (text.replace("{\"to\":\"0513\"}", "{\"to\":\"0513\",\"to\":\"0513\"}"), "differs at byte"),
        (text[..text.len() - 1].to_owned(), "not JSON"),
        ("[]".to_owned(), "an entry is a JSON object"),
    ];
    for (line, why) in cases {
        let error = Entry::parse(&line).unwrap_err().to_string();
        assert!(error.contains(why), "{line}: {error}");
    }
}
