//! Adds players who sit down to the thread, so that it appears in their list of channels.

use std::collections::BTreeSet;

use super::Shared;
use super::table_work::{Stop, TableWork};
use crate::door::discord::api::post::DiscordApi;
use crate::door::discord::id::Id;
use crate::door::discord::id::user_of;

impl<P: DiscordApi> Shared<P> {
    /// Adds the players who have sat down since the last turn. Nothing stored says who was added: after a restart, everybody at
    /// the table counts as added, and a player who was not is added by their first ping.
    pub(super) async fn add_members(&self, work: &TableWork) -> Result<(), Stop> {
        let Some(thread) = work.thread.id else { return Ok(()) };
        let players = work.status.seats.iter().filter_map(|it| it.player.as_ref());
        let seated: BTreeSet<Id> = players.filter_map(user_of).collect();
        for user in self.memory.not_added(thread, &seated) {
            let added = self.in_open(thread, || self.post.add_member(thread, user));
            self.unless_refused(&work.thread.table, "a player is not added to the thread", added).await?;
            // After a refusal too: it would be the same at every turn.
            self.memory.add(thread, user);
        }
        Ok(())
    }
}
