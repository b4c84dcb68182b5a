//! Time when things go wrong: processes that end between two steps, stores that refuse, two processes at one expiry, and ten thousand
//! tables at once; and expiries on days and in zones that are easily got wrong.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use chrono::{DateTime, TimeDelta, Utc};
use wardroom::app::registry::{Games, registered};
use wardroom::club::Club;
use wardroom::game::OrderForm;
use wardroom::log::players::Player;
use wardroom::log::{Alarms, Entry, MemoryStore, Outbox, SqliteStore, Store, TimeChange};
use wardroom::pace::{Overdue, Terms};
use wardroom::seal::SealError;
use wardroom::table::platform::written;
use wardroom::table::{Order, Platform, Tables};

use crate::common::{Luck, few_and_many};
use crate::seats::{BLUE, RED, accepted, table};
use crate::toy::*;

pub static TOY: Games = Games::new(&[registered::<Toy>()]);

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

fn terms(typed: &str) -> Terms {
    Terms { overdue: Overdue::Claim, ..Terms::default().changed(typed, None).unwrap() }
}

pub fn club<S: Store + Clone + 'static>(store: &S, clock: &Arc<Clock>) -> Club {
    TOY.club(Arc::new(store.clone()), clock.clone(), None, None).unwrap()
}

pub fn keep(club: &Club) {
    while club.time().keep().unwrap() > 0 {}
}

/// Time goes on by so many hours, and is kept.
pub fn pass(clock: &Clock, hours: i64, club: &Club) {
    for _ in 0..hours * 10 {
        clock.pass(HOUR / 10);
        keep(club);
    }
}

/// A table of two with these terms in a store, whose first question waits for both.
pub fn opened<S: Store + Clone>(store: &S, platform: &Arc<impl Platform + 'static>, typed: &str) -> String {
    let tables: Toys<S> = Tables::new(Arc::new(store.clone()), platform.clone());
    for name in [RED, BLUE] {
        store.put_player(Player { id: name.to_owned(), name: name.to_owned(), ..Player::default() }).unwrap();
    }
    let id = table(&tables, true, false);
    let change = TimeChange::Terms(terms(typed));
    let ask = accepted(tables.change_time(&id, &caller(RED), seat(RED), &change));
    accepted(tables.answer_request(&id, &caller(BLUE), seat(BLUE), ask, true));
    id
}

pub fn expiries(store: &impl Store, id: &str) -> Vec<Entry> {
    let entries = store.read(id, 1).unwrap();
    entries.into_iter().filter(|entry| entry.kind == "TimeExpired").collect()
}

fn at(path: &Path) -> SqliteStore {
    SqliteStore::open(path).unwrap()
}

