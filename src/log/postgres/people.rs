//! Players in PostgreSQL.

use deadpool_postgres::Transaction;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

use super::{PostgresStore, Stopped, column};
use crate::log::fault::Fault;
use crate::log::notes::of_player;
use crate::log::players::{self, Address, Alias, Player, Players, Preferences, QuietHours};

const COLUMNS: &str =
    "SELECT id, name, lang, zone, channels, quiet_from, quiet_to, direct, ladder FROM wardroom.players";

/// The player `$1` under any of their ids. An array, and not `OR … IN (SELECT …)`, for which the planner reads the whole table.
pub(super) const ANY_ID_OF_PLAYER: &str =
    "ANY (ARRAY(SELECT id FROM wardroom.aliases WHERE player_id = $1) || $1)";

fn addresses_sql() -> String {
    format!(
        "SELECT id, kind, value FROM wardroom.addresses
         WHERE player_id = {ANY_ID_OF_PLAYER} ORDER BY player_id <> $1, id"
    )
}

impl Players for PostgresStore {
    fn put_player(&self, player: Player) -> Result<(), Fault> {
        players::check(&player)?;
        self.write(async |tx| put(tx, &player).await)
    }

    fn player(&self, id: &str) -> Result<Option<Player>, Fault> {
        let of = "WHERE id = coalesce((SELECT player_id FROM wardroom.aliases WHERE id = $1), $1)";
        Ok(self.players_where(of, &[&id])?.pop())
    }

    fn players(&self) -> Result<Vec<Player>, Fault> {
        self.players_where("WHERE id NOT IN (SELECT id FROM wardroom.aliases) ORDER BY id", &[])
    }

    fn player_named(&self, name: &str) -> Result<Vec<Player>, Fault> {
        let of = "WHERE name = $1 AND id NOT IN (SELECT id FROM wardroom.aliases) ORDER BY id";
        self.players_where(of, &[&name])
    }

    fn player_at(&self, address: &Address) -> Result<Option<Player>, Fault> {
        let of = "WHERE id = (SELECT coalesce(l.player_id, a.player_id) FROM wardroom.addresses a
                              LEFT JOIN wardroom.aliases l ON l.id = a.player_id WHERE a.kind = $1 AND a.value = $2)";
        Ok(self.players_where(of, &[&address.kind, &address.value])?.pop())
    }

    fn link(&self, alias: &str, player: &str, at: &str) -> Result<bool, Fault> {
        let sql = "INSERT INTO wardroom.aliases (id, player_id, at)
                   SELECT a.id, p.id, $3 FROM wardroom.players a, wardroom.players p
                   WHERE a.id = $1 AND p.id = $2 AND a.id <> p.id AND NOT EXISTS
                   (SELECT 1 FROM wardroom.aliases WHERE id IN ($1, $2) OR player_id = $1)";
        self.write(async |tx| {
            // Two links that cross each other would make an alias of an alias.
            let both = "SELECT 1 FROM wardroom.players WHERE id IN ($1, $2) ORDER BY id FOR UPDATE";
            tx.query(both, &[&alias, &player]).await?;
            Ok(tx.execute(sql, &[&alias, &player, &at]).await? > 0)
        })
    }

    fn unlink(&self, alias: &str) -> Result<bool, Fault> {
        Ok(self.change("DELETE FROM wardroom.aliases WHERE id = $1", &[&alias])? > 0)
    }

    fn erase_player(&self, id: &str) -> Result<bool, Fault> {
        let Some(player) = self.player(id)? else { return Ok(false) };
        self.write(async |tx| {
            let mut erased = 0;
            for id in player.ids() {
                let pending = "DELETE FROM wardroom.deliveries WHERE ended_at IS NULL
                               AND address_id IN (SELECT id FROM wardroom.addresses WHERE player_id = $1)";
                tx.execute(pending, &[&id]).await?;
                let notes = "DELETE FROM wardroom.notes WHERE starts_with(key, $1)";
                tx.execute(notes, &[&of_player(id, "")]).await?;
                erased += tx.execute("DELETE FROM wardroom.players WHERE id = $1", &[&id]).await?;
            }
            Ok(erased > 0)
        })
    }
}

