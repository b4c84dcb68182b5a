//! The command line. Its help is in `locales/`, by the names that stand here: [`super::usage`] puts it in.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::lab::LabAsk;
use super::registry::Games;
use super::values::{UsageFault, head, player_name, seat, setup_option, stride, theme};
use crate::bots::MOST_PLAYOUTS;
use crate::config::Language;
use crate::game::Seat;
use crate::log::NotedHead;
use crate::picture::Theme;
use crate::table::history::Stride;

/// Naval board wargames played over days, with a log anyone can replay and check.
#[derive(Debug, Parser)]
#[command(name = "wardroom", version = env!("WARDROOM_VERSION"), max_term_width = 100)]
pub struct Cli {
    /// The database, a file or `postgres://…`; without it the file in your data folder
    #[arg(long, alias = "database", global = true, value_name = "FILE")]
    pub db: Option<PathBuf>,
    /// The configuration file; without it wardroom/config.toml in your configuration folder
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print JSON, one object a line
    #[arg(long, global = true)]
    pub json: bool,
    /// The language; without it that of your locale
    #[arg(long, global = true, value_name = "LANG", hide_possible_values = true)]
    pub lang: Option<Language>,
    /// The local player you are; without it the user of this machine. So two people at one machine are two players
    #[arg(long, global = true, value_name = "NAME", value_parser = player_name)]
    pub player: Option<String>,
    /// What to do; without one, what there is and how to begin
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a table; of a game your latest unfinished one, or a new one
    Play(PlayArgs),
    /// Decline a seat that is kept for you
    Decline(Decline),
    /// Act as the game master of a table, who holds no seat
    Master(MasterArgs),
    /// List the tables
    Tables(TablesArgs),
    /// Show a position
    Show(LookArgs),
    /// Draw a position
    Picture(PictureAsk),
    /// Show what happened
    Log(LogAsk),
    /// Show every roll with its purpose, and how the dice have fallen
    Dice(LookArgs),
    /// Step through a table: Enter or n forwards, b back, a number to that entry, q to end
    Replay(Replay),
    /// Check a table, or an exported file: its bytes, its dice, and its orders against the rules
    Audit(Audit),
    /// Write a table to a file that others can check, replay or import
    Export(Export),
    /// Read an exported table into the database
    Import(Import),
    /// Play a position off the record, with dice you choose; no database is touched
    Rehearse(Rehearse),
    /// Play many games between computer players, and print what they come to; no database is touched
    Lab(LabAsk),
    /// Copy the database to a new file, also while it is played
    Backup(Backup),
    /// Take finished tables out of the database, each to a file that is read in its place
    Archive(ArchiveAsk),
    /// List the people the database knows, with their addresses
    People,
    /// Erase a player's name, addresses and preferences, and what is still to be sent to them
    Forget(Forget),
    /// Play in Discord, by e-mail or both, as the configuration says, until SIGTERM or SIGINT
    Serve,
    /// Store one mail from the input in the spool that `serve` reads: for a mail server's pipe. It prints nothing, and ends with 0 or 75
    Deliver(Deliver),
    /// Set the log of a table right that is ahead of the clock, once the clock is right: every decision has its whole time from then on
    SetClock(SetClock),
    /// Replace the server's secret, which links and codes are signed with; the old one stays valid for 30 days
    RotateSecret,
    /// Bring a database up to date: a file, of which a copy is made first, or one on a PostgreSQL server, as the role that owns it
    Migrate(Migrate),
    /// Move everything from one database to another, which is played on from then in place of the first; type it again after an interruption
    Copy(CopyArgs),
}

/// What `copy` takes.
#[derive(Debug, Args)]
pub struct CopyArgs {
    /// The database that is played on so far: a file, or postgres://… as the role that owns it
    #[arg(long, value_name = "DATABASE")]
    pub from: PathBuf,
    /// An empty one, likewise; a file is made
    #[arg(long, value_name = "DATABASE")]
    pub to: PathBuf,
    /// Give a move up that was interrupted before the first database was left: that is played on again
    #[arg(long)]
    pub give_up: bool,
}

/// What `migrate` takes.
#[derive(Debug, Args)]
pub struct Migrate {
    /// The role that plays, which gets the rights it needs and no more
    #[arg(long, value_name = "ROLE")]
    pub serving: Option<String>,
}

impl Command {
    /// Whether it stores nothing, a look at everything apart.
    pub fn only_reads(&self) -> bool {
        match self {
            Command::Tables(_)
            | Command::People
            | Command::Show(_)
            | Command::Picture(_)
            | Command::Log(_)
            | Command::Dice(_)
            | Command::Replay(_)
            | Command::Export(_)
            | Command::Backup(_) => true,
            Command::Audit(ask) => !ask.accept_heads,
            _ => false,
        }
    }

    /// What it looks at, where that may be an exported file in place of a table.
    pub fn looked_at(&mut self) -> Option<&mut String> {
        match self {
            Command::Show(look) | Command::Dice(look) => Some(&mut look.table),
            Command::Log(ask) => Some(&mut ask.look.table),
            Command::Replay(ask) => Some(&mut ask.look.table),
            Command::Picture(ask) => Some(&mut ask.table),
            _ => None,
        }
    }
}

