//! Tables, entries, packs and answers in PostgreSQL.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use deadpool_postgres::Transaction;
use tokio_postgres::Row as SqlRow;

use super::people::ANY_ID_OF_PLAYER;
use super::{PostgresStore, Stopped, column, number};
use crate::log::chain::Head;
use crate::log::changes::Changes;
use crate::log::entry::Entry;
use crate::log::fault::{AppendError, Fault};
use crate::log::import::ImportedTable;
use crate::log::prepare::{self, FirstAppend, Prepared, Row};
use crate::log::store::{Append, Appended, RawEntry, Store, StoredAnswer, StoredPack, TableSummary};
use crate::log::visibility::LogViewer;
use crate::seal::Seed;

/// Writes nothing but to the write-ahead log, so that its transaction is waited for as any that writes: until a standby has it, where
/// that is asked for, and with it everything before. Whoever gave an order may have been lost while it was waited for, and then
/// the order is found, and is nowhere else yet.
const WAITED_FOR: &str = "SELECT pg_logical_emit_message(true, 'wardroom', '')";

impl Store for PostgresStore {
    fn append(&self, append: Append) -> Result<Appended, AppendError> {
        let prepared = prepare::prepare(append)?;
        let appended = self.write(async |tx| append_prepared(tx, &prepared).await)?;
        if matches!(appended, Appended::Stored(_)) {
            self.say(&prepared.table);
        }
        Ok(appended)
    }

    fn check_storing(&self) -> Result<(), Fault> {
        self.check_schema()?;
        self.check_rights()?;
        self.shared.room.check(self)
    }

    fn server_time(&self) -> Result<Option<DateTime<Utc>>, Fault> {
        let sql = r#"SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"#;
        let text: Option<String> = self.list(sql, &[], |row| row.try_get(0))?.pop();
        Ok(text.and_then(|text| text.parse().ok()))
    }

    fn changes(&self) -> Changes {
        self.listen()
    }

    fn adopt(&self, imported: ImportedTable) -> Result<Head, Fault> {
        self.write(async |tx| adopt(tx, &imported).await)
    }

    fn read_raw_range(&self, table: &str, range: RangeInclusive<u64>) -> Result<Vec<RawEntry>, Fault> {
        let sql = "SELECT e.seq, e.text, e.digest, e.chain
                   FROM wardroom.entries e JOIN wardroom.tables t ON t.id = e.table_id
                   WHERE t.name = $1 AND e.seq BETWEEN $2 AND $3 ORDER BY e.seq";
        let rows = self.rows(sql, &[&table, &number(*range.start()), &number(*range.end())])?;
        rows.iter().map(|row| read_raw_entry(row, table)).collect()
    }

    fn chain_at(&self, table: &str, seq: u64) -> Result<Option<[u8; 32]>, Fault> {
        let sql = "SELECT e.chain FROM wardroom.entries e JOIN wardroom.tables t ON t.id = e.table_id
                   WHERE t.name = $1 AND e.seq = $2";
        let rows = self.rows(sql, &[&table, &number(seq)])?;
        rows.first().map(|row| bytes(row, 0, table, &format!("entry {seq}"))).transpose()
    }

    fn stored_head(&self, table: &str) -> Result<Head, Fault> {
        let sql = "SELECT e.seq, e.chain FROM wardroom.entries e JOIN wardroom.tables t ON t.id = e.table_id
                   WHERE t.name = $1 ORDER BY e.seq DESC LIMIT 1";
        let rows = self.rows(sql, &[&table])?;
        rows.first().map_or(Ok(Head::EMPTY), |row| read_head(row, 0, table))
    }

    fn tables(&self) -> Result<Vec<TableSummary>, Fault> {
        let rows = self.rows(&format!("{TABLE_COLUMNS} ORDER BY t.name"), &[])?;
        rows.iter().map(|row| Ok(read_table(row)?.summary)).collect()
    }

    fn table(&self, table: &str) -> Result<Option<TableSummary>, Fault> {
        Ok(self.stored_table(table)?.map(|stored| stored.summary))
    }

    fn tables_of_player(&self, player: &str) -> Result<Vec<String>, Fault> {
        let sql = format!(
            "SELECT DISTINCT t.name FROM wardroom.tables_of_players p JOIN wardroom.tables t ON t.id = p.table_id
             WHERE p.player_id = {ANY_ID_OF_PLAYER} ORDER BY t.name"
        );
        self.list(&sql, &[&player], |row| row.try_get(0))
    }

