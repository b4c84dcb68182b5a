//! The interface of a store of logs. Memory, SQLite and PostgreSQL implement it, and pass the same tests.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};

use super::alarms::Alarms;
use super::chain::Head;
use super::changes::Changes;
use super::club_log::ClubLog;
use super::entry::Entry;
use super::fault::{AppendError, Fault};
use super::notes::Notes;
use super::outbox::Outbox;
use super::players::Players;
use super::prepare::ImportedTable;
use super::receipts::Receipts;
use super::settings::Settings;
use super::stored::{
    Append, Appended, RawEntry, StoredAnswer, StoredLine, StoredPack, TableSummary, check_raw,
};
use super::table_event::{TableEvent, TableOpened};
use crate::seal::Seed;

/// The name of the histogram that commits are measured by, in seconds.
pub const COMMIT_SECONDS: &str = "wardroom_commit_seconds";
/// The name of the counter of round trips to PostgreSQL. Statements that are sent together make one.
pub const ROUND_TRIPS: &str = "wardroom_database_round_trips_total";

/// The kinds of entries that say how lists show a table: its opening, its people, its name, its end. The index `card_entries` of both
/// databases has exactly these, so another kind takes another step of their schemas.
pub const CARD_KINDS: [&str; 11] = [
    "TableOpened",
    "SeatOffered",
    "OfferWithdrawn",
    "SeatTaken",
    "SeatVacated",
    "TimeChanged",
    "NameChanged",
    "MasterChanged",
    "TableClosed",
    "SeedRevealed",
    "Peeked",
];

/// A store of logs. Every call blocks until it is done, and a write until it is durable.
pub trait Store: Players + Outbox + Alarms + Settings + Notes + ClubLog + Receipts + Send + Sync {
    /// Stores one order's entries, answer and notices: all of it, or nothing.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] when the head is not the expected one; [`AppendError::KeyReused`]; [`AppendError::Fault`].
    fn append(&self, append: Append) -> Result<Appended, AppendError>;

    /// Checks that another order can be stored: that there is space again, and that nobody has changed the database so that
    /// this program must not write to it.
    ///
    /// # Errors
    /// [`Fault::NoRoom`] while there is still none; another [`Fault`] if it may not or cannot be written.
    fn check_storing(&self) -> Result<(), Fault> {
        Ok(())
    }

    /// The time of the store's own clock, if it has one apart from those of its processes.
    ///
    /// # Errors
    /// [`Fault`] if it does not answer.
    fn server_time(&self) -> Result<Option<DateTime<Utc>>, Fault> {
        Ok(None)
    }

    /// A listener for entries added from now on; nothing, where it cannot.
    fn changes(&self) -> Changes {
        Changes::default()
    }

    /// Stores a complete table that an import has checked; restores an archived one.
    ///
    /// # Errors
    /// [`Fault::TableExists`], or another [`Fault`] if writing fails.
    fn adopt(&self, imported: ImportedTable) -> Result<Head, Fault>;

    /// The entries of a table whose seq is in `range`, as stored and not checked. Empty when there are none.
    ///
    /// # Errors
    /// [`Fault::Archived`]; another [`Fault`] when they cannot be read at all.
    fn read_raw_range(&self, table: &str, range: RangeInclusive<u64>) -> Result<Vec<RawEntry>, Fault>;

    /// As [`Store::read_raw_range`], from `from_seq` on.
    ///
    /// # Errors
    /// As [`Store::read_raw_range`].
    fn read_raw(&self, table: &str, from_seq: u64) -> Result<Vec<RawEntry>, Fault> {
        self.read_raw_range(table, from_seq..=u64::MAX)
    }

    /// The entries of a table of the kinds [`CARD_KINDS`], as stored and not checked: few, however long the log is. Empty if there
    /// are none.
    ///
    /// # Errors
    /// As [`Store::read_raw_range`].
    fn card_entries(&self, table: &str) -> Result<Vec<RawEntry>, Fault>;

    /// The chain value at one entry, as stored and not checked.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be read at all.
    fn chain_at(&self, table: &str, seq: u64) -> Result<Option<[u8; 32]>, Fault>;

    /// The head of a table, as stored and unchecked: enough to see whether anything was appended. [`Head::EMPTY`] if there is
    /// no such table.
    ///
    /// # Errors
    /// [`Fault`] if it cannot be read at all.
    fn stored_head(&self, table: &str) -> Result<Head, Fault>;

    /// The head of a table, with its last link checked; [`Head::EMPTY`] if there is no such table.
    ///
    /// # Errors
    /// [`Fault::Damaged`] if the last entry does not fit its digest and chain.
    fn head(&self, table: &str) -> Result<Head, Fault> {
        let head = self.stored_head(table)?;
        self.read_line_range(table, head.seq..=head.seq)?;
        Ok(head)
    }

