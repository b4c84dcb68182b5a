//! Servers: how one is reached and believed, killed, one of several, behind a pooler, with a standby.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::common::postgres::{OWNER, PLAYING, PgBouncer, Server, database};
use crate::log_support::{ORDER_ENTRIES, Scribe, answer, key, store_all};
use chrono::{DateTime, TimeDelta, Utc};
use wardroom::log::{Append, Appended, Fault, Notes, Outbox, PostgresAddress, PostgresStore, Store};
use wardroom::table::platform::written;

use super::give;

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
fn only_a_full_disk_counts_as_one() {
    let database = database();
    for (code, is_full) in [("53100", true), ("53200", false)] {
        let fails = format!(
            "CREATE OR REPLACE FUNCTION wardroom.fails() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN RAISE EXCEPTION USING ERRCODE = '{code}', MESSAGE = 'out of something'; END $$;
             DROP TRIGGER IF EXISTS fails ON wardroom.notes;
             CREATE TRIGGER fails BEFORE INSERT ON wardroom.notes
             FOR EACH STATEMENT EXECUTE FUNCTION wardroom.fails()"
        );
        database.sql(OWNER, &fails).unwrap();
        let refused = database.store().put_note("discord", "k", "b").unwrap_err();
        assert_eq!(matches!(refused, Fault::NoRoom { .. }), is_full, "{refused}");
    }
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
    let record = || store.record_answer(told.clone()) == Ok(told.clone());
    let asked: [(&str, &(dyn Fn() -> bool + Sync)); 3] =
        [("append", &append), ("answer", &answer), ("record", &record)];
    std::thread::scope(|scope| {
        let first = scope.spawn(|| store.append(order.clone()));
        while !waits() {
            assert!(!first.is_finished(), "it does not wait");
        }
        server.cut(&database);
        let lost = first.join().unwrap().unwrap_err();
        assert!(lost.to_string().contains("may or may not be stored"), "{lost}");
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
