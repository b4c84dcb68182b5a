//! Terms, deadlines that pass, pauses, stops and absences.

use std::sync::Arc;

use crate::seats::{BLUE, RED, accepted, choose, exported, refused};
use crate::tamper::{Log, audited};
use crate::toy::*;
use chrono::{DateTime, TimeDelta};
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Outbox, Store, TimeChange};
use wardroom::pace::{Overdue, Pace, Terms};
use wardroom::table::platform::written;
use wardroom::table::{Platform, Tables};

use super::{DAY, HOUR, Timed, daily, hours, later};

#[test]
fn terms_are_agreed_upon_and_a_promised_deadline_is_never_moved_forward() {
    let timed = Timed::new();
    assert_eq!(timed.due_in(RED), None, "nothing is agreed");
    let ask = accepted(timed.change(RED, TimeChange::Terms(daily(Overdue::Wait))));
    assert_eq!(timed.due_in(RED), None, "asking is not agreeing");
    assert_eq!(refused(timed.answer(RED, ask, true)), "answered-already");
    let officer = TimeChange::Terms(daily(Overdue::StandIn));
    assert_eq!(refused(timed.change(RED, officer)), "no-stand-in", "nobody stands in for another here");
    timed.clock.pass(5 * HOUR);
    let at = accepted(timed.answer(BLUE, ask, true));
    assert_eq!(timed.kinds_from(at), ["Answered", "TimeChanged"]);
    assert_eq!(timed.due_in(RED), Some(DAY), "from the agreement on, though asked five hours before");
    assert_eq!(refused(timed.change(RED, TimeChange::Terms(daily(Overdue::Wait)))), "terms-as-they-are");
    timed.clock.pass(20 * HOUR);
    let hasty = Terms { big: Pace::Each(hours(2)), ..daily(Overdue::Wait) };
    let ask = accepted(timed.change(BLUE, TimeChange::Terms(hasty)));
    accepted(timed.answer(RED, ask, true));
    assert_eq!(timed.due_in(RED), Some(2 * HOUR), "other terms give their whole time");
    // A takeback undoes none of it, and asks anew.
    choose(&timed.tables, &timed.id, RED, 4);
    timed.clock.pass(HOUR);
    accepted(timed.tables.undo(&timed.id, &caller(RED), seat(RED), 1));
    assert_eq!((timed.due_in(RED), timed.due_in(BLUE)), (Some(2 * HOUR), Some(HOUR)));
    timed.holds();
}

#[test]
fn time_is_up_after_the_grace_and_once() {
    let timed = Timed::under(daily(Overdue::Wait));
    choose(&timed.tables, &timed.id, RED, 4);
    timed.clock.pass(DAY + 6 * HOUR - 1);
    assert!(!timed.expire(BLUE), "a second of the grace is left");
    timed.clock.pass(1);
    let late = timed.wait(BLUE).prompt;
    assert!(
        !timed.tables.expire(&timed.id, seat(BLUE), late - 1, DateTime::UNIX_EPOCH, None).unwrap(),
        "another question"
    );
    assert!(
        !timed.tables.expire(&timed.id, seat(RED), late, DateTime::UNIX_EPOCH, None).unwrap(),
        "red has answered"
    );
    let not_before = timed.clock.now() + TimeDelta::seconds(1);
    assert!(
        !timed.tables.expire(&timed.id, seat(BLUE), late, not_before, None).unwrap(),
        "an outage gives more"
    );
    // Two processes at one expiry: one of them stores it.
    let other: Toys<MemoryStore> = Tables::new(Arc::new(timed.store.clone()), timed.clock.clone());
    assert!(other.expire(&timed.id, seat(BLUE), late, DateTime::UNIX_EPOCH, None).unwrap());
    assert!(!timed.expire(BLUE), "it is said once");
    assert!(timed.wait(BLUE).expired.is_some());
    // A late answer counts.
    choose(&timed.tables, &timed.id, BLUE, 3);
    timed.holds();
}

