//! Games whose set-up waits for the players' luck, no longer than their pace: how the wait is counted, who is told, and logs that say
//! otherwise.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Outbox, TimeChange};
use wardroom::pace::{Overdue, Terms};
use wardroom::table::{Caller, Platform, Reply, TableCommand, Tables};
use wardroom::words::Lang;

use crate::audit_seats::like;
use crate::common::checker;
use crate::common::commands::Commands;
use crate::entropy::{open_for_luck, words};
use crate::seats::{BLUE, RED, accepted, choose, exported};
use crate::tamper::{Log, audited};
use crate::time::{Kept, Timed, daily};
use crate::toy::*;

const HOUR: i64 = 3600;
/// A wait that a player ended.
const IN_A_NAME: &str = "in a player's name";

/// A club's table of two that waits for luck; with a day for each decision and six hours of grace, if there is a pace.
fn waiting(pace: bool) -> Kept {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let tables: Toys<MemoryStore> = Tables::new(Arc::new(store.clone()), clock.clone());
    let id = open_for_luck(&tables, &[RED, BLUE]);
    let kept = Kept::of(Timed { store, clock, tables, id });
    if pace {
        agree(&kept, daily(Overdue::Wait));
    }
    told(&kept);
    kept
}

fn agree(kept: &Kept, terms: Terms) {
    let ask = accepted(kept.timed.change(RED, TimeChange::Terms(terms)));
    accepted(kept.timed.answer(BLUE, ask, true));
}

fn gives(kept: &Kept, who: &'static str, said: &str) {
    accepted(kept.timed.tables.gives(&kept.timed.id, &caller(who), words(who, said, false)));
}

fn has_begun(kept: &Kept) -> bool {
    kept.timed.tables.look(&kept.timed.id, |table| table.readiness().is_none()).unwrap()
}

/// The notices since the last look.
fn told(kept: &Kept) -> Vec<String> {
    let pending = kept.timed.store.unplanned_notices(100).unwrap();
    let done = pending.iter().map(|notice| (notice.id, vec![])).collect();
    kept.timed.store.plan_notices("2026-01-01T00:00:00.000Z", done).unwrap();
    pending.iter().map(|notice| format!("{} {}", notice.seat, notice.why)).collect()
}

/// Time passes and is kept every six minutes; the notices meanwhile, each with the hours since the start.
fn pass(kept: &Kept, hours: i64) -> Vec<String> {
    let start = kept.timed.clock.now();
    let mut all = Vec::new();
    for _ in 0..hours * 10 {
        kept.timed.clock.pass(HOUR / 10);
        while kept.club.time().keep().unwrap() > 0 {}
        let passed = (kept.timed.clock.now() - start).num_minutes() as f64 / 60.0;
        all.extend(told(kept).into_iter().map(|what| format!("{passed:.1}h {what}")));
    }
    all
}

/// In how many hours the game begins without those who are not ready.
fn begins_in(kept: &Kept) -> Option<f64> {
    let begins = kept.timed.time().begins();
    begins.map(|at| (at - kept.timed.clock.now()).num_minutes() as f64 / 60.0)
}

fn log(kept: &Kept) -> Log {
    kept.timed.holds();
    let seen = exported(&kept.timed.store, &kept.timed.id, &LogViewer::Everyone);
    checker::passes(seen.as_bytes());
    let text = exported(&kept.timed.store, &kept.timed.id, &LogViewer::Full);
    if checker::is_asked() {
        assert_eq!([by_script(&text), by_script(&seen)], ["ok", "ok"]);
    }
    Log::of(&text)
}

/// The verdict of a page's script on the integrity of a log.
fn by_script(text: &str) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let [[integrity, _]] = checker::check_all_by_script(&[file.path().to_owned()]).try_into().unwrap();
    integrity
}

