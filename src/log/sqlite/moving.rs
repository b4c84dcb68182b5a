//! Moving a SQLite file's content.

use std::path::Path;

use rusqlite::types::{Type, Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use super::{SqliteStore, fault_of};
use crate::log::fault::Fault;
use crate::log::moving::{Cell, Movable, MovedPart, MovedRow, Moving, Whereabouts};

impl SqliteStore {
    /// Where a file is, as a move that it is part of names it.
    pub fn place_of(path: &Path) -> String {
        std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
    }

    /// The schema that this program writes.
    pub fn newest_schema() -> i64 {
        super::schema::known_version()
    }
}

impl Movable for SqliteStore {
    fn place(&self) -> String {
        SqliteStore::place_of(self.path())
    }

    fn whereabouts(&self) -> Result<Option<Whereabouts>, Fault> {
        self.read_with(whereabouts)
    }

    fn change_whereabouts(
        &self,
        from: Option<&Whereabouts>,
        to: Option<&Whereabouts>,
    ) -> Result<bool, Fault> {
        let (from, to) = (from.cloned(), to.cloned());
        let opens = to.is_none();
        let changed = self.shared.writer.run(move |tx| {
            if whereabouts(tx.conn)? != from {
                return Ok(false);
            }
            let done = match &to {
                Some(Whereabouts { state, number, other }) => tx.conn.execute(
                    "INSERT OR REPLACE INTO whereabouts (one, state, move, other) VALUES (1, ?1, ?2, ?3)",
                    [state.as_str(), number, other],
                ),
                None => tx.conn.execute("DELETE FROM whereabouts", []),
            };
            done.map(|_| true).map_err(|e| fault_of(&e))
        })?;
        if opens && changed {
            self.accept_heads()?;
        }
        Ok(changed)
    }

    fn leased_until(&self) -> Result<Option<String>, Fault> {
        self.ask(|conn| conn.query_row("SELECT max(until) FROM leases", [], |row| row.get(0)))
    }

    fn check_to_leave(&self) -> Result<(), Fault> {
        self.lost_tails()?.into_iter().next().map_or(Ok(()), Err)?;
        // The other database would not know where they are: they are put back first.
        let sql = "SELECT t.name, a.file FROM archived a JOIN tables t ON t.id = a.table_id ORDER BY t.name LIMIT 1";
        let away = |row: &rusqlite::Row<'_>| Ok(Fault::Archived { table: row.get(0)?, file: row.get(1)? });
        self.ask(|conn| conn.query_row(sql, [], away).optional())?.map_or(Ok(()), Err)
    }

    fn count(&self, part: &MovedPart) -> Result<u64, Fault> {
        let sql = format!("SELECT count(*) FROM {}", part.name);
        self.ask(|conn| conn.query_row(&sql, [], |row| row.get(0)))
    }

    fn rows_after(&self, part: &MovedPart, key: &[Cell], limit: usize) -> Result<Vec<MovedRow>, Fault> {
        let (columns, keys) = (columns(part), part.keys());
        let after = match key.len() {
            0 => String::new(),
            length => format!("WHERE ({keys}) > ({})", vec!["?"; length].join(", ")),
        };
        let sql = format!("SELECT {columns} FROM {} {after} ORDER BY {keys} LIMIT {limit}", part.name);
        self.ask(|conn| rows(conn, &sql, key))
    }

    fn last_key(&self, part: &MovedPart) -> Result<MovedRow, Fault> {
        let keys = part.keys();
        let backwards = keys.replace(", ", " DESC, ");
        let sql = format!("SELECT {keys} FROM {} ORDER BY {backwards} DESC LIMIT 1", part.name);
        Ok(self.ask(|conn| rows(conn, &sql, &[]))?.pop().unwrap_or_default())
    }

    fn bring(
        &self,
        arriving: &Whereabouts,
        part: &'static MovedPart,
        rows: Vec<MovedRow>,
    ) -> Result<bool, Fault> {
        let places = vec!["?"; part.columns.len()].join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES ({places})", part.name, columns(part));
        let arriving = arriving.clone();
        self.shared.writer.run(move |tx| {
            if whereabouts(tx.conn)?.as_ref() != Some(&arriving) {
                return Ok(false);
            }
            let mut insert = tx.conn.prepare_cached(&sql).map_err(|e| fault_of(&e))?;
            for row in &rows {
                insert.execute(params_from_iter(row.iter().map(value))).map_err(|e| fault_of(&e))?;
            }
            Ok(true)
        })
    }

    fn numbered_to(&self, part: &MovedPart) -> Result<i64, Fault> {
        let sql = format!(
            "SELECT max(coalesce((SELECT max(id) FROM {0}), 0),
                        coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{0}'), 0))",
            part.name
        );
        self.ask(|conn| conn.query_row(&sql, [], |row| row.get(0)))
    }

    fn number_on(&self, arriving: &Whereabouts, part: &'static MovedPart, after: i64) -> Result<bool, Fault> {
        let arriving = arriving.clone();
        self.shared.writer.run(move |tx| {
            if whereabouts(tx.conn)?.as_ref() != Some(&arriving) {
                return Ok(false);
            }
            // A part without a line of its own is numbered on from its rows, none of which is ever deleted.
            let sql = "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1";
            tx.conn.execute(sql, (part.name, after)).map(|_| true).map_err(|e| fault_of(&e))
        })
    }
}

/// That nothing is stored in a database that is not played on.
///
/// # Errors
/// [`Fault::NotPlayedOn`].
pub(super) fn check_home(conn: &Connection) -> Result<(), Fault> {
    match whereabouts(conn)? {
        None => Ok(()),
        Some(Whereabouts { state, other, .. }) => {
            Err(Fault::NotPlayedOn { state: state.as_str().to_owned(), other })
        }
    }
}

/// Why this database is not played on.
fn whereabouts(conn: &Connection) -> Result<Option<Whereabouts>, Fault> {
    let found = conn.prepare_cached("SELECT state, move, other FROM whereabouts").and_then(|mut ask| {
        ask.query_row([], |row| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?))).optional()
    });
    let read = |(state, number, other): (String, _, _)| {
        Ok(Whereabouts { state: Moving::of_stored(&state)?, number, other })
    };
    found.map_err(|e| fault_of(&e))?.map(read).transpose()
}

fn columns(part: &MovedPart) -> String {
    let names: Vec<&str> = part.columns.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

fn rows(conn: &Connection, sql: &str, values: &[Cell]) -> rusqlite::Result<Vec<MovedRow>> {
    let mut ask = conn.prepare_cached(sql)?;
    let width = ask.column_count();
    let rows = ask.query_map(params_from_iter(values.iter().map(value)), |row| {
        (0..width).map(|at| cell(at, row.get_ref(at)?)).collect()
    })?;
    rows.collect()
}

fn cell(at: usize, value: ValueRef<'_>) -> rusqlite::Result<Cell> {
    Ok(match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Number(number),
        ValueRef::Text(_) => Cell::Text(value.as_str()?.to_owned()),
        ValueRef::Blob(bytes) => Cell::Bytes(bytes.to_vec()),
        // No column of the schema may hold one.
        ValueRef::Real(_) => {
            return Err(rusqlite::Error::InvalidColumnType(at, "a number".to_owned(), Type::Real));
        }
    })
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Number(number) => Value::Integer(*number),
        Cell::Text(text) => Value::Text(text.clone()),
        Cell::Bytes(bytes) => Value::Blob(bytes.clone()),
    }
}
