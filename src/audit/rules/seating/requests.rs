//! Requests and their answers, and actions without consent.

use super::Seating;
use crate::audit::rules::people::{Consent, is_masters};
use crate::audit::rules::{Difference, differs};
use crate::log::{Entry, TableEvent, TimeChange};
use crate::pace::Overdue;
use crate::reason::Reason;

impl Seating<'_> {
    pub(super) fn ask(&mut self, entry: &Entry, ask: Consent) -> Result<(), Difference> {
        if self.unclear {
            self.people.lapse();
        }
        self.unclear = false;
        self.people.ask(entry, ask)
    }

    pub(super) fn answer(&mut self, entry: &Entry, request: u64, agrees: bool) -> Result<(), Difference> {
        let closed = |why: &str| TableEvent::TableClosed { why: why.to_owned() };
        let next = match self.people.answer(entry, request, agrees)? {
            None => {
                if !agrees {
                    self.time.not_agreed(request, entry);
                }
                return Ok(());
            }
            Some(Consent::Back(to)) => TableEvent::TakenBack { to },
            Some(Consent::Close) => closed("agreed"),
            Some(Consent::Publish(delay)) => TableEvent::TablePublished { delay },
            Some(Consent::Time(change)) => TableEvent::TimeChanged { change },
            Some(Consent::Stop) => TableEvent::TimeChanged { change: TimeChange::Pause { until: None } },
            Some(Consent::Claim(_)) => closed("claimed"),
            Some(Consent::Master(player)) => TableEvent::MasterChanged { player },
        };
        self.then(entry, next);
        Ok(())
    }

    pub(super) fn change_time_alone(&mut self, entry: &Entry, change: TimeChange) -> Result<(), Difference> {
        let alone = match is_masters(entry) {
            true => {
                self.people.mastered(entry)?;
                !matches!(change, TimeChange::Terms(_))
            }
            false => {
                self.people.by(entry)?;
                let unanswered = self.people.is_unanswered(&Consent::Time(TimeChange::Resume), &entry.at);
                self.time.may_change_alone(&change, self.people.count(), unanswered)
            }
        };
        if !alone {
            return differs(entry.seq, Reason::of("found-time-changed-so"));
        }
        self.change_time(entry, &change);
        self.people.lapse();
        Ok(())
    }

    pub(super) fn change_master_alone(
        &mut self,
        entry: &Entry,
        player: Option<String>,
    ) -> Result<(), Difference> {
        self.people.may_be_master(entry, player.as_ref())?;
        let alone = match is_masters(entry) {
            true => {
                self.people.mastered(entry)?;
                player.is_none()
            }
            false => {
                self.people.by(entry)?;
                let unanswered = self.people.is_unanswered(&Consent::Master(None), &entry.at);
                self.people.count() < 2 || player.is_none() && unanswered
            }
        };
        if !alone {
            return differs(entry.seq, Reason::of("found-master-so"));
        }
        self.people.change_master(player);
        Ok(())
    }

    /// True if the time of a seat is up by terms under which another player may claim the game from its player.
    pub(super) fn is_claimable(&self, entry: &Entry, seat: &str) -> bool {
        let theirs = entry.by.as_ref().map(|by| by.player.as_str()) != self.holder(seat);
        theirs && self.time.overdue() == Overdue::Claim && self.is_up(seat)
    }

    /// Whether the game is over cannot be checked here.
    pub(super) fn close(&mut self, entry: &Entry, why: &str) -> Result<(), Difference> {
        let by = entry.by.as_ref().map(|by| (by.seat.as_str(), by.player.as_str()));
        let right = match (by, why) {
            (None, why) => {
                let (root, kind, _) = &self.root;
                let cause = entry.cause.unwrap_or_default();
                let order =
                    cause == *root && kind == "OrderGiven" || cause > *root && self.sealed.contains(&cause);
                why == "over" && order
            }
            (Some(("manager", _)), why) => ["manager", "over"].contains(&why),
            (Some(_), why) if is_masters(entry) => {
                self.people.mastered(entry)?;
                ["master", "over"].contains(&why)
            }
            (Some(_), "claimed") => {
                self.people.by(entry)?;
                let alone = |seat: &&String| {
                    self.people.count() == 2
                        || self.people.is_unanswered(&Consent::Claim((*seat).clone()), &entry.at)
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
