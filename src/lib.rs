//! Wardroom: naval board wargames played over days, with a log anyone can replay and check.

pub mod book;
pub mod game;
pub mod games;
pub mod log;
pub mod report;
pub mod seal;
pub mod table;
pub mod view;
pub mod words;
