//! Notes of doors in PostgreSQL.

use super::PostgresStore;
use crate::log::fault::Fault;
use crate::log::notes::{self, Notes};

impl Notes for PostgresStore {
    fn put_note(&self, door: &str, key: &str, body: &str) -> Result<(), Fault> {
        notes::check(door, key, body)?;
        let sql = "INSERT INTO wardroom.notes (door, key, body) VALUES ($1, $2, $3)
                   ON CONFLICT (door, key) DO UPDATE SET body = $3";
        self.change(sql, &[&door, &key, &body]).map(drop)
    }

    fn note(&self, door: &str, key: &str) -> Result<Option<String>, Fault> {
        let sql = "SELECT body FROM wardroom.notes WHERE door = $1 AND key = $2";
        Ok(self.list(sql, &[&door, &key], |row| row.try_get(0))?.pop())
    }

    fn notes(&self, door: &str, prefix: &str) -> Result<Vec<(String, String)>, Fault> {
        let sql = "SELECT key, body FROM wardroom.notes
                   WHERE door = $1 AND key >= $2 AND starts_with(key, $2) ORDER BY key";
        self.list(sql, &[&door, &prefix], |row| Ok((row.try_get(0)?, row.try_get(1)?)))
    }

    fn drop_note(&self, door: &str, key: &str) -> Result<bool, Fault> {
        Ok(self.change("DELETE FROM wardroom.notes WHERE door = $1 AND key = $2", &[&door, &key])? > 0)
    }
}
