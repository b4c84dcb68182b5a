//! The program: the only place that builds and starts things.
//!
//! | part | what it does |
//! |---|---|
//! | [`cli`] | the command line |
//! | [`edge`] | the outside: environment, input, output, clock |
//! | [`offer`] | what the program adds to a game to offer it to people |
//! | [`play`] | resuming or opening a table at the terminal |
//! | [`sitting`] | a player at the terminal, told in words |
//! | [`story`] | a table in words |
//! | [`read`] | `tables`, `show`, `log`, `dice` |
//! | [`replay`] | `replay` |
//! | [`files`] | `audit`, `export`, `import`, `backup` |
//! | [`rehearse`] | `rehearse`: a position off the record |

pub mod cli;
pub mod edge;
pub mod files;
pub mod offer;
pub mod play;
pub mod read;
pub mod rehearse;
pub mod replay;
pub mod sitting;
pub mod story;
pub mod trouble;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::config::Config;
use crate::game::{Eyes, Seat};
use crate::games::{GameName, Packed};
use crate::log::{Fault, Players, SqliteStore, Store};
use crate::on_game;
use crate::table::{Tables, World};
use crate::words::Lang;
use cli::{Cli, Command};
use edge::Edge;
use trouble::Trouble;

/// A program with its database open.
pub struct App {
    /// The database.
    pub store: SqliteStore,
    /// Clock and randomness.
    pub world: Arc<dyn World>,
    /// The language of what is printed.
    pub lang: Lang,
    /// Whether to print JSON lines.
    pub json: bool,
    /// The folder of the data pack for new tables, if not the built-in one.
    pub data: Option<PathBuf>,
}

/// What a command comes to: `true` when all is well, `false` when a check failed.
pub type Outcome = Result<bool, Trouble>;

/// Runs one command.
///
/// # Errors
/// [`Trouble`], which says what to print and with which status to end.
pub fn run(cli: Cli, edge: &mut Edge<'_>) -> Outcome {
    let config = config(&cli, edge)?;
    let lang = language(&cli, &config, edge);
    if let Command::Rehearse(ask) = &cli.command {
        let data = ask.data.clone().or(config.data);
        return on_game!(ask.game, G => rehearse::run::<G>(ask, data.as_deref(), lang, edge));
    }
    if let Command::Audit(ask) = &cli.command
        && Path::new(&ask.what).is_file()
    {
        return files::audit_file(ask, cli.json, edge);
    }
    let path = database(&cli, &config, edge)?;
    // Reading a database must not make one where none was.
    let makes_one = matches!(cli.command, Command::Play(_) | Command::Import(_));
    if !makes_one && !path.exists() {
        return Err(Trouble::NoDatabase(path));
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|e| Trouble::file(folder, &e))?;
    }
    let store = SqliteStore::open(&path)?;
    let mut app = App { store, world: edge.world.clone(), lang, json: cli.json, data: config.data };
    match cli.command {
        Command::Play(ask) => {
            app.data = ask.data.clone().or(app.data);
            on_game!(ask.game, G => play::run::<G>(&app, &ask, edge))
        }
        Command::Tables => read::tables(&app, edge),
        Command::Show(ask) => {
            app.known(&ask.table, |game| on_game!(game, G => read::show::<G>(&app, &ask, edge)))
        }
        Command::Log(ask) => {
            app.known(&ask.look.table, |game| on_game!(game, G => read::log::<G>(&app, &ask, edge)))
        }
        Command::Dice(ask) => {
            app.known(&ask.table, |game| on_game!(game, G => read::dice::<G>(&app, &ask, edge)))
        }
        Command::Replay(ask) => {
            app.known(&ask.look.table, |game| on_game!(game, G => replay::run::<G>(&app, &ask, edge)))
        }
        Command::Audit(ask) => files::audit_table(&app, &ask, edge),
        Command::Export(ask) => files::export(&app, &ask, edge),
        Command::Import(ask) => files::import(&app, &ask.file, edge),
        Command::Backup(ask) => files::backup(&app, &ask.file, edge),
        Command::Rehearse(_) => Ok(true),
    }
}

