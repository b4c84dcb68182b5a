//! 100,000 open tables with paces: finding what is due, against reading every alarm; what one process needs to keep their time; and
//! its start after a day in which nobody kept it.
//!
//! `cargo bench --bench time` prints one line a figure; ratios compare within the run. The database is made once and used again by
//! later runs, each on a copy of it. `WARDROOM_BENCH_TABLES` says how many tables it has.

mod figures;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use figures::{median, resident_kib};
use wardroom::app::registry::GAMES;
use wardroom::club::Club;
use wardroom::game::Game;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::log::players::{Address, Player};
use wardroom::log::{Alarms, Players, SqliteStore, TimeChange};
use wardroom::pace::Terms;
use wardroom::seal::SealError;
use wardroom::table::open::Opened;
use wardroom::table::platform::written;
use wardroom::table::{Caller, OpenTable, OpeningSeat, Platform, System, TableCommand, Tables};

const TABLES: usize = 100_000;
/// How many tables a player sits at, on the average.
const TABLES_EACH: usize = 10;
/// Paces, each of as many tables as another.
const PACES: [&str; 5] = [
    "1d",
    "36h small 12h",
    "2d weekends off Europe/Berlin",
    "Mon,Wed,Fri 20:00 Asia/Tokyo overdue substitute",
    "3d overdue claim",
];
/// Threads that make tables: their orders are written together.
const MAKERS: usize = 32;
/// When the first table was opened, in seconds since 1970, and how many seconds later each of the others was: over two days.
const START: i64 = 1_800_000_000;
const OPENED_OVER: i64 = 2 * 86_400;
const DAY: i64 = 86_400;
const ROUNDS: usize = 101;

/// A clock that goes as it is told; randomness is the system's.
struct Clock(AtomicI64);

impl Clock {
    fn at(seconds: i64) -> Arc<Clock> {
        Arc::new(Clock(AtomicI64::new(seconds)))
    }

    fn pass(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Platform for Clock {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.0.load(Ordering::SeqCst), 0).expect("a time")
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        System.fill(bytes)
    }
}

fn main() {
    let count = std::env::var("WARDROOM_BENCH_TABLES").ok().and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(TABLES);
    let made = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("time-{count}.db"));
    if !made.exists() {
        make(&made, count);
    }
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    let path = folder.path().join("time.db");
    let bytes = std::fs::copy(&made, &path).expect("a copy");
    println!("time: {count} open tables with paces in {:.0} MB", bytes as f64 / 1e6);
    let clock = Clock::at(START + OPENED_OVER);
    at_once(&path, &clock);
    clock.pass(3600);
    let found = found(&path, &clock);
    println!("time: finding 256 tables that are due among them {found:?}");
    let read = every_alarm(&path);
    println!(
        "time: reading every alarm / finding what is due: {:.0}x",
        read.as_secs_f64() / found.as_secs_f64()
    );
    clock.pass(DAY);
    after_a_day(&path, &clock);
}

/// Makes the database, under another name until it is whole.
fn make(path: &Path, count: usize) {
    let begun = Instant::now();
    let unfinished = path.with_extension("unfinished");
    let clear = |endings: &[&str]| {
        endings.iter().for_each(|ending| drop(std::fs::remove_file(path.with_extension(ending))));
    };
    let heads = ["unfinished.head", "unfinished.head.lock"];
    clear(&["unfinished", "unfinished-wal", "unfinished-shm"]);
    clear(&heads);
    let store = Arc::new(SqliteStore::open(&unfinished).expect("a database"));
    let players = (count / TABLES_EACH).max(2);
    for at in 0..players {
        let name = format!("p-{at}");
        let addresses = vec![Address::new("mail", &format!("{name}@example.org"))];
        let player = Player { id: name.clone(), name, addresses, ..Player::default() };
        store.put_player(player).expect("a player");
    }
    let game = Arc::new(GrandFleet::new(Chart::builtin()));
    let next = AtomicUsize::new(0);
    std::thread::scope(|threads| {
        for _ in 0..MAKERS {
            threads.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::SeqCst);
                    if at >= count {
                        return;
                    }
                    let opened = START + OPENED_OVER * at as i64 / count as i64;
                    // Tables that nobody asks for any more are forgotten with their service.
                    let tables = Tables::new(store.clone(), Clock::at(opened));
                    let [one, other] =
                        [at % players, (at + 1 + at / players) % players].map(|it| format!("p-{it}"));
                    open(&tables, &game, (&one, &other), PACES[at % PACES.len()]);
                }
            });
        }
    });
    drop(store);
    std::fs::rename(&unfinished, path).expect("the database");
    clear(&heads);
    println!("time: {count} tables made in {:.0?}", begun.elapsed());
}