#[test]
fn pauses_and_absences_do_not_count() {
    let timed = Timed::under(daily(Overdue::Wait));
    timed.clock.pass(10 * HOUR);
    let until = |seconds: i64| {
        Some(
            (timed.clock.now() + TimeDelta::seconds(seconds))
                .to_rfc3339_opts(chrono::SecondsFormat::Millis, true),
        )
    };
    assert_eq!(refused(timed.change(RED, TimeChange::Resume)), "not-paused");
    assert_eq!(refused(timed.change(RED, TimeChange::Pause { until: until(-1) })), "time-is-past");
    assert_eq!(refused(timed.change(RED, TimeChange::Pause { until: until(400 * DAY) })), "time-too-far");
    let ask = accepted(timed.change(RED, TimeChange::Pause { until: None }));
    accepted(timed.answer(BLUE, ask, true));
    let left = 90 * DAY + 14 * HOUR;
    assert_eq!((timed.due_in(RED), timed.wait(RED).rests.is_some()), (Some(left), true));
    assert_eq!(refused(timed.change(RED, TimeChange::Pause { until: None })), "paused-already");
    timed.clock.pass(30 * DAY);
    assert!(!timed.expire(RED));
    let ask = accepted(timed.change(BLUE, TimeChange::Resume));
    accepted(timed.answer(RED, ask, true));
    assert_eq!(timed.due_in(RED), Some(14 * HOUR));
    // A pause that ends by itself, and an absence that begins within it.
    let ask = accepted(timed.change(RED, TimeChange::Pause { until: until(2 * DAY) }));
    accepted(timed.answer(BLUE, ask, true));
    accepted(timed.away(RED, DAY, 4 * DAY));
    assert_eq!(timed.due_in(RED), Some(4 * DAY + 14 * HOUR), "what lies in both is left out once");
    assert_eq!(timed.due_in(BLUE), Some(2 * DAY + 14 * HOUR), "red's absence is red's alone");
    timed.clock.pass(3 * DAY);
    let booked = timed.booked(RED)[0];
    accepted(timed.tables.end_absence(&timed.id, &caller(RED), seat(RED), booked));
    assert_eq!(timed.due_in(RED), Some(14 * HOUR));
    assert_eq!(refused(timed.tables.end_absence(&timed.id, &caller(RED), seat(RED), booked)), "not-away");
    // Two days of 28 are gone, and those not used are given back.
    assert_eq!(refused(timed.away(RED, 0, 27 * DAY)), "absence-too-long");
    accepted(timed.away(RED, 0, 26 * DAY));
    timed.holds();
}

#[test]
fn a_pause_without_an_end_ends_though_a_player_has_vanished() {
    let timed = Timed::under(daily(Overdue::Claim));
    accepted(timed.stop(RED));
    let ask = timed.tables.look(&timed.id, |table| table.pending()).unwrap().unwrap().number;
    accepted(timed.answer(BLUE, ask, true));
    timed.clock.pass(90 * DAY - 1);
    assert!(timed.time().pause.is_some());
    timed.clock.pass(1);
    assert_eq!((timed.time().pause, timed.due_in(RED)), (None, Some(DAY)));
    timed.clock.pass(DAY + 6 * HOUR);
    assert!(timed.expire(RED));
    timed.holds();
    let mut log = Log::of(&exported(&timed.store, &timed.id, &LogViewer::Full));
    let at = log.entries.len() - 1;
    log.entries[at]["at"] = later(&log, at, "at", -1);
    assert!(audited::<Toy>(&log.text()).rules.is_failed(), "a second too early");
}

