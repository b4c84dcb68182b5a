//! Who sits where, who is offered a seat, and who has agreed to what: a fold of the audit's own.

use std::collections::{BTreeMap, BTreeSet};

use super::{Difference, differs};
use crate::log::{By, Entry};

/// The people at a table. Takebacks undo nothing here.
#[derive(Default)]
pub(super) struct People {
    holders: BTreeMap<String, String>,
    /// Seats kept for a player.
    offers: BTreeMap<String, String>,
    request: Option<Request>,
}

/// What a request asks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    Back(u64),
    Close,
}

struct Request {
    seq: u64,
    ask: Ask,
    agreed: BTreeSet<String>,
}

impl People {
    /// Whether `player` holds `seat`.
    pub(super) fn holds(&self, player: &str, seat: &str) -> bool {
        self.holders.get(seat).is_some_and(|holder| holder == player)
    }

    /// How many people sit at the table.
    pub(super) fn count(&self) -> usize {
        self.holders.values().collect::<BTreeSet<_>>().len()
    }

    /// Who made an entry, at a seat they hold.
    pub(super) fn by<'a>(&self, entry: &'a Entry) -> Result<&'a By, Difference> {
        match &entry.by {
            None => differs(entry.seq, "nobody is named who did it"),
            Some(by) if self.holds(&by.player, &by.seat) => Ok(by),
            Some(by) => differs(entry.seq, format!("{} does not hold the seat {}", by.player, by.seat)),
        }
    }

    pub(super) fn take_seat(&mut self, entry: &Entry, seat: &str) -> Result<(), Difference> {
        let Some(by) = entry.by.as_ref().filter(|by| by.seat == seat) else {
            return differs(entry.seq, format!("nobody is named who takes the seat {seat}"));
        };
        match self.offers.remove(seat) {
            Some(player) if player != by.player => {
                return differs(entry.seq, format!("the seat {seat} is kept for another player"));
            }
            None if self.holders.contains_key(seat) => {
                return differs(entry.seq, "the seat was taken before");
            }
            _ => {}
        }
        self.holders.insert(seat.to_owned(), by.player.clone());
        self.lapse();
        Ok(())
    }

    pub(super) fn offer(&mut self, entry: &Entry, seat: &str, player: &str) -> Result<(), Difference> {
        let by = self.by(entry)?;
        match self.holders.get(seat) {
            Some(holder) if by.seat != seat || holder == player => {
                differs(entry.seq, format!("the seat {seat} cannot be offered so"))
            }
            _ => {
                self.offers.insert(seat.to_owned(), player.to_owned());
                Ok(())
            }
        }
    }

    pub(super) fn withdraw(&mut self, entry: &Entry, seat: &str) -> Result<(), Difference> {
        let Some(offered_to) = self.offers.remove(seat) else {
            return differs(entry.seq, format!("the seat {seat} is offered to nobody"));
        };
        if entry.by.as_ref().is_some_and(|by| by.player == offered_to && by.seat == seat) {
            return Ok(());
        }
        if self.by(entry)?.seat != seat && self.holders.contains_key(seat) {
            return differs(entry.seq, format!("the offer of the seat {seat} is another player's"));
        }
        Ok(())
    }

    pub(super) fn ask(&mut self, entry: &Entry, ask: Ask) -> Result<(), Difference> {
        let by = self.by(entry)?;
        if self.count() < 2 {
            return differs(entry.seq, "there is nobody else at the table to agree");
        }
        if let Some(request) = &self.request {
            return differs(entry.seq, format!("the request of entry {} is still open", request.seq));
        }
        let agreed = BTreeSet::from([by.player.clone()]);
        self.request = Some(Request { seq: entry.seq, ask, agreed });
        Ok(())
    }

    /// What an answer leads to: what was asked, when it is the last agreement.
    pub(super) fn answer(
        &mut self,
        entry: &Entry,
        number: u64,
        agrees: bool,
    ) -> Result<Option<Ask>, Difference> {
        let by = self.by(entry)?;
        let Some(request) = self.request.as_mut().filter(|request| request.seq == number) else {
            return differs(entry.seq, format!("no request of entry {number} is open"));
        };
        if !agrees {
            self.lapse();
            return Ok(None);
        }
        if !request.agreed.insert(by.player.clone()) {
            return differs(entry.seq, format!("{} has agreed before", by.player));
        }
        let ask = request.ask;
        let all = self.holders.values().all(|player| request.agreed.contains(player));
        if all {
            self.lapse();
        }
        Ok(all.then_some(ask))
    }

    /// No request is open any more.
    pub(super) fn lapse(&mut self) {
        self.request = None;
    }
}
