//! Discord's REST interface as this program calls it.
//!
//! | part | what it does |
//! |---|---|
//! | [`line`] | the line to Discord's REST API |
//! | [`post`] | what the courier needs of it |
//! | [`register`] | registering the slash commands by difference |
//! | [`rights`] | what the bot asks of a server that invites it |

pub mod line;
pub mod post;
pub mod register;
pub mod rights;
