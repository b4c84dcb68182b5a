//! The Discord door: slash commands, buttons, menus and modals in; private answers, threads and one status message out.
//!
//! | part | what it does |
//! |---|---|
//! | [`inbound`] | what Discord sends, by gateway or endpoint, and answering it in time |
//! | [`handlers`] | a call in, an answer out |
//! | [`commands`] | the slash commands, from the command book, and what they mean |
//! | [`picker`] | an order put together by menus, buttons and forms; the tickets a click carries |
//! | [`outbound`] | what goes out: messages, their components, modals |
//! | [`courier`] | sends everything that is no answer: threads, reports, status, pings |
//! | [`api`] | Discord's REST interface, registration and permissions |
//! | [`id`], [`interaction`], [`table_thread`] | the plain types of this door: its ids, a call, where a table is played |
//! | [`raw`] | what Discord sends, field by field |
//! | [`threads`] | the threads that tables are played in, and the users who play there |
//! | [`limits`] | Discord's limits, in one place |

pub mod api;
pub mod commands;
pub mod courier;
pub mod handlers;
pub mod id;
pub mod inbound;
pub mod interaction;
pub mod limits;
pub mod outbound;
pub mod picker;
pub mod raw;
pub mod table_thread;
pub mod threads;

/// The name of this door in the log and in the store.
pub const DOOR: &str = "discord";
