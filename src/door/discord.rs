//! The Discord door: slash commands, buttons, menus and modals in; private answers, threads and one status message out.
//!
//! | part | what it does |
//! |---|---|
//! | [`limits`] | Discord's limits, in one place |
//! | [`call`] | what came in, by whichever way |
//! | [`message`] | what goes out: messages, their components, modals |
//! | [`house`] | what this door needs of the tables: the seam that the program fills |
//! | [`commands`] | the slash commands, from the command book, and what they mean |
//! | [`register`] | registering them by difference |
//! | [`room`] | where in Discord a table is played |
//! | [`wire`] | what goes out, as serenity's builders |
//! | [`post`] | what the courier needs of Discord's REST interface |
//! | [`courier`] | sends everything that is no answer: threads, reports, status, pings |

pub mod call;
pub mod commands;
pub mod courier;
pub mod house;
pub mod limits;
pub mod message;
pub mod post;
pub mod register;
pub mod room;
pub mod wire;

/// The name of this door in the log and in the store.
pub const DOOR: &str = "discord";
