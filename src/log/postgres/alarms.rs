//! Alarms of tables in PostgreSQL.

use super::{PostgresStore, bound, number};
use crate::log::alarms::Alarms;
use crate::log::fault::Fault;

impl Alarms for PostgresStore {
    fn due_alarms(&self, now: &str, limit: usize) -> Result<Vec<(String, u64)>, Fault> {
        let sql = "SELECT t.name, a.seq FROM wardroom.alarms a JOIN wardroom.tables t ON t.id = a.table_id
                   WHERE a.at <= $1 ORDER BY a.at, a.table_id LIMIT $2";
        self.list(sql, &[&now, &bound(limit)], |row| {
            Ok((row.try_get(0)?, row.try_get::<_, i64>(1)?.cast_unsigned()))
        })
    }

    fn set_alarm(&self, table: &str, seq: u64, at: Option<&str>) -> Result<(), Fault> {
        let of_table = "seq = $2 AND table_id = (SELECT id FROM wardroom.tables WHERE name = $1)";
        let seq = number(seq);
        let done = match at {
            Some(at) => self.change(
                &format!("UPDATE wardroom.alarms SET at = $3 WHERE {of_table}"),
                &[&table, &seq, &at],
            ),
            None => self.change(&format!("DELETE FROM wardroom.alarms WHERE {of_table}"), &[&table, &seq]),
        };
        done.map(drop)
    }

    fn wake_tables_of(&self, player: &str, at: &str) -> Result<(), Fault> {
        let sql = "INSERT INTO wardroom.alarms (table_id, seq, at)
                   SELECT t.id, (SELECT max(seq) FROM wardroom.entries WHERE table_id = t.id), $2
                   FROM wardroom.tables t WHERE t.seed IS NOT NULL AND t.id IN
                     (SELECT table_id FROM wardroom.tables_of_players WHERE player_id = $1
                      OR player_id IN (SELECT id FROM wardroom.aliases WHERE player_id = $1))
                   ON CONFLICT (table_id) DO UPDATE SET at = excluded.at";
        self.change(sql, &[&player, &at]).map(drop)
    }

    fn wake_all(&self, at: &str) -> Result<(), Fault> {
        self.change("UPDATE wardroom.alarms SET at = $1", &[&at]).map(drop)
    }

    fn remind(&self, table: &str, seq: u64, seat: &str, why: &str) -> Result<bool, Fault> {
        let sql = "INSERT INTO wardroom.notices (table_id, seq, seat, why)
                   SELECT id, $2, $3, $4 FROM wardroom.tables WHERE name = $1 ON CONFLICT DO NOTHING";
        Ok(self.change(sql, &[&table, &number(seq), &seat, &why])? > 0)
    }
}