fn rolls(log: &Log) -> Vec<Value> {
    let rolls = log.entries.iter().filter(|entry| entry["kind"] == "Rolled");
    rolls.map(|roll| roll["body"]["values"].clone()).collect()
}

#[test]
fn a_game_with_a_pace_begins_without_a_player_who_says_nothing() {
    let kept = waiting(true);
    gives(&kept, RED, "seven grey cats");
    assert_eq!(begins_in(&kept), Some(24.0));
    let status = kept.club.watch(&kept.timed.id, Lang::En).unwrap().status().unwrap().readiness.unwrap();
    let at = kept.timed.time().begins().unwrap().format("%Y-%m-%d %H:%M").to_string();
    assert!(status.contains(&at) && status.contains("without their luck"), "{status}");
    let due = |who| kept.club.tables_of(who, |_| Ok(true)).unwrap()[0].due_by();
    assert_eq!(due(BLUE), kept.timed.time().begins().map(|at| at.timestamp()));
    assert_eq!(due(RED), None, "red waits too");
    assert_eq!(pass(&kept, 29), ["12.0h blue ready-reminder"]);
    assert!(!has_begun(&kept), "the grace is not over");
    assert_eq!(pass(&kept, 2), ["1.0h red prompt", "1.0h blue prompt", "1.0h blue began"]);
    assert!(has_begun(&kept));
    let entropy = kept.timed.tables.look(&kept.timed.id, |table| table.entropy()).unwrap().unwrap();
    assert_eq!((entropy.given, entropy.none), (vec![seat(RED)], vec![seat(BLUE)]));
    choose(&kept.timed.tables, &kept.timed.id, BLUE, 9);
    let ended = log(&kept);
    let at = ended.at("WaitEnded", 0);
    let began = ended.at("PlayBegan", 0);
    assert_eq!((began, &ended.entries[began]["cause"]), (at + 1, &json!(at + 1)));
    let (entry, given) = (&ended.entries[at], &ended.entries[ended.at("EntropyGiven", 0)]);
    let time = |text: &Value| text.as_str().unwrap().parse::<DateTime<Utc>>().unwrap();
    assert_eq!(time(&entry["body"]["deadline"]) - time(&given["at"]), TimeDelta::hours(24));
    assert_eq!(time(&entry["at"]) - time(&entry["body"]["deadline"]), TimeDelta::hours(6));

    // Neither the entry nor its time is part of the dice: they are as if blue had been ready without words.
    let other = waiting(true);
    gives(&other, RED, "seven grey cats");
    accepted(other.timed.tables.say_ready(&other.timed.id, &caller(BLUE), seat(BLUE), true));
    assert_eq!(rolls(&ended), rolls(&log(&other)));
    assert!(!rolls(&ended).is_empty());
}

