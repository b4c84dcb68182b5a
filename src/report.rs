//! Reports: the words shown to a player, the same for every door.

mod emblem;
mod game_report;
mod line;
pub mod luck;
mod outline;
mod parse_error;
mod phrases;
mod report_builder;
mod table_events;
mod time;

pub use emblem::{Emblem, Emblems};
pub use game_report::GameReport;
pub use line::{Choice, Listing, Menu, ReportLine, Shorthand, Weight, text_of, without_empty_headings};
pub use outline::{by_class, in_order};
pub use parse_error::parse_error;
pub use phrases::{COLUMNS, Phrases};
pub use report_builder::ReportBuilder;
pub use table_events::{RequestDetails, Undone};
