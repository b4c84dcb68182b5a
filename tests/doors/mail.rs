//! The mail door.

mod imap;
mod maildir;
mod real_servers;
mod scripted;
pub mod servers;
mod smtp;
