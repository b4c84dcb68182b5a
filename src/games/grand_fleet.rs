//! The face of *Grand Fleet 1.2*: its rules in words and pictures.

pub mod picture;
mod playable;
pub mod report;

pub use wardroom_rules::games::grand_fleet::*;
