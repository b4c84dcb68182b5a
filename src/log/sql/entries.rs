//! Tables, entries, packs and answers.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};

use super::{Ask, Columns, Session, SqlStore, Transaction, damaged, receipts, statements, values};
use crate::log::chain::Head;
use crate::log::changes::Changes;
use crate::log::entry::Entry;
use crate::log::fault::{AppendError, Fault};
use crate::log::prepare::ImportedTable;
use crate::log::prepare::{self, FirstAppend, Prepared, Row};
use crate::log::store::Store;
use crate::log::stored::{Append, Appended, Archived, RawEntry, StoredAnswer, StoredPack, TableSummary};
use crate::log::visibility::LogViewer;
use crate::seal::Seed;

/// The columns of tables in SQLite, as [`read_table`] reads them, of those `$which` says. A table that was taken out has its
/// head in `archived`.
macro_rules! tables_in_sqlite {
    ($which:literal) => {
        concat!(
            "SELECT t.id, t.name, t.pack, t.seed, t.partial, coalesce(a.seq, e.seq), coalesce(a.chain, e.chain),
                    a.file, a.at
             FROM tables t LEFT JOIN archived a ON a.table_id = t.id
             LEFT JOIN entries e ON e.table_id = t.id
                                 AND e.seq = (SELECT max(seq) FROM entries WHERE table_id = t.id) ",
            $which
        )
    };
}

/// The same in PostgreSQL, where no table is taken out.
macro_rules! tables_in_postgres {
    ($which:literal) => {
        concat!(
            "SELECT t.id, t.name, t.pack, t.seed, t.partial, e.seq, e.chain, NULL::text, NULL::text
             FROM wardroom.tables t
             LEFT JOIN LATERAL (SELECT seq, chain FROM wardroom.entries WHERE table_id = t.id
                                ORDER BY seq DESC LIMIT 1) e ON true ",
            $which
        )
    };
}

/// The entries of a table of [`CARD_KINDS`](crate::log::store::CARD_KINDS), as the index of both databases says them.
macro_rules! card_entries {
    ($from:literal) => {
        concat!(
            "SELECT e.seq, e.text, e.digest, e.chain FROM ",
            $from,
            " ON t.id = e.table_id
             WHERE t.name = $1 AND e.kind IN (
               'TableOpened', 'SeatOffered', 'OfferWithdrawn', 'SeatTaken', 'SeatVacated', 'TimeChanged', 'NameChanged',
               'MasterChanged', 'TableClosed', 'SeedRevealed', 'Peeked') ORDER BY e.seq"
        )
    };
}

