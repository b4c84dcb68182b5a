//! Reports: what is shown to a player in words, the same for every door.

mod audited;
pub mod goeben;
pub mod grand_fleet;
mod ledger;
mod misread;
mod outline;
mod phrases;
mod story;
mod tells;
mod told;

pub use audited::{findings, verdicts};
pub use misread::misread;
pub use outline::{by_class, in_order};
pub use phrases::Phrases;
pub use tells::Tells;
pub use told::{Choice, Listing, Menu, Told, Weight, without_empty};
