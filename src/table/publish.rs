//! Publishing a table: by consent of everybody who sits there, whoever has its link sees it on a page as a spectator does.
//! Any one of them takes that away again, and the link is dead then: published anew, the table has another.
//!
//! A takeback undoes neither, and somebody who takes a seat later finds the table as it is and may take the page away.

use serde_json::json;

use super::batch::Origin;
use super::caller::Caller;
use super::effect::Effect;
use super::fold::{Publication, Table};
use super::reply::{Reply, TableFault};
use super::service::Tables;
use crate::game::{Game, Seat};
use crate::games::Packed;
use crate::log::limits::MAX_DELAY;
use crate::log::{Store, TableEvent};

impl<G: Game> Table<G> {
    /// Whether the log says that the table is published. After its end it says nothing more.
    pub fn published(&self) -> Option<Publication> {
        self.published
    }

    /// The last entry that its page shows: so many entries back as was agreed, once the table is closed the last one.
    pub fn shown_to_spectators(&self) -> u64 {
        let delay = self.published.filter(|_| self.closed.is_none()).map_or(0, |published| published.delay);
        self.head.seq.saturating_sub(delay.into()).max(1)
    }
}

impl<G: Packed> Table<G> {
    /// The table has a page, which stays `delay` entries behind.
    pub(super) fn table_published(&mut self, seq: u64, delay: u32) {
        self.request = None;
        self.published = Some(Publication { since: seq, delay });
    }
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// The holder of `seat` publishes the table, with a page that stays `delay` entries behind: at once where nobody else
    /// sits there, else when all the others agree.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn publish(&self, table: &str, caller: &Caller, seat: Seat, delay: u32) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "publish": delay, "seat": seat }), |table, batch| {
            let origin = table.seated(caller, seat)?;
            if let Some(published) = table.published {
                return Err(Reply::refused("published-already").about("entry", published.since).into());
            }
            if delay > MAX_DELAY {
                return Err(Reply::refused("delay-too-long").about("most", MAX_DELAY).into());
            }
            let (event, origin) = match table.players().len() {
                1 => (TableEvent::TablePublished { delay }, origin),
                _ => (TableEvent::PublishProposed { delay }, table.may_ask(caller, seat)?),
            };
            batch.add(event, origin)?;
            Ok(Effect::by(seat))
        })
    }

    /// The holder of `seat` takes the table's page away, whoever agreed to it.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn unpublish(&self, table: &str, caller: &Caller, seat: Seat) -> Result<Reply, TableFault> {
        self.command(table, caller, json!({ "seat": seat, "unpublish": true }), |table, batch| {
            let origin: Origin = table.seated(caller, seat)?;
            if table.published.is_none() {
                return Err(Reply::refused("not-published").into());
            }
            batch.add(TableEvent::TableUnpublished, origin)?;
            Ok(Effect::by(seat))
        })
    }
}
