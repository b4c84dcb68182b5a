//! Words of Discord's door.

use chrono::{DateTime, Utc};

use crate::club::door::Door;
use crate::door::discord::DOOR;
use crate::door::discord::id::Id;
use crate::door::discord::outbound::markdown::deadline;
use crate::game::Seat;
use crate::pace::Zone;
use crate::report::Phrases;
use crate::words::{Lang, Words};

/// Discord.
pub struct AtDiscord;

impl Door for AtDiscord {
    fn name(&self) -> &'static str {
        DOOR
    }

    fn prefix(&self) -> &'static str {
        "at-discord"
    }

    fn numbers_itself(&self) -> bool {
        // Discord makes up the ids of calls.
        false
    }

    fn address_kind(&self) -> &'static str {
        DOOR
    }

    fn takes_address(&self, typed: &str) -> bool {
        typed.parse::<Id>().is_ok()
    }

    fn join(&self, phrases: &Phrases<'_>, table: &str, seat: Seat, _: Option<&str>) -> String {
        let args = [("table", table.into()), ("seat", seat.as_str().into())];
        phrases.say("at-discord-join-command", &args)
    }

    /// Each reader's own clock shows it.
    fn moment(&self, _: (&Words, Lang), at: DateTime<Utc>, _: &Zone) -> String {
        deadline(at.timestamp())
    }

    /// As code, in which Discord shows no preview: for that it would look at the page.
    fn link(&self, link: &str) -> String {
        format!("`{link}`")
    }
}
