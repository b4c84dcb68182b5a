//! Alarms of tables in SQLite.

use rusqlite::params;

use super::SqliteStore;
use super::entries::execute;
use crate::log::alarms::{Alarm, Alarms};
use crate::log::fault::Fault;

impl Alarms for SqliteStore {
    fn due_alarms(&self, now: &str, limit: usize) -> Result<Vec<Alarm>, Fault> {
        let sql = "SELECT t.name, a.seq, a.at FROM alarms a JOIN tables t ON t.id = a.table_id
                   WHERE a.at <= ?1 ORDER BY a.at, a.table_id LIMIT ?2";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.ask(|conn| {
            let mut ask = conn.prepare_cached(sql)?;
            ask.query_map(params![now, limit], |row| {
                Ok(Alarm { table: row.get(0)?, seq: row.get(1)?, at: row.get(2)? })
            })?
            .collect()
        })
    }

    fn set_alarms(&self, looked_at: Vec<(Alarm, Option<String>)>) -> Result<(), Fault> {
        let as_found = "table_id = (SELECT id FROM tables WHERE name = ?1) AND seq = ?2 AND at = ?3";
        let set = format!("UPDATE alarms SET at = ?4 WHERE {as_found}");
        let drop_it = format!("DELETE FROM alarms WHERE {as_found}");
        self.write(move |tx| {
            for (Alarm { table, seq, at }, next) in &looked_at {
                match next {
                    Some(next) => execute(tx.conn, &set, params![table, seq, at, next])?,
                    None => execute(tx.conn, &drop_it, params![table, seq, at])?,
                };
            }
            Ok(())
        })
    }

    fn wake_tables_of(&self, player: &str, at: &str) -> Result<(), Fault> {
        let values = [player, at].map(str::to_owned);
        let theirs = "SELECT p.table_id, (SELECT max(seq) FROM entries WHERE table_id = p.table_id), ?2
                      FROM tables_of_players p JOIN tables t ON t.id = p.table_id
                      WHERE t.seed IS NOT NULL AND (p.player_id = ?1
                            OR p.player_id IN (SELECT id FROM aliases WHERE player_id = ?1))
                      GROUP BY p.table_id";
        let sql = format!(
            "INSERT INTO alarms (table_id, seq, at) {theirs} ON CONFLICT (table_id) DO UPDATE SET at = excluded.at"
        );
        self.write(move |tx| execute(tx.conn, &sql, values.each_ref()).map(drop))
    }

    fn wake_all(&self, at: &str) -> Result<(), Fault> {
        let at = at.to_owned();
        self.write(move |tx| execute(tx.conn, "UPDATE alarms SET at = ?1", [&at]).map(drop))
    }

    fn remind(
        &self,
        table: &str,
        seq: u64,
        seat: &str,
        (why, formerly): (&str, Option<&str>),
    ) -> Result<bool, Fault> {
        let [table, seat, why] = [table, seat, why].map(str::to_owned);
        let formerly = formerly.map(str::to_owned);
        let sql = "INSERT OR IGNORE INTO notices (table_id, seq, seat, why)
                   SELECT id, ?2, ?3, ?4 FROM tables WHERE name = ?1 AND NOT EXISTS (
                       SELECT 1 FROM notices WHERE table_id = tables.id AND seq = ?2 AND seat = ?3 AND why = ?5)";
        self.write(move |tx| Ok(execute(tx.conn, sql, params![table, seq, seat, why, formerly])? > 0))
    }
}
