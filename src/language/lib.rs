//! The words that people type and read: the book of orders, the messages in both languages, and the names of each game's pack.
//!
//! It is between the rules and the program, and knows no table, no log and no door.

pub mod book;
pub mod names;
pub mod words;

use wardroom_rules::{game, games, reason};
