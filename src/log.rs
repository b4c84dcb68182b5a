//! The log: an append-only, hash-chained ledger of entries for each table, and what is kept beside it.
//!
//! It knows bytes and the kinds of the frame (a table opens, a seat is taken, an order is given, dice are rolled, …)
//! and no game. `docs/log-format.md` describes the format for people who check a log without this code.
//!
//! | part | what it holds |
//! |---|---|
//! | [`limits`] | every bound, in one place |
//! | [`canonical`] | the one way to write a JSON value |
//! | [`entry`] | an entry, who may see it, and its canonical text |
//! | [`frame`] | the bodies of the kinds that are the same for every game |
//! | [`chain`] | digests, chain values and heads |
//! | [`upcast`] | which kinds and versions are known, and how old ones are read |
//! | [`sight`] | which entries an audience may see |
//! | [`fault`] | what can go wrong here |
//! | [`store`] | what a store does; [`memory`] and [`sqlite`] do it |
//! | [`players`], [`outbox`], [`settings`], [`notes`] | what is kept beside the log: people, notices to send, settings of tables, what doors remember |
//! | [`head_file`] | the small file that notices a lost tail |
//! | [`export`], [`import`] | one table as a file, and back; [`file`] reads it |
//! | `line_check` | what the lines of a table must be, for an import and for an audit |
//! | `prepare` | what is checked and computed before anything is stored |
//! | `writer`, `noter` | the thread that writes the database, and the one that writes the head file |

pub mod canonical;
pub mod chain;
pub mod entry;
pub mod export;
pub mod fault;
pub mod file;
pub mod frame;
pub mod head_file;
pub mod import;
pub mod limits;
pub mod memory;
pub mod notes;
pub mod outbox;
pub mod players;
pub mod settings;
pub mod sight;
pub mod sqlite;
pub mod store;
pub mod upcast;
pub mod written;

mod line_check;
mod noter;
mod prepare;
mod writer;

pub use chain::Head;
pub use entry::{By, Entry, EntryAudience};
pub use fault::{AppendError, Fault};
pub use frame::Frame;
pub(crate) use line_check::LineCheck;
pub use memory::MemoryStore;
pub use notes::Notes;
pub use outbox::Outbox;
pub use players::Players;
pub use settings::Settings;
pub use sqlite::SqliteStore;
pub use store::{Append, Appended, Notice, Store, StoredAnswer, StoredPack};
pub use upcast::Kinds;
pub use writer::COMMIT_SECONDS;
pub use written::Written;
