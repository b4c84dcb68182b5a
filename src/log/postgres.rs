//! The store in a PostgreSQL database, for several processes on several machines.
//!
//! | part | what it holds |
//! |---|---|
//! | `address` | where the database is, and how it is reached: password, TLS |
//! | `schema` | making the schema, and what is asked of a database before it is used |
//! | `listener` | what other processes stored, as soon as they have |
//! | `session` | running the statements of [`sql`](super::sql) |
//!
//! Every order is a transaction on a connection of its own. Two on one table meet at the primary key of `entries`: the
//! second begins again, and finds the head moved on. Those that commit together share one write to the disk by
//! PostgreSQL itself.

mod address;
mod listener;
mod schema;
mod session;

use std::error::Error as _;
use std::sync::Arc;
use std::time::Instant;

use chrono::{DateTime, Utc};
use deadpool_postgres::{Client, HookError, Pool, PoolError};
use futures::executor::block_on;
use tokio::runtime::Runtime;
use tokio_postgres::error::{DbError, SqlState};
use tokio_postgres::types::{FromSql, ToSql};
use tokio_postgres::{Error, Row};

use super::disk_space::{DiskSpace, Failed};
use super::fault::Fault;
use super::limits::{CONTENDED_TRIES, OLDEST_POSTGRES};
use super::store::{COMMIT_SECONDS, ROUND_TRIPS};

pub use address::PostgresAddress;
use listener::{Announcements, Listener};
pub use schema::Migrated;
use session::PostgresTx;

/// The schema's error code if nothing may be stored, from `migrations/postgres/002-moving.sql`.
const NOT_PLAYED_ON: &str = "WRM02";

/// Advice for errors that contain these words.
const ADVICE: [(&str, &str); 4] = [
    (
        "password missing",
        "`password_file` under `[postgres]` names the file that has it, or WARDROOM_DATABASE_PASSWORD holds it",
    ),
    (
        "password authentication failed",
        "`password_file` under `[postgres]` or WARDROOM_DATABASE_PASSWORD has another one",
    ),
    (
        "UnknownIssuer",
        "`ca_file` under `[postgres]` names the file with the certificate of the server's authority",
    ),
    ("NotValidForName", "the server's certificate is for another name than the one in the address"),
];

/// A store in a PostgreSQL database. Clones share its connections; any number of processes may share the database.
#[derive(Debug, Clone)]
pub struct PostgresStore {
    shared: Arc<Shared>,
    /// This machine's clock, which may be off from the server's.
    clock: fn() -> DateTime<Utc>,
}

#[derive(Debug)]
struct Shared {
    /// Its address, fit to be shown.
    shown: String,
    address: PostgresAddress,
    pool: Pool,
    listener: Listener,
    announcements: Announcements,
    disk_space: DiskSpace,
    /// Drives the connections for all calling threads. `None` only while this is dropped.
    runtime: Option<Runtime>,
}

