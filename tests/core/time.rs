//! Time at a table, by a clock that goes as the test says: terms, pauses, absences, deadlines that pass, and reminders.

use std::sync::Arc;

use crate::audit_seats::like;
use crate::seats::{BLUE, RED, accepted, choose, exported, kinds, passes, refused, table};
use crate::tamper::{Log, audited};
use crate::toy::*;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use wardroom::app::registry::{Games, registered};
use wardroom::club::{Club, Visitor};
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::log::players::{Address, Player, Preferences, QuietHours};
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Outbox, Players, Store, TimeChange};
use wardroom::pace::{Hours, Ladder, Overdue, Pace, Terms, Zone};
use wardroom::table::platform::written;
use wardroom::table::time::{TableTime, WaitedFor};
use wardroom::table::{Platform, Reply, TableFault, Tables};
use wardroom::words::Lang;

static TOY: Games = Games::new(&[registered::<Toy>()]);

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// A table of two, whose clock goes as told.
pub struct Timed {
    pub store: MemoryStore,
    pub clock: Arc<Clock>,
    pub tables: Toys<MemoryStore>,
    pub id: String,
}

impl Timed {
    fn new() -> Timed {
        let (store, clock) = (MemoryStore::new(), Clock::new());
        let tables = Tables::new(Arc::new(store.clone()), clock.clone());
        let id = table(&tables, true, false);
        Timed { store, clock, tables, id }
    }

    /// The same with these terms, which both agreed to.
    pub fn under(terms: Terms) -> Timed {
        let timed = Timed::new();
        let ask = accepted(timed.change(RED, TimeChange::Terms(terms)));
        accepted(timed.answer(BLUE, ask, true));
        timed
    }

    pub fn change(&self, who: &'static str, change: TimeChange) -> Result<Reply, TableFault> {
        self.tables.change_time(&self.id, &caller(who), seat(who), &change)
    }

    pub fn answer(&self, who: &'static str, request: u64, agrees: bool) -> Result<Reply, TableFault> {
        self.tables.answer_request(&self.id, &caller(who), seat(who), request, agrees)
    }

    fn stop(&self, who: &'static str) -> Result<Reply, TableFault> {
        self.tables.stop_clock(&self.id, &caller(who), seat(who))
    }

    fn away(&self, who: &'static str, from: i64, until: i64) -> Result<Reply, TableFault> {
        let at = |seconds| self.clock.now() + TimeDelta::seconds(seconds);
        self.tables.book_absence(&self.id, &caller(who), seat(who), (at(from), at(until)))
    }

    /// The entries by which somebody has booked absences that are not over.
    pub fn booked(&self, who: &str) -> Vec<u64> {
        let now = self.clock.now();
        let away = self.tables.look(&self.id, |table| table.away(who, now)).unwrap();
        away.into_iter().map(|booking| booking.number).collect()
    }

    fn claim(&self, who: &'static str, against: &'static str) -> Result<Reply, TableFault> {
        self.tables.claim(&self.id, &caller(who), seat(who), seat(against))
    }

    pub fn time(&self) -> TableTime {
        let now = self.clock.now();
        let read = |tables: &Toys<MemoryStore>| tables.look(&self.id, |table| table.time(now)).unwrap();
        assert_eq!(
            read(&self.tables),
            read(&toys(&self.store, 9)),
            "as it is played and as it is folded anew"
        );
        read(&self.tables)
    }

    pub fn wait(&self, who: &'static str) -> WaitedFor {
        self.time().waits.into_iter().find(|wait| wait.seat == seat(who)).unwrap()
    }

    /// In how many seconds the decision of a seat is due.
    pub fn due_in(&self, who: &'static str) -> Option<i64> {
        self.wait(who).due.map(|due| (due - self.clock.now()).num_seconds())
    }

    fn expire(&self, who: &'static str) -> bool {
        self.tables.expire(&self.id, seat(who), self.wait(who).prompt, DateTime::UNIX_EPOCH, None).unwrap()
    }

    pub fn kinds_from(&self, seq: u64) -> Vec<String> {
        kinds(&self.store.read(&self.id, seq).unwrap()).into_iter().map(str::to_owned).collect()
    }

