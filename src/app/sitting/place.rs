//! What a player sits down to, and by which door.

use std::sync::Arc;

use crate::game::Seat;
use crate::games::Playable;
use crate::table::{Caller, Tables, World};

/// How a player comes to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// They opened it just now.
    Opened,
    /// They took a seat just now.
    Joined,
    /// They had their seat before.
    Resumed,
}

/// What a player sits down to.
pub struct Place<G: Playable> {
    /// The tables.
    pub tables: Arc<Tables<G>>,
    /// The table.
    pub table: String,
    /// The seats this player plays at this terminal: one, or several in turn.
    pub seats: Vec<Seat>,
    /// The player at their door.
    pub caller: Caller,
    /// Randomness, for players who are new here.
    pub world: Arc<dyn World>,
    /// How the player comes to it.
    pub arrival: Arrival,
    /// The door they come by.
    pub way: Way,
    /// The outside message under whose id they act, if their door has such.
    pub key: Option<String>,
}

/// The door a player comes by, as far as it is spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// The terminal.
    Terminal {
        /// What to type in another terminal to take a free seat, up to the table.
        join: String,
    },
    /// Discord.
    Discord,
}

/// What is said in other words at each door, for it speaks of what to type: messages of the door's name and one of these.
const BY_DOOR: &[&str] = &[
    "ask-undo",
    "ask-undo-alone",
    "ask-undo-last",
    "closed",
    "free",
    "how",
    "invite-which",
    "offered-you",
    "player-takes",
    "request-close",
    "request-take-back",
    "request-take-back-orders",
    "secrets",
    "withdraw-which",
];

impl Way {
    /// The message of this door for `key`, one of those in other words at each door.
    pub(super) fn key(&self, key: &str) -> String {
        debug_assert!(BY_DOOR.contains(&key), "{key} is not among what doors say");
        match self {
            Way::Terminal { .. } => format!("terminal-{key}"),
            Way::Discord => format!("at-discord-{key}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Lang, Words};

    #[test]
    fn every_door_has_its_words() {
        let words = Words::read().unwrap();
        for way in [Way::Terminal { join: String::new() }, Way::Discord] {
            for key in BY_DOOR {
                assert!(Lang::ALL.iter().all(|lang| words.has(*lang, &way.key(key))), "{way:?} {key}");
            }
        }
    }
}
