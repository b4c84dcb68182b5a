//! Moving a PostgreSQL database's content. The role that does it owns the tables: it numbers rows itself.

use deadpool_postgres::Transaction;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::{PostgresAddress, PostgresStore, Stopped, column};
use crate::log::fault::Fault;
use crate::log::moving::{Cell, Kind, Movable, MovedPart, MovedRow, Moving, Whereabouts};

/// Who changes where the database is holds this alone, and who writes to it together with others: `WRM2`, as in the migration.
const LOCK: i64 = 0x5752_4D32;
/// Where it is.
const WHEREABOUTS: &str = "SELECT state, move, other FROM wardroom.whereabouts";

impl PostgresStore {
    /// Opens a database as the role that owns it, to move everything from it or to it.
    ///
    /// # Errors
    /// As [`PostgresStore::open`], but the role may be any.
    pub fn open_to_move(address: &PostgresAddress) -> Result<PostgresStore, Fault> {
        let store = PostgresStore::connect(address)?;
        store.check_schema()?;
        Ok(store)
    }
}

impl Movable for PostgresStore {
    fn place(&self) -> String {
        self.shared.address.place()
    }

    fn whereabouts(&self) -> Result<Option<Whereabouts>, Fault> {
        self.rows(WHEREABOUTS, &[])?.first().map(whereabouts).transpose()
    }

    fn change_whereabouts(
        &self,
        from: Option<&Whereabouts>,
        to: Option<&Whereabouts>,
    ) -> Result<bool, Fault> {
        self.write(async |tx| {
            tx.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
            if !is_at(tx, from).await? {
                return Ok(false);
            }
            tx.execute("DELETE FROM wardroom.whereabouts", &[]).await?;
            if let Some(Whereabouts { state, number, other }) = to {
                let sql = "INSERT INTO wardroom.whereabouts (one, state, move, other) VALUES (1, $1, $2, $3)";
                tx.execute(sql, &[&state.as_str(), number, other]).await?;
            }
            Ok::<bool, Stopped<Fault>>(true)
        })
    }

    fn leased_until(&self) -> Result<Option<String>, Fault> {
        let sql = "SELECT max(until) FROM wardroom.leases";
        Ok(self.list(sql, &[], |row| row.try_get(0))?.into_iter().next().flatten())
    }

    fn check_to_leave(&self) -> Result<(), Fault> {
        Ok(())
    }

    fn count(&self, part: &MovedPart) -> Result<u64, Fault> {
        let sql = format!("SELECT count(*) FROM wardroom.{}", part.name);
        let counted = self.list(&sql, &[], |row| row.try_get::<_, i64>(0))?;
        Ok(counted.into_iter().next().map_or(0, i64::cast_unsigned))
    }

    fn rows_after(&self, part: &MovedPart, key: &[Cell], limit: usize) -> Result<Vec<MovedRow>, Fault> {
        let keys = part.keys();
        let places: Vec<String> = (1..=key.len()).map(|at| format!("${at}")).collect();
        let after = match key.len() {
            0 => String::new(),
            _ => format!("WHERE ({keys}) > ({})", places.join(", ")),
        };
        let sql = format!(
            "SELECT {} FROM wardroom.{} {after} ORDER BY {keys} LIMIT {limit}",
            read_columns(part, part.columns.len()),
            part.name
        );
        let values: Vec<&(dyn ToSql + Sync)> = key.iter().map(as_sql).collect();
        self.list(&sql, &values, |row| read_row(row, part, part.columns.len()))
    }

    fn last_key(&self, part: &MovedPart) -> Result<MovedRow, Fault> {
        let keys = part.keys();
        let backwards = keys.replace(", ", " DESC, ");
        let columns = read_columns(part, part.key);
        let sql = format!("SELECT {columns} FROM wardroom.{} ORDER BY {backwards} DESC LIMIT 1", part.name);
        Ok(self.list(&sql, &[], |row| read_row(row, part, part.key))?.pop().unwrap_or_default())
    }

    fn bring(
        &self,
        arriving: &Whereabouts,
        part: &'static MovedPart,
        rows: Vec<MovedRow>,
    ) -> Result<bool, Fault> {
        let names: Vec<&str> = part.columns.iter().map(|(name, _)| *name).collect();
        let arrays =
            part.columns.iter().zip(1..).map(|((_, kind), at)| format!("${at}::{}[]", type_of(*kind)));
        let sql = format!(
            "INSERT INTO wardroom.{} ({}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest({})",
            part.name,
            names.join(", "),
            arrays.collect::<Vec<_>>().join(", ")
        );
        let columns: Vec<Box<dyn ToSql + Sync + Send>> =
            part.columns.iter().enumerate().map(|(at, (_, kind))| cells(&rows, at, *kind)).collect();
        self.write(async |tx| {
            if !stays_at(tx, arriving).await? {
                return Ok(false);
            }
            tx.batch_execute("SET LOCAL wardroom.copying = 'on'").await?;
            let insert = tx.prepare_cached(&sql).await?;
            let values: Vec<&(dyn ToSql + Sync)> =
                columns.iter().map(|column| -> &(dyn ToSql + Sync) { &**column }).collect();
            tx.execute(&insert, &values).await?;
            Ok::<bool, Stopped<Fault>>(true)
        })
    }

