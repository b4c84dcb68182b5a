//! A request to the other players, and its consents.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::game::Seat;
use crate::log::RequestEvent;

/// A request that is still to be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConsentRequest {
    /// The entry that made it, by which answers name it.
    pub(super) number: u64,
    /// When.
    pub(super) at: DateTime<Utc>,
    pub(super) ask: RequestEvent,
    /// The seat that asks.
    pub(super) seat: Seat,
    /// The seats and players that agree; the asker is the first.
    pub(super) agreed: Vec<(Seat, Arc<str>)>,
}

/// An open request, as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenConsent {
    /// The number by which an answer names it.
    pub number: u64,
    /// Its content.
    #[serde(flatten)]
    pub ask: RequestEvent,
    /// The seat that asks.
    pub seat: Seat,
    /// The seats that agree; the asker's is the first.
    pub agreed: Vec<Seat>,
    /// One seat of each player who has yet to answer.
    pub awaited: Vec<Seat>,
}

impl ConsentRequest {
    /// Returns whether `player` agrees.
    pub(super) fn has_agreed(&self, player: &str) -> bool {
        self.agreed.iter().any(|(_, agreed)| **agreed == *player)
    }
}
