//! Settings of tables in PostgreSQL.

use std::collections::BTreeMap;

use tokio_postgres::{Error, Row};

use super::PostgresStore;
use crate::log::fault::Fault;
use crate::log::settings::{self, Settings, TableSettings};

const COLUMNS: &str = "SELECT s.lang, s.opened_by, s.begun, t.name
    FROM wardroom.settings s JOIN wardroom.tables t ON t.id = s.table_id";

impl Settings for PostgresStore {
    fn settings(&self, table: &str) -> Result<Option<TableSettings>, Fault> {
        Ok(self.list(&format!("{COLUMNS} WHERE t.name = $1"), &[&table], read_settings)?.pop())
    }

    fn all_settings(&self) -> Result<BTreeMap<String, TableSettings>, Fault> {
        let named = self.list(COLUMNS, &[], |row| Ok((row.try_get(3)?, read_settings(row)?)))?;
        Ok(named.into_iter().collect())
    }

    fn put_settings(&self, table: &str, settings: TableSettings) -> Result<(), Fault> {
        settings::check(&settings)?;
        let sql = "INSERT INTO wardroom.settings AS s (table_id, lang, opened_by, begun)
                   SELECT id, $2, $3, $4 FROM wardroom.tables WHERE name = $1
                   ON CONFLICT (table_id) DO UPDATE SET lang = $2, opened_by = $3, begun = s.begun OR $4";
        let TableSettings { lang, opened_by, begun } = &settings;
        match self.change(sql, &[&table, lang, opened_by, begun])? {
            0 => Err(Fault::NoTable { table: table.to_owned() }),
            _ => Ok(()),
        }
    }
}

fn read_settings(row: &Row) -> Result<TableSettings, Error> {
    Ok(TableSettings { lang: row.try_get(0)?, opened_by: row.try_get(1)?, begun: row.try_get(2)? })
}
