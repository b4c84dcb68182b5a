//! A player at a seat, as a door needs it, and how a door speaks of it.

use std::sync::Arc;

use super::ClubError;
use crate::book::{Book, Lexicon};
use crate::game::{Form, Options, Seat};
use crate::report::{Choice, Listing, Menu, Phrases, Told, Weight};
use crate::table::Caller;
use crate::words::{Lang, Words};

/// What a seat is asked, with what it may order.
pub struct Asked {
    /// The prompt's number; `None` while the seat is asked nothing.
    pub prompt: Option<u64>,
    /// The question in words.
    pub question: String,
    /// The legal orders.
    pub options: Arc<Options>,
    /// How far the log goes and what it hashes to.
    pub head: String,
    /// Whether the table takes no more orders.
    pub over: bool,
    /// Whether the game goes on with others: this seat is asked nothing now and may be later.
    pub waiting: bool,
    /// Whether there is something to wait for: others are to play, or to answer what this player asked of them, and
    /// nobody asks this player to agree to anything.
    pub awaits: bool,
    /// What the players are asked to agree to, and what to type.
    pub request: Option<String>,
    /// The entry of that request.
    pub request_number: Option<u64>,
    /// Whether this player has still to answer it.
    pub has_to_answer: bool,
    /// Whether the player holds the seat no more: the question says so.
    pub gone: bool,
}

/// What a player is told on sitting down.
pub struct Welcome {
    /// Whether the table was opened as practice.
    pub practice: bool,
    /// What the game says of itself.
    pub notice: String,
    /// At a table of several seats: who sits where, how to take a seat that is offered or free.
    pub company: Vec<String>,
    /// How often somebody looked at what may not be seen in play.
    pub peeks: Option<String>,
}

/// The answer to an order.
pub enum Answer {
    /// It happened; the news tell what came of it.
    Accepted {
        /// The seq of its first entry.
        first: u64,
        /// The seq of its last entry.
        last: u64,
    },
    /// It happened, and beside the news there is this to say.
    Noted(Vec<String>),
    /// It is against a rule: why, in words.
    Refused(String),
    /// Something was decided at the table meanwhile; the news tell what.
    Stale,
}

