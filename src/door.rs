//! Doors: the ways in; [`listener`] takes the connections of browsers for those that have any.

pub mod discord;
pub mod listener;
pub mod mail;
pub mod play;
pub mod terminal;
pub mod web;