/// What `tables` takes.
#[derive(Debug, Args)]
pub struct TablesArgs {
    /// Only tables that look for players, with their open seats
    #[arg(long)]
    pub open: bool,
}

/// `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// A game, or a table's id
    #[arg(value_name = "GAME|TABLE")]
    pub what: String,
    /// Open a new table even when there is one to resume
    #[arg(long)]
    pub new: bool,
    /// Open it for practice: you may go back past dice, and every report says so
    #[arg(long)]
    pub practice: bool,
    /// Open it with a ready check: the game begins once every seat is taken and all players have said `ready`
    #[arg(long)]
    pub ready: bool,
    /// Open it with a game master, by name: who keeps it going, holds no seat and sees what an onlooker sees
    #[arg(long, value_name = "NAME", conflicts_with = "learn")]
    pub master: Option<String>,
    /// Open a table for practice that teaches the game while you play, in some ten minutes
    #[arg(long, conflicts_with_all = ["option", "seat"])]
    pub learn: bool,
    /// Open it with an option of the game; `--option help` lists them
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = setup_option)]
    pub option: Vec<(String, String)>,
    /// A folder with a data pack for a new table
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The seat to play, which you take if it is free or offered to you
    #[arg(long = "as", value_name = "SEAT", value_parser = seat)]
    pub seat: Option<Seat>,
    /// Play every seat yourself, in turn at this terminal
    #[arg(long, conflicts_with = "seat")]
    pub hot_seat: bool,
    /// Play it against a computer: `midshipman`, `lieutenant` or `captain`, who takes the other seats
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["hot_seat", "learn"])]
    pub against: Option<String>,
    /// How long `wait` waits at most; without it for ever
    #[arg(long, value_name = "SECONDS")]
    pub wait_seconds: Option<u32>,
    /// Colour: on a terminal, always or never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub color: Colour,
    /// Orders to play, a line each, in place of standard input
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
}

/// `decline`.
#[derive(Debug, Args)]
pub struct Decline {
    /// The table
    pub table: String,
    /// The seat; not needed when only one is kept for you
    #[arg(long = "as", value_name = "SEAT", value_parser = seat)]
    pub seat: Option<Seat>,
}

/// `master`.
#[derive(Debug, Args)]
pub struct MasterArgs {
    /// The table
    pub table: String,
    /// What to do: pause, pause until 24 Dec, resume, extend SEAT 2d, replace SEAT [NAME], close yes, lay-down; without it, who is game master
    #[arg(value_name = "WHAT")]
    pub what: Vec<String>,
}

/// `set-clock`.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct SetClock {
    /// The table
    pub table: Option<String>,
    /// All tables whose log is ahead of the clock
    #[arg(long)]
    pub all: bool,
}

/// `forget`.
#[derive(Debug, Args)]
pub struct Forget {
    /// The player: the id that `people` lists, or the name if only one has it
    #[arg(value_name = "PLAYER")]
    pub who: String,
}

/// `deliver`.
#[derive(Debug, Args)]
pub struct Deliver {
    /// The spool, a maildir; without it the one that the configuration names
    #[arg(long, value_name = "DIR")]
    pub spool: Option<PathBuf>,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// `show` and `dice`.
#[derive(Debug, Args)]
pub struct LookArgs {
    /// The table, or an exported file
    #[arg(value_name = "TABLE|FILE")]
    pub table: String,
    /// Look with the eyes of this seat
    #[arg(long = "as", value_name = "SEAT", value_parser = seat, conflicts_with = "all")]
    pub seat: Option<Seat>,
    /// See everything; on an open table the log then tells everyone
    #[arg(long)]
    pub all: bool,
}

/// `picture`.
#[derive(Debug, Args)]
pub struct PictureAsk {
    /// The table, or an exported file
    #[arg(value_name = "TABLE|FILE")]
    pub table: String,
    /// Which picture; without it the one that shows the position best
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// The position after this entry
    #[arg(long, value_name = "SEQ")]
    pub at: Option<u64>,
    /// Look with the eyes of this seat
    #[arg(long = "as", value_name = "SEAT", value_parser = seat)]
    pub seat: Option<Seat>,
    /// The colours: light or dark
    #[arg(long, value_name = "THEME", default_value = "light", hide_default_value = true, value_parser = theme)]
    pub theme: &'static Theme,
    /// Write SVG in place of PNG
    #[arg(long)]
    pub svg: bool,
    /// The file to write, which must not be there yet; without it the output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `log`.
#[derive(Debug, Args)]
pub struct LogAsk {
    /// What to look at
    #[command(flatten)]
    pub look: LookArgs,
    /// Only what came after this entry
    #[arg(long, value_name = "SEQ", default_value_t = 0, hide_default_value = true)]
    pub after: u64,
}

/// `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// What to look at
    #[command(flatten)]
    pub look: LookArgs,
    /// Show the position after this entry and end
    #[arg(long, value_name = "SEQ", conflicts_with_all = ["step", "list", "part"])]
    pub at: Option<u64>,
    /// Only this part of a log, counted from 1; the games say what it is called
    #[arg(long, value_name = "N")]
    pub part: Option<u32>,
    /// Step by this
    #[arg(long, value_name = "WHAT", default_value = "day", hide_default_value = true, value_parser = |text: &str| stride(text, &[]))]
    pub step: Stride,
    /// Print every stop from the first to the last and end
    #[arg(long)]
    pub list: bool,
    /// What decided a game that is over: the chance to win before and after each order, found by so many playouts of each
    #[arg(
        long,
        value_name = "PLAYOUTS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "100",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PLAYOUTS)),
        conflicts_with_all = ["at", "step", "list", "part"],
    )]
    pub post_mortem: Option<u32>,
}

