//! The board in the browser: links and forms that give the orders of a seat, without a line of script. One script keeps the
//! page up to date, another begins the frame in Discord. It knows no game: what there is to choose is the club's
//! ([`crate::club::picking`]), and what it is drawn as is the game's own scene, with its areas as links.
//!
//! | part | what it does |
//! |---|---|
//! | [`listener`] | takes requests, of a limited size |
//! | [`request`] | what a request says: its fields, its cookie, its origin |
//! | [`answer`] | who asks, and what they get |
//! | [`activity`] | the same pages in a frame of Discord's |
//! | [`table`] | one table: its orders, its choices, its lines |
//! | [`half_made`] | a half-made order, sealed for an address |
//! | [`filling`] | forms that were filled in |
//! | `late` | forms that come too late |
//! | [`board`] | the pictures, with what may be chosen as links |
//! | [`line`] | what is typed on a line |
//! | [`live`] | streams of events that tell a page that it has changed |
//! | [`mark`] | what tells whether a page has changed |
//! | [`page`], [`past`], [`paper`] | the page of a table; of its past; the other pages |
//! | [`sheet`] | the head, the style and the policy of every page |
//! | [`wording`] | what is said here in words of its own |
//!
//! A page has one ticket: the half-made order with session, table, seat, prompt and a random number, sealed. Links add the code of a
//! choice to it, and forms send it back. A form that comes twice has the same key, and is carried out once.

pub mod activity;
pub mod answer;
pub mod board;
pub mod filling;
pub mod half_made;
mod late;
pub mod line;
pub mod listener;
pub mod live;
pub mod mark;
pub mod page;
pub mod paper;
pub mod past;
pub mod request;
pub mod sheet;
pub mod table;
pub mod wording;
