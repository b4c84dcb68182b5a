//! The matters on which the players agree: what a request needs, the event that follows from it, and the page.

use super::{Difference, differs};
use crate::log::{
    DiceEvent, Entry, MasterEvent, PageEvent, PlayEvent, RequestEvent, TableEvent, TimeChange, TimeEvent,
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
        | RequestEvent::NameProposed { .. }
        | RequestEvent::OwnDiceProposed => Needs::Nothing,
    }
}

/// A change on which all have agreed.
#[derive(Clone)]
pub(super) enum Agreed {
    /// Play goes back to behind this entry.
    Back(u64),
    Page(PageEvent),
    /// The club's own dice from here on.
    OwnDice,
    Time(TimeChange),
    /// Another game master, or none.
    Master(Option<String>),
}

/// The outcome of a request to which all have agreed.
pub(super) enum Outcome {
    Change(Agreed),
    /// The table closes, for this reason. A table whose game is over closes as over.
    Closing(&'static str),
}

/// The outcome of `request`.
pub(super) fn outcome(request: RequestEvent) -> Outcome {
    Outcome::Change(match request {
        RequestEvent::CloseProposed => return Outcome::Closing("agreed"),
        RequestEvent::ClaimProposed { .. } => return Outcome::Closing("claimed"),
        RequestEvent::TakeBackAsked { to } => Agreed::Back(to),
        RequestEvent::PublishProposed { delay } => Agreed::Page(PageEvent::TablePublished { delay }),
        RequestEvent::NameProposed { name } => Agreed::Page(PageEvent::NameChanged { name }),
        RequestEvent::OwnDiceProposed => Agreed::OwnDice,
        RequestEvent::TimeProposed { change } => Agreed::Time(change),
        // The stop lasts three days; with everybody's consent it becomes a pause without a date.
        RequestEvent::TimeStopped => Agreed::Time(TimeChange::Pause { until: None }),
        RequestEvent::MasterProposed { player } => Agreed::Master(player),
    })
}

impl Agreed {
    /// Its entry in the log.
    pub(super) fn event(&self) -> TableEvent {
        match self.clone() {
            Agreed::Back(to) => TableEvent::Play(PlayEvent::TakenBack { to }),
            Agreed::Page(event) => TableEvent::Page(event),
            Agreed::OwnDice => TableEvent::Dice(DiceEvent::OwnDiceAgreed),
            Agreed::Time(change) => TableEvent::Time(TimeEvent::TimeChanged { change }),
            Agreed::Master(player) => TableEvent::Master(MasterEvent::MasterChanged { player }),
        }
    }

    /// Describes what has to come next.
    pub(super) fn reason(&self) -> Reason {
        match self {
            Agreed::Back(to) => Reason::of("due-back").with("to", *to),
            Agreed::Page(PageEvent::TablePublished { delay }) => {
                Reason::of("due-published").with("delay", u64::from(*delay))
            }
            Agreed::Page(PageEvent::NameChanged { name }) => Reason::of("due-name").quoting("name", name),
            // No request leads to it: any player ends the page alone.
            Agreed::Page(event @ PageEvent::TableUnpublished) => {
                Reason::of("due-fact").quoting("fact", TableEvent::Page(event.clone()).kind())
            }
            Agreed::OwnDice => Reason::of("due-own-dice"),
            Agreed::Time(_) => Reason::of("due-time"),
            Agreed::Master(_) => Reason::of("due-master"),
        }
    }
}

/// Returns whether an event comes with a cause only directly after the last consent to it.
pub(super) fn is_agreed(event: &TableEvent) -> bool {
    matches!(
        event,
        TableEvent::Play(PlayEvent::TakenBack { .. })
            | TableEvent::Page(PageEvent::TablePublished { .. } | PageEvent::NameChanged { .. })
            | TableEvent::Time(TimeEvent::TimeChanged { .. })
            | TableEvent::Dice(DiceEvent::OwnDiceAgreed)
            | TableEvent::Master(_)
    )
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
            | RequestEvent::OwnDiceProposed
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
