//! Seats, offers and consents: the audit's own fold.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use super::agreed::{self, Needs};
use super::time::moment;
use super::{Difference, differs};
use crate::log::{By, DiceEvent, Entry, RequestEvent};
use crate::reason::Reason;

/// The silence after which a claim, or a request to go on or to have no game master, needs no more answers.
const SILENCE: TimeDelta = TimeDelta::hours(72);

/// The seat of a game master in the log.
pub(super) const MASTER: &str = "master";

/// Returns whether an entry says that it is a game master's.
pub(super) fn is_masters(entry: &Entry) -> bool {
    entry.by.as_ref().is_some_and(|by| by.seat == MASTER)
}

/// The people at a table. Takebacks undo nothing here.
#[derive(Default)]
pub(super) struct People {
    holders: BTreeMap<String, String>,
    /// Seats kept for a player.
    offers: BTreeMap<String, String>,
    request: Option<Request>,
    /// True if the table looks for players.
    sought: bool,
    /// The game master.
    pub(super) master: Option<String>,
    /// True under a law of time that this program does not know: then the length of silences is not checked.
    timeless: bool,
}

struct Request {
    seq: u64,
    at: DateTime<Utc>,
    ask: RequestEvent,
    agreed: BTreeSet<String>,
}

impl People {
    /// Returns whether `player` holds `seat`.
    pub(super) fn holds(&self, player: &str, seat: &str) -> bool {
        self.holders.get(seat).is_some_and(|holder| holder == player)
    }

    /// Returns whether `player` holds any seat.
    pub(super) fn sits(&self, player: &str) -> bool {
        self.holders.values().any(|holder| holder == player)
    }

    /// Counts the people at the table.
    pub(super) fn count(&self) -> usize {
        self.holders.values().collect::<BTreeSet<_>>().len()
    }

