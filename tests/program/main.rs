//! What runs the built program or needs a process to itself: the one that logs and counts for all of it.
#![allow(clippy::unwrap_used)]

mod cli;
#[path = "../common/mod.rs"]
mod common;
mod deliver;
mod log_faults;
#[path = "../log_support/mod.rs"]
mod log_support;
mod packaging;
#[cfg(feature = "postgres")]
mod postgres;
mod serve;