    fn seed(&self, table: &str) -> Result<Option<Seed>, Fault> {
        let Some(seed) = self.stored_table(table)?.and_then(|stored| stored.seed) else { return Ok(None) };
        let first = self.read_raw_range(table, 1..=1)?.pop();
        let first = first.and_then(|first| Entry::parse(&first.text).ok());
        let commitment =
            first.and_then(|first| prepare::opened(&first).ok()).map(|opened| opened.seed_commitment);
        if commitment == Some(hex::encode(seed.commitment())) {
            return Ok(Some(seed));
        }
        Err(damaged(table, "the seed", "it does not fit the commitment in the first entry"))
    }

    fn pack(&self, hash: &str) -> Result<Option<StoredPack>, Fault> {
        let texts =
            self.list("SELECT text FROM wardroom.packs WHERE hash = $1", &[&hash], |row| row.try_get(0))?;
        texts.into_iter().next().map(|text| StoredPack::checked(hash, text)).transpose()
    }

    fn answer(&self, key: &str) -> Result<Option<StoredAnswer>, Fault> {
        let found = self.list(ANSWER, &[&key], read_answer)?.pop();
        if found.is_some() {
            self.change(WAITED_FOR, &[])?;
        }
        Ok(found)
    }

    fn record_answer(&self, answer: StoredAnswer) -> Result<StoredAnswer, AppendError> {
        prepare::check_answer(&answer)?;
        self.write(async |tx| match first_answer(tx, &answer).await? {
            Some(first) => Ok(first),
            None => {
                insert_answer(tx, &answer, false).await?;
                Ok(answer.clone())
            }
        })
    }

    fn prune_answers(&self, before: &str) -> Result<usize, Fault> {
        self.change("DELETE FROM wardroom.answers WHERE NOT stored AND at < $1", &[&before])
    }
}

impl PostgresStore {
    fn stored_table(&self, table: &str) -> Result<Option<StoredTable>, Fault> {
        let rows = self.rows(&format!("{TABLE_COLUMNS} WHERE t.name = $1"), &[&table])?;
        rows.first().map(read_table).transpose()
    }
}

struct StoredTable {
    id: i64,
    seed: Option<Seed>,
    summary: TableSummary,
}

async fn append_prepared(
    tx: &Transaction<'_>,
    prepared: &Prepared,
) -> Result<Appended, Stopped<AppendError>> {
    // The head before the answer: an order that is stored between the two questions is found answered, and no conflict.
    let stored = stored_table_in(tx, &prepared.table).await?;
    if let Some(answer) = &prepared.answer
        && let Some(first) = first_answer(tx, answer).await?
    {
        tx.execute(WAITED_FOR, &[]).await?;
        return Ok(Appended::Repeated(first));
    }
    let head = stored.as_ref().map_or(Head::EMPTY, |stored| stored.summary.head);
    if stored.as_ref().is_some_and(|stored| stored.summary.partial.is_some()) {
        return Err(Fault::ReadOnly { table: prepared.table.clone() }.into());
    }
    if head != prepared.expected {
        return Err(AppendError::Conflict { head }.into());
    }
    let opening_seed = prepared.opening.as_ref().map(|opening| &opening.seed);
    let seed = opening_seed.or(stored.as_ref().and_then(|stored| stored.seed.as_ref()));
    if let Some(seed) = seed {
        prepare::check_seals(&prepared.table, &prepared.rows, seed)?;
    }
    let table_id = match (stored, &prepared.opening) {
        (Some(stored), _) => stored.id,
        (None, Some(opening)) => open_table(tx, &prepared.table, opening).await?,
        (None, None) => return Err(Fault::NoTable { table: prepared.table.clone() }.into()),
    };
    insert_rows(tx, table_id, &prepared.rows).await?;
    ring(tx, table_id, prepared.head, &prepared.rows).await?;
    for notice in &prepared.notices {
        let sql = tx
            .prepare_cached("INSERT INTO wardroom.notices (table_id, seq, seat, why) VALUES ($1, $2, $3, $4)")
            .await?;
        tx.execute(&sql, &[&table_id, &number(notice.seq), &notice.seat, &notice.why]).await?;
    }
    if let Some(answer) = &prepared.answer {
        insert_answer(tx, answer, true).await?;
    }
    Ok(Appended::Stored(prepared.head))
}