    /// The log is sound, by the audit and by the independent checker.
    pub fn holds(&self) {
        passes(&self.store, &self.id);
        crate::common::checker::passes(exported(&self.store, &self.id, &LogViewer::Full).as_bytes());
    }
}

fn hours(count: u16) -> Hours {
    Hours::new(count).unwrap()
}

pub fn daily(overdue: Overdue) -> Terms {
    Terms {
        big: Pace::Each(hours(24)),
        small: Pace::Each(hours(24)),
        grace_hours: hours(6),
        overdue,
        ..Terms::default()
    }
}

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

// Logs that say otherwise.

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

fn later(log: &Log, at: usize, key: &str, by: i64) -> Value {
    let text = if key == "at" { &log.entries[at]["at"] } else { &log.entries[at]["body"][key] };
    let time: DateTime<Utc> = text.as_str().unwrap().parse().unwrap();
    (time + TimeDelta::seconds(by)).to_rfc3339_opts(chrono::SecondsFormat::Millis, true).into()
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

// Whoever loses a seat.

#[test]
fn whoever_loses_a_seat_because_time_is_up_is_told_once() {
    let timed = Timed::under(daily(Overdue::Substitute));
    timed.clock.pass(31 * HOUR);
    assert!(timed.expire(BLUE));
    let lost = || {
        let pending = timed.store.unplanned_notices(100).unwrap();
        let done = pending.iter().map(|notice| (notice.id, vec![])).collect();
        timed.store.plan_notices("2026-01-01T00:00:00.000Z", done).unwrap();
        let lost = pending.into_iter().filter(|notice| notice.why == "lost");
        lost.map(|notice| (notice.seat.clone(), timed.tables.addressee(&notice).unwrap())).collect::<Vec<_>>()
    };
    assert!(lost().is_empty(), "the seat is still theirs");
    accepted(timed.tables.take_seat(&timed.id, &caller("ann"), seat(BLUE)));
    assert_eq!(lost(), [(BLUE.to_owned(), Some(BLUE.to_owned()))]);
    // Who passes a seat on has done so themselves.
    accepted(timed.tables.offer_seat(&timed.id, &caller("ann"), seat(BLUE), seat(BLUE), "bob"));
    accepted(timed.tables.take_seat(&timed.id, &caller("bob"), seat(BLUE)));
    assert!(lost().is_empty());
    timed.holds();
}

// Reminders.

/// A table of two that a club keeps time for. Both of them have a mail address.
pub struct Kept {
    pub timed: Timed,
    pub club: Club,
}

impl Kept {
    pub fn under(terms: Terms) -> Kept {
        Kept::of(Timed::under(terms))
    }

    pub fn of(timed: Timed) -> Kept {
        for name in [RED, BLUE] {
            let addresses = vec![Address::new("mail", &format!("{name}@home.example"))];
            let (id, name) = (name.to_owned(), name.to_owned());
            timed.store.put_player(Player { id, name, addresses, ..Player::default() }).unwrap();
        }
        let club = Kept::club(&timed);
        Kept { timed, club }
    }

    pub fn club(timed: &Timed) -> Club {
        TOY.club(Arc::new(timed.store.clone()), timed.clock.clone(), None, None).unwrap()
    }

    /// The reminders and expiries that come while so much time passes, each with the hours since the start, by a club that
    /// keeps time every five minutes, or `None` while none runs.
    pub fn pass(&self, hours: i64, club: Option<&Club>) -> Vec<String> {
        let start = self.timed.clock.now();
        let mut told = Vec::new();
        for _ in 0..hours * 12 {
            self.timed.clock.pass(HOUR / 12);
            let Some(club) = club else { continue };
            while club.keep_time().unwrap() > 0 {}
            told.extend(self.told().into_iter().map(|what| {
                let passed = (self.timed.clock.now() - start).num_minutes();
                format!("{:.1}h {what}", passed as f64 / 60.0)
            }));
        }
        told
    }

    fn told(&self) -> Vec<String> {
        let pending = self.timed.store.unplanned_notices(100).unwrap();
        let done = pending.iter().map(|notice| (notice.id, vec![])).collect();
        self.timed.store.plan_notices("2026-01-01T00:00:00.000Z", done).unwrap();
        let of_time =
            pending.iter().filter(|notice| notice.why == "expired" || notice.why.starts_with("reminder-"));
        of_time.map(|notice| format!("{} {}", notice.seat, notice.why)).collect()
    }

    fn prefers(&self, who: &str, change: impl FnOnce(&mut Preferences)) {
        let mut player = self.timed.store.player(who).unwrap().unwrap();
        change(&mut player.preferences);
        self.timed.store.put_player(player).unwrap();
        self.club.set_ladder(who, Some(&Ladder::parse("1d, 6h before").unwrap())).unwrap();
    }
}

pub fn two_days() -> Terms {
    Terms { big: Pace::Each(hours(48)), small: Pace::Each(hours(48)), ..daily(Overdue::Wait) }
}

#[test]
fn reminders_come_once_by_the_ladder_of_each_player_and_end_with_the_answer() {
    let kept = Kept::under(two_days());
    kept.club.set_ladder(RED, Some(&Ladder::parse("none").unwrap())).unwrap();
    kept.club.set_ladder(BLUE, Some(&Ladder::parse("1d, 6h before").unwrap())).unwrap();
    kept.told();
    assert_eq!(
        kept.pass(60, Some(&kept.club)),
        [
            "24.0h blue reminder-after24h",
            "42.0h blue reminder-before6h",
            "54.0h blue expired",
            "54.0h red expired",
            "54.0h blue expired",
            "54.0h red expired"
        ],
    );
    choose(&kept.timed.tables, &kept.timed.id, RED, 4);
    assert_eq!(kept.pass(60, Some(&kept.club)), Vec::<String>::new(), "what is said is not said again");
    kept.timed.holds();
}

#[test]
fn who_takes_a_seat_over_is_reminded_by_steps_of_their_own() {
    let kept = Kept::under(Terms { overdue: Overdue::Substitute, ..two_days() });
    let (tables, id) = (&kept.timed.tables, &kept.timed.id);
    for (name, ladder) in [(RED, "none"), (BLUE, "1d, 6h before"), ("eve", "1d, 6h before"), ("dan", "1d")] {
        let addresses = vec![Address::new("mail", &format!("{name}@home.example"))];
        let player = Player { id: name.to_owned(), name: name.to_owned(), addresses, ..Player::default() };
        kept.timed.store.put_player(player).unwrap();
        kept.club.set_ladder(name, Some(&Ladder::parse(ladder).unwrap())).unwrap();
    }
    kept.keep(55);
    assert_eq!(
        kept.mailed(),
        [
            "blue reminder-after24h",
            "blue reminder-before6h",
            "blue expired",
            "red expired",
            "blue expired",
            "red expired"
        ]
    );
    accepted(tables.take_seat(id, &caller("eve"), seat(BLUE)));
    let taken = kept.timed.wait(BLUE).taken.unwrap();
    kept.keep(25);
    assert_eq!(kept.mailed(), [format!("blue reminder-after24h-{taken}")]);
    // The last of hers was not sent before the seat was passed on, and is not for whoever has it now.
    kept.keep(18);
    accepted(tables.offer_seat(id, &caller("eve"), seat(BLUE), seat(BLUE), "dan"));
    accepted(tables.take_seat(id, &caller("dan"), seat(BLUE)));
    assert_eq!(kept.mailed(), Vec::<String>::new());
    let taken = kept.timed.wait(BLUE).taken.unwrap();
    kept.keep(25);
    assert_eq!(kept.mailed(), [format!("blue reminder-after24h-{taken}")]);
    kept.timed.holds();
}

#[test]
fn whoever_answers_in_time_is_not_reminded() {
    let kept = Kept::under(two_days());
    kept.told();
    assert_eq!(kept.pass(20, Some(&kept.club)), Vec::<String>::new());
    for who in [RED, BLUE] {
        kept.club.set_ladder(who, Some(&Ladder::parse("1d").unwrap())).unwrap();
    }
    choose(&kept.timed.tables, &kept.timed.id, RED, 4);
    assert_eq!(kept.pass(10, Some(&kept.club)), ["4.0h blue reminder-after24h"]);
}

#[test]
fn a_step_is_known_by_what_it_says_whatever_else_its_ladder_says() {
    let kept = Kept::under(two_days());
    kept.club.set_ladder(RED, Some(&Ladder::parse("none").unwrap())).unwrap();
    let prefer = |ladder: &str| kept.club.set_ladder(BLUE, Some(&Ladder::parse(ladder).unwrap())).unwrap();
    prefer("1d, 6h before");
    kept.told();
    assert_eq!(kept.pass(25, Some(&kept.club)), ["24.0h blue reminder-after24h"]);
    // The same steps in another order: what was sent is not sent again, and the other is.
    prefer("6h before, 1d");
    assert_eq!(kept.pass(18, Some(&kept.club)), ["17.0h blue reminder-before6h"]);
    // Another ladder: its only step stands where one that was sent stood.
    prefer("2h before");
    assert_eq!(kept.pass(4, Some(&kept.club)), ["3.0h blue reminder-before2h"]);
}

#[test]
fn quiet_hours_are_kept_in_the_players_zone() {
    let kept = Kept::under(two_days());
    // The clock begins on 15 January 2027 at 8:00 in UTC, which is 17:00 in Tokyo.
    kept.prefers(BLUE, |it| {
        it.zone = Some("Asia/Tokyo".to_owned());
        it.quiet = Some(QuietHours { from: 16 * 60, to: 20 * 60 });
    });
    kept.club.set_ladder(RED, Some(&Ladder::parse("none").unwrap())).unwrap();
    kept.told();
    assert_eq!(
        kept.pass(48, Some(&kept.club)),
        ["27.0h blue reminder-after24h", "42.0h blue reminder-before6h"]
    );
}

#[test]
fn what_was_missed_is_told_once_and_an_outage_gives_a_fresh_grace() {
    let kept = Kept::under(two_days());
    kept.club.set_ladder(RED, Some(&Ladder::parse("1d, 30h, 6h before").unwrap())).unwrap();
    kept.club.set_ladder(BLUE, Some(&Ladder::parse("none").unwrap())).unwrap();
    kept.told();
    kept.pass(1, Some(&kept.club));
    kept.pass(40, None);
    let told = kept.pass(2, Some(&kept.club));
    assert_eq!(
        told,
        ["0.1h red reminder-after30h", "1.0h red reminder-before6h"],
        "of the two steps missed only the last"
    );
    // Down over deadline and grace: six hours of grace from when time is kept again.
    kept.pass(20, None);
    let told = kept.pass(10, Some(&Kept::club(&kept.timed)));
    assert_eq!(told[0], "6.1h blue expired", "{told:?}");
    kept.timed.holds();
}

#[test]
fn who_was_due_in_an_outage_has_an_hour_at_least_after_it() {
    let kept = Kept::under(two_days());
    for who in [RED, BLUE] {
        kept.club.set_ladder(who, Some(&Ladder::parse("none").unwrap())).unwrap();
    }
    kept.told();
    kept.pass(47, Some(&kept.club));
    // Due after 48 hours, with six of grace: ten minutes of it are left when time is kept again.
    kept.pass(6, None);
    kept.timed.clock.pass(HOUR * 5 / 6);
    let told = kept.pass(10, Some(&Kept::club(&kept.timed)));
    assert_eq!(told.first().map(String::as_str), Some("1.1h blue expired"), "{told:?}");
    kept.timed.holds();
}

impl Kept {
    /// In how many hours the time of a seat is up, as every place says that shows it: when it is due, and when something happens.
    pub fn shown(&self, who: &'static str, up: &str) -> Vec<String> {
        let now = self.timed.clock.now();
        let hours = |at: DateTime<Utc>| format!("in {:.1}h", (at - now).num_minutes() as f64 / 60.0);
        let reader = self.club.watch(&self.timed.id, Lang::En).unwrap();
        let seats = reader.seats().unwrap();
        let time = seats.iter().find(|it| it.seat == seat(who)).unwrap().time.clone().unwrap();
        let words = self.club.words("toy", Lang::En).unwrap();
        let said = time.said(&|key, args| words.words.say(Lang::En, key, args), &hours);
        assert!(said.contains(&format!("decided by {up},")), "{said}");
        let lines = reader.time(&hours).unwrap();
        let name = &seats.iter().find(|it| it.seat == seat(who)).unwrap().name;
        let line = lines.iter().find(|line| line.starts_with(&format!("{name} is asked"))).unwrap();
        let due = hours(time.due().unwrap());
        assert!(line.contains(&format!("due by {due}.")), "{line}");
        let mine = self.club.tables_of(who, |_| Ok(true)).unwrap();
        let listed = DateTime::from_timestamp(mine[0].due_by().unwrap(), 0).unwrap();
        assert_eq!(hours(listed), due, "the list of tables");
        let visitor = Visitor {
            player: who.to_owned(),
            door: Arc::new(AtTerminal { play: String::new() }),
            key: String::new(),
        };
        let asked = reader.sit(visitor, None).unwrap().asked().unwrap();
        let (with_question, at) =
            (asked.due.unwrap(), |at: DateTime<Utc>| at.format("%Y-%m-%d %H:%M").to_string());
        assert!(with_question.contains(&at(time.due().unwrap())), "{with_question}");
        [Some(said), Some(line.clone())].into_iter().flatten().collect()
    }

    /// What players are told by mail that no log tells.
    pub fn told_personally(&self) -> Vec<String> {
        let words = self.club.words("toy", Lang::En).unwrap();
        let told = self.club.personal_notices("mail").unwrap();
        let said = told.into_iter().map(|(id, player, notice)| {
            self.club.put_personal_notice("mail", &id, None).unwrap();
            format!("{}: {}", player.id, notice.said(&words.words, Lang::En, "", &Zone::UTC))
        });
        said.collect()
    }
}

#[test]
fn more_time_after_an_outage_is_what_everybody_is_shown_and_is_told_once() {
    // Due after 48 hours, with six of grace: over before time is kept again, or soon after that.
    for (keeps, down, until) in [(1, 60 * HOUR, 6), (46, 22 * HOUR / 3, 1)] {
        let kept = Kept::under(two_days());
        for who in [RED, BLUE] {
            kept.club.set_ladder(who, Some(&Ladder::parse("none").unwrap())).unwrap();
        }
        kept.told();
        kept.pass(keeps, Some(&kept.club));
        choose(&kept.timed.tables, &kept.timed.id, BLUE, 3);
        kept.timed.clock.pass(down);
        let club = Kept::club(&kept.timed);
        while club.keep_time().unwrap() > 0 {}
        let at = kept.timed.clock.now() + TimeDelta::hours(until);
        let shown = kept.shown(RED, &format!("in {until}.0h"));
        assert!(shown.iter().all(|said| said.contains("later than the log says")), "{shown:?}");
        let at = format!("until {} (UTC)", at.format("%Y-%m-%d %H:%M"));
        let told = kept.told_personally();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told[0].starts_with("blue: Table ")
                && told[0].contains(": red has more time")
                && told[0].contains(&at),
            "{told:?}"
        );
        assert!(
            told[1].starts_with("red: Table ")
                && told[1].contains("you have more time")
                && told[1].contains(&at),
            "{told:?}"
        );
        let came = kept.pass(10, Some(&club));
        assert_eq!(came.first().map(String::as_str), Some(&*format!("{until}.0h blue expired")), "{came:?}");
        assert_eq!(kept.told_personally(), Vec::<String>::new(), "once");
        kept.timed.holds();
    }
}