#[test]
fn the_grace_does_not_count_while_the_clock_stands() {
    let timed = Timed::under(daily(Overdue::Wait));
    choose(&timed.tables, &timed.id, RED, 4);
    timed.clock.pass(DAY + 5 * HOUR);
    accepted(timed.stop(RED));
    timed.clock.pass(2 * HOUR);
    assert!(!timed.expire(BLUE), "an hour of the grace is left");
    accepted(timed.change(RED, TimeChange::Resume));
    timed.clock.pass(HOUR - 1);
    assert!(!timed.expire(BLUE));
    timed.clock.pass(1);
    // It is over, and then the clock stops before anybody has said so.
    accepted(timed.away(BLUE, 0, DAY));
    timed.clock.pass(HOUR);
    assert!(!timed.expire(BLUE));
    timed.clock.pass(DAY);
    assert!(timed.expire(BLUE));
    timed.holds();
}

#[test]
fn who_says_nothing_to_a_request_to_go_on_is_not_waited_for_in_the_end() {
    let timed = Timed::under(daily(Overdue::Claim));
    let ask = accepted(timed.change(RED, TimeChange::Pause { until: None }));
    accepted(timed.answer(BLUE, ask, true));
    timed.clock.pass(30 * DAY);
    let ask = accepted(timed.change(RED, TimeChange::Resume));
    timed.clock.pass(3 * DAY - 1);
    assert_eq!(refused(timed.change(RED, TimeChange::Resume)), "request-pending");
    accepted(timed.answer(BLUE, ask, false));
    timed.clock.pass(1);
    accepted(timed.change(RED, TimeChange::Resume));
    assert!(timed.time().pause.is_some(), "blue said no, so it is a new request");
    timed.clock.pass(3 * DAY);
    let at = accepted(timed.change(RED, TimeChange::Resume));
    assert_eq!(timed.kinds_from(at), ["TimeChanged"]);
    assert_eq!(timed.due_in(BLUE), Some(DAY));
    timed.holds();
    let mut log = Log::of(&exported(&timed.store, &timed.id, &LogViewer::Full));
    let at = log.entries.len() - 1;
    log.entries[at]["at"] = later(&log, at, "at", -1);
    assert!(audited::<Toy>(&log.text()).rules.is_failed(), "a second too early");
}

#[test]
fn a_clock_set_back_into_an_earlier_pause_finds_it() {
    let timed = Timed::under(daily(Overdue::Wait));
    for _ in 0..2 {
        let until = Some(written(timed.clock.now() + TimeDelta::days(2)));
        let ask = accepted(timed.change(RED, TimeChange::Pause { until }));
        accepted(timed.answer(BLUE, ask, true));
        timed.clock.pass(3 * DAY);
    }
    assert!(timed.time().pause.is_none());
    timed.clock.pass(-5 * DAY);
    assert!(timed.time().pause.is_some());
    assert_eq!(refused(timed.stop(RED)), "paused-already");
    timed.holds();
}

#[test]
fn anyone_stops_the_clock_and_the_others_say_whether_it_stays_so() {
    let timed = Timed::under(Terms { stops: 3, ..daily(Overdue::Wait) });
    timed.clock.pass(HOUR);
    let ask = accepted(timed.stop(RED));
    assert!(timed.time().stopped && timed.wait(BLUE).rests.is_some());
    assert_eq!(refused(timed.stop(BLUE)), "paused-already");
    timed.clock.pass(HOUR);
    accepted(timed.answer(BLUE, ask, false));
    assert_eq!((timed.time().stopped, timed.due_in(BLUE)), (false, Some(23 * HOUR)));
    // Nobody answers, play goes on, and it runs again by itself.
    accepted(timed.stop(BLUE));
    choose(&timed.tables, &timed.id, RED, 4);
    assert!(timed.time().stopped);
    timed.clock.pass(3 * DAY);
    assert_eq!((timed.time().stopped, timed.due_in(BLUE)), (false, Some(23 * HOUR)));
    // All agree, and it stands until all want to go on.
    let ask = accepted(timed.stop(BLUE));
    accepted(timed.answer(RED, ask, true));
    timed.clock.pass(30 * DAY);
    assert!(timed.time().pause.is_some() && !timed.time().stopped);
    let ask = accepted(timed.change(RED, TimeChange::Resume));
    accepted(timed.answer(BLUE, ask, true));
    // Whoever finds it stopped by one alone sets it going alone.
    accepted(timed.stop(RED));
    let at = accepted(timed.change(BLUE, TimeChange::Resume));
    assert_eq!(timed.kinds_from(at), ["TimeChanged"]);
    assert_eq!(timed.due_in(BLUE), Some(23 * HOUR));
    timed.holds();
}

