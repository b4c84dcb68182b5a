//! Everything moved from one store to another.

use super::{Ask, Columns, Session, SqlStore, SqlValue, Statement, Transaction, statements, values};
use crate::log::fault::Fault;
use crate::log::moving::{ColumnKind, ExportedPart, ExportedRow, Migration, MigrationState, PARTS, Portable};

statements! {
    MIGRATION = both("SELECT state, move, other FROM wardroom.whereabouts");
    BEGIN_MIGRATION = both(
        "INSERT INTO wardroom.whereabouts (one, state, move, other) VALUES (1, $1, $2, $3)",
    );
    END_MIGRATION = both("DELETE FROM wardroom.whereabouts");
    // The process that changes a migration holds the lock alone, those that write hold it together: `WRM2`, as in the schema.
    LOCK_MIGRATION = postgres_only("SELECT pg_advisory_xact_lock(x'57524D32'::int)");
    HOLD_MIGRATION = postgres_only("SELECT pg_advisory_xact_lock_shared(x'57524D32'::int)");
    // Makes the triggers accept the copied rows.
    BEGIN_COPYING = postgres_only("SELECT set_config('wardroom.copying', 'on', true)");
    LEASED_UNTIL = both("SELECT max(until) FROM wardroom.leases");
}

impl<S: SqlStore + Send + Sync> Portable for S {
    fn place(&self) -> String {
        self.shown_place()
    }

    fn migration(&self) -> Result<Option<Migration>, Fault> {
        self.ask(migration)
    }

    fn change_migration(&self, from: Option<&Migration>, to: Option<&Migration>) -> Result<bool, Fault> {
        let (from, next) = (from.cloned(), to.cloned());
        let changed = self.transact_anywhere(move |tx| {
            tx.write(&LOCK_MIGRATION, &[])?;
            if migration(tx)? != from {
                return Ok::<bool, Fault>(false);
            }
            // The table has one row at most, so the old state goes before the new one comes.
            tx.write(&END_MIGRATION, &[])?;
            if let Some(Migration { state, number, other }) = &next {
                tx.write(&BEGIN_MIGRATION, &values![state.as_str(), number, other])?;
            }
            Ok(true)
        })?;
        if to.is_none() && changed {
            self.opened()?;
        }
        Ok(changed)
    }

    fn leased_until(&self) -> Result<Option<String>, Fault> {
        Ok(self.ask(|conn| conn.one(&LEASED_UNTIL, &[], |row| row.maybe(0)))?.flatten())
    }

    fn check_to_leave(&self) -> Result<(), Fault> {
        self.check_leaving()
    }

    fn count(&self, part: &ExportedPart) -> Result<u64, Fault> {
        let counted = self.ask(|conn| conn.one(&counting(part), &[], |row| row.get(0)))?;
        Ok(counted.unwrap_or_default())
    }

