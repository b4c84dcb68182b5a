//! Reports: what is shown to a player in words, the same for every door.

mod audited;
mod game_report;
mod ledger;
mod misread;
mod outline;
mod phrases;
mod story;
mod told;

pub use audited::{findings, verdicts};
pub use game_report::GameReport;
pub use misread::misread;
pub use outline::{by_class, in_order};
pub use phrases::Phrases;
pub use story::Story;
pub use told::{Choice, Listing, Menu, Told, Weight, text_of, without_empty};