/// `audit`.
#[derive(Debug, Args)]
pub struct Audit {
    /// A table, an exported file, or a page (`export --html`)
    #[arg(value_name = "TABLE|FILE", required_unless_present = "accept_heads")]
    pub what: Option<String>,
    /// A head somebody wrote down; the log must pass through it
    #[arg(long, value_name = "SEQ:HEX", value_parser = head)]
    pub head: Vec<NotedHead>,
    /// Instead, after the head file beside the database was damaged: take the heads that are there for right
    #[arg(long, conflicts_with_all = ["what", "head"])]
    pub accept_heads: bool,
}

/// `export`.
#[derive(Debug, Args)]
pub struct Export {
    /// The table
    pub table: String,
    /// Everything, with the seed; on an open table the log then tells everyone
    #[arg(long, conflicts_with_all = ["seat", "html"])]
    pub full: bool,
    /// As one page that any browser shows, steps through and checks without a network
    #[arg(long)]
    pub html: bool,
    /// With what players wrote to each other, of which a page has the digests only otherwise
    #[arg(long, requires = "html")]
    pub with_messages: bool,
    /// With the eyes of this seat
    #[arg(long = "as", value_name = "SEAT", value_parser = seat)]
    pub seat: Option<Seat>,
    /// The file to write, which must not be there yet; without it the output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `import`.
#[derive(Debug, Args)]
pub struct Import {
    /// The exported file
    pub file: PathBuf,
    /// Audit it first, the rules too, and import nothing that fails
    #[arg(long)]
    pub check: bool,
}

/// `backup`.
#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write, which must not be there yet
    pub file: PathBuf,
}

/// `archive`.
#[derive(Debug, Args)]
pub struct ArchiveAsk {
    /// The tables; without any all that are finished, but those of which something is still to be told
    #[arg(value_name = "TABLE")]
    pub tables: Vec<String>,
    /// The folder of the files, made where there is none
    #[arg(long, value_name = "DIR")]
    pub to: PathBuf,
    /// Only tables that ended so many days ago or more
    #[arg(long, value_name = "DAYS", conflicts_with = "tables")]
    pub days: Option<u32>,
    /// Then give the room that is free in the database back to the disk; orders wait meanwhile
    #[arg(long)]
    pub vacuum: bool,
}

/// `rehearse`.
#[derive(Debug, Args)]
pub struct Rehearse {
    /// The game
    pub game: String,
    /// The position: what `show TABLE --json --all` prints
    #[arg(long, value_name = "FILE")]
    pub position: PathBuf,
    /// The dice to come, and positions of draws counted from 1; a shuffle takes none
    #[arg(
        long,
        value_name = "6,5,3,…",
        value_delimiter = ',',
        default_value = "",
        hide_default_value = true
    )]
    pub dice: Vec<String>,
    /// The orders, one a line, typed as in play or as JSON; without it the input
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// The seat that gives them; without it whoever is asked
    #[arg(long = "as", value_name = "SEAT", value_parser = seat)]
    pub seat: Option<Seat>,
    /// A folder with the data pack
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// A command line on which the games of a program are known by name.
pub fn knowing(games: Games, command: clap::Command) -> clap::Command {
    let what = move |text: &str| match games.named(text).is_some() || games.begin(text) {
        true => Ok(text.to_owned()),
        false => Err(UsageFault::of("cli-bad-what", &games.names())),
    };
    let game = move |text: &str| match games.named(text) {
        Some(game) => Ok(game.name().to_owned()),
        None => Err(UsageFault::of("cli-bad-game", &games.names())),
    };
    let parts = games.parts();
    let called = parts.clone();
    let step = move |text: &str| stride(text, &called);
    let replay = |replay: clap::Command| {
        let replay = replay.mut_arg("step", |arg| arg.value_parser(step));
        replay.mut_arg("part", |arg| match parts.split_first() {
            Some((first, others)) => arg.long(first.clone()).visible_aliases(others.to_vec()),
            None => arg.hide(true),
        })
    };
    command
        .mut_subcommand("replay", replay)
        .mut_subcommand("play", |play| play.mut_arg("what", |arg| arg.value_parser(what)))
        .mut_subcommand("rehearse", |rehearse| rehearse.mut_arg("game", |arg| arg.value_parser(game)))
        .mut_subcommand("lab", |lab| lab.mut_arg("game", |arg| arg.value_parser(game)))
}
