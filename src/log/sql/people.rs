//! Players.

use super::{
    Ask, Columns, Session, SqlStore, SqlValue, Statement, Transaction, receipts, statements, values,
};
use crate::log::fault::Fault;
use crate::log::notes::of_player;
use crate::log::players::{self, Address, Alias, Player, Players, Preferences, QuietHours};

/// The columns of players, as [`read_player`] reads them, of those `$which` says.
macro_rules! players {
    ($which:literal) => {
        concat!(
            "SELECT id, name, lang, zone, channels, quiet_from, quiet_to, direct, ladder FROM wardroom.players ",
            $which
        )
    };
}

statements! {
    PLAYER = both(players!(
        "WHERE id = coalesce((SELECT player_id FROM wardroom.aliases WHERE id = $1), $1)"
    ));
    PLAYERS = both(players!("WHERE id NOT IN (SELECT id FROM wardroom.aliases) ORDER BY id"));
    PLAYER_NAMED = both(players!(
        "WHERE name = $1 AND id NOT IN (SELECT id FROM wardroom.aliases) ORDER BY id"
    ));
    PLAYER_AT = both(players!(
        "WHERE id = (SELECT coalesce(l.player_id, a.player_id) FROM wardroom.addresses a
                     LEFT JOIN wardroom.aliases l ON l.id = a.player_id WHERE a.kind = $1 AND a.value = $2)"
    ));
    IS_ALIAS = both("SELECT 1 FROM wardroom.aliases WHERE id = $1");
    PUT_PLAYER = both(
        "INSERT INTO wardroom.players (id, name, lang, zone, channels, quiet_from, quiet_to, direct, ladder)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (id) DO UPDATE SET name = $2, lang = $3, zone = $4, channels = $5, quiet_from = $6,
                                        quiet_to = $7, direct = $8, ladder = $9",
    );
    ALIASES = both("SELECT id, at FROM wardroom.aliases WHERE player_id = $1 ORDER BY at, id");
    // Addresses of the player before those of their aliases, the oldest first.
    ADDRESSES = both(
        "SELECT id, kind, value FROM wardroom.addresses
         WHERE player_id IN ids_of($1) ORDER BY player_id <> $1, id",
    );
    ADD_ADDRESS = both(
        "INSERT INTO wardroom.addresses (player_id, kind, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    );
    DROP_ADDRESS = both("DELETE FROM wardroom.addresses WHERE id = $1");
    DROP_PENDING_TO_ADDRESS = both(
        "DELETE FROM wardroom.deliveries WHERE ended_at IS NULL AND address_id = $1",
    );
    // Two links that cross each other would make an alias of an alias.
    LOCK_LINKED = postgres_only(
        "SELECT 1 FROM wardroom.players WHERE id IN ($1, $2) ORDER BY id FOR UPDATE",
    );
    LINK = both(
        "INSERT INTO wardroom.aliases (id, player_id, at)
         SELECT a.id, p.id, $3 FROM wardroom.players a, wardroom.players p
         WHERE a.id = $1 AND p.id = $2 AND a.id <> p.id AND NOT EXISTS
         (SELECT 1 FROM wardroom.aliases WHERE id IN ($1, $2) OR player_id = $1)",
    );
    UNLINK = both("DELETE FROM wardroom.aliases WHERE id = $1");
    DROP_PENDING_TO_PLAYER = both(
        "DELETE FROM wardroom.deliveries WHERE ended_at IS NULL
         AND address_id IN (SELECT id FROM wardroom.addresses WHERE player_id = $1)",
    );
    DROP_NOTES_OF_PLAYER = each(
        "DELETE FROM notes WHERE substr(key, 1, length($1)) = $1",
        "DELETE FROM wardroom.notes WHERE starts_with(key, $1)",
    );
    ERASE_PLAYER = both("DELETE FROM wardroom.players WHERE id = $1");
}

impl<S: SqlStore> Players for S {
    fn put_player(&self, player: Player) -> Result<(), Fault> {
        players::check(&player)?;
        self.transact(move |tx| put(tx, &player))
    }

    fn player(&self, id: &str) -> Result<Option<Player>, Fault> {
        Ok(self.ask(|conn| found(conn, &PLAYER, &values![id]))?.pop())
    }

    fn players(&self) -> Result<Vec<Player>, Fault> {
        self.ask(|conn| found(conn, &PLAYERS, &[]))
    }

    fn player_named(&self, name: &str) -> Result<Vec<Player>, Fault> {
        self.ask(|conn| found(conn, &PLAYER_NAMED, &values![name]))
    }

