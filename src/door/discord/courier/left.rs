//! Players who are not in the server of their table. Discord tells no bot of that without privileged intents, so it is asked
//! where a table has waited for a player for a day. The status says it, and nothing else follows: the seat stays theirs under
//! the table's own terms of time, so that nobody wins by removing the other side from a server.

use std::collections::BTreeSet;

use super::Shared;
use super::table_work::{Stop, TableWork};
use crate::club::Club;
use crate::door::discord::DOOR;
use crate::door::discord::api::post::{ApiError, DiscordApi};
use crate::door::discord::id::{Id, user_of};

/// Seconds that a table waits before Discord is asked.
const QUIET_SECONDS: i64 = 24 * 60 * 60;

impl<P: DiscordApi> Shared<P> {
    /// Finds out which of the players to move are not in the server.
    pub(super) async fn look_for_left(&self, work: &mut TableWork) -> Result<(), Stop> {
        work.left.clear();
        let (now, since) = (self.club.now(), work.status.since);
        let is_open = work.thread.started && !work.status.over && !work.status.closed;
        if !is_open || now.saturating_sub(since) < QUIET_SECONDS {
            return Ok(());
        }
        let asked = work.status.seats.iter().filter(|it| it.asked).filter_map(|it| it.player.as_ref());
        let asked: BTreeSet<(Id, String)> =
            asked.filter_map(|holder| Some((user_of(holder)?, holder.player.clone()))).collect();
        for (user, player) in asked {
            let table = work.thread.table.clone();
            // What was noted before the table's last entry is past.
            let noted = self.note_of(&table, &player).await?.filter(|at| *at >= since);
            let mut at = noted;
            if self.memory.may_look_up(&table, user, now) {
                let is_member = self.request(|| self.post.is_member(work.thread.guild, user)).await;
                // Noted before the result is looked at: a failure is no reason to ask again at every turn.
                self.memory.looked_up(&table, user, now);
                at = match is_member {
                    Ok(true) => None,
                    Ok(false) => Some(noted.unwrap_or(now)),
                    Err(Stop::ApiError(later @ ApiError::Later { .. })) => return Err(later.into()),
                    // Nothing was learned.
                    Err(Stop::ApiError(_)) => noted,
                    Err(stop) => return Err(stop),
                };
                if at != noted {
                    self.put_note(&table, &player, at).await?;
                }
            }
            work.left.extend(at.map(|_| user));
        }
        Ok(())
    }

    /// The time since which a player of a table has been away, in seconds since 1970.
    async fn note_of(&self, table: &str, player: &str) -> Result<Option<i64>, Stop> {
        let (key, player) = (key(table), player.to_owned());
        let noted = self.ask(move |club| club.notes().of_player(DOOR, &player, &key)).await??;
        Ok(noted.and_then(|at| at.parse().ok()))
    }

    async fn put_note(&self, table: &str, player: &str, at: Option<i64>) -> Result<(), Stop> {
        let (key, player, at) = (key(table), player.to_owned(), at.map(|at| at.to_string()));
        let put = move |club: &Club| club.notes().put_of_player(DOOR, &player, &key, at.as_deref());
        Ok(self.ask(put).await??)
    }
}

/// The note of a player of a table who is away.
fn key(table: &str) -> String {
    format!("left/{table}")
}
