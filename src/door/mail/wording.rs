//! What is said by mail in words of its own.

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

    fn join(&self, phrases: &Phrases<'_>, table: &str, seat: Seat, _: Option<&str>) -> String {
        phrases.say("at-mail-join", &[("table", table.into()), ("seat", seat.as_str().into())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::club::door::BY_DOOR;
    use crate::words::{Lang, Words};

    #[test]
    fn mail_has_words_for_all_that_doors_say() {
        let (words, door): (_, &dyn Door) = (Words::read().unwrap(), &AtMail);
        for key in BY_DOOR {
            assert!(Lang::ALL.iter().all(|lang| words.has(*lang, &door.key(key))), "{key}");
        }
    }
}
