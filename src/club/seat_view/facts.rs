//! Facts about a table that are the same for every game, and a player's summary of events.

use std::sync::Arc;

use crate::club::known::to_answer;
use crate::game::standing::{Gauge, Question};
use crate::game::{Seat, Viewer};
use crate::games::Playable;
use crate::pace::Terms;
use crate::report::{Phrases, ReportLine};
use crate::standing::Vocabulary;
use crate::table::{Publication, SeatHolding, Table};

/// The public facts of a table.
pub struct TableFacts {
    /// The id.
    pub table: String,
    /// All seats with their players.
    pub seats: Vec<SeatHolding>,
    /// The seats that are to answer now, each with the number of its prompt.
    pub asked: Vec<(Seat, u64)>,
    /// The seats whose time is up.
    pub expired: Vec<Seat>,
    /// The seat that the player of a session plays when they name none.
    pub seat_to_play: Option<Seat>,
    /// Whether the table is closed: everyone may see every seat then.
    pub closed: bool,
    /// The viewer whose view everybody may see while it is open: a spectator; at a table of one seat, that seat.
    pub viewer: Viewer,
    /// True if the game is over or the table closed.
    pub over: bool,
    /// True if the player of a session holds its seat no more, and the table is open.
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
    /// The facts of a table now; for a session of a player at a seat, or for a spectator.
    pub(in crate::club) fn of<G: Playable>(table: &Table<G>, session: Option<(&str, Seat)>) -> TableFacts {
        let closed = table.closed().is_some();
        TableFacts {
            table: table.id().to_owned(),
            seats: table.places().collect(),
            asked: to_answer(table).map(|asked| (asked.prompt.seat, asked.number)).collect(),
            expired: table.all_seats().filter(|seat| table.is_expired(*seat)).collect(),
            seat_to_play: session.and_then(|(player, _)| table.seat_to_play(player)),
            closed,
            // A closed table hides nothing from its former players.
            gone: !closed && session.is_some_and(|(player, seat)| table.player_of(seat) != Some(player)),
            viewer: table.public_viewer(),
            over: closed || table.is_over(),
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

    /// True if a seat is to answer now.
    pub fn is_asked(&self, seat: Seat) -> bool {
        self.asked.iter().any(|(asked, _)| *asked == seat)
    }

    /// The seats that a player holds.
    pub fn held_by(&self, player: &str) -> impl Iterator<Item = Seat> {
        let held = move |place: &&SeatHolding| place.player.as_deref() == Some(player);
        self.seats.iter().filter(held).map(|place| place.seat)
    }
}

/// The part of a game that standing orders of a seat refer to.
pub struct StandingFacts {
    /// The questions that they may answer.
    pub questions: Vec<Question>,
    /// The numbers of the view that their conditions may name.
    pub gauges: Vec<Gauge>,
    /// The part of the log in which the game is: a turn or a day.
    pub part: Option<u32>,
}

impl StandingFacts {
    /// The words in which they are typed.
    pub fn vocabulary<'a>(&'a self, phrases: &Phrases<'a>) -> Vocabulary<'a> {
        let (words, lexicon) = (phrases.words, phrases.lexicon);
        Vocabulary { words, lexicon, questions: &self.questions, gauges: &self.gauges }
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