impl Drop for Shared {
    fn drop(&mut self) {
        // The last clone may be dropped where nothing may block.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl PostgresStore {
    /// The schema that this program writes.
    pub fn newest_schema() -> i64 {
        schema::known_version().into()
    }

    /// Opens a database whose schema [`PostgresStore::migrate`] has made.
    ///
    /// # Errors
    /// [`Fault::Unreachable`]; [`Fault::NotMigrated`]; [`Fault::NewerSchema`]; [`Fault::Powerful`] when the role owns the
    /// log or may change it, unless `address` says that there is a single role.
    pub fn open(address: &PostgresAddress) -> Result<PostgresStore, Fault> {
        let store = PostgresStore::connect(address)?;
        store.check_schema()?;
        if !address.single_role {
            store.check_role()?;
        }
        Ok(store)
    }

    /// Opens a database as the role that owns it, to move everything from it or to it.
    ///
    /// # Errors
    /// As [`PostgresStore::open`], but the role may be any.
    pub fn open_to_move(address: &PostgresAddress) -> Result<PostgresStore, Fault> {
        let store = PostgresStore::connect(address)?;
        store.check_schema()?;
        Ok(store)
    }

    /// The same store, from a machine that has another clock.
    #[must_use]
    pub fn with_clock(self, clock: fn() -> DateTime<Utc>) -> PostgresStore {
        PostgresStore { clock, ..self }
    }

    /// Creates or upgrades the schema, as the role that owns it; and gives the role `serving` its rights, if one is given.
    /// Returns the old and the new version. Several processes may do it at once.
    ///
    /// # Errors
    /// [`Fault::Unreachable`]; [`Fault::NewerSchema`]; another [`Fault`] if the role may not do it. Nothing is changed then.
    pub fn migrate(address: &PostgresAddress, serving: Option<&str>) -> Result<Migrated, Fault> {
        PostgresStore::connect(address)?.bring_up_to_date(serving)
    }

    fn connect(address: &PostgresAddress) -> Result<PostgresStore, Fault> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            // It drives the connections and the announcements: every caller waits on a thread of its own.
            .worker_threads(1)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(|e| Fault::Io(format!("cannot start what drives the database's connections: {e}")))?;
        let shared = Shared {
            shown: address.to_string(),
            address: address.clone(),
            pool: address.pool()?,
            listener: Listener::default(),
            announcements: Announcements::default(),
            disk_space: DiskSpace::default(),
            runtime: Some(runtime),
        };
        let store = PostgresStore { shared: Arc::new(shared), clock: Utc::now };
        let sql = "SELECT current_setting('server_version_num')::int, current_setting('server_version')";
        let read = |row: &Row| Ok((row.try_get::<_, i32>(0)?, row.try_get::<_, String>(1)?));
        let version = store.list(sql, &[], read)?.pop();
        // A connection of a bad pooler would have the other's prepared statements: open two at once, to notice it before
        // anything is stored.
        store.wait(async {
            let _first = store.client().await?;
            store.client().await.map(drop)
        })?;
        match version {
            Some((number, version)) if number < OLDEST_POSTGRES => Err(Fault::Unfit(format!(
                "{}: PostgreSQL {version} is too old, {} is needed or a newer one",
                store.shared.shown,
                OLDEST_POSTGRES / 10_000
            ))),
            _ => Ok(store),
        }
    }

