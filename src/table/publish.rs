//! Publishing a table: if everybody at it agrees, anybody with its link sees it on a page as a spectator does. Any one of them
//! can end that, and then the link is dead: a table published again has another.
//!
//! A takeback undoes neither, and a player who takes a seat later finds the table as it is and may end the page.

use super::batch::Origin;
use super::effect::{Decision, Draft, Effect};
use super::fold::{Publication, Table};
use super::reply::Reply;
use crate::game::{Game, Seat};
use crate::games::Packed;
use crate::log::limits::MAX_DELAY;
use crate::log::{PageEvent, RequestEvent, TableEvent};

impl<G: Game> Table<G> {
    /// The publication that the log records. After its end it says nothing more.
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
    /// Folds an event of this matter.
    pub(super) fn page_event(&mut self, seq: u64, event: &PageEvent) {
        match event {
            PageEvent::TablePublished { delay } => {
                self.request = None;
                self.published = Some(Publication { since: seq, delay: *delay });
            }
            PageEvent::TableUnpublished => self.published = None,
        }
    }

    pub(super) fn publish(&self, seat: Seat, delay: u32, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let origin = self.seated(draft.caller, seat)?;
        if let Some(published) = self.published {
            return Err(Reply::refused("published-already").about("entry", published.since).into());
        }
        if delay > MAX_DELAY {
            return Err(Reply::refused("delay-too-long").about("most", MAX_DELAY).into());
        }
        let (event, origin) = match self.players().len() {
            1 => (TableEvent::Page(PageEvent::TablePublished { delay }), origin),
            _ => (
                TableEvent::Request(RequestEvent::PublishProposed { delay }),
                self.may_ask(draft.caller, seat)?,
            ),
        };
        draft.batch.add(event, origin)?;
        Ok(Effect::by(seat))
    }

    pub(super) fn unpublish(&self, seat: Seat, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let origin: Origin = self.seated(draft.caller, seat)?;
        if self.published.is_none() {
            return Err(Reply::refused("not-published").into());
        }
        draft.batch.add(TableEvent::Page(PageEvent::TableUnpublished), origin)?;
        Ok(Effect::by(seat))
    }
}
