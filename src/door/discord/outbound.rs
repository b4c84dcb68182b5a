//! What goes out: messages and what is on them.
//!
//! | part | what it does |
//! |---|---|
//! | [`message`] | messages, their components, modals |
//! | [`markdown`] | plain text as Discord's Markdown |
//! | [`fit`] | texts cut into pages, or shortened |
//! | [`panel`] | what can be clicked on below what stands in the thread |
//! | [`standing`] | how a table stands, in lines |
//! | [`wording`] | what is said here in words of its own |
//! | [`wire`] | what goes out, as serenity's builders |

pub mod fit;
pub mod markdown;
pub mod message;
pub mod panel;
pub mod standing;
pub mod wire;
pub mod wording;
