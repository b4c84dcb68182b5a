//! The doors: the terminal, Discord from its commands to the bot as it runs, and mail.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod desk;
mod discord;
mod discord_commands;
mod discord_courier;
mod discord_handlers;
mod discord_picker;
mod discord_post;
mod every_door;
mod mail;
mod mail_door;
mod mail_reading;
mod page;
mod play;
mod same_entries;
mod terminal;
#[path = "../toy/mod.rs"]
mod toy;
mod unit;
mod verbs;
mod web;
