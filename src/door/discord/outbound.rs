//! Messages that go out, and their contents.
//!
//! | part | what it does |
//! |---|---|
//! | [`message`] | messages, their components, and forms to fill in |
//! | [`emoji`] | signs as emoji of the application |
//! | [`emblems`] | the emblems of nations, ships and coal beside their names |
//! | `drawing` | the pictures of these emblems |
//! | [`markdown`] | plain text as Discord's Markdown |
//! | [`paginate`] | texts cut into pages, or shortened |
//! | [`status_text`] | how a table stands, in lines |
//! | [`wording`] | texts of this door alone |
//! | [`encode`] | what goes out, as Discord's JSON |

mod drawing;
pub mod emblems;
pub mod emoji;
pub mod encode;
pub mod markdown;
pub mod message;
pub mod paginate;
pub mod status_text;
pub mod wording;