#[test]
fn what_was_missed_waits_for_the_end_of_quiet_hours_too() {
    let kept = Kept::under(two_days());
    // From 8:00 to 20:00 in UTC; the clock begins at 8:00.
    kept.prefers(BLUE, |it| it.quiet = Some(QuietHours { from: 8 * 60, to: 20 * 60 }));
    kept.club.set_ladder(RED, Some(&Ladder::parse("none").unwrap())).unwrap();
    kept.club.set_ladder(BLUE, Some(&Ladder::parse("20h").unwrap())).unwrap();
    kept.told();
    kept.pass(26, None);
    assert_eq!(kept.pass(12, Some(&kept.club)), ["10.0h blue reminder-after20h"]);
}

impl Kept {
    /// Time is kept for so many hours, every five minutes.
    fn keep(&self, hours: i64) {
        for _ in 0..hours * 12 {
            self.timed.clock.pass(HOUR / 12);
            while self.club.keep_time().unwrap() > 0 {}
        }
    }

    /// The reminders and expiries that are due by mail now, which then are sent.
    fn mailed(&self) -> Vec<String> {
        assert!(self.club.lease("mail").unwrap());
        let mut due = self.club.pending("mail", 1).unwrap();
        due.retain(|it| self.club.to_send(it.clone()).unwrap().is_some_and(|due| due.settled.is_none()));
        due.iter().for_each(|it| self.club.sent(it.id, "mail").unwrap());
        let of_time =
            due.iter().filter(|it| it.notice.why == "expired" || it.notice.why.starts_with("reminder-"));
        of_time.map(|it| format!("{} {}", it.notice.seat, it.notice.why)).collect()
    }
}

