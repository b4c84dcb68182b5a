//! Players in SQLite.

use rusqlite::{ErrorCode, OptionalExtension, Row, params};

use super::{SqliteStore, fault_of};
use crate::log::fault::Fault;
use crate::log::players::{self, Address, Player, Players};

const COLUMNS: &str = "SELECT id, name, local, discord, mail FROM players";

impl Players for SqliteStore {
    fn put_player(&self, player: Player) -> Result<(), Fault> {
        players::check(&player)?;
        let sql = "INSERT INTO players (id, name, local, discord, mail) VALUES (?1, ?2, ?3, ?4, ?5)
                   ON CONFLICT (id) DO UPDATE SET name = ?2, local = ?3, discord = ?4, mail = ?5";
        self.shared.writer.run(move |desk| {
            let Player { id, name, local, discord, mail } = &player;
            match desk.conn.execute(sql, params![id, name, local, discord, mail]) {
                Ok(_) => Ok(()),
                Err(e) if e.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                    Err(players::taken(&player))
                }
                Err(e) => Err(fault_of(&e)),
            }
        })
    }

    fn player(&self, id: &str) -> Result<Option<Player>, Fault> {
        self.one_player("id", id)
    }

    fn player_named(&self, name: &str) -> Result<Vec<Player>, Fault> {
        self.ask(|conn| {
            let mut ask = conn.prepare_cached(&format!("{COLUMNS} WHERE name = ?1 ORDER BY id"))?;
            ask.query_map([name], read_player)?.collect()
        })
    }

    fn player_at(&self, address: &Address) -> Result<Option<Player>, Fault> {
        match address {
            Address::Local(local) => self.one_player("local", local),
            Address::Discord(discord) => self.one_player("discord", discord),
            Address::Mail(mail) => self.one_player("mail", mail),
        }
    }

    fn erase_player(&self, id: &str) -> Result<bool, Fault> {
        let id = id.to_owned();
        self.shared.writer.run(move |desk| {
            let erased = super::ledger::execute(desk.conn, "DELETE FROM players WHERE id = ?1", [&id])?;
            Ok(erased > 0)
        })
    }
}

impl SqliteStore {
    fn one_player(&self, column: &'static str, value: &str) -> Result<Option<Player>, Fault> {
        self.ask(|conn| {
            let mut ask = conn.prepare_cached(&format!("{COLUMNS} WHERE {column} = ?1"))?;
            ask.query_row([value], read_player).optional()
        })
    }
}

fn read_player(row: &Row<'_>) -> rusqlite::Result<Player> {
    Ok(Player {
        id: row.get(0)?,
        name: row.get(1)?,
        local: row.get(2)?,
        discord: row.get(3)?,
        mail: row.get(4)?,
    })
}
