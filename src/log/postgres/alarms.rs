//! Alarms of tables in PostgreSQL.

use super::people::ANY_ID_OF_PLAYER;
use super::{PostgresStore, bound, number};
use crate::log::alarms::{Alarm, Alarms};
use crate::log::fault::Fault;

impl Alarms for PostgresStore {
    fn due_alarms(&self, now: &str, limit: usize) -> Result<Vec<Alarm>, Fault> {
        let sql =
            "SELECT t.name, a.seq, a.at FROM wardroom.alarms a JOIN wardroom.tables t ON t.id = a.table_id
                   WHERE a.at <= $1 ORDER BY a.at, a.table_id LIMIT $2";
        self.list(sql, &[&now, &bound(limit)], |row| {
            let seq = row.try_get::<_, i64>(1)?.cast_unsigned();
            Ok(Alarm { table: row.try_get(0)?, seq, at: row.try_get(2)? })
        })
    }

    fn set_alarms(&self, looked_at: Vec<(Alarm, Option<String>)>) -> Result<(), Fault> {
        let sql = "WITH looked AS (SELECT t.id, l.seq, l.at, l.next
                     FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[]) AS l (name, seq, at, next)
                     JOIN wardroom.tables t ON t.name = l.name),
                   dropped AS (DELETE FROM wardroom.alarms a USING looked l
                     WHERE a.table_id = l.id AND a.seq = l.seq AND a.at = l.at AND l.next IS NULL)
                   UPDATE wardroom.alarms a SET at = l.next FROM looked l
                   WHERE a.table_id = l.id AND a.seq = l.seq AND a.at = l.at AND l.next IS NOT NULL";
        let names: Vec<&str> = looked_at.iter().map(|(alarm, _)| alarm.table.as_str()).collect();
        let seqs: Vec<i64> = looked_at.iter().map(|(alarm, _)| number(alarm.seq)).collect();
        let found: Vec<&str> = looked_at.iter().map(|(alarm, _)| alarm.at.as_str()).collect();
        let next: Vec<Option<&str>> = looked_at.iter().map(|(_, next)| next.as_deref()).collect();
        self.change(sql, &[&names, &seqs, &found, &next]).map(drop)
    }

    fn wake_tables_of(&self, player: &str, at: &str) -> Result<(), Fault> {
        let sql = format!(
            "INSERT INTO wardroom.alarms (table_id, seq, at)
             SELECT t.id, (SELECT max(seq) FROM wardroom.entries WHERE table_id = t.id), $2
             FROM wardroom.tables t WHERE t.seed IS NOT NULL AND t.id IN
               (SELECT table_id FROM wardroom.tables_of_players WHERE player_id = {ANY_ID_OF_PLAYER})
             ON CONFLICT (table_id) DO UPDATE SET at = excluded.at"
        );
        self.change(&sql, &[&player, &at]).map(drop)
    }

    fn wake_all(&self, at: &str) -> Result<(), Fault> {
        self.change("UPDATE wardroom.alarms SET at = $1", &[&at]).map(drop)
    }

    fn remind(
        &self,
        table: &str,
        seq: u64,
        seat: &str,
        (why, formerly): (&str, Option<&str>),
    ) -> Result<bool, Fault> {
        let sql = "INSERT INTO wardroom.notices (table_id, seq, seat, why)
                   SELECT id, $2, $3, $4 FROM wardroom.tables WHERE name = $1 AND NOT EXISTS (
                       SELECT 1 FROM wardroom.notices
                       WHERE table_id = tables.id AND seq = $2 AND seat = $3 AND why = $5)
                   ON CONFLICT DO NOTHING";
        Ok(self.change(sql, &[&table, &number(seq), &seat, &why, &formerly])? > 0)
    }
}
