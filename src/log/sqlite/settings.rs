//! Settings of tables in SQLite.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension, Row, params};

use super::SqliteStore;
use super::entries::execute;
use crate::log::fault::Fault;
use crate::log::settings::{self, Settings, TableSettings};

const COLUMNS: &str =
    "SELECT s.lang, s.opened_by, s.begun, t.name FROM settings s JOIN tables t ON t.id = s.table_id";

impl Settings for SqliteStore {
    fn settings(&self, table: &str) -> Result<Option<TableSettings>, Fault> {
        self.ask(|conn| {
            let mut ask = conn.prepare_cached(&format!("{COLUMNS} WHERE t.name = ?1"))?;
            ask.query_row([table], read_settings).optional()
        })
    }

    fn all_settings(&self) -> Result<BTreeMap<String, TableSettings>, Fault> {
        self.ask(|conn| {
            let named = |row: &Row<'_>| Ok((row.get(3)?, read_settings(row)?));
            conn.prepare_cached(COLUMNS)?.query_map([], named)?.collect()
        })
    }

    fn put_settings(&self, table: &str, settings: TableSettings) -> Result<(), Fault> {
        settings::check(&settings)?;
        let table = table.to_owned();
        let sql = "INSERT INTO settings (table_id, lang, opened_by, begun)
                   SELECT id, ?2, ?3, ?4 FROM tables WHERE name = ?1
                   ON CONFLICT (table_id) DO UPDATE SET lang = ?2, opened_by = ?3, begun = max(begun, ?4)";
        self.write(move |tx| {
            let TableSettings { lang, opened_by, begun } = &settings;
            match execute(tx.conn, sql, params![table, lang, opened_by, begun])? {
                0 => Err(Fault::NoTable { table: table.clone() }),
                _ => Ok(()),
            }
        })
    }
}

fn read_settings(row: &Row<'_>) -> rusqlite::Result<TableSettings> {
    Ok(TableSettings { lang: row.get(0)?, opened_by: row.get(1)?, begun: row.get(2)? })
}
