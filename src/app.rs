//! The program: the only place that builds and starts things.
//!
//! | part | what it does |
//! |---|---|
//! | [`cli`] | the command line |
//! | [`values`] | values as they are typed there |
//! | [`usage`] | its help, and what is amiss with what was typed, in the reader's language |
//! | [`about`] | which program this is |
//! | [`manuals`] | `completions`, `man` |
//! | [`error`] | the errors of commands, with their exit statuses |
//! | [`process`] | the outside: environment, input, output, clock |
//! | `set_clock` | `set-clock`: logs that are ahead of the clock |
//! | [`database`] | the database, a file or on a server; `migrate` |
//! | `moving` | `copy`: everything moved to another database |
//! | [`data`] | the data packs of games, from folders |
//! | [`play`] | resuming, opening or joining a table at the terminal, declining a seat |
//! | `opponent` | computer players at a table that is played at the terminal |
//! | `browser` | `play --browser`: the board in the browser of this machine |
//! | [`secret`] | the server's secret: one key for each use, rotation |
//! | [`seats`] | who the player is, and as whom they look |
//! | [`inbox`] | typed lines, and the time between them |
//! | [`lines`] | lines typed by a person, with the keys that a shell has |
//! | [`read`] | `show`, `picture`, `log`, `dice` |
//! | `table_list` | `tables` |
//! | `people` | `people`, `forget` |
//! | [`replay`] | `replay` |
//! | [`files`] | `audit`, `export`, `import`, `backup` |
//! | `heads` | `restore`, and heads that somebody remembers |
//! | `log_to_check` | the log that `audit` is asked about |
//! | `luck` | `audit --luck` |
//! | [`page_audit`] | `audit` of a page |
//! | `page_log` | the club's log in a page |
//! | `receipts` | receipts in `audit` and `export` |
//! | `club_log` | `club-log`, and the club's log in `audit` and `export` |
//! | [`log_key`] | the key that signs the club's log |
//! | [`archive`] | `archive`: finished tables out of the database |
//! | [`registry`] | the games, chosen by name while the program runs |
//! | [`rehearse`] | `rehearse`: a position off the record |
//! | [`lab`] | `lab`: games between computer players |
//! | [`deliver`] | `deliver`: a mail server's pipe |
//! | [`check`] | `check`: everything that `serve` needs |
//! | [`health`] | `health`: how the running `serve` is |
//! | [`witness`] | `witness`: cosignatures for other clubs |
//! | [`dice_witness`] | the witness of the dice, as this server asks it |
//! | [`serve`] | `serve`: the Discord bot, the mail door, pages |

pub mod about;
mod archive;
mod browser;
pub mod check;
pub mod cli;
mod club_log;
pub mod data;
pub mod database;
pub mod deliver;
pub mod dice_witness;
pub mod error;
pub mod files;
mod heads;
pub mod health;
pub mod inbox;
pub mod lab;
pub mod lines;
pub mod log_key;
mod log_to_check;
mod luck;
pub mod manuals;
mod moving;
mod opponent;
pub mod page_audit;
mod page_log;
mod people;
pub mod play;
pub mod process;
pub mod read;
mod receipts;
pub mod registry;
pub mod rehearse;
pub mod replay;
pub mod seats;
pub mod secret;
pub mod serve;
mod set_clock;
mod table_list;
pub mod usage;
pub mod values;
pub mod witness;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::audit::Evidence;
use crate::club::Platform;
use crate::club::browser::{BROWSER_KEYS, BrowserLinks};
use crate::club::local::LocalTables;
use crate::club::page::{PAGE_KEYS, PageLinks};
use crate::config::pages::PagesSection;
use crate::config::play::PlaySection;
use crate::config::value::chmod;
use crate::config::{Config, ConfigFault, Language};
use crate::games::Playable;
use crate::keys::Keys;
use crate::log::SqliteStore;
use crate::page::ClubLogPart;
use crate::private::Exposed;
use crate::reason::Reason;
use crate::words::{Lang, shell_word};
use cli::{Cli, CliCommand};
use database::Database;
use error::CliError;
use log_to_check::LogToCheck;
use process::ProcessContext;
use registry::{AnyGame, Games};

