//! Reports: what is shown to a player in words, the same for every door.

pub mod goeben;
mod ledger;
mod misread;

pub use goeben::{Choice, Told, Weight};
pub use ledger::Phrases;
pub use misread::misread;
