//! What the club needs to know about a visitor's door.

use chrono::{DateTime, Utc};

use super::zone::zoned;
use crate::game::Seat;
use crate::pace::Zone;
use crate::report::Phrases;
use crate::words::{Lang, Words};

/// What the club needs to know about a door.
pub trait Door: Send + Sync {
    /// Its name in the log.
    fn name(&self) -> &'static str;
    /// The prefix of this door's own messages: before each key of [`BY_DOOR`], with a hyphen.
    fn prefix(&self) -> &'static str;
    /// The kind of the addresses it knows its players by.
    fn address_kind(&self) -> &'static str;
    /// Returns whether the typed text may be an address of that kind.
    fn takes_address(&self, _typed: &str) -> bool {
        true
    }
    /// The command that takes a seat at this door, with the player's name if it is part of the command.
    fn join(&self, phrases: &Phrases<'_>, table: &str, seat: Seat, player: Option<&str>) -> String;
    /// A link as this door writes it in plain text.
    fn link(&self, link: &str) -> String {
        link.to_owned()
    }
    /// A moment as this door writes it in plain text, for a reader whose clock is in `zone`.
    fn moment(&self, (words, lang): (&Words, Lang), at: DateTime<Utc>, zone: &Zone) -> String {
        zoned(words, lang, at.timestamp(), zone)
    }
    /// True if this server itself makes up the keys of what arrives here, so that they are no luck of the player's.
    fn numbers_itself(&self) -> bool;
    /// The longest time for a calculation here, in seconds: none while others wait.
    fn longest_seconds(&self) -> u32 {
        0
    }
    /// The sentence for an invited player whom the store did not know before; `None` where the door says nothing.
    fn added(&self, _phrases: &Phrases<'_>, _player: &str) -> Option<String> {
        None
    }
}

impl dyn Door + '_ {
    /// The key of this door's own message for `key`, one of [`BY_DOOR`].
    pub fn key(&self, key: &str) -> String {
        debug_assert!(BY_DOOR.contains(&key), "{key} is not among what doors say");
        format!("{}-{key}", self.prefix())
    }
}

/// The messages that each door has in its own words, as they say what to type there.
pub const BY_DOOR: &[&str] = &[
    "answer",
    "answer-stop",
    "ask-undo",
    "ask-undo-alone",
    "ask-undo-last",
    "browser",
    "closed",
    "free",
    "invite-which",
    "join-which",
    "object-ends",
    "offered-you",
    "player-takes",
    "ready",
    "rematch",
    "standing-disarmed",
    "try",
    "try-undo",
    "withdraw-which",
];
