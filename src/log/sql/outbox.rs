//! Leases, notices and their deliveries.

use super::{Ask, Columns, SqlStore, Transaction, statements, values};
use crate::log::fault::Fault;
use crate::log::notes;
use crate::log::outbox::{self, KeptNotice, NOBODY, Outbox, PendingDelivery, PendingNotice};
use crate::log::players::Address;

statements! {
    // A late renewal has a new number too: in between somebody else may have had the lease.
    LEASE_CHANNEL = both(
        "INSERT INTO wardroom.leases AS l (channel, owner, until, number) VALUES ($1, $2, server_time($4), 1)
         ON CONFLICT (channel) DO UPDATE SET owner = $2, until = excluded.until,
           number = l.number + CASE WHEN l.owner <> $2 OR l.until <= server_time($3) THEN 1 ELSE 0 END
         WHERE l.owner = $2 OR l.until <= server_time($3)",
    );
    LEASE_NUMBER = both(
        "SELECT number FROM wardroom.leases WHERE channel = $1 AND owner = $2 AND until > server_time($3)",
    );
    BEGIN_SENDING = both(
        "UPDATE wardroom.leases SET sends = sends + 1
         WHERE channel = $1 AND owner = $2 AND number = $3 AND until > server_time($4)",
    );
    // PostgreSQL locks the row of the lease, so that nobody takes it between this and the commit.
    PUT_NOTE_UNDER = each(
        "INSERT INTO notes (door, key, body) SELECT $1, $2, $3 FROM leases
         WHERE channel = $1 AND owner = $4 AND number = $5
         ON CONFLICT (door, key) DO UPDATE SET body = $3",
        "WITH held AS (UPDATE wardroom.leases SET sends = sends
                       WHERE channel = $1 AND owner = $4 AND number = $5 RETURNING channel)
         INSERT INTO wardroom.notes (door, key, body) SELECT channel, $2, $3 FROM held
         ON CONFLICT (door, key) DO UPDATE SET body = $3",
    );
    RELEASE_CHANNEL = both("UPDATE wardroom.leases SET until = '' WHERE channel = $1 AND owner = $2");
    UNPLANNED_NOTICES = both(
        "SELECT n.id, t.name, n.seq, n.seat, n.why
         FROM wardroom.notices n JOIN wardroom.tables t ON t.id = n.table_id
         WHERE n.planned_at IS NULL ORDER BY n.id LIMIT $1",
    );
    PLAN_NOTICE = both("UPDATE wardroom.notices SET planned_at = $2 WHERE id = $1 AND planned_at IS NULL");
    // A delivery from before addresses were rows is the first of its channel. PostgreSQL never had one.
    ADDRESS_OLD_DELIVERY = sqlite_only(
        "UPDATE OR IGNORE deliveries
         SET address_id = (SELECT id FROM addresses WHERE kind = $2 AND value = $3)
         WHERE id = (SELECT min(id) FROM deliveries WHERE notice_id = $1 AND channel = $2
                     AND address_id IS NULL AND ended_at IS NULL)",
    );
    DROP_OLD_DELIVERIES = sqlite_only(
        "DELETE FROM deliveries WHERE notice_id = $1 AND address_id IS NULL AND ended_at IS NULL",
    );
    ADD_DELIVERY = both(
        "INSERT INTO wardroom.deliveries (notice_id, channel, address_id)
         SELECT $1, kind, id FROM wardroom.addresses WHERE kind = $2 AND value = $3 ON CONFLICT DO NOTHING",
    );
    DROP_DELIVERY = both(
        "DELETE FROM wardroom.deliveries WHERE id = $1 AND ended_at IS NULL RETURNING notice_id",
    );
    PLAN_AGAIN = both("UPDATE wardroom.notices SET planned_at = NULL WHERE id = $1");
    DEFER = both("UPDATE wardroom.deliveries SET due_at = $2 WHERE id = $1 AND ended_at IS NULL");
    PENDING_DELIVERIES = both(
        "SELECT n.id, t.name, n.seq, n.seat, n.why, d.id, a.player_id, a.kind, a.value, d.attempts,
                d.due_at IS NOT NULL
         FROM wardroom.deliveries d JOIN wardroom.notices n ON n.id = d.notice_id
         JOIN wardroom.tables t ON t.id = n.table_id JOIN wardroom.addresses a ON a.id = d.address_id
         WHERE d.ended_at IS NULL AND d.channel = $1
         AND EXISTS (SELECT 1 FROM wardroom.leases
                     WHERE channel = $1 AND owner = $2 AND until > server_time($3))
         AND NOT EXISTS (SELECT 1 FROM wardroom.deliveries w JOIN wardroom.notices m ON m.id = w.notice_id
                         WHERE w.ended_at IS NULL AND w.channel = $1 AND w.address_id = d.address_id
                         AND w.notice_id <= d.notice_id AND w.due_at > $3
                         AND (w.id = d.id OR w.attempts > 0)
                         AND m.table_id = n.table_id AND m.seat = n.seat)
         ORDER BY n.id, d.id LIMIT $4",
    );
    MARK_DELIVERED = both(
        "UPDATE wardroom.deliveries SET ended_at = $2, outcome = $3, delivered = true WHERE id = $1",
    );
    MARK_OUTCOME = both(
        "UPDATE wardroom.deliveries SET outcome = $2 WHERE id = $1 AND ended_at IS NOT NULL",
    );
    MARK_FAILED = both(
        "UPDATE wardroom.deliveries
         SET attempts = attempts + 1, due_at = $2, ended_at = $3, outcome = $4, delivered = false
         WHERE id = $1 AND ended_at IS NULL",
    );
    NOTICES_OF = both(
        "SELECT n.id, n.seq, n.seat, n.why, d.channel, coalesce(d.attempts, 0),
                CASE WHEN d.id IS NULL THEN n.planned_at ELSE d.ended_at END,
                CASE WHEN d.id IS NULL AND n.planned_at IS NOT NULL THEN $4 ELSE d.outcome END,
                coalesce(d.delivered, false), d.due_at
         FROM wardroom.notices n JOIN wardroom.tables t ON t.id = n.table_id
         LEFT JOIN wardroom.deliveries d ON d.notice_id = n.id
         WHERE t.name = $1 AND n.seat = $2 ORDER BY n.id DESC, d.id LIMIT $3",
    );
    OLDEST_PENDING = both(
        "SELECT t.name, n.seq FROM wardroom.notices n JOIN wardroom.tables t ON t.id = n.table_id
         WHERE n.id = (SELECT min(id) FROM (
           SELECT min(id) AS id FROM wardroom.notices WHERE planned_at IS NULL
           UNION ALL
           SELECT min(notice_id) FROM wardroom.deliveries WHERE ended_at IS NULL AND channel = $1
           AND (due_at IS NULL OR attempts > 0)) AS pending)",
    );
    PRUNE_DELIVERIES = both("DELETE FROM wardroom.deliveries WHERE ended_at < $1");
    PRUNE_NOTICES = both(
        "DELETE FROM wardroom.notices WHERE planned_at < $1
         AND NOT EXISTS (SELECT 1 FROM wardroom.deliveries d WHERE d.notice_id = notices.id)",
    );
}

