//! Notes of doors in SQLite.

use rusqlite::{OptionalExtension, params};

use super::SqliteStore;
use super::entries::execute;
use crate::log::fault::Fault;
use crate::log::notes::{self, Notes};

impl Notes for SqliteStore {
    fn put_note(&self, door: &str, key: &str, body: &str) -> Result<(), Fault> {
        notes::check(door, key, body)?;
        let [door, key, body] = [door, key, body].map(str::to_owned);
        let sql = "INSERT INTO notes (door, key, body) VALUES (?1, ?2, ?3)
                   ON CONFLICT (door, key) DO UPDATE SET body = ?3";
        self.write(move |tx| execute(tx.conn, sql, [&door, &key, &body]).map(drop))
    }

    fn note(&self, door: &str, key: &str) -> Result<Option<String>, Fault> {
        self.ask(|conn| {
            let mut ask = conn.prepare_cached("SELECT body FROM notes WHERE door = ?1 AND key = ?2")?;
            ask.query_row([door, key], |row| row.get(0)).optional()
        })
    }

    fn notes(&self, door: &str, prefix: &str) -> Result<Vec<(String, String)>, Fault> {
        let sql = "SELECT key, body FROM notes
                   WHERE door = ?1 AND key >= ?2 AND substr(key, 1, length(?2)) = ?2 ORDER BY key";
        self.ask(|conn| {
            let mut ask = conn.prepare_cached(sql)?;
            ask.query_map(params![door, prefix], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    fn drop_note(&self, door: &str, key: &str) -> Result<bool, Fault> {
        let [door, key] = [door, key].map(str::to_owned);
        let sql = "DELETE FROM notes WHERE door = ?1 AND key = ?2";
        self.write(move |tx| Ok(execute(tx.conn, sql, [&door, &key])? > 0))
    }
}
