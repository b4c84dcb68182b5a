//! The matters on which the players agree: what a request needs, the event that follows from it, and the page.

use super::{Difference, differs};
use crate::log::{
    EndEvent, Entry, MasterEvent, PageEvent, PlayEvent, RequestEvent, TableEvent, TimeChange, TimeEvent,
};
use crate::reason::Reason;

/// The needs of a request, beyond a second player and no other open request.
pub(super) enum Needs<'a> {
    /// Nothing that the position decides.
    Nothing,
    /// An order that counts, right after this entry.
    Order(u64),
    /// A player at this seat whose time is up.
    TimeUp(&'a str),
    /// A clock that its player may stop; an earlier request lapses.
    Clock,
}

/// The needs of `request`.
pub(super) fn needs(request: &RequestEvent) -> Needs<'_> {
    match request {
        RequestEvent::TakeBackAsked { to } => Needs::Order(*to),
        RequestEvent::ClaimProposed { seat } => Needs::TimeUp(seat),
        RequestEvent::TimeStopped => Needs::Clock,
        RequestEvent::CloseProposed
        | RequestEvent::PublishProposed { .. }
        | RequestEvent::TimeProposed { .. }
        | RequestEvent::MasterProposed { .. }
        | RequestEvent::NameProposed { .. } => Needs::Nothing,
    }
}

/// The event that follows once all have agreed to `request`. A table whose game is over then closes as over.
pub(super) fn outcome(request: RequestEvent) -> TableEvent {
    let closed = |why: &str| TableEvent::End(EndEvent::TableClosed { why: why.to_owned() });
    match request {
        RequestEvent::TakeBackAsked { to } => TableEvent::Play(PlayEvent::TakenBack { to }),
        RequestEvent::CloseProposed => closed("agreed"),
        RequestEvent::ClaimProposed { .. } => closed("claimed"),
        RequestEvent::PublishProposed { delay } => TableEvent::Page(PageEvent::TablePublished { delay }),
        RequestEvent::TimeProposed { change } => TableEvent::Time(TimeEvent::TimeChanged { change }),
        RequestEvent::TimeStopped => {
            TableEvent::Time(TimeEvent::TimeChanged { change: TimeChange::Pause { until: None } })
        }
        RequestEvent::MasterProposed { player } => TableEvent::Master(MasterEvent::MasterChanged { player }),
        RequestEvent::NameProposed { name } => TableEvent::Page(PageEvent::NameChanged { name }),
    }
}

/// Returns whether an event comes with a cause only directly after the last consent to it.
pub(super) fn is_agreed(event: &TableEvent) -> bool {
    matches!(
        event,
        TableEvent::Play(PlayEvent::TakenBack { .. })
            | TableEvent::Page(PageEvent::TablePublished { .. } | PageEvent::NameChanged { .. })
            | TableEvent::Time(TimeEvent::TimeChanged { .. })
            | TableEvent::Master(_)
    )
}

/// Describes what all have agreed on and has to come next.
pub(super) fn reason_of(agreed: &TableEvent) -> Reason {
    match agreed {
        TableEvent::Play(PlayEvent::TakenBack { to }) => Reason::of("due-back").with("to", *to),
        TableEvent::Page(PageEvent::TablePublished { delay }) => {
            Reason::of("due-published").with("delay", u64::from(*delay))
        }
        TableEvent::Page(PageEvent::NameChanged { name }) => Reason::of("due-name").quoting("name", name),
        TableEvent::Time(_) => Reason::of("due-time"),
        TableEvent::Master(_) => Reason::of("due-master"),
        // Nothing else is agreed on.
        TableEvent::TableOpened(_)
        | TableEvent::Rolled(_)
        | TableEvent::Play(_)
        | TableEvent::Seats(_)
        | TableEvent::Request(_)
        | TableEvent::Consent(_)
        | TableEvent::Ready(_)
        | TableEvent::Page(_)
        | TableEvent::End(_)
        | TableEvent::File(_) => Reason::of("due-fact").quoting("fact", agreed.kind()),
    }
}

/// The public face of a table. Takebacks undo nothing here.
#[derive(Default)]
pub(super) struct Page {
    published: bool,
}

impl Page {
    /// Checks that a request would change something.
    pub(super) fn may_ask(&self, entry: &Entry, request: &RequestEvent) -> Result<(), Difference> {
        match request {
            RequestEvent::PublishProposed { .. } if self.published => {
                differs(entry.seq, Reason::of("found-published"))
            }
            RequestEvent::TakeBackAsked { .. }
            | RequestEvent::CloseProposed
            | RequestEvent::PublishProposed { .. }
            | RequestEvent::NameProposed { .. }
            | RequestEvent::TimeProposed { .. }
            | RequestEvent::TimeStopped
            | RequestEvent::ClaimProposed { .. }
            | RequestEvent::MasterProposed { .. } => Ok(()),
        }
    }

    /// Checks a change without a request, at a table of so many players: one alone publishes or names it, any ends the page.
    pub(super) fn change_alone(
        &mut self,
        entry: &Entry,
        players: usize,
        event: PageEvent,
    ) -> Result<(), Difference> {
        let wrong = match &event {
            PageEvent::TablePublished { .. } if self.published => Some("found-published"),
            PageEvent::TablePublished { .. } if players > 1 => Some("found-published-so"),
            PageEvent::TableUnpublished if !self.published => Some("found-not-published"),
            PageEvent::NameChanged { .. } if players > 1 => Some("found-published-so"),
            PageEvent::TablePublished { .. }
            | PageEvent::TableUnpublished
            | PageEvent::NameChanged { .. } => None,
        };
        if let Some(wrong) = wrong {
            return differs(entry.seq, Reason::of(wrong));
        }
        self.change(event);
        Ok(())
    }

    /// Records a change.
    pub(super) fn change(&mut self, event: PageEvent) {
        match event {
            PageEvent::TablePublished { .. } => self.published = true,
            PageEvent::TableUnpublished => self.published = false,
            // Nothing depends on a name.
            PageEvent::NameChanged { .. } => {}
        }
    }
}
