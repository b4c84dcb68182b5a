//! The Discord door: slash commands, buttons, menus and modals in; private answers, threads and one status message out.
//!
//! | part | what it does |
//! |---|---|
//! | [`limits`] | Discord's limits, in one place |
//! | [`call`] | what came in, by whichever way |
//! | [`message`] | what goes out: messages, their components, modals |
//! | [`handle`] | the handlers: a call in, an answer out |
//! | [`house`] | what this door needs of the tables: the seam that the program fills |
//! | [`commands`] | the slash commands, from the command book, and what they mean |
//! | [`register`] | registering them by difference |
//! | [`ticket`] | what a click means, written into a component |
//! | [`picker`] | an order put together by menus, buttons and forms |
//! | [`markdown`] | plain text as Discord's Markdown |
//! | [`fit`] | texts cut into pages, or shortened |
//! | [`panel`] | what can be clicked on below what stands in the thread |
//! | [`standing`] | how a table stands, in lines |
//! | [`room`] | where in Discord a table is played |
//! | [`wire`] | what goes out, as serenity's builders |
//! | [`post`] | what the courier needs of Discord's REST interface |
//! | [`courier`] | sends everything that is no answer: threads, reports, status, pings |
//! | [`gateway`], [`endpoint`] | the two ways in |
//! | [`raw`], [`reading`] | what Discord sends, field by field, read into calls |
//! | [`answering`] | answers in time, whatever the handlers take |
//! | [`rights`] | what the bot asks of a server that invites it |
//! | [`line`] | the line to Discord's REST API |
//! | [`waits`] | the clock, and waiting by it |
//! | [`pace`] | how much one player and one server may ask for |

pub mod answering;
pub mod call;
pub mod commands;
pub mod courier;
pub mod endpoint;
pub mod fit;
pub mod gateway;
pub mod handle;
pub mod house;
pub mod limits;
pub mod line;
pub mod markdown;
pub mod message;
pub mod pace;
pub mod panel;
pub mod picker;
pub mod post;
pub mod raw;
pub mod reading;
pub mod register;
pub mod rights;
pub mod room;
pub mod standing;
pub mod ticket;
pub mod waits;
pub mod wire;

/// The name of this door in the log and in the store.
pub const DOOR: &str = "discord";
