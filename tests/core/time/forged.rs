//! Logs that say otherwise: time that nobody agreed to, or that is not up.

use crate::audit_seats::like;
use crate::seats::{BLUE, RED, accepted, choose, exported};
use crate::tamper::{Log, audited};
use crate::toy::*;
use serde_json::json;
use wardroom::log::TimeChange;
use wardroom::log::visibility::LogViewer;
use wardroom::pace::Overdue;

use super::{DAY, HOUR, Timed, daily, later};

/// A game of two: terms, an absence, a stop, an expiry, and a claim that ends it.
fn whole() -> Log {
    let timed = Timed::under(daily(Overdue::Claim));
    accepted(timed.away(BLUE, HOUR, DAY));
    accepted(timed.stop(RED));
    accepted(timed.change(BLUE, TimeChange::Resume));
    choose(&timed.tables, &timed.id, RED, 4);
    timed.clock.pass(3 * DAY);
    assert!(timed.expire(BLUE));
    accepted(timed.claim(RED, BLUE));
    timed.holds();
    Log::of(&exported(&timed.store, &timed.id, &LogViewer::Full))
}

fn fails_at(what: &str, tamper: impl FnOnce(&mut Log) -> usize) {
    let mut log = whole();
    let at = tamper(&mut log);
    let found = audited::<Toy>(&log.text());
    let failed = [found.integrity, found.rules].into_iter().filter(|verdict| verdict.is_failed());
    let verdict = failed.min_by_key(|verdict| verdict.entry()).unwrap_or_else(|| panic!("{what}: it holds"));
    assert_eq!(verdict.entry(), Some(at as u64 + 1), "{what}: {verdict}");
}

#[test]
fn time_that_nobody_agreed_to_is_named() {
    assert!(audited::<Toy>(&whole().text()).rules.is_ok());
    fails_at("terms that nobody agreed to", |log| {
        let at = log.at("TimeProposed", 0);
        let body = log.entries[at]["body"].clone();
        log.entries[at] = like(log, at, "TimeChanged", body);
        at
    });
    fails_at("other terms than were agreed to", |log| {
        let at = log.at("TimeChanged", 0);
        log.entries[at]["body"]["change"]["terms"]["big"] = "2h".into();
        at
    });
    fails_at("going on where no clock stands", |log| {
        let at = log.at("TimeStopped", 0);
        log.entries.remove(at);
        at
    });
    fails_at("a stop by a stranger", |log| {
        let at = log.at("TimeStopped", 0);
        log.entries[at]["by"] = json!({ "player": "eve", "seat": "red" });
        at
    });
    fails_at("a longer absence than was agreed to", |log| {
        let at = log.at("AbsenceBooked", 0);
        log.entries[at]["body"]["until"] = later(log, at, "until", 40 * DAY);
        at
    });
    fails_at("an absence after the fact", |log| {
        let at = log.at("AbsenceBooked", 0);
        log.entries[at]["body"]["from"] = later(log, at, "from", -2 * HOUR);
        at
    });
}

#[test]
fn time_that_is_not_up_is_named() {
    fails_at("within the grace", |log| {
        let at = log.at("TimeExpired", 0);
        log.entries[at]["at"] = later(log, at, "deadline", HOUR);
        at
    });
    fails_at("before its deadline", |log| {
        let at = log.at("TimeExpired", 0);
        log.entries[at]["at"] = later(log, at, "deadline", -HOUR);
        at
    });
    fails_at("by another deadline", |log| {
        let at = log.at("TimeExpired", 0);
        log.entries[at]["body"]["deadline"] = later(log, at, "deadline", -HOUR);
        at
    });
    fails_at("of a seat that has answered", |log| {
        let at = log.at("TimeExpired", 0);
        log.entries[at]["body"]["seat"] = "red".into();
        at
    });
    fails_at("of another question", |log| {
        let at = log.at("TimeExpired", 0);
        log.entries[at]["body"]["prompt"] = 1.into();
        at
    });
    fails_at("said by a player", |log| {
        let at = log.at("TimeExpired", 0);
        log.entries[at]["by"] = json!({ "player": "red", "seat": "red" });
        at
    });
    fails_at("said twice", |log| {
        let at = log.at("TimeExpired", 0);
        log.entries.insert(at, log.entries[at].clone());
        at + 1
    });
    fails_at("claimed though it is not up", |log| {
        let at = log.at("TimeExpired", 0);
        log.entries.remove(at);
        at
    });
    fails_at("claimed by whose time is up", |log| {
        let at = log.at("TableClosed", 0);
        log.entries[at]["by"] = json!({ "player": "blue", "seat": "blue" });
        at
    });
    fails_at("an absence left out, and the deadline of it kept", |log| {
        let at = log.at("AbsenceBooked", 0);
        log.entries.remove(at);
        log.at("TimeExpired", 0)
    });
}
