//! The command line. Its help is in `locales/`, by the names that stand here: [`super::usage`] puts it in.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use ed25519_dalek::VerifyingKey;

use super::lab::LabAsk;
use super::values::{
    discord_key, head, log_key, player_name, seat, setup_option, stride, theme, witness_key,
};
use crate::bots::MOST_PLAYOUTS;
use crate::club::club_log::VerifierKey;
use crate::club::local::Stride;
use crate::config::Language;
use crate::game::Seat;
use crate::log::NotedHead;
use crate::picture::Theme;

/// Naval board wargames played over days, with a log anyone can replay and check.
#[derive(Debug, Parser)]
#[command(name = "wardroom", version = env!("WARDROOM_VERSION"), max_term_width = 100)]
pub struct Cli {
    /// The database, a file or `postgres://…`; without it the file in your data folder
    #[arg(long, alias = "database", global = true, value_name = "FILE")]
    pub db: Option<PathBuf>,
    /// The configuration file; default: wardroom/config.toml in your configuration folder
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print JSON, one object per line
    #[arg(long, global = true)]
    pub json: bool,
    /// The language; without it that of your locale
    #[arg(long, global = true, value_name = "LANG", hide_possible_values = true)]
    pub lang: Option<Language>,
    /// Your name as a local player; default: the user of this machine. Two people at one machine need two names
    #[arg(long, global = true, value_name = "NAME", value_parser = player_name)]
    pub player: Option<String>,
    /// What to do; without one, what there is and how to begin
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Play a table: by game, your latest unfinished table or a new one
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
    /// Step through a table: Enter or n goes forward, b back, a number to that entry, q quits
    Replay(Replay),
    /// Check a table, or an exported file: its bytes, its dice, and its orders against the rules
    Audit(Box<Audit>),
    /// Write a table to a file that others can check, replay or import
    Export(Export),
    /// Read an exported table into the database
    Import(Import),
    /// Print the last checkpoint of the club's log
    ClubLog(ClubLogAsk),
    /// Play a position off the record, with dice you choose; no database is touched
    Rehearse(Rehearse),
    /// Play many games between computer players and print the results; no database is touched
    Lab(LabAsk),
    /// Copy the database to a new file; play may continue meanwhile
    Backup(Backup),
    /// Record in each affected table's log which entries a restored backup has lost
    Restore(RestoreAsk),
    /// Take finished tables out of the database, each to a file that is read in its place
    Archive(ArchiveAsk),
    /// List the people the database knows, with their addresses
    People,
    /// Erase a player's name, addresses, preferences and pending notifications
    Forget(Forget),
    /// Run the doors of the configuration (Discord, e-mail, pages) until SIGTERM or SIGINT
    Serve,
    /// Cosign the logs of other clubs, as the configuration lists them, until SIGTERM or SIGINT
    Witness,
    /// Store one mail from standard input in the spool of `serve`, from a mail server's pipe. It prints nothing and exits with 0 or 75
    Deliver(Deliver),
    /// Correct a table whose log is ahead of the clock. Set the clock right first; every decision then has its full time
    SetClock(SetClock),
    /// Replace the server's secret, which signs links and codes; the old one stays valid for 30 days
    RotateSecret,
    /// Upgrade a database: a file (a copy is made first), or one on a PostgreSQL server, as the role that owns it
    Migrate(Migrate),
    /// Move everything from one database to another, where play then continues; after an interruption, run it again
    Copy(CopyArgs),
    /// Check the configuration, its files, the database and the addresses that `serve` needs, and name every fault
    Check(CheckAsk),
    /// Check the health of the running `serve`, for containers and scripts
    Health(HealthAsk),
    /// Print the code with which a shell completes commands, options and tables
    Completions(CompletionsAsk),
    /// Write the manual pages to a folder, for packages
    #[command(hide = true)]
    Man(ManAsk),
}

