//! Running statements in PostgreSQL.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::error::Error as StdError;
use std::future::{poll_fn, ready};
use std::pin::{Pin, pin};
use std::task::Poll;

use bytes::BytesMut;
use chrono::{DateTime, SecondsFormat, Utc};
use deadpool_postgres::Client;
use futures::FutureExt as _;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Error, Row};

use super::{PostgresStore, Stopped, fault_of};
use crate::log::changes::Changes;
use crate::log::disk_space::{DiskSpace, Failed};
use crate::log::fault::Fault;
use crate::log::sql::entries::WAITED_FOR;
use crate::log::sql::{Columns, Session, SqlStore, Statement, Transaction};
use crate::log::sql_value::SqlValue;
use crate::log::store::ROUND_TRIPS;

/// Begins a transaction. The work is written for this isolation level, whatever the server's defaults. The operator alone decides on
/// read-only.
const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";

impl ToSql for SqlValue<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match self {
            SqlValue::Null => Ok(IsNull::Yes),
            SqlValue::Number(number) if *ty == Type::INT4 => i32::try_from(*number)?.to_sql_checked(ty, out),
            SqlValue::Number(number) => number.to_sql_checked(ty, out),
            SqlValue::Flag(flag) => flag.to_sql_checked(ty, out),
            SqlValue::Text(text) => text.to_sql_checked(ty, out),
            SqlValue::Bytes(bytes) => bytes.as_ref().to_sql_checked(ty, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        // It depends on the value.
        true
    }

    to_sql_checked!();
}

/// One column of many rows, as an array.
#[derive(Debug)]
struct Array(Vec<SqlValue<'static>>);

impl ToSql for Array {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        self.0.to_sql(ty, out)
    }

    fn accepts(ty: &Type) -> bool {
        <Vec<SqlValue<'_>> as ToSql>::accepts(ty)
    }

    to_sql_checked!();
}

impl Columns for Row {
    fn number(&self, at: usize) -> Result<Option<i64>, String> {
        match self.columns().get(at).map(|column| column.type_()) {
            Some(&Type::INT4) => self.try_get::<_, Option<i32>>(at).map(|it| it.map(i64::from)),
            _ => self.try_get(at),
        }
        .map_err(|e| e.to_string())
    }

    fn flag(&self, at: usize) -> Result<Option<bool>, String> {
        self.try_get(at).map_err(|e| e.to_string())
    }

    fn text(&self, at: usize) -> Result<Option<&str>, String> {
        self.try_get(at).map_err(|e| e.to_string())
    }

    fn bytes(&self, at: usize) -> Result<Option<&[u8]>, String> {
        self.try_get(at).map_err(|e| e.to_string())
    }
}

/// The parameters of a statement.
fn parameters<'a>(
    values: &'a [SqlValue<'_>],
    clock: Option<&'a SqlValue<'_>>,
) -> Vec<&'a (dyn ToSql + Sync)> {
    values.iter().chain(clock).map(|value| -> &(dyn ToSql + Sync) { value }).collect()
}

/// A statement that is sent with the next one, or with the commit.
struct Waiting {
    sql: String,
    values: Vec<Box<dyn ToSql + Sync>>,
}

/// A transaction. Statements without an outcome to wait for are sent together with what comes next.
///
/// It ends without effect when it is dropped before its commit.
pub(super) struct PostgresTx<'a> {
    store: &'a PostgresStore,
    client: &'a Client,
    /// Oldest first; the very first begins the transaction.
    waiting: RefCell<Vec<Waiting>>,
    is_open: Cell<bool>,
    /// The database's first refusal; after that the transaction can only end.
    refused: RefCell<Option<Error>>,
}