#[test]
fn that_time_is_up_waits_for_the_end_of_quiet_hours_unless_something_may_be_lost() {
    for (overdue, at_once) in [
        (Overdue::Wait, vec![]),
        (Overdue::Claim, vec!["blue expired"]),
        (Overdue::Substitute, vec!["blue expired"]),
    ] {
        let kept = Kept::under(Terms { overdue, ..two_days() });
        for who in [RED, BLUE] {
            // From noon to 18:00 in UTC; time is up at 14:00.
            kept.prefers(who, |it| it.quiet = Some(QuietHours { from: 12 * 60, to: 18 * 60 }));
            kept.club.set_ladder(who, Some(&Ladder::parse("none").unwrap())).unwrap();
        }
        choose(&kept.timed.tables, &kept.timed.id, RED, 4);
        kept.keep(55);
        assert_eq!(kept.mailed(), at_once, "{overdue:?}");
        kept.keep(2);
        assert_eq!(kept.mailed(), Vec::<String>::new(), "{overdue:?}");
        kept.keep(1);
        let others = ["red expired", "blue expired"].into_iter().filter(|it| !at_once.contains(it));
        let mut later = kept.mailed();
        later.sort_unstable_by(|one, other| other.cmp(one));
        assert_eq!(later, others.collect::<Vec<_>>(), "{overdue:?}: at their end");
    }
}