/// A door, as far as it is spoken of.
pub trait Door: Send + Sync {
    /// Its name in the log.
    fn name(&self) -> &'static str;
    /// What the keys of the messages begin with that it says in other words than other doors: those of [`BY_DOOR`].
    fn prefix(&self) -> &'static str;
    /// The kind of the addresses it knows its players by.
    fn address_kind(&self) -> &'static str;
    /// What to type there to take a seat; with the name of the player where that must be typed too.
    fn join(&self, phrases: &Phrases<'_>, table: &str, seat: Seat, player: Option<&str>) -> String;
    /// What is said where somebody who is invited by this name was not known before; nothing where that is no news.
    fn added(&self, _phrases: &Phrases<'_>, _player: &str) -> Option<String> {
        None
    }
}

impl dyn Door {
    /// The message of this door for `key`, one of those in other words at each door.
    pub fn key(&self, key: &str) -> String {
        debug_assert!(BY_DOOR.contains(&key), "{key} is not among what doors say");
        format!("{}-{key}", self.prefix())
    }
}

/// What is said in other words at each door, for it speaks of what to type there.
pub const BY_DOOR: &[&str] = &[
    "ask-undo",
    "ask-undo-alone",
    "ask-undo-last",
    "closed",
    "free",
    "invite-which",
    "join-which",
    "offered-you",
    "player-takes",
    "request-close",
    "request-take-back",
    "request-take-back-orders",
    "withdraw-which",
];

/// A player who comes to the club by a door, under the id of an outside message.
#[derive(Clone)]
pub struct Visitor {
    /// Their opaque id.
    pub player: String,
    /// The door.
    pub door: Arc<dyn Door>,
    /// The message: what they do is done once for each.
    pub key: String,
}

impl Visitor {
    /// The visitor as whoever gives the one command of the message.
    pub fn caller(&self) -> Caller {
        Caller::new(&self.player, self.door.name()).keyed(&self.key, 0)
    }
}

/// A player at a seat of a table, or at several in turn, as a door needs it.
pub trait PlayerSession: OtherPlayers {
    /// The book of orders.
    fn book(&self) -> &Book;
    /// The names of the table's data.
    fn lexicon(&self) -> &Lexicon;
    /// The messages.
    fn words(&self) -> &Words;
    /// The reader's language.
    fn lang(&self) -> Lang;
    /// What the table is, to be told once on sitting down.
    fn welcome(&self) -> Welcome;
    /// The table.
    fn table(&self) -> &str;
    /// The seat.
    fn seat(&self) -> Seat;
    /// The seats that the player holds at the table, each with the number of what it is asked.
    fn held(&self) -> Vec<(Seat, Option<u64>)>;
    /// What the seat is called, where its player holds others at the table too.
    fn one_of_several(&self) -> Option<String>;
    /// Goes to that of the player's seats at the table which is asked longest.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn to_asked_seat(&mut self) -> Result<(), ClubError>;
    /// What the entries after `after` up to `to` came to, as the seat may see them.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn told(&self, after: u64, to: u64) -> Result<Vec<Told>, ClubError>;
    /// What was answered to the message this player acts under, order by order, if it came before; nothing where the
    /// door has no such messages.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn answered_before(&self) -> Result<Vec<Answer>, ClubError>;
    /// What is ordered from here on comes after so many orders that the message gave before.
    fn go_on_after(&mut self, given: usize);
    /// What happened since this was last asked.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn news(&mut self) -> Result<Vec<Told>, ClubError>;
    /// Whether anything was written at the table since the news were last asked for. It costs next to nothing.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn stirred(&self) -> Result<bool, ClubError>;
    /// Takes the table as it is now.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn refresh(&mut self) -> Result<(), ClubError>;
    /// The board, or the part of it that `what` names.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, ClubError>;
    /// What the seat is asked.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn asked(&self) -> Result<Asked, ClubError>;
    /// What matters for the question, in a few lines.
    fn brief(&self) -> Vec<String>;
    /// What may be ordered: verbs of at most `few` orders by number, the others in outline.
    fn menu(&self, options: &Options, few: usize) -> Menu;
    /// The choices of [`menu`](PlayerSession::menu) alone, for those who show no outlines.
    fn numbered(&self, options: &Options, few: usize) -> Vec<Choice>;
    /// Orders that speak of everything in `about`, at most `limit`.
    fn choices(&self, options: &Options, about: &[String], limit: usize) -> Listing;
    /// What an order does, in a sentence; as it is typed unless the game has words for it.
    fn sentence(&self, form: &Form) -> String {
        self.book().type_out(form)
    }
    /// Gives an order in answer to a prompt.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn order(&mut self, prompt: u64, form: Form) -> Result<Answer, ClubError>;
    /// What is ordered from here on is typed on one line.
    fn begin_line(&mut self);
    /// Takes the last `count` orders back; without a number what the last typed line did.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn undo(&mut self, count: Option<usize>) -> Result<Answer, ClubError>;
    /// The seat whose order such an `undo` goes back to before.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn undoes(&self, count: Option<usize>) -> Result<Option<Seat>, ClubError>;
    /// The last `count` things that happened.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn log(&self, count: usize) -> Result<Vec<String>, ClubError>;
    /// The last `count` rolls and how the faces have fallen.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn dice(&self, count: usize) -> Result<Vec<String>, ClubError>;
    /// Closes the table for good.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn close(&mut self) -> Result<Answer, ClubError>;
}

/// The others at a player's table, as a door needs them.
pub trait OtherPlayers {
    /// Whether somebody else sits at the table.
    fn accompanied(&self) -> bool;
    /// Whose turn it is, who holds which seat, which are free or offered, and what is still to be answered: a line each.
    ///
    /// # Errors
    /// A table that cannot be read.
    fn who(&self) -> Result<Vec<String>, ClubError>;
    /// Asks the others to go back to before this player's last order but `count - 1`.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn ask_undo(&mut self, count: usize) -> Result<Answer, ClubError>;
    /// Agrees to what was last shown as asked, or does not.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn answer_request(&mut self, agrees: bool) -> Result<Answer, ClubError>;
    /// Asks the others to close the table.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn propose_close(&mut self) -> Result<Answer, ClubError>;
    /// Gives the game up.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn resign(&mut self) -> Result<Answer, ClubError>;
    /// Keeps a free seat for a player: the words are the player's address at the door, then perhaps the seat.
    ///
    /// # Errors
    /// A table or the players that cannot be read or written.
    fn invite(&mut self, words: &[String]) -> Result<Answer, ClubError>;
    /// Offers the seat that has the terminal to the player of this name.
    ///
    /// # Errors
    /// As [`OtherPlayers::invite`].
    fn pass_seat(&mut self, name: &str) -> Result<Answer, ClubError>;
    /// Withdraws the offer of a seat, or declines it when it was made to this player; without a seat the only one.
    ///
    /// # Errors
    /// A table that cannot be written.
    fn withdraw_offer(&mut self, seat: Option<&str>) -> Result<Answer, ClubError>;
}
