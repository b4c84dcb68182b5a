//! Finished tables taken out of the file, and the room they leave given back.

use rusqlite::{Connection, params};

use super::{SqliteStore, fault_of, schema};
use crate::log::chain::Head;
use crate::log::fault::Fault;
use crate::log::sql::entries::stored_table;
use crate::log::stored::Archived;

/// A finished table with all its entries in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedTable {
    /// Its id.
    pub table: String,
    /// Its head, as stored.
    pub head: Head,
    /// The time it ended, in the form of [`Entry::at`](crate::log::Entry::at).
    pub ended_at: String,
    /// True if notifications of it are pending.
    pub waiting: bool,
}

impl SqliteStore {
    /// The finished tables with all their entries in the database, by id.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    pub fn finished(&self) -> Result<Vec<FinishedTable>, Fault> {
        let sql = "SELECT t.name, e.seq, e.chain, e.at,
                          EXISTS (SELECT 1 FROM notices n WHERE n.table_id = t.id AND (n.planned_at IS NULL
                                  OR EXISTS (SELECT 1 FROM deliveries d WHERE d.notice_id = n.id AND d.ended_at IS NULL)))
                   FROM tables t JOIN entries e
                   ON e.table_id = t.id AND e.seq = (SELECT max(seq) FROM entries WHERE table_id = t.id)
                   WHERE e.kind = 'SeedRevealed' AND t.partial IS NULL ORDER BY t.name";
        self.read_rows(|conn| {
            let finished = |row: &rusqlite::Row<'_>| {
                Ok(FinishedTable {
                    table: row.get(0)?,
                    head: Head { seq: row.get(1)?, chain: row.get(2)? },
                    ended_at: row.get(3)?,
                    waiting: row.get(4)?,
                })
            };
            conn.prepare_cached(sql)?.query_map([], finished)?.collect()
        })
    }

    /// Archives a finished table: removes its entries, the answers to its orders, its notices, and these notes of doors, each
    /// by door and key. Its name, its seed, its head and the place of its file stay. All of it, or nothing.
    ///
    /// # Errors
    /// [`Fault::NoTable`]; [`Fault::Archived`] if it is archived already; [`Fault`] if it is not finished, has another head, or
    /// cannot be written.
    pub fn take_out(
        &self,
        table: &str,
        head: Head,
        to: Archived,
        notes: Vec<(&'static str, String)>,
    ) -> Result<(), Fault> {
        let table = table.to_owned();
        self.shared.writer.run(move |tx| take_out(tx.conn, &table, head, &to, &notes))
    }

    /// Asks one question of the database.
    pub(super) fn read_rows<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Fault> {
        self.read_with(|conn| read(conn).map_err(|e| fault_of(&e)))
    }

    /// Returns the free space in the file to the disk. Writers wait meanwhile.
    ///
    /// # Errors
    /// [`Fault::Busy`] if another process keeps writing; [`Fault::NoRoom`]: it needs the size of the database once more.
    pub fn vacuum(&self) -> Result<(), Fault> {
        // The writer's connection is always inside a transaction, where SQLite refuses this.
        let conn = schema::open_writer(self.path())?;
        conn.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);").map_err(|e| fault_of(&e))
    }
}

fn take_out(
    conn: &Connection,
    table: &str,
    head: Head,
    to: &Archived,
    notes: &[(&'static str, String)],
) -> Result<(), Fault> {
    let Some(stored) = stored_table(conn, table)? else {
        return Err(Fault::NoTable { table: table.to_owned() });
    };
    if let Some(Archived { file, .. }) = stored.summary.archived {
        return Err(Fault::Archived { table: table.to_owned(), file });
    }
    let id = stored.id;
    // First of all: by triggers, only a table with this mark loses entries, and only a finished one gets it.
    let sql = "INSERT INTO archived (table_id, seq, chain, file, at) VALUES (?1, ?2, ?3, ?4, ?5)";
    execute(conn, sql, params![id, head.seq, head.chain, to.file, to.at])?;
    for sql in [
        // Before the entries, which name the keys.
        "DELETE FROM answers WHERE key IN (SELECT json_extract(text, '$.key') FROM entries WHERE table_id = ?1)",
        "DELETE FROM entries WHERE table_id = ?1",
        "DELETE FROM notices WHERE table_id = ?1",
        "DELETE FROM tables_of_players WHERE table_id = ?1",
        "DELETE FROM alarms WHERE table_id = ?1",
        "DELETE FROM unlogged WHERE table_id = ?1",
    ] {
        execute(conn, sql, [id])?;
    }
    for (door, key) in notes {
        execute(conn, "DELETE FROM notes WHERE door = ?1 AND key = ?2", params![door, key])?;
    }
    Ok(())
}

fn execute(conn: &Connection, sql: &str, values: impl rusqlite::Params) -> Result<usize, Fault> {
    conn.prepare_cached(sql).and_then(|mut run| run.execute(values)).map_err(|e| fault_of(&e))
}