#[test]
fn a_reminder_that_was_not_sent_before_quiet_hours_waits_for_their_end() {
    for ladder in ["4h", "4h, digest 12:00"] {
        let kept = Kept::under(two_days());
        // From 13:00 to 18:00 in UTC; the reminder is due at noon, four hours after the clock begins.
        kept.prefers(BLUE, |it| it.quiet = Some(QuietHours { from: 13 * 60, to: 18 * 60 }));
        kept.club.set_ladder(RED, Some(&Ladder::parse("none").unwrap())).unwrap();
        kept.club.set_ladder(BLUE, Some(&Ladder::parse(ladder).unwrap())).unwrap();
        kept.told();
        kept.keep(4);
        // Looked at, so that what is told with others begins to wait for them, and not sent by whoever looked.
        assert!(kept.club.lease("mail").unwrap());
        drop(kept.club.pending("mail", 1).unwrap());
        kept.keep(2);
        assert_eq!(kept.mailed(), Vec::<String>::new(), "{ladder}: at two in the afternoon");
        kept.keep(3);
        assert_eq!(kept.mailed(), Vec::<String>::new(), "{ladder}: at five");
        kept.keep(1);
        assert_eq!(kept.mailed(), ["blue reminder-after4h"], "{ladder}: at their end");
    }
}