/// What `copy` takes.
#[derive(Debug, Args)]
pub struct CopyArgs {
    /// The database in use now: a file, or postgres://… as the role that owns it
    #[arg(long, value_name = "DATABASE")]
    pub from: PathBuf,
    /// The target, which must be empty: a file, which is created, or postgres://… as the role that owns it
    #[arg(long, value_name = "DATABASE")]
    pub to: PathBuf,
    /// Give a move up that was interrupted before the first database was left: that is played on again
    #[arg(long)]
    pub give_up: bool,
}

/// What `migrate` takes.
#[derive(Debug, Args)]
pub struct Migrate {
    /// The role that plays; it is granted the rights it needs and no more
    #[arg(long, value_name = "ROLE")]
    pub serving: Option<String>,
}

impl CliCommand {
    /// Returns whether it stores nothing, a look at everything apart.
    pub fn only_reads(&self) -> bool {
        match self {
            CliCommand::Tables(_)
            | CliCommand::People
            | CliCommand::Show(_)
            | CliCommand::Picture(_)
            | CliCommand::Log(_)
            | CliCommand::Dice(_)
            | CliCommand::Replay(_)
            | CliCommand::Export(_)
            | CliCommand::ClubLog(_)
            | CliCommand::Backup(_) => true,
            // Only `--accept-heads` writes, to the head file.
            CliCommand::Audit(ask) => !ask.accept_heads,
            _ => false,
        }
    }

    /// The table to look at, where an exported file may stand in for it.
    pub fn looked_at(&mut self) -> Option<&mut String> {
        match self {
            CliCommand::Show(look) | CliCommand::Dice(look) => Some(&mut look.table),
            CliCommand::Log(ask) => Some(&mut ask.look.table),
            CliCommand::Replay(ask) => Some(&mut ask.look.table),
            CliCommand::Picture(ask) => Some(&mut ask.table),
            _ => None,
        }
    }
}

/// What `tables` takes.
#[derive(Debug, Args)]
pub struct TablesArgs {
    /// Only tables that are looking for players, with their open seats
    #[arg(long)]
    pub open: bool,
}

/// `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// A game, or a table's id
    #[arg(value_name = "GAME|TABLE")]
    pub what: String,
    /// Open a new table even if there is one to resume
    #[arg(long)]
    pub new: bool,
    /// Open it for practice: orders may be taken back past dice, and every report says so
    #[arg(long)]
    pub practice: bool,
    /// Open it with a ready check: the game begins once every seat is taken and all players have said `ready`
    #[arg(long)]
    pub ready: bool,
    /// Open it with a game master, by name, who runs the table, holds no seat and sees what a spectator sees
    #[arg(long, value_name = "NAME", conflicts_with = "learn")]
    pub master: Option<String>,
    /// Open a practice table that teaches the game while you play, in about ten minutes
    #[arg(long, conflicts_with_all = ["option", "seat"])]
    pub learn: bool,
    /// Open it with an option of the game; `--option help` lists them
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = setup_option)]
    pub option: Vec<(String, String)>,
    /// A folder with a data pack for a new table
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The seat to play; you take it if it is free or offered to you
    #[arg(long = "as", value_name = "SEAT", value_parser = seat)]
    pub seat: Option<Seat>,
    /// Play every seat in turn at this terminal
    #[arg(long, conflicts_with = "seat")]
    pub hot_seat: bool,
    /// Play against a computer, which takes the other seats: `midshipman`, `lieutenant` or `captain`
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["hot_seat", "learn"])]
    pub against: Option<String>,
    /// The longest time `wait` waits, in seconds; default: no limit
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
    /// A file of orders, one per line, in place of standard input
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Play in your browser, on this machine: it prints a link, and another for each line you type
    #[arg(long, conflicts_with_all = ["script", "wait_seconds"])]
    pub browser: bool,
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
    /// What to do: pause, pause until 24 Dec, resume, extend SEAT 2d, replace SEAT [NAME], close yes, lay-down; without it, show who is game master
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
    /// The player: the id from `people`, or the name if only one player has it
    #[arg(value_name = "PLAYER")]
    pub who: String,
}

