//! Running statements in PostgreSQL.

use std::borrow::Cow;
use std::cell::RefCell;
use std::error::Error as StdError;

use bytes::BytesMut;
use chrono::{DateTime, SecondsFormat, Utc};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Error, Row};

use super::{PostgresStore, fault_of};
use crate::log::changes::Changes;
use crate::log::disk_space::{DiskSpace, Failed};
use crate::log::fault::Fault;
use crate::log::sql::entries::WAITED_FOR;
use crate::log::sql::{Columns, Session, SqlStore, Statement, Transaction};
use crate::log::sql_value::SqlValue;

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
struct Array<'a>(Vec<&'a SqlValue<'a>>);

impl ToSql for Array<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        self.0.to_sql(ty, out)
    }

    fn accepts(ty: &Type) -> bool {
        <Vec<&SqlValue<'_>> as ToSql>::accepts(ty)
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

/// A transaction, one statement after another.
pub(super) struct PostgresTx<'a> {
    store: &'a PostgresStore,
    tx: deadpool_postgres::Transaction<'a>,
    /// The database's first refusal; after that the transaction can only end.
    refused: RefCell<Option<Error>>,
}

impl<'a> PostgresTx<'a> {
    pub fn new(store: &'a PostgresStore, tx: deadpool_postgres::Transaction<'a>) -> PostgresTx<'a> {
        PostgresTx { store, tx, refused: RefCell::default() }
    }

    /// The transaction, unless the database refused something in it.
    pub fn unless_refused(self) -> Result<deadpool_postgres::Transaction<'a>, Error> {
        match self.refused.into_inner() {
            Some(error) => Err(error),
            None => Ok(self.tx),
        }
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

    /// Carries out statements that take no values.
    pub fn batch(&self, sql: &str) -> Result<(), Fault> {
        self.wait(self.tx.batch_execute(sql))
    }

    /// The one row of an answer.
    pub fn row(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Row, Fault> {
        self.wait(self.tx.query_one(sql, values))
    }

    fn run(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<u64, Fault> {
        self.wait(async { self.tx.execute(&self.tx.prepare_cached(sql).await?, values).await })
    }

    fn wait<T>(&self, work: impl Future<Output = Result<T, Error>>) -> Result<T, Fault> {
        self.store.wait(work).map_err(|error| {
            let fault = fault_of(&error);
            self.refused.borrow_mut().get_or_insert(error);
            fault
        })
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
        let rows = self.wait(async {
            let ask = self.tx.prepare_cached(text).await?;
            self.tx.query(&ask, &parameters(values, clock.as_ref())).await
        })?;
        rows.iter().try_for_each(|row| each(row))
    }
}

impl Transaction for PostgresTx<'_> {
    fn execute(&self, sql: &Statement, values: &[SqlValue<'_>]) -> Result<usize, Fault> {
        let Some(text) = sql.postgres() else { return Ok(0) };
        let clock = self.store.clock_for(sql);
        let changed = self.run(text, &parameters(values, clock.as_ref()))?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    fn execute_all(&self, sql: &Statement, rows: &[Vec<SqlValue<'_>>]) -> Result<(), Fault> {
        let (Some(text), Some(first)) = (sql.postgres(), rows.first()) else { return Ok(()) };
        let column = |at| Array(rows.iter().filter_map(|row| row.get(at)).collect());
        let arrays: Vec<Array<'_>> = (0..first.len()).map(column).collect();
        let arrays: Vec<&(dyn ToSql + Sync)> =
            arrays.iter().map(|array| -> &(dyn ToSql + Sync) { array }).collect();
        self.run(text, &arrays).map(drop)
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