impl<S: SqlStore> Outbox for S {
    fn lease_channel(&self, channel: &str, owner: &str, now: &str, until: &str) -> Result<bool, Fault> {
        Ok(self.change(&LEASE_CHANNEL, values![channel, owner, now, until])? > 0)
    }

    fn lease_number(&self, channel: &str, owner: &str, now: &str) -> Result<Option<u64>, Fault> {
        self.ask(|conn| conn.one(&LEASE_NUMBER, &values![channel, owner, now], |row| row.get(0)))
    }

    fn begin_sending(&self, channel: &str, owner: &str, number: u64, now: &str) -> Result<bool, Fault> {
        Ok(self.change(&BEGIN_SENDING, values![channel, owner, number, now])? > 0)
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
        Ok(self.change(&PUT_NOTE_UNDER, values![channel, key, body, owner, number])? > 0)
    }

    fn release_channel(&self, channel: &str, owner: &str) -> Result<(), Fault> {
        self.change_anywhere(&RELEASE_CHANNEL, values![channel, owner]).map(drop)
    }

    fn unplanned_notices(&self, limit: usize) -> Result<Vec<PendingNotice>, Fault> {
        self.ask(|conn| conn.list(&UNPLANNED_NOTICES, &values![limit], read_notice))
    }

    fn plan_notices(&self, now: &str, plans: Vec<(u64, Vec<Address>)>) -> Result<(), Fault> {
        let now = now.to_owned();
        self.transact(move |tx| plans.iter().try_for_each(|(id, to)| plan(tx, &now, *id, to)))
    }