#[test]
fn a_game_is_claimed_only_from_whose_time_is_up_and_only_as_agreed() {
    let waits = Timed::under(daily(Overdue::Wait));
    waits.clock.pass(2 * DAY);
    assert!(waits.expire(BLUE));
    assert_eq!(refused(waits.claim(RED, BLUE)), "claim-not-agreed");
    waits.holds();
    let timed = Timed::under(daily(Overdue::Claim));
    choose(&timed.tables, &timed.id, RED, 4);
    timed.clock.pass(2 * DAY);
    assert_eq!(refused(timed.claim(RED, BLUE)), "time-not-up");
    assert!(timed.expire(BLUE));
    assert_eq!(refused(timed.claim(BLUE, BLUE)), "time-not-up");
    let at = accepted(timed.claim(RED, BLUE));
    assert_eq!(timed.kinds_from(at)[0], "TableClosed");
    assert_eq!(timed.store.read(&timed.id, at).unwrap()[0].body["why"], "claimed");
    timed.holds();
}

#[test]
fn a_seat_is_left_to_a_substitute_only_while_its_time_is_up() {
    let timed = Timed::under(daily(Overdue::Substitute));
    let take = |who: &str| timed.tables.take_seat(&timed.id, &caller(who), seat(BLUE));
    choose(&timed.tables, &timed.id, RED, 4);
    assert_eq!(refused(take("ann")), "seat-taken");
    timed.clock.pass(2 * DAY);
    assert!(timed.expire(BLUE));
    let open = || timed.tables.look(&timed.id, |table| table.vacancy()).unwrap().map(|open| open.seats);
    assert_eq!(open(), Some(vec![seat(BLUE)]), "it stands in the list of open seats by itself");
    accepted(take("ann"));
    assert_eq!(open(), None);
    assert_eq!(timed.due_in(BLUE), Some(DAY), "with the whole time from now on");
    assert_eq!(refused(take("eve")), "seat-taken");
    assert_eq!(refused(timed.away(BLUE, 0, DAY)), "not-your-seat");
    timed.holds();
}

#[test]
fn others_are_told() {
    let timed = Timed::new();
    let told = || {
        let pending = timed.store.unplanned_notices(100).unwrap();
        let done = pending.iter().map(|notice| (notice.id, vec![])).collect();
        timed.store.plan_notices("2026-01-01T00:00:00.000Z", done).unwrap();
        pending.iter().map(|notice| format!("{} {}", notice.seat, notice.why)).collect::<Vec<_>>()
    };
    told();
    let ask = accepted(timed.change(RED, TimeChange::Terms(daily(Overdue::Claim))));
    assert_eq!(told(), ["blue request"]);
    accepted(timed.answer(BLUE, ask, true));
    assert_eq!(told(), ["red time"]);
    accepted(timed.stop(BLUE));
    assert_eq!(told(), ["red request"]);
    accepted(timed.change(RED, TimeChange::Resume));
    assert_eq!(told(), ["blue time"]);
    accepted(timed.away(RED, 0, DAY));
    assert_eq!(told(), ["blue absence"]);
    timed.clock.pass(2 * DAY);
    assert!(timed.expire(BLUE));
    assert_eq!(told(), ["blue expired", "red expired"], "those whose time is up are told as well");
}