/// A program with its database open.
pub struct App {
    /// The games it plays.
    pub games: Games,
    /// The database.
    pub store: Database,
    /// Clock and randomness.
    pub platform: Arc<dyn Platform>,
    /// The language of the output.
    pub lang: Lang,
    /// The local player's name.
    pub user: String,
    /// What to type in another terminal to play a table of this database, up to the table.
    pub join: String,
    /// Where the configuration is, whether there is one or not.
    pub config_file: Option<PathBuf>,
    /// The links of pages, where the configuration has `wardroom serve` show any.
    pub links: Option<Arc<PageLinks>>,
    /// The board in the browser, where the configuration has `wardroom serve` show it.
    pub browser: Option<Arc<BrowserLinks>>,
    /// Whether to print JSON lines.
    pub json: bool,
    /// The folder of the data pack for new tables, if not the built-in one.
    pub data: Option<PathBuf>,
}

/// The result of a command: `true` for success, `false` if a check failed.
pub type CommandResult = Result<bool, CliError>;

/// Runs one command of a program that plays these games.
///
/// # Errors
/// [`CliError`], which says what to print and with which status to end.
pub fn run(mut cli: Cli, games: Games, process: &mut ProcessContext<'_>) -> CommandResult {
    // Before the configuration is read: the mail server's user may have no right to read it.
    if let Some(CliCommand::Deliver(ask)) = &cli.command {
        return deliver::store(ask, cli.config, process);
    }
    if let Some(CliCommand::Check(ask)) = &cli.command {
        // It says more of a configuration that cannot be used than the first thing that is wrong with it.
        let known = config(config_path(cli.config.clone(), process), false).unwrap_or_default();
        let lang = language(cli.lang.or(known.language), process);
        return check::run(&cli, ask, games, lang, process);
    }
    let config = config(config_path(cli.config.clone(), process), cli.config.is_some())?;
    let lang = language(cli.lang.or(config.language), process);
    if let Some(CliCommand::Health(ask)) = &cli.command {
        return health::run(ask, &config, (cli.json, lang), process);
    }
    if let Some(CliCommand::Completions(ask)) = &cli.command {
        return manuals::completions(ask, games, lang, process);
    }
    if let Some(CliCommand::Man(ask)) = &cli.command {
        return manuals::man(ask, games);
    }
    if let Some(CliCommand::Rehearse(ask)) = &cli.command {
        let data = ask.data.clone().or(config.data);
        return (games.of_table(&ask.game)?.rehearse)(ask, data.as_deref(), lang, process);
    }
    if let Some(CliCommand::Lab(ask)) = &cli.command {
        let data = ask.data.clone().or(config.data);
        return (games.of_table(&ask.game)?.lab)(ask, data.as_deref(), (cli.json, lang), process);
    }
    if let Some(CliCommand::Audit(ask)) = &cli.command
        && !ask.checkpoints.is_empty()
    {
        return club_log::compare_checkpoints(ask, (cli.json, lang), process);
    }
    if let Some(CliCommand::Audit(ask)) = &cli.command
        && let Some(path) = ask.what.as_deref().map(Path::new).filter(|path| path.is_file())
    {
        let known = known_database(&cli, &config, process);
        let shown = (cli.json, lang);
        let audited = files::audit_file(games, path, (ask, known.as_ref()), shown, process);
        let read = || files::evidence_of(games, path);
        let log = LogToCheck { ask, config: &config, read: &read, app: None, shown };
        return with_asked_checks(audited, &log, files::club_log_in(path)?, process);
    }
    if let Some(CliCommand::Serve) = &cli.command {
        return serve::run(&cli, games, &config, process);
    }
    if let Some(CliCommand::Witness) = &cli.command {
        return witness::run(&cli, &config, process);
    }
    if let Some(CliCommand::RotateSecret) = &cli.command {
        return secret::rotate((&config, config_path(cli.config, process)), lang, cli.json, process);
    }
    if let Some(CliCommand::Migrate(ask)) = &cli.command {
        return database::migrate(&cli, ask, &config, lang, process);
    }
    if let Some(CliCommand::Copy(ask)) = &cli.command {
        return moving::copy(ask, &config, (cli.json, lang), process);
    }
    let from_file = match cli.command.as_mut().and_then(CliCommand::looked_at) {
        Some(what) if Path::new(what).is_file() => Some(files::read_file(what)?),
        _ => None,
    };
    let store = match from_file {
        Some(store) => store,
        None => match opened(&cli, games, &config, lang, process)? {
            Some(store) => store,
            None => return usage::how_to_begin(games, lang, cli.json, process),
        },
    };
    // Other commands give no orders, and must not make the key of the club's log.
    let platform = match &cli.command {
        Some(CliCommand::Play(_)) => dice_witness::of_process(&config, process)?,
        _ => process.platform.clone(),
    };
    let user = cli.player.clone().unwrap_or_else(|| process.user());
    let links = page_links(&cli, &config, process)?;
    let browser = browser_links(&cli, &config, process)?;
    let (join, json, data) = (join(&cli), cli.json, config.data.clone());
    let config_file = config_path(cli.config.clone(), process);
    let mut app = App { games, store, platform, lang, user, join, config_file, links, browser, json, data };
    let outcome = match cli.command {
        Some(command) => carry_out(&mut app, command, &config, process),
        None => table_list::tables(&app, false, process)
            .and_then(|_| usage::how_to_begin(games, lang, app.json, process)),
    };
    if let Some(fault) = app.store.head_file_trouble() {
        let told = CliError::HeadFile(fault).render(lang);
        // If this cannot be written either, nobody is left to tell.
        let _ = writeln!(process.err, "wardroom: {told}");
    }
    say_exposed(&app.store.exposed(), lang, process);
    outcome
}

