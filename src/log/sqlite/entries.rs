//! Tables, entries, packs and answers in SQLite.

use std::ops::RangeInclusive;

use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, Row as SqlRow, named_params, params};

use super::{SqliteStore, fault_of};
use crate::log::chain::Head;
use crate::log::entry::Entry;
use crate::log::fault::{AppendError, Fault};
use crate::log::import::ImportedTable;
use crate::log::prepare::{self, FirstAppend, Prepared, Row};
use crate::log::store::{
    Append, Appended, Archived, RawEntry, Store, StoredAnswer, StoredPack, TableSummary,
};
use crate::log::visibility::LogViewer;
use crate::log::writer::WriteTx;
use crate::seal::Seed;

impl Store for SqliteStore {
    fn append(&self, append: Append) -> Result<Appended, AppendError> {
        // Checked and hashed here, by whoever asks: the one writer has enough to do.
        let prepared = prepare::prepare(append)?;
        self.write(move |tx| append_prepared(tx, &prepared))
    }

    fn check_storing(&self) -> Result<(), Fault> {
        self.shared.room.check(self)
    }

    fn adopt(&self, imported: ImportedTable) -> Result<Head, Fault> {
        self.write(move |tx| adopt(tx, &imported))
    }

    fn read_raw_range(&self, table: &str, range: RangeInclusive<u64>) -> Result<Vec<RawEntry>, Fault> {
        self.read_with(|conn| {
            let last = stored_head(conn, table)?.seq;
            let raws = raws(conn, table, &range)?;
            if raws.is_empty() {
                refuse_archived(stored_table(conn, table)?.as_ref())?;
            }
            // In a damaged file a walk over the entries may end early, where a search still finds the last one.
            let reached = raws.last().map_or(range.start().saturating_sub(1), |raw| raw.seq);
            if reached < last.min(*range.end()) {
                let place = format!("entry {}", reached + 1);
                let what = format!("it cannot be read, though the log goes on to entry {last}");
                return Err(Fault::Damaged { table: table.to_owned(), place, what });
            }
            Ok(raws)
        })
    }

    fn chain_at(&self, table: &str, seq: u64) -> Result<Option<[u8; 32]>, Fault> {
        self.read_with(|conn| chain_at(conn, table, seq))
    }

    fn stored_head(&self, table: &str) -> Result<Head, Fault> {
        self.read_with(|conn| stored_head(conn, table))
    }

    fn tables(&self) -> Result<Vec<TableSummary>, Fault> {
        self.read_with(tables)
    }

    fn table(&self, table: &str) -> Result<Option<TableSummary>, Fault> {
        self.read_with(|conn| summary(conn, table))
    }

    fn tables_of_player(&self, player: &str) -> Result<Vec<String>, Fault> {
        let sql = "SELECT DISTINCT t.name FROM tables_of_players p JOIN tables t ON t.id = p.table_id
                   WHERE p.player_id = ?1 OR p.player_id IN (SELECT id FROM aliases WHERE player_id = ?1) ORDER BY t.name";
        self.ask(|conn| conn.prepare_cached(sql)?.query_map([player], |row| row.get(0))?.collect())
    }

    fn seed(&self, table: &str) -> Result<Option<Seed>, Fault> {
        let damaged = |what: &str| Fault::Damaged {
            table: table.to_owned(),
            place: "the seed".to_owned(),
            what: what.to_owned(),
        };
        let stored = self.read_with(|conn| stored_table(conn, table))?;
        refuse_archived(stored.as_ref())?;
        let Some(seed) = stored.and_then(|stored| stored.seed) else { return Ok(None) };
        let first = self.read_with(|conn| raws(conn, table, &(1..=1)))?;
        let first = first.first().ok_or_else(|| damaged("the table has no first entry"))?;
        let opened = Entry::parse(&first.text).ok().and_then(|first| prepare::opened(&first).ok());
        let commitment = opened.map(|opened| opened.seed_commitment);
        if commitment == Some(hex::encode(seed.commitment())) {
            return Ok(Some(seed));
        }
        Err(damaged("it does not fit the commitment in the first entry"))
    }

