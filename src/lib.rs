//! Wardroom: naval board wargames played over days, with a log anyone can replay and check.

pub mod log;
pub mod seal;
