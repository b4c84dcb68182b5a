//! The database of the program: a SQLite file, or one on a PostgreSQL server.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use super::cli::{Cli, Migrate};
use super::error::CliError;
use super::process::ProcessContext;
use super::{CommandResult, database};
use crate::config::Config;
use crate::log::head_file::{HeadFile, Witness};
use crate::log::moving::{Migration, Portable};
use crate::log::sqlite::Upgraded;
use crate::log::{Fault, SqliteStore, Store};
use crate::private::{self, Exposed};
use crate::reason::Reason;
use crate::words::{Lang, Words};

/// The program's database, of any kind, or the content of an exported file. Clones share it.
#[derive(Clone)]
pub struct Database {
    store: Arc<dyn Store>,
    /// The same where it lasts, to ask whether it is played on.
    portable: Option<Arc<dyn Portable>>,
    /// The same where it is a file, which has heads noted beside it and is backed up by this program.
    file: Option<SqliteStore>,
}

impl Deref for Database {
    type Target = dyn Store;

    fn deref(&self) -> &(dyn Store + 'static) {
        &*self.store
    }
}

impl From<SqliteStore> for Database {
    fn from(file: SqliteStore) -> Database {
        Database { store: Arc::new(file.clone()), portable: Some(Arc::new(file.clone())), file: Some(file) }
    }
}

impl From<Arc<dyn Store>> for Database {
    fn from(store: Arc<dyn Store>) -> Database {
        Database { store, portable: None, file: None }
    }
}

#[cfg(feature = "postgres")]
impl From<crate::log::PostgresStore> for Database {
    fn from(store: crate::log::PostgresStore) -> Database {
        Database { store: Arc::new(store.clone()), portable: Some(Arc::new(store)), file: None }
    }
}

impl Database {
    /// The store, shared.
    pub fn shared(&self) -> Arc<dyn Store> {
        self.store.clone()
    }

    /// Its place, as it may be shown; none of an exported file.
    pub fn place(&self) -> Option<String> {
        self.portable.as_ref().map(|store| store.place())
    }

    /// That it is played on.
    ///
    /// # Errors
    /// [`Fault::NotPlayedOn`] where it was moved, or is being moved; a database that cannot be read.
    pub fn check_home(&self) -> Result<(), Fault> {
        match self.portable.as_ref().map(|store| store.migration()).transpose()?.flatten() {
            None => Ok(()),
            Some(Migration { state, other, .. }) => {
                Err(Fault::NotPlayedOn { state: state.as_str().to_owned(), other })
            }
        }
    }

    /// The file it is.
    ///
    /// # Errors
    /// The reason `key` where it is on a server.
    pub fn file(&self, key: &'static str) -> Result<&SqliteStore, CliError> {
        self.file.as_ref().ok_or_else(|| CliError::Because(Reason::of(key)))
    }

    /// The head file, if there is one.
    pub fn head_file(&self) -> Option<HeadFile> {
        self.file.as_ref().map(|file| file.head_file().clone())
    }

    /// The heads noted in that file; nothing without a file.
    pub fn witness(&self) -> Witness {
        self.file.as_ref().map(SqliteStore::witness).unwrap_or_default()
    }

    /// Its files, and those beside it, that other accounts can use and should not.
    pub fn exposed(&self) -> Vec<Exposed> {
        self.file.as_ref().map(SqliteStore::exposed).unwrap_or_default()
    }

    /// Why that file could not be written last.
    pub fn head_file_trouble(&self) -> Option<Fault> {
        self.file.as_ref().and_then(SqliteStore::head_file_trouble)
    }
}

/// The address of a database on a server, given instead of a file.
pub(super) fn address_in(place: &Path) -> Option<&str> {
    let text = place.to_str()?;
    ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)).then_some(text)
}

/// That a place is a file or an address of a kind that this program knows: a slip in the kind makes no file. Above a file there
/// are folders, or nothing yet.
pub(super) fn check_place(place: &Path) -> Result<(), CliError> {
    if address_in(place).is_some() {
        return Ok(());
    }
    if let Some(text) = place.to_str().filter(|text| text.contains("://")) {
        return Err(CliError::Usage(Reason::of("database-of-no-kind").quoting("given", text.to_owned())));
    }
    match place.ancestors().skip(1).find(|above| above.exists()).filter(|above| !above.is_dir()) {
        Some(above) => {
            let below = Reason::of("database-below-a-file").quoting("given", place.display());
            Err(CliError::Usage(below.quoting("file", above.display())))
        }
        None => Ok(()),
    }
}