#[test]
fn a_digest_gathers_for_five_minutes_and_no_step_is_told_twice() {
    let kept = Kept::under(Terms { big: Pace::Each(hours(96)), small: Pace::Each(hours(96)), ..two_days() });
    kept.club.set_ladder(RED, Some(&Ladder::parse("1d, 2d, 6h before, digest 20:00").unwrap())).unwrap();
    kept.club.set_ladder(BLUE, Some(&Ladder::parse("1d").unwrap())).unwrap();
    kept.keep(25);
    assert_eq!(kept.mailed(), ["blue reminder-after24h"]);
    // 20:00 on the next day, as the clock begins at 8:00.
    kept.keep(11);
    assert_eq!(kept.mailed(), Vec::<String>::new(), "it waits for the others");
    kept.timed.clock.pass(299);
    assert_eq!(kept.mailed(), Vec::<String>::new());
    kept.timed.clock.pass(1);
    assert_eq!(kept.mailed(), ["red reminder-after24h"]);
    // Who wants no digest any more has the rest as it comes.
    kept.club.set_ladder(RED, Some(&Ladder::parse("1d, 2d, 6h before").unwrap())).unwrap();
    kept.keep(13);
    assert_eq!(kept.mailed(), ["red reminder-after48h"]);
    kept.keep(41);
    assert_eq!(kept.mailed(), ["red reminder-before6h"]);
}

