//! Notices and their deliveries in SQLite.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::SqliteStore;
use super::entries::execute;
use crate::log::fault::Fault;
use crate::log::notes;
use crate::log::outbox::{self, KeptNotice, NOBODY, Outbox, PendingDelivery, PendingNotice};
use crate::log::players::Address;

impl Outbox for SqliteStore {
    fn lease_channel(&self, channel: &str, owner: &str, now: &str, until: &str) -> Result<bool, Fault> {
        let values = [channel, owner, now, until].map(str::to_owned);
        let sql = "INSERT INTO leases (channel, owner, until, number) VALUES (?1, ?2, ?4, 1)
                   ON CONFLICT (channel) DO UPDATE
                   SET owner = ?2, until = ?4, number = number + (owner <> ?2 OR until <= ?3)
                   WHERE owner = ?2 OR until <= ?3";
        self.write(move |tx| Ok(execute(tx.conn, sql, values.each_ref())? > 0))
    }

    fn lease_number(&self, channel: &str, owner: &str, now: &str) -> Result<Option<u64>, Fault> {
        let sql = "SELECT number FROM leases WHERE channel = ?1 AND owner = ?2 AND until > ?3";
        self.ask(|conn| {
            conn.prepare_cached(sql)?.query_row([channel, owner, now], |row| row.get(0)).optional()
        })
    }

    fn begin_sending(&self, channel: &str, owner: &str, number: u64, now: &str) -> Result<bool, Fault> {
        let [channel, owner, now] = [channel, owner, now].map(str::to_owned);
        let sql = "UPDATE leases SET sends = sends + 1
                   WHERE channel = ?1 AND owner = ?2 AND number = ?3 AND until > ?4";
        self.write(move |tx| Ok(execute(tx.conn, sql, params![channel, owner, number, now])? > 0))
    }

    fn put_note_under(
        &self,
        channel: &str,
        owner: &str,
        number: u64,
        key: &str,
        body: &str,
    ) -> Result<bool, Fault> {
        notes::check(channel, key, body)?;
        let [channel, owner, key, body] = [channel, owner, key, body].map(str::to_owned);
        let sql = "INSERT INTO notes (door, key, body) SELECT ?1, ?2, ?3 FROM leases
                   WHERE channel = ?1 AND owner = ?4 AND number = ?5
                   ON CONFLICT (door, key) DO UPDATE SET body = ?3";
        self.write(move |tx| Ok(execute(tx.conn, sql, params![channel, key, body, owner, number])? > 0))
    }

    fn release_channel(&self, channel: &str, owner: &str) -> Result<(), Fault> {
        let values = [channel, owner].map(str::to_owned);
        let sql = "UPDATE leases SET until = '' WHERE channel = ?1 AND owner = ?2";
        self.shared.writer.run(move |tx| execute(tx.conn, sql, values.each_ref()).map(drop))
    }

    fn unplanned_notices(&self, limit: usize) -> Result<Vec<PendingNotice>, Fault> {
        let sql =
            "SELECT n.id, t.name, n.seq, n.seat, n.why FROM notices n JOIN tables t ON t.id = n.table_id
                   WHERE n.planned_at IS NULL ORDER BY n.id LIMIT ?1";
        self.ask(|conn| conn.prepare_cached(sql)?.query_map([bound(limit)], read_notice)?.collect())
    }

    fn plan_notices(&self, now: &str, plans: Vec<(u64, Vec<Address>)>) -> Result<(), Fault> {
        let now = now.to_owned();
        self.write(move |tx| plans.iter().try_for_each(|(id, to)| plan(tx.conn, &now, *id, to)))
    }

    fn replan(&self, delivery: u64) -> Result<(), Fault> {
        let again = "UPDATE notices SET planned_at = NULL
                     WHERE id = (SELECT notice_id FROM deliveries WHERE id = ?1 AND ended_at IS NULL)";
        let drop_it = "DELETE FROM deliveries WHERE id = ?1 AND ended_at IS NULL";
        self.write(move |tx| {
            execute(tx.conn, again, [delivery])?;
            execute(tx.conn, drop_it, [delivery]).map(drop)
        })
    }

