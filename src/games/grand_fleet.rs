//! *Grand Fleet 1.2*: one file a chapter of the rulebook.

pub mod ids;
pub mod pack;
