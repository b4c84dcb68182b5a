//! One terminal, and the seats whose players take turns at it.

use std::ops::{Deref, DerefMut};

use crate::club::ClubError;
use crate::club::session::{Head, OrderOutcome, PlayerSession};
use crate::game::Seat;
use crate::report::{COLUMNS, Phrases};

/// The way a player arrives at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// They opened it just now.
    Opened,
    /// They have just taken a seat.
    Joined,
    /// They had their seat before.
    Resumed,
}

/// A seat that is played here.
struct Own {
    session: PlayerSession,
    /// True if it had the terminal yet.
    met: bool,
}

/// The seats of one player at a terminal: one, or several in turn. It acts for the seat that has the terminal.
pub struct HotSeat {
    own: Vec<Own>,
    /// Which of them has the terminal.
    at: usize,
    /// The seat whose order was taken back: it plays on.
    back_to: Option<Seat>,
    /// The way the player arrived.
    pub(super) arrival: Arrival,
    /// Remembers each head that was shown.
    remember: Option<Box<dyn FnMut(Head)>>,
}

impl Deref for HotSeat {
    type Target = PlayerSession;
    fn deref(&self) -> &PlayerSession {
        &self.own[self.at].session
    }
}

impl DerefMut for HotSeat {
    fn deref_mut(&mut self) -> &mut PlayerSession {
        &mut self.own[self.at].session
    }
}

impl HotSeat {
    /// These seats at a terminal; the first has it until it is handed over.
    ///
    /// # Errors
    /// [`ClubError::Failed`] without a seat.
    pub fn new(seats: Vec<PlayerSession>, arrival: Arrival) -> Result<HotSeat, ClubError> {
        if seats.is_empty() {
            return Err(ClubError::failed("there is no seat to sit down to"));
        }
        // A player alone has the terminal from the start.
        let met = seats.len() == 1;
        let own = seats.into_iter().map(|session| Own { session, met }).collect();
        Ok(HotSeat { own, at: 0, back_to: None, arrival, remember: None })
    }

    /// Sets the function that remembers each head shown.
    #[must_use]
    pub fn remembering(mut self, remember: impl FnMut(Head) + 'static) -> HotSeat {
        self.remember = Some(Box::new(remember));
        self
    }

    /// The head of the log was shown.
    pub(super) fn showed(&mut self, head: Head) {
        if let Some(remember) = &mut self.remember {
            remember(head);
        }
    }

    /// Returns whether it serves one seat only.
    pub(super) fn is_single(&self) -> bool {
        self.own.len() == 1
    }

    /// The seat that must have the terminal next; `None` if the present one keeps it.
    fn next(&self) -> Option<usize> {
        if self.is_single() || self.asked().is_ok_and(|asked| asked.over) {
            return None;
        }
        let held = self.held();
        // The seats that the player still holds, each with its prompt number.
        let own: Vec<(usize, Seat, Option<u64>)> = (0..self.own.len())
            .filter_map(|at| {
                let seat = self.own[at].session.seat();
                held.iter().find(|(held, _)| *held == seat).map(|(_, asked)| (at, seat, *asked))
            })
            .collect();
        let back_to = own.iter().find(|(_, seat, asked)| Some(*seat) == self.back_to && asked.is_some());
        if let Some((at, ..)) = back_to {
            return Some(*at).filter(|at| *at != self.at);
        }
        let here = own.iter().find(|(at, ..)| *at == self.at).filter(|_| self.own[self.at].met);
        // Whoever is still asked goes on: the terminal changes hands no more often than it must.
        if here.is_some_and(|(.., asked)| asked.is_some()) {
            return None;
        }
        // The lowest number has waited longest; of equals the first in the table's order.
        let longest = own.iter().filter_map(|(at, _, asked)| Some(((*asked)?, *at))).min().map(|(_, at)| at);
        // Nobody has had the terminal yet: even a seat that only waits has secrets.
        let anybody = || own.iter().find(|(at, ..)| *at == self.at).or(own.first()).map(|(at, ..)| *at);
        longest.or_else(|| if here.is_none() { anybody() } else { None })
    }

    /// The seat, in words, that has to have the terminal before play can go on.
    pub(super) fn next_seat(&self) -> Option<String> {
        self.next().map(|at| self.named(at))
    }

    /// The seat that has the terminal, in words.
    pub(super) fn here(&self) -> String {
        self.named(self.at)
    }

    fn named(&self, at: usize) -> String {
        let (book, lexicon) = (self.book(), self.lexicon());
        let phrases = Phrases { words: self.words(), lang: self.lang(), book, lexicon, columns: COLUMNS };
        phrases.seat(self.own[at].session.seat())
    }

    /// Gives the terminal to that seat: from here on everything is seen with its eyes. Says whether it is the first
    /// time that the seat has it.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub(super) fn hand_over(&mut self) -> Result<bool, ClubError> {
        self.at = self.next().unwrap_or(self.at);
        self.back_to = None;
        self.refresh()?;
        Ok(!std::mem::replace(&mut self.own[self.at].met, true))
    }

    /// As [`PlayerSession::undo`]; the seat whose order is taken back plays on.
    ///
    /// # Errors
    /// As [`PlayerSession::undo`].
    pub(super) fn undo(&mut self, count: Option<usize>) -> Result<OrderOutcome, ClubError> {
        let seat = self.undoes(count)?;
        let answer = (**self).undo(count)?;
        if matches!(answer, OrderOutcome::Accepted { .. } | OrderOutcome::Noted(_)) {
            self.back_to = seat;
        }
        Ok(answer)
    }

    /// Returns whether the player has no seat here any more.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub(super) fn is_gone(&self) -> Result<bool, ClubError> {
        Ok(self.asked()?.gone && self.next().is_none())
    }
}
