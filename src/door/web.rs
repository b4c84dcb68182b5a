//! The page of a published table, for spectators with a browser. Nobody plays here, so it has no players, sends nothing
//! and keeps nothing.
//!
//! | part | what it does |
//! |---|---|
//! | [`listener`] | connections: how many, how long, whose |
//! | [`asked`] | what a request asks for |
//! | [`answer`] | what is answered, and what never is |
//! | [`club_log`] | the files of the club's log |
//! | [`html`] | a page written as HTML |
//! | [`papers`] | privacy and terms, which the operator adopts |
//! | [`kept`] | answers kept for whoever asks the same |
//!
//! A link is all that somebody needs to see a table, so no path is ever logged, told to another site or kept by a browser.

pub mod answer;
pub mod asked;
pub mod club_log;
pub mod html;
pub mod kept;
pub mod listener;
pub mod papers;