statements! {
    TABLES = each(tables_in_sqlite!("ORDER BY t.name"), tables_in_postgres!("ORDER BY t.name"));
    TABLE = each(tables_in_sqlite!("WHERE t.name = $1"), tables_in_postgres!("WHERE t.name = $1"));
    TABLE_NAMES = both("SELECT name FROM wardroom.tables");
    // Nothing follows the seed of a table that is closed. One that was archived has no entries.
    COUNT_OPEN_TABLES = both(
        "SELECT count(*) FROM wardroom.tables t WHERE t.seed IS NOT NULL AND
           (SELECT e.kind FROM wardroom.entries e WHERE e.table_id = t.id ORDER BY e.seq DESC LIMIT 1) <> 'SeedRevealed'",
    );
    TABLES_OF_PLAYER = both(
        "SELECT DISTINCT t.name FROM wardroom.tables_of_players p JOIN wardroom.tables t ON t.id = p.table_id
         WHERE p.player_id IN ids_of($1) ORDER BY t.name",
    );
    ENTRIES = both(
        "SELECT e.seq, e.text, e.digest, e.chain
         FROM wardroom.entries e JOIN wardroom.tables t ON t.id = e.table_id
         WHERE t.name = $1 AND e.seq BETWEEN $2 AND $3 ORDER BY e.seq",
    );
    // SQLite does not see by itself that the index has fewer rows than the primary key.
    CARD_ENTRIES = each(
        card_entries!("entries e INDEXED BY card_entries JOIN tables t"),
        card_entries!("wardroom.entries e JOIN wardroom.tables t"),
    );
    CHAIN_AT = both(
        "SELECT e.chain FROM wardroom.entries e JOIN wardroom.tables t ON t.id = e.table_id
         WHERE t.name = $1 AND e.seq = $2",
    );
    STORED_HEAD = both(
        "SELECT e.seq, e.chain FROM wardroom.entries e JOIN wardroom.tables t ON t.id = e.table_id
         WHERE t.name = $1 ORDER BY e.seq DESC LIMIT 1",
    );
    PACK = both("SELECT text FROM wardroom.packs WHERE hash = $1");
    HAS_PACK = both("SELECT 1 FROM wardroom.packs WHERE hash = $1");
    // In SQLite a trigger refuses an existing pack before the conflict clause applies.
    ADD_PACK = both(
        "INSERT INTO wardroom.packs (hash, text) SELECT CAST($1 AS text), CAST($2 AS text)
         WHERE NOT EXISTS (SELECT 1 FROM wardroom.packs WHERE hash = $1) ON CONFLICT DO NOTHING",
    );
    ADD_TABLE = both(
        "INSERT INTO wardroom.tables (name, pack, seed, partial) VALUES ($1, $2, $3, $4) RETURNING id",
    );
    ADD_ENTRY = each(
        "INSERT INTO entries (table_id, seq, text, kind, at, cause, digest, chain)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        "INSERT INTO wardroom.entries (table_id, seq, text, kind, at, cause, digest, chain)
         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[],
                              $7::bytea[], $8::bytea[])",
    );
    ADD_TABLE_OF_PLAYER = both(
        "INSERT INTO wardroom.tables_of_players (player_id, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    );
    MARK_UNLOGGED = both(
        "INSERT INTO wardroom.unlogged (table_id, seq) VALUES ($1, $2) ON CONFLICT (table_id) DO UPDATE SET seq = $2",
    );
    PUT_BACK = sqlite_only("DELETE FROM archived WHERE table_id = $1");
    RING = both(
        "INSERT INTO wardroom.alarms (table_id, seq, at) VALUES ($1, $2, $3)
         ON CONFLICT (table_id) DO UPDATE SET seq = $2, at = $3",
    );
    RING_NO_MORE = both("DELETE FROM wardroom.alarms WHERE table_id = $1");
    ADD_NOTICE = both("INSERT INTO wardroom.notices (table_id, seq, seat, why) VALUES ($1, $2, $3, $4)");
    ANSWER = both("SELECT key, content_hash, answer_json, at FROM wardroom.answers WHERE key = $1");
    ADD_ANSWER = both(
        "INSERT INTO wardroom.answers (key, content_hash, answer_json, at, stored) VALUES ($1, $2, $3, $4, $5)",
    );
    // Each as the index of its database says it.
    PRUNE_ANSWERS = each(
        "DELETE FROM answers WHERE stored = 0 AND at < $1",
        "DELETE FROM wardroom.answers WHERE NOT stored AND at < $1",
    );
    /// Writes only to the write-ahead log, so that its transaction waits like any write: until a standby has it, if so
    /// configured, and with it everything before. The process that gave an order may have died while it waited; then the order
    /// is found here, and is nowhere else yet.
    pub(in crate::log) WAITED_FOR = postgres_only("SELECT pg_logical_emit_message(true, 'wardroom', '')");
}

impl<S: SqlStore + Send + Sync> Store for S {
    fn append(&self, append: Append) -> Result<Appended, AppendError> {
        // Checked and hashed here, on the caller's thread: a file's one writer has enough to do.
        let prepared = prepare::prepare(append)?;
        let table = prepared.table.clone();
        let appended = self.transact(move |tx| append_prepared(tx, &prepared))?;
        if matches!(appended, Appended::Stored(_)) {
            self.tell(&table);
        }
        Ok(appended)
    }

    fn check_storing(&self) -> Result<(), Fault> {
        self.check_ready()?;
        self.disk_space().check(self)
    }

    fn server_time(&self) -> Result<Option<DateTime<Utc>>, Fault> {
        self.clock_time()
    }

    fn changes(&self) -> Changes {
        self.heard_from_others()
    }