    fn rows_after(
        &self,
        part: &ExportedPart,
        key: &[SqlValue<'_>],
        limit: usize,
    ) -> Result<Vec<ExportedRow>, Fault> {
        let read = |row: &dyn Columns| read_row(row, part.columns);
        self.ask(|conn| conn.list(&reading(part, key.len(), limit), key, read))
    }

    fn last_key(&self, part: &ExportedPart) -> Result<ExportedRow, Fault> {
        let read = |row: &dyn Columns| read_row(row, &part.columns[..part.key]);
        Ok(self.ask(|conn| conn.one(&reading_last(part), &[], read))?.unwrap_or_default())
    }

    fn bring(
        &self,
        arriving: &Migration,
        part: &'static ExportedPart,
        rows: Vec<ExportedRow>,
    ) -> Result<bool, Fault> {
        let (arriving, sql) = (arriving.clone(), bringing(part));
        self.transact_anywhere(move |tx| {
            if !stays(tx, &arriving)? {
                return Ok::<bool, Fault>(false);
            }
            tx.write(&BEGIN_COPYING, &[])?;
            tx.write_all(&sql, &rows).map(|()| true)
        })
    }

    fn numbered_to(&self, part: &ExportedPart) -> Result<i64, Fault> {
        Ok(self.ask(|conn| conn.one(&last_number(part), &[], |row| row.get(0)))?.unwrap_or_default())
    }

    fn number_on(
        &self,
        arriving: &Migration,
        part: &'static ExportedPart,
        after: i64,
    ) -> Result<bool, Fault> {
        let (arriving, sql) = (arriving.clone(), numbering_on(part));
        self.transact_anywhere(move |tx| {
            let arrives = stays(tx, &arriving)?;
            if arrives {
                tx.write(&sql, &values![after])?;
            }
            Ok::<bool, Fault>(arrives)
        })
    }
}

/// Refuses a database that is not played on.
pub(in crate::log) fn check_played_on(conn: &dyn Session) -> Result<(), Fault> {
    match migration(conn)? {
        None => Ok(()),
        Some(Migration { state, other, .. }) => {
            Err(Fault::NotPlayedOn { state: state.as_str().to_owned(), other })
        }
    }
}

/// The move that a database takes part in.
fn migration(conn: &dyn Session) -> Result<Option<Migration>, Fault> {
    conn.one(&MIGRATION, &[], |row| {
        let state = MigrationState::of_stored(&row.get::<String>(0)?)?;
        Ok(Migration { state, number: row.get(1)?, other: row.get(2)? })
    })
}

/// Returns whether a database arrives by this move, and does so until the transaction ends.
fn stays(tx: &dyn Transaction, arriving: &Migration) -> Result<bool, Fault> {
    tx.write(&HOLD_MIGRATION, &[])?;
    Ok(migration(tx)?.as_ref() == Some(arriving))
}

/// Statements that are made for each part, by name.
pub(super) fn of_parts() -> impl Iterator<Item = (String, Statement)> {
    PARTS.iter().flat_map(|part| {
        let mut made = vec![
            ("count", counting(part)),
            ("rows_after", reading(part, part.key, 1)),
            ("last_key", reading_last(part)),
            ("bring", bringing(part)),
        ];
        if part.numbered {
            made.extend([("numbered_to", last_number(part)), ("number_on", numbering_on(part))]);
        }
        made.into_iter().map(|(name, sql)| (format!("{name} {}", part.name), sql))
    })
}

fn counting(part: &ExportedPart) -> Statement {
    Statement::made(format!("SELECT count(*) FROM wardroom.{}", part.name))
}

fn reading(part: &ExportedPart, key: usize, limit: usize) -> Statement {
    let (columns, keys) = (names(part).join(", "), keys(part));
    let places: Vec<String> = (1..=key).map(|at| format!("${at}")).collect();
    let after = match key {
        0 => String::new(),
        _ => format!("WHERE ({keys}) > ({})", places.join(", ")),
    };
    let name = part.name;
    Statement::made(format!("SELECT {columns} FROM wardroom.{name} {after} ORDER BY {keys} LIMIT {limit}"))
}

fn reading_last(part: &ExportedPart) -> Statement {
    let (name, keys) = (part.name, keys(part));
    let backwards = keys.replace(", ", " DESC, ");
    Statement::made(format!("SELECT {keys} FROM wardroom.{name} ORDER BY {backwards} DESC LIMIT 1"))
}

fn bringing(part: &ExportedPart) -> Statement {
    let (name, columns) = (part.name, names(part).join(", "));
    let places: Vec<String> = (1..=part.columns.len()).map(|at| format!("${at}")).collect();
    let arrays = part.columns.iter().zip(&places);
    let arrays: Vec<String> =
        arrays.map(|((_, kind), place)| format!("{place}::{}[]", postgres_type(*kind))).collect();
    Statement::made_each(
        format!("INSERT INTO {name} ({columns}) VALUES ({})", places.join(", ")),
        format!(
            "INSERT INTO wardroom.{name} ({columns}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest({})",
            arrays.join(", ")
        ),
    )
}

fn last_number(part: &ExportedPart) -> Statement {
    let name = part.name;
    Statement::made_each(
        format!(
            "SELECT max(coalesce((SELECT max(id) FROM {name}), 0),
                        coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{name}'), 0))"
        ),
        format!(
            "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('wardroom.{name}', 'id')::regclass), 0)"
        ),
    )
}

fn numbering_on(part: &ExportedPart) -> Statement {
    let name = part.name;
    Statement::made_each(
        // A part without a row in `sqlite_sequence` is numbered from its rows, none of which is ever deleted.
        format!("UPDATE sqlite_sequence SET seq = max(seq, $1) WHERE name = '{name}'"),
        format!("SELECT setval(pg_get_serial_sequence('wardroom.{name}', 'id'), greatest($1::bigint, 1))"),
    )
}

fn names(part: &ExportedPart) -> Vec<&'static str> {
    part.columns.iter().map(|(name, _)| *name).collect()
}

fn keys(part: &ExportedPart) -> String {
    names(part)[..part.key].join(", ")
}

fn postgres_type(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Number => "bigint",
        ColumnKind::Flag => "boolean",
        ColumnKind::Text => "text",
        ColumnKind::Bytes => "bytea",
    }
}

fn read_row(row: &dyn Columns, columns: &[(&str, ColumnKind)]) -> Result<ExportedRow, Fault> {
    let value = |(at, (_, kind)): (usize, &(&str, ColumnKind))| {
        Ok(match kind {
            ColumnKind::Number => row.maybe::<i64>(at)?.into(),
            ColumnKind::Flag => row.maybe::<bool>(at)?.into(),
            ColumnKind::Text => row.maybe::<String>(at)?.into(),
            ColumnKind::Bytes => row.maybe::<Vec<u8>>(at)?.into(),
        })
    };
    columns.iter().enumerate().map(value).collect()
}