    fn defer(&self, delivery: u64, until: &str) -> Result<(), Fault> {
        let until = until.to_owned();
        let sql = "UPDATE deliveries SET due_at = ?2 WHERE id = ?1 AND ended_at IS NULL";
        self.write(move |tx| execute(tx.conn, sql, params![delivery, until]).map(drop))
    }

    fn pending_deliveries(
        &self,
        channel: &str,
        owner: &str,
        now: &str,
        limit: usize,
    ) -> Result<Vec<PendingDelivery>, Fault> {
        let sql = "SELECT n.id, t.name, n.seq, n.seat, n.why, d.id, a.player_id, a.kind, a.value, d.attempts,
                          d.due_at IS NOT NULL
                   FROM deliveries d JOIN notices n ON n.id = d.notice_id JOIN tables t ON t.id = n.table_id
                   JOIN addresses a ON a.id = d.address_id
                   WHERE d.ended_at IS NULL AND d.channel = ?1
                   AND EXISTS (SELECT 1 FROM leases WHERE channel = ?1 AND owner = ?2 AND until > ?3)
                   AND NOT EXISTS (SELECT 1 FROM deliveries w JOIN notices m ON m.id = w.notice_id
                                   WHERE w.ended_at IS NULL AND w.channel = ?1 AND w.address_id = d.address_id
                                   AND w.notice_id <= d.notice_id AND w.due_at > ?3
                                   AND (w.id = d.id OR w.attempts > 0)
                                   AND m.table_id = n.table_id AND m.seat = n.seat)
                   ORDER BY n.id, d.id LIMIT ?4";
        self.ask(|conn| {
            let mut ask = conn.prepare_cached(sql)?;
            ask.query_map(params![channel, owner, now, bound(limit)], read_delivery)?.collect()
        })
    }

    fn mark_delivered(&self, delivery: u64, now: &str, to: &str) -> Result<(), Fault> {
        let (now, to) = (now.to_owned(), outbox::cut(to));
        let sql = "UPDATE deliveries SET ended_at = ?2, outcome = ?3, delivered = 1 WHERE id = ?1";
        self.write(move |tx| execute(tx.conn, sql, params![delivery, now, to]).map(drop))
    }

    fn mark_outcome(&self, delivery: u64, outcome: &str) -> Result<(), Fault> {
        let outcome = outbox::cut(outcome);
        let sql = "UPDATE deliveries SET outcome = ?2 WHERE id = ?1 AND ended_at IS NOT NULL";
        self.write(move |tx| execute(tx.conn, sql, params![delivery, outcome]).map(drop))
    }

    fn mark_failed(
        &self,
        delivery: u64,
        now: &str,
        retry_at: Option<&str>,
        trouble: &str,
    ) -> Result<(), Fault> {
        let ended_at = if retry_at.is_none() { Some(now.to_owned()) } else { None };
        let (retry_at, trouble) = (retry_at.map(str::to_owned), outbox::cut(trouble));
        let sql = "UPDATE deliveries SET attempts = attempts + 1, due_at = ?2, ended_at = ?3, outcome = ?4,
                                         delivered = 0
                   WHERE id = ?1 AND ended_at IS NULL";
        self.shared
            .writer
            .run(move |tx| execute(tx.conn, sql, params![delivery, retry_at, ended_at, trouble]).map(drop))
    }

