//! What the PostgreSQL store promises beside what every store does: roles, races, servers that fail, whole games as in
//! memory.

mod changes;
mod moving;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use wardroom::games::Packed;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::{self, Goeben};
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::grand_fleet::{self, GrandFleet};
use wardroom::log::export::export;
use wardroom::log::players::{Address, Player};
use wardroom::log::visibility::LogViewer;
use wardroom::log::{
    Alarms, Append, AppendError, Appended, Fault, MemoryStore, Migrated, Outbox, Players, PostgresAddress,
    PostgresStore, Store,
};
use wardroom::table::open::Opened;
use wardroom::table::platform::written;
use wardroom::table::{Caller, OpenTable, OpeningSeat, Order, Tables};

use crate::common::Luck;
use crate::common::postgres::{Database, OWNER, PLAYING, PgBouncer, Server, database};
use crate::log_support::{ORDER_ENTRIES, Scribe, answer, key, store_all};
use crate::toy::TestPlatform;

/// A database with a table of a few entries.
fn with_a_table() -> Database<'static> {
    let database = database();
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(&database.store(), vec![scribe.open(), scribe.order()]);
    database
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_commit_is_counted_and_a_question_is_not() {
    let store = database().store();
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    metrics::with_local_recorder(&recorder, || {
        store
            .put_player(Player { id: "p-1".to_owned(), name: "Ada".to_owned(), ..Player::default() })
            .unwrap();
        store.tables().unwrap();
    });
    let told = recorder.handle().render();
    assert!(told.lines().any(|line| line == "wardroom_commit_seconds_count 1"), "{told}");
}

/// Among five thousand: whoever read a whole table for it would be slow where there are many.
#[test]
#[ignore = "needs PostgreSQL"]
fn one_player_among_many_is_found_by_an_index() {
    let database = with_a_table();
    let many = "FROM generate_series(1, 5000) n";
    for rows in [
        format!("players (id, name) SELECT 'p-' || n, 'Ada' || n {many}"),
        format!("addresses (player_id, kind, value) SELECT 'p-' || n, 'mail', n || '@example.org' {many}"),
        format!("tables_of_players (player_id, table_id) SELECT 'p-' || n, t.id {many}, wardroom.tables t"),
    ] {
        database.sql(OWNER, &format!("INSERT INTO wardroom.{rows}")).unwrap();
    }
    database.sql(OWNER, "ANALYZE wardroom.players, wardroom.addresses, wardroom.tables_of_players").unwrap();
    let store = database.store();
    for number in 1..=10 {
        let id = format!("p-{number}");
        assert_eq!(store.player(&id).unwrap().unwrap().addresses.len(), 1);
        assert_eq!(store.tables_of_player(&id).unwrap(), ["goeben-1"]);
        store.wake_tables_of(&id, "2026-01-01T00:00:00.000Z").unwrap();
        let found = store.player_at(&Address::new("mail", &format!("{number}@example.org"))).unwrap();
        assert_eq!(found.unwrap().id, id);
    }
    // What was read is counted when its connection ends, which takes a moment.
    drop(store);
    let counted =
        "SELECT seq_scan + coalesce(idx_scan, 0) FROM pg_stat_user_tables WHERE relname = 'addresses'";
    let whole = "SELECT string_agg(relname, ', ') FROM pg_stat_user_tables WHERE seq_tup_read >= 5000";
    let judge = format!(
        "DO $$ BEGIN
           WHILE coalesce(({counted}), 0) < 20 LOOP PERFORM pg_sleep(0.05); PERFORM pg_stat_clear_snapshot(); END LOOP;
           IF ({whole}) IS NOT NULL THEN RAISE EXCEPTION 'read whole: %', ({whole}); END IF;
         END $$"
    );
    database.sql(OWNER, &judge).unwrap();
}

