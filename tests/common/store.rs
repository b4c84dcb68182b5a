//! Where the tests of the doors keep their games: in memory and in files, or, where the environment has
//! `WARDROOM_TEST_STORE=postgres`, in databases of a PostgreSQL server of their own. They are written for any of them.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use wardroom::app::database::Database;
use wardroom::log::entry::EntryAudience;
use wardroom::log::stored::Append;
use wardroom::log::{Entry, MemoryStore, SqliteStore, Store, Written};

/// Names the kind of store.
const VARIABLE: &str = "WARDROOM_TEST_STORE";
/// How long a file that is written to is waited for.
const PATIENCE: Duration = Duration::from_secs(120);

/// Whether the games are on a server.
pub fn is_on_server() -> bool {
    match std::env::var(VARIABLE).as_deref() {
        Err(_) => false,
        Ok("postgres") if cfg!(feature = "postgres") => true,
        Ok("postgres") => panic!("{VARIABLE}=postgres needs --features postgres"),
        Ok(other) => panic!("{VARIABLE} is {other:?} and may be postgres"),
    }
}

/// A new store that no other process reaches.
pub fn new() -> Arc<dyn Store> {
    match is_on_server() {
        true => server::new(),
        false => Arc::new(MemoryStore::new()),
    }
}

/// What a program is given as `--db` for the database that the tests know by this path; it need not be there yet.
pub fn place(path: &Path) -> PathBuf {
    match is_on_server() {
        true => server::url(path).into(),
        false => path.to_owned(),
    }
}

/// Has the database of this path, which is not there yet, on a server of its own, where it is on one: it may be taken down,
/// and has a standby, with its data in another folder.
pub fn alone(path: &Path, standby: &Path) {
    if is_on_server() {
        server::alone(path, standby);
    }
}

/// Cuts every connection to the database of this path, which is on a server.
pub fn cut(path: &Path) {
    server::cut(path);
}

/// Takes the server down that the database of this path has for its own, and starts it again.
pub fn restart(path: &Path) {
    server::restart(path);
}

/// Takes that server down, and has its standby take its place; this is done before the server comes back as the standby.
pub fn promote(path: &Path, before: impl FnOnce()) {
    server::promote(path, before);
}

/// Whether the database of this path lies among the temporary files, not where its standby had its data first.
pub fn is_at_home(path: &Path) -> bool {
    !is_on_server() || server::is_at_home(path)
}

/// Starts that server again where it came to its end by itself, for want of room.
pub fn start_again(path: &Path) {
    if is_on_server() {
        server::start_again(path);
    }
}

/// The database that the tests know by this path, which is made where there is none.
pub fn open(path: &Path) -> Database {
    match is_on_server() {
        true => server::open(path),
        false => SqliteStore::open(path).unwrap().into(),
    }
}

/// Ends every lease in it. A process that was killed has its own for some seconds more; the next need not wait for that.
pub fn end_leases(path: &Path) {
    if is_on_server() {
        return server::end_leases(path);
    }
    let database = rusqlite::Connection::open(path).unwrap();
    database.busy_timeout(PATIENCE).unwrap();
    database.execute("UPDATE leases SET until = ''", []).unwrap();
}

#[cfg(feature = "postgres")]
mod server {
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    use super::*;
    use crate::common::postgres::{self, PLAYING, Server};

    static KNOWN: Mutex<BTreeMap<PathBuf, postgres::Database<'static>>> = Mutex::new(BTreeMap::new());

    fn known<T>(path: &Path, ask: impl FnOnce(&mut postgres::Database<'static>) -> T) -> T {
        ask(KNOWN.lock().unwrap().entry(path.to_owned()).or_insert_with(postgres::database))
    }

    pub fn new() -> Arc<dyn Store> {
        Arc::new(postgres::database().store())
    }

    pub fn url(path: &Path) -> String {
        known(path, |database| database.url(PLAYING))
    }

    pub fn open(path: &Path) -> Database {
        known(path, |database| database.store()).into()
    }

    pub fn alone(path: &Path, standby: &Path) {
        // They end with this process.
        let server: &'static Server = Box::leak(Box::new(Server::start()));
        let standby = Box::leak(Box::new(server.standby_on(standby)));
        let database = server.migrated().with_standby(standby);
        KNOWN.lock().unwrap().insert(path.to_owned(), database);
    }

    pub fn cut(path: &Path) {
        known(path, |database| database.server().cut(database));
    }

    pub fn restart(path: &Path) {
        known(path, |database| database.server().killed());
    }

    pub fn promote(path: &Path, before: impl FnOnce()) {
        known(path, |database| database.promoted(before));
    }

    pub fn is_at_home(path: &Path) -> bool {
        known(path, |database| database.server().data().starts_with(std::env::temp_dir()))
    }

    pub fn start_again(path: &Path) {
        known(path, |database| database.server().started());
    }

    pub fn end_leases(path: &Path) {
        known(path, |database| database.sql(PLAYING, "UPDATE wardroom.leases SET until = ''")).unwrap();
    }
}

#[cfg(not(feature = "postgres"))]
mod server {
    use super::*;

    pub fn new() -> Arc<dyn Store> {
        unreachable!()
    }

    pub fn url(_: &Path) -> String {
        unreachable!()
    }

    pub fn open(_: &Path) -> Database {
        unreachable!()
    }

    pub fn alone(_: &Path, _: &Path) {
        unreachable!()
    }

    pub fn cut(_: &Path) {
        unreachable!()
    }

    pub fn restart(_: &Path) {
        unreachable!()
    }

    pub fn promote(_: &Path, _: impl FnOnce()) {
        unreachable!()
    }

    pub fn is_at_home(_: &Path) -> bool {
        unreachable!()
    }

    pub fn start_again(_: &Path) {
        unreachable!()
    }

    pub fn end_leases(_: &Path) {
        unreachable!()
    }
}

/// Adds an entry that does not fit to the log of a table; gives its number.
pub fn damage(store: &dyn Store, table: &str) -> u64 {
    let head = store.stored_head(table).unwrap();
    let salt = store.seed(table).unwrap().unwrap().salt(head.seq + 1);
    let entry = Entry {
        table: table.to_owned(),
        seq: head.seq + 1,
        at: "2027-01-15T08:00:05.000Z".to_owned(),
        kind: "Scored".to_owned(),
        v: 1,
        by: None,
        door: None,
        key: None,
        receipt: None,
        audience: EntryAudience::Everyone,
        cause: Some(head.seq),
        salt: hex::encode(salt),
        body: serde_json::json!({ "strange": 1 }),
    };
    store.append(Append::new(table, head, vec![Written::new(head, entry).unwrap()])).unwrap();
    head.seq + 1
}
