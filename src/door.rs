//! Doors: the ways in. Those with browsers share [`listener`], which takes their connections, and [`html`], which is in all their pages.

pub mod discord;
pub mod html;
pub mod listener;
pub mod mail;
pub mod play;
pub mod terminal;
pub mod web;
