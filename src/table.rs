//! The table service: the only place that joins games and log.
//!
//! One command goes one way: [`TableCommand`] → key → its matter → entries → one append. An order goes on to
//! [`Game::resolve`](crate::game::Game::resolve). State is nothing but a fold over entries: the live state is made by folding the
//! very entries that are stored.
//!
//! | part | what it does |
//! |---|---|
//! | [`command`] | the commands, each a value, and the matter that decides on each |
//! | [`perform`] | what every command goes through: key, catching up, retry, panic |
//! | [`effect`] | what comes of a command |
//! | [`witness`], [`silence`] | the witness of the dice: asking it, its answers in the log, its silence, going on without it |
//! | [`seats`], [`submit`], [`takeback`], [`consent`], [`time`], [`law`], [`ready`], [`luck`], [`publish`], [`master`], [`close`] | the matters: what each decides, and what its events do to the table |
//! | [`people`], [`questions`], [`undo`], [`request`], [`clock`], [`ready_check`], [`entropy`], [`mod@dice`], [`page`], [`secrets`] | the state of the matters |
//! | [`known`] | entries as a table reads them |
//! | [`fold`] | a table as the fold of its entries: each event goes to its matter |
//! | [`order_digest`] | the part of a log from which the dice of log format 2 follow |
//! | [`open`], [`rematch`], [`peek`], [`restored`] | opening a table, once more, looking into one, a backup put back |
//! | [`batch`] | the entries of one command, each with its chain value |
//! | [`service`], [`remembered`] | open tables, reading them, and what is remembered of each while it stays as it is |
//! | [`seat_session`] | one player at one seat: what a door drives |
//! | [`history`] | a table as it was after an earlier entry |
//! | [`card`] | what lists say of a table |
//! | [`notices`] | whom to tell |
//! | [`rules`] | the version of the rules in force |
//! | [`clock_watch`] | whether the clock of this process is right |
//! | [`caller`], [`reply`], [`platform`], [`id`], [`limits`], [`lock`] | who asks, answers, clock and randomness, table ids, bounds, locks |

pub mod batch;
mod caller;
pub mod card;
mod clock;
pub mod clock_watch;
pub mod close;
mod command;
pub mod consent;
mod dice;
mod effect;
mod entropy;
pub mod fold;
pub mod history;
pub mod id;
mod known;
pub mod law;
pub mod limits;
mod lock;
mod luck;
pub mod master;
pub mod notices;
pub mod open;
mod order_digest;
pub mod page;
pub mod peek;
mod people;
mod perform;
pub mod platform;
pub mod publish;
mod questions;
pub mod ready;
mod ready_check;
pub mod rematch;
mod remembered;
pub mod reply;
mod request;
pub mod restored;
pub mod rules;
pub mod seat_session;
pub mod seats;
mod secrets;
pub mod service;
mod silence;
mod submit;
pub mod takeback;
pub mod time;
mod undo;
pub mod witness;

pub use caller::{COMPUTER, Caller};
pub use command::{Order, TableCommand};
pub use dice::{DiceWitness, NoDice, Service, TableWitness};
pub use entropy::{Entropy, GivenEntropy};
pub use fold::Table;
pub use history::History;
pub use known::EntryContent;
pub use open::{OpenTable, OpeningSeat};
pub use page::Publication;
pub use people::{SeatHolding, Vacancy};
pub use platform::{Platform, System};
pub use questions::OpenPrompt;
pub use ready_check::Readiness;
pub use rematch::Rematch;
pub use reply::{Reply, TableFault};
pub use request::OpenConsent;
pub use seat_session::{SeatFacts, SeatSession, SeatSnapshot};
pub use service::Tables;
pub use undo::{Bar, Takebacks, UndoStep};
