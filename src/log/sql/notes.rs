//! Notes of doors.

use super::{Ask, SqlStore, statements, values};
use crate::log::fault::Fault;
use crate::log::notes::{self, Notes};

statements! {
    PUT_NOTE = both(
        "INSERT INTO wardroom.notes (door, key, body) VALUES ($1, $2, $3)
         ON CONFLICT (door, key) DO UPDATE SET body = $3",
    );
    NOTE = both("SELECT body FROM wardroom.notes WHERE door = $1 AND key = $2");
    // The comparison finds the first by the primary key. LIKE would give signs in a key a meaning.
    NOTES = each(
        "SELECT key, body FROM notes
         WHERE door = $1 AND key >= $2 AND substr(key, 1, length($2)) = $2 ORDER BY key",
        "SELECT key, body FROM wardroom.notes
         WHERE door = $1 AND key >= $2 AND starts_with(key, $2) ORDER BY key",
    );
    DROP_NOTE = both("DELETE FROM wardroom.notes WHERE door = $1 AND key = $2");
}

impl<S: SqlStore> Notes for S {
    fn put_note(&self, door: &str, key: &str, body: &str) -> Result<(), Fault> {
        notes::check(door, key, body)?;
        self.change(&PUT_NOTE, values![door, key, body]).map(drop)
    }

    fn note(&self, door: &str, key: &str) -> Result<Option<String>, Fault> {
        self.ask(|conn| conn.one(&NOTE, &values![door, key], |row| row.get(0)))
    }

    fn notes(&self, door: &str, prefix: &str) -> Result<Vec<(String, String)>, Fault> {
        self.ask(|conn| conn.list(&NOTES, &values![door, prefix], |row| Ok((row.get(0)?, row.get(1)?))))
    }

    fn drop_note(&self, door: &str, key: &str) -> Result<bool, Fault> {
        Ok(self.change(&DROP_NOTE, values![door, key])? > 0)
    }
}
