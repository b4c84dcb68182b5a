//! What a player sits down to, and by which door.

use std::sync::Arc;

use crate::club::session::Door;
use crate::game::Seat;
use crate::games::Playable;
use crate::table::{Caller, Desk, Tables, World};

/// What a player sits down to.
pub struct SessionContext<G: Playable> {
    /// The tables.
    pub tables: Arc<Tables<G>>,
    /// The table.
    pub table: String,
    /// The player at their door.
    pub caller: Caller,
    /// Randomness, for players who are new here.
    pub world: Arc<dyn World>,
    /// The door they come by.
    pub door: Arc<dyn Door>,
    /// The outside message under whose id they act, if their door has such.
    pub key: Option<String>,
}

impl<G: Playable> SessionContext<G> {
    /// The player's desk at a seat of the table.
    pub(super) fn desk(&self, seat: Seat) -> Desk<G> {
        Desk::new(self.tables.clone(), &self.table, seat, self.caller.clone())
    }
}
