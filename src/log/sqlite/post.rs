//! Notices in SQLite.

use rusqlite::{OptionalExtension, Row, params};

use super::SqliteStore;
use super::ledger::execute;
use crate::log::fault::Fault;
use crate::log::outbox::{self, KeptNotice, Outbox, PendingNotice};

impl Outbox for SqliteStore {
    fn lease_outbox(&self, owner: &str, now: &str, until: &str) -> Result<bool, Fault> {
        let [owner, now, until] = [owner, now, until].map(str::to_owned);
        let sql = "INSERT INTO outbox_lease (one, owner, until) VALUES (1, ?1, ?3)
                   ON CONFLICT (one) DO UPDATE SET owner = ?1, until = ?3 WHERE owner = ?1 OR until <= ?2";
        self.shared.writer.run(move |desk| Ok(execute(desk.conn, sql, [&owner, &now, &until])? > 0))
    }

    fn release_outbox(&self, owner: &str) -> Result<(), Fault> {
        let owner = owner.to_owned();
        self.shared.writer.run(move |desk| {
            execute(desk.conn, "DELETE FROM outbox_lease WHERE owner = ?1", [&owner]).map(drop)
        })
    }

    fn pending_notices(&self, owner: &str, now: &str, limit: usize) -> Result<Vec<PendingNotice>, Fault> {
        let sql = "SELECT o.id, t.name, o.seq, o.seat, o.why, o.attempts FROM outbox o
                   JOIN tables t ON t.id = o.table_id
                   WHERE o.ended_at IS NULL
                   AND EXISTS (SELECT 1 FROM outbox_lease WHERE owner = ?1 AND until > ?2)
                   AND NOT EXISTS (SELECT 1 FROM outbox w WHERE w.ended_at IS NULL AND w.table_id = o.table_id
                                   AND w.seat = o.seat AND w.id <= o.id AND w.due_at > ?2)
                   ORDER BY o.id LIMIT ?3";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.ask(|conn| {
            let mut ask = conn.prepare_cached(sql)?;
            ask.query_map(params![owner, now, limit], read_notice)?.collect()
        })
    }

    fn mark_delivered(&self, id: u64, now: &str, to: &str) -> Result<(), Fault> {
        let (now, to) = (now.to_owned(), outbox::cut(to));
        let sql = "UPDATE outbox SET ended_at = ?2, sent_to = ?3, trouble = NULL WHERE id = ?1";
        self.shared.writer.run(move |desk| execute(desk.conn, sql, params![id, now, to]).map(drop))
    }

    fn mark_failed(&self, id: u64, now: &str, retry_at: Option<&str>, trouble: &str) -> Result<(), Fault> {
        let ended_at = if retry_at.is_none() { Some(now.to_owned()) } else { None };
        let (retry_at, trouble) = (retry_at.map(str::to_owned), outbox::cut(trouble));
        let sql = "UPDATE outbox SET attempts = attempts + 1, due_at = ?2, ended_at = ?3, trouble = ?4
                   WHERE id = ?1";
        self.shared
            .writer
            .run(move |desk| execute(desk.conn, sql, params![id, retry_at, ended_at, trouble]).map(drop))
    }

    fn notices_of(&self, table: &str, seat: &str, limit: usize) -> Result<Vec<KeptNotice>, Fault> {
        let sql = "SELECT o.id, o.seq, o.seat, o.why, o.attempts, o.ended_at, coalesce(o.sent_to, o.trouble),
                          o.ended_at IS NOT NULL AND o.trouble IS NULL
                   FROM outbox o JOIN tables t ON t.id = o.table_id
                   WHERE t.name = ?1 AND o.seat = ?2 ORDER BY o.id DESC LIMIT ?3";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.ask(|conn| {
            let mut ask = conn.prepare_cached(sql)?;
            ask.query_map(params![table, seat, limit], read_kept)?.collect()
        })
    }

    fn oldest_pending(&self) -> Result<Option<(String, u64)>, Fault> {
        let sql = "SELECT t.name, o.seq FROM outbox o JOIN tables t ON t.id = o.table_id
                   WHERE o.ended_at IS NULL ORDER BY o.id LIMIT 1";
        self.ask(|conn| {
            conn.prepare_cached(sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        })
    }

    fn prune_outbox(&self, before: &str) -> Result<usize, Fault> {
        let before = before.to_owned();
        self.shared
            .writer
            .run(move |desk| execute(desk.conn, "DELETE FROM outbox WHERE ended_at < ?1", [&before]))
    }
}

fn read_notice(row: &Row<'_>) -> rusqlite::Result<PendingNotice> {
    Ok(PendingNotice {
        id: row.get(0)?,
        table: row.get(1)?,
        seq: row.get(2)?,
        seat: row.get(3)?,
        why: row.get(4)?,
        attempts: row.get(5)?,
    })
}

fn read_kept(row: &Row<'_>) -> rusqlite::Result<KeptNotice> {
    Ok(KeptNotice {
        id: row.get(0)?,
        seq: row.get(1)?,
        seat: row.get(2)?,
        why: row.get(3)?,
        attempts: row.get(4)?,
        ended_at: row.get(5)?,
        outcome: row.get(6)?,
        delivered: row.get(7)?,
    })
}
