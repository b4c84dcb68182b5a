//! What comes from others: bytes that are read, and code that is built in.
#![allow(clippy::unwrap_used)]

mod bytes;
mod dependencies;
mod targets;
