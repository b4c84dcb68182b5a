//! Settings of tables.

use std::collections::BTreeMap;

use super::{Ask, Columns, SqlStore, statements, values};
use crate::log::fault::Fault;
use crate::log::settings::{self, Settings, TableSettings};

statements! {
    SETTINGS = both(
        "SELECT s.lang, s.opened_by, s.begun FROM wardroom.settings s
         JOIN wardroom.tables t ON t.id = s.table_id WHERE t.name = $1",
    );
    ALL_SETTINGS = both(
        "SELECT s.lang, s.opened_by, s.begun, t.name FROM wardroom.settings s
         JOIN wardroom.tables t ON t.id = s.table_id",
    );
    PUT_SETTINGS = both(
        "INSERT INTO wardroom.settings AS s (table_id, lang, opened_by, begun)
         SELECT id, $2, $3, $4 FROM wardroom.tables WHERE name = $1
         ON CONFLICT (table_id) DO UPDATE SET lang = $2, opened_by = $3, begun = s.begun OR $4",
    );
}

impl<S: SqlStore> Settings for S {
    fn settings(&self, table: &str) -> Result<Option<TableSettings>, Fault> {
        self.ask(|conn| conn.one(&SETTINGS, &values![table], read_settings))
    }

    fn all_settings(&self) -> Result<BTreeMap<String, TableSettings>, Fault> {
        let named = |row: &dyn Columns| Ok((row.get(3)?, read_settings(row)?));
        Ok(self.ask(|conn| conn.list(&ALL_SETTINGS, &[], named))?.into_iter().collect())
    }

    fn put_settings(&self, table: &str, settings: TableSettings) -> Result<(), Fault> {
        settings::check(&settings)?;
        let TableSettings { lang, opened_by, begun } = &settings;
        match self.change(&PUT_SETTINGS, values![table, lang, opened_by.as_deref(), *begun])? {
            0 => Err(Fault::NoTable { table: table.to_owned() }),
            _ => Ok(()),
        }
    }
}

fn read_settings(row: &dyn Columns) -> Result<TableSettings, Fault> {
    Ok(TableSettings { lang: row.get(0)?, opened_by: row.maybe(1)?, begun: row.get(2)? })
}
