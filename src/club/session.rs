//! A player's session at a seat of a table, and what a door adds to it.

use std::sync::Arc;

use super::ClubError;
use super::consent::Unconfirmed;
use super::door::Door;
use super::picture::{Picture, Wanted};
use super::settings::Setting;
use crate::book::{Book, Lexicon};
use crate::game::{Options, OrderForm, Seat};
pub use crate::log::Head;
use crate::report::{Choice, Listing, Menu, ReportLine, Weight};
use crate::table::Caller;
use crate::words::{Lang, Words};

/// The prompt of a seat with its options, and whether there is one.
pub struct Asked {
    /// The prompt's number; `None` if the seat has no prompt.
    pub prompt: Option<u64>,
    /// When it was asked, in seconds since 1970.
    pub asked_at: Option<i64>,
    /// The question in words.
    pub question: String,
    /// The legal orders.
    pub options: Arc<Options>,
    /// The head of the log.
    pub head: Head,
    /// When the last entry was written, in seconds since 1970.
    pub since: i64,
    /// Whether the table takes no more orders.
    pub over: bool,
    /// True if the game goes on and this seat has no prompt.
    pub waiting: bool,
    /// True if the player can only wait: another seat must play or must answer this player's request, or others are not
    /// ready, and this player has no request to answer.
    pub awaits: bool,
    /// The open request in words, with what to type.
    pub request: Option<String>,
    /// The entry of that request.
    pub request_number: Option<u64>,
    /// Whether this player has still to answer it.
    pub has_to_answer: bool,
    /// Whether the game waits for this player to say that they are ready.
    pub has_to_get_ready: bool,
    /// In words, when the decision is due and what happens then, or that the clock stands; `None` without a pace.
    pub due: Option<String>,
    /// True if the player no longer holds the seat; the question says so.
    pub gone: bool,
}

/// The lines that a session shows at its beginning.
pub struct Welcome {
    /// Whether the table was opened as practice.
    pub practice: bool,
    /// The game's notice, from its pack.
    pub notice: String,
    /// At a table with several seats: the players, and how to take an offered or free seat.
    pub company: Vec<String>,
    /// True if no other player can hold a seat: there is nobody to invite or to ask.
    pub alone: bool,
    /// In words, the number of looks at hidden information; `None` if nobody looked.
    pub peeks: Option<String>,
}

/// The events since a player's order, or on a day.
#[derive(Default)]
pub struct Recap {
    /// The order and when it was given, or the day; `None` where they have given none.
    pub heading: Option<String>,
    /// The results and the others' orders, without dice.
    pub lines: Vec<ReportLine>,
}

/// The order that answered a prompt, in words.
pub enum PromptAnswer {
    /// It was given at the door of the session.
    Here(String),
    /// It was given at another.
    Elsewhere(String),
}

/// The outcome of an order or of another command of a seat.
pub enum OrderOutcome {
    /// It is in the log; the news have its results.
    Accepted {
        /// The seq of its first entry.
        first: u64,
        /// The seq of its last entry.
        last: u64,
    },
    /// It is in the log; these lines are shown beside the news.
    Noted(Vec<String>),
    /// It is refused, and why, in words.
    Refused(String),
    /// It is not carried out until its player confirms it.
    Unconfirmed(Unconfirmed),
    /// It answered a prompt or a request that is no longer open; the news say what happened.
    Stale,
}

/// A player with their door and their outside message.
#[derive(Clone)]
pub struct Visitor {
    /// Their opaque id.
    pub player: String,
    /// The door.
    pub door: Arc<dyn Door>,
    /// The id of the message: the idempotency key of its orders.
    pub key: String,
}

impl Visitor {
    /// The caller of the only command of the message.
    pub fn caller(&self) -> Caller {
        Caller::new(&self.player, self.door.name()).keyed(&self.key, 0)
    }
}

/// Receives the progress of a slow task in percent, and returns whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(u32) -> bool;