#[test]
fn the_wait_is_counted_as_the_time_of_a_decision() {
    let kept = waiting(true);
    gives(&kept, RED, "seven grey cats");
    pass(&kept, 10);
    assert_eq!(begins_in(&kept), Some(14.0));
    // Pauses and absences of whoever is not ready do not count.
    accepted(kept.timed.tables.stop_clock(&kept.timed.id, &caller(RED), seat(RED)));
    pass(&kept, 5);
    accepted(kept.timed.change(BLUE, TimeChange::Resume));
    assert_eq!(begins_in(&kept), Some(14.0));
    let now = kept.timed.clock.now();
    let away = |who: &'static str, hours| {
        let span = (now, now + TimeDelta::hours(hours));
        accepted(kept.timed.tables.book_absence(&kept.timed.id, &caller(who), seat(who), span));
    };
    away(RED, 100);
    assert_eq!(begins_in(&kept), Some(14.0), "red is ready");
    away(BLUE, 30);
    assert_eq!(begins_in(&kept), Some(44.0));
    // The last of them counts; other terms and another player begin it anew.
    accepted(kept.timed.tables.say_ready(&kept.timed.id, &caller(RED), seat(RED), false));
    assert_eq!(begins_in(&kept), Some(114.0));
    pass(&kept, 101);
    agree(&kept, Terms { grace_hours: Default::default(), ..daily(Overdue::Claim) });
    assert_eq!(begins_in(&kept), Some(24.0));
    pass(&kept, 20);
    accepted(kept.timed.tables.offer_seat(&kept.timed.id, &caller(BLUE), seat(BLUE), seat(BLUE), "ann"));
    accepted(kept.timed.tables.take_seat(&kept.timed.id, &caller("ann"), seat(BLUE)));
    assert_eq!(begins_in(&kept), Some(24.0));
    accepted(kept.timed.tables.gives(&kept.timed.id, &caller("ann"), TableCommand::Leave));
    assert_eq!(begins_in(&kept), None, "a seat is free");
    told(&kept);
    assert!(pass(&kept, 100).is_empty() && !has_begun(&kept));
    accepted(kept.timed.tables.take_seat(&kept.timed.id, &caller(BLUE), seat(BLUE)));
    pass(&kept, 23);
    assert!(!has_begun(&kept));
    pass(&kept, 1);
    assert!(has_begun(&kept), "both were silent");
    log(&kept);
}

#[test]
fn a_wait_to_a_fixed_time_passes_over_weekends() {
    let kept = waiting(false);
    // It begins on a Friday, too late for the notice before that evening.
    agree(&kept, Terms::default().changed("daily 20:00 Asia/Tokyo weekends off Asia/Tokyo", None).unwrap());
    let begins = kept.timed.time().begins().unwrap();
    assert_eq!(begins.to_rfc3339(), "2027-01-18T11:00:00+00:00");
    pass(&kept, 76);
    assert!(!has_begun(&kept), "nor is the grace over");
    pass(&kept, 24);
    assert!(has_begun(&kept));
    log(&kept);
}

#[test]
fn nothing_ends_the_wait_without_a_pace_nor_at_a_table_that_does_not_wait_for_luck() {
    let kept = waiting(false);
    gives(&kept, RED, "seven grey cats");
    assert_eq!(begins_in(&kept), None);
    assert_eq!(pass(&kept, 100), ["24.0h blue ready-reminder"]);
    assert!(!has_begun(&kept));
    // Nobody is late before the terms.
    agree(&kept, daily(Overdue::Wait));
    assert_eq!(begins_in(&kept), Some(24.0));
    log(&kept);
}

#[test]
fn after_an_outage_players_have_their_grace() {
    let kept = waiting(true);
    pass(&kept, 10);
    kept.timed.clock.pass(100 * HOUR);
    pass(&kept, 5);
    assert!(!has_begun(&kept), "the grace begins with the keeper of time");
    pass(&kept, 2);
    assert!(has_begun(&kept));
    log(&kept);
}

#[test]
fn a_promise_that_was_not_shown_has_no_part_in_the_dice() {
    let begun = |promises: bool| {
        let kept = waiting(true);
        if promises {
            accepted(kept.timed.tables.gives(&kept.timed.id, &caller(RED), words(RED, "cats", true)));
        }
        pass(&kept, 31);
        assert!(has_begun(&kept));
        let late = kept.timed.tables.gives(&kept.timed.id, &caller(RED), words(RED, "cats", false));
        assert_eq!(crate::seats::refused(late), "play-began");
        log(&kept)
    };
    assert_eq!(rolls(&begun(true)), rolls(&begun(false)));
}

#[test]
fn nobody_ends_the_wait_before_its_time() {
    let kept = waiting(true);
    let end = |since: u64| {
        let command = TableCommand::EndWait { since, not_before: DateTime::UNIX_EPOCH };
        kept.timed.tables.perform(&kept.timed.id, &Caller::program(), &command).unwrap()
    };
    let since = kept.timed.time().unready[0].prompt;
    kept.timed.clock.pass(30 * HOUR - 1);
    assert!(matches!(end(since), Reply::Stale { .. }));
    kept.timed.clock.pass(1);
    assert!(matches!(end(since - 1), Reply::Stale { .. }), "another wait");
    assert!(end(since).is_accepted());
    assert!(matches!(end(since), Reply::Stale { .. }));
    kept.timed.holds();
}