    fn adopt(&self, imported: ImportedTable) -> Result<Head, Fault> {
        self.transact(move |tx| adopt(tx, &imported))
    }

    fn read_raw_range(&self, table: &str, range: RangeInclusive<u64>) -> Result<Vec<RawEntry>, Fault> {
        self.ask(|conn| {
            if !S::WALKS_MAY_END_EARLY {
                return raws(conn, table, &range);
            }
            // Before the walk: an order that is stored in between only makes the walk longer.
            let last = stored_head(conn, table)?.seq;
            let raws = raws(conn, table, &range)?;
            if raws.is_empty() {
                refuse_archived(stored_table(conn, table)?.as_ref())?;
            }
            let reached = raws.last().map_or(range.start().saturating_sub(1), |raw| raw.seq);
            if reached < last.min(*range.end()) {
                let what = format!("it cannot be read, though the log goes on to entry {last}");
                return Err(damaged(table, &format!("entry {}", reached + 1), what));
            }
            Ok(raws)
        })
    }

    fn card_entries(&self, table: &str) -> Result<Vec<RawEntry>, Fault> {
        self.ask(|conn| conn.list(&CARD_ENTRIES, &values![table], |row| read_raw(row, table)))
    }

    fn chain_at(&self, table: &str, seq: u64) -> Result<Option<[u8; 32]>, Fault> {
        self.ask(|conn| chain_at(conn, table, seq))
    }

    fn stored_head(&self, table: &str) -> Result<Head, Fault> {
        self.ask(|conn| stored_head(conn, table))
    }

    fn tables(&self) -> Result<Vec<TableSummary>, Fault> {
        self.ask(|conn| conn.list(&TABLES, &[], |row| Ok(read_table(row)?.summary)))
    }

    fn count_open_tables(&self) -> Result<u64, Fault> {
        Ok(self.ask(|conn| conn.one(&COUNT_OPEN_TABLES, &[], |row| row.get(0)))?.unwrap_or_default())
    }

    fn table(&self, table: &str) -> Result<Option<TableSummary>, Fault> {
        self.ask(|conn| summary(conn, table))
    }

    fn tables_of_player(&self, player: &str) -> Result<Vec<String>, Fault> {
        self.ask(|conn| conn.list(&TABLES_OF_PLAYER, &values![player], |row| row.get(0)))
    }

    fn seed(&self, table: &str) -> Result<Option<Seed>, Fault> {
        let stored = self.ask(|conn| stored_table(conn, table))?;
        refuse_archived(stored.as_ref())?;
        let Some(seed) = stored.and_then(|stored| stored.seed) else { return Ok(None) };
        let first = self.ask(|conn| raws(conn, table, &(1..=1)))?;
        let first =
            first.first().ok_or_else(|| damaged(table, "the seed", "the table has no first entry"))?;
        let opened = Entry::parse(&first.text).ok().and_then(|first| prepare::opened(&first).ok());
        let commitment = opened.map(|opened| opened.seed_commitment);
        if commitment == Some(hex::encode(seed.commitment())) {
            return Ok(Some(seed));
        }
        Err(damaged(table, "the seed", "it does not fit the commitment in the first entry"))
    }

    fn pack(&self, hash: &str) -> Result<Option<StoredPack>, Fault> {
        let bad = |fault: Fault| Fault::BadPack { hash: hash.to_owned(), what: fault.to_string() };
        let text =
            self.ask(|conn| conn.one(&PACK, &values![hash], |row| row.get::<String>(0).map_err(bad)))?;
        text.map(|text| StoredPack::checked(hash, text)).transpose()
    }

    fn answer(&self, key: &str) -> Result<Option<StoredAnswer>, Fault> {
        let found = self.ask(|conn| answer_to(conn, key))?;
        // Another process may have committed it, and no standby may have it yet: the caller takes it for done.
        if found.is_some() {
            self.settle()?;
        }
        Ok(found)
    }

    fn record_answer(&self, answer: StoredAnswer) -> Result<StoredAnswer, AppendError> {
        prepare::check_answer(&answer)?;
        self.transact(move |tx| match first_answer(tx, &answer)? {
            Some(first) => {
                tx.write(&WAITED_FOR, &[])?;
                Ok(first)
            }
            None => {
                add_answer(tx, &answer, false)?;
                Ok(answer.clone())
            }
        })
    }

