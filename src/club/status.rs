//! Games, tables and seats as lists and overviews name them.

use chrono::{DateTime, TimeDelta, Utc};

use super::clock::QuestionTime;
use super::kept_time::kept_time;
use super::known::known_among;
use super::page::PageStatus;
use super::sought::Sought;
use super::{ClubError, seconds};
use crate::bots::Strength;
use crate::game::Seat;
use crate::games::Playable;
use crate::log::players::Address;
use crate::log::{Head, Players, Store};
use crate::pace::Overdue;
use crate::table::{Readiness, Table};

pub use crate::table::card::TableCard;

/// An option a table can be opened with, as `--option` takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableOption {
    /// Its name.
    pub name: &'static str,
    /// What its value may be; `None` when it takes none.
    pub value: Option<&'static str>,
    /// A description, in English and Japanese.
    pub help: [String; 2],
}

/// Between the values that an option takes one of.
const OR: char = '|';

impl TableOption {
    /// The words that may be typed for it: its name, with each value where it takes one of a few, without any where it takes more.
    pub fn words(&self) -> Vec<String> {
        match self.value {
            None => vec![self.name.to_owned()],
            Some(values) if values.contains(OR) => {
                values.split(OR).map(|value| format!("{}={value}", self.name)).collect()
            }
            Some(_) => vec![format!("{}=", self.name)],
        }
    }

    /// Returns whether the option accepts this value, empty for none. For an option with many values the game decides.
    pub fn takes(&self, value: &str) -> bool {
        match self.value {
            None => value.is_empty(),
            Some(values) if values.contains(OR) => values.split(OR).any(|known| known == value),
            Some(_) => !value.is_empty(),
        }
    }
}

/// A game that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Its name: `chess`.
    pub game: &'static str,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// The options it can be opened with.
    pub options: Vec<TableOption>,
    /// The number of seats of a table that is opened without options.
    pub usual_seats: usize,
    /// True if it can teach itself.
    pub teaches: bool,
}

/// A table to be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewTable {
    /// The game.
    pub game: String,
    /// The seat its opener takes.
    pub seat: Option<Seat>,
    /// Options of the game, each with its value, empty where it takes none.
    pub options: Vec<(String, String)>,
    /// Whether it is for practice.
    pub practice: bool,
    /// Whether the game begins only once all players have said that they are ready.
    pub ready: bool,
    /// The computer player for the other seats, if wanted.
    pub opponent: Option<Strength>,
    /// The future game master, by name at the opener's door.
    pub master: Option<String>,
}

/// One of a player's tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerTable {
    /// The table.
    pub table: String,
    /// What lists call it.
    pub label: String,
    /// The player's seats there.
    pub seats: Vec<Seat>,
    /// Seats kept for the player there.
    pub offered: Vec<Seat>,
    /// Whether the player is game master there.
    pub masters: bool,
    /// Seats with a prompt.
    pub waiting_for: Vec<Seat>,
    /// The state of the ready check, while its game has not begun.
    pub readiness: Option<Readiness>,
    /// Whether the player has a prompt, a request to answer, or has to say that they are ready.
    pub asked: bool,
    /// The start of the oldest prompt of the player's seats, if there is one; else the time of the last entry. In seconds since
    /// 1970.
    pub since: i64,
    /// Until when the first decision of the player's is due, or they can say that they are ready, in seconds since 1970; `None` without
    /// a pace.
    pub due: Option<i64>,
    /// The number of that question, or of the entry since which the player has to get ready.
    pub prompt: Option<u64>,
    /// Whether it is over or closed.
    pub over: bool,
}

impl PlayerTable {
    /// A table's state for a player at `moment`; `None` if they have no part in it.
    ///
    /// # Errors
    /// A store that cannot be read; a time in the log that cannot be read.
    pub(super) fn of<G: Playable>(
        store: &(impl Store + ?Sized),
        now: &Table<G>,
        player: &str,
        moment: DateTime<Utc>,
    ) -> Result<Option<PlayerTable>, ClubError> {
        let seats: Vec<Seat> = now.held_by(player).collect();
        let offered: Vec<Seat> = now.offers().filter(|(_, to)| *to == player).map(|(seat, _)| seat).collect();
        let masters = now.master() == Some(player);
        if seats.is_empty() && offered.is_empty() && !masters {
            return Ok(None);
        }
        // A request may be open when a table is closed; nobody can answer it any more.
        let is_open = now.closed().is_none();
        let time = kept_time(store, now, moment)?;
        let waits = || time.waits.iter().filter(|wait| seats.contains(&wait.seat));
        let since = waits().map(|wait| wait.since.timestamp()).min();
        let has_to_get_ready = now.has_to_get_ready(player);
        let unready = time.unready.iter().filter(|_| has_to_get_ready);
        let (due, prompt) = waits()
            .chain(unready)
            .filter_map(|wait| Some((wait.due?.timestamp(), wait.prompt)))
            .min()
            .unzip();
        Ok(Some(PlayerTable {
            table: now.id().to_owned(),
            label: now.label(),
            seats,
            offered,
            masters,
            waiting_for: now.waited_for().map(|asked| asked.prompt.seat).collect(),
            readiness: now.readiness(),
            asked: since.is_some() || is_open && now.has_to_answer(player) || has_to_get_ready,
            since: since.map_or_else(|| seconds(now.written_at()), Ok)?,
            due,
            prompt,
            over: now.is_over() || !is_open,
        }))
    }