/// A player's session at a table: at one seat, or at each of theirs in turn.
pub trait PlayerSession: OtherPlayers + TableClock + StandingSession {
    /// The book of orders.
    fn book(&self) -> &Book;
    /// The names of the table's data.
    fn lexicon(&self) -> &Lexicon;
    /// The messages.
    fn words(&self) -> &Words;
    /// The reader's language.
    fn lang(&self) -> Lang;
    /// The text to show once at the beginning.
    fn welcome(&self) -> Welcome;
    /// The table.
    fn table(&self) -> &str;
    /// The seat.
    fn seat(&self) -> Seat;
    /// The seats that the player holds at the table, each with its prompt number.
    fn held(&self) -> Vec<(Seat, Option<u64>)>;
    /// The seat's name if its player holds others at the table too, else `None`.
    fn one_of_several(&self) -> Option<String>;
    /// Switches to the player's seat with the oldest prompt.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn to_asked_seat(&mut self) -> Result<(), ClubError>;
    /// The report of the entries after `after` up to `to`, as the seat may see them.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn report_lines(&self, after: u64, to: u64) -> Result<Vec<ReportLine>, ClubError>;
    /// The same in a few lines, without dice.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn in_short(&self, after: u64, to: u64) -> Result<Vec<String>, ClubError>;
    /// The stored outcomes of the orders of this outside message, in order; empty if the message is new or the door has
    /// no message ids.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn answered_before(&self) -> Result<Vec<OrderOutcome>, ClubError>;
    /// The order with which this player answered the prompt; `None` if they did not, or if the prompt is still open.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn answer_to(&self, prompt: u64) -> Result<Option<PromptAnswer>, ClubError>;
    /// In words, the order by which this player answered the prompt at another door.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn answered_elsewhere(&self, prompt: u64) -> Result<Option<String>, ClubError> {
        Ok(self.answer_to(prompt)?.and_then(|answer| match answer {
            PromptAnswer::Elsewhere(order) => Some(order),
            PromptAnswer::Here(_) => None,
        }))
    }
    /// Sets the number of orders that the outside message gave before; the next one continues the count.
    fn go_on_after(&mut self, given: usize);
    /// The report of everything since this was last called.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn news(&mut self) -> Result<Vec<ReportLine>, ClubError>;
    /// True if anything was written at the table since [`PlayerSession::news`]. It reads the head alone.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn has_news(&self) -> Result<bool, ClubError>;
    /// Updates the session's snapshot to the present table.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn refresh(&mut self) -> Result<(), ClubError>;
    /// The board, or the part of it that `what` names.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, ClubError>;
    /// What decided the game, if `what` asks for it. It may take a while: `watch` sees the progress and may end it.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn decided(&self, what: &[String], watch: Watch<'_>) -> Result<Option<Vec<(Weight, String)>>, ClubError>;
    /// The kinds of picture that the position has, the best first; none for a game that draws none.
    fn pictures(&self) -> Vec<&'static str>;
    /// A picture of the position as the seat may see it; `None` if there is none of the kind, or if it cannot be drawn. It
    /// takes some tenths of a second.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn picture(&self, wanted: Wanted<'_>) -> Result<Option<Arc<Picture>>, ClubError>;
    /// The prompt of the seat.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn asked(&self) -> Result<Asked, ClubError>;
    /// A few lines of the position that matter for the prompt.
    fn brief(&self) -> Vec<String>;
    /// Returns whether the table teaches now, so that its player sees the secrets of both sides.
    fn teaches(&self) -> bool;
    /// At a table that teaches: the results of the last order, the reason for the prompt and an advice, a line each.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn lesson(&self) -> Result<Vec<String>, ClubError>;
    /// At a table for practice, what advisers of different tempers would order now, a line each; elsewhere, why not.
    fn hints(&self) -> Vec<String>;
    /// As [`TableReader::reasons`](super::TableReader::reasons).
    ///
    /// # Errors
    /// A table that cannot be read.
    fn reasons(&self, entry: Option<u64>) -> Result<Vec<String>, ClubError>;
    /// The odds of the possible orders, a line each, if charts decide.
    fn odds(&self) -> Vec<String>;
    /// The menu: the orders of a verb that has at most `few` are listed to be numbered, other verbs are outlined.
    fn menu(&self, options: &Options, few: usize) -> Menu;
    /// The choices of [`PlayerSession::menu`] without the outlines.
    fn numbered(&self, options: &Options, few: usize) -> Vec<Choice>;
    /// The orders that contain every word in `about`, at most `limit`.
    fn choices(&self, options: &Options, about: &[String], limit: usize) -> Listing;
    /// An order as a sentence, or as it is typed if the game has no sentence for it.
    fn sentence(&self, form: &OrderForm) -> String {
        self.book().type_out(form)
    }
    /// Gives an order in answer to a prompt. If it ends the game, loses a ship or gives the objective away, as far as the seat
    /// sees, it needs the player's `anyway`; without it the outcome is [`OrderOutcome::Unconfirmed`].
    ///
    /// # Errors
    /// A table that cannot be written.
    fn order(&mut self, prompt: u64, form: OrderForm, anyway: bool) -> Result<OrderOutcome, ClubError>;
    /// Records that the message's next order is refused for `why`, so that it is never carried out later. If it was carried out
    /// before, returns that result.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn refuse(&mut self, why: &str) -> Result<OrderOutcome, ClubError>;
    /// Begins a typed line: `undo` without a number takes back all orders of the last one.
    fn begin_line(&mut self);
    /// Takes back the last `count` orders; without a number, the orders of the last typed line.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn undo(&mut self, count: Option<usize>) -> Result<OrderOutcome, ClubError>;
    /// The seat of the earliest order that such an `undo` takes back.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn undoes(&self, count: Option<usize>) -> Result<Option<Seat>, ClubError>;
    /// The events since the player's last order at this seat; if they fill only a few lines, since an earlier order.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn recap(&self) -> Result<Recap, ClubError>;
    /// The events on a day, counted from 1: where the table plays several parts, the last day of that number.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn recap_of(&self, day: u32) -> Result<Recap, ClubError>;
    /// The last `count` rows of the log, in words.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn log(&self, count: usize) -> Result<Vec<String>, ClubError>;
    /// The last `count` rolls, and the tallies.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn dice(&self, count: usize) -> Result<Vec<String>, ClubError>;
    /// Closes the table for good.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn close(&mut self) -> Result<OrderOutcome, ClubError>;
}