    fn pack(&self, hash: &str) -> Result<Option<StoredPack>, Fault> {
        let sql = "SELECT text FROM packs WHERE hash = ?1";
        let bad = |e: rusqlite::Error| Fault::BadPack { hash: hash.to_owned(), what: e.to_string() };
        let text: Option<String> = self.read_with(|conn| {
            conn.prepare_cached(sql)
                .and_then(|mut ask| ask.query_row([hash], |row| row.get(0)).optional())
                .map_err(bad)
        })?;
        text.map(|text| StoredPack::checked(hash, text)).transpose()
    }

    fn answer(&self, key: &str) -> Result<Option<StoredAnswer>, Fault> {
        self.ask(|conn| answer_to(conn, key))
    }

    fn record_answer(&self, answer: StoredAnswer) -> Result<StoredAnswer, AppendError> {
        prepare::check_answer(&answer)?;
        self.write(move |tx| match first_answer(tx.conn, &answer)? {
            Some(first) => Ok(first),
            None => {
                insert_answer(tx.conn, &answer, false)?;
                Ok(answer.clone())
            }
        })
    }

    fn prune_answers(&self, before: &str) -> Result<usize, Fault> {
        let before = before.to_owned();
        self.shared
            .writer
            .run(move |tx| execute(tx.conn, "DELETE FROM answers WHERE stored = 0 AND at < ?1", [&before]))
    }
}

pub(super) struct StoredTable {
    pub(super) id: i64,
    seed: Option<Seed>,
    pub(super) summary: TableSummary,
}

/// Of a table that was taken out there is nothing to read and nothing to add to.
fn refuse_archived(stored: Option<&StoredTable>) -> Result<(), Fault> {
    match stored.map(|stored| &stored.summary) {
        Some(TableSummary { table, archived: Some(Archived { file, .. }), .. }) => {
            Err(Fault::Archived { table: table.clone(), file: file.clone() })
        }
        _ => Ok(()),
    }
}

fn append_prepared(tx: &mut WriteTx<'_>, prepared: &Prepared) -> Result<Appended, AppendError> {
    if let Some(answer) = &prepared.answer
        && let Some(first) = first_answer(tx.conn, answer)?
    {
        return Ok(Appended::Repeated(first));
    }
    let stored = stored_table(tx.conn, &prepared.table)?;
    let head = stored.as_ref().map_or(Head::EMPTY, |stored| stored.summary.head);
    check_tail(tx, &prepared.table, head)?;
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
        (None, Some(opening)) => open_table(tx.conn, &prepared.table, opening)?,
        (None, None) => return Err(Fault::NoTable { table: prepared.table.clone() }.into()),
    };
    insert_rows(tx.conn, table_id, &prepared.rows)?;
    ring(tx.conn, table_id, prepared.head, &prepared.rows)?;
    for notice in &prepared.notices {
        let sql = "INSERT INTO notices (table_id, seq, seat, why) VALUES (?1, ?2, ?3, ?4)";
        execute(tx.conn, sql, params![table_id, notice.seq, notice.seat, notice.why])?;
    }
    if let Some(answer) = &prepared.answer {
        insert_answer(tx.conn, answer, true)?;
    }
    tx.moved.push((prepared.table.clone(), prepared.head));
    Ok(Appended::Stored(prepared.head))
}

/// Refuses to append to a table that lost its tail: that would bury the only evidence of it.
fn check_tail(tx: &WriteTx<'_>, table: &str, found: Head) -> Result<(), Fault> {
    match tx.noted.get(table) {
        Some(noted) if noted.seq > found.seq || (noted.seq == found.seq && noted.chain != found.chain) => {
            Err(Fault::LostTail { table: table.to_owned(), noted: *noted, found })
        }
        _ => Ok(()),
    }
}

fn open_table(conn: &Connection, table: &str, opening: &FirstAppend) -> Result<i64, Fault> {
    let sql = "SELECT EXISTS (SELECT 1 FROM packs WHERE hash = ?1)";
    let known: bool =
        conn.query_row(sql, [&opening.pack_hash], |row| row.get(0)).map_err(|e| fault_of(&e))?;
    match &opening.pack {
        _ if known => {}
        Some(pack) => insert_pack(conn, pack)?,
        None => {
            let what = "it is not stored here and was not given with the table that names it".to_owned();
            return Err(Fault::BadPack { hash: opening.pack_hash.clone(), what });
        }
    }
    insert_table(conn, table, &opening.pack_hash, Some(&opening.seed), None)
}

