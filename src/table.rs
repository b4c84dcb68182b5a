//! The table service: the only place that joins games and log.
//!
//! One command goes one way: key → seat → prompt → [`Game::resolve`](crate::game::Game::resolve) → entries → one
//! append. State is nothing but a fold over entries: the live state is made by folding the very entries that are stored.
//!
//! | part | what it does |
//! |---|---|
//! | [`open`], [`seats`], [`submit`], [`takeback`], [`consent`], [`ready`], [`rematch`], [`close`], [`publish`], [`peek`] | the commands |
//! | [`fold`] | a table as the fold of its entries |
//! | [`batch`] | the entries of one command, each with its chain value |
//! | [`command`] | what every command goes through: key, catching up, retry, panic |
//! | [`service`] | open tables, and reading them |
//! | [`seat_session`] | one player at one seat: what a door drives |
//! | [`history`] | a table as it was after an earlier entry |
//! | [`notices`] | whom to tell |
//! | [`rules`], [`law`] | the version of the rules in force, and the law by which time is counted |
//! | [`clock_watch`] | whether the clock of this process is right |
//! | [`reply`], [`platform`], [`id`], [`limits`] | answers, clock and randomness, table ids, bounds |

pub mod batch;
mod caller;
mod clock;
pub mod clock_watch;
pub mod close;
pub mod command;
pub mod consent;
mod effect;
pub mod fold;
pub mod history;
pub mod id;
mod known;
pub mod law;
pub mod limits;
mod lock;
pub mod master;
pub mod notices;
pub mod open;
pub mod peek;
mod people;
pub mod platform;
pub mod publish;
pub mod ready;
mod ready_check;
pub mod rematch;
pub mod reply;
mod request;
pub mod rules;
pub mod seat_session;
pub mod seats;
pub mod service;
pub mod submit;
pub mod takeback;
pub mod time;
mod undo;

pub use caller::Caller;
pub use fold::{OpenPrompt, Publication, Table};
pub use history::History;
pub use known::Said;
pub use law::Correction;
pub use open::{OpenTable, OpeningSeat};
pub use people::{SeatHolding, Vacancy};
pub use platform::{Platform, System};
pub use ready_check::{Readiness, Unready};
pub use rematch::Rematch;
pub use reply::{Reply, TableFault};
pub use request::{Ask, Pending};
pub use seat_session::{SeatSession, SeatSnapshot};
pub use service::Tables;
pub use submit::Order;
pub use undo::{Bar, Takebacks, UndoStep};
