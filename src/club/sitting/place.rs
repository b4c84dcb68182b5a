//! What a player sits down to, and by which door.

use std::sync::Arc;

use crate::club::session::Door;
use crate::game::Seat;
use crate::games::Playable;
use crate::table::{Caller, Tables, World};

/// How a player comes to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// They opened it just now.
    Opened,
    /// They took a seat just now.
    Joined,
    /// They had their seat before.
    Resumed,
}

/// What a player sits down to.
pub struct Place<G: Playable> {
    /// The tables.
    pub tables: Arc<Tables<G>>,
    /// The table.
    pub table: String,
    /// The seats this player plays at this terminal: one, or several in turn.
    pub seats: Vec<Seat>,
    /// The player at their door.
    pub caller: Caller,
    /// Randomness, for players who are new here.
    pub world: Arc<dyn World>,
    /// How the player comes to it.
    pub arrival: Arrival,
    /// The door they come by.
    pub door: Arc<dyn Door>,
    /// The outside message under whose id they act, if their door has such.
    pub key: Option<String>,
}