fn adopt(tx: &mut WriteTx<'_>, imported: &ImportedTable) -> Result<Head, Fault> {
    let conn = tx.conn;
    if let Some(stored) = stored_table(conn, &imported.table)? {
        return put_back(tx, &stored, imported);
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM packs WHERE hash = ?1)";
    let known: bool =
        conn.query_row(sql, [imported.pack.hash()], |row| row.get(0)).map_err(|e| fault_of(&e))?;
    if !known {
        insert_pack(conn, &imported.pack)?;
    }
    let seed = imported.seed.as_ref();
    let id = insert_table(conn, &imported.table, imported.pack.hash(), seed, imported.partial.as_ref())?;
    insert_rows(conn, id, &imported.rows)?;
    if imported.partial.is_none() {
        ring(conn, id, imported.head, &imported.rows)?;
    }
    tx.moved.push((imported.table.clone(), imported.head));
    Ok(imported.head)
}

/// Puts an archived table back, of which this is the whole log.
fn put_back(tx: &mut WriteTx<'_>, stored: &StoredTable, imported: &ImportedTable) -> Result<Head, Fault> {
    let (table, archived) = (&imported.table, stored.summary.archived.is_some());
    if !archived || stored.summary.head != imported.head || imported.partial.is_some() {
        return Err(Fault::TableExists { table: table.clone() });
    }
    insert_rows(tx.conn, stored.id, &imported.rows)?;
    execute(tx.conn, "DELETE FROM archived WHERE table_id = ?1", [stored.id])?;
    tx.moved.push((table.clone(), imported.head));
    Ok(imported.head)
}

fn insert_pack(conn: &Connection, pack: &StoredPack) -> Result<(), Fault> {
    execute(conn, "INSERT INTO packs (hash, text) VALUES (?1, ?2)", [pack.hash(), pack.text()]).map(drop)
}

fn insert_table(
    conn: &Connection,
    table: &str,
    pack: &str,
    seed: Option<&Seed>,
    partial: Option<&LogViewer>,
) -> Result<i64, Fault> {
    let partial = partial.map(|viewer| viewer.to_value().to_string());
    let sql = "INSERT INTO tables (name, pack, seed, partial) VALUES (?1, ?2, ?3, ?4)";
    execute(conn, sql, params![table, pack, seed.map(|seed| seed.expose_bytes().as_slice()), partial])?;
    Ok(conn.last_insert_rowid())
}

/// Sets the alarm of a table to which these rows were added, or takes it away where they end it.
fn ring(conn: &Connection, table_id: i64, head: Head, rows: &[Row]) -> Result<(), Fault> {
    match prepare::rings_at(rows) {
        Some(at) => {
            let sql = "INSERT INTO alarms (table_id, seq, at) VALUES (?1, ?2, ?3)
                       ON CONFLICT (table_id) DO UPDATE SET seq = ?2, at = ?3";
            execute(conn, sql, params![table_id, head.seq, at]).map(drop)
        }
        None => execute(conn, "DELETE FROM alarms WHERE table_id = ?1", [table_id]).map(drop),
    }
}

fn insert_rows(conn: &Connection, table_id: i64, rows: &[Row]) -> Result<(), Fault> {
    let sql = "INSERT INTO entries (table_id, seq, text, kind, at, cause, digest, chain)
               VALUES (:table_id, :seq, :text, :kind, :at, :cause, :digest, :chain)";
    let mut insert = conn.prepare_cached(sql).map_err(|e| fault_of(&e))?;
    for Row { raw, index } in rows {
        let index = index.as_ref();
        insert
            .execute(named_params! {
                ":table_id": table_id,
                ":seq": raw.seq,
                ":text": raw.text,
                ":kind": index.map(|index| &index.kind),
                ":at": index.map(|index| &index.at),
                ":cause": index.and_then(|index| index.cause),
                ":digest": raw.digest,
                ":chain": raw.chain,
            })
            .map_err(|e| fault_of(&e))?;
        if let Some(player) = index.and_then(|index| index.player.as_ref()) {
            let sql = "INSERT OR IGNORE INTO tables_of_players (player_id, table_id) VALUES (?1, ?2)";
            execute(conn, sql, params![player, table_id])?;
        }
    }
    Ok(())
}

