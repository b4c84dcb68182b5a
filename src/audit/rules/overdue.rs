//! Expired questions and their consequences: the seat goes to another player, or a claim ends the game.

use std::collections::VecDeque;

use super::due::Due;
use super::time::{Late, moment};
use super::{Checker, Difference, differs};
use crate::game::Seat;
use crate::games::Packed;
use crate::log::{Entry, RequestEvent};
use crate::pace::Overdue;
use crate::reason::Reason;

impl<G: Packed> Checker<'_, G> {
    /// The time of a question is up that is open, and that the game waits for.
    pub(super) fn expire(
        &mut self,
        entry: &Entry,
        seat: &str,
        prompt: u64,
        deadline: &str,
    ) -> Result<(), Difference> {
        let late = self.late(entry, seat, prompt, deadline)?;
        self.time.expire(entry, &late)?;
        self.cause = Some(entry.seq);
        self.due.extend(self.heir(seat));
        Ok(())
    }

    /// Checks that an open question has moved to another deadline.
    pub(super) fn tell(
        &mut self,
        entry: &Entry,
        seat: &str,
        prompt: u64,
        deadline: &str,
    ) -> Result<(), Difference> {
        let late = self.late(entry, seat, prompt, deadline)?;
        self.time.tell(entry, &late)
    }

    /// Sets the clock back from the time of the entry before.
    pub(super) fn set_back(&mut self, entry: &Entry) -> Result<(), Difference> {
        let before = self.book.entries().find(|before| before.seq + 1 == entry.seq);
        self.time.set_back(entry, moment(before.map_or(&entry.at, |before| &before.at)));
        self.people.set_back(moment(&entry.at));
        Ok(())
    }

    /// A question that is open, and that the game waits for.
    pub(super) fn late<'b>(
        &mut self,
        entry: &Entry,
        seat: &'b str,
        prompt: u64,
        deadline: &'b str,
    ) -> Result<Late<'b>, Difference> {
        // First of all: it computes the prompts, which `asked_of` below only reads.
        let asked = self.question(seat);
        let is_asked = asked == Some(prompt);
        let question = seat.parse().ok().and_then(|seat| self.questions.asked_of(Seat(seat)));
        let player = self.people.holder(seat);
        let raised = self.book.entries().find(|entry| entry.seq == prompt);
        let (Some(question), Some(player), Some(raised), true) = (question, player, raised, is_asked) else {
            return differs(entry.seq, Reason::of("found-not-asked").quoting("seat", seat));
        };
        let (player, raised, is_small) = (player.to_owned(), self.time.when(raised), G::is_small(question));
        Ok(Late { seat, player, prompt, raised, deadline, is_small })
    }

    /// The consequences of an expiry, if the terms give the seat to a stand-in.
    pub(super) fn heir(&self, seat: &str) -> Option<Due<G::Event>> {
        let of = seat.parse().ok().map(Seat).filter(|_| self.time.leaves_to_stand_in())?;
        let players = self.game.stand_ins(&self.state, of);
        let mut players = players.iter().filter_map(|other| self.people.holder(other.as_str()));
        // A player who holds both seats is passed over: nothing would change hands.
        let heir = players.find(|player| Some(*player) != self.people.holder(seat))?;
        Some(Due::Heir(seat.to_owned(), heir.to_owned()))
    }

    /// Returns whether a computer player may sit down with this entry: directly after the expiry, if the terms say so. No log
    /// says which players are computers, nor whether one already had the seat.
    pub(super) fn is_of_computer(&self, entry: &Entry) -> bool {
        if entry.kind != "SeatTaken" || !self.time.leaves_to_computer() || entry.at != self.at {
            return false;
        }
        let behind = |before: &&Entry| before.seq + 1 == entry.seq && entry.cause == Some(before.seq);
        let expired = self.book.entries().find(behind).filter(|before| before.kind == "TimeExpired");
        expired.is_some_and(|expired| expired.body["seat"] == entry.body["seat"])
    }

    pub(super) fn check_claim(&mut self, entry: &Entry, against: &str) -> Result<(), Difference> {
        let question = self.question(against);
        let theirs = entry.by.as_ref().map(|by| by.player.as_str()) != self.people.holder(against);
        if theirs && self.time.allows(Overdue::Claim, against, question) {
            return Ok(());
        }
        differs(entry.seq, Reason::of("found-claimed-so").quoting("seat", against))
    }

    /// Checks a claim without consent: between two players, or a repeated one that nobody refused.
    pub(super) fn claim_alone(&mut self, entry: &Entry) -> Result<(), Difference> {
        let by = self.people.by(entry)?.player.clone();
        let seats = self.book.opened().map(|opened| opened.seats.clone()).unwrap_or_default();
        let others: Vec<String> = seats
            .into_iter()
            .filter(|seat| self.people.holder(seat).is_some_and(|holder| *holder != by))
            .collect();
        let claim = |seat: &String| RequestEvent::ClaimProposed { seat: seat.clone() };
        let alone =
            |seat: &String| self.people.count() == 2 || self.people.is_unanswered(&claim(seat), &entry.at);
        let claimed: Vec<&String> = others.iter().filter(|seat| alone(seat)).collect();
        if !claimed.into_iter().any(|seat| self.check_claim(entry, seat).is_ok()) {
            return differs(entry.seq, Reason::of("found-closed-so").quoting("why", "claimed"));
        }
        self.cause = None;
        self.due = VecDeque::from([Due::Rest, Due::Seed]);
        Ok(())
    }
}
