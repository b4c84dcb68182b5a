//! What other processes store is heard at once, where the server's notifications arrive.

use std::collections::BTreeSet;
use std::time::Duration;

use futures::FutureExt;
use tokio::time::timeout;
use wardroom::log::{Changes, Store};

use crate::common::postgres::{Database, PLAYING, Pooler, Server, database};
use crate::log_support::{Scribe, store_all};

/// Longer than anything takes that comes at all.
const PATIENCE: Duration = Duration::from_secs(120);

fn next(changes: &mut Changes) -> Option<BTreeSet<String>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async { timeout(PATIENCE, changes.next()).await }).expect("it is heard")
}

/// Two tables, and who writes at them next.
fn two_tables(database: &Database<'_>) -> [Scribe; 2] {
    ["goeben-1", "goeben-2"].map(|table| {
        let mut scribe = Scribe::new(table, 1);
        store_all(&database.store(), vec![scribe.open()]);
        scribe
    })
}

#[test]
#[ignore = "needs PostgreSQL"]
fn an_order_that_one_process_stores_is_heard_by_all() {
    let database = database();
    let [mut one, mut two] = two_tables(&database);
    let (here, there) = (database.store(), database.store());
    let mut heard = [here.changes(), here.changes(), there.changes()];
    for changes in &mut heard {
        // From now on it hears; what was stored before may be at any table.
        assert_eq!(next(changes), None);
    }
    for (store, scribe) in [(&there, &mut one), (&here, &mut two)] {
        store_all(store, vec![scribe.order()]);
        for changes in &mut heard {
            assert_eq!(next(changes), Some(BTreeSet::from([scribe.table.clone()])));
        }
    }
    // A refused order is nothing that happened.
    one.head.seq -= 1;
    assert!(there.append(one.order()).is_err());
    store_all(&there, vec![two.order()]);
    assert_eq!(next(&mut heard[0]), Some(BTreeSet::from([two.table.clone()])));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn who_listens_too_slowly_is_told_that_it_may_be_any_table() {
    let database = database();
    let [mut scribe, _] = two_tables(&database);
    let store = database.store();
    let (mut slow, mut quick) = (store.changes(), store.changes());
    assert_eq!((next(&mut slow), next(&mut quick)), (None, None));
    let many = wardroom::log::limits::HEARD_AT_ONCE + 1;
    let words = format!("SELECT pg_notify('wardroom', 'table ' || n) FROM generate_series(1, {many}) n");
    database.sql(PLAYING, &words).unwrap();
    let mut missed = 0;
    // Quick is told of every table or of any, and slow of any, for it was not asked before all were said.
    loop {
        match next(&mut quick) {
            Some(tables) if tables.contains(&format!("table {many}")) => break,
            Some(_) => {}
            None => {
                missed += 1;
                break;
            }
        }
    }
    println!("{missed} missed by the quick");
    assert_eq!(next(&mut slow), None);
    store_all(&store, vec![scribe.order()]);
    assert_eq!(next(&mut slow), Some(BTreeSet::from([scribe.table.clone()])));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_connection_that_is_cut_is_made_anew_and_nothing_is_missed() {
    let server = Server::start();
    let database = server.migrated();
    let [mut scribe, _] = two_tables(&database);
    let (here, there) = (database.store(), database.store());
    let mut changes = here.changes();
    assert_eq!(next(&mut changes), None);
    for _ in 0..3 {
        server.cut(&database);
        store_all(&there, vec![scribe.order()]);
        // Whether it was heard yet or is known to be lost: who listens is told to look.
        let told = next(&mut changes);
        assert!(told.is_none_or(|tables| tables.contains("goeben-1")));
    }
    server.killed();
    store_all(&there, vec![scribe.order()]);
    while next(&mut changes).is_none() {
        store_all(&there, vec![scribe.order()]);
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn through_a_pooler_that_swallows_notifications_orders_go_on_unheard() {
    let server = Server::listening(false);
    let database = server.migrated();
    server.admin(&format!("ALTER ROLE {PLAYING} PASSWORD 'mellon'"));
    let [mut scribe, _] = two_tables(&database);
    let pooler = Pooler::before(&server);
    let store = pooler.store(&database, "mellon");
    let mut changes = store.changes();
    let near = database.store();
    let mut direct = near.changes();
    assert_eq!(next(&mut direct), None);
    store_all(&store, vec![scribe.order()]);
    // It arrives where it can.
    assert_eq!(next(&mut direct), Some(BTreeSet::from(["goeben-1".to_owned()])));
    pooler.has_swallowed();
    assert_eq!(changes.next().now_or_never(), None);
    assert_eq!(store.read("goeben-1", 1).unwrap().len() as u64, scribe.head.seq);
}
