//! Publishing a table: if everybody at it agrees, anybody with its link sees it on a page as a spectator does. Any one of them
//! can end that, and then the link is dead: a table published again has another.
//!
//! A takeback undoes neither, and a player who takes a seat later finds the table as it is and may end the page.

use super::batch::Origin;
use super::effect::{Decision, Draft, Effect};
use super::fold::Table;
use super::page::Publication;
use super::reply::Reply;
use crate::game::{Game, Seat};
use crate::games::Packed;
use crate::log::{PageEvent, RequestEvent, TableEvent};

impl<G: Game> Table<G> {
    /// The publication that the log records. After its end it says nothing more.
    pub fn published(&self) -> Option<Publication> {
        self.page.published
    }

    /// The label by which lists, statuses and subjects call the table.
    pub fn label(&self) -> String {
        self.page.label(&self.id)
    }

    /// The last entry that its page shows: so many entries back as was agreed, once the table is closed the last one.
    pub fn shown_to_spectators(&self) -> u64 {
        let delay =
            self.page.published.filter(|_| self.closed.is_none()).map_or(0, |published| published.delay);
        self.head.seq.saturating_sub(delay.into()).max(1)
    }
}

impl<G: Packed> Table<G> {
    /// Folds an event of this matter.
    pub(super) fn page_event(&mut self, seq: u64, event: &PageEvent) {
        let agreed = TableEvent::Page(event.clone());
        // Only the request that all agreed to is settled by it.
        if self.request.as_ref().is_some_and(|open| open.ask.outcome() == agreed) {
            self.request = None;
        }
        self.page.change(seq, event);
    }

    /// Changes the page: at once for a player alone, else when all the others agree.
    pub(super) fn change_page(
        &self,
        seat: Seat,
        request: RequestEvent,
        draft: &mut Draft<'_, G::Event>,
    ) -> Decision<G> {
        self.seated(draft.caller, seat)?;
        self.page.may_change(&request)?;
        let (event, origin) = self.request_or_outcome(seat, request, false, draft.caller)?;
        draft.batch.add(event, origin)?;
        Ok(Effect::by(seat))
    }

    pub(super) fn unpublish(&self, seat: Seat, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        let origin: Origin = self.seated(draft.caller, seat)?;
        if self.page.published.is_none() {
            return Err(Reply::refused("not-published").into());
        }
        draft.batch.add(TableEvent::Page(PageEvent::TableUnpublished), origin)?;
        Ok(Effect::by(seat))
    }
}
