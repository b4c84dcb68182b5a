//! *Grand Fleet 1.2*: one file a chapter of the rulebook.

pub mod event;
pub mod ids;
pub mod pack;
pub mod state;
pub mod view;