/// The stored answer under a key, if there is one.
fn first_answer(conn: &Connection, answer: &StoredAnswer) -> Result<Option<StoredAnswer>, AppendError> {
    match answer_to(conn, &answer.key).map_err(|e| fault_of(&e))? {
        Some(first) if first.content_hash != answer.content_hash => {
            Err(AppendError::KeyReused { key: answer.key.clone() })
        }
        first => Ok(first),
    }
}

fn answer_to(conn: &Connection, key: &str) -> rusqlite::Result<Option<StoredAnswer>> {
    let sql = "SELECT key, content_hash, answer_json, at FROM answers WHERE key = ?1";
    let answer = |row: &SqlRow<'_>| {
        Ok(StoredAnswer {
            key: row.get(0)?,
            content_hash: row.get(1)?,
            answer_json: row.get(2)?,
            at: row.get(3)?,
        })
    };
    conn.prepare_cached(sql)?.query_row([key], answer).optional()
}

fn insert_answer(conn: &Connection, answer: &StoredAnswer, stored: bool) -> Result<(), Fault> {
    let sql = "INSERT INTO answers (key, content_hash, answer_json, at, stored) VALUES (?1, ?2, ?3, ?4, ?5)";
    let StoredAnswer { key, content_hash, answer_json, at } = answer;
    execute(conn, sql, params![key, content_hash, answer_json, at, stored]).map(drop)
}

pub(super) fn execute(conn: &Connection, sql: &str, values: impl rusqlite::Params) -> Result<usize, Fault> {
    conn.prepare_cached(sql).and_then(|mut run| run.execute(values)).map_err(|e| fault_of(&e))
}

const TABLE_COLUMNS: &str =
    "SELECT t.id, t.name, t.pack, t.seed, t.partial, coalesce(a.seq, e.seq), coalesce(a.chain, e.chain), a.file, a.at
    FROM tables t LEFT JOIN archived a ON a.table_id = t.id
    LEFT JOIN entries e ON e.table_id = t.id AND e.seq = (SELECT max(seq) FROM entries WHERE table_id = t.id)";

pub(super) fn tables(conn: &Connection) -> Result<Vec<TableSummary>, Fault> {
    let sql = format!("{TABLE_COLUMNS} ORDER BY t.name");
    let mut ask = conn.prepare_cached(&sql).map_err(|e| fault_of(&e))?;
    let mut rows = ask.query([]).map_err(|e| fault_of(&e))?;
    let mut tables = Vec::new();
    while let Some(row) = rows.next().map_err(|e| fault_of(&e))? {
        tables.push(read_table(row)?.summary);
    }
    Ok(tables)
}

pub(super) fn table_names(conn: &Connection) -> Result<Vec<String>, Fault> {
    let names = || -> rusqlite::Result<Vec<String>> {
        conn.prepare("SELECT name FROM tables")?.query_map([], |row| row.get(0))?.collect()
    };
    names().map_err(|e| fault_of(&e))
}

pub(super) fn summary(conn: &Connection, table: &str) -> Result<Option<TableSummary>, Fault> {
    Ok(stored_table(conn, table)?.map(|stored| stored.summary))
}

pub(super) fn stored_table(conn: &Connection, table: &str) -> Result<Option<StoredTable>, Fault> {
    let sql = format!("{TABLE_COLUMNS} WHERE t.name = ?1");
    let mut ask = conn.prepare_cached(&sql).map_err(|e| fault_of(&e))?;
    let mut rows = ask.query([table]).map_err(|e| fault_of(&e))?;
    let row = rows.next().map_err(|e| fault_of(&e))?;
    row.map(read_table).transpose()
}

fn read_table(row: &SqlRow<'_>) -> Result<StoredTable, Fault> {
    let table: String = row.get(1).map_err(|e| fault_of(&e))?;
    let place = "its row in `tables`";
    let seed: Option<[u8; 32]> = column(row, 3, &table, "the seed")?;
    let partial: Option<String> = column(row, 4, &table, place)?;
    let partial = partial.map(|text| parse_viewer(&table, &text)).transpose()?;
    let head = match column::<Option<u64>>(row, 5, &table, "its last entry")? {
        Some(seq) => Head { seq, chain: column(row, 6, &table, &format!("entry {seq}"))? },
        None => Head::EMPTY,
    };
    let archived = match column::<Option<String>>(row, 7, &table, place)? {
        Some(file) => Some(Archived { file, at: column(row, 8, &table, place)? }),
        None => None,
    };
    Ok(StoredTable {
        id: column(row, 0, &table, place)?,
        seed: seed.map(Seed::from_bytes),
        summary: TableSummary { pack: column(row, 2, &table, place)?, table, head, partial, archived },
    })
}

