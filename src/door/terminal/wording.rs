//! Words of the terminal.

use crate::club::door::Door;
use crate::game::Seat;
use crate::report::Phrases;
use crate::words::shell_word;

/// The name of this door in the log, and of its words.
pub const DOOR: &str = "terminal";
/// The kind of the addresses of its players: user names.
const USER_NAME: &str = "local";

/// The longest calculation that a player may ask for, in seconds.
const LONGEST_SECONDS: u32 = 600;

/// A terminal.
pub struct AtTerminal {
    /// The command to type in another terminal to play, up to the table.
    pub play: String,
}

impl Door for AtTerminal {
    fn name(&self) -> &'static str {
        DOOR
    }

    fn prefix(&self) -> &'static str {
        DOOR
    }

    fn numbers_itself(&self) -> bool {
        false
    }

    fn address_kind(&self) -> &'static str {
        USER_NAME
    }

    fn join(&self, _: &Phrases<'_>, table: &str, seat: Seat, player: Option<&str>) -> String {
        let player = player.map(|name| format!(" --player {}", shell_word(name))).unwrap_or_default();
        format!("{} {table} --as {seat}{player}", self.play)
    }

    fn longest_seconds(&self) -> u32 {
        LONGEST_SECONDS
    }

    fn added(&self, phrases: &Phrases<'_>, player: &str) -> Option<String> {
        Some(phrases.say("terminal-player-added", &[("player", player.into())]))
    }
}