#[test]
#[ignore = "needs PostgreSQL"]
fn the_role_that_plays_may_change_nothing_of_the_log() {
    let database = with_a_table();
    for table in ["entries", "tables", "packs"] {
        for change in [
            format!("DELETE FROM wardroom.{table}"),
            format!("TRUNCATE wardroom.{table} CASCADE"),
            format!("DROP TABLE wardroom.{table} CASCADE"),
            format!("ALTER TABLE wardroom.{table} DISABLE TRIGGER ALL"),
            format!("UPDATE wardroom.{table} SET {} = NULL", if table == "tables" { "seed" } else { "text" }),
        ] {
            let refused = database.sql(PLAYING, &change).unwrap_err();
            assert!(
                refused.contains("permission denied") || refused.contains("owner"),
                "{change}: {refused}"
            );
        }
    }
    for create in ["CREATE TABLE wardroom.more (n int)", "UPDATE wardroom.schema SET version = 99"] {
        assert!(database.sql(PLAYING, create).unwrap_err().contains("permission denied"), "{create}");
    }
    assert_eq!(database.store().read("goeben-1", 1).unwrap().len() as u64, 1 + ORDER_ENTRIES);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn triggers_keep_the_owner_from_changing_the_log_by_mistake() {
    let database = with_a_table();
    for table in ["entries", "tables", "packs"] {
        let column = if table == "tables" { "seed" } else { "text" };
        for change in [
            format!("DELETE FROM wardroom.{table}"),
            format!("TRUNCATE wardroom.{table} CASCADE"),
            format!("UPDATE wardroom.{table} SET {column} = NULL"),
        ] {
            let refused = database.sql(OWNER, &change).unwrap_err();
            assert!(refused.contains("never changed"), "{change}: {refused}");
        }
    }
    let gap = "INSERT INTO wardroom.entries SELECT table_id, seq + 10, text, kind, at, cause, digest, chain
               FROM wardroom.entries";
    assert!(database.sql(PLAYING, gap).unwrap_err().contains("without gaps"));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn no_role_plays_that_owns_the_log_or_may_change_it_unless_it_is_the_only_one() {
    let database = with_a_table();
    for role in [OWNER, "postgres"] {
        let mut address = database.address(role);
        let refused = PostgresStore::open(&address).unwrap_err();
        assert!(matches!(&refused, Fault::Powerful { role: named, .. } if named == role), "{refused}");
        address.single_role = true;
        assert!(PostgresStore::open(&address).unwrap().table("goeben-1").unwrap().is_some());
    }
    for right in ["TRUNCATE", "UPDATE", "DELETE", "TRIGGER"] {
        database.sql(OWNER, &format!("GRANT {right} ON wardroom.entries TO {PLAYING}")).unwrap();
        let refused = PostgresStore::open(&database.address(PLAYING)).unwrap_err();
        assert!(matches!(refused, Fault::Powerful { .. }), "{right}: {refused}");
        database.sql(OWNER, &format!("REVOKE {right} ON wardroom.entries FROM {PLAYING}")).unwrap();
    }
    assert!(PostgresStore::open(&database.address(PLAYING)).is_ok());
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_schema_is_made_once_by_however_many_and_fits_the_program() {
    let server = Server::start();
    let database = server.empty();
    let error = PostgresStore::open(&database.address(PLAYING)).unwrap_err();
    assert!(matches!(error, Fault::NotMigrated { found: 0, .. }), "{error}");
    assert!(error.to_string().contains("wardroom migrate"), "{error}");
    let owner = database.address(OWNER);
    let mut made: Vec<Migrated> = std::thread::scope(|scope| {
        let migrate = || PostgresStore::migrate(&owner, Some(PLAYING)).unwrap();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(migrate)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    made.sort_unstable_by_key(|it| it.before);
    let known = made[0].now;
    let oldest = made[0].oldest;
    let is_so = format!("DO $$ BEGIN ASSERT (SELECT max(oldest) FROM wardroom.schema) = {oldest}; END $$");
    database.sql(OWNER, &is_so).unwrap();
    assert_eq!(made, [0, known, known, known].map(|before| Migrated { before, now: known, oldest }));
    assert!(PostgresStore::open(&database.address(PLAYING)).is_ok());
    // A newer schema that this program still fits, and one that it does not.
    let newer = |version: i32, oldest: i32| {
        database.sql(OWNER, &format!("INSERT INTO wardroom.schema VALUES ({version}, {oldest})")).unwrap();
        PostgresStore::open(&database.address(PLAYING))
    };
    assert!(newer(known + 1, known).is_ok());
    let error = newer(known + 2, known + 1).unwrap_err();
    assert!(matches!(error, Fault::NewerSchema { .. }), "{error}");
    assert!(matches!(PostgresStore::migrate(&owner, None), Err(Fault::NewerSchema { .. })));
    let nobody =
        PostgresStore::migrate(&server.migrated().address(OWNER), Some("no such \"role\"")).unwrap_err();
    assert!(nobody.to_string().contains("there is no role"), "{nobody}");
    let elsewhere = PostgresStore::migrate(&server.empty().address(PLAYING), None).unwrap_err().to_string();
    assert!(elsewhere.contains("permission denied"), "{elsewhere}");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_released_migration_is_never_edited() {
    // Add a line for each new migration; never change one.
    let released = [
        ("001-log.sql", "7ec5b8e7c705bfb7789c9dca9ef8adf876488fac79ad1d95f728d27502514b1e"),
        ("002-moving.sql", "013620e10d6b67d73435fd1537b45e593b41fd2e4e8f12acf52a177a1ef85de2"),
        ("003-leases.sql", "c5c18b87da150d2ceb1c9adfedb896432c8a91ee48d32c166f515390484cc679"),
    ];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    let files = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let found: BTreeSet<String> = files.filter(|name| name != "rights.sql").collect();
    assert_eq!(found, released.iter().map(|(name, _)| (*name).to_owned()).collect());
    for (name, hash) in released {
        let sql = std::fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(hex::encode(wardroom::log::chain::digest(&sql)), hash, "{name} was edited");
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_database_is_named_without_a_password_and_reached_by_tls() {
    let read = |url: &str| url.parse::<PostgresAddress>();
    for wrong in [
        "postgres://wardroom:mellon@db.example.org/wardroom",
        "postgres://wardroom@db.example.org/wardroom?password=mellon",
        "postgres://wardroom:mellon@db.example.org:port/wardroom",
        "postgres://wardroom@db.example.org/wardroom?sslmode=disable",
        "postgres://wardroom@127.0.0.1,db.example.org/wardroom?sslmode=disable",
        "postgres://wardroom@localhost/wardroom?sslmode=disable&hostaddr=192.0.2.2",
        "postgres://wardroom@localhost/wardroom?sslmode=allow",
        "postgres://wardroom@db.example.org",
        "postgres://db.example.org/wardroom",
        "postgres:///wardroom?user=wardroom",
    ] {
        let error = read(wrong).unwrap_err().to_string();
        assert!(error.contains("the database's address") && !error.contains("mellon"), "{error}");
    }
    for good in [
        "postgres://wardroom@db.example.org/wardroom",
        "postgresql://wardroom@db.example.org:6432/wardroom?sslmode=prefer",
        "postgres://wardroom@localhost/wardroom?sslmode=disable",
        "postgres://wardroom@[::1]/wardroom?sslmode=disable",
        "postgres://wardroom@a.example.org,b.example.org:6432/wardroom",
    ] {
        assert!(read(good).is_ok(), "{good}");
    }
    // Nothing listens at port 1.
    let address = read("postgres://wardroom@127.0.0.1:1/wardroom").unwrap().with_password("mellon".into());
    let error = PostgresStore::open(&address).unwrap_err();
    assert!(matches!(error, Fault::Unreachable { .. }), "{error}");
    for shown in [format!("{address:?}"), address.to_string(), error.to_string(), format!("{error:?}")] {
        assert!(shown.contains("127.0.0.1") && !shown.contains("mellon"), "{shown}");
    }
    assert!(read("postgres://a@b/c").unwrap().trusting("no certificate").is_err());
    let several = read("postgres://wardroom@a.example.org,b.example.org:6432/wardroom").unwrap();
    assert_eq!(several.to_string(), "postgres://wardroom@a.example.org:5432,b.example.org:6432/wardroom");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_server_is_believed_by_the_name_in_its_certificate_and_never_without_one() {
    let server = Server::listening(true);
    let database = server.migrated();
    server.admin(&format!("ALTER ROLE {PLAYING} PASSWORD 'mellon'"));
    let authority = server.authority();
    let open = |url: String, password: &str, trusting: bool| {
        let address: PostgresAddress = url.parse().unwrap();
        let address = address.with_password(password.into());
        let address = if trusting { address.trusting(&authority).unwrap() } else { address };
        PostgresStore::open(&address).map(drop)
    };
    let at = |host: &str| database.at(host, PLAYING);
    assert_eq!(open(at("localhost"), "mellon", true), Ok(()));
    let preferred = format!("{}?sslmode=prefer", at("localhost"));
    assert_eq!(open(preferred, "mellon", true), Ok(()));
    // Not the name that the certificate has; not an authority that is believed; not the password.
    for (host, password, trusting) in
        [("127.0.0.1", "mellon", true), ("localhost", "mellon", false), ("localhost", "speak", true)]
    {
        let error = open(at(host), password, trusting).unwrap_err();
        assert!(matches!(error, Fault::Unreachable { .. }), "{host}: {error}");
        let expected = if password == "speak" { "password" } else { "certificate" };
        assert!(
            error.to_string().contains(expected) && !error.to_string().contains("speak"),
            "{host}: {error}"
        );
    }
    let bare = Server::listening(false);
    let database = bare.migrated();
    bare.admin(&format!("ALTER ROLE {PLAYING} PASSWORD 'mellon'"));
    assert!(open(database.at("localhost", PLAYING), "mellon", true).is_err(), "without TLS nothing is asked");
    let plain = format!("{}?sslmode=disable", database.at("127.0.0.1", PLAYING));
    assert_eq!(open(plain, "mellon", true), Ok(()), "but on the machine itself, where that is said");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_store_is_asked_from_any_thread_and_dropped_on_any() {
    let database = with_a_table();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = database.store();
        assert_eq!(store.read("goeben-1", 1).unwrap().len() as u64, 1 + ORDER_ENTRIES);
        drop(store);
    });
}

#[test]
#[ignore = "needs PostgreSQL"]
fn what_no_text_of_the_database_can_hold_is_refused() {
    let store = database().store();
    let error = wardroom::log::Notes::put_note(&store, "discord", "key", "a\0b").unwrap_err();
    assert!(matches!(error, Fault::Unfit(_)), "{error}");
}

/// Orders of several processes at one table, each under a key of its own, until all are stored.
fn race(stores: &[PostgresStore], orders: u32) -> (usize, usize) {
    let conflicts = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for (at, store) in stores.iter().enumerate() {
            let conflicts = &conflicts;
            scope.spawn(move || {
                for number in 0..orders {
                    let mut scribe = Scribe::new("goeben-1", 1);
                    loop {
                        scribe.head = store.stored_head("goeben-1").unwrap();
                        let answer = answer(&key(&format!("racer {at}"), number.into()), "sail", "sailed");
                        match store.append(Append { answer: Some(answer), ..scribe.order() }) {
                            Ok(Appended::Stored(_)) => break,
                            Err(AppendError::Conflict { .. }) => conflicts.fetch_add(1, Ordering::Relaxed),
                            other => panic!("{other:?}"),
                        };
                    }
                }
            });
        }
    });
    (stores.len() * orders as usize, conflicts.into_inner())
}

#[test]
#[ignore = "needs PostgreSQL"]
fn eight_racing_processes_lose_nothing_and_leave_no_gap() {
    let database = with_a_table();
    let stores: Vec<PostgresStore> = (0..8).map(|_| database.store()).collect();
    let (stored, conflicts) = race(&stores, 20);
    let entries = stores[0].read("goeben-1", 1).unwrap();
    assert_eq!(entries.len() as u64, 1 + ORDER_ENTRIES * (1 + stored as u64));
    assert!(conflicts > 0, "nobody met anybody");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn the_same_order_by_many_at_once_is_stored_once() {
    let database = with_a_table();
    let stores: Vec<PostgresStore> = (0..8).map(|_| database.store()).collect();
    for number in 0..10 {
        let head = stores[0].stored_head("goeben-1").unwrap();
        let once = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for (at, store) in stores.iter().enumerate() {
                let once = &once;
                scope.spawn(move || {
                    let mut scribe = Scribe::new("goeben-1", 1);
                    scribe.head = head;
                    let told = answer(&key("one order", number), "sail", &format!("sailed, says {at}"));
                    match store.append(Append { answer: Some(told), ..scribe.order() }).unwrap() {
                        Appended::Stored(_) => once.fetch_add(1, Ordering::Relaxed),
                        Appended::Repeated(_) => 0,
                    };
                });
            }
        });
        assert_eq!(once.into_inner(), 1);
        assert_eq!(stores[0].stored_head("goeben-1").unwrap().seq, head.seq + ORDER_ENTRIES);
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn what_was_answered_as_stored_outlives_a_server_that_is_killed() {
    const KILLS: usize = 3;
    let server = Server::start();
    let database = server.migrated();
    let tables: Vec<String> = (0..4).map(|at| format!("goeben-{at}")).collect();
    for table in &tables {
        store_all(&database.store(), vec![Scribe::new(table, 1).open()]);
    }
    let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let acknowledged: Vec<(String, BTreeSet<u64>)> = std::thread::scope(|scope| {
        let players: Vec<_> = tables
            .iter()
            .map(|table| {
                let (store, stop, done) = (database.store(), &stop, &done);
                scope.spawn(move || {
                    let mut kept = BTreeSet::new();
                    let mut number = 0;
                    while !stop.load(Ordering::Relaxed) {
                        // Whatever failed is given again under its key, as a player does.
                        if give(&store, table, number).is_ok() {
                            kept.insert(number);
                            number += 1;
                            done.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    (table.clone(), kept)
                })
            })
            .collect();
        for _ in 0..KILLS {
            let before = done.load(Ordering::Relaxed);
            while done.load(Ordering::Relaxed) < before + 20 {
                std::thread::yield_now();
            }
            server.killed();
        }
        let before = done.load(Ordering::Relaxed);
        while done.load(Ordering::Relaxed) < before + 20 {
            std::thread::yield_now();
        }
        stop.store(true, Ordering::Relaxed);
        players.into_iter().map(|player| player.join().unwrap()).collect()
    });
    let store = database.store();
    for (table, kept) in acknowledged {
        let orders = (store.read(&table, 1).unwrap().len() as u64 - 1) / ORDER_ENTRIES;
        // The last one may be stored and not answered.
        assert!(
            (kept.len() as u64..=kept.len() as u64 + 1).contains(&orders),
            "{table}: {orders}, {}",
            kept.len()
        );
        for number in kept {
            assert!(store.answer(&key(&table, number)).unwrap().is_some(), "{table}, {number}");
        }
    }
}

/// Gives an order until it is stored, by whichever try.
fn give(store: &PostgresStore, table: &str, number: u64) -> Result<(), AppendError> {
    let mut scribe = Scribe::new(table, 1);
    scribe.head = store.stored_head(table)?;
    let told = answer(&key(table, number), "sail", "sailed");
    store.append(Append { answer: Some(told), ..scribe.order() }).map(drop)
}

/// A whole game of a seed, by random orders: its export.
fn played<G: Packed>(store: Arc<dyn Store>, game: G, setup: G::Setup, seed: u64) -> String {
    let tables: Tables<G> = Tables::new(store.clone(), TestPlatform::new(1000 * seed));
    let mut luck = Luck::of(seed);
    let caller = |seat: &str| Caller::new(&format!("p-{seat}"), "terminal");
    let seats = game.seats(&setup);
    let sittings =
        seats.iter().map(|seat| OpeningSeat { seat: *seat, player: caller(seat.as_str()).player }).collect();
    let opening = OpenTable { game: Arc::new(game), setup, practice: false, ready: false, sittings };
    let Opened::Table { id, .. } = tables.open(&opening, &caller(seats[0].as_str())).unwrap() else {
        panic!("seed {seed}: not opened")
    };
    loop {
        let asked: Vec<_> = tables
            .look(&id, |table| table.asked().iter().map(|asked| (asked.prompt.seat, asked.number)).collect())
            .unwrap();
        let Some((seat, prompt)) = luck.one_of(&asked).copied() else { break };
        let options = tables.look(&id, |table| table.options(seat)).unwrap();
        let form = options.sample(&mut |n| luck.below(n)).expect("an order");
        let reply = tables.submit(&id, &caller(seat.as_str()), &Order { seat, prompt, form }).unwrap();
        assert!(reply.is_accepted(), "seed {seed}: {reply:?}");
    }
    let mut file = Vec::new();
    export(&*store, &id, &LogViewer::Full, |_| false, &mut file).unwrap();
    String::from_utf8(file).unwrap()
}

fn the_same_as_in_memory<G: Packed>(game: impl Fn() -> G, setup: &G::Setup) {
    const SEED: u64 = 1;
    let database = database();
    let here = played(Arc::new(MemoryStore::new()), game(), setup.clone(), SEED);
    assert!(here == played(Arc::new(database.store()), game(), setup.clone(), SEED), "seed {SEED}");
    assert!(here.lines().count() > 50, "seed {SEED}: a game of {} lines", here.lines().count());
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_whole_game_of_goeben_is_the_same_as_in_memory_by_every_byte() {
    the_same_as_in_memory(|| Goeben::new(SeaChart::builtin()), &goeben::state::Setup::default());
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_whole_game_of_grand_fleet_is_the_same_as_in_memory_by_every_byte() {
    the_same_as_in_memory(|| GrandFleet::new(Chart::builtin()), &grand_fleet::state::Setup::default());
}

/// A machine's clock that is minutes fast or slow makes its leases no longer and no shorter for the others, and takes none away.
#[test]
#[ignore = "needs PostgreSQL"]
fn leases_go_by_the_server_s_clock_not_by_those_of_the_machines() {
    const CHANNEL: &str = "discord";
    const MINUTES: TimeDelta = TimeDelta::minutes(5);
    type Clock = fn() -> DateTime<Utc>;
    let clocks: [Clock; 3] = [Utc::now, || Utc::now() + MINUTES, || Utc::now() - MINUTES];
    let [right, fast, slow] = clocks;
    for (mine, yours) in [(fast, right), (right, fast), (slow, right), (right, slow), (fast, slow)] {
        let database = database();
        let lease = |clock: Clock, owner: &str, after: i64| {
            let now = clock() + TimeDelta::seconds(after);
            let until = written(now + TimeDelta::seconds(30));
            let store = database.store().with_clock(clock);
            let taken = store.lease_channel(CHANNEL, owner, &written(now), &until).unwrap();
            let number = store.lease_number(CHANNEL, owner, &written(now)).unwrap();
            assert_eq!(taken, number.is_some());
            (number, move |after: i64, number: u64| {
                let now = written(clock() + TimeDelta::seconds(after));
                store.begin_sending(CHANNEL, "me", number, &now).unwrap()
            })
        };
        let (number, may_send) = lease(mine, "me", 0);
        let number = number.expect("nobody has it");
        assert!(lease(yours, "you", 0).0.is_none(), "it was taken just now");
        assert!(may_send(0, number) && !may_send(40, number));
        assert!(lease(yours, "you", 40).0.is_some_and(|next| next > number), "it has ended");
        assert!(!may_send(0, number));
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn of_several_servers_the_one_that_takes_writes_is_used() {
    let primary = Server::start();
    let standby = primary.standby();
    let mut database = primary.migrated().with_standby(&standby);
    let store = database.store();
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(&store, vec![scribe.open()]);
    for _ in 0..2 {
        // The order in which they are named stays the same, whichever of them takes writes.
        database.promoted(|| ());
        // What was connected to the one that is gone is found to be so when it is used.
        assert_eq!(store.head("goeben-1").unwrap(), scribe.head);
        store_all(&store, vec![scribe.order()]);
        assert_eq!(database.store().head("goeben-1").unwrap(), scribe.head);
    }
    let standing_by = database.standby_url(PLAYING).parse().unwrap();
    let error = PostgresStore::open(&standing_by).unwrap().append(scribe.order()).unwrap_err();
    assert!(error.to_string().contains("it is a standby"), "{error}");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_pooler_that_mixes_up_what_its_clients_prepare_is_refused() {
    let server = Server::start();
    let database = server.migrated();
    let open = |bouncer: &PgBouncer| PostgresStore::open(&bouncer.url(&database, PLAYING).parse().unwrap());
    let by_transaction = server.pooled("transaction");
    for _ in 0..2 {
        let error = open(&by_transaction).unwrap_err();
        assert!(error.to_string().contains("a pooler gives its sessions to several programs"), "{error}");
    }
    let by_session = server.pooled("session");
    let stores = [open(&by_session).unwrap(), open(&by_session).unwrap()];
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(&stores[0], vec![scribe.open()]);
    store_all(&stores[1], vec![scribe.order()]);
    assert_eq!(stores[0].head("goeben-1").unwrap(), scribe.head);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn an_order_is_not_stored_where_that_is_not_wanted_and_health_says_so() {
    let database = database();
    let store = database.store();
    assert_eq!(store.check_storing(), Ok(()));
    database.sql(OWNER, &format!("REVOKE INSERT ON wardroom.entries FROM {PLAYING}")).unwrap();
    let error = store.check_storing().unwrap_err().to_string();
    assert!(error.contains("may not INSERT entries") && error.contains("migrate --serving"), "{error}");
    PostgresStore::migrate(&database.address(OWNER), Some(PLAYING)).unwrap();
    assert_eq!(store.check_storing(), Ok(()));
    // A newer program's schema, which leaves this one out.
    database.sql(OWNER, "INSERT INTO wardroom.schema (version, oldest) VALUES (99, 99)").unwrap();
    assert!(matches!(store.check_storing(), Err(Fault::NewerSchema { .. })));
    database.sql(OWNER, "DELETE FROM wardroom.schema WHERE version = 99").unwrap();
    let frozen = format!(
        "ALTER ROLE {PLAYING} IN DATABASE {} SET default_transaction_read_only = on",
        database.name()
    );
    database.server().admin(&frozen);
    let mut scribe = Scribe::new("goeben-1", 1);
    let error = database.store().append(scribe.open()).unwrap_err().to_string();
    assert!(error.contains("`default_transaction_read_only` is on"), "{error}");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn the_role_that_owns_a_database_is_given_no_rights() {
    let database = database();
    let error = PostgresStore::migrate(&database.address(OWNER), Some(OWNER)).unwrap_err().to_string();
    assert!(error.contains("single_role = true"), "{error}");
    assert!(database.store().tables().unwrap().is_empty());
}

#[test]
#[ignore = "needs PostgreSQL"]
fn an_order_is_acknowledged_once_the_standby_has_it_also_where_it_is_found_stored() {
    let server = Server::start();
    let database = server.migrated();
    let store = database.store();
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(&store, vec![scribe.open()]);
    let told = answer(&key("goeben-1", 1), "sail", "sailed");
    let order = Append { answer: Some(told.clone()), ..scribe.order() };
    // One that is not there.
    server.waits_for("'*'");
    let waits = || server.says("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") != "0";
    let append = || store.append(order.clone()) == Ok(Appended::Repeated(told.clone()));
    let answer = || store.answer(&told.key) == Ok(Some(told.clone()));
    let asked: [(&str, &(dyn Fn() -> bool + Sync)); 2] = [("append", &append), ("answer", &answer)];
    std::thread::scope(|scope| {
        let first = scope.spawn(|| store.append(order.clone()));
        while !waits() {
            assert!(!first.is_finished(), "it does not wait");
        }
        server.cut(&database);
        let lost = first.join().unwrap().unwrap_err();
        assert!(lost.to_string().contains("may be stored or not"), "{lost}");
        for (what, again) in asked {
            server.waits_for("'*'");
            let again = scope.spawn(again);
            while !waits() {
                assert!(!again.is_finished(), "{what} does not wait");
            }
            server.waits_for("''");
            assert!(again.join().unwrap(), "{what}");
        }
    });
}
