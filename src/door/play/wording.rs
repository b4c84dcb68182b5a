//! Words of the board in the browser.

use crate::club::MAIL;
use crate::club::door::Door;
use crate::game::Seat;
use crate::mail::reading::compared;
use crate::report::Phrases;

/// The name of this door in the log, and of its words.
pub const DOOR: &str = "browser";

/// A browser. Its players are known by addresses of another door.
pub struct InBrowser {
    /// The kind of those addresses.
    pub address_kind: &'static str,
}

impl Door for InBrowser {
    fn name(&self) -> &'static str {
        DOOR
    }

    fn prefix(&self) -> &'static str {
        "in-browser"
    }

    fn address_kind(&self) -> &'static str {
        self.address_kind
    }

    fn takes_address(&self, typed: &str) -> bool {
        // The form of a mail address is checked; addresses of other kinds are taken as they are.
        self.address_kind != MAIL || compared(typed).is_some()
    }

    fn numbers_itself(&self) -> bool {
        // The key of a message follows from random letters of its page.
        true
    }

    fn join(&self, phrases: &Phrases<'_>, table: &str, seat: Seat, _: Option<&str>) -> String {
        phrases.say("in-browser-join", &[("table", table.into()), ("seat", seat.as_str().into())])
    }
}
