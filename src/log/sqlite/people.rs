//! Players in SQLite.

use rusqlite::{Connection, ErrorCode, OpenFlags, Row, params};

use super::entries::execute;
use super::{SqliteStore, fault_of};
use crate::log::fault::Fault;
use crate::log::limits::{BUSY_RETRIES, BUSY_TIMEOUT};
use crate::log::notes::of_player;
use crate::log::players::{self, Address, Alias, Player, Players, Preferences, QuietHours};

const COLUMNS: &str =
    "SELECT id, name, lang, zone, channels, quiet_from, quiet_to, direct, ladder FROM players";

impl Players for SqliteStore {
    fn put_player(&self, player: Player) -> Result<(), Fault> {
        players::check(&player)?;
        self.write(move |tx| put(tx.conn, &player))
    }

    fn player(&self, id: &str) -> Result<Option<Player>, Fault> {
        let of = "WHERE id = coalesce((SELECT player_id FROM aliases WHERE id = ?1), ?1)";
        Ok(self.players_where(of, params![id])?.pop())
    }

    fn players(&self) -> Result<Vec<Player>, Fault> {
        self.players_where("WHERE id NOT IN (SELECT id FROM aliases) ORDER BY id", params![])
    }

    fn player_named(&self, name: &str) -> Result<Vec<Player>, Fault> {
        let of = "WHERE name = ?1 AND id NOT IN (SELECT id FROM aliases) ORDER BY id";
        self.players_where(of, params![name])
    }

    fn player_at(&self, address: &Address) -> Result<Option<Player>, Fault> {
        let of = "WHERE id = (SELECT coalesce(l.player_id, a.player_id) FROM addresses a
                              LEFT JOIN aliases l ON l.id = a.player_id WHERE a.kind = ?1 AND a.value = ?2)";
        Ok(self.players_where(of, params![address.kind, address.value])?.pop())
    }

    fn link(&self, alias: &str, player: &str, at: &str) -> Result<bool, Fault> {
        let (alias, player, at) = (alias.to_owned(), player.to_owned(), at.to_owned());
        let linked = self.write(move |desk| {
            let sql =
                "INSERT INTO aliases (id, player_id, at) SELECT a.id, p.id, ?3 FROM players a, players p
                       WHERE a.id = ?1 AND p.id = ?2 AND a.id <> p.id AND NOT EXISTS
                       (SELECT 1 FROM aliases WHERE id IN (?1, ?2) OR player_id = ?1)";
            execute(desk.conn, sql, [&alias, &player, &at])
        })?;
        Ok(linked > 0)
    }

    fn unlink(&self, alias: &str) -> Result<bool, Fault> {
        let alias = alias.to_owned();
        let sql = "DELETE FROM aliases WHERE id = ?1";
        Ok(self.write(move |desk| execute(desk.conn, sql, [&alias]))? > 0)
    }

    fn erase_player(&self, id: &str) -> Result<bool, Fault> {
        let Some(player) = self.player(id)? else { return Ok(false) };
        let erased = self.write(move |desk| {
            let mut erased = 0;
            for id in player.ids() {
                let pending = "DELETE FROM deliveries WHERE ended_at IS NULL
                               AND address_id IN (SELECT id FROM addresses WHERE player_id = ?1)";
                execute(desk.conn, pending, [id])?;
                let notes = "DELETE FROM notes WHERE substr(key, 1, length(?1)) = ?1";
                execute(desk.conn, notes, [of_player(id, "")])?;
                erased += execute(desk.conn, "DELETE FROM players WHERE id = ?1", [id])?;
            }
            Ok(erased)
        })?;
        self.empty_write_ahead_log()?;
        Ok(erased > 0)
    }
}

impl SqliteStore {
    fn players_where(&self, which: &str, values: &[&dyn rusqlite::ToSql]) -> Result<Vec<Player>, Fault> {
        self.ask(|conn| {
            let mut ask = conn.prepare_cached(&format!("{COLUMNS} {which}"))?;
            let mut players: Vec<Player> = ask.query_map(values, read_player)?.collect::<Result<_, _>>()?;
            for player in &mut players {
                player.aliases = aliases(conn, &player.id)?;
                player.addresses =
                    addresses(conn, &player.id)?.into_iter().map(|(_, address)| address).collect();
            }
            Ok(players)
        })
    }

