//! What one player asks the others to agree to, and who has agreed.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::game::Seat;
use crate::log::TimeChange;

/// What a request asks the other players to agree to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "ask")]
pub enum Ask {
    /// To go back to how the table stood after an entry.
    TakeBack {
        /// That entry.
        to: u64,
    },
    /// To close the table.
    Close,
    /// To show the table to spectators, on a page that stays so many entries behind.
    Publish {
        /// How many.
        delay: u32,
    },
    /// To change how time passes at the table.
    Time {
        /// How.
        change: TimeChange,
    },
    /// To leave the clock stopped.
    Stop,
    /// To end the game against a player whose time is up, who is not asked.
    Claim {
        /// Their seat.
        against: Seat,
    },
    /// To have a game master.
    Master {
        /// Their opaque id; none for nobody.
        player: Option<String>,
    },
}

/// A request that is still to be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The entry that made it, by which answers name it.
    pub(super) number: u64,
    /// When.
    pub(super) at: DateTime<Utc>,
    pub(super) ask: Ask,
    /// The seat that asks.
    pub(super) seat: Seat,
    /// The seats and players that agree; the asker is the first.
    pub(super) agreed: Vec<(Seat, Arc<str>)>,
}

/// An open request, as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pending {
    /// The number by which an answer names it.
    pub number: u64,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
    /// The seat that asks.
    pub seat: Seat,
    /// The seats that agree; the asker's is the first.
    pub agreed: Vec<Seat>,
    /// One seat of each player who has still to answer.
    pub awaited: Vec<Seat>,
}

impl Request {
    /// Returns whether `player` agrees.
    pub(super) fn has_agreed(&self, player: &str) -> bool {
        self.agreed.iter().any(|(_, agreed)| **agreed == *player)
    }
}