async fn open_table(
    tx: &Transaction<'_>,
    table: &str,
    opening: &FirstAppend,
) -> Result<i64, Stopped<AppendError>> {
    if let Some(pack) = &opening.pack {
        insert_pack(tx, pack).await?;
    } else if tx
        .query_opt("SELECT 1 FROM wardroom.packs WHERE hash = $1", &[&opening.pack_hash])
        .await?
        .is_none()
    {
        let what = "it is not stored here and was not given with the table that names it".to_owned();
        return Err(Fault::BadPack { hash: opening.pack_hash.clone(), what }.into());
    }
    Ok(insert_table(tx, table, &opening.pack_hash, Some(&opening.seed), None).await?)
}

async fn adopt(tx: &Transaction<'_>, imported: &ImportedTable) -> Result<Head, Stopped<Fault>> {
    if stored_table_in(tx, &imported.table).await?.is_some() {
        return Err(Fault::TableExists { table: imported.table.clone() }.into());
    }
    insert_pack(tx, &imported.pack).await?;
    let (seed, partial) = (imported.seed.as_ref(), imported.partial.as_ref());
    let id = insert_table(tx, &imported.table, imported.pack.hash(), seed, partial).await?;
    insert_rows(tx, id, &imported.rows).await?;
    if imported.partial.is_none() {
        ring(tx, id, imported.head, &imported.rows).await?;
    }
    Ok(imported.head)
}

async fn insert_pack(tx: &Transaction<'_>, pack: &StoredPack) -> Result<(), tokio_postgres::Error> {
    let sql = "INSERT INTO wardroom.packs (hash, text) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    tx.execute(sql, &[&pack.hash(), &pack.text()]).await.map(drop)
}

async fn insert_table(
    tx: &Transaction<'_>,
    table: &str,
    pack: &str,
    seed: Option<&Seed>,
    partial: Option<&LogViewer>,
) -> Result<i64, tokio_postgres::Error> {
    let partial = partial.map(|viewer| viewer.to_value().to_string());
    let seed = seed.map(|seed| seed.expose_bytes().as_slice());
    let sql = "INSERT INTO wardroom.tables (name, pack, seed, partial) VALUES ($1, $2, $3, $4) RETURNING id";
    tx.query_one(sql, &[&table, &pack, &seed, &partial]).await?.try_get(0)
}

/// Sets the alarm of a table to which these rows were added, or takes it away where they end it.
async fn ring(
    tx: &Transaction<'_>,
    table_id: i64,
    head: Head,
    rows: &[Row],
) -> Result<(), tokio_postgres::Error> {
    match prepare::rings_at(rows) {
        Some(at) => {
            let sql = "INSERT INTO wardroom.alarms (table_id, seq, at) VALUES ($1, $2, $3)
                       ON CONFLICT (table_id) DO UPDATE SET seq = $2, at = $3";
            let set = tx.prepare_cached(sql).await?;
            tx.execute(&set, &[&table_id, &number(head.seq), &at]).await.map(drop)
        }
        None => tx.execute("DELETE FROM wardroom.alarms WHERE table_id = $1", &[&table_id]).await.map(drop),
    }
}

async fn insert_rows(tx: &Transaction<'_>, table_id: i64, rows: &[Row]) -> Result<(), tokio_postgres::Error> {
    let insert = tx
        .prepare_cached(
            "INSERT INTO wardroom.entries (table_id, seq, text, kind, at, cause, digest, chain)
             SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[],
                                      $7::bytea[], $8::bytea[])",
        )
        .await?;
    let seqs: Vec<i64> = rows.iter().map(|row| number(row.raw.seq)).collect();
    let texts: Vec<&str> = rows.iter().map(|row| &*row.raw.text).collect();
    let kinds: Vec<Option<&str>> =
        rows.iter().map(|row| row.index.as_ref().map(|index| &*index.kind)).collect();
    let times: Vec<Option<&str>> =
        rows.iter().map(|row| row.index.as_ref().map(|index| &*index.at)).collect();
    let causes: Vec<Option<i64>> =
        rows.iter().map(|row| row.index.as_ref().and_then(|index| index.cause).map(number)).collect();
    let digests: Vec<&[u8]> = rows.iter().map(|row| row.raw.digest.as_slice()).collect();
    let chains: Vec<&[u8]> = rows.iter().map(|row| row.raw.chain.as_slice()).collect();
    tx.execute(&insert, &[&table_id, &seqs, &texts, &kinds, &times, &causes, &digests, &chains]).await?;
    for player in rows.iter().filter_map(|row| row.index.as_ref()?.player.as_ref()) {
        let sql = "INSERT INTO wardroom.tables_of_players (player_id, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        tx.execute(sql, &[player, &table_id]).await?;
    }
    Ok(())
}

const ANSWER: &str = "SELECT key, content_hash, answer_json, at FROM wardroom.answers WHERE key = $1";

