//! The club's log.

use std::ops::Range;

use super::{Ask, SqlStore, statements, values};
use crate::log::club_log::{ClubLog, NewLeaf, StoredCheckpoint, UnloggedTable};
use crate::log::fault::Fault;

statements! {
    // Ordered by the small table, so that SQLite does not walk through the great one. A view has no seed. A table that was archived
    // and put back may have its last leaf already.
    UNLOGGED_TABLES = both(
        "SELECT t.name, (SELECT l.text FROM wardroom.club_log l WHERE l.table_id = t.id ORDER BY l.seq DESC LIMIT 1)
         FROM wardroom.unlogged u JOIN wardroom.tables t ON t.id = u.table_id WHERE t.seed IS NOT NULL
           AND u.seq > coalesce((SELECT max(l.seq) FROM wardroom.club_log l WHERE l.table_id = t.id), 0)
         ORDER BY u.table_id",
    );
    // An order that is stored meanwhile has set another seq, or waits for this and adds the row again.
    DROP_LOGGED = both(
        "DELETE FROM wardroom.unlogged AS u WHERE EXISTS
         (SELECT 1 FROM wardroom.club_log l WHERE l.table_id = u.table_id AND l.seq >= u.seq)",
    );
    LEAVES = both("SELECT text FROM wardroom.club_log WHERE place >= $1 AND place < $2 ORDER BY place");
    LEAVES_OF = both(
        "SELECT l.place, l.text FROM wardroom.club_log l JOIN wardroom.tables t ON t.id = l.table_id
         WHERE t.name = $1 ORDER BY l.seq",
    );
    COUNT_LEAVES = both("SELECT coalesce(max(place) + 1, 0) FROM wardroom.club_log");
    LAST_CHECKPOINT = both("SELECT size, at, note FROM wardroom.checkpoints ORDER BY size DESC LIMIT 1");
    ADD_LEAF = each(
        "INSERT INTO club_log (place, table_id, seq, text) SELECT $1, id, $3, $4 FROM tables WHERE name = $2",
        "INSERT INTO wardroom.club_log (place, table_id, seq, text)
         SELECT l.place, t.id, l.seq, l.text
         FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[]) AS l (place, name, seq, text)
         JOIN wardroom.tables t ON t.name = l.name",
    );
    ADD_CHECKPOINT = both("INSERT INTO wardroom.checkpoints (size, at, note) VALUES ($1, $2, $3)");
}

impl<S: SqlStore> ClubLog for S {
    fn unlogged_tables(&self) -> Result<Vec<UnloggedTable>, Fault> {
        self.ask(|conn| {
            conn.list(&UNLOGGED_TABLES, &[], |row| {
                Ok(UnloggedTable { table: row.get(0)?, last: row.maybe(1)? })
            })
        })
    }

    fn leaves(&self, places: Range<u64>) -> Result<Vec<String>, Fault> {
        self.ask(|conn| conn.list(&LEAVES, &values![places.start, places.end], |row| row.get(0)))
    }

    fn leaves_of(&self, table: &str) -> Result<Vec<(u64, String)>, Fault> {
        self.ask(|conn| conn.list(&LEAVES_OF, &values![table], |row| Ok((row.get(0)?, row.get(1)?))))
    }

    fn last_checkpoint(&self) -> Result<Option<StoredCheckpoint>, Fault> {
        self.ask(|conn| {
            conn.one(&LAST_CHECKPOINT, &[], |row| {
                Ok(StoredCheckpoint { size: row.get(0)?, at: row.get(1)?, note: row.get(2)? })
            })
        })
    }

    fn extend_club_log(
        &self,
        size: u64,
        leaves: Vec<NewLeaf>,
        checkpoint: StoredCheckpoint,
    ) -> Result<bool, Fault> {
        self.transact(move |tx| {
            let found = tx.one(&COUNT_LEAVES, &[], |row| row.get::<u64>(0))?;
            if found != Some(size) {
                return Ok(false);
            }
            let rows = (size..).zip(&leaves);
            let rows = rows.map(|(place, leaf)| Vec::from(values![place, &leaf.table, leaf.seq, &leaf.text]));
            tx.write_all(&ADD_LEAF, &rows.collect::<Vec<_>>())?;
            let StoredCheckpoint { size, at, note } = &checkpoint;
            tx.write(&ADD_CHECKPOINT, &values![*size, at, note])?;
            tx.write(&DROP_LOGGED, &[])?;
            // A leaf of a table that is not there was not added.
            let found = tx.one(&COUNT_LEAVES, &[], |row| row.get::<u64>(0))?;
            match found == Some(*size) {
                true => Ok(true),
                false => {
                    Err(Fault::Unfit("a leaf of the club's log names no table of this store".to_owned()))
                }
            }
        })
    }
}
