//! Single parts of the doors, each by itself.

mod discord;
mod mail;
mod terminal;
mod web;