    /// Moves the write-ahead log into the database and cuts it off: what was erased before stands nowhere any more.
    fn empty_write_ahead_log(&self) -> Result<(), Fault> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(self.path(), flags).map_err(|e| fault_of(&e))?;
        conn.busy_timeout(BUSY_TIMEOUT).map_err(|e| fault_of(&e))?;
        for _ in 0..=BUSY_RETRIES {
            let busy = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
            if !busy.map_err(|e| fault_of(&e))? {
                return Ok(());
            }
        }
        let what = "the player is erased, but another process keeps the write-ahead log in use".to_owned();
        Err(Fault::Busy { what })
    }
}

fn put(conn: &Connection, player: &Player) -> Result<(), Fault> {
    let Player { id, name, addresses: wanted, preferences, .. } = player;
    let is_alias =
        conn.prepare_cached("SELECT 1 FROM aliases WHERE id = ?1").and_then(|mut ask| ask.exists([id]));
    if is_alias.map_err(|e| fault_of(&e))? {
        return Err(players::is_alias(player));
    }
    let Preferences { lang, zone, channels, ladder, quiet, direct } = preferences;
    let channels = channels.as_ref().map(|channels| serde_json::json!(channels).to_string());
    let (from, to) = quiet.map(|quiet| (quiet.from, quiet.to)).unzip();
    let sql = "INSERT INTO players (id, name, lang, zone, channels, quiet_from, quiet_to, direct, ladder)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
               ON CONFLICT (id) DO UPDATE SET name = ?2, lang = ?3, zone = ?4, channels = ?5, quiet_from = ?6,
                                              quiet_to = ?7, direct = ?8, ladder = ?9";
    execute(conn, sql, params![id, name, lang, zone, channels, from, to, direct, ladder])?;
    let (kept, gone): (Vec<_>, Vec<_>) = addresses(conn, id)
        .map_err(|e| fault_of(&e))?
        .into_iter()
        .partition(|(_, address)| wanted.contains(address));
    for (number, _) in gone {
        execute(conn, "DELETE FROM deliveries WHERE ended_at IS NULL AND address_id = ?1", [number])?;
        execute(conn, "DELETE FROM addresses WHERE id = ?1", [number])?;
    }
    for address in wanted.iter().filter(|address| !kept.iter().any(|(_, kept)| kept == *address)) {
        let sql = "INSERT INTO addresses (player_id, kind, value) VALUES (?1, ?2, ?3)";
        let added =
            conn.prepare_cached(sql).and_then(|mut add| add.execute([id, &address.kind, &address.value]));
        added.map_err(|e| match e.sqlite_error_code() {
            Some(ErrorCode::ConstraintViolation) => players::taken(player),
            _ => fault_of(&e),
        })?;
    }
    Ok(())
}

fn aliases(conn: &Connection, player: &str) -> rusqlite::Result<Vec<Alias>> {
    let sql = "SELECT id, at FROM aliases WHERE player_id = ?1 ORDER BY at, id";
    let alias = |row: &Row<'_>| Ok(Alias { id: row.get(0)?, at: row.get(1)? });
    conn.prepare_cached(sql)?.query_map([player], alias)?.collect()
}

/// The addresses of a player and their aliases with their numbers, the oldest first.
fn addresses(conn: &Connection, player: &str) -> rusqlite::Result<Vec<(i64, Address)>> {
    let sql = "SELECT id, kind, value FROM addresses
               WHERE player_id = ?1 OR player_id IN (SELECT id FROM aliases WHERE player_id = ?1)
               ORDER BY player_id <> ?1, id";
    let address = |row: &Row<'_>| Ok((row.get(0)?, Address { kind: row.get(1)?, value: row.get(2)? }));
    conn.prepare_cached(sql)?.query_map([player], address)?.collect()
}

fn read_player(row: &Row<'_>) -> rusqlite::Result<Player> {
    let channels: Option<String> = row.get(4)?;
    let unreadable =
        |e| rusqlite::Error::FromSqlConversionFailure(4, rusqlite::types::Type::Text, Box::new(e));
    let quiet = Option::zip(row.get(5)?, row.get(6)?).map(|(from, to)| QuietHours { from, to });
    Ok(Player {
        id: row.get(0)?,
        aliases: Vec::new(),
        name: row.get(1)?,
        addresses: Vec::new(),
        preferences: Preferences {
            lang: row.get(2)?,
            zone: row.get(3)?,
            channels: channels.map(|text| serde_json::from_str(&text)).transpose().map_err(unreadable)?,
            ladder: row.get(8)?,
            quiet,
            direct: row.get(7)?,
        },
    })
}