/// Adds to an audit the checks that its command asks for, and returns the worst result of all. `in_page` is the part about the club's log of
/// a page that the log is in.
fn with_asked_checks(
    audited: CommandResult,
    log: &LogToCheck<'_>,
    in_page: Option<(ClubLogPart, Option<Lang>)>,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let audited = club_log::both(audited, club_log::check(log, in_page, process));
    let audited = club_log::both(audited, receipts::check_log(log, process));
    let audited = club_log::both(audited, luck::check(log, process));
    club_log::both(audited, heads::check(log, process))
}

/// Says of files that other accounts can use what to type.
fn say_exposed(files: &[Exposed], lang: Lang, process: &mut ProcessContext<'_>) {
    for file in files {
        let told = CliError::Because(Reason::of("file-exposed").quoting("chmod", chmod(file))).render(lang);
        // If this cannot be written, nobody is left to tell.
        let _ = writeln!(process.err, "wardroom: {told}");
    }
}

/// The database in a file that an exported file may have come from. An audit needs none.
fn known_database(cli: &Cli, config: &Config, process: &ProcessContext<'_>) -> Option<SqliteStore> {
    let path = database(cli, config, process).ok().filter(|path| path.is_file())?;
    SqliteStore::open_to_read(&path, config.access(), &process.temporary()).ok()
}

/// The database that a command needs; `None` if there is none and the command does not insist.
fn opened(
    cli: &Cli,
    games: Games,
    config: &Config,
    lang: Lang,
    process: &mut ProcessContext<'_>,
) -> Result<Option<Database>, CliError> {
    let path = database(cli, config, process)?;
    let is_there = database::address_in(&path).is_some() || path.exists();
    // Reading a database must not make one where none was.
    let makes_one = match &cli.command {
        Some(CliCommand::Play(ask)) => games.named(&ask.what).is_some(),
        command => matches!(command, Some(CliCommand::Import(_))),
    };
    if !is_there && cli.command.is_none() {
        return Ok(None);
    }
    if !makes_one && !is_there {
        return Err(CliError::NoDatabase(path));
    }
    if let Some(CliCommand::Play(_)) = &cli.command
        && let Some(upgraded) = database::upgrade(&path, config)?
    {
        database::say_upgraded(&upgraded, &path, (cli.json, lang), process)?;
    }
    let reads = cli.command.as_ref().is_none_or(CliCommand::only_reads);
    let store: Database = match reads && database::address_in(&path).is_none() {
        true => SqliteStore::open_to_read(&path, config.access(), &process.temporary())?.into(),
        false => database::open(&path, config, process)?,
    };
    // A database that was moved away may still be looked at.
    if !reads {
        store.check_home()?;
    }
    Ok(Some(store))
}

