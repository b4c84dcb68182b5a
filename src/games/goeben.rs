//! *Goeben, 1914*: one file a chapter of the rulebook.

pub mod ids;
pub mod pack;
