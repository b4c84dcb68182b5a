//! The games, with what a log needs of each.

pub mod goeben;
pub mod grand_fleet;
mod orders;
pub mod pack;
pub mod play;
pub mod rules_change;

use serde_json::Value;

use crate::game::{Game, Word};
use crate::reason::Reason;
use rules_change::RulesChange;

/// A data pack that does not hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackFault {
    /// The game.
    pub game: &'static str,
    /// The key and the reason.
    pub what: Reason,
}

/// A game that can be built from its data pack, as a table in the log needs it.
pub trait Packed: Game + Sized {
    /// The readings of the rules that a version changed.
    const RULES_CHANGES: &'static [RulesChange] = &[];
    /// The sides of the dice that any version of the rules throws.
    const DIE: u32 = 6;

    /// The game played with this data pack.
    ///
    /// # Errors
    /// [`PackFault`] that names the key and the reason.
    fn from_pack(pack: &Value) -> Result<Self, PackFault>;

    /// The data pack, whose canonical form is hashed, stored and exported.
    fn pack(&self) -> Value;

    /// The day, counted from 1 in each part of the log, and the phase: what `replay` steps by.
    fn moment(&self, state: &Self::State) -> (u32, Word);

    /// The part of the log, counted from 1, if a table plays several one after the other: its days start anew in each. The book
    /// names the parts.
    fn part(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// Makes a state follow a version of the rules, from 1 to [`Game::RULES_VERSION`]. Only audits need another than the
    /// present one.
    fn put_under(_state: &mut Self::State, _version: u32) {}

    /// Returns whether the totals that an event states follow from the state before it: so they do under every version.
    fn adds_up(_state: &Self::State, _event: &Self::Event) -> bool {
        true
    }
}
