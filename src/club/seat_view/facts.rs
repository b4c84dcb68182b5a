//! What a session knows of its table and its seat that is the same for every game.

use std::sync::Arc;

use crate::game::{Options, Seat, Viewer};
use crate::games::Playable;
use crate::log::Head;
use crate::pace::Terms;
use crate::report::ReportLine;
use crate::table::{OpenConsent, OpenPrompt, Publication, Readiness, SeatHolding, Table, Takebacks};

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

/// What a session knows of its seat, as of when its player last held it.
pub struct SeatFacts {
    /// What the seat is asked; `None` while it waits, and when the game is over.
    pub asked: Option<OpenPrompt>,
    /// The open request.
    pub pending: Option<OpenConsent>,
    /// Whether this player has still to answer it.
    pub has_to_answer: bool,
    /// Who is ready, while the game has not begun.
    pub readiness: Option<Readiness>,
    /// Whether the game waits for this player to say that they are ready.
    pub has_to_get_ready: bool,
    /// Whether the game waits for this seat to answer.
    pub awaited: bool,
    /// Seats that the game waits for.
    pub waiting_for: Vec<Seat>,
    /// The legal orders as the game has them.
    pub legal: Arc<Options>,
    /// The possible input: the legal orders, and shorthands for several of them, in the order of the book.
    pub options: Arc<Options>,
    /// The orders that may be taken back now.
    pub takebacks: Takebacks,
    /// Whether the table was opened as practice.
    pub practice: bool,
    /// How often somebody looked at what may not be seen in play.
    pub peeks: u32,
    /// Whether the game is over.
    pub over: bool,
    /// Whether the table is closed.
    pub closed: bool,
    /// The head of the log.
    pub head: Head,
    /// The viewer that the player is.
    pub viewer: Viewer,
}

/// The events since a player's order, or on a day.
#[derive(Default)]
pub struct Recap {
    /// The order and when it was given, or the day; `None` where they have given none.
    pub heading: Option<String>,
    /// The results and the others' orders, without dice.
    pub lines: Vec<ReportLine>,
}

/// Receives the progress of a slow task in percent, and returns whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(u32) -> bool;
