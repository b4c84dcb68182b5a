//! The ready check of a game that waits for its players: a fold of the audit's own.

use std::collections::BTreeSet;

use super::due::Due;
use super::{Checker, Difference, differs};
use crate::games::Packed;
use crate::log::{Entry, ReadyEvent};
use crate::reason::Reason;

/// The ready check of a table. Takebacks undo nothing here.
#[derive(Default)]
pub(super) struct Ready {
    /// The players who are, from the question on.
    said: Option<BTreeSet<String>>,
    begun: bool,
}

impl Ready {
    /// Returns whether the game has not begun.
    pub(super) fn holds(&self) -> bool {
        self.said.is_some() && !self.begun
    }

    /// Returns whether `player` is ready.
    pub(super) fn is(&self, player: &str) -> bool {
        self.said.as_ref().is_some_and(|said| said.contains(player))
    }

    pub(super) fn ask(&mut self, entry: &Entry) -> Result<(), Difference> {
        match self.said.replace(BTreeSet::new()) {
            None => Ok(()),
            Some(_) => differs(entry.seq, Reason::of("found-ready-asked-so")),
        }
    }

    /// Checks that a player's word changes, and comes before the game begins.
    pub(super) fn say(&mut self, entry: &Entry, player: String, ready: bool) -> Result<(), Difference> {
        let said = self.said.as_mut().filter(|_| !self.begun);
        let changed = said.is_some_and(|said| if ready { said.insert(player) } else { said.remove(&player) });
        if changed { Ok(()) } else { differs(entry.seq, Reason::of("found-ready-so")) }
    }

    /// A new player has said nothing; if they replace another, all have to say it again.
    pub(super) fn sit(&mut self, entry: &Entry, replaces: bool) {
        let (Some(said), Some(by)) = (&mut self.said, &entry.by) else { return };
        said.retain(|player| !replaces && *player != by.player);
    }

    /// Nobody has said it of the present terms.
    pub(super) fn withdraw(&mut self) {
        self.said.iter_mut().for_each(BTreeSet::clear);
    }

    pub(super) fn begin(&mut self) {
        self.begun = true;
    }
}

impl<G: Packed> Checker<'_, G> {
    pub(super) fn ready_event(&mut self, entry: &Entry, event: ReadyEvent) -> Result<(), Difference> {
        match event {
            ReadyEvent::ReadyAsked if self.seating => self.ready.ask(entry),
            ReadyEvent::ReadySaid { ready } => self.say_ready(entry, ready),
            ReadyEvent::ReadyAsked | ReadyEvent::PlayBegan => {
                differs(entry.seq, Reason::of("found-follows-from-nothing"))
            }
        }
    }

    /// The last ready player begins the game.
    fn say_ready(&mut self, entry: &Entry, ready: bool) -> Result<(), Difference> {
        let player = self.people.by(entry)?.player.clone();
        self.ready.say(entry, player, ready)?;
        let seats = self.book.opened().map(|opened| opened.seats.clone()).unwrap_or_default();
        if seats.iter().all(|seat| self.people.holder(seat).is_some_and(|player| self.ready.is(player))) {
            self.cause = Some(entry.seq);
            self.due.push_back(Due::Began);
        }
        Ok(())
    }
}
