//! The surroundings of a session: table, player, door.

use std::sync::Arc;

use crate::club::door::Door;
use crate::club::page::PageLinks;
use crate::club::thought::ComputerKey;
use crate::game::Seat;
use crate::games::Playable;
use crate::table::{Caller, Platform, SeatSession, Tables};

/// The surroundings of a session.
pub struct SessionContext<G: Playable> {
    /// The tables.
    pub tables: Arc<Tables<G>>,
    /// The table.
    pub table: String,
    /// The player at their door.
    pub caller: Caller,
    /// Randomness, for players who are new here.
    pub platform: Arc<dyn Platform>,
    /// The links of pages, where this server shows any.
    pub links: Option<Arc<PageLinks>>,
    /// The key of computer players, where this server has one.
    pub computers: Option<ComputerKey>,
    /// The door they come by.
    pub door: Arc<dyn Door>,
    /// The id of the outside message they act under, if their door has message ids.
    pub key: Option<String>,
}

impl<G: Playable> SessionContext<G> {
    /// The player's session at a seat of the table.
    pub(super) fn session(&self, seat: Seat) -> SeatSession<G> {
        SeatSession::new(self.tables.clone(), &self.table, seat, self.caller.clone())
    }
}
