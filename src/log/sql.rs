//! The common part of the stores in SQLite and in PostgreSQL: every statement and the reading of its rows, written once.
//!
//! | part | what it holds |
//! |---|---|
//! | `statement` | a statement's text for each of the two |
//! | `columns` | the columns of a row that comes out |
//! | `entries` | tables, entries, packs, answers |
//! | `people` | players |
//! | `outbox` | leases, notices and their deliveries |
//! | `alarms`, `settings`, `notes` | alarms and settings of tables, notes of doors |
//! | `receipts` | receipts |
//! | `club_log` | the club's log |
//! | `moving` | everything moved from one store to another |
//!
//! Each part begins with its statements. [`Session`] runs them; [`SqlStore`] gives sessions and has what truly differs: who
//! else may write meanwhile, what a file has beside it, whose clock counts.

mod alarms;
mod club_log;
mod columns;
pub(super) mod entries;
pub(super) mod moving;
mod notes;
mod outbox;
mod people;
mod receipts;
mod settings;
mod statement;

use chrono::{DateTime, Utc};

use super::chain::Head;
use super::changes::Changes;
use super::disk_space::{DiskSpace, Failed};
use super::fault::Fault;
use super::sql_value::{SqlValue, values};

pub(super) use columns::Columns;
use columns::damaged;
pub(super) use statement::Statement;
use statement::statements;

/// Every statement of the stores: its name, and its text in SQLite and in PostgreSQL, `None` if it does nothing there.
pub fn statements() -> Vec<(String, Option<String>, Option<String>)> {
    let lists = [
        alarms::LIST,
        club_log::LIST,
        entries::LIST,
        moving::LIST,
        notes::LIST,
        outbox::LIST,
        people::LIST,
        receipts::LIST,
        settings::LIST,
    ];
    let texts = |name: &str, sql: &Statement| {
        (name.to_owned(), sql.sqlite().map(str::to_owned), sql.postgres().map(str::to_owned))
    };
    let declared = lists.into_iter().flatten().map(|(name, sql)| texts(name, sql));
    declared.chain(moving::of_parts().map(|(name, sql)| texts(&name, &sql))).collect()
}

/// A connection to read by.
pub(super) trait Session {
    /// Hands each row of an answer to `each`.
    fn query(
        &self,
        sql: &Statement,
        values: &[SqlValue<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Result<(), Fault>,
    ) -> Result<(), Fault>;
}

/// A connection inside a transaction.
pub(super) trait Transaction: Session {
    /// Executes a statement. Returns the number of changed rows.
    fn execute(&self, sql: &Statement, values: &[SqlValue<'_>]) -> Result<usize, Fault>;

    /// Executes a statement whose number of changed rows does not matter. PostgreSQL gets it with the next statement or the commit,
    /// and refuses it there.
    fn write(&self, sql: &Statement, values: &[SqlValue<'_>]) -> Result<(), Fault> {
        self.execute(sql, values).map(drop)
    }

    /// As [`Transaction::write`], once for each of these rows of values. PostgreSQL gets each column as an array.
    fn write_all(&self, sql: &Statement, rows: &[Vec<SqlValue<'_>>]) -> Result<(), Fault>;

    /// Refuses to append to a table that lost its last entries: that would bury the only evidence of it.
    fn check_tail(&self, _table: &str, _found: Head) -> Result<(), Fault> {
        Ok(())
    }

    /// Takes note of a table's new head.
    fn note_head(&mut self, _table: &str, _head: Head) {}
}

/// The rows of an answer, each read.
trait Ask: Session {
    /// All of them.
    fn list<T>(
        &self,
        sql: &Statement,
        values: &[SqlValue<'_>],
        read: impl Fn(&dyn Columns) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let mut found = Vec::new();
        self.query(sql, values, &mut |row| {
            found.push(read(row)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// The only one, if there is one.
    fn one<T>(
        &self,
        sql: &Statement,
        values: &[SqlValue<'_>],
        read: impl Fn(&dyn Columns) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        Ok(self.list(sql, values, read)?.pop())
    }

    /// True if there is one.
    fn has(&self, sql: &Statement, values: &[SqlValue<'_>]) -> Result<bool, Fault> {
        Ok(self.one(sql, values, |_| Ok(()))?.is_some())
    }
}

impl<S: Session + ?Sized> Ask for S {}

/// A store with the statements of this module.
pub(super) trait SqlStore {
    /// True if a damaged page may end a walk over entries early, where a search still finds the last one.
    const WALKS_MAY_END_EARLY: bool;

    /// Runs `read` on a connection.
    fn ask<T>(&self, read: impl FnOnce(&dyn Session) -> Result<T, Fault>) -> Result<T, Fault>;

    /// Runs `work` in a transaction, and waits until that is durable. Its writes stay exactly if it returned `Ok`. It may be
    /// run more than once. A store that is not in play refuses it.
    fn transact<T, E>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failed + Send + 'static;

    /// As [`SqlStore::transact`], also where it is not played on, as far as the schema allows it.
    fn transact_anywhere<T, E>(
        &self,
        work: impl Fn(&mut dyn Transaction) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failed + Send + 'static;

    /// Executes one statement in a transaction of its own. Returns the number of changed rows.
    fn change<const N: usize>(
        &self,
        sql: &'static Statement,
        values: [SqlValue<'_>; N],
    ) -> Result<usize, Fault> {
        // Owned, since SQLite does the work on the writer's thread.
        let values = values.map(SqlValue::into_owned);
        self.transact(move |tx| tx.execute(sql, &values))
    }

    /// As [`SqlStore::change`] by [`SqlStore::transact_anywhere`].
    fn change_anywhere<const N: usize>(
        &self,
        sql: &'static Statement,
        values: [SqlValue<'_>; N],
    ) -> Result<usize, Fault> {
        let values = values.map(SqlValue::into_owned);
        self.transact_anywhere(move |tx| tx.execute(sql, &values))
    }

    /// Returns whether the disk has room.
    fn disk_space(&self) -> &DiskSpace;

    /// Checks that this program may still write.
    fn check_ready(&self) -> Result<(), Fault> {
        Ok(())
    }

    /// The time by the database's own clock, where it has one.
    fn clock_time(&self) -> Result<Option<DateTime<Utc>>, Fault> {
        Ok(None)
    }

    /// The changes that other processes store from now on.
    fn heard_from_others(&self) -> Changes {
        Changes::default()
    }

    /// Tells other processes of an order at a table.
    fn tell(&self, _table: &str) {}

    /// Waits until the data just read is as durable as this process's own writes.
    fn settle(&self) -> Result<(), Fault> {
        Ok(())
    }

    /// Removes the traces of an erased player outside the rows.
    fn after_erasing(&self) -> Result<(), Fault> {
        Ok(())
    }

    /// Its place, as it may be shown.
    fn shown_place(&self) -> String;

    /// Checks that nothing speaks against moving it elsewhere.
    fn check_leaving(&self) -> Result<(), Fault> {
        Ok(())
    }

    /// Takes up that it is played on again, or from now on.
    fn opened(&self) -> Result<(), Fault> {
        Ok(())
    }
}
