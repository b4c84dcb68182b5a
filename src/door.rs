//! Doors: the ways in.

pub mod discord;
pub mod terminal;
