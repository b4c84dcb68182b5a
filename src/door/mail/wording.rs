//! Words of the mail door.

use super::DOOR;
use crate::club::door::Door;
use crate::game::Seat;
use crate::mail::reading::compared;
use crate::report::Phrases;

/// E-mail.
pub struct AtMail;

impl Door for AtMail {
    fn name(&self) -> &'static str {
        DOOR
    }

    fn prefix(&self) -> &'static str {
        "at-mail"
    }

    fn address_kind(&self) -> &'static str {
        DOOR
    }

    fn takes_address(&self, typed: &str) -> bool {
        compared(typed).is_some()
    }

    // The key of a mail is made from its id with the secret of the server.
    fn numbers_itself(&self) -> bool {
        true
    }

    fn join(&self, phrases: &Phrases<'_>, table: &str, seat: Seat, _: Option<&str>) -> String {
        phrases.say("at-mail-join", &[("table", table.into()), ("seat", seat.as_str().into())])
    }
}
