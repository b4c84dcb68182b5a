//! The doors: ways in for players. None knows another, the log or a game; each sees views and reports.

pub mod terminal;