fn config(cli: &Cli, edge: &Edge<'_>) -> Result<Config, Trouble> {
    if let Some(path) = &cli.config {
        return Ok(Config::read(path)?);
    }
    match edge.folder("XDG_CONFIG_HOME", ".config").map(|folder| folder.join("wardroom/config.toml")) {
        Some(path) if path.is_file() => Ok(Config::read(&path)?),
        _ => Ok(Config::default()),
    }
}

fn language(cli: &Cli, config: &Config, edge: &Edge<'_>) -> Lang {
    let locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| edge.var(name));
    match cli.lang.or(config.language) {
        Some(language) => language.into(),
        None => Lang::of_locale(&locale().unwrap_or_default()),
    }
}

fn database(cli: &Cli, config: &Config, edge: &Edge<'_>) -> Result<PathBuf, Trouble> {
    if let Some(path) = cli.db.as_ref().or(config.database.as_ref()) {
        return Ok(path.clone());
    }
    let folder = edge.folder("XDG_DATA_HOME", ".local/share").ok_or(Trouble::NoHome)?;
    Ok(folder.join("wardroom/wardroom.db"))
}

impl App {
    /// The tables of one game in the database.
    pub fn tables<G: Packed>(&self) -> Arc<Tables<G, SqliteStore>> {
        Arc::new(Tables::new(Arc::new(self.store.clone()), self.world.clone()))
    }

    /// Does something with a table of a game that this program plays.
    fn known<T>(&self, table: &str, what: impl FnOnce(GameName) -> Result<T, Trouble>) -> Result<T, Trouble> {
        if self.store.table(table)?.is_none() {
            return Err(Fault::NoTable { table: table.to_owned() }.into());
        }
        match game_of(table) {
            Ok(game) => what(game),
            Err(name) => Err(Trouble::UnknownGame(name)),
        }
    }

    /// Whose eyes a reading command has: the seat asked for; else, at a table with one seat taken, that seat's.
    ///
    /// # Errors
    /// A seat that is not there, or that is held through another door.
    pub fn eyes(&self, table: &str, wanted: Option<Seat>) -> Result<Eyes, Trouble> {
        let taken = self.seats(table)?;
        let Some(seat) = wanted else {
            return Ok(match taken.as_slice() {
                [(seat, _)] => Eyes::Seat(*seat),
                _ => Eyes::Onlooker,
            });
        };
        match taken.iter().find(|(taken, _)| *taken == seat) {
            Some((_, player)) => self.courtesy(seat, player)?,
            None => {
                return Err(Trouble::NoSeat { seat, taken: taken.iter().map(|(seat, _)| *seat).collect() });
            }
        }
        Ok(Eyes::Seat(seat))
    }

    /// `--as` is a courtesy among people who share a terminal: a seat held through Discord or mail is not theirs.
    fn courtesy(&self, seat: Seat, player: &str) -> Result<(), Trouble> {
        match self.store.player(player)? {
            Some(player) if player.local.is_none() && (player.discord.is_some() || player.mail.is_some()) => {
                Err(Trouble::HeldElsewhere(seat))
            }
            _ => Ok(()),
        }
    }

    /// The seats that are taken, each with its player's opaque id.
    fn seats(&self, table: &str) -> Result<Vec<(Seat, String)>, Trouble> {
        let lines = self.store.read_lines(table, 1)?;
        if lines.is_empty() {
            return Err(Fault::NoTable { table: table.to_owned() }.into());
        }
        let seats = lines.iter().filter_map(|line| match line {
            crate::log::store::Line::Entry(entry) if entry.kind == "SeatTaken" => {
                let by = entry.by.as_ref()?;
                Some((by.seat.parse().ok()?, by.player.clone()))
            }
            _ => None,
        });
        // A seat that was passed on is its last holder's.
        let holders: BTreeMap<Seat, String> = seats.collect();
        Ok(holders.into_iter().collect())
    }
}

/// The game that a table's id names; as an error the name, when this program does not play it.
pub fn game_of(table: &str) -> Result<GameName, String> {
    let name = table.rsplit_once('-').map_or(table, |(game, _)| game);
    GameName::named(name).ok_or_else(|| name.to_owned())
}