#[test]
fn what_was_done_before_a_process_ended_is_not_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let (path, clock) = (folder.path().join("toy.db"), Clock::new());
    let id = opened(&at(&path), &clock, "1d grace 6h");
    let prompt = |store: &SqliteStore| {
        let tables: Toys<SqliteStore> = Tables::new(Arc::new(store.clone()), clock.clone());
        tables.look(&id, |table| table.asked()[0].number).unwrap()
    };
    {
        let store = at(&path);
        pass(&clock, 17, &club(&store, &clock));
        // Six hours before the deadline it reminds blue, and ends before it reminds red and sets the alarm.
        clock.pass(HOUR);
        assert!(store.remind(&id, prompt(&store), BLUE, ("reminder-2", None)).unwrap());
    }
    {
        let store = at(&path);
        pass(&clock, 11, &club(&store, &clock));
        // It says that the time of red is up, and ends before it sets the alarm.
        clock.pass(HOUR);
        let tables: Toys<SqliteStore> = Tables::new(Arc::new(store.clone()), clock.clone());
        assert!(tables.expire(&id, seat(RED), prompt(&store), DateTime::UNIX_EPOCH, None).unwrap());
    }
    let store = at(&path);
    pass(&clock, 8, &club(&store, &clock));
    let said: Vec<_> = expiries(&store, &id).iter().map(|entry| entry.body["seat"].to_string()).collect();
    assert_eq!(said, [r#""red""#, r#""blue""#], "and what was not done is done");
    let sent = store.unplanned_notices(1000).unwrap();
    let sent = sent.into_iter().filter(|notice| notice.why.starts_with("reminder-"));
    let sent: Vec<_> = sent.map(|notice| format!("{} {}", notice.seat, notice.why)).collect();
    assert_eq!(sent, ["blue reminder-2", "red reminder-before6h"], "an older version numbered the steps");
}

/// A clock that goes on whenever it is looked at, as while much is done.
struct Busy {
    clock: Arc<Clock>,
    seconds: AtomicI64,
}

impl Platform for Busy {
    fn now(&self) -> DateTime<Utc> {
        self.clock.pass(self.seconds.load(Ordering::SeqCst));
        self.clock.now()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        self.clock.fill(bytes)
    }
}

#[test]
fn that_there_is_much_to_do_is_no_outage() {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let tables: Vec<String> = (0..100).map(|_| opened(&store, &clock, "1d grace 6h")).collect();
    let busy = Arc::new(Busy { clock: clock.clone(), seconds: AtomicI64::new(0) });
    let keeper = TOY.club(Arc::new(store.clone()), busy.clone(), None, None).unwrap();
    pass(&clock, 29, &keeper);
    for _ in 0..11 {
        clock.pass(HOUR / 12);
        keep(&keeper);
    }
    busy.seconds.store(30, Ordering::SeqCst);
    let before = clock.now();
    // All are looked at anew, which takes so long that their time is up meanwhile.
    store.wake_all(&written(before)).unwrap();
    keeper.time().keep().unwrap();
    busy.seconds.store(0, Ordering::SeqCst);
    assert!(clock.now() - before > TimeDelta::minutes(30));
    keep(&keeper);
    assert!(tables.iter().all(|id| expiries(&store, id).len() == 2), "nobody has a fresh grace");
}

#[test]
fn an_expiry_that_the_store_refuses_is_said_once_it_takes_it() {
    let folder = tempfile::tempdir().unwrap();
    let (path, clock) = (folder.path().join("toy.db"), Clock::new());
    let store = at(&path);
    let [id, other] = [(); 2].map(|()| opened(&store, &clock, "1d grace 6h"));
    let keeper = club(&store, &clock);
    pass(&clock, 29, &keeper);
    let disk = rusqlite::Connection::open(&path).unwrap();
    let refuse = "CREATE TRIGGER refuses BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'full'); END";
    disk.execute_batch(refuse).unwrap();
    pass(&clock, 3, &keeper);
    assert_eq!(expiries(&store, &id), []);
    disk.execute_batch("DROP TRIGGER refuses").unwrap();
    pass(&clock, 2, &keeper);
    for id in [id, other] {
        assert_eq!(expiries(&store, &id).len(), 2, "red and blue, each once");
    }
}

/// Two processes at one expiry, and an answer that is on its way: what was stored first counts.
#[test]
fn two_processes_and_a_late_answer_race_safely() {
    let folder = tempfile::tempdir().unwrap();
    let (path, clock) = (folder.path().join("toy.db"), Clock::new());
    let stores = [at(&path), at(&path), at(&path)];
    let (mut answered, mut expired) = (0, 0);
    for round in 0..24 {
        let id = opened(&stores[0], &clock, "1d grace 6h");
        clock.pass(2 * DAY);
        let start = Barrier::new(3);
        let tables =
            |at: usize| -> Toys<SqliteStore> { Tables::new(Arc::new(stores[at].clone()), clock.clone()) };
        let prompt = tables(0).look(&id, |table| table.asked()[0].number).unwrap();
        let expire = |at: usize| {
            let tables = tables(at);
            start.wait();
            tables.expire(&id, seat(RED), prompt, DateTime::UNIX_EPOCH, None).unwrap()
        };
        let answer = || {
            let tables = tables(2);
            start.wait();
            let form = OrderForm::new(word("choose")).with("number", 4);
            tables.submit(&id, &caller(RED), &Order { seat: seat(RED), prompt, form }).unwrap().is_accepted()
        };
        let (first, second, given) = thread::scope(|scope| {
            let others = [scope.spawn(|| expire(1)), scope.spawn(answer)];
            let first = expire(0);
            let [second, given] = others.map(|other| other.join().unwrap());
            (first, second, given)
        });
        assert!(given, "round {round}: a late answer counts");
        assert!(!(first && second), "round {round}: said twice");
        let said = expiries(&stores[0], &id);
        assert_eq!(said.len(), usize::from(first || second), "round {round}");
        let order =
            stores[0].read(&id, 1).unwrap().into_iter().find(|entry| entry.kind == "OrderGiven").unwrap();
        assert!(
            said.iter().all(|said| said.seq < order.seq),
            "round {round}: of a question that is answered"
        );
        (answered, expired) = (answered + usize::from(said.is_empty()), expired + said.len());
    }
    println!("{answered} answers and {expired} expiries were first");
}

/// A clock whose chance is good enough for the ids of ten thousand tables.
struct Chancy(Arc<Clock>, Mutex<Luck>);

impl Platform for Chancy {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        let mut luck = self.1.lock().unwrap();
        bytes.fill_with(|| luck.below(256) as u8);
        Ok(())
    }
}