/// Carries out a command that needs the database.
fn carry_out(
    app: &mut App,
    command: CliCommand,
    config: &Config,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    match command {
        CliCommand::Play(ask) => {
            app.data = ask.data.clone().or(app.data.take());
            match app.games.named(&ask.what) {
                Some(game) => (game.play)(app, &ask, None, process),
                None => (app.game_at(&ask.what)?.play)(app, &ask, Some(&ask.what), process),
            }
        }
        CliCommand::Decline(ask) => (app.game_at(&ask.table)?.decline)(app, &ask, process),
        CliCommand::Master(ask) => (app.game_at(&ask.table)?.master)(app, &ask, process),
        CliCommand::Tables(ask) => table_list::tables(app, ask.open, process),
        CliCommand::Show(ask) => (app.game_at(&ask.table)?.show)(app, &ask, process),
        CliCommand::Picture(ask) => (app.game_at(&ask.table)?.picture)(app, &ask, process),
        CliCommand::Log(ask) => (app.game_at(&ask.look.table)?.log)(app, &ask, process),
        CliCommand::Dice(ask) => (app.game_at(&ask.table)?.dice)(app, &ask, process),
        CliCommand::Replay(ask) => (app.game_at(&ask.look.table)?.replay)(app, &ask, process),
        CliCommand::Audit(ask) => match &ask.what {
            Some(table) => {
                let audited = files::audit_table(app, table, &ask, process);
                let app = &*app;
                let read = || Evidence::from_store(&*app.store, table, None).map_err(CliError::from);
                let shown = (app.json, app.lang);
                let log = LogToCheck { ask: &ask, config, read: &read, app: Some(app), shown };
                with_asked_checks(audited, &log, None, process)
            }
            None => files::accept_heads(app, process),
        },
        CliCommand::Export(ask) => {
            let exported = files::export(app, &ask, process)?;
            if let Some(proof) = &ask.proof {
                club_log::write_proofs(app, &ask.table, proof, process)?;
            }
            if let Some((export, receipts)) = ask.output.as_ref().zip(ask.receipts.as_ref()) {
                receipts::write(app, (&ask.table, export, receipts), config, process)?;
            }
            Ok(exported)
        }
        CliCommand::ClubLog(ask) => club_log::show(app, &ask, process),
        CliCommand::Import(ask) => files::import(app, &ask, process),
        CliCommand::Backup(ask) => files::backup(app, &ask.file, process),
        CliCommand::Restore(ask) => heads::restore(app, &ask, process),
        CliCommand::Archive(ask) => archive::run(app, &ask, process),
        CliCommand::SetClock(ask) => set_clock::run(app, &ask, process),
        CliCommand::People => people::list(app, process),
        CliCommand::Forget(ask) => people::forget(app, &ask, process),
        // `run` carries these out itself and ends, so none of them comes here.
        CliCommand::Rehearse(_)
        | CliCommand::Lab(_)
        | CliCommand::Serve
        | CliCommand::Witness
        | CliCommand::Deliver(_)
        | CliCommand::RotateSecret
        | CliCommand::Migrate(_)
        | CliCommand::Check(_)
        | CliCommand::Health(_)
        | CliCommand::Completions(_)
        | CliCommand::Man(_)
        | CliCommand::Copy(_) => Ok(true),
    }
}

/// The configuration file's settings; defaults if `asked` is false and there is no file.
fn config(path: Option<PathBuf>, asked: bool) -> Result<Config, CliError> {
    match path {
        Some(path) if asked || path.is_file() => Ok(Config::read(&path)?),
        _ => Ok(Config::default()),
    }
}

