//! Every bound of the log, in one place. Nothing here grows without one.

use std::time::Duration;

// `docs/log-format.md` names the limits of entries, rolls, packs and exports: other checkers refuse more.
/// Longest canonical text of one entry, in bytes.
pub const MAX_ENTRY_BYTES: usize = 256 * 1024;
/// Deepest nesting of arrays and objects in a canonical value; the entry itself is level 1.
pub const MAX_DEPTH: usize = 32;
/// Longest table id, seat, player id, door, in bytes.
pub const MAX_ID_BYTES: usize = 64;
/// Most seats one audience names.
pub const MAX_AUDIENCE_SEATS: usize = 64;
/// Most sides of a die, and most things of one draw or shuffle: far above any game's needs.
pub const MAX_ROLL_OF: u32 = 10_000;
/// Most values one roll has.
pub const MAX_ROLL_TAKE: u32 = 10_000;
/// Most entries by which the page of a published table is behind.
pub const MAX_DELAY: u32 = 10_000;
/// Most entries one append may add.
pub const MAX_APPEND_ENTRIES: usize = 4096;
/// Most notices one append may add.
pub const MAX_APPEND_NOTICES: usize = 256;
/// Longest reason of a notice, in bytes.
pub const MAX_NOTICE_BYTES: usize = 1024;
/// Longest recorded answer, in bytes.
pub const MAX_ANSWER_BYTES: usize = 64 * 1024;
/// Longest sealed receipt, in bytes.
pub const MAX_SEALED_RECEIPT_BYTES: usize = 1024 * 1024;
/// Longest canonical text of a data pack, in bytes.
pub const MAX_PACK_BYTES: usize = 4 * 1024 * 1024;
/// Longest name or address of a player, in bytes.
pub const MAX_ADDRESS_BYTES: usize = 320;
/// Most addresses a player has.
pub const MAX_ADDRESSES: usize = 32;
/// Longest text of a player's reminders.
pub const MAX_LADDER_BYTES: usize = 200;
/// Most channels a player names.
pub const MAX_CHANNELS: usize = 16;
/// Longest stored outcome of a notice, in bytes; a longer one is cut.
pub const MAX_OUTCOME_BYTES: usize = 1024;
/// Longest key of a door's note, in bytes.
pub const MAX_NOTE_KEY_BYTES: usize = 128;
/// Longest note of a door, in bytes.
pub const MAX_NOTE_BYTES: usize = 64 * 1024;

/// Longest line of an export, in bytes without the line's end: a pack with its hash.
pub const MAX_EXPORT_LINE_BYTES: usize = MAX_PACK_BYTES + 1024;
/// Most bytes one import may hold.
pub const MAX_IMPORT_BYTES: usize = 256 * 1024 * 1024;

/// Most orders waiting for the writer; further ones wait for a place.
pub const MAX_QUEUED: usize = 1024;
/// Most orders one commit may hold.
pub const MAX_BATCH: usize = 256;
/// SQLite's wait for another process's commit, before each retry.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// The pause before the next try of a busy database.
pub const BUSY_PAUSE: Duration = Duration::from_millis(20);
// A read gives up after one timeout. The writer tries again: an order should outlast a long commit elsewhere.
/// Retries of a busy database before it is a fault.
pub const BUSY_RETRIES: u32 = 6;
/// Read connections kept open between uses: one for each handler that the Discord door runs at once.
pub const MAX_IDLE_READERS: usize = 64;
/// Most of the database that a read connection caches, in KiB. Each commit empties these caches, and the system caches the file once for
/// all; SQLite would take 2 MB for each.
pub const READER_CACHE_KIB: i64 = 256;
/// Prepared statements per connection: more than the store has.
pub const PREPARED: usize = 128;
/// Timeout of a connection to a PostgreSQL server.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Silence of a PostgreSQL server on another machine after which its connections count as lost.
pub const SILENT_SERVER: Duration = Duration::from_secs(30);
/// Most connections one process has to a PostgreSQL server.
pub const MAX_CONNECTIONS: usize = 16;
/// Most announced tables kept for a slow listener; beyond them it may be any table.
pub const HEARD_AT_ONCE: usize = 256;
/// Time for a process's announcement to itself to arrive. It is later only if it never arrives.
pub const HEARD_WITHIN: Duration = Duration::from_secs(10);
/// The wait before listening again after a break: first, and at most.
pub const LISTEN_AGAIN: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];
/// Tries of a transaction that others keep overtaking.
pub const CONTENDED_TRIES: u32 = 10;
/// Rows that a move copies at once.
pub const MOVED_AT_ONCE: usize = 256;
/// Lines of a log that a move checks at once.
pub const MOVED_LINES_AT_ONCE: u64 = 1024;
/// The oldest PostgreSQL that the store works with, as the server numbers it.
pub const OLDEST_POSTGRES: i32 = 130_000;
/// Largest head file that is read, in bytes.
pub const MAX_HEAD_FILE_BYTES: u64 = 16 * 1024 * 1024;
/// Timeout for the head file's lock.
pub const HEAD_FILE_LOCK_TIMEOUT: Duration = Duration::from_secs(2);
/// Pages a backup copies at a time.
pub const BACKUP_PAGES_PER_STEP: i32 = 1024;
/// The least pause between two writes of the head file, so that many quick commits share one.
pub const HEAD_FILE_PAUSE: Duration = Duration::from_millis(20);
/// The pause as a multiple of the last write's duration: with very many tables it would be written all the time.
pub const HEAD_FILE_REST: u32 = 4;
/// Tries to copy a database that is written to meanwhile.
pub const COPY_TRIES: u32 = 10;
/// Most temporary folders that one process may have, or have left behind.
pub const COPY_FOLDERS: u32 = 1000;