    fn prune_answers(&self, before: &str) -> Result<usize, Fault> {
        self.change(&PRUNE_ANSWERS, values![before])
    }
}

/// A table, as stored.
pub(in crate::log) struct StoredTable {
    /// Its number.
    pub id: i64,
    seed: Option<Seed>,
    /// Its summary.
    pub summary: TableSummary,
}

/// Refuses an archived table: there is nothing of it to read and nothing to add to.
fn refuse_archived(stored: Option<&StoredTable>) -> Result<(), Fault> {
    match stored.map(|stored| &stored.summary) {
        Some(TableSummary { table, archived: Some(Archived { file, .. }), .. }) => {
            Err(Fault::Archived { table: table.clone(), file: file.clone() })
        }
        _ => Ok(()),
    }
}

fn append_prepared(tx: &mut dyn Transaction, prepared: &Prepared) -> Result<Appended, AppendError> {
    // The head before the answer: an order that is stored between the two questions is found answered, and no conflict.
    let stored = stored_table(tx, &prepared.table);
    if let Some(answer) = &prepared.answer
        && let Some(first) = first_answer(tx, answer)?
    {
        tx.write(&WAITED_FOR, &[])?;
        return Ok(Appended::Repeated(first));
    }
    // An earlier answer is valid, whatever has become of the table.
    let stored = stored?;
    let head = stored.as_ref().map_or(Head::EMPTY, |stored| stored.summary.head);
    // Before the heads are compared: a caller told of a conflict would read on and try again.
    tx.check_tail(&prepared.table, head)?;
    if stored.as_ref().is_some_and(|stored| stored.summary.partial.is_some()) {
        return Err(Fault::ReadOnly { table: prepared.table.clone() }.into());
    }
    if head != prepared.expected {
        return Err(AppendError::Conflict { head });
    }
    refuse_archived(stored.as_ref())?;
    let opening_seed = prepared.opening.as_ref().map(|opening| &opening.seed);
    let seed = opening_seed.or(stored.as_ref().and_then(|stored| stored.seed.as_ref()));
    if let Some(seed) = seed {
        prepare::check_seals(&prepared.table, &prepared.rows, seed)?;
    }
    let table_id = match (stored, &prepared.opening) {
        (Some(stored), _) => stored.id,
        (None, Some(opening)) => open_table(tx, &prepared.table, opening)?,
        (None, None) => return Err(Fault::NoTable { table: prepared.table.clone() }.into()),
    };
    add_entries(tx, table_id, &prepared.rows)?;
    ring(tx, table_id, prepared.head, &prepared.rows)?;
    for notice in &prepared.notices {
        tx.write(&ADD_NOTICE, &values![table_id, notice.seq, &notice.seat, &notice.why])?;
    }
    if let Some(answer) = &prepared.answer {
        add_answer(tx, answer, true)?;
    }
    if let Some(receipt) = &prepared.receipt {
        receipts::add(tx, table_id, receipt)?;
    }
    tx.note_head(&prepared.table, prepared.head);
    Ok(Appended::Stored(prepared.head))
}

fn open_table(tx: &dyn Transaction, table: &str, opening: &FirstAppend) -> Result<i64, Fault> {
    let hash = &opening.pack_hash;
    if let Some(pack) = &opening.pack {
        add_pack(tx, pack)?;
    } else if !tx.has(&HAS_PACK, &values![hash])? {
        let what = "it is not stored here and was not given with the table that names it".to_owned();
        return Err(Fault::BadPack { hash: hash.clone(), what });
    }
    add_table(tx, table, hash, Some(&opening.seed), None)
}

fn adopt(tx: &mut dyn Transaction, imported: &ImportedTable) -> Result<Head, Fault> {
    if let Some(stored) = stored_table(tx, &imported.table)? {
        return put_back(tx, &stored, imported);
    }
    add_pack(tx, &imported.pack)?;
    let (seed, partial) = (imported.seed.as_ref(), imported.partial.as_ref());
    let id = add_table(tx, &imported.table, imported.pack.hash(), seed, partial)?;
    add_entries(tx, id, &imported.rows)?;
    if imported.partial.is_none() {
        ring(tx, id, imported.head, &imported.rows)?;
    }
    tx.note_head(&imported.table, imported.head);
    Ok(imported.head)
}

