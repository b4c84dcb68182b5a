//! Players who are at the table: a question is not sent at once to one who gave an order there a moment ago, through another door. They
//! see it there. It waits by facts of the log alone, so it goes out though the program was restarted meanwhile.

use chrono::{DateTime, TimeDelta, Utc};

use super::ClubError;
use crate::game::Game;
use crate::log::players::{MAIL, Player};
use crate::log::stored::StoredLine;
use crate::log::{Entry, Store};
use crate::standing::STANDING_DOOR;
use crate::table::clock_watch::CLOCKS_APART;
use crate::table::platform::moment;
use crate::table::time::WaitedFor;
use crate::view::is_written;

/// The time for which a player counts as being at the table after an order.
pub(super) const AT_TABLE: TimeDelta = TimeDelta::minutes(10);
/// A question waits for at most this part of the time in which to decide it.
const PART_OF_TIME: i32 = 10;
/// Entries read at once, from the end of a log.
const READ_AT_ONCE: u64 = 64;

/// The last order that a player gave by hand at a table.
pub struct LastOrder {
    /// The door it came by.
    door: String,
    /// The time of its entry.
    at: DateTime<Utc>,
}

impl LastOrder {
    /// The time until which a question to its player is not sent by a channel; `None` to send it at once.
    pub(super) fn keeps_waiting(
        &self,
        asked: &WaitedFor,
        channel: &str,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        // A mail does not show that its player is still there, and a wrong clock delays nothing.
        if [channel, MAIL].contains(&&*self.door) || self.at > now + CLOCKS_APART {
            return None;
        }
        let until = self.at + AT_TABLE;
        let part = asked.due.map(|due| asked.begun + (due - asked.begun) / PART_OF_TIME);
        Some(part.map_or(until, |part| part.min(until)))
    }
}

/// The last order that a player gave by hand at a table, if that was after `since`. Messages between players do not count: others may
/// not know of them, and in Discord they see when somebody is pinged.
///
/// # Errors
/// A log that cannot be read.
pub(super) fn last_order<G: Game>(
    store: &dyn Store,
    table: &str,
    player: &Player,
    since: DateTime<Utc>,
) -> Result<Option<LastOrder>, ClubError> {
    let mut to = store.stored_head(table)?.seq;
    while to > 0 {
        let from = to.saturating_sub(READ_AT_ONCE - 1).max(1);
        for line in store.read_line_range(table, from..=to)?.into_iter().rev() {
            let StoredLine::Entry(entry) = line else { continue };
            let at = moment(&entry.at);
            if at <= since {
                return Ok(None);
            }
            if let Some(door) = door_of_order::<G>(&entry, player) {
                return Ok(Some(LastOrder { door: door.to_owned(), at }));
            }
        }
        to = from - 1;
    }
    Ok(None)
}

/// The door of an entry that is an order of this player, given by hand.
fn door_of_order<'a, G: Game>(entry: &'a Entry, player: &Player) -> Option<&'a str> {
    entry.by.as_ref().filter(|by| player.ids().any(|id| id == by.player))?;
    let door = entry.door.as_deref().filter(|door| !door.starts_with(STANDING_DOOR))?;
    (entry.kind == "OrderGiven" && !is_written::<G>(entry)).then_some(door)
}
