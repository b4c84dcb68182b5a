//! The Discord door against a Discord that speaks the wire, in this process.

pub mod bot;
mod bounds;
mod checks;
mod day;
mod doubles;
mod duel;
pub mod fake;
mod fake_tests;
mod first;
mod kill;
mod odd;
mod officers;
mod opening;
mod outages;
mod page;
mod playing;
pub mod process;
mod registering;
mod rooms;
mod secrets;
mod secrets_of_the_process;
mod storms;
mod strangers;
mod third;
mod thumb;
mod tour;
mod whole;
