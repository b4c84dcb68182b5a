//! The faces of the games: words, pictures, and the options for opening a table. The rules are a crate of their own.

pub mod goeben;
pub mod grand_fleet;
mod playable;

pub use playable::{
    AskedSeat, LEARN, Playable, SetupFault, SetupOption, Subject, WITHOUT_ODDS, learns, setup,
};
pub use wardroom_rules::games::{PackFault, Packed, pack, play, rules_change};
