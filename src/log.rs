//! The log: an append-only, hash-chained list of entries for each table, and what is kept beside it.
//!
//! It knows bytes and the kinds of table events (a table opens, a seat is taken, an order is given, dice are rolled, …)
//! and no game. `docs/log-format.md` describes the format for people who check a log without this code.
//!
//! | part | what it holds |
//! |---|---|
//! | [`limits`] | every bound, in one place |
//! | [`canonical`] | the one way to write a JSON value |
//! | [`entry`], `form` | an entry, who may see it, and its canonical text; the forms of its fields |
//! | [`table_event`], `entry_event` | the bodies of the kinds that are the same for every game; what an entry must be to hold one |
//! | [`chain`] | digests, chain values and heads |
//! | [`upcast`] | which kinds and versions are known, and how old ones are read |
//! | [`visibility`] | which entries a viewer may see |
//! | [`fault`] | what can go wrong here |
//! | [`store`], [`stored`] | the interface of a store, and what goes through it; [`memory`], [`sqlite`] and, as a feature, `postgres` implement it |
//! | [`sql`] | the statements that `sqlite` and `postgres` share |
//! | [`changes`] | what a store tells of what others stored |
//! | [`players`], [`outbox`], [`settings`], [`notes`] | people, notices to send, settings of tables, notes of doors |
//! | [`receipts`] | proofs of who sent the messages of orders, sealed |
//! | [`club_log`] | the leaves and checkpoints of the club's log, as texts |
//! | [`moving`] | everything moved from one store to another |
//! | [`sql_value`] | what stands in a column |
//! | [`head_file`] | the small file that notices a lost tail |
//! | [`export`], [`import`] | one table as a file, and back; [`mod@file`] reads it |
//! | `line_check` | what the lines of a table must be, for an import and for an audit |
//! | `prepare` | what is checked and computed before anything is stored |
//! | `disk_space` | whether the disk has room for orders |

pub mod alarms;
pub mod canonical;
pub mod chain;
pub mod changes;
pub mod club_log;
pub mod entry;
mod entry_event;
pub mod export;
pub mod fault;
pub mod file;
mod form;
pub mod head_file;
pub mod head_search;
pub mod import;
pub mod limits;
pub mod memory;
pub mod moving;
pub mod notes;
pub mod outbox;
pub mod players;
#[cfg(feature = "postgres")]
pub mod postgres;
pub mod receipts;
pub mod settings;
pub mod sql;
pub mod sql_value;
pub mod sqlite;
pub mod store;
pub mod stored;
pub mod table_event;
pub mod upcast;
pub mod visibility;
pub mod written;

mod disk_space;
mod line_check;
mod prepare;
mod time_law;

pub use alarms::{Alarm, Alarms};
pub use chain::{Head, NotedHead};
pub use changes::Changes;
pub use club_log::ClubLog;
pub use entry::{By, Entry, EntryAudience};
pub use fault::{AppendError, Fault};
pub(crate) use line_check::LineCheck;
pub use line_check::Withheld;
pub use memory::MemoryStore;
pub use notes::Notes;
pub use outbox::Outbox;
pub use players::Players;
#[cfg(feature = "postgres")]
pub use postgres::{Migrated, PostgresAddress, PostgresStore};
pub use prepare::ImportedTable;
pub use receipts::{Receipts, StoredReceipt};
pub use settings::Settings;
pub use sqlite::SqliteStore;
pub use store::{COMMIT_SECONDS, ROUND_TRIPS, Store};
pub use stored::{Append, Appended, Notice, StoredAnswer, StoredPack};
pub use table_event::{
    ConsentEvent, DiceEvent, EndEvent, FileEvent, MasterEvent, PageEvent, PlayEvent, ReadyEvent,
    RequestEvent, SeatEvent, TableEvent, TimeChange, TimeEvent,
};
pub(crate) use time_law::COUNTED;
pub use upcast::Kinds;
pub use written::Written;