fn parse_viewer(table: &str, text: &str) -> Result<LogViewer, Fault> {
    serde_json::from_str(text).ok().and_then(|value| LogViewer::from_value(&value).ok()).ok_or_else(|| {
        let what = format!("{text} is no audience");
        Fault::Damaged { table: table.to_owned(), place: "its row in `tables`".to_owned(), what }
    })
}

fn raws(conn: &Connection, table: &str, range: &RangeInclusive<u64>) -> Result<Vec<RawEntry>, Fault> {
    let sql = "SELECT e.seq, e.text, e.digest, e.chain FROM entries e JOIN tables t ON t.id = e.table_id
               WHERE t.name = ?1 AND e.seq BETWEEN ?2 AND ?3 ORDER BY e.seq";
    let bound = |seq: &u64| i64::try_from(*seq).unwrap_or(i64::MAX);
    let mut ask = conn.prepare_cached(sql).map_err(|e| fault_of(&e))?;
    let mut rows =
        ask.query(params![table, bound(range.start()), bound(range.end())]).map_err(|e| fault_of(&e))?;
    let mut raws = Vec::new();
    while let Some(row) = rows.next().map_err(|e| fault_of(&e))? {
        raws.push(read_raw_entry(row, table)?);
    }
    Ok(raws)
}

fn read_raw_entry(row: &SqlRow<'_>, table: &str) -> Result<RawEntry, Fault> {
    let seq: u64 = column(row, 0, table, "an entry")?;
    let place = format!("entry {seq}");
    Ok(RawEntry {
        seq,
        text: column(row, 1, table, &place)?,
        digest: column(row, 2, table, &place)?,
        chain: column(row, 3, table, &place)?,
    })
}

fn stored_head(conn: &Connection, table: &str) -> Result<Head, Fault> {
    let sql = "SELECT e.seq, e.chain FROM entries e JOIN tables t ON t.id = e.table_id
               WHERE t.name = ?1 ORDER BY e.seq DESC LIMIT 1";
    let mut ask = conn.prepare_cached(sql).map_err(|e| fault_of(&e))?;
    let mut rows = ask.query([table]).map_err(|e| fault_of(&e))?;
    let Some(row) = rows.next().map_err(|e| fault_of(&e))? else {
        return Ok(summary(conn, table)?.map_or(Head::EMPTY, |summary| summary.head));
    };
    let seq: u64 = column(row, 0, table, "its last entry")?;
    Ok(Head { seq, chain: column(row, 1, table, &format!("entry {seq}"))? })
}

pub(super) fn chain_at(conn: &Connection, table: &str, seq: u64) -> Result<Option<[u8; 32]>, Fault> {
    let sql =
        "SELECT e.chain FROM entries e JOIN tables t ON t.id = e.table_id WHERE t.name = ?1 AND e.seq = ?2";
    let seq_in_sql = i64::try_from(seq).unwrap_or(i64::MAX);
    let mut ask = conn.prepare_cached(sql).map_err(|e| fault_of(&e))?;
    let mut rows = ask.query(params![table, seq_in_sql]).map_err(|e| fault_of(&e))?;
    if let Some(row) = rows.next().map_err(|e| fault_of(&e))? {
        return column(row, 0, table, &format!("entry {seq}")).map(Some);
    }
    let archived = summary(conn, table)?.filter(|summary| summary.archived.is_some());
    Ok(archived.map(|summary| summary.head).filter(|head| head.seq == seq).map(|head| head.chain))
}

/// A stored value; one of the wrong type or length is damage, and the fault says where.
fn column<T: FromSql>(row: &SqlRow<'_>, index: usize, table: &str, place: &str) -> Result<T, Fault> {
    row.get(index).map_err(|e| Fault::Damaged {
        table: table.to_owned(),
        place: place.to_owned(),
        what: e.to_string(),
    })
}
