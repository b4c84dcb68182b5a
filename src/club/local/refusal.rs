//! Why a player at this machine gets no seat, or no table.

use crate::club::ClubError;
use crate::game::{Refusal, Seat};
use crate::games::SetupFault;
use crate::log::Fault;
use crate::reason::Reason;
use crate::table::TableFault;
use crate::words::{SayFn, Value};

/// Why a player at this machine does not get the seat that they name. Each is its message, `error-…` in `locales/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatRefusal {
    /// The table has no such seat; it has these.
    NoSeat(Seat, Vec<Seat>),
    /// The game has no such seat; it has these.
    NoSuchSeat(&'static str, Vec<Seat>),
    /// Nobody holds the seat.
    SeatFree(Seat),
    /// Another player holds it.
    HeldByAnother(Seat),
    /// A player who is known at this other door holds it.
    HeldElsewhere(Seat, &'static str),
    /// The player holds no seat of the table.
    NotSeated {
        /// The table.
        table: String,
        /// The seats that anybody may take.
        free: Vec<Seat>,
        /// The seats that are kept for the player.
        offered: Vec<Seat>,
    },
    /// The seat is kept for another player.
    SeatKept(Seat),
    /// No seat of the table is kept for the player.
    NothingOffered(String),
    /// Several are.
    OfferedAre(Vec<Seat>),
    /// The table is closed.
    Closed(String),
    /// The table refuses it.
    Refused(Refusal),
}

impl SeatRefusal {
    /// Why not, in words.
    pub fn in_words(&self, say: SayFn<'_>) -> String {
        let with = |key: &str, name: &str, value: &str| say(key, &[(name, value.into())]);
        let list = |key: &str, seats: &[Seat]| with(key, "seats", &listed(seats, say));
        let pair = |key: &str, args: [(&str, Value<'_>); 2]| say(key, &args);
        match self {
            SeatRefusal::NoSeat(seat, seats) => {
                pair("error-no-seat", [("seat", seat.as_str().into()), ("seats", listed(seats, say).into())])
            }
            SeatRefusal::NoSuchSeat(game, seats) => {
                pair("error-no-such-seat", [("game", (*game).into()), ("seats", listed(seats, say).into())])
            }
            SeatRefusal::SeatFree(seat) => with("error-seat-free", "seat", seat.as_str()),
            SeatRefusal::HeldByAnother(seat) => with("error-held-by-another", "seat", seat.as_str()),
            SeatRefusal::HeldElsewhere(seat, door) => {
                pair("error-held-elsewhere", [("seat", seat.as_str().into()), ("door", (*door).into())])
            }
            SeatRefusal::NotSeated { table, free, offered } => {
                let (key, seats) = match (&offered[..], &free[..]) {
                    ([], []) => ("error-not-seated", free),
                    ([], _) => ("error-not-seated-free", free),
                    _ => ("error-not-seated-offered", offered),
                };
                pair(key, [("table", table.as_str().into()), ("seats", listed(seats, say).into())])
            }
            SeatRefusal::SeatKept(seat) => with("error-seat-kept", "seat", seat.as_str()),
            SeatRefusal::NothingOffered(table) => with("error-nothing-offered", "table", table),
            SeatRefusal::OfferedAre(seats) => list("error-offered-are", seats),
            SeatRefusal::Closed(table) => with("error-closed", "table", table),
            SeatRefusal::Refused(refusal) => with("error-refused", "why", &refusal.to_string()),
        }
    }
}

fn listed(seats: &[Seat], say: SayFn<'_>) -> String {
    let names: Vec<&str> = seats.iter().map(Seat::as_str).collect();
    if names.is_empty() { say("list-empty", &[]) } else { names.join(&say("list-separator", &[])) }
}

/// Why something was not done at this machine.
#[derive(Debug)]
pub enum LocalError {
    /// The player does not get the seat.
    Seat(SeatRefusal),
    /// The options of a new table do not fit.
    Setup(SetupFault),
    /// Something else that the player named does not fit.
    Because(Reason),
    /// The club did not do it.
    Club(ClubError),
}

impl From<SeatRefusal> for LocalError {
    fn from(refusal: SeatRefusal) -> LocalError {
        LocalError::Seat(refusal)
    }
}

impl From<ClubError> for LocalError {
    fn from(error: ClubError) -> LocalError {
        LocalError::Club(error)
    }
}

impl From<TableFault> for LocalError {
    fn from(fault: TableFault) -> LocalError {
        LocalError::Club(fault.into())
    }
}

impl From<Fault> for LocalError {
    fn from(fault: Fault) -> LocalError {
        LocalError::Club(fault.into())
    }
}