    fn notices_of(&self, table: &str, seat: &str, limit: usize) -> Result<Vec<KeptNotice>, Fault> {
        let sql = "SELECT n.id, n.seq, n.seat, n.why, d.channel, coalesce(d.attempts, 0),
                          iif(d.id IS NULL, n.planned_at, d.ended_at),
                          iif(d.id IS NULL AND n.planned_at IS NOT NULL, ?4, d.outcome),
                          coalesce(d.delivered, 0), d.due_at
                   FROM notices n JOIN tables t ON t.id = n.table_id LEFT JOIN deliveries d ON d.notice_id = n.id
                   WHERE t.name = ?1 AND n.seat = ?2 ORDER BY n.id DESC, d.id LIMIT ?3";
        self.ask(|conn| {
            let mut ask = conn.prepare_cached(sql)?;
            ask.query_map(params![table, seat, bound(limit), NOBODY], read_kept)?.collect()
        })
    }

    fn oldest_pending(&self, channel: &str) -> Result<Option<(String, u64)>, Fault> {
        let sql = "SELECT t.name, n.seq FROM notices n JOIN tables t ON t.id = n.table_id
                   WHERE n.id = (SELECT min(id) FROM (
                     SELECT min(id) AS id FROM notices WHERE planned_at IS NULL
                     UNION ALL
                     SELECT min(notice_id) FROM deliveries WHERE ended_at IS NULL AND channel = ?1
                     AND (due_at IS NULL OR attempts > 0)))";
        self.ask(|conn| {
            conn.prepare_cached(sql)?.query_row([channel], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        })
    }

    fn prune_outbox(&self, before: &str) -> Result<usize, Fault> {
        let before = before.to_owned();
        let idle = "DELETE FROM notices WHERE planned_at < ?1
                    AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.notice_id = notices.id)";
        self.write(move |tx| {
            execute(tx.conn, "DELETE FROM deliveries WHERE ended_at < ?1", [&before])?;
            execute(tx.conn, idle, [&before])
        })
    }
}

fn bound(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

fn plan(conn: &Connection, now: &str, notice: u64, to: &[Address]) -> Result<(), Fault> {
    let sql = "UPDATE notices SET planned_at = ?2 WHERE id = ?1 AND planned_at IS NULL";
    if execute(conn, sql, params![notice, now])? == 0 {
        return Ok(());
    }
    for Address { kind, value } in to {
        // A delivery from before addresses were rows is the first of its channel.
        let old = "UPDATE OR IGNORE deliveries
                   SET address_id = (SELECT id FROM addresses WHERE kind = ?2 AND value = ?3)
                   WHERE id = (SELECT min(id) FROM deliveries WHERE notice_id = ?1 AND channel = ?2
                               AND address_id IS NULL AND ended_at IS NULL)";
        execute(conn, old, params![notice, kind, value])?;
        let new = "INSERT OR IGNORE INTO deliveries (notice_id, channel, address_id)
                   SELECT ?1, kind, id FROM addresses WHERE kind = ?2 AND value = ?3";
        execute(conn, new, params![notice, kind, value])?;
    }
    let left = "DELETE FROM deliveries WHERE notice_id = ?1 AND address_id IS NULL AND ended_at IS NULL";
    execute(conn, left, [notice]).map(drop)
}

fn read_notice(row: &Row<'_>) -> rusqlite::Result<PendingNotice> {
    Ok(PendingNotice {
        id: row.get(0)?,
        table: row.get(1)?,
        seq: row.get(2)?,
        seat: row.get(3)?,
        why: row.get(4)?,
    })
}

fn read_delivery(row: &Row<'_>) -> rusqlite::Result<PendingDelivery> {
    Ok(PendingDelivery {
        notice: read_notice(row)?,
        id: row.get(5)?,
        player: row.get(6)?,
        address: Address { kind: row.get(7)?, value: row.get(8)? },
        attempts: row.get(9)?,
        waited: row.get(10)?,
    })
}

fn read_kept(row: &Row<'_>) -> rusqlite::Result<KeptNotice> {
    Ok(KeptNotice {
        id: row.get(0)?,
        seq: row.get(1)?,
        seat: row.get(2)?,
        why: row.get(3)?,
        channel: row.get(4)?,
        attempts: row.get(5)?,
        ended_at: row.get(6)?,
        outcome: row.get(7)?,
        delivered: row.get(8)?,
        due_at: row.get(9)?,
    })
}