    /// As [`PlayerTable::of`], of a closed table by its card; `None` too if the card is not complete.
    ///
    /// # Errors
    /// People that cannot be read; a time in the log that cannot be read.
    pub(super) fn finished(
        people: &(impl Players + ?Sized),
        (table, card): (&str, &TableCard),
        player: &str,
    ) -> Result<Option<PlayerTable>, ClubError> {
        let Some(ended_at) = card.ended_at() else { return Ok(None) };
        let places = card.places();
        let player = &*known_among(people, (&places, card.master()), player)?;
        let is_theirs = |id: &Option<String>| id.as_deref() == Some(player);
        let seats: Vec<Seat> =
            places.iter().filter(|place| is_theirs(&place.player)).map(|place| place.seat).collect();
        let mut offered: Vec<Seat> =
            places.iter().filter(|place| is_theirs(&place.offered_to)).map(|place| place.seat).collect();
        offered.sort_unstable();
        let masters = card.master() == Some(player);
        if seats.is_empty() && offered.is_empty() && !masters {
            return Ok(None);
        }
        Ok(Some(PlayerTable {
            table: table.to_owned(),
            label: card.label(table),
            seats,
            offered,
            masters,
            waiting_for: Vec::new(),
            readiness: None,
            asked: false,
            since: seconds(ended_at)?,
            due: None,
            prompt: None,
            over: true,
        }))
    }

    /// The table's state for the player, as a key suffix: `over`, `asked`, `master`, `offered` or `waits`.
    pub fn stands(&self) -> &'static str {
        match self {
            PlayerTable { over: true, .. } => "over",
            PlayerTable { asked: true, .. } => "asked",
            PlayerTable { masters: true, .. } => "master",
            PlayerTable { seats, .. } if seats.is_empty() => "offered",
            _ => "waits",
        }
    }

    /// The player's seat to play: one with a prompt, else the first.
    pub fn seat_to_play(&self) -> Option<Seat> {
        self.seats.iter().find(|seat| self.waiting_for.contains(seat)).or(self.seats.first()).copied()
    }

    /// Until when it waits for the player, in seconds since 1970, where that is agreed.
    pub fn due_by(&self) -> Option<i64> {
        self.due.filter(|_| self.asked && !self.over)
    }
}

/// The player who holds a seat, or for whom it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The opaque id.
    pub player: String,
    /// Where they can be met.
    pub addresses: Vec<Address>,
}

impl Holder {
    /// Their oldest address of a kind.
    pub fn address(&self, kind: &str) -> Option<&str> {
        self.addresses.iter().find(|address| address.kind == kind).map(|address| &*address.value)
    }
}

/// A seat of a table as everybody may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatStatus {
    /// The seat.
    pub seat: Seat,
    /// Its name.
    pub name: String,
    /// Its player; `None` while it is free.
    pub player: Option<Holder>,
    /// The player for whom it is kept.
    pub offered_to: Option<Holder>,
    /// Whether it has a prompt now.
    pub asked: bool,
    /// Its public prompt; empty without one.
    pub question: String,
    /// The time for it; `None` without a pace.
    pub time: Option<QuestionTime>,
    /// The time that a computer player takes for it.
    pub thinks: Option<TimeDelta>,
}

impl SeatStatus {
    /// Returns whether anybody may take it from its player, whose time is up.
    pub fn is_left(&self) -> bool {
        let left = Overdue::Substitute;
        matches!(&self.time, Some(QuestionTime::Runs { expired: true, overdue, .. }) if *overdue == left)
    }
}

/// A table as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStatus {
    /// The table.
    pub table: String,
    /// What a status and the subject of a mail call it.
    pub label: String,
    /// The name of the game.
    pub game: String,
    /// A note about which data is fact and which reconstruction; empty if there is none.
    pub notice: String,
    /// The state of the game in a line: turn and phase.
    pub headline: String,
    /// The seats.
    pub seats: Vec<SeatStatus>,
    /// The absences of players, present and booked, a line each.
    pub absences: Vec<String>,
    /// The open request in words, with the number of its entry and the seats that have yet to answer.
    pub request: Option<(u64, String, Vec<Seat>)>,
    /// The ready check in words, while the game has not begun.
    pub readiness: Option<String>,
    /// The players that the table looks for; `None` if it looks for none.
    pub sought: Option<Sought>,
    /// True if a player said so; otherwise a seat is open because its player's time is up.
    pub seeks_players: bool,
    /// The game master, in a line; `None` if there is none.
    pub master: Option<String>,
    /// Its page for spectators, while it is published.
    pub page: Option<PageStatus>,
    /// Whether it was opened for practice.
    pub practice: bool,
    /// The number of looks at hidden information.
    pub peeks: u32,
    /// Whether the game is over.
    pub over: bool,
    /// Whether the table is closed.
    pub closed: bool,
    /// When the last entry was written that everybody may read, in seconds since 1970.
    pub since: i64,
    /// The last entry.
    pub last: u64,
    /// The head at that entry.
    pub head: Head,
    /// The trust line of its dice.
    pub trust: String,
}

impl TableStatus {
    /// The game with its day or turn: the headline without the phase behind its last comma.
    pub fn day(&self) -> &str {
        let headline = self.headline.as_str();
        let begin = headline.find([':', '：']).unwrap_or(0);
        let end = headline[begin..].rfind([',', '、']).map_or(headline.len(), |at| begin + at);
        &headline[..end]
    }
}
