//! Players who have left the server of their table. Discord tells no bot of that without privileged intents, so it is asked
//! where a table has waited for a player for a day. The terms of time go on meanwhile. A player who is away for three days
//! leaves the table, so that somebody else can take the seat; returning before that undoes it.

use std::collections::BTreeSet;

use super::Shared;
use super::table_work::{LeftPlayer, Stop, TableWork};
use crate::club::Club;
use crate::door::discord::DOOR;
use crate::door::discord::api::post::{ApiError, DiscordApi};
use crate::door::discord::id::{Id, user_of};

/// Seconds that a table waits before Discord is asked.
const QUIET_SECONDS: i64 = 24 * 60 * 60;
/// Seconds that a player is away before they leave the table.
const AWAY_SECONDS: i64 = 3 * 24 * 60 * 60;

impl<P: DiscordApi> Shared<P> {
    /// Finds out which of the players to move have left the server.
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
            // What was noted before the table's last entry is past: the three days begin anew.
            let noted = self.note_of(&table, &player).await?.filter(|at| *at >= since);
            let mut at = noted;
            if self.memory.may_look_up(&table, user, now) {
                let is_member = self.request(|| self.post.is_member(work.thread.guild, user)).await;
                self.memory.looked_up(&table, user, now);
                at = match is_member {
                    Ok(true) => None,
                    Ok(false) => Some(noted.unwrap_or(now)),
                    Err(Stop::ApiError(later @ ApiError::Later { .. })) => return Err(later.into()),
                    // Nothing was learned.
                    Err(Stop::ApiError(_)) => noted,
                    Err(stop) => return Err(stop),
                };
                if at.is_some_and(|at| now.saturating_sub(at) >= AWAY_SECONDS) {
                    let (table, player) = (table.clone(), player.clone());
                    let left = move |club: &Club| club.people().leave_table(&player, &table, DOOR);
                    if self.ask(left).await?? {
                        self.memory.wake(&work.thread.table);
                        at = None;
                    }
                }
                if at != noted {
                    self.put_note(&table, &player, at).await?;
                }
            }
            let until = at.map(|at| at.saturating_add(AWAY_SECONDS));
            work.left.extend(until.map(|until| LeftPlayer { user, until }));
        }
        Ok(())
    }

    /// Since when a player of a table has been away, in seconds since 1970.
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
