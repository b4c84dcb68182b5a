//! Running statements in SQLite.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, ToSql, params_from_iter};

use super::writer::WriteTx;
use super::{SqliteStore, fault_of};
use crate::log::chain::Head;
use crate::log::disk_space::{DiskSpace, Failed};
use crate::log::fault::Fault;
use crate::log::limits::{BUSY_RETRIES, BUSY_TIMEOUT};
use crate::log::sql::entries::{chain_at, summary};
use crate::log::sql::moving::check_played_on;
use crate::log::sql::{Columns, Session, SqlStore, Statement, Transaction};
use crate::log::sql_value::SqlValue;

impl ToSql for SqlValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            SqlValue::Null => ValueRef::Null,
            SqlValue::Number(number) => ValueRef::Integer(*number),
            SqlValue::Flag(flag) => ValueRef::Integer((*flag).into()),
            SqlValue::Text(text) => ValueRef::Text(text.as_bytes()),
            SqlValue::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl Columns for Row<'_> {
    fn number(&self, at: usize) -> Result<Option<i64>, String> {
        self.get(at).map_err(|e| e.to_string())
    }

    fn flag(&self, at: usize) -> Result<Option<bool>, String> {
        self.get(at).map_err(|e| e.to_string())
    }

    fn text(&self, at: usize) -> Result<Option<&str>, String> {
        let value = self.get_ref(at).map_err(|e| e.to_string())?;
        value.as_str_or_null().map_err(|e| format!("{e} at index: {at}"))
    }

    fn bytes(&self, at: usize) -> Result<Option<&[u8]>, String> {
        let value = self.get_ref(at).map_err(|e| e.to_string())?;
        value.as_blob_or_null().map_err(|e| format!("{e} at index: {at}"))
    }
}

impl Session for Connection {
    fn query(
        &self,
        sql: &Statement,
        values: &[SqlValue<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let Some(sql) = sql.sqlite() else { return Ok(()) };
        let mut ask = self.prepare_cached(sql).map_err(|e| fault_of(&e))?;
        let mut rows = ask.query(params_from_iter(values)).map_err(|e| fault_of(&e))?;
        while let Some(row) = rows.next().map_err(|e| fault_of(&e))? {
            each(row)?;
        }
        Ok(())
    }
}

impl Session for WriteTx<'_> {
    fn query(
        &self,
        sql: &Statement,
        values: &[SqlValue<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.conn.query(sql, values, each)
    }
}

impl Transaction for WriteTx<'_> {
    fn execute(&self, sql: &Statement, values: &[SqlValue<'_>]) -> Result<usize, Fault> {
        let Some(sql) = sql.sqlite() else { return Ok(0) };
        let run = self.conn.prepare_cached(sql).and_then(|mut run| run.execute(params_from_iter(values)));
        run.map_err(|e| fault_of(&e))
    }

    fn write_all(&self, sql: &Statement, rows: &[Vec<SqlValue<'_>>]) -> Result<(), Fault> {
        let (Some(sql), false) = (sql.sqlite(), rows.is_empty()) else { return Ok(()) };
        let mut run = self.conn.prepare_cached(sql).map_err(|e| fault_of(&e))?;
        for values in rows {
            run.execute(params_from_iter(values)).map_err(|e| fault_of(&e))?;
        }
        Ok(())
    }

    fn check_tail(&self, table: &str, found: Head) -> Result<(), Fault> {
        let Some(&noted) = self.noted.get(table) else { return Ok(()) };
        let found = if noted.seq < found.seq {
            // Another process went on, or the log has another past.
            match chain_at(self, table, noted.seq)? {
                Some(chain) => Head { seq: noted.seq, chain },
                // Of an archived log the head alone is left.
                None if summary(self, table)?.is_some_and(|it| it.archived.is_some()) => noted,
                None => found,
            }
        } else {
            found
        };
        if found == noted { Ok(()) } else { Err(Fault::LostTail { table: table.to_owned(), noted, found }) }
    }

    fn note_head(&mut self, table: &str, head: Head) {
        self.moved.push((table.to_owned(), head));
    }
}

impl SqlStore for SqliteStore {
    const WALKS_MAY_END_EARLY: bool = true;

    fn ask<T>(&self, read: impl FnOnce(&dyn Session) -> Result<T, Fault>) -> Result<T, Fault> {
        self.read_with(|conn| read(conn))
    }

    fn transact<T, E>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failed + Send + 'static,
    {
        // Asked inside the transaction, so that no order is under way once a move has marked the database.
        self.shared.disk_space.after(self.shared.writer.run(move |tx| {
            check_played_on(tx)?;
            work(tx)
        }))
    }

    fn transact_anywhere<T, E>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failed + Send + 'static,
    {
        self.shared.writer.run(move |tx| work(tx))
    }

    fn disk_space(&self) -> &DiskSpace {
        &self.shared.disk_space
    }

    /// Moves the write-ahead log into the database and truncates it, so that erased data is nowhere any more.
    fn after_erasing(&self) -> Result<(), Fault> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        // A connection of its own: the writer's is inside a transaction, where SQLite moves nothing.
        let conn = Connection::open_with_flags(self.path(), flags).map_err(|e| fault_of(&e))?;
        conn.busy_timeout(BUSY_TIMEOUT).map_err(|e| fault_of(&e))?;
        for _ in 0..=BUSY_RETRIES {
            let busy = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
            if !busy.map_err(|e| fault_of(&e))? {
                return Ok(());
            }
        }
        let what = "another process keeps the write-ahead log in use, where the data of an erased player may still be; do the same \
                    again to overwrite it"
            .to_owned();
        Err(Fault::Busy { what })
    }

    fn shown_place(&self) -> String {
        SqliteStore::place_of(self.path())
    }

    fn check_leaving(&self) -> Result<(), Fault> {
        self.lost_tails()?.into_iter().next().map_or(Ok(()), Err)?;
        // The other database would not know where they are: they are put back first.
        let sql = "SELECT t.name, a.file FROM archived a JOIN tables t ON t.id = a.table_id ORDER BY t.name LIMIT 1";
        let away = |row: &Row<'_>| Ok(Fault::Archived { table: row.get(0)?, file: row.get(1)? });
        let found = self.read_with(|conn| conn.query_row(sql, [], away).optional().map_err(|e| fault_of(&e)));
        found?.map_or(Ok(()), Err)
    }

    fn opened(&self) -> Result<(), Fault> {
        self.accept_heads().map(drop)
    }
}
