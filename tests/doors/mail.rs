//! The mail door.

mod imap;
mod maildir;
mod real_servers;
pub mod scripted;
pub mod servers;
mod smtp;