    fn numbered_to(&self, part: &MovedPart) -> Result<i64, Fault> {
        let sql = format!(
            "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('wardroom.{}', 'id')::regclass), 0)",
            part.name
        );
        Ok(self.list(&sql, &[], |row| row.try_get(0))?.into_iter().next().unwrap_or_default())
    }

    fn number_on(&self, arriving: &Whereabouts, part: &'static MovedPart, after: i64) -> Result<bool, Fault> {
        let sql = format!(
            "SELECT setval(pg_get_serial_sequence('wardroom.{}', 'id'), greatest($1::bigint, 1))",
            part.name
        );
        self.write(async |tx| {
            let arrives = stays_at(tx, arriving).await?;
            if arrives {
                tx.execute(&sql, &[&after]).await?;
            }
            Ok::<bool, Stopped<Fault>>(arrives)
        })
    }
}

fn whereabouts(row: &Row) -> Result<Whereabouts, Fault> {
    let state: String = column(row, 0)?;
    Ok(Whereabouts { state: Moving::of_stored(&state)?, number: column(row, 1)?, other: column(row, 2)? })
}

/// Whether the database is where it is thought to be.
async fn is_at(tx: &Transaction<'_>, thought: Option<&Whereabouts>) -> Result<bool, Stopped<Fault>> {
    let found = tx.query_opt(WHEREABOUTS, &[]).await?;
    Ok(found.as_ref().map(whereabouts).transpose()?.as_ref() == thought)
}

/// The same, and that it stays there until the transaction ends.
async fn stays_at(tx: &Transaction<'_>, thought: &Whereabouts) -> Result<bool, Stopped<Fault>> {
    tx.execute("SELECT pg_advisory_xact_lock_shared($1)", &[&LOCK]).await?;
    is_at(tx, Some(thought)).await
}

fn type_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "bigint",
        Kind::Flag => "boolean",
        Kind::Text => "text",
        Kind::Bytes => "bytea",
    }
}

/// The first columns of a part, each in the type it is read in.
fn read_columns(part: &MovedPart, count: usize) -> String {
    let read = |(name, kind): &(&str, Kind)| match kind {
        Kind::Number => format!("{name}::bigint"),
        _ => (*name).to_owned(),
    };
    part.columns[..count].iter().map(read).collect::<Vec<_>>().join(", ")
}

fn read_row(row: &Row, part: &MovedPart, count: usize) -> Result<MovedRow, tokio_postgres::Error> {
    let cell = |(at, (_, kind)): (usize, &(&str, Kind))| {
        let cell = match kind {
            Kind::Number => row.try_get::<_, Option<i64>>(at)?.map(Cell::Number),
            Kind::Flag => row.try_get::<_, Option<bool>>(at)?.map(|flag| Cell::Number(flag.into())),
            Kind::Text => row.try_get::<_, Option<String>>(at)?.map(Cell::Text),
            Kind::Bytes => row.try_get::<_, Option<Vec<u8>>>(at)?.map(Cell::Bytes),
        };
        Ok(cell.unwrap_or(Cell::Null))
    };
    part.columns[..count].iter().enumerate().map(cell).collect()
}

/// A cell of a key, of which none is null.
fn as_sql(cell: &Cell) -> &(dyn ToSql + Sync) {
    match cell {
        Cell::Null => &None::<i64>,
        Cell::Number(number) => number,
        Cell::Text(text) => text,
        Cell::Bytes(bytes) => bytes,
    }
}

/// One column of many rows.
fn cells(rows: &[MovedRow], at: usize, kind: Kind) -> Box<dyn ToSql + Sync + Send> {
    let found = rows.iter().map(|row| row.get(at).unwrap_or(&Cell::Null));
    match kind {
        Kind::Number => Box::new(found.map(number).collect::<Vec<Option<i64>>>()),
        Kind::Flag => Box::new(found.map(|cell| Some(number(cell)? != 0)).collect::<Vec<Option<bool>>>()),
        Kind::Text => Box::new(found.map(text).collect::<Vec<Option<String>>>()),
        Kind::Bytes => Box::new(found.map(bytes).collect::<Vec<Option<Vec<u8>>>>()),
    }
}

fn number(cell: &Cell) -> Option<i64> {
    if let Cell::Number(number) = cell { Some(*number) } else { None }
}

fn text(cell: &Cell) -> Option<String> {
    if let Cell::Text(text) = cell { Some(text.clone()) } else { None }
}

fn bytes(cell: &Cell) -> Option<Vec<u8>> {
    if let Cell::Bytes(bytes) = cell { Some(bytes.clone()) } else { None }
}