#[test]
fn a_clock_that_jumped_ahead_expires_nothing_until_it_is_confirmed() {
    let kept = Kept::under(two_days());
    for who in [RED, BLUE] {
        kept.club.set_ladder(who, Some(&Ladder::parse("none").unwrap())).unwrap();
    }
    kept.told();
    kept.pass(1, Some(&kept.club));
    kept.timed.clock.pass(365 * DAY);
    assert_eq!(kept.pass(5, Some(&kept.club)), Vec::<String>::new());
    kept.timed.clock.pass(-365 * DAY);
    assert_eq!(kept.pass(40, Some(&kept.club)), Vec::<String>::new(), "it was set right within the grace");
    let told = kept.pass(20, Some(&kept.club));
    assert_eq!(told[0], "8.0h blue expired", "{told:?}");
}

#[test]
fn by_a_clock_set_back_to_when_it_began_all_is_looked_at_once() {
    let kept = Kept::under(two_days());
    kept.told();
    while kept.club.keep_time().unwrap() > 0 {}
    kept.timed.clock.pass(2 * HOUR / 60);
    while kept.club.keep_time().unwrap() > 0 {}
    kept.timed.clock.pass(-2 * HOUR / 60);
    assert_eq!([0; 3].map(|_| kept.club.keep_time().unwrap()), [1, 0, 0]);
}

#[test]
fn one_process_keeps_time_and_alone_nobody_is_reminded() {
    let kept = Kept::under(two_days());
    kept.told();
    let other = Kept::club(&kept.timed);
    kept.timed.clock.pass(25 * HOUR);
    assert!(kept.club.keep_time().unwrap() > 0);
    assert_eq!(other.keep_time().unwrap(), 0, "the other has no right to");
    assert_eq!(kept.told(), ["red reminder-after24h", "blue reminder-after24h"]);
    kept.club.leave_time().unwrap();
    kept.timed.clock.pass(24 * HOUR);
    while other.keep_time().unwrap() > 0 {}
    assert_eq!(
        kept.told(),
        ["red reminder-before6h", "blue reminder-before6h"],
        "what the first process sent is not sent again"
    );
    // A table of one, without a pace.
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let tables: Toys<MemoryStore> = Tables::new(Arc::new(store.clone()), clock.clone());
    open(&tables, 1, false);
    store.put_player(Player { id: RED.to_owned(), name: RED.to_owned(), ..Player::default() }).unwrap();
    let club = TOY.club(Arc::new(store.clone()), clock.clone(), None, None).unwrap();
    clock.pass(100 * DAY);
    while club.keep_time().unwrap() > 0 {}
    let pending = store.unplanned_notices(10).unwrap();
    assert!(pending.iter().all(|notice| !notice.why.starts_with("reminder-")), "{pending:?}");
}