/// The session's commands about time at the table. Days and moments are typed by the clocks of the player's zone.
pub trait TableClock {
    /// The state of time: the terms, each decision with its start and deadline, pauses and absences, a line each.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn time(&self) -> Result<Vec<String>, ClubError>;
    /// Terms that could be typed to change those that hold, going on from `typed`.
    fn suggest_pace(&self, typed: &str) -> Vec<String>;
    /// Changes the terms to the typed ones, or asks the others to agree: `2d small 12h overdue claim`.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn change_pace(&mut self, typed: &str) -> Result<OrderOutcome, ClubError>;
    /// Pauses the game, or asks the others to agree to that; until a moment where one is typed.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn pause(&mut self, until: &str) -> Result<OrderOutcome, ClubError>;
    /// Sets the clock going, or asks the others to agree to that.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn resume(&mut self) -> Result<OrderOutcome, ClubError>;
    /// Stops the clock at once, and asks the others to leave it so.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn stop_clock(&mut self) -> Result<OrderOutcome, ClubError>;
    /// This player is away: `until 24 Dec`, `20 Dec to 24 Dec`.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn book_absence(&mut self, typed: &str) -> Result<OrderOutcome, ClubError>;
    /// Ends an absence of this player: the current one, the only one, or the one on a typed day.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn end_absence(&mut self, day: &str) -> Result<OrderOutcome, ClubError>;
    /// Sets a preference of this player, if anything is typed, and returns the present value in words.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    fn set(&mut self, setting: Setting, typed: &str) -> Result<OrderOutcome, ClubError>;
    /// Claims the game from the player of a seat whose time is up; without a seat, of the only one.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn claim(&mut self, seat: Option<&str>) -> Result<OrderOutcome, ClubError>;
}

