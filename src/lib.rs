//! Wardroom: naval board wargames played over days, with a log anyone can replay and check.

pub mod app;
pub mod audit;
pub mod bots;
pub mod club;
pub mod config;
pub mod dice_page;
pub mod door;
pub mod games;
pub mod keys;
pub mod lab;
pub mod log;
pub mod mail;
pub mod observe;
pub mod pace;
pub mod page;
pub mod picture;
pub mod private;
pub mod receipt;
pub mod report;
pub mod seal;
pub mod standing;
pub mod table;
pub mod transparency;
pub mod view;
pub mod waits;

pub use wardroom_language::{book, names, words};
pub use wardroom_rules::{chapters, events, game, reason, word_enum, word_ids};