/// `deliver`.
#[derive(Debug, Args)]
pub struct Deliver {
    /// The spool, a maildir; default: the one in the configuration
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
    /// Show what this seat sees
    #[arg(long = "as", value_name = "SEAT", value_parser = seat, conflicts_with = "all")]
    pub seat: Option<Seat>,
    /// Show everything; on an open table this is noted in the log, for everyone to see
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
    /// Show what this seat sees
    #[arg(long = "as", value_name = "SEAT", value_parser = seat)]
    pub seat: Option<Seat>,
    /// The colours: light or dark
    #[arg(long, value_name = "THEME", default_value = "light", hide_default_value = true, value_parser = theme)]
    pub theme: &'static Theme,
    /// Write SVG in place of PNG
    #[arg(long)]
    pub svg: bool,
    /// The file to write, which must not exist yet; default: standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `log`.
#[derive(Debug, Args)]
pub struct LogAsk {
    /// What to look at
    #[command(flatten)]
    pub look: LookArgs,
    /// Only entries after this one
    #[arg(long, value_name = "SEQ", default_value_t = 0, hide_default_value = true)]
    pub after: u64,
}

/// `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// What to look at
    #[command(flatten)]
    pub look: LookArgs,
    /// Show the position after this entry and exit
    #[arg(long, value_name = "SEQ", conflicts_with_all = ["step", "list", "part"])]
    pub at: Option<u64>,
    /// Only this part of a log, counted from 1; the games say what it is called
    #[arg(long, value_name = "N")]
    pub part: Option<u32>,
    /// Step by this
    #[arg(long, value_name = "WHAT", default_value = "day", hide_default_value = true, value_parser = |text: &str| stride(text, &[]))]
    pub step: Stride,
    /// Print every stop from the first to the last and exit
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
    #[arg(value_name = "TABLE|FILE", required_unless_present_any = ["accept_heads", "checkpoints"])]
    pub what: Option<String>,
    /// A head that somebody noted; the log must pass through it
    #[arg(long, value_name = "SEQ:HEX", value_parser = head)]
    pub head: Vec<NotedHead>,
    /// Compare every head in this file with the log: a mailbox, an exported channel or any text
    #[arg(long, value_name = "FILE", requires = "what", conflicts_with_all = ["accept_heads", "checkpoints"])]
    pub heads: Option<PathBuf>,
    /// Instead, after the head file was damaged: accept the present heads as correct
    #[arg(long, conflicts_with_all = ["what", "head"])]
    pub accept_heads: bool,
    /// Check that the table is in the club's log, by the proofs in this file
    #[arg(long, value_name = "FILE", requires = "what")]
    pub proof: Option<PathBuf>,
    /// Instead: check that the club's log of the second checkpoint extends that of the first
    #[arg(long, value_name = "FILE", num_args = 2, conflicts_with_all = ["head", "accept_heads", "proof"])]
    pub checkpoints: Vec<PathBuf>,
    /// A list of the leaves under one of the checkpoints, or both
    #[arg(long, value_name = "FILE", requires = "checkpoints")]
    pub leaves: Vec<PathBuf>,
    /// The key of the club's log; without it no signature is checked
    #[arg(long, value_name = "KEY", value_parser = log_key)]
    pub log_key: Option<VerifierKey>,
    /// The key of a witness whose cosignature the checkpoints need
    #[arg(long, value_name = "KEY", value_parser = witness_key)]
    pub witness: Vec<VerifierKey>,
    /// Check that a seat added these words to the dice, as its player typed them
    #[arg(long, value_names = ["SEAT", "WORDS"], num_args = 2, requires = "what")]
    pub luck: Vec<String>,
    /// Repeat every thought of the computer players; by default a sample, if all would take long
    #[arg(long, requires = "what")]
    pub all_thoughts: bool,
    /// Check the receipts of orders, luck, takebacks and other commands too: those in this file, or those in the database
    #[arg(long, value_name = "FILE", num_args = 0..=1, requires = "what")]
    pub receipts: Option<Option<PathBuf>>,
    /// The public key of the Discord application, as Discord shows it; default: that of the configuration
    #[arg(long, value_name = "KEY", value_parser = discord_key)]
    pub discord_key: Option<VerifyingKey>,
}