/// Opens a database, and creates a missing file.
pub(super) fn open(
    place: &Path,
    config: &Config,
    process: &ProcessContext<'_>,
) -> Result<Database, CliError> {
    if let Some(address) = address_in(place) {
        return postgres::open(address, config, process);
    }
    // A bare name has an empty parent, and its folder is there.
    if let Some(folder) = place.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        private::create_folders(folder).map_err(|e| CliError::file(folder, &e))?;
    }
    // An older file stays as it is: only commands that say so upgrade it.
    Ok(SqliteStore::open_as_it_is(place, config.access())?.into())
}

/// Upgrades a database in a file, for the commands that may do so: `serve`, `play` and `migrate`. `None` if there is nothing to
/// do.
pub(super) fn upgrade(place: &Path, config: &Config) -> Result<Option<Upgraded>, CliError> {
    match address_in(place) {
        Some(_) => Ok(None),
        None => Ok(SqliteStore::upgrade(place, config.access())?),
    }
}

/// Says that a database was brought up to date, and where its copy from before is.
pub(super) fn say_upgraded(
    Upgraded { before, now, copy }: &Upgraded,
    place: &Path,
    (json, lang): (bool, Lang),
    process: &mut ProcessContext<'_>,
) -> Result<(), CliError> {
    let copy = copy.display().to_string();
    if json {
        return Ok(process.json(&json!({ "before": before, "schema": now, "copy": copy }))?);
    }
    let args = [
        ("file", place.display().to_string().into()),
        ("before", before.to_string().into()),
        ("now", now.to_string().into()),
        ("copy", copy.into()),
    ];
    Ok(writeln!(process.out, "{}", Words::read()?.say(lang, "migrated-file", &args))?)
}

/// Opens a database to move everything from it or to it: on a server as the role that owns it. It creates a missing file.
pub(super) fn to_move(
    place: &Path,
    config: &Config,
    process: &ProcessContext<'_>,
) -> Result<Box<dyn Portable>, CliError> {
    match address_in(place) {
        Some(address) => postgres::to_move(address, config, process),
        None => Ok(Box::new(SqliteStore::open_as_it_is(place, config.access())?)),
    }
}

/// The place of a database, as a move that it is part of names it.
pub(super) fn place(place: &Path, config: &Config, process: &ProcessContext<'_>) -> Result<String, CliError> {
    match address_in(place) {
        Some(address) => postgres::place(address, config, process),
        None => Ok(SqliteStore::place_of(place)),
    }
}

/// The schema that this program writes in a database at `place`, and the place as it may be shown: an address without its
/// password, and nothing that is no address.
pub(super) fn schema_and_place(place: &Path) -> (i64, String) {
    match address_in(place) {
        Some(address) => postgres::schema_and_place(address),
        None => (SqliteStore::newest_schema(), place.display().to_string()),
    }
}

/// The newest schema of each kind of database that this program opens.
pub(super) fn schemas() -> BTreeMap<&'static str, i64> {
    let file = ("sqlite", SqliteStore::newest_schema());
    [file].into_iter().chain(postgres::schema().map(|schema| ("postgres", schema))).collect()
}

/// `migrate`.
pub(super) fn migrate(
    cli: &Cli,
    ask: &Migrate,
    config: &Config,
    lang: Lang,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let place = database(cli, config, process)?;
    let Some(address) = address_in(&place) else {
        return migrate_file(&place, ask, config, (cli.json, lang), process);
    };
    let (before, now, oldest) = postgres::migrate(address, ask.serving.as_deref(), config, process)?;
    if cli.json {
        process.json(&json!({ "before": before, "schema": now, "oldest": oldest }))?;
    } else {
        let args = [("before", before), ("now", now), ("oldest", oldest)];
        let args = args.map(|(name, version)| (name, version.to_string().into()));
        writeln!(process.out, "{}", Words::read()?.say(lang, "migrated", &args))?;
    }
    // A new database held nothing that a copy could save.
    if before > 0 && before < now {
        // If this cannot be written, nobody is left to tell.
        let _ = writeln!(process.err, "wardroom: {}", Words::read()?.say(lang, "migrate-no-copy", &[]));
    }
    Ok(true)
}

