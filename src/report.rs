//! Reports: what is shown to a player in words, the same for every door.

pub mod goeben;
mod ledger;
mod misread;
mod told;

pub use ledger::Phrases;
pub use misread::misread;
pub use told::{Choice, Listing, Menu, Told, Weight, without_empty};