    /// Waits for `work`. A thread of the store drives the database, so any thread may call this, even one of another runtime.
    fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        let _entered = self.shared.runtime.as_ref().map(Runtime::enter);
        // Within a task that never yields, tokio's budget would run out, and this would wait for ever.
        block_on(tokio::task::unconstrained(work))
    }

    async fn client(&self) -> Result<Client, Fault> {
        self.shared.pool.get().await.map_err(|error| {
            let what = match &error {
                PoolError::Backend(error) => error_text(error),
                PoolError::PostCreateHook(HookError::Backend(error)) => error_text(error),
                PoolError::PostCreateHook(HookError::Message(what)) => what.to_string(),
                PoolError::Timeout(_) => "it does not answer in time".to_owned(),
                error => error.to_string(),
            };
            Fault::Unreachable { database: self.shared.shown.clone(), what }
        })
    }

    /// The rows of one query. It is repeated if the connection was lost.
    fn rows(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Fault> {
        self.wait(async {
            let mut tries = 0;
            loop {
                let client = self.client().await?;
                metrics::counter!(ROUND_TRIPS).increment(1);
                let asked = async { client.query(&client.prepare_cached(sql).await?, values).await };
                tries += 1;
                match asked.await {
                    // If all connections were cut at once, the next may be dead too, without knowing it yet.
                    Err(error) if tries < CONTENDED_TRIES && is_lost(&client, &error) => {}
                    outcome => return outcome.map_err(|e| fault_of(&e)),
                }
            }
        })
    }

    /// The rows of one question, each read.
    fn list<T>(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
        read: impl Fn(&Row) -> Result<T, Error>,
    ) -> Result<Vec<T>, Fault> {
        self.rows(sql, values)?.iter().map(|row| read(row).map_err(|e| fault_of(&e))).collect()
    }

    /// Runs `work` in a transaction of its own and waits until that is durable. Its writes stay exactly if it returned `Ok`. It
    /// is run again if another transaction came first, or its connection was lost before the end.
    fn in_transaction<T, E>(&self, work: impl Fn(&mut PostgresTx<'_>) -> Result<T, E>) -> Result<T, E>
    where
        E: Failed,
    {
        let mut tries = 0;
        let written = loop {
            let client = match self.wait(self.client()) {
                Ok(client) => client,
                Err(fault) => break Err(fault.into()),
            };
            match self.attempt(&client, &work) {
                Ok(done) => break done,
                // Without a code there was no reply: it may be stored, so it is not tried again.
                Err(Stopped::AtItsEnd(error)) if error.code().is_none() => break Err(unknown(&error).into()),
                Err(Stopped::AtItsEnd(error) | Stopped::Before(error)) => {
                    tries += 1;
                    if tries == CONTENDED_TRIES || !(is_lost(&client, &error) || is_contended(&error)) {
                        break Err(fault_of(&error).into());
                    }
                }
            }
        };
        self.shared.disk_space.after(written)
    }

    /// Runs `work` once.
    fn attempt<T, E>(
        &self,
        client: &Client,
        work: &impl Fn(&mut PostgresTx<'_>) -> Result<T, E>,
    ) -> Result<Result<T, E>, Stopped> {
        let began = Instant::now();
        let mut tx = PostgresTx::new(self, client);
        let done = work(&mut tx);
        // Whatever the work makes of it: the database has given the transaction up.
        if let Some(error) = tx.refused() {
            return Err(Stopped::Before(error));
        }
        if done.is_ok() {
            tx.commit()?;
            metrics::histogram!(COMMIT_SECONDS).record(began.elapsed().as_secs_f64());
        }
        Ok(done)
    }
}

/// Why a transaction was not committed.
enum Stopped {
    /// The database refused something before.
    Before(Error),
    /// The commit failed.
    AtItsEnd(Error),
}

/// Returns whether a connection is dead: known to be closed, or announced by the server.
fn is_lost(client: &Client, error: &Error) -> bool {
    let closing = [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW];
    client.is_closed() || error.code().is_some_and(|code| closing.contains(code))
}

/// Returns whether another transaction came first, so that the same work may end otherwise.
fn is_contended(error: &Error) -> bool {
    let contended =
        [SqlState::UNIQUE_VIOLATION, SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED];
    error.code().is_some_and(|code| contended.contains(code))
}

/// The fault of a commit without a reply.
fn unknown(error: &Error) -> Fault {
    Fault::Unknown { what: error_text(error) }
}

/// The text of an error, without its values, and with advice if there is any.
fn error_text(error: &Error) -> String {
    let what = match (error.as_db_error(), error.source()) {
        // Not its detail, which quotes values such as a player's address.
        (Some(said), _) => said.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    };
    let advice = ADVICE.iter().find(|(said, _)| what.contains(said)).map(|(_, advice)| advice);
    match advice {
        Some(advice) => format!("{what} ({advice})"),
        None => what,
    }
}

/// PostgreSQL's error in our words.
fn fault_of(error: &Error) -> Fault {
    let what = error_text(error);
    let Some(code) = error.code() else { return Fault::Io(format!("the database: {what}")) };
    match *code {
        SqlState::DISK_FULL => Fault::NoRoom { what },
        SqlState::LOCK_NOT_AVAILABLE | SqlState::QUERY_CANCELED => Fault::Busy { what },
        SqlState::INSUFFICIENT_PRIVILEGE => Fault::Io(format!(
            "the database: {what}; `wardroom migrate --serving ROLE`, typed as the role that owns the database, gives the role that \
             plays its rights, and what makes or moves a database is typed as its owner too"
        )),
        SqlState::READ_ONLY_SQL_TRANSACTION => Fault::CannotWrite {
            path: "the database".to_owned(),
            what: format!(
                "{what}: it is a standby, or `default_transaction_read_only` is on; name the server that takes writes"
            ),
        },
        ref moved if moved.code() == NOT_PLAYED_ON => {
            let said =
                |part: fn(&DbError) -> Option<&str>| error.as_db_error().and_then(part).unwrap_or_default();
            Fault::NotPlayedOn {
                state: said(DbError::hint).to_owned(),
                other: said(DbError::detail).to_owned(),
            }
        }
        // A text in PostgreSQL cannot hold U+0000, which SQLite takes.
        SqlState::CHARACTER_NOT_IN_REPERTOIRE => Fault::Unfit("no text here may have a NUL".to_owned()),
        _ if is_contended(error) => Fault::Busy { what },
        _ => Fault::Io(format!("the database: {what}")),
    }
}

/// A column of a row.
fn column<'a, T: FromSql<'a>>(row: &'a Row, index: usize) -> Result<T, Fault> {
    row.try_get(index).map_err(|e| fault_of(&e))
}
