//! Notices and their deliveries in PostgreSQL.
//!
//! Machines have clocks of their own, and leases go by the server's: a process's moment is moved by as much as its clock is off, which
//! the server finds by what that clock says as the statement is sent.

use chrono::SecondsFormat;
use deadpool_postgres::Transaction;
use tokio_postgres::{Error, Row};

use super::{PostgresStore, bound, number};
use crate::log::fault::Fault;
use crate::log::notes;
use crate::log::outbox::{self, KeptNotice, NOBODY, Outbox, PendingDelivery, PendingNotice};
use crate::log::players::Address;

/// Clocks that are less far apart count as the same, in seconds: so long a statement may be on its way.
const SAME_CLOCK_SECONDS: u32 = 2;

/// The moment that is one parameter by the server's clock, where the clock of who gives it says the other now.
fn by_server(moment: &str, clock: &str) -> String {
    let off = format!("(clock_timestamp() - {clock}::text::timestamptz)");
    format!(
        r#"CASE WHEN abs(extract(epoch FROM {off})) < {SAME_CLOCK_SECONDS} THEN {moment}
                ELSE to_char(({moment}::text::timestamptz + {off}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END"#
    )
}

impl PostgresStore {
    fn clock_says(&self) -> String {
        (self.clock)().to_rfc3339_opts(SecondsFormat::Millis, true)
    }
}

impl Outbox for PostgresStore {
    fn lease_channel(&self, channel: &str, owner: &str, now: &str, until: &str) -> Result<bool, Fault> {
        let (now_there, until_there) = (by_server("$3", "$5"), by_server("$4", "$5"));
        let sql = format!(
            "INSERT INTO wardroom.leases AS l (channel, owner, until, number) VALUES ($1, $2, {until_there}, 1)
             ON CONFLICT (channel) DO UPDATE SET owner = $2, until = excluded.until,
               number = l.number + CASE WHEN l.owner <> $2 OR l.until <= {now_there} THEN 1 ELSE 0 END
             WHERE l.owner = $2 OR l.until <= {now_there}"
        );
        Ok(self.change(&sql, &[&channel, &owner, &now, &until, &self.clock_says()])? > 0)
    }

    fn lease_number(&self, channel: &str, owner: &str, now: &str) -> Result<Option<u64>, Fault> {
        let now_there = by_server("$3", "$4");
        let sql = format!(
            "SELECT number FROM wardroom.leases WHERE channel = $1 AND owner = $2 AND until > {now_there}"
        );
        Ok(self.list(&sql, &[&channel, &owner, &now, &self.clock_says()], |row| unsigned(row, 0))?.pop())
    }

    fn begin_sending(&self, channel: &str, owner: &str, lease: u64, now: &str) -> Result<bool, Fault> {
        let now_there = by_server("$4", "$5");
        let sql = format!(
            "UPDATE wardroom.leases SET sends = sends + 1
             WHERE channel = $1 AND owner = $2 AND number = $3 AND until > {now_there}"
        );
        Ok(self.change(&sql, &[&channel, &owner, &number(lease), &now, &self.clock_says()])? > 0)
    }

    fn put_note_under(
        &self,
        channel: &str,
        owner: &str,
        lease: u64,
        key: &str,
        body: &str,
    ) -> Result<bool, Fault> {
        notes::check(channel, key, body)?;
        // The row of the lease is locked, so that nobody takes it between this and the commit.
        let sql = "WITH held AS (UPDATE wardroom.leases SET sends = sends
                                 WHERE channel = $1 AND owner = $4 AND number = $5 RETURNING channel)
                   INSERT INTO wardroom.notes (door, key, body) SELECT channel, $2, $3 FROM held
                   ON CONFLICT (door, key) DO UPDATE SET body = $3";
        Ok(self.change(sql, &[&channel, &key, &body, &owner, &number(lease)])? > 0)
    }

    fn release_channel(&self, channel: &str, owner: &str) -> Result<(), Fault> {
        let sql = "UPDATE wardroom.leases SET until = '' WHERE channel = $1 AND owner = $2";
        self.change(sql, &[&channel, &owner]).map(drop)
    }

    fn unplanned_notices(&self, limit: usize) -> Result<Vec<PendingNotice>, Fault> {
        let sql = "SELECT n.id, t.name, n.seq, n.seat, n.why
                   FROM wardroom.notices n JOIN wardroom.tables t ON t.id = n.table_id
                   WHERE n.planned_at IS NULL ORDER BY n.id LIMIT $1";
        self.list(sql, &[&bound(limit)], read_notice)
    }

    fn plan_notices(&self, now: &str, plans: Vec<(u64, Vec<Address>)>) -> Result<(), Fault> {
        self.write(async |tx| {
            for (notice, to) in &plans {
                plan(tx, now, number(*notice), to).await?;
            }
            Ok(())
        })
    }

    fn replan(&self, delivery: u64) -> Result<(), Fault> {
        let sql = "WITH gone AS (DELETE FROM wardroom.deliveries WHERE id = $1 AND ended_at IS NULL RETURNING notice_id)
                   UPDATE wardroom.notices SET planned_at = NULL WHERE id IN (SELECT notice_id FROM gone)";
        self.change(sql, &[&number(delivery)]).map(drop)
    }

    fn defer(&self, delivery: u64, until: &str) -> Result<(), Fault> {
        let sql = "UPDATE wardroom.deliveries SET due_at = $2 WHERE id = $1 AND ended_at IS NULL";
        self.change(sql, &[&number(delivery), &until]).map(drop)
    }

    fn pending_deliveries(
        &self,
        channel: &str,
        owner: &str,
        now: &str,
        limit: usize,
    ) -> Result<Vec<PendingDelivery>, Fault> {
        let now_there = by_server("$3", "$5");
        let sql = format!(
            "SELECT n.id, t.name, n.seq, n.seat, n.why, d.id, a.player_id, a.kind, a.value, d.attempts,
                          d.due_at IS NOT NULL
                   FROM wardroom.deliveries d JOIN wardroom.notices n ON n.id = d.notice_id
                   JOIN wardroom.tables t ON t.id = n.table_id JOIN wardroom.addresses a ON a.id = d.address_id
                   WHERE d.ended_at IS NULL AND d.channel = $1
                   AND EXISTS (SELECT 1 FROM wardroom.leases WHERE channel = $1 AND owner = $2 AND until > {now_there})
                   AND NOT EXISTS (SELECT 1 FROM wardroom.deliveries w JOIN wardroom.notices m ON m.id = w.notice_id
                                   WHERE w.ended_at IS NULL AND w.channel = $1 AND w.address_id = d.address_id
                                   AND w.notice_id <= d.notice_id AND w.due_at > $3
                                   AND (w.id = d.id OR w.attempts > 0)
                                   AND m.table_id = n.table_id AND m.seat = n.seat)
                   ORDER BY n.id, d.id LIMIT $4"
        );
        self.list(&sql, &[&channel, &owner, &now, &bound(limit), &self.clock_says()], read_delivery)
    }

    fn mark_delivered(&self, delivery: u64, now: &str, to: &str) -> Result<(), Fault> {
        let sql =
            "UPDATE wardroom.deliveries SET ended_at = $2, outcome = $3, delivered = true WHERE id = $1";
        self.change(sql, &[&number(delivery), &now, &outbox::cut(to)]).map(drop)
    }

    fn mark_outcome(&self, delivery: u64, outcome: &str) -> Result<(), Fault> {
        let sql = "UPDATE wardroom.deliveries SET outcome = $2 WHERE id = $1 AND ended_at IS NOT NULL";
        self.change(sql, &[&number(delivery), &outbox::cut(outcome)]).map(drop)
    }

    fn mark_failed(
        &self,
        delivery: u64,
        now: &str,
        retry_at: Option<&str>,
        trouble: &str,
    ) -> Result<(), Fault> {
        let ended_at = if retry_at.is_none() { Some(now) } else { None };
        let sql = "UPDATE wardroom.deliveries SET attempts = attempts + 1, due_at = $2, ended_at = $3, outcome = $4,
                                                  delivered = false
                   WHERE id = $1 AND ended_at IS NULL";
        self.change(sql, &[&number(delivery), &retry_at, &ended_at, &outbox::cut(trouble)]).map(drop)
    }

    fn notices_of(&self, table: &str, seat: &str, limit: usize) -> Result<Vec<KeptNotice>, Fault> {
        let sql = "SELECT n.id, n.seq, n.seat, n.why, d.channel, coalesce(d.attempts, 0),
                          CASE WHEN d.id IS NULL THEN n.planned_at ELSE d.ended_at END,
                          CASE WHEN d.id IS NULL AND n.planned_at IS NOT NULL THEN $4 ELSE d.outcome END,
                          coalesce(d.delivered, false), d.due_at
                   FROM wardroom.notices n JOIN wardroom.tables t ON t.id = n.table_id
                   LEFT JOIN wardroom.deliveries d ON d.notice_id = n.id
                   WHERE t.name = $1 AND n.seat = $2 ORDER BY n.id DESC, d.id LIMIT $3";
        self.list(sql, &[&table, &seat, &bound(limit), &NOBODY], read_kept)
    }

    fn oldest_pending(&self, channel: &str) -> Result<Option<(String, u64)>, Fault> {
        let sql = "SELECT t.name, n.seq FROM wardroom.notices n JOIN wardroom.tables t ON t.id = n.table_id
                   WHERE n.id = least((SELECT min(id) FROM wardroom.notices WHERE planned_at IS NULL),
                     (SELECT min(notice_id) FROM wardroom.deliveries WHERE ended_at IS NULL AND channel = $1
                      AND (due_at IS NULL OR attempts > 0)))";
        let oldest = self.list(sql, &[&channel], |row| Ok((row.try_get(0)?, unsigned(row, 1)?)))?;
        Ok(oldest.into_iter().next())
    }

    fn prune_outbox(&self, before: &str) -> Result<usize, Fault> {
        self.change("DELETE FROM wardroom.deliveries WHERE ended_at < $1", &[&before])?;
        let idle = "DELETE FROM wardroom.notices n WHERE planned_at < $1
                    AND NOT EXISTS (SELECT 1 FROM wardroom.deliveries d WHERE d.notice_id = n.id)";
        self.change(idle, &[&before])
    }
}

async fn plan(tx: &Transaction<'_>, now: &str, notice: i64, to: &[Address]) -> Result<(), Error> {
    let planned = tx
        .prepare_cached("UPDATE wardroom.notices SET planned_at = $2 WHERE id = $1 AND planned_at IS NULL")
        .await?;
    if tx.execute(&planned, &[&notice, &now]).await? == 0 {
        return Ok(());
    }
    for Address { kind, value } in to {
        let sql = "INSERT INTO wardroom.deliveries (notice_id, channel, address_id)
                   SELECT $1, kind, id FROM wardroom.addresses WHERE kind = $2 AND value = $3 ON CONFLICT DO NOTHING";
        let deliver = tx.prepare_cached(sql).await?;
        tx.execute(&deliver, &[&notice, kind, value]).await?;
    }
    Ok(())
}

fn unsigned(row: &Row, index: usize) -> Result<u64, Error> {
    row.try_get::<_, i64>(index).map(i64::cast_unsigned)
}

fn read_notice(row: &Row) -> Result<PendingNotice, Error> {
    Ok(PendingNotice {
        id: unsigned(row, 0)?,
        table: row.try_get(1)?,
        seq: unsigned(row, 2)?,
        seat: row.try_get(3)?,
        why: row.try_get(4)?,
    })
}

fn read_delivery(row: &Row) -> Result<PendingDelivery, Error> {
    Ok(PendingDelivery {
        notice: read_notice(row)?,
        id: unsigned(row, 5)?,
        player: row.try_get(6)?,
        address: Address { kind: row.try_get(7)?, value: row.try_get(8)? },
        attempts: row.try_get::<_, i32>(9)?.cast_unsigned(),
        waited: row.try_get(10)?,
    })
}

fn read_kept(row: &Row) -> Result<KeptNotice, Error> {
    Ok(KeptNotice {
        id: unsigned(row, 0)?,
        seq: unsigned(row, 1)?,
        seat: row.try_get(2)?,
        why: row.try_get(3)?,
        channel: row.try_get(4)?,
        attempts: row.try_get::<_, i32>(5)?.cast_unsigned(),
        ended_at: row.try_get(6)?,
        outcome: row.try_get(7)?,
        delivered: row.try_get(8)?,
        due_at: row.try_get(9)?,
    })
}
