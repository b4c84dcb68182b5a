//! What every store promises, and what the SQLite file promises besides.

/// The same promises, kept by every store.
macro_rules! every_store {
    ($($promise:ident)*) => {
        mod in_memory {
            $(#[test] fn $promise() { super::$promise(&super::MemoryStore::new()); })*
        }
        mod in_sqlite {
            $(#[test] fn $promise() {
                let folder = tempfile::tempdir().unwrap();
                super::$promise(&super::SqliteStore::open(&folder.path().join("log.db")).unwrap());
            })*
        }
        #[cfg(feature = "postgres")]
        mod in_postgres {
            $(#[test]
            #[ignore = "needs PostgreSQL"]
            fn $promise() {
                super::$promise(&crate::common::postgres::database().store());
            })*
        }
    };
}

mod appends;
mod club_log;
mod deliveries;
mod head_file;
mod migrations;
mod receipts;
mod records;
mod sqlite;
mod versions;

use std::path::PathBuf;

use crate::log_support::{Scribe, store_all};
use wardroom::log::outbox::PendingDelivery;
use wardroom::log::players::{Address, Player};
use wardroom::log::{
    Append, AppendError, Entry, Fault, Head, SeatEvent, SqliteStore, Store, TableEvent, Written,
};

const T9: &str = "1914-08-04T09:00:00.000Z";
const T10: &str = "1914-08-04T10:00:00.000Z";
const T11: &str = "1914-08-04T11:00:00.000Z";

fn player(id: &str, addresses: &[(&str, &str)]) -> Player {
    let addresses = addresses.iter().map(|(kind, value)| Address::new(kind, value)).collect();
    Player { id: id.to_owned(), name: "Souchon".to_owned(), addresses, ..Player::default() }
}

fn sqlite_log() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let store = SqliteStore::open(&path).unwrap();
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(&store, vec![scribe.open(), scribe.order()]);
    (folder, path)
}

/// Two tables where `p-7kq2` takes a seat, at the first of which one is kept for `p-2`.
fn tables_with_players(store: &impl Store) {
    let mut scribes = [Scribe::new("goeben-1", 1), Scribe::new("goeben-2", 2)];
    for scribe in &mut scribes {
        store_all(
            store,
            vec![
                scribe.open(),
                scribe.table_event(&TableEvent::Seats(SeatEvent::SeatTaken { seat: "german".to_owned() })),
            ],
        );
    }
    let offer =
        TableEvent::Seats(SeatEvent::SeatOffered { seat: "british".to_owned(), player: "p-2".to_owned() });
    store_all(store, vec![scribes[0].table_event(&offer), scribes[0].order()]);
}

fn due(store: &impl Store, channel: &str, now: &str) -> Vec<PendingDelivery> {
    store.pending_deliveries(channel, "me", now, 10).unwrap()
}

fn append_until_stored(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    loop {
        scribe.head = store.head("goeben-1").unwrap();
        match store.append(scribe.order()) {
            Ok(_) => return,
            Err(AppendError::Conflict { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

/// An append of one entry, if it can be written at all.
fn append_of(head: Head, entry: Entry) -> Result<Append, Fault> {
    let table = entry.table.clone();
    Ok(Append::new(&table, head, vec![Written::new(head, entry)?]))
}