/// The links of pages for those who play in the terminal, where the configuration has `wardroom serve` show any.
fn page_links(
    cli: &Cli,
    config: &Config,
    process: &ProcessContext<'_>,
) -> Result<Option<Arc<PageLinks>>, CliError> {
    let url = config.pages.as_ref().map(PagesSection::checked_url);
    let found = link_keys(cli, config, (url, PAGE_KEYS), process)?;
    Ok(found.map(|(url, keys)| Arc::new(PageLinks::new(&url, keys))))
}

/// The board in the browser of the configuration, for a player at the terminal.
fn browser_links(
    cli: &Cli,
    config: &Config,
    process: &ProcessContext<'_>,
) -> Result<Option<Arc<BrowserLinks>>, CliError> {
    let url = config.play.as_ref().map(PlaySection::checked_url);
    let found = link_keys(cli, config, (url, BROWSER_KEYS), process)?;
    Ok(found.map(|(url, keys)| Arc::new(BrowserLinks::new(&url, keys))))
}

/// The address of links of one use and its keys, for `play`, if the configuration has them.
fn link_keys(
    cli: &Cli,
    config: &Config,
    (url, label): (Option<Result<String, Reason>>, &str),
    process: &ProcessContext<'_>,
) -> Result<Option<(String, Keys)>, CliError> {
    let Some(url) = url.filter(|_| matches!(cli.command, Some(CliCommand::Play(_)))) else {
        return Ok(None);
    };
    let path = config_path(cli.config.clone(), process);
    let misconfigured = |what| match path.clone() {
        Some(path) => ConfigFault { path, what }.into(),
        None => CliError::Usage(what),
    };
    let url = url.map_err(misconfigured)?;
    Ok(Some((url, secret::Secret::of_server(config, path, process)?.keys(label))))
}

/// The path of the configuration file, which may not exist.
fn config_path(asked: Option<PathBuf>, process: &ProcessContext<'_>) -> Option<PathBuf> {
    let usual = || Some(process.folder("XDG_CONFIG_HOME", ".config")?.join("wardroom/config.toml"));
    asked.or_else(usual)
}

/// The requested language, else that of the locale.
fn language(asked: Option<Language>, process: &ProcessContext<'_>) -> Lang {
    let locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| process.var(name));
    match asked {
        Some(language) => language.into(),
        None => Lang::of_locale(&locale().unwrap_or_default()),
    }
}

fn database(cli: &Cli, config: &Config, process: &ProcessContext<'_>) -> Result<PathBuf, CliError> {
    let given = cli.db.as_ref().map(|path| (path, None, "--db"));
    let set = || config.database.as_ref().map(|path| (path, config.file.clone(), "database"));
    if let Some((path, file, key)) = given.or_else(set) {
        let of_key = |why| CliError::Setting { file, key: Some(key), why: Box::new(why) };
        database::check_place(path).map_err(of_key)?;
        return Ok(path.clone());
    }
    let folder = process.folder("XDG_DATA_HOME", ".local/share").ok_or(CliError::NoHome)?;
    Ok(folder.join("wardroom/wardroom.db"))
}

/// The command with which another player joins a table of the same database.
fn join(cli: &Cli) -> String {
    let mut command = "wardroom".to_owned();
    for (flag, path) in [("--db", &cli.db), ("--config", &cli.config)] {
        if let Some(path) = path {
            command += &format!(" {flag} {}", shell_word(&path.display().to_string()));
        }
    }
    command + " play"
}

impl App {
    /// The tables of one game in the database.
    pub fn tables<G: Playable>(&self) -> LocalTables<G> {
        LocalTables::new(self.store.shared(), self.platform.clone())
    }

    /// The game of a table.
    ///
    /// # Errors
    /// A table that is not there, or of a game that this program does not play.
    fn game_at(&self, table: &str) -> Result<&'static AnyGame, CliError> {
        self.games.of_table(&self.store.opened(table)?.game)
    }
}