#[test]
fn a_wait_that_ended_otherwise_is_named() {
    let kept = waiting(true);
    gives(&kept, RED, "seven grey cats");
    pass(&kept, 31);
    choose(&kept.timed.tables, &kept.timed.id, BLUE, 9);
    let whole = log(&kept);
    assert!(audited::<Toy>(&whole.clone().text()).rules.is_ok());
    let ended = whole.at("WaitEnded", 0);
    let fails = |what: &str, at: usize, tamper: &dyn Fn(&mut Log)| {
        let mut log = whole.clone();
        tamper(&mut log);
        let text = log.text();
        let found = audited::<Toy>(&text);
        let entry = Some(at as u64 + 1);
        assert_eq!(found.integrity.entry(), entry, "{what}: {}", found.integrity);
        // Whose name stands in an entry is no question of the rules.
        if what != IN_A_NAME {
            assert_eq!(found.rules.entry(), entry, "{what}: {}", found.rules);
        }
        if checker::is_asked() {
            let (well, said) = checker::check(text.as_bytes());
            assert!(!well && said.contains(&format!("entry {}:", at + 1)), "{what}: {said}");
            assert_eq!(by_script(&text), "failed", "{what}");
        }
    };
    let later = |text: &Value, hours: i64| -> Value {
        let time: DateTime<Utc> = text.as_str().unwrap().parse().unwrap();
        (time + TimeDelta::hours(hours)).to_rfc3339_opts(chrono::SecondsFormat::Millis, true).into()
    };
    fails("in the grace", ended, &|log| {
        for entry in &mut log.entries[ended..] {
            entry["at"] = later(&entry["at"], -3);
        }
    });
    fails("at another deadline", ended, &|log| {
        let deadline = later(&log.entries[ended]["body"]["deadline"], -1);
        log.entries[ended]["body"]["deadline"] = deadline;
    });
    fails("without a pace", ended, &|log| {
        for kind in ["TimeProposed", "TimeChanged"] {
            let at = log.at(kind, 0);
            log.entries[at]["body"]["change"] = json!({ "pause": { "until": null } });
        }
    });
    fails("with all ready", ended + 1, &|log| {
        let mut ready = like(log, ended, "ReadySaid", json!({ "ready": true }));
        ready["by"] = json!({ "player": "blue", "seat": "blue" });
        log.entries.insert(ended, ready);
    });
    fails("and nothing begins", ended + 1, &|log| drop(log.entries.remove(ended + 1)));
    fails("twice", ended + 1, &|log| {
        let again = log.entries[ended].clone();
        log.entries.insert(ended + 1, again);
    });
    fails("a game that begins without its end", ended, &|log| {
        let ready = log.entries[log.at("ReadySaid", 0)]["seq"].clone();
        log.entries.remove(ended);
        log.entries[ended]["cause"] = ready;
    });
    fails(IN_A_NAME, ended, &|log| {
        log.entries[ended]["by"] = json!({ "player": "red", "seat": "red" });
    });
}

#[test]
#[ignore = "needs Python 3 and Node.js"]
fn the_independent_checkers_agree() {
    checker::asked(|| {
        a_game_with_a_pace_begins_without_a_player_who_says_nothing();
        the_wait_is_counted_as_the_time_of_a_decision();
        a_wait_to_a_fixed_time_passes_over_weekends();
        after_an_outage_players_have_their_grace();
        a_promise_that_was_not_shown_has_no_part_in_the_dice();
        a_wait_that_ended_otherwise_is_named();
    });
}
