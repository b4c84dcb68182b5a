//! What a session shows, and what comes of what is done in it.

use std::sync::Arc;

use crate::book::{ParseError, Parsed};
use crate::club::consent::Unconfirmed;
use crate::game::Options;
use crate::log::Head;

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

impl Asked {
    /// Returns whether an order waits for a later question: an earlier one of its list was given, and now others play.
    pub fn is_for_later(&self, parsed: &Result<Parsed, ParseError>) -> bool {
        let is_next = matches!(parsed, Ok(Parsed::Order { part: Some(part), .. }) if part.number > 1);
        self.prompt.is_none() && self.waiting && is_next
    }
}

/// The lines that a session shows at its beginning.
pub struct Welcome {
    /// Whether the table was opened as practice.
    pub practice: bool,
    /// The game's notice, from its pack.
    pub notice: String,
    /// At a table with several seats: the players, and how to take an offered or free seat.
    pub other_players: Vec<String>,
    /// True if no other player can hold a seat: there is nobody to invite or to ask.
    pub alone: bool,
    /// In words, the number of looks at hidden information; `None` if nobody looked.
    pub peeks: Option<String>,
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