/// `export`.
#[derive(Debug, Args)]
pub struct Export {
    /// The table
    pub table: String,
    /// Everything, with the seed; on an open table this is noted in the log, for everyone to see
    #[arg(long, conflicts_with_all = ["seat", "html"])]
    pub full: bool,
    /// As one page that any browser can show, step through and check without a network
    #[arg(long)]
    pub html: bool,
    /// Include what players wrote to each other; by default a page has only digests of that
    #[arg(long, requires = "html")]
    pub with_messages: bool,
    /// What this seat sees
    #[arg(long = "as", value_name = "SEAT", value_parser = seat)]
    pub seat: Option<Seat>,
    /// The file to write, which must not exist yet; default: standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// A second file to write: proofs that the table is in the club's log
    #[arg(long, value_name = "FILE", requires = "output")]
    pub proof: Option<PathBuf>,
    /// Another file to write: the receipts of the orders, with whole messages, names and addresses
    #[arg(long, value_name = "FILE", requires = "output", conflicts_with = "html")]
    pub receipts: Option<PathBuf>,
}

/// `club-log`.
#[derive(Debug, Args)]
pub struct ClubLogAsk {
    /// The list of all leaves under the checkpoint instead
    #[arg(long)]
    pub leaves: bool,
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
    /// The file to write, which must not exist yet
    pub file: PathBuf,
}

/// `restore`.
#[derive(Debug, Args)]
pub struct RestoreAsk {
    /// The old head file, moved away before the backup was restored
    #[arg(value_name = "HEADS")]
    pub heads: PathBuf,
}

/// `archive`.
#[derive(Debug, Args)]
pub struct ArchiveAsk {
    /// The tables; default: all finished ones with no notifications still to be sent
    #[arg(value_name = "TABLE")]
    pub tables: Vec<String>,
    /// The folder for the files; created if missing
    #[arg(long, value_name = "DIR")]
    pub to: PathBuf,
    /// Only tables that ended at least this many days ago
    #[arg(long, value_name = "DAYS", conflicts_with = "tables")]
    pub days: Option<u32>,
    /// Then return the free space in the database to the disk; orders wait meanwhile
    #[arg(long)]
    pub vacuum: bool,
}

/// `rehearse`.
#[derive(Debug, Args)]
pub struct Rehearse {
    /// The game
    pub game: String,
    /// The position: the output of `show TABLE --json --all`
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
    /// The orders, one per line, typed as in play or as JSON; default: standard input
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// The seat that gives them; default: the seat with a decision to make
    #[arg(long = "as", value_name = "SEAT", value_parser = seat)]
    pub seat: Option<Seat>,
    /// A folder with the data pack
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// `check`.
#[derive(Debug, Args)]
pub struct CheckAsk {
    /// Print faults only
    #[arg(long)]
    pub quiet: bool,
}

/// `health`.
#[derive(Debug, Args)]
pub struct HealthAsk {
    /// Check only that it answers; services that it depends on, such as Discord, do not count
    #[arg(long, conflicts_with = "ready")]
    pub live: bool,
    /// Check only that it can work: its database can be read and written
    #[arg(long)]
    pub ready: bool,
}

/// `completions`.
#[derive(Debug, Args)]
pub struct CompletionsAsk {
    /// The shell: bash, zsh, fish, elvish or powershell
    #[arg(value_name = "SHELL", hide_possible_values = true)]
    pub shell: Shell,
}

/// `man`.
#[derive(Debug, Args)]
pub struct ManAsk {
    /// The folder for `man1` and `ja/man1`; created if missing
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
