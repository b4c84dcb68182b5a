//! The ready check: a game that waits with its first questions until every seat is taken and all players have said that
//! they are ready.
//!
//! Whoever sits down has said nothing yet; when a seat goes from one player to another, or other terms are agreed on, all have to
//! say it again, for they said it of another game. The last one begins the game, in the same append.

use serde_json::json;

use super::batch::Origin;
use super::command::{Act, Caller, Halt};
use super::reply::{Reply, TableFault};
use super::service::Tables;
use crate::game::Seat;
use crate::games::Packed;
use crate::log::{EntryAudience, Store, TableEvent};

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// The holder of `seat` says that they are ready, or no longer, with all their seats. The game begins with the last one.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn say_ready(
        &self,
        table: &str,
        caller: &Caller,
        seat: Seat,
        ready: bool,
    ) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "ready": ready, "seat": seat }), |table, batch| {
            let origin = table.seated(caller, seat)?;
            let refused = |reason| Err(Halt::Refused(Reply::refused(reason)));
            match &table.ready {
                None => return refused("no-ready-check"),
                Some(check) if !check.holds() => return refused("play-began"),
                Some(_) => {}
            }
            match (table.has_to_get_ready(&caller.player), ready) {
                (false, true) => return refused("ready-already"),
                (true, false) => return refused("not-ready-yet"),
                (true, true) | (false, false) => {}
            }
            let said = TableEvent::ReadySaid { ready };
            let cause = batch.table_event(said, origin, EntryAudience::Everyone, None)?;
            if ready && table.begins_with(&caller.player) {
                let began = TableEvent::PlayBegan;
                batch.table_event(began, Origin::default(), EntryAudience::Everyone, Some(cause))?;
            }
            Ok(Act { actor: Some(seat), state: None })
        })
    }
}