/// The stored answer under a key, if there is one.
async fn first_answer(
    tx: &Transaction<'_>,
    answer: &StoredAnswer,
) -> Result<Option<StoredAnswer>, Stopped<AppendError>> {
    let ask = tx.prepare_cached(ANSWER).await?;
    let first = tx.query_opt(&ask, &[&answer.key]).await?;
    match first.map(|row| read_answer(&row)).transpose()? {
        Some(first) if first.content_hash != answer.content_hash => {
            Err(AppendError::KeyReused { key: answer.key.clone() }.into())
        }
        first => Ok(first),
    }
}

async fn insert_answer(
    tx: &Transaction<'_>,
    answer: &StoredAnswer,
    stored: bool,
) -> Result<(), tokio_postgres::Error> {
    let sql = "INSERT INTO wardroom.answers (key, content_hash, answer_json, at, stored) VALUES ($1, $2, $3, $4, $5)";
    let StoredAnswer { key, content_hash, answer_json, at } = answer;
    let insert = tx.prepare_cached(sql).await?;
    tx.execute(&insert, &[key, content_hash, answer_json, at, &stored]).await.map(drop)
}

fn read_answer(row: &SqlRow) -> Result<StoredAnswer, tokio_postgres::Error> {
    Ok(StoredAnswer {
        key: row.try_get(0)?,
        content_hash: row.try_get(1)?,
        answer_json: row.try_get(2)?,
        at: row.try_get(3)?,
    })
}

const TABLE_COLUMNS: &str = "SELECT t.id, t.name, t.pack, t.seed, t.partial, e.seq, e.chain FROM wardroom.tables t
    LEFT JOIN LATERAL (SELECT seq, chain FROM wardroom.entries WHERE table_id = t.id ORDER BY seq DESC LIMIT 1) e ON true";

async fn stored_table_in<E: From<Fault>>(
    tx: &Transaction<'_>,
    table: &str,
) -> Result<Option<StoredTable>, Stopped<E>> {
    let ask = tx.prepare_cached(&format!("{TABLE_COLUMNS} WHERE t.name = $1")).await?;
    let row = tx.query_opt(&ask, &[&table]).await?;
    row.map(|row| read_table(&row)).transpose().map_err(|fault| Stopped::Said(fault.into()))
}

fn read_table(row: &SqlRow) -> Result<StoredTable, Fault> {
    let table: String = column(row, 1)?;
    let seed: Option<&[u8]> = column(row, 3)?;
    let seed = seed.map(|_| bytes(row, 3, &table, "the seed")).transpose()?;
    let partial: Option<&str> = column(row, 4)?;
    let partial = partial.map(|text| parse_viewer(&table, text)).transpose()?;
    let head = match column::<Option<i64>>(row, 5)? {
        Some(_) => read_head(row, 5, &table)?,
        None => Head::EMPTY,
    };
    Ok(StoredTable {
        id: column(row, 0)?,
        seed: seed.map(Seed::from_bytes),
        summary: TableSummary { pack: column(row, 2)?, table, head, partial, archived: None },
    })
}

fn parse_viewer(table: &str, text: &str) -> Result<LogViewer, Fault> {
    let viewer = serde_json::from_str(text).ok().and_then(|value| LogViewer::from_value(&value).ok());
    viewer.ok_or_else(|| damaged(table, "its row in `tables`", &format!("{text} is no audience")))
}

fn read_raw_entry(row: &SqlRow, table: &str) -> Result<RawEntry, Fault> {
    let seq = column::<i64>(row, 0)?.cast_unsigned();
    let place = format!("entry {seq}");
    Ok(RawEntry {
        seq,
        text: column(row, 1)?,
        digest: bytes(row, 2, table, &place)?,
        chain: bytes(row, 3, table, &place)?,
    })
}

/// The head in two columns from `index` on.
fn read_head(row: &SqlRow, index: usize, table: &str) -> Result<Head, Fault> {
    let seq = column::<i64>(row, index)?.cast_unsigned();
    Ok(Head { seq, chain: bytes(row, index + 1, table, &format!("entry {seq}"))? })
}

/// Stored bytes; those of the wrong length are damage, and the fault says where.
fn bytes(row: &SqlRow, index: usize, table: &str, place: &str) -> Result<[u8; 32], Fault> {
    let stored: &[u8] = column(row, index)?;
    stored.try_into().map_err(|_| damaged(table, place, "it is not 32 bytes long"))
}

fn damaged(table: &str, place: &str, what: &str) -> Fault {
    Fault::Damaged { table: table.to_owned(), place: place.to_owned(), what: what.to_owned() }
}
