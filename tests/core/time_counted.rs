//! The second law of time: entries in order whatever a clock shows, emergency stops and absences that are counted, deadlines that stay
//! as they were told, and logs that are ahead of the clock. Each rule is checked by the program and by the independent checker.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use wardroom::club::Club;
use wardroom::club::personal::Tells;
use wardroom::log::players::{Address, Player};
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Notes, Players, Store, TimeChange};
use wardroom::pace::{Overdue, Terms};
use wardroom::reason::Reason;
use wardroom::seal::SealError;
use wardroom::table::platform::{moment, written};
use wardroom::table::{Platform, Reply, TableFault, Tables};
use wardroom::words::Lang;

use crate::common::checker;
use crate::seats::{BLUE, RED, accepted, choose, exported, refused};
use crate::tamper::{Log, audited};
use crate::time::{Timed, daily};
use crate::time_faults::{club, expiries, keep, opened, pass};
use crate::toy::*;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// A clock that shows another time than the right one, beside a monotonic one.
struct Off {
    right: Arc<Clock>,
    by: AtomicI64,
    began: DateTime<Utc>,
}

impl Off {
    fn by(right: &Arc<Clock>, seconds: i64) -> Arc<Off> {
        Arc::new(Off { right: right.clone(), by: AtomicI64::new(seconds), began: right.now() })
    }

    fn set(&self, seconds: i64) {
        self.by.store(seconds, Ordering::SeqCst);
    }
}

impl Platform for Off {
    fn now(&self) -> DateTime<Utc> {
        self.right.now() + TimeDelta::seconds(self.by.load(Ordering::SeqCst))
    }

    fn uptime(&self) -> Option<Duration> {
        (self.right.now() - self.began).to_std().ok()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        self.right.fill(bytes)
    }
}

/// The same clock where nobody compares it, as an older program does.
struct Unwatched(Arc<Off>);

impl Platform for Unwatched {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        self.0.fill(bytes)
    }
}

fn tables(store: &MemoryStore, platform: Arc<dyn Platform>) -> Toys<MemoryStore> {
    Tables::new(Arc::new(store.clone()), platform)
}

/// A log with one thing changed: the program finds this fault, and the independent checker, where it is asked, finds one at the same entry.
fn fails(log: Log, key: &str, at: usize) {
    let text = log.text();
    let findings = audited::<Toy>(&text);
    let said = format!("{:?}", findings.integrity);
    assert!(said.contains(key) && said.contains(&format!("Some({})", at + 1)), "{said}");
    if checker::is_asked() {
        let (well, said) = checker::check(text.as_bytes());
        assert!(!well && said.contains(&format!("entry {}:", at + 1)), "{said}");
    }
    let store = MemoryStore::new();
    assert!(wardroom::log::import::import(&mut text.as_bytes(), &store).is_err(), "nor is it imported");
}

impl Timed {
    fn log(&self) -> Log {
        Log::of(&exported(&self.store, &self.id, &LogViewer::Full))
    }

    fn stops(&self, who: &'static str) -> Result<Reply, TableFault> {
        self.tables.stop_clock(&self.id, &caller(who), seat(who))
    }

