//! Doors: the ways in.

pub mod discord;
pub mod seat;
pub mod terminal;
