//! Facts about a table that are the same for every game, and a player's summary of events.

use std::sync::Arc;

use crate::game::Seat;
use crate::games::Playable;
use crate::pace::Terms;
use crate::report::ReportLine;
use crate::table::{Publication, SeatHolding, Table};

/// What a session knows of its table besides the seat, as of the last refresh: all of it is public.
#[derive(Default)]
pub struct TableFacts {
    /// The id.
    pub table: String,
    /// All seats with their players.
    pub seats: Vec<SeatHolding>,
    /// The seats that the game waits for, each with the number of its prompt.
    pub asked: Vec<(Seat, u64)>,
    /// The seats whose time is up.
    pub expired: Vec<Seat>,
    /// The seat that the player plays when they name none.
    pub seat_to_play: Option<Seat>,
    /// Whether the table is closed: everyone may see every seat then.
    pub closed: bool,
    /// True if the player holds the seat of the session no more, and the table is open.
    pub gone: bool,
    /// When the last entry was written.
    pub written_at: String,
    /// The last entry.
    pub last: u64,
    /// The seq of the last takeback.
    pub last_taken_back: Option<u64>,
    /// The opaque id of the game master, where there is one.
    pub master: Option<String>,
    /// What a status calls the table.
    pub label: String,
    /// The publication that the log records.
    pub published: Option<Publication>,
    /// Whether players are sought for seats.
    pub seeks_players: bool,
    /// The terms of time.
    pub terms: Arc<Terms>,
}

impl TableFacts {
    pub(super) fn of<G: Playable>(table: &Table<G>, player: &str, seat: Seat) -> TableFacts {
        let closed = table.closed().is_some();
        TableFacts {
            table: table.id().to_owned(),
            seats: table.places().collect(),
            asked: table.waited_for().map(|asked| (asked.prompt.seat, asked.number)).collect(),
            expired: table.all_seats().filter(|seat| table.is_expired(*seat)).collect(),
            seat_to_play: table.seat_to_play(player),
            closed,
            // A closed table hides nothing from its former players.
            gone: !closed && table.player_of(seat) != Some(player),
            written_at: table.written_at().to_owned(),
            last: table.head().seq,
            last_taken_back: table.last_taken_back(),
            master: table.master().map(str::to_owned),
            label: table.label(),
            published: table.published(),
            seeks_players: table.vacancy().is_some(),
            terms: table.terms(),
        }
    }

    /// The seats that a player holds.
    pub fn held_by(&self, player: &str) -> impl Iterator<Item = Seat> {
        let held = move |place: &&SeatHolding| place.player.as_deref() == Some(player);
        self.seats.iter().filter(held).map(|place| place.seat)
    }
}

/// The events since a player's order, or on a day.
#[derive(Clone, Default)]
pub struct Recap {
    /// The order and when it was given, or the day; `None` where they have given none.
    pub heading: Option<String>,
    /// The results and the others' orders, without dice.
    pub lines: Vec<ReportLine>,
}

/// Receives the progress of a slow task in percent, and returns whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(u32) -> bool;
