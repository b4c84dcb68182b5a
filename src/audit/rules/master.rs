//! The game master and their powers: the audit's own fold.

use std::collections::VecDeque;

use super::due::Due;
use super::people::{MASTER, People, is_masters};
use super::{Checker, Difference, differs};
use crate::games::Packed;
use crate::log::{Entry, RequestEvent};
use crate::pace::Hours;
use crate::reason::Reason;

impl People {
    /// Checks that an entry of a game master is by the one that the log named last.
    pub(super) fn mastered(&self, entry: &Entry) -> Result<(), Difference> {
        let by = entry.by.as_ref().filter(|by| by.seat == MASTER);
        match (by, &self.master) {
            (Some(by), Some(master)) if by.player == *master => Ok(()),
            _ => differs(entry.seq, Reason::of("found-not-the-master")),
        }
    }

    /// Checks that a request for a game master would change something.
    pub(super) fn may_ask(&self, entry: &Entry, request: &RequestEvent) -> Result<(), Difference> {
        if let RequestEvent::MasterProposed { player } = request {
            return self.may_be_master(entry, player.as_ref());
        }
        Ok(())
    }

    /// Checks that nobody, or a player without a seat, becomes game master.
    pub(super) fn may_be_master(&self, entry: &Entry, player: Option<&String>) -> Result<(), Difference> {
        if self.master.as_ref() == player || player.is_some_and(|player| self.sits(player)) {
            return differs(entry.seq, Reason::of("found-master-so"));
        }
        Ok(())
    }

    /// The game master takes a seat from its player, or that player leaves it, and others are sought.
    pub(super) fn vacate(&mut self, entry: &Entry, seat: &str) -> Result<(), Difference> {
        match entry.by.as_ref() {
            Some(by) if by.seat == seat => drop(self.by(entry)?),
            _ => self.mastered(entry)?,
        }
        if self.leave(seat).is_none() {
            return differs(entry.seq, Reason::of("found-vacated-so").quoting("seat", seat));
        }
        Ok(())
    }

    /// Checks a change without consent: the master resigns, a player alone names one, or nobody has refused to have none.
    pub(super) fn change_master_alone(
        &mut self,
        entry: &Entry,
        player: Option<String>,
    ) -> Result<(), Difference> {
        self.may_be_master(entry, player.as_ref())?;
        let alone = match is_masters(entry) {
            true => {
                self.mastered(entry)?;
                player.is_none()
            }
            false => {
                self.by(entry)?;
                let asked = RequestEvent::MasterProposed { player: player.clone() };
                // Silence ends the office and names nobody: the other player could just be away.
                let unanswered = player.is_none() && self.is_unanswered(&asked, &entry.at);
                self.count() < 2 || unanswered
            }
        };
        if !alone {
            return differs(entry.seq, Reason::of("found-master-so"));
        }
        self.change_master(player);
        Ok(())
    }
}

impl<G: Packed> Checker<'_, G> {
    pub(super) fn vacate(&mut self, entry: &Entry, seat: &str) -> Result<(), Difference> {
        self.people.vacate(entry, seat)?;
        self.time.leave(seat);
        self.ready.leave(seat);
        Ok(())
    }

    /// A decision that is due has more time.
    pub(super) fn extend(
        &mut self,
        entry: &Entry,
        (seat, prompt): (&str, u64),
        hours: Hours,
    ) -> Result<(), Difference> {
        self.people.mastered(entry)?;
        let late = self.late(entry, seat, prompt, &entry.at)?;
        self.time.extend(entry, &late, hours)
    }

    pub(super) fn close_as_master(&mut self, entry: &Entry, why: &str) -> Result<(), Difference> {
        self.people.mastered(entry)?;
        if why != if self.game.is_over(&self.state) { "over" } else { MASTER } {
            return differs(entry.seq, Reason::of("found-closed-so").quoting("why", why));
        }
        self.cause = None;
        self.due = VecDeque::from([Due::Rest, Due::Seed]);
        Ok(())
    }
}