/// `migrate` of a database in a file.
fn migrate_file(
    place: &Path,
    ask: &Migrate,
    config: &Config,
    (json, lang): (bool, Lang),
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    if ask.serving.is_some() {
        return Err(CliError::Usage(Reason::of("migrate-serving-of-a-file")));
    }
    if !place.exists() {
        return Err(CliError::NoDatabase(place.to_owned()));
    }
    let upgraded = upgrade(place, config)?;
    let store = SqliteStore::open_as_it_is(place, config.access())?;
    super::say_exposed(&store.exposed(), lang, process);
    match upgraded {
        Some(upgraded) => say_upgraded(&upgraded, place, (json, lang), process)?,
        None => {
            let now = SqliteStore::newest_schema();
            if json {
                process.json(&json!({ "before": now, "schema": now, "copy": null }))?;
            } else {
                let args = [("file", place.display().to_string().into()), ("now", now.to_string().into())];
                writeln!(process.out, "{}", Words::read()?.say(lang, "migrated-already", &args))?;
            }
        }
    }
    Ok(true)
}

#[cfg(feature = "postgres")]
mod postgres {
    use super::*;
    use crate::config::ConfigFault;
    use crate::log::{Migrated, PostgresAddress, PostgresStore};

    pub fn open(url: &str, config: &Config, process: &ProcessContext<'_>) -> Result<Database, CliError> {
        Ok(PostgresStore::open(&address(url, config, process)?)?.into())
    }

    pub fn to_move(
        url: &str,
        config: &Config,
        process: &ProcessContext<'_>,
    ) -> Result<Box<dyn Portable>, CliError> {
        Ok(Box::new(PostgresStore::open_to_move(&address(url, config, process)?)?))
    }

    pub fn place(url: &str, config: &Config, process: &ProcessContext<'_>) -> Result<String, CliError> {
        Ok(address(url, config, process)?.place())
    }

    pub fn schema_and_place(url: &str) -> (i64, String) {
        let address = url.parse::<PostgresAddress>();
        // An address that cannot be read may be one with a password.
        let place = address.map_or_else(|_| "postgres://…".to_owned(), |address| address.place());
        (PostgresStore::newest_schema(), place)
    }

    pub fn schema() -> Option<i64> {
        Some(PostgresStore::newest_schema())
    }

    pub fn migrate(
        url: &str,
        serving: Option<&str>,
        config: &Config,
        process: &ProcessContext<'_>,
    ) -> Result<(i32, i32, i32), CliError> {
        let Migrated { before, now, oldest } =
            PostgresStore::migrate(&address(url, config, process)?, serving)?;
        Ok((before, now, oldest))
    }

    fn misconfigured(config: &Config, what: Reason) -> CliError {
        match config.file.clone() {
            Some(path) => ConfigFault { path, what }.into(),
            None => CliError::Usage(what),
        }
    }

    fn address(
        url: &str,
        config: &Config,
        process: &ProcessContext<'_>,
    ) -> Result<PostgresAddress, CliError> {
        let section = config.postgres.clone().unwrap_or_default();
        let mut address: PostgresAddress = url.parse()?;
        let files = config.secret_files(&|name| process.var(name));
        if let Some(password) =
            section.password(&|name| process.var(name), &files).map_err(|what| misconfigured(config, what))?
        {
            address = address.with_password(password.expose().into());
        }
        if let Some(authorities) = section.authorities().map_err(|what| misconfigured(config, what))? {
            address = address.trusting(&authorities)?;
        }
        address.single_role = section.single_role.unwrap_or(false);
        Ok(address)
    }
}

#[cfg(not(feature = "postgres"))]
mod postgres {
    use super::*;

    fn without() -> CliError {
        CliError::Because(Reason::of("without-postgres"))
    }

    pub fn open(_: &str, _: &Config, _: &ProcessContext<'_>) -> Result<Database, CliError> {
        Err(without())
    }

    pub fn to_move(_: &str, _: &Config, _: &ProcessContext<'_>) -> Result<Box<dyn Portable>, CliError> {
        Err(without())
    }

    pub fn place(_: &str, _: &Config, _: &ProcessContext<'_>) -> Result<String, CliError> {
        Err(without())
    }

    pub fn schema_and_place(_: &str) -> (i64, String) {
        (0, "postgres://…".to_owned())
    }

    pub fn schema() -> Option<i64> {
        None
    }

    pub fn migrate(
        _: &str,
        _: Option<&str>,
        _: &Config,
        _: &ProcessContext<'_>,
    ) -> Result<(i32, i32, i32), CliError> {
        Err(without())
    }
}
