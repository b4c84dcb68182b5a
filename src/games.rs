//! The games, and what a table in the log needs of each.

pub mod goeben;
pub mod grand_fleet;
pub mod pack;
pub mod play;
mod playable;

pub use playable::{
    AskedSeat, Gauge, LEARN, Playable, Question, SetupFault, SetupOption, Subject, WITHOUT_ODDS, learns,
    setup,
};

use serde_json::Value;

use crate::game::{Game, Word};
use crate::reason::Reason;

/// A data pack that does not hold together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the data pack does not fit {game}: {what}")]
pub struct PackFault {
    /// The game.
    pub game: &'static str,
    /// The key and the reason.
    pub what: Reason,
}

/// A game that can be built from its data pack, as a table in the log needs it.
pub trait Packed: Game + Sized {
    /// The game played with this data pack.
    ///
    /// # Errors
    /// [`PackFault`] that names the key and the reason.
    fn from_pack(pack: &Value) -> Result<Self, PackFault>;

    /// The data pack, whose canonical form is hashed, stored and exported.
    fn pack(&self) -> Value;

    /// The day, counted from 1 in each part of the log, and the phase: what `replay` steps by.
    fn moment(&self, state: &Self::State) -> (u32, Word);

    /// The part of the log, counted from 1, where a table plays several one after the other: its days begin anew with
    /// each. The book says what they are called.
    fn part(&self, _state: &Self::State) -> Option<u32> {
        None
    }
}