    /// Checks the maker of an entry: a player at a seat they hold.
    pub(super) fn by<'a>(&self, entry: &'a Entry) -> Result<&'a By, Difference> {
        match &entry.by {
            None => differs(entry.seq, Reason::of("found-nobody")),
            Some(by) if self.holds(&by.player, &by.seat) => Ok(by),
            Some(by) => {
                let who = Reason::of("found-not-held").quoting("player", &by.player);
                differs(entry.seq, who.quoting("seat", &by.seat))
            }
        }
    }

    /// The player of a seat.
    pub(super) fn holder(&self, seat: &str) -> Option<&str> {
        self.holders.get(seat).map(String::as_str)
    }

    /// Seats a stand-in; the seat stays kept for the player it was kept for, or for its former holder.
    pub(super) fn stand_in(&mut self, entry: &Entry, seat: &str) -> Result<(), Difference> {
        let others = |by: &&By| by.seat == seat && self.holder(seat) != Some(by.player.as_str());
        let Some(by) = entry.by.as_ref().filter(others) else {
            return differs(entry.seq, of_seat("found-nobody-sits", seat));
        };
        let kept = self.offers.remove(seat).or_else(|| self.holders.get(seat).cloned());
        self.hand_over(seat, by.player.clone());
        // After the seat changed hands, by which every offer of it is removed.
        self.offers.extend(kept.filter(|kept| *kept != by.player).map(|kept| (seat.to_owned(), kept)));
        Ok(())
    }

    /// A player sits down; where `left` is true, at a seat that is left to others because its time is up.
    pub(super) fn take_seat(&mut self, entry: &Entry, seat: &str, left: bool) -> Result<(), Difference> {
        let Some(by) = entry.by.as_ref().filter(|by| by.seat == seat) else {
            return differs(entry.seq, of_seat("found-nobody-sits", seat));
        };
        if self.master.as_ref() == Some(&by.player) {
            return differs(entry.seq, of_seat("found-master-sits", seat));
        }
        match self.offers.remove(seat) {
            Some(player) if player != by.player => {
                return differs(entry.seq, of_seat("found-kept", seat));
            }
            None if self.holders.get(seat).is_some_and(|holder| !left || *holder == by.player) => {
                return differs(entry.seq, of_seat("found-taken", seat));
            }
            _ => {}
        }
        self.holders.insert(seat.to_owned(), by.player.clone());
        self.lapse();
        Ok(())
    }

    /// Gives the seat to another player, whatever was offered.
    pub(super) fn hand_over(&mut self, seat: &str, player: String) {
        self.offers.remove(seat);
        self.holders.insert(seat.to_owned(), player);
        self.lapse();
    }

    /// The seat has no player any more, and others are sought; who had it.
    pub(super) fn leave(&mut self, seat: &str) -> Option<String> {
        self.offers.remove(seat);
        self.sought = true;
        self.lapse();
        self.holders.remove(seat)
    }

    /// Checks an event of the witness of the dice that comes by itself: a player alone goes on with the club's own dice.
    pub(super) fn go_on_alone(&self, entry: &Entry, event: &DiceEvent) -> Result<(), Difference> {
        match event {
            DiceEvent::OwnDiceAgreed => {
                self.by(entry)?;
                match self.count() > 1 {
                    true => differs(entry.seq, Reason::of("found-own-dice-so")),
                    false => Ok(()),
                }
            }
            // The check of the witness has the rest.
            DiceEvent::WitnessAsked { .. }
            | DiceEvent::DiceWitnessed { .. }
            | DiceEvent::DiceAbandoned { .. } => Ok(()),
        }
    }

    /// Records another game master.
    pub(super) fn change_master(&mut self, player: Option<String>) {
        self.master = player;
        self.lapse();
    }

    pub(super) fn offer(&mut self, entry: &Entry, seat: &str, player: &str) -> Result<(), Difference> {
        let by = match is_masters(entry) {
            true => self.mastered(entry).map(|()| MASTER)?,
            false => &self.by(entry)?.seat,
        };
        match self.holders.get(seat) {
            Some(holder) if by != seat || holder == player => {
                differs(entry.seq, of_seat("found-offered-so", seat))
            }
            _ => {
                self.offers.insert(seat.to_owned(), player.to_owned());
                Ok(())
            }
        }
    }

    /// Returns whether one of these seats is free.
    pub(super) fn leave_free(&self, seats: &[String]) -> bool {
        seats.iter().any(|seat| !self.holders.contains_key(seat))
    }

    /// Records the search for players, which needs a free seat, or its end.
    pub(super) fn seek(&mut self, entry: &Entry, sought: bool, free: bool) -> Result<(), Difference> {
        self.by(entry)?;
        if self.sought == sought || (sought && !free) {
            return differs(entry.seq, Reason::of("found-sought-so"));
        }
        self.sought = sought;
        Ok(())
    }

    pub(super) fn withdraw(&mut self, entry: &Entry, seat: &str) -> Result<(), Difference> {
        let Some(offered_to) = self.offers.remove(seat) else {
            return differs(entry.seq, of_seat("found-not-offered", seat));
        };
        // A player who declines an offer need not sit at the table.
        if entry.by.as_ref().is_some_and(|by| by.player == offered_to && by.seat == seat) {
            return Ok(());
        }
        if self.by(entry)?.seat != seat && self.holders.contains_key(seat) {
            return differs(entry.seq, of_seat("found-offer-of-another", seat));
        }
        Ok(())
    }

    pub(super) fn ask(&mut self, entry: &Entry, ask: RequestEvent) -> Result<(), Difference> {
        let by = self.by(entry)?;
        if self.count() < 2 {
            return differs(entry.seq, Reason::of("found-alone"));
        }
        // A request that lapsed is gone, so this one still waits for answers.
        if let Some(request) = &self.request {
            return differs(entry.seq, Reason::of("found-request-open").with("entry", request.seq));
        }
        let agreed = BTreeSet::from([by.player.clone()]);
        self.request = Some(Request { seq: entry.seq, at: moment(&entry.at), ask, agreed });
        Ok(())
    }

    /// The consequence of an answer: the request itself, if this was the last agreement.
    pub(super) fn answer(
        &mut self,
        entry: &Entry,
        number: u64,
        agrees: bool,
    ) -> Result<Option<RequestEvent>, Difference> {
        let by = self.by(entry)?;
        let Some(request) = self.request.as_mut().filter(|request| request.seq == number) else {
            return differs(entry.seq, Reason::of("found-no-request").with("entry", number));
        };
        // Whoever agreed may still refuse, and so may the player who asked, who agreed by asking.
        if !agrees {
            self.lapse();
            return Ok(None);
        }
        if !request.agreed.insert(by.player.clone()) {
            return differs(entry.seq, Reason::of("found-agreed-before").quoting("player", &by.player));
        }
        let ask = request.ask.clone();
        let against = match agreed::needs(&ask) {
            Needs::TimeUp(seat) => self.holders.get(seat),
            Needs::Nothing | Needs::Order(_) | Needs::Clock => None,
        };
        if against == Some(&by.player) {
            return differs(entry.seq, Reason::of("found-claimed-from").quoting("player", &by.player));
        }
        let mut asked = self.holders.values().filter(|player| against != Some(player));
        let all = asked.all(|player| request.agreed.contains(player));
        if all {
            self.lapse();
        }
        Ok(all.then_some(ask))
    }

    /// Returns whether nobody has refused this request for so long that it needs no more answers.
    pub(super) fn is_unanswered(&self, ask: &RequestEvent, at: &str) -> bool {
        let asked = self.request.as_ref().filter(|request| request.ask == *ask);
        asked.is_some_and(|request| self.timeless || moment(at) - request.at >= SILENCE)
    }

    /// Another law of time is in force: `known` says whether this program knows it.
    pub(super) fn know_time(&mut self, known: bool) {
        self.timeless = !known;
    }

    /// The clock is set back: nothing was asked later.
    pub(super) fn set_back(&mut self, at: DateTime<Utc>) {
        self.request.iter_mut().for_each(|request| request.at = request.at.min(at));
    }

    /// No request is open any more.
    pub(super) fn lapse(&mut self) {
        self.request = None;
    }
}

fn of_seat(key: &'static str, seat: &str) -> Reason {
    Reason::of(key).quoting("seat", seat)
}
