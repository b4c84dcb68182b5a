//! Doors: the ways in.

pub mod discord;
pub mod mail;
pub mod terminal;
pub mod web;
