//! Receipts.

use super::{Ask, SqlStore, Transaction, statements, values};
use crate::log::fault::Fault;
use crate::log::receipts::{Receipts, StoredReceipt};

statements! {
    RECEIPTS = both(
        "SELECT r.digest, r.player_id, r.sealed FROM wardroom.receipts r JOIN wardroom.tables t ON t.id = r.table_id
         WHERE t.name = $1 ORDER BY r.digest",
    );
    ADD_RECEIPT = both(
        "INSERT INTO wardroom.receipts (table_id, digest, player_id, sealed) VALUES ($1, $2, $3, $4)",
    );
    DROP_RECEIPTS_OF_PLAYER = both("DELETE FROM wardroom.receipts WHERE player_id = $1");
}

impl<S: SqlStore> Receipts for S {
    fn receipts(&self, table: &str) -> Result<Vec<StoredReceipt>, Fault> {
        self.ask(|conn| {
            conn.list(&RECEIPTS, &values![table], |row| {
                Ok(StoredReceipt { digest: row.get(0)?, player: row.get(1)?, sealed: row.get(2)? })
            })
        })
    }
}

pub(super) fn add(tx: &dyn Transaction, table_id: i64, receipt: &StoredReceipt) -> Result<(), Fault> {
    let StoredReceipt { digest, player, sealed } = receipt;
    tx.write(&ADD_RECEIPT, &values![table_id, digest, player, sealed])
}

/// Erases the receipts of a player's id, at all tables.
pub(super) fn erase(tx: &dyn Transaction, player: &str) -> Result<(), Fault> {
    tx.write(&DROP_RECEIPTS_OF_PLAYER, &values![player])
}