    /// All tables, by id.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn tables(&self) -> Result<Vec<TableSummary>, Fault>;
    /// The number of tables that are played here and not closed.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn count_open_tables(&self) -> Result<u64, Fault>;

    /// One table.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn table(&self, table: &str) -> Result<Option<TableSummary>, Fault>;

    /// The body of a table's first entry: its game, options and data pack.
    ///
    /// # Errors
    /// [`Fault::NoTable`]; [`Fault::Damaged`] when the first entry does not fit or is another.
    fn opened(&self, table: &str) -> Result<TableOpened, Fault> {
        let first = self.read_line_range(table, 1..=1)?.pop();
        let first = first.ok_or_else(|| Fault::NoTable { table: table.to_owned() })?;
        if let StoredLine::Entry(entry) = first
            && let Ok(Some(TableEvent::TableOpened(opened))) = entry.table_event()
        {
            return Ok(opened);
        }
        Err(Fault::Damaged {
            table: table.to_owned(),
            place: "entry 1".to_owned(),
            what: "the first entry of a table is TableOpened".to_owned(),
        })
    }

    /// The tables, by id, at which `player` ever took a seat or had one kept.
    ///
    /// # Errors
    /// [`Fault`] if reading fails.
    fn tables_of_player(&self, player: &str) -> Result<Vec<String>, Fault>;

    /// The seed of a table, checked against the commitment in its first entry; none for a partial table.
    ///
    /// # Errors
    /// [`Fault::Damaged`] when it does not fit the commitment.
    fn seed(&self, table: &str) -> Result<Option<Seed>, Fault>;

    /// The data pack of this hash, checked against it.
    ///
    /// # Errors
    /// [`Fault::BadPack`] when the stored text does not fit the hash.
    fn pack(&self, hash: &str) -> Result<Option<StoredPack>, Fault>;

    /// The answer that was given under this key.
    ///
    /// # Errors
    /// [`Fault`] when reading fails.
    fn answer(&self, key: &str) -> Result<Option<StoredAnswer>, Fault>;

    /// Stores the answer to a refused order. Returns the answer that holds: this one, or the first one given under the
    /// key to the same content.
    ///
    /// # Errors
    /// [`AppendError::KeyReused`] when the key was used for another content; [`AppendError::Fault`].
    fn record_answer(&self, answer: StoredAnswer) -> Result<StoredAnswer, AppendError>;

    /// Deletes answers to refused orders from before `before`; returns their number. Answers to stored orders are kept.
    ///
    /// # Errors
    /// [`Fault`] when writing fails.
    fn prune_answers(&self, before: &str) -> Result<usize, Fault>;

    /// The lines of a table from `from_seq` on, every one checked: form, digest, chain.
    ///
    /// # Errors
    /// [`Fault::Damaged`] that names the first entry that does not fit.
    fn read_lines(&self, table: &str, from_seq: u64) -> Result<Vec<StoredLine>, Fault> {
        self.read_line_range(table, from_seq..=u64::MAX)
    }

    /// The lines of a table whose seq is in `range`, every one checked: form, digest, chain.
    ///
    /// # Errors
    /// As [`Store::read_lines`].
    fn read_line_range(&self, table: &str, range: RangeInclusive<u64>) -> Result<Vec<StoredLine>, Fault> {
        // An empty log has the head 0, and there is no entry 0.
        let from_seq = (*range.start()).max(1);
        let mut raws = self.read_raw_range(table, from_seq - 1..=*range.end())?.into_iter().peekable();
        let before = raws.next_if(|raw| raw.seq + 1 == from_seq);
        let mut head = match before {
            Some(raw) => Head { seq: raw.seq, chain: raw.chain },
            None if from_seq == 1 => Head::EMPTY,
            // Nothing comes before it, so nothing comes from there on either.
            None => Head { seq: from_seq - 1, chain: [0; 32] },
        };
        raws.map(|raw| {
            let line = check_raw(table, &head, &raw)?;
            head = Head { seq: raw.seq, chain: raw.chain };
            Ok(line)
        })
        .collect()
    }

    /// The entries of a table from `from_seq` on, as they were written and every one checked: form, digest, chain.
    ///
    /// # Errors
    /// [`Fault::Damaged`] that names the first entry that does not fit; [`Fault::ReadOnly`] when the table is partial
    /// and an entry is sealed.
    fn read(&self, table: &str, from_seq: u64) -> Result<Vec<Entry>, Fault> {
        let open = |line| match line {
            StoredLine::Entry(entry) => Ok(entry),
            StoredLine::Sealed { .. } => Err(Fault::ReadOnly { table: table.to_owned() }),
        };
        self.read_lines(table, from_seq)?.into_iter().map(open).collect()
    }
}
