//! Settings of a table: stored beside its log, the same for every door, no part of the game.

use std::collections::BTreeMap;

use super::fault::Fault;
use super::form::check_id;
use super::limits::MAX_ID_BYTES;

/// The settings of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableSettings {
    /// The language of everything public there, as a code.
    pub lang: String,
    /// The opaque id of the player who opened it, where that is known.
    pub opened_by: Option<String>,
    /// True if play has begun, for good.
    pub begun: bool,
}

/// The settings of tables.
pub trait Settings {
    /// The settings of a table; `None` if there are none.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn settings(&self, table: &str) -> Result<Option<TableSettings>, Fault>;
    /// The settings of every table that has some.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn all_settings(&self) -> Result<BTreeMap<String, TableSettings>, Fault>;
    /// Replaces the settings of a table; `begun` is never reset.
    ///
    /// # Errors
    /// [`Fault::NoTable`]; [`Fault::Unfit`] if something is too long; another [`Fault`] if writing fails.
    fn put_settings(&self, table: &str, settings: TableSettings) -> Result<(), Fault>;
}

pub(super) fn check(settings: &TableSettings) -> Result<(), Fault> {
    if settings.lang.len() > MAX_ID_BYTES {
        return Err(Fault::Unfit(format!("the language of a table has at most {MAX_ID_BYTES} bytes")));
    }
    let opener = settings.opened_by.iter().try_for_each(|id| check_id(id, "a player's id"));
    opener.map_err(|e| Fault::Unfit(e.to_string()))
}
