//! Closing: the log says why, opens what was sealed and reveals the seed, so that everyone can check the dice.
//!
//! A game that is over closes its table in the same append as the order that ended it. A practice table stays open
//! then, so that the last orders can still be taken back; its owner closes it.

use serde_json::json;

use super::batch::{Batch, Origin};
use super::caller::Caller;
use super::effect::Effect;
use super::fold::Table;
use super::peek;
use super::reply::{Reply, TableFault};
use super::service::Tables;
use crate::game::{Game, Seat};
use crate::games::Packed;
use crate::log::{By, EntryAudience, Store, TableEvent};

/// The reason in `TableClosed` for a table closed by a manager of the place where it is played (a Discord server, say),
/// and the name that stands in the log for their seat.
pub const MANAGER: &str = "manager";

impl<G: Packed> Table<G> {
    /// The table is over, and nothing is asked any more.
    pub(super) fn table_closed(&mut self, why: &str) {
        self.closed = Some(why.into());
        self.request = None;
        self.asked.clear();
    }
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// The owner, who sits there alone, closes the table: as `over` when the game is over, as `abandoned` before that.
    /// It is not opened again. Where others sit too, they have to agree: [`Tables::propose_close`].
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn close(&self, table: &str, caller: &Caller) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "close": true }), |table, batch| {
            table.still_open()?;
            let players = table.players();
            let Some(seat) = players.get(&*caller.player) else {
                return Err(Reply::refused("not-the-owner").into());
            };
            if players.len() > 1 {
                return Err(Reply::refused("close-needs-agreement").into());
            }
            let why = if table.is_over() { "over" } else { "abandoned" };
            ending(batch, table, why, caller.at(*seat))?;
            Ok(Effect::by_nobody())
        })
    }

    /// Closes the table for a manager of the place where it is played, whoever sits there: as `over` when the game is
    /// over, as `manager` before that. The door has checked that the caller is a manager.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn close_as_manager(&self, table: &str, caller: &Caller) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "close_as_manager": true }), |table, batch| {
            table.still_open()?;
            let why = if table.is_over() { "over" } else { MANAGER };
            let by = Some(By { seat: MANAGER.to_owned(), player: caller.player.clone() });
            ending(batch, table, why, Origin { by, ..caller.origin() })?;
            Ok(Effect::by_nobody())
        })
    }

    /// The holder of `seat` gives the game up, which closes the table as `resigned`. There is no other way to leave a
    /// seat but to pass it on.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn resign(&self, table: &str, caller: &Caller, seat: Seat) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "resign": seat }), |table, batch| {
            let origin = table.seated(caller, seat)?;
            if table.is_over() {
                return Err(Reply::refused("game-is-over").into());
            }
            batch.add(TableEvent::Resigned { seat: seat.to_string() }, origin)?;
            ending(batch, table, "resigned", Origin::default())?;
            Ok(Effect::by(seat))
        })
    }

    /// The whole state, for `caller`. If the table is open, an entry `Peeked` is stored first; `what` says how they
    /// looked.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn peek_state(&self, table: &str, caller: &Caller, what: &str) -> Result<G::State, TableFault> {
        self.look(table, |_| ())?;
        peek::note(self.store(), self.platform(), table, caller, what)?;
        self.look(table, |table| (*table.state).clone())
    }
}

/// Adds the entries that end a table. `origin` is who closed it, if that is no other entry's business.
pub(super) fn ending<G: Game>(
    batch: &mut Batch<'_, G::Event>,
    table: &Table<G>,
    why: &str,
    origin: Origin,
) -> Result<(), TableFault> {
    let cause = batch.lead();
    let everyone = || EntryAudience::Everyone;
    batch.table_event(TableEvent::TableClosed { why: why.to_owned() }, origin, everyone(), cause)?;
    let sealed = table.still_sealed();
    if !sealed.is_empty() {
        let opened = TableEvent::Opened { entries: sealed, to: everyone() };
        batch.table_event(opened, Origin::default(), everyone(), cause)?;
    }
    let seed = batch.seed().expose_hex();
    batch.table_event(TableEvent::SeedRevealed { seed }, Origin::default(), everyone(), cause)?;
    Ok(())
}