impl PostgresStore {
    fn players_where(&self, which: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Player>, Fault> {
        let rows = self.rows(&format!("{COLUMNS} {which}"), values)?;
        let mut players: Vec<Player> = rows.iter().map(read_player).collect::<Result<_, _>>()?;
        for player in &mut players {
            let sql = "SELECT id, at FROM wardroom.aliases WHERE player_id = $1 ORDER BY at, id";
            player.aliases = self.list(sql, &[&player.id], read_alias)?;
            player.addresses = self.list(&addresses_sql(), &[&player.id], |row| Ok(read_address(row)?.1))?;
        }
        Ok(players)
    }
}

async fn put(tx: &Transaction<'_>, player: &Player) -> Result<(), Stopped<Fault>> {
    let Player { id, name, addresses: wanted, preferences, .. } = player;
    if tx.query_opt("SELECT 1 FROM wardroom.aliases WHERE id = $1", &[id]).await?.is_some() {
        return Err(players::is_alias(player).into());
    }
    let Preferences { lang, zone, channels, ladder, quiet, direct } = preferences;
    let channels = channels.as_ref().map(|channels| serde_json::json!(channels).to_string());
    let (from, to) = quiet.map(|quiet| (i32::from(quiet.from), i32::from(quiet.to))).unzip();
    let sql =
        "INSERT INTO wardroom.players (id, name, lang, zone, channels, quiet_from, quiet_to, direct, ladder)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
               ON CONFLICT (id) DO UPDATE SET name = $2, lang = $3, zone = $4, channels = $5, quiet_from = $6,
                                              quiet_to = $7, direct = $8, ladder = $9";
    tx.execute(sql, &[id, name, lang, zone, &channels, &from, &to, direct, ladder]).await?;
    let stored = tx.query(&addresses_sql(), &[id]).await?;
    let stored: Vec<(i64, Address)> = stored.iter().map(read_address).collect::<Result<_, _>>()?;
    let (kept, gone): (Vec<_>, Vec<_>) =
        stored.into_iter().partition(|(_, address)| wanted.contains(address));
    for (number, _) in gone {
        let pending = "DELETE FROM wardroom.deliveries WHERE ended_at IS NULL AND address_id = $1";
        tx.execute(pending, &[&number]).await?;
        tx.execute("DELETE FROM wardroom.addresses WHERE id = $1", &[&number]).await?;
    }
    for Address { kind, value } in
        wanted.iter().filter(|address| !kept.iter().any(|(_, kept)| kept == *address))
    {
        let sql = "INSERT INTO wardroom.addresses (player_id, kind, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        if tx.execute(sql, &[id, kind, value]).await? == 0 {
            return Err(players::taken(player).into());
        }
    }
    Ok(())
}

fn read_alias(row: &Row) -> Result<Alias, Error> {
    Ok(Alias { id: row.try_get(0)?, at: row.try_get(1)? })
}

fn read_address(row: &Row) -> Result<(i64, Address), Error> {
    Ok((row.try_get(0)?, Address { kind: row.try_get(1)?, value: row.try_get(2)? }))
}

fn read_player(row: &Row) -> Result<Player, Fault> {
    let channels: Option<&str> = column(row, 4)?;
    let unreadable = |e| Fault::Io(format!("the database: the channels of a player: {e}"));
    // The database keeps them to minutes of a day.
    let minutes =
        |index| column::<Option<i32>>(row, index).map(|it| it.and_then(|it| u16::try_from(it).ok()));
    let quiet = Option::zip(minutes(5)?, minutes(6)?).map(|(from, to)| QuietHours { from, to });
    Ok(Player {
        id: column(row, 0)?,
        aliases: Vec::new(),
        name: column(row, 1)?,
        addresses: Vec::new(),
        preferences: Preferences {
            lang: column(row, 2)?,
            zone: column(row, 3)?,
            channels: channels.map(serde_json::from_str).transpose().map_err(unreadable)?,
            ladder: column(row, 8)?,
            quiet,
            direct: column(row, 7)?,
        },
    })
}