impl<'a> PostgresTx<'a> {
    pub fn new(store: &'a PostgresStore, client: &'a Client) -> PostgresTx<'a> {
        let begin = Waiting { sql: BEGIN.to_owned(), values: Vec::new() };
        PostgresTx {
            store,
            client,
            waiting: RefCell::new(vec![begin]),
            is_open: Cell::default(),
            refused: RefCell::default(),
        }
    }

    /// The database's first refusal, if there was one.
    pub fn refused(&self) -> Option<Error> {
        self.refused.take()
    }

    /// Commits, and waits until that is durable.
    pub fn commit(self) -> Result<(), Stopped> {
        // A connection that is already dead is noticed before anything can be committed.
        self.begun().map_err(Stopped::Before)?;
        let is_sent = Cell::new(false);
        let commit = async {
            is_sent.set(true);
            self.client.batch_execute("COMMIT").await
        };
        // Nothing can be stored before its COMMIT is sent.
        let stopped = |error| if is_sent.get() { Stopped::AtItsEnd(error) } else { Stopped::Before(error) };
        self.store.wait(self.send(commit)).map_err(stopped)?;
        self.is_open.set(false);
        Ok(())
    }

    /// True if the database refused something with this code; the work then says itself what that means.
    pub fn answers_for(&self, code: &SqlState) -> bool {
        let mut refused = self.refused.borrow_mut();
        let is_it = refused.as_ref().is_some_and(|error| error.code() == Some(code));
        if is_it {
            *refused = None;
        }
        is_it
    }

    /// Waits until the transaction has begun. Only a question may be sent with its beginning: if that failed, a write behind it would
    /// stand by itself.
    fn begun(&self) -> Result<(), Error> {
        if self.is_open.get() { Ok(()) } else { self.store.wait(self.send(ready(Ok(())))) }
    }

    /// Carries out statements that take no values.
    pub fn batch(&self, sql: &str) -> Result<(), Fault> {
        self.kept(self.begun())?;
        self.wait(self.client.batch_execute(sql))
    }

    /// The one row of an answer.
    pub fn row(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Row, Fault> {
        self.kept(self.begun())?;
        self.wait(self.client.query_one(sql, values))
    }

    /// A statement that is prepared on this connection. Nothing that waits is sent by it.
    fn prepared(&self, sql: &str) -> Result<tokio_postgres::Statement, Fault> {
        self.kept(self.store.wait(self.client.prepare_cached(sql)))
    }

    /// Waits for `work` and all that was to be sent before it.
    fn wait<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Result<T, Fault> {
        self.kept(self.store.wait(self.send(work)))
    }

    /// Remembers a refusal.
    fn kept<T>(&self, outcome: Result<T, Error>) -> Result<T, Fault> {
        outcome.map_err(|error| {
            let fault = fault_of(&error);
            self.refused.borrow_mut().get_or_insert(error);
            fault
        })
    }

    /// Sends what waits and then `last`, without waiting in between; nothing behind a statement that could not be sent.
    async fn send<T>(&self, last: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let waiting = self.waiting.take();
        let mut statements = Vec::with_capacity(waiting.len());
        for Waiting { sql, .. } in &waiting {
            // All before the first is sent: preparing waits for a reply, and would take the batch apart.
            statements.push(self.client.prepare_cached(sql).await?);
        }
        // From here on the server may have begun the transaction, so dropping it has to roll back.
        self.is_open.set(true);
        metrics::counter!(ROUND_TRIPS).increment(1);
        let (mut sent, mut failed) = (Vec::with_capacity(waiting.len()), None);
        for (Waiting { values, .. }, statement) in waiting.iter().zip(&statements) {
            let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| &**value).collect();
            let mut run = Box::pin(async move { self.client.execute(statement, &values).await });
            match first_poll(run.as_mut()).await {
                Poll::Pending => sent.push(run),
                Poll::Ready(Ok(_)) => {}
                Poll::Ready(Err(error)) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        let mut last = pin!(last);
        let outcome = match failed {
            Some(error) => Poll::Ready(Err(error)),
            None => first_poll(last.as_mut()).await,
        };
        // The first refusal is the reason of all that follow it, and the answer to a later statement may be here already.
        for run in sent {
            run.await?;
        }
        match outcome {
            Poll::Ready(outcome) => outcome,
            Poll::Pending => last.await,
        }
    }

    /// Has a write sent with the next statement.
    fn send_later(&self, sql: &str, values: Vec<Box<dyn ToSql + Sync>>) -> Result<(), Fault> {
        self.kept(self.begun())?;
        self.waiting.borrow_mut().push(Waiting { sql: sql.to_owned(), values });
        Ok(())
    }
}

/// Polls a statement for the first time, by which it is sent.
async fn first_poll<F: Future>(mut run: Pin<&mut F>) -> Poll<F::Output> {
    poll_fn(|context| Poll::Ready(run.as_mut().poll(context))).await
}

impl Drop for PostgresTx<'_> {
    fn drop(&mut self) {
        if self.is_open.get() {
            // It is sent by the first poll. Whatever uses the connection next comes behind it.
            let _ = self.client.batch_execute("ROLLBACK").now_or_never();
        }
    }
}