fn open(
    tables: &Tables<GrandFleet, SqliteStore>,
    game: &Arc<GrandFleet>,
    (one, other): (&str, &str),
    pace: &str,
) {
    let setup = Default::default();
    let seats = game.seats(&setup);
    let taken = vec![OpeningSeat { seat: seats[0], player: one.to_owned() }];
    let opening = OpenTable {
        game: game.clone(),
        setup,
        practice: false,
        ready: false,
        entropy: false,
        witness: false,
        seats: taken,
    };
    let caller = |player: &str| Caller::new(player, "mail");
    let Opened::Table { id, .. } = tables.open(&opening, &caller(one)).expect("a table") else {
        panic!("refused")
    };
    let terms = Terms::default().changed(pace, None).expect("a pace");
    let gives = |player: &str, command: &TableCommand| tables.perform(&id, &caller(player), command);
    let change = TableCommand::ChangeTime { seat: seats[0], change: TimeChange::Terms(terms) };
    assert!(gives(one, &change).expect("a reply").is_accepted());
    assert!(gives(other, &TableCommand::TakeSeat { seat: seats[1] }).expect("a reply").is_accepted());
}

fn started(path: &Path, clock: &Arc<Clock>) -> Club {
    let store = Arc::new(SqliteStore::open(path).expect("a database"));
    GAMES.club(store, clock.clone(), None, None).expect("a club")
}

/// Keeps time until nothing more is due; how many tables were looked at.
fn keep(club: &Club) -> usize {
    std::iter::repeat_with(|| club.time().keep().expect("time")).take_while(|looked| *looked > 0).sum()
}

/// Every table is looked at for the first time: all are due at once.
fn at_once(path: &Path, clock: &Arc<Clock>) {
    let before = resident_kib();
    let begun = Instant::now();
    let club = started(path, clock);
    let looked = keep(&club);
    let took = begun.elapsed();
    let used = resident_kib().saturating_sub(before);
    println!(
        "time: all {looked} due at once in {took:.1?}, {:.0} tables/s, {:.0} MB resident more",
        looked as f64 / took.as_secs_f64(),
        used as f64 / 1024.0
    );
    let begun = Instant::now();
    assert_eq!(keep(&club), 0);
    println!("time: a round in which nothing is due {:.1?}", begun.elapsed());
    club.time().leave().expect("time");
}

/// How long it takes to find what is due, in the page cache.
fn found(path: &Path, clock: &Arc<Clock>) -> Duration {
    let store = SqliteStore::open(path).expect("a database");
    let late = written(clock.now() + chrono::TimeDelta::days(365));
    let rounds = (0..ROUNDS).map(|_| {
        let begun = Instant::now();
        assert!(!store.due_alarms(&late, 256).expect("alarms").is_empty());
        begun.elapsed()
    });
    median(rounds.collect())
}

/// How long it takes to read the alarm of every table, as one would without an index.
fn every_alarm(path: &Path) -> Duration {
    let bare = rusqlite::Connection::open(path).expect("the database");
    let rounds = (0..ROUNDS).map(|_| {
        let begun = Instant::now();
        let mut rows = bare.prepare_cached("SELECT table_id, seq, at FROM alarms").expect("a query");
        let alarms = rows.query_map([], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?))
        });
        let last =
            alarms.expect("rows").map(|row| row.expect("a row")).max_by(|one, other| one.2.cmp(&other.2));
        assert!(last.is_some());
        begun.elapsed()
    });
    median(rounds.collect())
}

/// Nobody kept time for a day: how long until the first round is through, and until all that is due is done.
fn after_a_day(path: &Path, clock: &Arc<Clock>) {
    let begun = Instant::now();
    let club = started(path, clock);
    let opened = begun.elapsed();
    let first = club.time().keep().expect("time");
    let round = begun.elapsed();
    let looked = first + keep(&club);
    let took = begun.elapsed();
    println!(
        "time: after a day down opened in {opened:.1?}, the first {first} tables looked at after {round:.1?}, all {looked} that \
         were due after {took:.1?}"
    );
}
