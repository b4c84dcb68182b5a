//! The faces of the games: words, pictures, and the options for opening a table. The rules are a crate of their own.

pub mod goeben;
pub mod grand_fleet;
mod playable;

pub use playable::{
    AskedSeat, DICE, LEARN, Playable, SetupFault, SetupOption, Subject, WITHOUT_ODDS, asks_witness, learns,
    setup, waits_for_luck,
};
pub use wardroom_rules::games::{PackFault, Packed, pack, play, rules_change};
