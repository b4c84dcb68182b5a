//! Requests and their answers, and actions without consent.

use super::{Following, Seating};
use crate::audit::rules::agreed::{self, Needs, Outcome};
use crate::audit::rules::people::is_masters;
use crate::audit::rules::requests::may_change_alone;
use crate::audit::rules::time::moment;
use crate::audit::rules::{Difference, differs};
use crate::log::{COUNTED, Entry, RequestEvent, TimeChange, TimeEvent};
use crate::pace::Overdue;
use crate::reason::Reason;

impl Seating<'_> {
    pub(super) fn request(&mut self, entry: &Entry, request: RequestEvent) -> Result<(), Difference> {
        self.page.may_ask(entry, &request)?;
        self.people.may_ask(entry, &request)?;
        let stops = match agreed::needs(&request) {
            Needs::Nothing => false,
            Needs::Order(to) => self.check_step(entry, to).map(|()| false)?,
            Needs::TimeUp(seat) => self.check_claim(entry, seat).map(|()| false)?,
            Needs::Clock => {
                self.people.lapse();
                true
            }
        };
        // A sealed order may have voided the request before.
        if std::mem::take(&mut self.unclear) {
            self.people.lapse();
        }
        self.people.ask(entry, request)?;
        if stops { self.time.stop(entry) } else { Ok(()) }
    }

    fn check_claim(&self, entry: &Entry, seat: &str) -> Result<(), Difference> {
        self.people.by(entry)?;
        // Between two players nobody is left to agree: the closing itself is the claim.
        if self.people.count() < 3 || !self.is_claimable(entry, seat) {
            return differs(entry.seq, Reason::of("found-claimed-so").quoting("seat", seat));
        }
        Ok(())
    }

    pub(super) fn answer(&mut self, entry: &Entry, request: u64, agrees: bool) -> Result<(), Difference> {
        match self.people.answer(entry, request, agrees)? {
            Some(request) => self.then(
                entry,
                match agreed::outcome(request) {
                    Outcome::Change(agreed) => Following::Agreed(agreed),
                    Outcome::Closing(why) => Following::Closing(why),
                },
            ),
            None if !agrees => self.time.not_agreed(request, entry),
            None => {}
        }
        Ok(())
    }

    pub(super) fn time_event(&mut self, entry: &Entry, event: TimeEvent) -> Result<(), Difference> {
        match event {
            TimeEvent::TimeChanged { change } => self.change_time_alone(entry, &change),
            TimeEvent::TimeExpired { seat, prompt, deadline } => {
                self.check_question(entry, &seat, prompt)?;
                let (dark, player) = (self.dark, self.holder(&seat).unwrap_or_default().to_owned());
                self.time.expire_seen(entry, &self.seen(&seat, &player, prompt), &deadline, dark)
            }
            TimeEvent::TimeExtended { seat, prompt, hours } => {
                self.people.mastered(entry)?;
                self.check_question(entry, &seat, prompt)?;
                let player = self.holder(&seat).unwrap_or_default().to_owned();
                self.time.extend_seen(entry, &self.seen(&seat, &player, prompt), hours)
            }
            TimeEvent::DeadlineMoved { seat, prompt, deadline } => {
                self.check_question(entry, &seat, prompt)?;
                let (dark, player) = (self.dark, self.holder(&seat).unwrap_or_default().to_owned());
                self.time.tell_seen(entry, &self.seen(&seat, &player, prompt), &deadline, dark)
            }
            TimeEvent::AbsenceBooked { from, until } => {
                let player = self.people.by(entry)?.player.clone();
                self.time.away(entry, &player, (&from, &until))
            }
            TimeEvent::AbsenceEnded { booked } => {
                let player = self.people.by(entry)?.player.clone();
                if self.time.knows_law() && !self.time.is_away_after(&player, moment(&entry.at)) {
                    return differs(entry.seq, Reason::of("found-not-away").quoting("player", player));
                }
                self.time.back(entry, &player, booked);
                Ok(())
            }
            TimeEvent::LawChanged { law } => {
                self.time.change_law(law);
                self.people.know_time(self.time.knows_law());
                // The first such law counts. A later one finds the times in order already.
                self.ordered_since = self.ordered_since.or((law >= COUNTED).then_some(entry.seq));
                Ok(())
            }
            TimeEvent::ClockSet => {
                // The entry directly before it may be sealed.
                self.dark |= self.last.0 + 1 != entry.seq;
                self.time.set_back(entry, moment(&self.last.1));
                self.people.set_back(moment(&entry.at));
                Ok(())
            }
        }
    }

    fn change_time_alone(&mut self, entry: &Entry, change: &TimeChange) -> Result<(), Difference> {
        may_change_alone(&self.people, &self.time, entry, change)?;
        self.change_time(entry, change);
        self.people.lapse();
        Ok(())
    }

    /// True if the time of a seat is up by terms under which another player may claim the game from its player.
    pub(super) fn is_claimable(&self, entry: &Entry, seat: &str) -> bool {
        let theirs = entry.by.as_ref().map(|by| by.player.as_str()) != self.holder(seat);
        theirs && self.time.overdue() == Overdue::Claim && self.is_up(seat)
    }

    /// Checks who closed the table and why. The end of the game itself is checked with the rules, not here.
    pub(super) fn close(&mut self, entry: &Entry, why: &str) -> Result<(), Difference> {
        let by = entry.by.as_ref().map(|by| (by.seat.as_str(), by.player.as_str()));
        let right = match (by, why) {
            (None, why) => {
                // Only an order ends the game, and the order may be sealed for this reader.
                let (root, kind, _) = &self.root;
                let cause = entry.cause.unwrap_or_default();
                let order =
                    cause == *root && kind == "OrderGiven" || cause > *root && self.sealed.contains(&cause);
                why == "over" && order
            }
            // A manager of the place holds no seat, so no line says who may be one.
            (Some(("manager", _)), why) => ["manager", "over"].contains(&why),
            (Some(_), why) if is_masters(entry) => {
                self.people.mastered(entry)?;
                ["master", "over"].contains(&why)
            }
            (Some(_), "claimed") => {
                self.people.by(entry)?;
                let claim = |seat: &str| RequestEvent::ClaimProposed { seat: seat.to_owned() };
                let alone = |seat: &&String| {
                    self.people.count() == 2 || self.people.is_unanswered(&claim(seat), &entry.at)
                };
                self.opened.seats.iter().filter(alone).any(|seat| self.is_claimable(entry, seat))
            }
            (Some(_), why) => {
                self.people.by(entry)?;
                self.people.count() == 1 && ["abandoned", "over"].contains(&why)
            }
        };
        if !right {
            return differs(entry.seq, Reason::of("found-closed-so").quoting("why", why));
        }
        self.closed = true;
        Ok(())
    }

    pub(super) fn take_back_alone(&mut self, entry: &Entry, to: u64) -> Result<(), Difference> {
        let player = &self.people.by(entry)?.player;
        self.check_step(entry, to)?;
        let mut undone = self.orders.range(to + 1..);
        if let Some((order, seat)) = undone.find(|(_, seat)| !self.people.holds(player, seat)) {
            let what = Reason::of("found-not-agreed").with("entry", *order).quoting("seat", seat);
            return differs(entry.seq, what);
        }
        let lifted = self.opened.practice && self.people.count() <= 1;
        if let Some(bar) = self.bars.range(to + 1..).next().filter(|_| !lifted) {
            return differs(entry.seq, Reason::of("found-past-bar").with("entry", *bar));
        }
        self.go_back(entry.seq, to);
        Ok(())
    }
}
