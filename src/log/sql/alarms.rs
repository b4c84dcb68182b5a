//! Alarms of tables.

use super::{Ask, SqlStore, statements, values};
use crate::log::alarms::{Alarm, Alarms};
use crate::log::fault::Fault;

statements! {
    DUE_ALARMS = both(
        "SELECT t.name, a.seq, a.at FROM wardroom.alarms a JOIN wardroom.tables t ON t.id = a.table_id
         WHERE a.at <= $1 ORDER BY a.at, a.table_id LIMIT $2",
    );
    // Only the alarm that was found: an append, or another preference, may have set a new one meanwhile.
    SET_ALARM = each(
        "UPDATE alarms SET at = $4
         WHERE table_id = (SELECT id FROM tables WHERE name = $1) AND seq = $2 AND at = $3",
        "UPDATE wardroom.alarms a SET at = l.next
         FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[]) AS l (name, seq, at, next)
         JOIN wardroom.tables t ON t.name = l.name
         WHERE a.table_id = t.id AND a.seq = l.seq AND a.at = l.at",
    );
    DROP_ALARM = each(
        "DELETE FROM alarms WHERE table_id = (SELECT id FROM tables WHERE name = $1) AND seq = $2 AND at = $3",
        "DELETE FROM wardroom.alarms a
         USING unnest($1::text[], $2::bigint[], $3::text[]) AS l (name, seq, at)
         JOIN wardroom.tables t ON t.name = l.name
         WHERE a.table_id = t.id AND a.seq = l.seq AND a.at = l.at",
    );
    // A closed table ends with `SeedRevealed`: there is nothing to wake it for.
    WAKE_TABLES_OF = both(
        "INSERT INTO wardroom.alarms (table_id, seq, at)
         SELECT t.id, (SELECT max(seq) FROM wardroom.entries WHERE table_id = t.id), $2
         FROM wardroom.tables t WHERE t.seed IS NOT NULL AND t.id IN
           (SELECT table_id FROM wardroom.tables_of_players WHERE player_id IN ids_of($1)) AND
           (SELECT e.kind FROM wardroom.entries e WHERE e.table_id = t.id ORDER BY e.seq DESC LIMIT 1) <> 'SeedRevealed'
         ON CONFLICT (table_id) DO UPDATE SET at = excluded.at",
    );
    WAKE_ALL = both("UPDATE wardroom.alarms SET at = $1");
    // The unique index stops a second reminder of this name; only its former name has to be looked for.
    REMIND = both(
        "INSERT INTO wardroom.notices (table_id, seq, seat, why)
         SELECT id, $2, $3, $4 FROM wardroom.tables WHERE name = $1 AND NOT EXISTS (
             SELECT 1 FROM wardroom.notices WHERE table_id = tables.id AND seq = $2 AND seat = $3 AND why = $5)
         ON CONFLICT DO NOTHING",
    );
}

impl<S: SqlStore> Alarms for S {
    fn due_alarms(&self, now: &str, limit: usize) -> Result<Vec<Alarm>, Fault> {
        self.ask(|conn| {
            conn.list(&DUE_ALARMS, &values![now, limit], |row| {
                Ok(Alarm { table: row.get(0)?, seq: row.get(1)?, at: row.get(2)? })
            })
        })
    }

    fn set_alarms(&self, looked_at: Vec<(Alarm, Option<String>)>) -> Result<(), Fault> {
        self.transact(move |tx| {
            let (mut set, mut dropped) = (Vec::new(), Vec::new());
            for (Alarm { table, seq, at }, next) in &looked_at {
                match next {
                    Some(next) => set.push(Vec::from(values![table, *seq, at, next])),
                    None => dropped.push(Vec::from(values![table, *seq, at])),
                }
            }
            tx.write_all(&SET_ALARM, &set)?;
            tx.write_all(&DROP_ALARM, &dropped)
        })
    }

    fn wake_tables_of(&self, player: &str, at: &str) -> Result<(), Fault> {
        self.change(&WAKE_TABLES_OF, values![player, at]).map(drop)
    }

    fn wake_all(&self, at: &str) -> Result<(), Fault> {
        self.change(&WAKE_ALL, values![at]).map(drop)
    }

    fn remind(
        &self,
        table: &str,
        seq: u64,
        seat: &str,
        (why, formerly): (&str, Option<&str>),
    ) -> Result<bool, Fault> {
        Ok(self.change(&REMIND, values![table, seq, seat, why, formerly])? > 0)
    }
}
