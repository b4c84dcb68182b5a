//! Closing: the log says why, opens what was sealed and reveals the seed, so that everyone can check the dice.
//!
//! A game that is over closes its table in the same append as the order that ended it. A practice table stays open
//! then, so that the last orders can still be taken back; its owner closes it.

use serde_json::json;

use super::batch::{Batch, Origin};
use super::command::{Act, Caller, Halt};
use super::fold::Table;
use super::reply::{Reply, TableFault};
use super::service::Tables;
use crate::game::Game;
use crate::games::Packed;
use crate::log::{Audience, Frame, Store};
use crate::seal::Seed;

impl<G: Packed, S: Store> Tables<G, S> {
    /// The owner closes the table: as `over` when the game is over, as `abandoned` before that. It is not opened again.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn close(&self, table: &str, caller: &Caller) -> Result<Reply, TableFault> {
        let seed = self.look(table, |_| ()).and_then(|()| Ok(self.store().seed(table)?))?;
        self.command(table, caller, json!({ "close": true }), |table, batch| {
            if table.closed.is_some() {
                return Err(Halt::Refused(Reply::refused("table-closed")));
            }
            if table.owner() != Some(&*caller.player) {
                return Err(Halt::Refused(Reply::refused("not-the-owner")));
            }
            let why = if table.is_over() { "over" } else { "abandoned" };
            match &seed {
                Some(seed) => ending(batch, table, why, seed)?,
                None => return Err(Halt::Refused(Reply::refused("read-only"))),
            }
            Ok(Act { actor: None, direct: None })
        })
    }

    /// Notes in the log that somebody looked at what may not be seen in play; `what` says how. A closed table hides
    /// nothing, so nothing is noted there.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn peek(&self, table: &str, caller: &Caller, what: &str) -> Result<(), TableFault> {
        if self.look(table, |table| table.closed.is_some())? {
            return Ok(());
        }
        self.command(table, caller, json!({ "peek": what }), |_, batch| {
            let frame = Frame::Peeked { what: what.to_owned() };
            batch.frame(&frame, caller.origin(), Audience::Everyone, None)?;
            Ok(Act { actor: None, direct: None })
        })?;
        Ok(())
    }

    /// The whole state, for somebody whose peek is noted first if the table is open.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn peek_state(&self, table: &str, caller: &Caller, what: &str) -> Result<G::State, TableFault> {
        self.peek(table, caller, what)?;
        self.look(table, |table| table.state.clone())
    }
}

/// Adds the entries that end a table.
pub(super) fn ending<G: Game>(
    batch: &mut Batch<'_>,
    table: &Table<G>,
    why: &str,
    seed: &Seed,
) -> Result<(), TableFault> {
    let cause = batch.entries().first().map(|entry| entry.seq);
    let everyone = || Audience::Everyone;
    batch.frame(&Frame::TableClosed { why: why.to_owned() }, Origin::default(), everyone(), cause)?;
    if !table.sealed.is_empty() {
        let opened = Frame::Opened { entries: table.sealed.clone(), to: everyone() };
        batch.frame(&opened, Origin::default(), everyone(), cause)?;
    }
    batch.frame(&Frame::SeedRevealed { seed: seed.expose_hex() }, Origin::default(), everyone(), cause)?;
    Ok(())
}
