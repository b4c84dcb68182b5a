//! The Discord door: slash commands, buttons, menus and modals in; private answers, threads and one status message out.
//!
//! | part | what it does |
//! |---|---|
//! | [`limits`] | Discord's limits, in one place |
//! | [`call`] | what came in, by whichever way |
//! | [`message`] | what goes out: messages, their components, modals |
//! | [`handle`] | the handlers: a call in, an answer out |
//! | [`house`] | what this door needs of the tables: the seam that the program fills |
//! | [`room`] | where in Discord a table is played |

pub mod call;
pub mod handle;
pub mod house;
pub mod limits;
pub mod message;
pub mod room;

/// The name of this door in the log and in the store.
pub const DOOR: &str = "discord";
