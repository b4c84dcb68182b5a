//! The ready check of a game that waits for its players, and the entropy they give until then: a fold of the audit's own.

use std::collections::{BTreeMap, BTreeSet};

use super::due::Due;
use super::people::People;
use super::{Checker, Difference, differs};
use crate::games::Packed;
use crate::log::{Entry, ReadyEvent};
use crate::reason::Reason;
use crate::seal::promise_of;

/// The ready check of a table. Takebacks undo nothing here.
#[derive(Default)]
pub(super) struct Ready {
    /// The players who are, from the question on.
    said: Option<BTreeSet<String>>,
    begun: bool,
    /// The entropy of seats, where it was asked for.
    entropy: Option<Entropy>,
}

/// The entropy of seats.
#[derive(Default)]
struct Entropy {
    /// Promises that were not shown.
    promised: BTreeMap<String, String>,
    /// The seats that gave theirs.
    given: BTreeSet<String>,
    /// True once a promise was shown: nothing new comes after that.
    shown: bool,
}

impl Entropy {
    fn has(&self, seat: &str) -> bool {
        self.promised.contains_key(seat) || self.given.contains(seat)
    }

    /// Another player has the seat, or none: only what was given stays.
    fn change_player(&mut self, seat: &str) {
        self.promised.remove(seat);
    }
}

impl Ready {
    /// Returns whether the game has not begun.
    pub(super) fn holds(&self) -> bool {
        self.said.is_some() && !self.begun
    }

    /// Returns whether `player` is ready.
    fn is(&self, player: &str) -> bool {
        self.said.as_ref().is_some_and(|said| said.contains(player))
    }

    fn ask(&mut self, entry: &Entry) -> Result<(), Difference> {
        match self.said.replace(BTreeSet::new()) {
            None => Ok(()),
            Some(_) => differs(entry.seq, Reason::of("found-ready-asked-so")),
        }
    }

    /// Checks that a player's word changes, and comes before the game begins.
    fn say(&mut self, entry: &Entry, player: String, ready: bool) -> Result<(), Difference> {
        let said = self.said.as_mut().filter(|_| !self.begun);
        let changed = said.is_some_and(|said| if ready { said.insert(player) } else { said.remove(&player) });
        if changed { Ok(()) } else { differs(entry.seq, Reason::of("found-ready-so")) }
    }

    /// A new player has said nothing; if they replace another, all have to say it again.
    pub(super) fn sit(&mut self, entry: &Entry, replaces: bool) {
        let (Some(said), Some(by)) = (&mut self.said, &entry.by) else { return };
        said.retain(|player| !replaces && *player != by.player);
        self.entropy.iter_mut().filter(|_| replaces).for_each(|entropy| entropy.change_player(&by.seat));
    }

    /// A seat loses its player.
    pub(super) fn leave(&mut self, seat: &str) {
        self.withdraw();
        self.entropy.iter_mut().for_each(|entropy| entropy.change_player(seat));
    }

    /// Nobody has said it of the present terms.
    pub(super) fn withdraw(&mut self) {
        self.said.iter_mut().for_each(BTreeSet::clear);
    }

    pub(super) fn begin(&mut self) {
        self.begun = true;
    }

    /// Returns whether the set-up waits for the beginning of the game.
    pub(super) fn delays_set_up(&self) -> bool {
        self.entropy.is_some()
    }

    /// Entropy is asked for, once, at a table with a ready check.
    fn ask_entropy(&mut self, entry: &Entry) -> Result<(), Difference> {
        match self.entropy.replace(Entropy::default()) {
            None if self.said.is_some() => Ok(()),
            _ => differs(entry.seq, Reason::of("found-entropy-asked-so")),
        }
    }

    /// A seat promises entropy.
    fn promise(&mut self, entry: &Entry, seat: &str, digest: String) -> Result<(), Difference> {
        let waits = self.holds();
        // After the first showing, new words could be chosen by those that were shown.
        match self.entropy.as_mut().filter(|entropy| waits && !entropy.shown && !entropy.has(seat)) {
            Some(entropy) => {
                entropy.promised.insert(seat.to_owned(), digest);
                Ok(())
            }
            None => differs(entry.seq, Reason::of("found-entropy-so")),
        }
    }

