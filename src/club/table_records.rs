//! Records of a table beside its log: its settings, and which table it is a rematch of.

use std::collections::BTreeMap;

use super::{ClubError, TableSettings, seconds};
use crate::log::Store;
use crate::log::stored::StoredLine;
use crate::table::Rematch;
use crate::words::Lang;

/// The owner of the notes about rematches.
const REMATCHES: &str = "rematches";

/// Notes that `new` is a rematch of `old`. So a door with a room for the old one finds it for the new one. A new table gets its
/// opener, and the language of the old one, else `lang`.
pub(super) fn note_rematch(
    store: &(impl Store + ?Sized),
    new: &Rematch,
    (old, lang): (&str, Lang),
) -> Result<(), ClubError> {
    if store.settings(&new.table)?.is_none() {
        let lang = store.settings(old)?.map_or_else(|| lang.code().to_owned(), |old| old.lang);
        let settings = TableSettings { lang, opened_by: new.owner.clone(), begun: false };
        store.put_settings(&new.table, settings)?;
    }
    // Last: from then on a door may make a room, which would be one without an opener.
    Ok(store.put_note(REMATCHES, &new.table, old)?)
}

/// When an entry of a table was written, in seconds since 1970.
pub(super) fn written(store: &(impl Store + ?Sized), table: &str, seq: u64) -> Result<i64, ClubError> {
    let lines = store.read_line_range(table, seq..=seq)?;
    match lines.first() {
        Some(StoredLine::Entry(entry)) => Ok(seconds(&entry.at)?),
        _ => Err(ClubError::Failed(format!("entry {seq} of table {table} cannot be read"))),
    }
}

/// Records of tables beside their logs.
#[derive(Clone, Copy)]
pub struct TableRecords<'a> {
    pub(super) store: &'a dyn Store,
}

impl TableRecords<'_> {
    /// The settings of a table: its language, its opener, whether play has begun. `None` if it has none.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn settings(&self, table: &str) -> Result<Option<TableSettings>, ClubError> {
        Ok(self.store.settings(table)?)
    }

    /// The settings of every table that has any, by the table's id.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn all_settings(&self) -> Result<BTreeMap<String, TableSettings>, ClubError> {
        Ok(self.store.all_settings()?)
    }

    /// Replaces the settings of a table.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put_settings(&self, table: &str, settings: TableSettings) -> Result<(), ClubError> {
        Ok(self.store.put_settings(table, settings)?)
    }

    /// Marks the table as begun; this cannot be undone.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn begin_play(&self, table: &str) -> Result<(), ClubError> {
        let settings = self.settings(table)?.unwrap_or_default();
        self.put_settings(table, TableSettings { begun: true, ..settings })
    }

    /// The last entry of every table, by table.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn last_entries(&self) -> Result<BTreeMap<String, u64>, ClubError> {
        let tables = self.store.tables()?;
        Ok(tables.into_iter().map(|summary| (summary.table, summary.head.seq)).collect())
    }

    /// The last entry of a table; 0 where there is none.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn last_entry(&self, table: &str) -> Result<u64, ClubError> {
        Ok(self.store.stored_head(table)?.seq)
    }

    /// When a table was opened, in seconds since 1970.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn opened_at(&self, table: &str) -> Result<i64, ClubError> {
        written(self.store, table, 1)
    }

    /// Returns whether a table was opened by way of the door of this name.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn is_opened_at(&self, door: &str, table: &str) -> Result<bool, ClubError> {
        let first = self.store.read_line_range(table, 1..=1)?;
        Ok(matches!(first.first(), Some(StoredLine::Entry(entry)) if entry.door.as_deref() == Some(door)))
    }

    /// The table that this one is a rematch of, where it is one.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn rematch_of(&self, table: &str) -> Result<Option<String>, ClubError> {
        Ok(self.store.note(REMATCHES, table)?)
    }
}