    fn player_at(&self, address: &Address) -> Result<Option<Player>, Fault> {
        let Address { kind, value } = address;
        Ok(self.ask(|conn| found(conn, &PLAYER_AT, &values![kind, value]))?.pop())
    }

    fn link(&self, alias: &str, player: &str, at: &str) -> Result<bool, Fault> {
        let [alias, player, at] = [alias, player, at].map(str::to_owned);
        self.transact(move |tx| {
            tx.write(&LOCK_LINKED, &values![&alias, &player])?;
            Ok(tx.execute(&LINK, &values![&alias, &player, &at])? > 0)
        })
    }

    fn unlink(&self, alias: &str) -> Result<bool, Fault> {
        Ok(self.change(&UNLINK, values![alias])? > 0)
    }

    fn erase_player(&self, id: &str) -> Result<bool, Fault> {
        let Some(player) = self.player(id)? else {
            // Perhaps erased before, while another process kept the traces in use.
            self.after_erasing()?;
            return Ok(false);
        };
        let erased = self.transact(move |tx| {
            let mut erased = 0;
            for id in player.ids() {
                // Before the player's row: its addresses go with it, and these deliveries are found by them.
                tx.write(&DROP_PENDING_TO_PLAYER, &values![id])?;
                tx.write(&DROP_NOTES_OF_PLAYER, &values![of_player(id, "")])?;
                receipts::erase(tx, id)?;
                erased += tx.execute(&ERASE_PLAYER, &values![id])?;
            }
            Ok::<usize, Fault>(erased)
        })?;
        self.after_erasing()?;
        Ok(erased > 0)
    }
}

fn found(conn: &dyn Session, sql: &Statement, values: &[SqlValue<'_>]) -> Result<Vec<Player>, Fault> {
    let mut players = conn.list(sql, values, read_player)?;
    for player in &mut players {
        let id = &player.id;
        player.aliases =
            conn.list(&ALIASES, &values![id], |row| Ok(Alias { id: row.get(0)?, at: row.get(1)? }))?;
        player.addresses = conn.list(&ADDRESSES, &values![id], |row| Ok(read_address(row)?.1))?;
    }
    Ok(players)
}

fn put(tx: &dyn Transaction, player: &Player) -> Result<(), Fault> {
    let Player { id, name, addresses: wanted, preferences, .. } = player;
    if tx.has(&IS_ALIAS, &values![id])? {
        return Err(players::is_alias(player));
    }
    let Preferences { lang, zone, channels, ladder, quiet, direct } = preferences;
    let channels = channels.as_ref().map(|channels| serde_json::json!(channels).to_string());
    let (from, to) = quiet.map(|quiet| (quiet.from, quiet.to)).unzip();
    let (lang, zone, ladder) = (lang.as_deref(), zone.as_deref(), ladder.as_deref());
    tx.write(&PUT_PLAYER, &values![id, name, lang, zone, channels, from, to, *direct, ladder])?;
    let stored = tx.list(&ADDRESSES, &values![id], read_address)?;
    let (kept, gone): (Vec<_>, Vec<_>) =
        stored.into_iter().partition(|(_, address)| wanted.contains(address));
    for (number, _) in gone {
        tx.write(&DROP_PENDING_TO_ADDRESS, &values![number])?;
        tx.write(&DROP_ADDRESS, &values![number])?;
    }
    for address in wanted.iter().filter(|address| !kept.iter().any(|(_, kept)| kept == *address)) {
        if tx.execute(&ADD_ADDRESS, &values![id, &address.kind, &address.value])? == 0 {
            return Err(players::taken(player));
        }
    }
    Ok(())
}

/// An address with its number.
fn read_address(row: &dyn Columns) -> Result<(i64, Address), Fault> {
    Ok((row.get(0)?, Address { kind: row.get(1)?, value: row.get(2)? }))
}

fn read_player(row: &dyn Columns) -> Result<Player, Fault> {
    let channels: Option<String> = row.maybe(4)?;
    let unreadable = |e| Fault::Io(format!("the database: the channels of a player: {e}"));
    let quiet = Option::zip(row.maybe(5)?, row.maybe(6)?).map(|(from, to)| QuietHours { from, to });
    Ok(Player {
        id: row.get(0)?,
        aliases: Vec::new(),
        name: row.get(1)?,
        addresses: Vec::new(),
        preferences: Preferences {
            lang: row.maybe(2)?,
            zone: row.maybe(3)?,
            channels: channels.map(|text| serde_json::from_str(&text)).transpose().map_err(unreadable)?,
            ladder: row.maybe(8)?,
            quiet,
            direct: row.get(7)?,
        },
    })
}
