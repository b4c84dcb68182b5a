//! The face of *Goeben, 1914*: its rules in words and pictures.

pub mod picture;
mod playable;
pub mod report;

pub use wardroom_rules::games::goeben::*;