/// The session's commands about the standing orders of its seat: for their owner's eyes only.
pub trait StandingSession {
    /// Lists the standing orders, or changes them: `NAME when QUESTION if CONDITION then ORDER`, `arm NAME`, `disarm NAME`,
    /// `drop NAME`.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    fn standing_order(&mut self, typed: &str) -> Result<OrderOutcome, ClubError>;
    /// Standing orders that could be typed, going on from `typed`.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn suggest_standing(&self, typed: &str) -> Result<Vec<String>, ClubError>;
    /// Ends of passing ahead that could be typed, going on from `typed`.
    fn suggest_pass(&self, typed: &str) -> Vec<String>;
    /// Passes ahead until the typed condition, or stops: `until break-off or day is at least 4`, `off`.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    fn pass_ahead(&mut self, typed: &str) -> Result<OrderOutcome, ClubError>;
}

/// The session's commands towards the other players of the table.
pub trait OtherPlayers {
    /// Returns whether somebody else sits at the table.
    fn accompanied(&self) -> bool;
    /// Describes the table, a line each: turn, holders, free and offered seats, open requests.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn who(&self) -> Result<Vec<String>, ClubError>;
    /// Asks the others to take back this player's last `count` orders, and what followed.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn ask_undo(&mut self, count: usize) -> Result<OrderOutcome, ClubError>;
    /// Answers the request that was last shown to this player.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn answer_request(&mut self, agrees: bool) -> Result<OrderOutcome, ClubError>;
    /// Asks the others to close the table.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn propose_close(&mut self) -> Result<OrderOutcome, ClubError>;
    /// In words, that the table has a page, and its link; `None` while it is not published.
    ///
    /// # Errors
    /// A store that cannot be read.
    fn page(&self) -> Result<Option<String>, ClubError>;
    /// Publishes the table, with a page that is this many entries behind; asks the others to agree if there are any.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn publish(&mut self, delay: Option<usize>) -> Result<OrderOutcome, ClubError>;
    /// Takes the table's page away.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn unpublish(&mut self) -> Result<OrderOutcome, ClubError>;
    /// Gives the game up.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn resign(&mut self) -> Result<OrderOutcome, ClubError>;
    /// Keeps a free seat for a player: the words are the player's address at the door, then perhaps the seat.
    ///
    /// # Errors
    /// A table or the players that cannot be read or written.
    fn invite(&mut self, words: &[String]) -> Result<OrderOutcome, ClubError>;
    /// Offers this seat to the player of this name.
    ///
    /// # Errors
    /// As [`OtherPlayers::invite`].
    fn pass_seat(&mut self, name: &str) -> Result<OrderOutcome, ClubError>;
    /// Proposes the player with this name at the door as game master, or nobody for `off`; without a name, says who it is.
    ///
    /// # Errors
    /// As [`OtherPlayers::invite`].
    fn master(&mut self, typed: &str) -> Result<OrderOutcome, ClubError>;
    /// Says that the table looks for players for its free seats, or no longer does.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn need_player(&mut self, sought: bool) -> Result<OrderOutcome, ClubError>;
    /// Says that this player is ready for the game to begin, or no longer.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn say_ready(&mut self, ready: bool) -> Result<OrderOutcome, ClubError>;
    /// Opens a rematch of this finished table, with the players' seats exchanged, or joins the one that another player opened.
    /// Returns its id and a text, or a refusal in words.
    ///
    /// # Errors
    /// A table that cannot be read or written.
    fn rematch(&mut self) -> Result<Result<(String, String), String>, ClubError>;
    /// Withdraws the offer of a seat, or declines it if it was made to this player; without a seat, the only one.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn withdraw_offer(&mut self, seat: Option<&str>) -> Result<OrderOutcome, ClubError>;
}
