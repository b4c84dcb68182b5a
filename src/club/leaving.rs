//! Removes a player from their tables before they are erased, so that nobody there waits for them.

use super::{ClubError, sought};
use crate::games::Playable;
use crate::table::{Caller, Reply, TableCommand, Tables};

/// Has the player of these ids leave a table, by a door; says whether they had any part in it to leave.
///
/// # Errors
/// A table that cannot be read or written.
pub(super) fn leave<G: Playable>(
    tables: &Tables<G>,
    table: &str,
    ids: &[String],
    door: &str,
) -> Result<bool, ClubError> {
    let mut left = false;
    for id in ids {
        let now = tables.now(table)?;
        let kept = now.offers().any(|(_, to)| to == id) || now.master() == Some(id);
        let sits = now.held_by(id).next().is_some();
        if now.closed().is_some() || !(sits || kept) {
            continue;
        }
        sought::mark(tables.store(), table)?;
        let reply = tables.perform(table, &Caller::new(id, door), &TableCommand::Leave)?;
        left |= matches!(reply, Reply::Accepted { .. });
    }
    Ok(left)
}