few_and_many!(tables_that_are_due_in_one_minute_are_served_once_each: 300, 10_000;);

fn tables_that_are_due_in_one_minute_are_served_once_each(count: usize) {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let platform = Arc::new(Chancy(clock.clone(), Mutex::new(Luck::of(1))));
    let ids: Vec<String> = (0..count).map(|_| opened(&store, &platform, "1d grace 6h")).collect();
    let keepers = [club(&store, &clock), club(&store, &clock)];
    pass(&clock, 30, &keepers[0]);
    clock.pass(60);
    for keeper in keepers.iter().rev() {
        keep(keeper);
    }
    for id in &ids {
        let said = expiries(&store, id);
        let seats: BTreeSet<String> = said.iter().map(|entry| entry.body["seat"].to_string()).collect();
        assert_eq!((said.len(), seats.len()), (2, 2), "{id}");
    }
    let sent = store.unplanned_notices(usize::MAX).unwrap();
    let reminders = sent.iter().filter(|notice| notice.why.starts_with("reminder-"));
    let each: BTreeSet<_> = reminders.clone().map(|it| (&it.table, it.seq, &it.seat, &it.why)).collect();
    assert_eq!(
        (reminders.count(), each.len()),
        (2 * count, 2 * count),
        "six hours before the deadline, each once"
    );
}

#[test]
fn leap_days_and_zones_of_half_and_quarter_hours_at_an_expiry() {
    // When it is asked, by what pace, when that is due, and when the time is up.
    let days = [
        ("2028-02-28T15:00:00Z", "1d grace 12h", "2028-02-29T15:00:00Z", "2028-03-01T03:00:00Z"),
        (
            "2028-02-28T15:00:00Z",
            "daily 20:00 Asia/Kathmandu",
            "2028-02-29T14:15:00Z",
            "2028-03-01T14:15:00Z",
        ),
        // The clocks of Adelaide are half an hour off, and go back on 2 April 2028; of Chatham, three quarters, on that day too.
        (
            "2028-04-01T11:00:00Z",
            "daily 20:00 Australia/Adelaide",
            "2028-04-02T10:30:00Z",
            "2028-04-03T10:30:00Z",
        ),
        (
            "2028-04-01T11:00:00Z",
            "daily 20:00 Pacific/Chatham",
            "2028-04-02T07:15:00Z",
            "2028-04-03T07:15:00Z",
        ),
        // In Newfoundland they go forward on 12 March 2028: a weekend of 47 hours.
        (
            "2028-03-10T15:00:00Z",
            "1d weekends off America/St_Johns",
            "2028-03-13T14:00:00Z",
            "2028-03-14T14:00:00Z",
        ),
        // On Lord Howe they go back by half an hour: half past one comes twice.
        (
            "2028-04-01T00:00:00Z",
            "daily 01:45 Australia/Lord_Howe",
            "2028-04-01T14:45:00Z",
            "2028-04-02T14:45:00Z",
        ),
    ];
    let moment = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
    for (asked, typed, due, up) in days {
        let (store, clock) = (MemoryStore::new(), Clock::new());
        clock.pass((moment(asked) - clock.now()).num_seconds());
        let id = opened(&store, &clock, typed);
        let keeper = club(&store, &clock);
        while clock.now() < moment(up) - TimeDelta::minutes(5) {
            clock.pass(300);
            keep(&keeper);
        }
        assert_eq!(expiries(&store, &id), [], "{typed}: a moment is left");
        clock.pass(300);
        keep(&keeper);
        let said = expiries(&store, &id);
        assert_eq!(said.len(), 2, "{typed}");
        assert_eq!(moment(said[0].body["deadline"].as_str().unwrap()), moment(due), "{typed}");
        crate::seats::passes(&store, &id);
    }
}

#[test]
fn a_process_that_was_down_over_a_deadline_says_it_after_a_fresh_grace() {
    let folder = tempfile::tempdir().unwrap();
    let (path, clock) = (folder.path().join("toy.db"), Clock::new());
    let id = {
        let store = at(&path);
        let id = opened(&store, &clock, "1d grace 2h");
        pass(&clock, 3, &club(&store, &clock));
        id
    };
    clock.pass(30 * DAY);
    let store = at(&path);
    let keeper = club(&store, &clock);
    keep(&keeper);
    assert_eq!(expiries(&store, &id), []);
    pass(&clock, 2, &keeper);
    assert_eq!(expiries(&store, &id).len(), 2);
    let reminders = store.unplanned_notices(1000).unwrap();
    let reminders = reminders.iter().filter(|notice| notice.why.starts_with("reminder-")).count();
    assert_eq!(reminders, 2, "what was missed is told once");
}