/// Restores an archived table from its complete log.
fn put_back(tx: &mut dyn Transaction, stored: &StoredTable, imported: &ImportedTable) -> Result<Head, Fault> {
    let table = &imported.table;
    let Some(Archived { file, .. }) = &stored.summary.archived else {
        return Err(Fault::TableExists { table: table.clone() });
    };
    if imported.partial.is_some() {
        return Err(Fault::PartOfArchived { table: table.clone(), file: file.clone() });
    }
    let (noted, found) = (stored.summary.head, imported.head);
    if noted != found {
        let (noted, found) = (noted.to_string(), found.to_string());
        return Err(Fault::OtherThanArchived { table: table.clone(), file: file.clone(), noted, found });
    }
    add_entries(tx, stored.id, &imported.rows)?;
    // After the entries: a trigger lets the mark go only once the head is there.
    tx.write(&PUT_BACK, &values![stored.id])?;
    tx.note_head(table, imported.head);
    Ok(imported.head)
}

fn add_pack(tx: &dyn Transaction, pack: &StoredPack) -> Result<(), Fault> {
    tx.write(&ADD_PACK, &values![pack.hash(), pack.text()])
}

fn add_table(
    tx: &dyn Transaction,
    table: &str,
    pack: &str,
    seed: Option<&Seed>,
    partial: Option<&LogViewer>,
) -> Result<i64, Fault> {
    let partial = partial.map(|viewer| viewer.to_value().to_string());
    let values = values![table, pack, seed.map(Seed::expose_bytes), partial];
    let id = tx.one(&ADD_TABLE, &values, |row| row.get(0))?;
    id.ok_or_else(|| Fault::Io("the database: a new table was given no number".to_owned()))
}

/// Sets the alarm of a table to which these rows were added, or takes it away where they end it.
fn ring(tx: &dyn Transaction, table_id: i64, head: Head, rows: &[Row]) -> Result<(), Fault> {
    match prepare::rings_at(rows) {
        Some(at) => tx.write(&RING, &values![table_id, head.seq, at]),
        None => tx.write(&RING_NO_MORE, &values![table_id]),
    }
}

fn add_entries(tx: &dyn Transaction, table_id: i64, rows: &[Row]) -> Result<(), Fault> {
    let values = rows.iter().map(|Row { raw, index }| {
        let index = index.as_ref();
        let (kind, at) = (index.map(|index| &index.kind), index.map(|index| &index.at));
        let cause = index.and_then(|index| index.cause);
        Vec::from(values![table_id, raw.seq, &raw.text, kind, at, cause, &raw.digest, &raw.chain])
    });
    tx.write_all(&ADD_ENTRY, &values.collect::<Vec<_>>())?;
    for player in rows.iter().filter_map(|row| row.index.as_ref()?.player.as_ref()) {
        tx.write(&ADD_TABLE_OF_PLAYER, &values![player, table_id])?;
    }
    // The club's log looks only at the tables that are marked as unlogged.
    let Some(last) = rows.last() else { return Ok(()) };
    tx.write(&MARK_UNLOGGED, &values![table_id, last.raw.seq])
}

/// The stored answer under a key, if there is one.
fn first_answer(tx: &dyn Transaction, answer: &StoredAnswer) -> Result<Option<StoredAnswer>, AppendError> {
    match answer_to(tx, &answer.key)? {
        Some(first) if first.content_hash != answer.content_hash => {
            Err(AppendError::KeyReused { key: answer.key.clone() })
        }
        first => Ok(first),
    }
}

fn answer_to(conn: &dyn Session, key: &str) -> Result<Option<StoredAnswer>, Fault> {
    conn.one(&ANSWER, &values![key], |row| {
        Ok(StoredAnswer {
            key: row.get(0)?,
            content_hash: row.get(1)?,
            answer_json: row.get(2)?,
            at: row.get(3)?,
        })
    })
}

