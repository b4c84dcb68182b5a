//! The Discord door: slash commands, buttons, menus and modals in; private answers, threads and one status message out.
//!
//! | part | what it does |
//! |---|---|
//! | [`limits`] | Discord's limits, in one place |
//! | [`call`] | what came in, by whichever way |
//! | [`message`] | what goes out: messages, their components, modals |
//! | [`house`] | what this door needs of the tables: the seam that the program fills |
//! | [`room`] | where in Discord a table is played |
//! | [`ticket`] | what a click means, written into a component |
//! | [`picker`] | an order put together by menus, buttons and forms |
//! | [`markdown`] | plain text as Discord's Markdown |
//! | [`fit`] | texts cut into pages, or shortened |

pub mod call;
pub mod fit;
pub mod house;
pub mod limits;
pub mod markdown;
pub mod message;
pub mod picker;
pub mod room;
pub mod ticket;

/// The name of this door in the log and in the store.
pub const DOOR: &str = "discord";