impl Session for PostgresTx<'_> {
    fn query(
        &self,
        sql: &Statement,
        values: &[SqlValue<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Some(text) = sql.postgres() else { return Ok(()) };
        let clock = self.store.clock_for(sql);
        let statement = self.prepared(text)?;
        let rows = self.wait(self.client.query(&statement, &parameters(values, clock.as_ref())))?;
        rows.iter().try_for_each(|row| each(row))
    }
}

impl Transaction for PostgresTx<'_> {
    fn execute(&self, sql: &Statement, values: &[SqlValue<'_>]) -> Result<usize, Fault> {
        let Some(text) = sql.postgres() else { return Ok(0) };
        let clock = self.store.clock_for(sql);
        let statement = self.prepared(text)?;
        self.kept(self.begun())?;
        let changed = self.wait(self.client.execute(&statement, &parameters(values, clock.as_ref())))?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    fn write(&self, sql: &Statement, values: &[SqlValue<'_>]) -> Result<(), Fault> {
        let Some(text) = sql.postgres() else { return Ok(()) };
        let values = values.iter().cloned().map(SqlValue::into_owned).chain(self.store.clock_for(sql));
        self.send_later(text, values.map(|value| -> Box<dyn ToSql + Sync> { Box::new(value) }).collect())
    }

    fn write_all(&self, sql: &Statement, rows: &[Vec<SqlValue<'_>>]) -> Result<(), Fault> {
        // Without a row nobody knows how many columns there are, and there is nothing to write.
        let (Some(text), Some(first)) = (sql.postgres(), rows.first()) else { return Ok(()) };
        let column = |at| {
            let values = rows.iter().filter_map(|row: &Vec<SqlValue<'_>>| row.get(at).cloned());
            Array(values.map(SqlValue::into_owned).collect())
        };
        let arrays = (0..first.len()).map(|at| -> Box<dyn ToSql + Sync> { Box::new(column(at)) });
        self.send_later(text, arrays.collect())
    }
}

/// Each question on whichever connection is free.
impl Session for PostgresStore {
    fn query(
        &self,
        sql: &Statement,
        values: &[SqlValue<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Some(text) = sql.postgres() else { return Ok(()) };
        let clock = self.clock_for(sql);
        let rows = self.rows(text, &parameters(values, clock.as_ref()))?;
        rows.iter().try_for_each(|row| each(row))
    }
}

impl PostgresStore {
    /// This machine's time, for a statement that reads the clock.
    fn clock_for(&self, sql: &Statement) -> Option<SqlValue<'static>> {
        let says = || Cow::Owned((self.clock)().to_rfc3339_opts(SecondsFormat::Millis, true));
        sql.reads_clock().then(|| SqlValue::Text(says()))
    }
}

impl SqlStore for PostgresStore {
    const WALKS_MAY_END_EARLY: bool = false;

    fn ask<T>(&self, read: impl FnOnce(&dyn Session) -> Result<T, Fault>) -> Result<T, Fault> {
        read(self)
    }

    fn transact<T, E>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failed + Send + 'static,
    {
        self.in_transaction(|tx| work(tx))
    }

    // The schema's triggers refuse writes to a database that is not in play.
    fn transact_anywhere<T, E>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failed + Send + 'static,
    {
        self.transact(work)
    }

    fn disk_space(&self) -> &DiskSpace {
        &self.shared.disk_space
    }

    fn check_ready(&self) -> Result<(), Fault> {
        self.check_schema()?;
        self.check_rights()
    }

    fn clock_time(&self) -> Result<Option<DateTime<Utc>>, Fault> {
        let sql = r#"SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"#;
        let text: Option<String> = self.list(sql, &[], |row| row.try_get(0))?.pop();
        Ok(text.and_then(|text| text.parse().ok()))
    }

    fn heard_from_others(&self) -> Changes {
        self.listen()
    }

    fn tell(&self, table: &str) {
        self.announce(table);
    }

    fn settle(&self) -> Result<(), Fault> {
        self.in_transaction(|tx| tx.execute(&WAITED_FOR, &[])).map(drop)
    }

    fn shown_place(&self) -> String {
        self.shared.address.place()
    }
}
