//! What a command can end with, and the exit status it gives.

use std::path::{Path, PathBuf};

use super::offer::SetupFault;
use crate::audit::EvidenceFault;
use crate::book::BookFault;
use crate::config::ConfigFault;
use crate::game::{Refusal, Seat};
use crate::games::{GameName, PackFault};
use crate::log::Fault;
use crate::log::import::ImportError;
use crate::table::TableFault;
use crate::words::WordsFault;

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "every variant is its message")]
pub enum Trouble {
    #[error("there is no database at {}; `wardroom play goeben` makes one", .0.display())]
    NoDatabase(PathBuf),
    #[error("neither HOME nor XDG_DATA_HOME is set: name a database with --db")]
    NoHome,
    #[error("this program does not play `{}`; it plays {}", .0, games())]
    UnknownGame(String),
    #[error("this table has no seat {seat}; its seats are: {}", listed(seats))]
    NoSeat { seat: Seat, seats: Vec<Seat> },
    #[error("nobody holds the seat {0} yet; what it sees is shown to whoever takes it")]
    SeatFree(Seat),
    #[error(
        "the seat {0} is held by another player of this machine; if you are that player, say so with --player NAME"
    )]
    HeldByAnother(Seat),
    #[error("the seat {seat} is held through {door}; it is played and seen there")]
    HeldElsewhere { seat: Seat, door: &'static str },
    #[error("you hold no seat at table {table}; {}", to_sit(table, free, offered))]
    NotSeated { table: String, free: Vec<Seat>, offered: Vec<Seat> },
    #[error("the seat {0} is kept for another player; if you are that player, say so with --player NAME")]
    SeatKept(Seat),
    #[error("no seat of table {0} is kept for you; if one is, say who you are with --player NAME")]
    NothingOffered(String),
    #[error("kept for you: {}; say which with --as SEAT", listed(.0))]
    OfferedAre(Vec<Seat>),
    #[error(
        "table {0} is closed: its seats are no more taken; `show`, `log`, `dice` and `replay` look at it"
    )]
    Closed(String),
    #[error(transparent)]
    Setup(#[from] SetupFault),
    #[error("refused: {0}")]
    Refused(Refusal),
    #[error("{}: {what}", path.display())]
    File { path: PathBuf, what: String },
    #[error("{0}")]
    Usage(String),
    #[error("{0}")]
    Failed(String),
    #[error("cannot write: {0}")]
    Output(#[from] std::io::Error),
    #[error(transparent)]
    Log(#[from] Fault),
    #[error(transparent)]
    Table(#[from] TableFault),
    #[error(transparent)]
    Pack(#[from] PackFault),
    #[error(transparent)]
    Config(#[from] ConfigFault),
    #[error("the file cannot be imported: {0}")]
    Import(#[from] ImportError),
    #[error("there is nothing to audit: {0}")]
    Evidence(#[from] EvidenceFault),
    #[error(transparent)]
    Book(#[from] BookFault),
    #[error(transparent)]
    Words(#[from] WordsFault),
}

impl Trouble {
    /// Trouble with a file.
    pub fn file(path: &Path, error: &dyn std::fmt::Display) -> Trouble {
        Trouble::File { path: path.to_owned(), what: error.to_string() }
    }

    /// The exit status: 2 for bad usage, 1 for everything else.
    pub fn status(&self) -> u8 {
        match self {
            Trouble::Usage(_) | Trouble::Setup(_) | Trouble::Config(_) | Trouble::NoHome => 2,
            _ => 1,
        }
    }

    /// Whether whoever reads the output has gone: nothing is left to say then.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Trouble::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

fn games() -> String {
    let names: Vec<&str> = GameName::ALL.iter().map(|game| game.as_str()).collect();
    names.join(", ")
}

fn to_sit(table: &str, free: &[Seat], offered: &[Seat]) -> String {
    match free {
        _ if !offered.is_empty() => {
            let offered = listed(offered);
            format!("kept for you: {offered}; `--as SEAT` takes it, `wardroom decline {table}` declines it")
        }
        [] => "all are taken; if one is yours, say who you are with --player NAME".to_owned(),
        free => format!("free: {}; `--as SEAT` takes one", listed(free)),
    }
}

fn listed(seats: &[Seat]) -> String {
    let seats: Vec<&str> = seats.iter().map(Seat::as_str).collect();
    if seats.is_empty() { "none".to_owned() } else { seats.join(", ") }
}