    fn books(
        &self,
        who: &'static str,
        from: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Reply, TableFault> {
        self.tables.book_absence(&self.id, &caller(who), seat(who), (from, until))
    }

    fn ends(&self, who: &'static str, booked: u64) -> Result<Reply, TableFault> {
        self.tables.end_absence(&self.id, &caller(who), seat(who), booked)
    }

    fn asked_to(&self) -> u64 {
        self.tables.look(&self.id, |table| table.pending()).unwrap().unwrap().number
    }

    /// Both are asked something from now on.
    fn in_days(&self, days: i64) -> DateTime<Utc> {
        self.clock.now() + TimeDelta::days(days)
    }
}

#[test]
fn a_terminal_that_is_61_minutes_slow_costs_the_opponent_nothing() {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let id = opened(&store, &clock, "1h grace none");
    for name in [RED, BLUE] {
        let (id, addresses) = (name.to_owned(), vec![Address::new("mail", &format!("{name}@home.example"))]);
        store.put_player(Player { name: id.clone(), id, addresses, ..Player::default() }).unwrap();
    }
    let keeper = club(&store, &clock);
    keep(&keeper);
    let wall = clock.now();
    for _ in 0..3 {
        clock.pass(500);
        keep(&keeper);
    }
    let slow = tables(&store, Arc::new(Unwatched(Off::by(&clock, -3660))));
    let right = tables(&store, clock.clone());
    choose(&right, &id, BLUE, 3);
    for _ in 0..3 {
        clock.pass(500);
        keep(&keeper);
    }
    // By the slow clock it is half an hour ago; the order of entries alone gives the next question 25 minutes too few.
    choose(&slow, &id, RED, 4);
    let entries = store.read(&id, 1).unwrap();
    assert!(entries.is_sorted_by(|one, next| one.at <= next.at), "no entry is older than the one before it");
    let asked = clock.now();
    clock.pass(10);
    keep(&keeper);
    let give = |club: &Club, until: DateTime<Utc>| {
        while clock.now() < until {
            clock.pass(60);
            keep(club);
        }
    };
    // Whoever is asked is shown the hour that they have, not the 39 minutes of the log.
    let seats = keeper.watch(&id, Lang::En).unwrap().seats().unwrap();
    let shown: Vec<_> = seats.into_iter().filter_map(|seat| seat.time?.due()).collect();
    assert_eq!(shown[0], clock.now() + TimeDelta::hours(1));
    let told = keeper.personal().due("mail").unwrap();
    assert_eq!(told.len(), 2, "{told:?}");
    for (_, _, notice) in told {
        assert!(matches!(&notice.tells, Tells::Extended { until, .. } if *until == shown[0].timestamp()));
    }
    give(&keeper, asked + TimeDelta::minutes(55));
    assert!(clock.now() - wall > TimeDelta::minutes(100));
    assert_eq!(expiries(&store, &id), [], "by the log the hour is over since 20 minutes");
    // Another process takes over meanwhile.
    keeper.time().leave().unwrap();
    let next = club(&store, &clock);
    give(&next, asked + TimeDelta::minutes(59));
    assert_eq!(expiries(&store, &id), []);
    give(&next, asked + TimeDelta::minutes(63));
    assert!(!expiries(&store, &id).is_empty(), "it is over by the clock of who keeps time");
    crate::seats::passes(&store, &id);
}

#[test]
fn a_writer_whose_clock_is_wrong_is_refused_with_both_times() {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let id = opened(&store, &clock, "1d");
    let keeper = club(&store, &clock);
    keep(&keeper);
    let before = store.stored_head(&id).unwrap();
    let platform = Off::by(&clock, -3660);
    let slow = tables(&store, platform.clone());
    let wrong = |reply: Result<Reply, TableFault>| match reply {
        Err(TableFault::WrongClock(why)) => why,
        other => panic!("{other:?}"),
    };
    let why = wrong(slow.stop_clock(&id, &caller(RED), seat(RED)));
    let times = Reason::of("clock-off").quoting("ours", written(platform.now()));
    assert_eq!(why, times.quoting("theirs", written(clock.now())));
    // One that is ahead is found once time was kept since it began, with the first thing that it would write.
    let (fast, faster) = (tables(&store, Off::by(&clock, 3660)), tables(&store, Off::by(&clock, 60)));
    let asks =
        |tables: &Toys<MemoryStore>| tables.change_time(&id, &caller(RED), seat(RED), &TimeChange::Resume);
    assert_eq!(refused(asks(&fast)), "not-paused", "nobody may keep time");
    clock.pass(10);
    keep(&keeper);
    assert_eq!(wrong(asks(&fast)).key, "clock-off");
    assert_eq!(wrong(asks(&faster)).key, "clock-off");
    // Less than half a minute is no fault.
    let near = tables(&store, Off::by(&clock, -20));
    assert_eq!(refused(asks(&near)), "not-paused");
    assert_eq!(store.stored_head(&id).unwrap(), before, "nothing was written");
}

#[test]
fn a_clock_that_is_set_while_the_program_runs_is_believed_once_it_goes_on_steadily() {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let id = opened(&store, &clock, "1d");
    let platform = Off::by(&clock, 0);
    let tables = tables(&store, platform.clone());
    let asks = || match tables.change_time(&id, &caller(RED), seat(RED), &TimeChange::Resume) {
        Err(TableFault::WrongClock(why)) => why.key.to_owned(),
        reply => refused(reply),
    };
    assert_eq!(asks(), "not-paused");
    for by in [-3600, 7200] {
        platform.set(by);
        assert_eq!(asks(), "clock-jumped");
        clock.pass(599);
        assert_eq!(asks(), "clock-jumped");
        clock.pass(1);
        assert_eq!(asks(), "not-paused");
    }
    // A clock that is slowly put right never jumps.
    for by in [7180, 7160, 7140] {
        platform.set(by);
        assert_eq!(asks(), "not-paused");
    }
}

#[test]
fn entries_stand_in_the_order_of_their_times() {
    let timed = Timed::under(daily(Overdue::Wait));
    timed.clock.pass(HOUR);
    choose(&timed.tables, &timed.id, RED, 4);
    timed.clock.pass(-HOUR / 2);
    choose(&timed.tables, &timed.id, BLUE, 5);
    timed.holds();
    let log = timed.log();
    assert!(log.entries.is_sorted_by(|one, next| one["at"].as_str() <= next["at"].as_str()));
    let at = log.at("OrderGiven", 1);
    let mut back = log.clone();
    let early = json!(written(moment(back.entries[at]["at"].as_str().unwrap()) - TimeDelta::minutes(30)));
    for entry in &mut back.entries[at..] {
        entry["at"] = early.clone();
    }
    fails(back, "found-before-last", at);
    // Before the law was changed it may go back, as clocks do; a law that is in force is not brought again.
    let law = log.at("LawChanged", 0);
    let mut twice = log.clone();
    twice.entries.insert(law + 1, log.entries[law].clone());
    fails(twice, "found-law-so", law + 1);
    assert!(law > 2, "what has nothing to do with time needs no law");
}

/// The log of a table of the first law, which goes on.
#[test]
fn a_table_of_the_first_law_goes_on_under_the_second_and_is_judged_as_it_was_before() {
    let timed = Timed::under(daily(Overdue::Wait));
    for _ in 0..2 {
        accepted(timed.stops(RED));
        accepted(timed.answer(BLUE, timed.asked_to(), false));
        timed.clock.pass(4 * DAY);
    }
    let mut log = timed.log();
    let law = log.at("LawChanged", 0);
    log.entries.remove(law);
    // Under the first law a clock is stopped in the minute after a refusal, and entries go back.
    let stopped = log.at("TimeStopped", 1);
    for entry in &mut log.entries[stopped..] {
        entry["at"] = json!(written(moment("2027-01-01T00:00:00.000Z")));
    }
    let text = log.text();
    assert!(audited::<Toy>(&text).integrity.is_ok());
    let store = MemoryStore::new();
    let id = wardroom::log::import::import(&mut text.as_bytes(), &store).unwrap().table;
    let tables = tables(&store, timed.clock.clone());
    let first = accepted(tables.stop_clock(&id, &caller(RED), seat(RED)));
    let entries = store.read(&id, first - 1).unwrap();
    assert_eq!(entries[0].kind, "LawChanged");
    assert_eq!(entries[1].kind, "TimeStopped", "what was stopped before does not count");
    crate::seats::passes(&store, &id);
    checker::passes(exported(&store, &id, &LogViewer::Full).as_bytes());
}

#[test]
fn emergency_stops_are_counted_and_a_refusal_holds_for_three_days() {
    let timed = Timed::under(daily(Overdue::Wait));
    accepted(timed.stops(RED));
    accepted(timed.answer(BLUE, timed.asked_to(), false));
    let Reply::Refused(refusal) = timed.stops(RED).unwrap() else { panic!("again at once") };
    assert_eq!(refusal.reason.to_string(), "stop-too-soon");
    let said: Vec<String> = refusal.about.iter().map(|(_, value)| value.clone()).collect();
    assert_eq!(
        said,
        [written(timed.in_days(3)), "1".to_owned()],
        "when the next is possible, and how many are left"
    );
    // Another player's emergency is another one. Who thinks better of it refuses nobody.
    accepted(timed.stops(BLUE));
    accepted(timed.answer(BLUE, timed.asked_to(), false));
    accepted(timed.stops(BLUE));
    accepted(timed.change(RED, TimeChange::Resume));
    assert_eq!(refused(timed.stops(BLUE)), "no-stops-left");
    timed.clock.pass(3 * DAY - 1);
    assert_eq!(refused(timed.stops(RED)), "stop-too-soon");
    timed.clock.pass(1);
    accepted(timed.stops(RED));
    timed.clock.pass(30 * DAY);
    assert_eq!(refused(timed.stops(RED)), "no-stops-left");
    timed.holds();
    // The table agrees on another number.
    accepted(timed.answer(RED, timed.asked_to(), false));
    let terms = Terms { stops: 3, ..daily(Overdue::Wait) };
    let ask = accepted(timed.change(RED, TimeChange::Terms(terms)));
    accepted(timed.answer(BLUE, ask, true));
    accepted(timed.stops(RED));
    timed.holds();

    let log = timed.log();
    let mut often = log.clone();
    let terms = often.at("TimeChanged", 2);
    let asked = (0..terms).rfind(|at| often.entries[*at]["kind"] == "TimeProposed").unwrap();
    for at in [asked, terms] {
        often.entries[at]["body"]["change"]["terms"]["stops"] = json!(1);
    }
    fails(often.clone(), "found-stopped-too-often", often.at("TimeStopped", 4));
    let mut soon = log;
    let (refusal, again) = (soon.at("Answered", 1), soon.at("TimeStopped", 3));
    let early = moment(soon.entries[refusal]["at"].as_str().unwrap()) + TimeDelta::days(2);
    for entry in &mut soon.entries[again..] {
        entry["at"] = json!(written(early));
    }
    fails(soon, "found-stopped-too-soon", again);
}

#[test]
fn one_absence_ends_by_its_number_and_the_others_stand() {
    let timed = Timed::under(daily(Overdue::Wait));
    let away = |from, until| timed.books(RED, timed.in_days(from), timed.in_days(until));
    let first = accepted(away(1, 3));
    let second = accepted(away(10, 14));
    timed.clock.pass(2 * DAY);
    accepted(timed.ends(RED, first));
    assert_eq!(timed.booked(RED), [second], "back on the first, the other stands");
    assert_eq!(refused(timed.ends(RED, first)), "not-away");
    // The same twice is said; a part of it as well.
    let again = timed.books(RED, timed.in_days(8), timed.in_days(12));
    assert_eq!(refused(again), "absence-booked");
    assert_eq!(refused(timed.books(RED, timed.in_days(9), timed.in_days(10))), "absence-booked");
    // A longer one is one with it, and charged once: a day and six of 28 are gone.
    let longer = accepted(timed.books(RED, timed.in_days(9), timed.in_days(14)));
    assert_eq!(timed.booked(RED), [longer]);
    assert_eq!(refused(timed.ends(RED, second)), "not-away");
    assert_eq!(refused(timed.books(RED, timed.in_days(30), timed.in_days(52))), "absence-too-long");
    let rest = accepted(timed.books(RED, timed.in_days(30), timed.in_days(51)));
    // One that is ended early, or never began, gives the rest back.
    accepted(timed.ends(RED, rest));
    accepted(timed.books(RED, timed.in_days(30), timed.in_days(51)));
    timed.holds();

    let log = timed.log();
    let (booked, ended) = (log.at("AbsenceBooked", 1), log.at("AbsenceEnded", 0));
    let mut other = log.clone();
    other.entries[ended]["body"]["booked"] = json!(1);
    fails(other, "found-no-absence", ended);
    let mut all = log.clone();
    (all.entries[ended]["body"], all.entries[ended]["v"]) = (json!({}), json!(1));
    fails(all, "found-absence-unnamed", ended);
    let mut twice = log.clone();
    twice.entries.insert(booked + 1, log.entries[booked].clone());
    fails(twice, "found-booked-twice", booked + 1);
    let mut long = log;
    long.entries[booked]["body"]["until"] = json!(written(timed.in_days(60)));
    fails(long, "found-away-too-long", booked);
}

#[test]
fn an_absence_over_new_year_takes_of_each_year_its_own_days() {
    let timed = Timed::under(Terms { absence_days: 10, ..daily(Overdue::Wait) });
    let day = |text: &str| moment(&format!("{text}T00:00:00.000Z"));
    timed.clock.pass((day("2027-12-01") - timed.clock.now()).num_seconds());
    accepted(timed.books(RED, day("2027-12-22"), day("2028-01-09")));
    assert_eq!(refused(timed.books(RED, day("2027-12-20"), day("2027-12-22"))), "absence-too-long");
    accepted(timed.books(RED, day("2028-01-09"), day("2028-01-11")));
    assert_eq!(refused(timed.books(RED, day("2028-05-01"), day("2028-05-02"))), "absence-too-long");
    timed.holds();
}

/// As an older database of zones told it: an hour earlier, or later.
fn told_otherwise(store: &MemoryStore, id: &str, by: i64) -> String {
    let (key, note) = store.notes("time", &format!("told/{id}/{RED}")).unwrap().remove(0);
    let (source, due) = note.split_once(' ').unwrap();
    let told = written(moment(due) + TimeDelta::seconds(by));
    store.put_note("time", &key, &format!("{source} {told}")).unwrap();
    told
}

#[test]
fn a_deadline_that_was_told_stays_when_the_rules_of_its_zone_change() {
    for by in [HOUR, -HOUR] {
        let (store, clock) = (MemoryStore::new(), Clock::new());
        let id = opened(&store, &clock, "daily 20:00 America/Vancouver grace none");
        let keeper = club(&store, &clock);
        keep(&keeper);
        let now = toys(&store, 9);
        let due = |tables: &Toys<MemoryStore>| {
            let time = tables.look(&id, |table| table.time(clock.now())).unwrap();
            time.waits.into_iter().find(|wait| wait.seat == seat(RED)).unwrap().due.unwrap()
        };
        let computed = due(&now);
        let told = told_otherwise(&store, &id, by);
        // Another process, with the new database, finds what the one before it told.
        keeper.time().leave().unwrap();
        let next = club(&store, &clock);
        store.wake_all_now(&clock);
        keep(&next);
        let later = moment(&told).max(computed);
        assert_eq!(due(&now), later, "the later of both counts");
        let moved: Vec<Value> = store
            .read(&id, 1)
            .unwrap()
            .into_iter()
            .filter(|it| it.kind == "DeadlineMoved")
            .map(|it| it.body)
            .collect();
        assert_eq!(moved.len(), 1, "{moved:?}");
        assert_eq!(moved[0]["deadline"], json!(written(later)));
        // It is told once.
        store.wake_all_now(&clock);
        pass(&clock, 1, &next);
        assert_eq!(store.read(&id, 1).unwrap().iter().filter(|it| it.kind == "DeadlineMoved").count(), 1);
        while clock.now() < later + TimeDelta::minutes(10) {
            clock.pass(500);
            keep(&next);
        }
        let expiry = expiries(&store, &id).into_iter().find(|it| it.body["seat"] == RED).unwrap();
        assert_eq!(expiry.body["deadline"], json!(written(later)));
        crate::seats::passes(&store, &id);
        // Neither is a deadline earlier than was told, nor does one move farther than zones do.
        let log = Log::of(&exported(&store, &id, &LogViewer::Full));
        let at = (0..)
            .map(|nth| log.at("TimeExpired", nth))
            .find(|at| log.entries[*at]["body"]["seat"] == RED)
            .unwrap();
        let mut early = log.clone();
        early.entries[at]["body"]["deadline"] = json!(written(later - TimeDelta::hours(1)));
        fails(early, "found-before-told", at);
        let mut far = log.clone();
        let at = far.at("DeadlineMoved", 0);
        far.entries[at]["body"]["deadline"] = json!(written(later + TimeDelta::hours(5)));
        let findings = audited::<Toy>(&far.text());
        assert!(findings.rules.is_failed() || findings.integrity.is_failed(), "{findings:?}");
    }
}

trait Wakes {
    fn wake_all_now(&self, clock: &Clock);
}

impl Wakes for MemoryStore {
    fn wake_all_now(&self, clock: &Clock) {
        wardroom::log::Alarms::wake_all(self, &written(clock.now())).unwrap();
    }
}

#[test]
fn a_log_that_is_ahead_of_the_clock_takes_nobodys_time_and_is_set_right_by_an_entry() {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let id = opened(&store, &clock, "1d grace none");
    let keeper = club(&store, &clock);
    keep(&keeper);
    // A clock that is three years ahead writes one order.
    let fast = tables(&store, Arc::new(Unwatched(Off::by(&clock, 3 * 365 * DAY))));
    let right = tables(&store, clock.clone());
    choose(&fast, &id, RED, 4);
    let ahead = store.read(&id, 1).unwrap().last().unwrap().at.clone();
    choose(&right, &id, BLUE, 5);
    let entries = store.read(&id, 1).unwrap();
    assert_eq!(entries.last().unwrap().at, ahead, "no entry is older than the one before it");
    pass(&clock, 60, &keeper);
    assert_eq!(expiries(&store, &id), [], "clocks stand");
    assert_eq!(
        keeper.time().ahead_of_clock().unwrap(),
        [(id.clone(), moment(&ahead))],
        "the operator is told"
    );
    assert!(keeper.time().set_clock(&id, &caller("operator")).unwrap().is_accepted());
    assert_eq!(keeper.time().ahead_of_clock().unwrap(), []);
    assert_eq!(refused(Ok(keeper.time().set_clock(&id, &caller("operator")).unwrap())), "not-ahead");
    let time = right.look(&id, |table| table.time(clock.now())).unwrap();
    assert!(time.waits.iter().all(|wait| wait.due == Some(clock.now() + TimeDelta::days(1))), "{time:?}");
    pass(&clock, 23, &keeper);
    assert_eq!(expiries(&store, &id), [], "each has the whole time");
    pass(&clock, 2, &keeper);
    assert!(!expiries(&store, &id).is_empty());
    crate::seats::passes(&store, &id);
    let text = exported(&store, &id, &LogViewer::Full);
    checker::passes(text.as_bytes());
    let log = Log::of(&text);
    let at = log.at("ClockSet", 0);
    let mut forward = log.clone();
    forward.entries[at]["at"] = log.entries[at - 1]["at"].clone();
    fails(forward, "found-clock-set-so", at);
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_agrees() {
    checker::asked(|| {
        entries_stand_in_the_order_of_their_times();
        a_table_of_the_first_law_goes_on_under_the_second_and_is_judged_as_it_was_before();
        emergency_stops_are_counted_and_a_refusal_holds_for_three_days();
        one_absence_ends_by_its_number_and_the_others_stand();
        an_absence_over_new_year_takes_of_each_year_its_own_days();
        a_deadline_that_was_told_stays_when_the_rules_of_its_zone_change();
        a_log_that_is_ahead_of_the_clock_takes_nobodys_time_and_is_set_right_by_an_entry();
    });
}