    fn replan(&self, delivery: u64) -> Result<(), Fault> {
        self.transact(move |tx| {
            match tx.one(&DROP_DELIVERY, &values![delivery], |row| row.get::<u64>(0))? {
                Some(notice) => tx.write(&PLAN_AGAIN, &values![notice]),
                None => Ok(()),
            }
        })
    }

    fn defer(&self, delivery: u64, until: &str) -> Result<(), Fault> {
        self.change(&DEFER, values![delivery, until]).map(drop)
    }

    fn pending_deliveries(
        &self,
        channel: &str,
        owner: &str,
        now: &str,
        limit: usize,
    ) -> Result<Vec<PendingDelivery>, Fault> {
        let values = values![channel, owner, now, limit];
        self.ask(|conn| conn.list(&PENDING_DELIVERIES, &values, read_delivery))
    }

    fn mark_delivered(&self, delivery: u64, now: &str, to: &str) -> Result<(), Fault> {
        self.change(&MARK_DELIVERED, values![delivery, now, outbox::cut(to)]).map(drop)
    }

    fn mark_outcome(&self, delivery: u64, outcome: &str) -> Result<(), Fault> {
        self.change(&MARK_OUTCOME, values![delivery, outbox::cut(outcome)]).map(drop)
    }

    fn mark_failed(
        &self,
        delivery: u64,
        now: &str,
        retry_at: Option<&str>,
        trouble: &str,
    ) -> Result<(), Fault> {
        let ended_at = if retry_at.is_none() { Some(now) } else { None };
        let values = values![delivery, retry_at, ended_at, outbox::cut(trouble)];
        self.change(&MARK_FAILED, values).map(drop)
    }

    fn notices_of(&self, table: &str, seat: &str, limit: usize) -> Result<Vec<KeptNotice>, Fault> {
        let values = values![table, seat, limit, NOBODY];
        self.ask(|conn| conn.list(&NOTICES_OF, &values, read_kept))
    }

    fn oldest_pending(&self, channel: &str) -> Result<Option<(String, u64)>, Fault> {
        let oldest = |row: &dyn Columns| Ok((row.get(0)?, row.get(1)?));
        self.ask(|conn| conn.one(&OLDEST_PENDING, &values![channel], oldest))
    }

    fn prune_outbox(&self, before: &str) -> Result<usize, Fault> {
        let before = before.to_owned();
        self.transact(move |tx| {
            // Deliveries first: a notice goes only when none of its own is left.
            tx.write(&PRUNE_DELIVERIES, &values![&before])?;
            tx.execute(&PRUNE_NOTICES, &values![&before])
        })
    }
}

fn plan(tx: &dyn Transaction, now: &str, notice: u64, to: &[Address]) -> Result<(), Fault> {
    // Another process planned it, and may have sent its deliveries already.
    if tx.execute(&PLAN_NOTICE, &values![notice, now])? == 0 {
        return Ok(());
    }
    for Address { kind, value } in to {
        tx.write(&ADDRESS_OLD_DELIVERY, &values![notice, kind, value])?;
        tx.write(&ADD_DELIVERY, &values![notice, kind, value])?;
    }
    tx.write(&DROP_OLD_DELIVERIES, &values![notice])
}

fn read_notice(row: &dyn Columns) -> Result<PendingNotice, Fault> {
    Ok(PendingNotice {
        id: row.get(0)?,
        table: row.get(1)?,
        seq: row.get(2)?,
        seat: row.get(3)?,
        why: row.get(4)?,
    })
}

fn read_delivery(row: &dyn Columns) -> Result<PendingDelivery, Fault> {
    Ok(PendingDelivery {
        notice: read_notice(row)?,
        id: row.get(5)?,
        player: row.get(6)?,
        address: Address { kind: row.get(7)?, value: row.get(8)? },
        attempts: row.get(9)?,
        waited: row.get(10)?,
    })
}

fn read_kept(row: &dyn Columns) -> Result<KeptNotice, Fault> {
    Ok(KeptNotice {
        id: row.get(0)?,
        seq: row.get(1)?,
        seat: row.get(2)?,
        why: row.get(3)?,
        channel: row.maybe(4)?,
        attempts: row.get(5)?,
        ended_at: row.maybe(6)?,
        outcome: row.maybe(7)?,
        delivered: row.get(8)?,
        due_at: row.maybe(9)?,
    })
}