    /// A seat gives entropy at once, or what it promised. That comes when each of the other seats, with their `holders`, can add
    /// nothing any more.
    fn give<'p>(
        &mut self,
        entry: &Entry,
        (seat, digest): (&str, &str),
        mut holders: impl Iterator<Item = (&'p str, Option<&'p str>)>,
    ) -> Result<(), Difference> {
        let fault = || differs(entry.seq, Reason::of("found-entropy-so"));
        let (waits, player) = (self.holds(), entry.by.as_ref().map(|by| by.player.as_str()));
        let (Some(entropy), Some(said)) = (self.entropy.as_mut().filter(|_| waits), &self.said) else {
            return fault();
        };
        // Another seat of the same player could add nothing that the player does not know.
        let settled = |entropy: &Entropy, seat: &str, holder: &str| {
            Some(holder) == player || entropy.has(seat) || said.contains(holder)
        };
        let fits = match entropy.promised.get(seat) {
            Some(promised) => {
                *promised == promise_of(digest)
                    && holders.all(|(seat, holder)| holder.is_some_and(|it| settled(entropy, seat, it)))
            }
            None => !entropy.shown && !entropy.has(seat),
        };
        entropy.shown |= entropy.promised.remove(seat).is_some();
        entropy.given.insert(seat.to_owned());
        if fits { Ok(()) } else { fault() }
    }

    /// The players for whom the set-up waits, at a table whose seats have these `holders`: none unless every seat has one.
    pub(super) fn unready<'p>(
        &self,
        mut holders: impl Iterator<Item = Option<&'p str>>,
    ) -> BTreeSet<&'p str> {
        let waits = self.holds() && self.delays_set_up();
        // One free seat ends the fold: nobody's time runs before every seat is taken.
        let players = holders.try_fold(BTreeSet::new(), |mut players, holder| {
            players.extend(holder.filter(|player| !self.is(player)));
            holder.map(|_| players)
        });
        players.filter(|_| waits).unwrap_or_default()
    }

    /// Checks an event of the ready check; `opening` says whether the table is still being opened. Returns whether the game begins
    /// by it: it makes the last player ready, or ends the wait for the others, whose time is checked elsewhere.
    pub(super) fn event(
        &mut self,
        entry: &Entry,
        event: ReadyEvent,
        (opening, people, seats): (bool, &People, &[String]),
    ) -> Result<bool, Difference> {
        match event {
            ReadyEvent::ReadyAsked if opening => self.ask(entry)?,
            ReadyEvent::ReadySaid { ready } => {
                self.say(entry, people.by(entry)?.player.clone(), ready)?;
                return Ok(seats
                    .iter()
                    .all(|seat| people.holder(seat).is_some_and(|player| self.is(player))));
            }
            ReadyEvent::WaitEnded { .. } => {
                if self.unready(seats.iter().map(|seat| people.holder(seat))).is_empty() {
                    return differs(entry.seq, Reason::of("found-wait-ended-so"));
                }
                return Ok(true);
            }
            ReadyEvent::EntropyAsked if opening => self.ask_entropy(entry)?,
            ReadyEvent::EntropyPromised { digest } => self.promise(entry, &people.by(entry)?.seat, digest)?,
            ReadyEvent::EntropyGiven { digest, .. } => {
                let holders = seats.iter().map(|seat| (seat.as_str(), people.holder(seat)));
                self.give(entry, (&people.by(entry)?.seat, &digest), holders)?;
            }
            ReadyEvent::ReadyAsked | ReadyEvent::EntropyAsked | ReadyEvent::PlayBegan => {
                return differs(entry.seq, Reason::of("found-follows-from-nothing"));
            }
        }
        Ok(false)
    }
}

impl<G: Packed> Checker<'_, G> {
    pub(super) fn ready_event(&mut self, entry: &Entry, event: ReadyEvent) -> Result<(), Difference> {
        let seats = self.book.opened().map_or(&[][..], |opened| opened.seats.as_slice());
        if let ReadyEvent::WaitEnded { deadline } = &event {
            let unready = self.ready.unready(seats.iter().map(|seat| self.people.holder(seat)));
            self.time.end_wait(entry, &unready, deadline)?;
        }
        if self.ready.event(entry, event, (self.seating, &self.people, seats))? {
            self.cause = Some(entry.seq);
            self.due.push_back(Due::Began);
        }
        Ok(())
    }
}
