//! The Discord door against a Discord that speaks the wire, in this process.
#![allow(clippy::unwrap_used)]

mod bot;
mod checks;
#[path = "../common/mod.rs"]
mod common;
mod fake;
mod fake_tests;
mod first;
mod opening;
mod playing;
mod tour;
mod whole;