fn add_answer(tx: &dyn Transaction, answer: &StoredAnswer, stored: bool) -> Result<(), Fault> {
    let StoredAnswer { key, content_hash, answer_json, at } = answer;
    tx.write(&ADD_ANSWER, &values![key, content_hash, answer_json, at, stored])
}

/// The names of all tables.
pub(in crate::log) fn table_names(conn: &dyn Session) -> Result<Vec<String>, Fault> {
    conn.list(&TABLE_NAMES, &[], |row| row.get(0))
}

/// The text about a table.
pub(in crate::log) fn summary(conn: &dyn Session, table: &str) -> Result<Option<TableSummary>, Fault> {
    Ok(stored_table(conn, table)?.map(|stored| stored.summary))
}

/// A table.
pub(in crate::log) fn stored_table(conn: &dyn Session, table: &str) -> Result<Option<StoredTable>, Fault> {
    conn.one(&TABLE, &values![table], read_table)
}

fn read_table(row: &dyn Columns) -> Result<StoredTable, Fault> {
    let table: String = row.get(1)?;
    let place = "its row in `tables`";
    let seed: Option<[u8; 32]> = row.maybe_of(3, &table, "the seed")?;
    let partial: Option<String> = row.maybe_of(4, &table, place)?;
    let partial = partial.map(|text| parse_viewer(&table, &text)).transpose()?;
    let head = match row.maybe_of(5, &table, "its last entry")? {
        Some(seq) => Head { seq, chain: row.get_of(6, &table, &format!("entry {seq}"))? },
        None => Head::EMPTY,
    };
    let archived = match row.maybe_of(7, &table, place)? {
        Some(file) => Some(Archived { file, at: row.get_of(8, &table, place)? }),
        None => None,
    };
    Ok(StoredTable {
        id: row.get_of(0, &table, place)?,
        seed: seed.map(Seed::from_bytes),
        summary: TableSummary { pack: row.get_of(2, &table, place)?, table, head, partial, archived },
    })
}

fn parse_viewer(table: &str, text: &str) -> Result<LogViewer, Fault> {
    let viewer = serde_json::from_str(text).ok().and_then(|value| LogViewer::from_value(&value).ok());
    viewer.ok_or_else(|| damaged(table, "its row in `tables`", format!("{text} is no audience")))
}

fn raws(conn: &dyn Session, table: &str, range: &RangeInclusive<u64>) -> Result<Vec<RawEntry>, Fault> {
    let values = values![table, *range.start(), *range.end()];
    conn.list(&ENTRIES, &values, |row| read_raw(row, table))
}

fn read_raw(row: &dyn Columns, table: &str) -> Result<RawEntry, Fault> {
    let seq: u64 = row.get_of(0, table, "an entry")?;
    let place = format!("entry {seq}");
    Ok(RawEntry {
        seq,
        text: row.get_of(1, table, &place)?,
        digest: row.get_of(2, table, &place)?,
        chain: row.get_of(3, table, &place)?,
    })
}

fn stored_head(conn: &dyn Session, table: &str) -> Result<Head, Fault> {
    let head = conn.one(&STORED_HEAD, &values![table], |row| {
        let seq: u64 = row.get_of(0, table, "its last entry")?;
        Ok(Head { seq, chain: row.get_of(1, table, &format!("entry {seq}"))? })
    })?;
    match head {
        Some(head) => Ok(head),
        None => Ok(summary(conn, table)?.map_or(Head::EMPTY, |summary| summary.head)),
    }
}

/// The chain value at one entry of a table.
pub(in crate::log) fn chain_at(conn: &dyn Session, table: &str, seq: u64) -> Result<Option<[u8; 32]>, Fault> {
    let place = format!("entry {seq}");
    let chain = conn.one(&CHAIN_AT, &values![table, seq], |row| row.get_of(0, table, &place))?;
    if chain.is_some() {
        return Ok(chain);
    }
    // Of an archived log only the head is left here.
    let archived = summary(conn, table)?.filter(|summary| summary.archived.is_some());
    Ok(archived.map(|summary| summary.head).filter(|head| head.seq == seq).map(|head| head.chain))
}
