//! Removes a player from their tables before they are erased, so that nobody there waits for them.

use super::people::People;
use super::{ClubError, vacancies};
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
        vacancies::note(tables.store(), table)?;
        let reply = tables.perform(table, &Caller::new(id, door), &TableCommand::Leave)?;
        left |= matches!(reply, Reply::Accepted { .. });
    }
    Ok(left)
}

impl People<'_> {
    fn ids_of(&self, player: &str) -> Result<Vec<String>, ClubError> {
        Ok(match self.store.player(player)? {
            Some(known) => known.ids().map(str::to_owned).collect(),
            None => vec![player.to_owned()],
        })
    }

    /// Removes a player from every table where others sit; returns those tables. A table that cannot be read or written does
    /// not stop the erasure.
    pub(super) fn leave_tables(&self, player: &str, door: &str) -> Result<Vec<String>, ClubError> {
        let ids = self.ids_of(player)?;
        let mut left = self.store.tables_of_player(player)?;
        left.retain(|table| {
            let left = self.games.with(table).and_then(|tables| tables.leave(table, &ids, door));
            let left = left.inspect_err(|fault| tracing::warn!(table, %fault, "a player does not leave it"));
            left.unwrap_or_default()
        });
        Ok(left)
    }
}
