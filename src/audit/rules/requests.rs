//! Requests with their answers, and changes of time, as the rules of a game let them be checked.

use super::agreed::{self, Agreed, Needs, Outcome};
use super::due::{Due, closing};
use super::people::{People, is_masters};
use super::time::Time;
use super::{Checker, Difference, differs};
use crate::games::Packed;
use crate::log::{Entry, RequestEvent, TimeChange, TimeEvent};
use crate::reason::Reason;

impl<G: Packed> Checker<'_, G> {
    pub(super) fn request(&mut self, entry: &Entry, request: RequestEvent) -> Result<(), Difference> {
        self.page.may_ask(entry, &request)?;
        self.people.may_ask(entry, &request)?;
        let stops = match agreed::needs(&request) {
            Needs::Nothing => false,
            Needs::Order(to) => self.check_step(entry, to).map(|()| false)?,
            Needs::TimeUp(seat) => self.check_claim(entry, seat).map(|()| false)?,
            // A stop needs nobody's consent, so it cannot wait for the open request; and only one is open at a time.
            Needs::Clock => {
                self.people.lapse();
                true
            }
        };
        self.people.ask(entry, request)?;
        if stops { self.time.stop(entry) } else { Ok(()) }
    }

    pub(super) fn answer(&mut self, entry: &Entry, request: u64, agrees: bool) -> Result<(), Difference> {
        self.cause = Some(entry.seq);
        let Some(agreed) = self.people.answer(entry, request, agrees)? else {
            if !agrees {
                self.time.not_agreed(request, entry);
            }
            return Ok(());
        };
        match agreed::outcome(agreed) {
            Outcome::Closing(why) => {
                // A claim needs an open question, and a game that is over has none.
                let over = why == "agreed" && self.game.is_over(&self.state);
                self.due = closing(if over { "over" } else { why });
            }
            Outcome::Change(agreed) => self.due.push_back(Due::Agreed(agreed)),
        }
        Ok(())
    }

    /// Carries out what all have agreed on.
    pub(super) fn carry_out(&mut self, entry: &Entry, agreed: Agreed) -> Result<(), Difference> {
        match agreed {
            Agreed::Back(to) => return self.go_back(entry.seq, to),
            Agreed::Page(event) => self.page.change(event),
            // The check of the witness, `audit/witness.rs`, takes it from here.
            Agreed::OwnDice => {}
            Agreed::Time(change) => self.change_time(entry, &change),
            Agreed::Master(player) => self.people.change_master(player),
        }
        Ok(())
    }

    pub(super) fn time_event(&mut self, entry: &Entry, event: TimeEvent) -> Result<(), Difference> {
        match event {
            TimeEvent::TimeChanged { change } => self.change_time_alone(entry, &change),
            TimeEvent::TimeExpired { seat, prompt, deadline } => self.expire(entry, &seat, prompt, &deadline),
            TimeEvent::TimeExtended { seat, prompt, hours } => self.extend(entry, (&seat, prompt), hours),
            TimeEvent::DeadlineMoved { seat, prompt, deadline } => self.tell(entry, &seat, prompt, &deadline),
            TimeEvent::AbsenceBooked { from, until } => {
                let player = self.people.by(entry)?.player.clone();
                self.time.away(entry, &player, (&from, &until))
            }
            TimeEvent::AbsenceEnded { booked } => {
                let player = self.people.by(entry)?.player.clone();
                self.time.back(entry, &player, booked);
                Ok(())
            }
            TimeEvent::LawChanged { law } => {
                self.time.change_law(law);
                self.people.know_time(self.time.knows_law());
                Ok(())
            }
            TimeEvent::ClockSet => self.set_back(entry),
        }
    }

    fn change_time(&mut self, entry: &Entry, change: &TimeChange) {
        self.time.change(entry, change);
        // Players were ready for a game under the old terms.
        if matches!(change, TimeChange::Terms(_)) {
            self.ready.withdraw();
        }
    }

    fn change_time_alone(&mut self, entry: &Entry, change: &TimeChange) -> Result<(), Difference> {
        may_change_alone(&self.people, &self.time, entry, change)?;
        self.change_time(entry, change);
        // Once the clock runs again, the request to stop it is void.
        self.people.lapse();
        Ok(())
    }
}

/// Checks that the maker of an entry may change the time without consent.
pub(super) fn may_change_alone(
    people: &People,
    time: &Time,
    entry: &Entry,
    change: &TimeChange,
) -> Result<(), Difference> {
    let alone = match is_masters(entry) {
        true => {
            people.mastered(entry)?;
            !matches!(change, TimeChange::Terms(_))
        }
        false => {
            people.by(entry)?;
            let asked = RequestEvent::TimeProposed { change: change.clone() };
            time.may_change_alone(change, people.count(), people.is_unanswered(&asked, &entry.at))
        }
    };
    if alone { Ok(()) } else { differs(entry.seq, Reason::of("found-time-changed-so")) }
}
