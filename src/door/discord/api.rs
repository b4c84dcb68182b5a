//! Discord's REST interface as this program calls it.
//!
//! | part | what it does |
//! |---|---|
//! | [`post`] | the one client of it, what the courier needs of it, and what can go wrong there |
//! | [`emoji`] | the emoji of the application |
//! | [`sign_on`] | signing on |
//! | [`register`] | registering the slash commands by difference |
//! | [`permissions`] | what the bot asks of a server that invites it |

pub mod emoji;
pub mod permissions;
pub mod post;
pub mod register;
pub mod sign_on;
