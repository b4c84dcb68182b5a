//! The past of a table: stepping through its log, forwards and back, as one viewer sees it.

use std::sync::Arc;

use serde::Deserialize;

use super::caller::Caller;
use super::fold::{Table, opened};
use super::known::{EntryContent, Known};
use super::peek;
use super::questions::OpenPrompt;
use super::reply::TableFault;
use super::service::Tables;
use crate::game::{OrderForm, Seat, Viewer, Word};
use crate::games::{AskedSeat, Packed};
use crate::log::visibility::Personal;
use crate::log::{Entry, Head, PlayEvent, Store, TableEvent};
use crate::view::{self, VisibleEntry};

/// A table's past, for one viewer.
pub struct History<G: Packed> {
    game: Arc<G>,
    entries: Vec<Entry>,
    /// The content of each entry.
    known: Vec<Known<'static, G::Event>>,
    /// The digest of every entry, as stored.
    digests: Vec<[u8; 32]>,
    viewer: Viewer,
    /// The texts between players, and the start of each seat's present holder.
    personal: Personal<fn(&Entry) -> bool>,
    /// The table after the current entry.
    now: Table<G>,
}

/// The course of a game, with everything that was hidden.
pub struct Course<S> {
    /// The orders that count.
    pub orders: Vec<OrderThen<S>>,
    /// The final state.
    pub end: S,
    /// The digest of the last entry.
    pub digest: [u8; 32],
}

/// An order of a table's past.
pub struct OrderThen<S> {
    /// The entry that holds it.
    pub seq: u64,
    /// Its seat.
    pub seat: Seat,
    /// It.
    pub order: OrderForm,
    /// The position it was given in.
    pub state: S,
}

/// The length of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// Entry by entry.
    Entry,
    /// To the entry where the phase changes.
    Phase,
    /// To the entry where the day changes.
    Day,
    /// To the entry where the part of the log changes.
    Part,
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// The past of a table, at its last entry. On an open table [`Viewer::All`] sees what a spectator sees.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn history(&self, table: &str, viewer: Viewer) -> Result<History<G>, TableFault> {
        self.past(table, |now| now.lowered(viewer))
    }

    /// The past of a table with everything open, for `caller`, whose peek is noted first if it is not closed.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn peek_history(&self, table: &str, caller: &Caller, what: &str) -> Result<History<G>, TableFault> {
        // A table that cannot be read must not get a peek on record.
        self.look(table, |_| ())?;
        peek::note(self.store(), self.platform(), table, caller, what)?;
        self.past(table, |_| Viewer::All)
    }

    /// The key of the dice with which a computer player at `seat` decided on the order of entry `order`; `None` at a table whose dice
    /// follow from the chain.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn thought_key_of(
        &self,
        table: &str,
        (seat, order): (Seat, u64),
    ) -> Result<Option<[u8; 32]>, TableFault> {
        let Some(seed) = self.store().seed(table)? else { return Ok(None) };
        let mut history = self.past(table, |_| Viewer::All)?;
        history.go(order.saturating_sub(1))?;
        Ok(history.then().thought_key(&seed, seat))
    }

    fn past(&self, table: &str, viewer: impl FnOnce(&Table<G>) -> Viewer) -> Result<History<G>, TableFault> {
        self.guard(table, || {
            let rows = self.rows(table)?;
            let known: Vec<_> = self.known(table, &rows)?.into_iter().map(Known::into_owned).collect();
            let game = self.game_opened(table, opened(table, known.first())?)?;
            let entries =
                rows.raws.iter().map(|raw| self.entry(table, raw)).collect::<Result<Vec<_>, _>>()?;
            let is_written: fn(&Entry) -> bool = view::is_written::<G>;
            let personal = Personal::of(&entries, is_written);
            let digests = rows.raws.iter().map(|raw| raw.digest).collect();
            // The live table is folded already, and fits unless entries were added since the rows were read.
            let live = self.now(table)?;
            let now = match live.head() == rows.head {
                true => Table::clone(&live),
                false => Table::fold(game.clone(), table, &known, rows.head)?,
            };
            let viewer = viewer(&now);
            Ok(History { game, entries, known, digests, viewer, personal, now })
        })
    }
}

impl<G: Packed> History<G> {
    /// The game with its data pack.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The lines after entry `after`, up to the current entry, as the viewer saw them then: entries opened later are sealed
    /// again.
    ///
    /// # Errors
    /// [`TableFault::Entry`] if an entry does not fit.
    pub fn lines(&self, after: u64) -> Result<Vec<VisibleEntry>, TableFault> {
        let then = self.entries.get(after as usize..self.at() as usize).unwrap_or_default();
        view::entries(then, self.viewer, &self.personal, |entry| {
            Ok(self.digests.get(entry.seq as usize - 1).copied().unwrap_or_default())
        })
        .map_err(|error| TableFault::unfit(self.now.id(), self.at(), error))
    }

    /// The typed content of entry `seq`; `None` if there is no such entry.
    pub fn content(&self, seq: u64) -> Option<&EntryContent<G::Event>> {
        let at = usize::try_from(seq.checked_sub(1)?).ok()?;
        Some(&self.known.get(at)?.said)
    }

    /// The course of a finished game; `None` before the end, because positions contain secrets. Moves the history to its end.
    ///
    /// # Errors
    /// [`TableFault::Entry`] if an entry does not fit.
    pub fn course(&mut self) -> Result<Option<Course<G::State>>, TableFault> {
        self.go(self.last())?;
        if !self.now.is_over() && self.now.closed().is_none() {
            return Ok(None);
        }
        let end = G::State::clone(&self.now.state);
        let given: Vec<(u64, Seat)> =
            self.now.undo.given.iter().map(|given| (given.order, given.seat)).collect();
        let orders =
            given.into_iter().map(|(seq, seat)| self.order_then(seq, seat)).collect::<Result<_, _>>()?;
        self.go(self.last())?;
        let digest = self.digests.last().copied().unwrap_or_default();
        Ok(Some(Course { orders, end, digest }))
    }

    fn order_then(&mut self, seq: u64, seat: Seat) -> Result<OrderThen<G::State>, TableFault> {
        self.go(seq - 1)?;
        let unfit = |what: String| TableFault::unfit(self.now.id(), seq, what);
        let Some(EntryContent::TableEvent(TableEvent::Play(PlayEvent::OrderGiven { order, .. }))) =
            self.content(seq)
        else {
            return Err(unfit("it holds no order".to_owned()));
        };
        let order = OrderForm::deserialize(order).map_err(|error| unfit(error.to_string()))?;
        Ok(OrderThen { seq, seat, order, state: G::State::clone(&self.now.state) })
    }

    /// The viewer.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The table.
    pub fn table(&self) -> &str {
        self.now.id()
    }

    /// The current entry.
    pub fn at(&self) -> u64 {
        self.now.head.seq
    }

    /// The last entry.
    pub fn last(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The table after the current entry.
    pub fn then(&self) -> &Table<G> {
        &self.now
    }

    /// The view after the current entry, without texts between players from before the viewer took their seat.
    pub fn view(&self) -> G::View {
        let mut view = self.game.view(&self.now.state, self.viewer);
        let taken = match self.viewer {
            Viewer::Seat(seat) => self.personal.taken.get(seat.as_str()),
            Viewer::Spectator | Viewer::All => None,
        };
        // At that entry `hand_over` has not yet hidden the texts to the seat's former player.
        if taken.is_some_and(|taken| self.at() < *taken) {
            G::withhold_written(&mut view);
        }
        view
    }

    /// The prompts open at that entry.
    pub fn asked(&self) -> &[OpenPrompt] {
        &self.now.questions.asked
    }

    /// Those of them that the game waited for.
    pub fn waited_for(&self) -> impl Iterator<Item = &OpenPrompt> {
        self.now.waited_for()
    }

    /// As [`Table::seats_awaited`], of that entry.
    pub fn seats_awaited(&self) -> Vec<AskedSeat> {
        self.now.seats_awaited(self.viewer)
    }

    /// The day, counted from 1, and the phase then.
    pub fn moment(&self) -> (u32, Word) {
        self.game.moment(&self.now.state)
    }

    /// The part of the log then, where the table plays several one after the other.
    pub fn part(&self) -> Option<u32> {
        self.game.part(&self.now.state)
    }

    fn mark(&self) -> Mark {
        let (day, phase) = self.moment();
        (self.part(), day, phase)
    }

    /// Goes to the first entry of a part; `false`, at the end, if there is none.
    ///
    /// # Errors
    /// As [`History::go`].
    pub fn go_to_part(&mut self, part: u32) -> Result<bool, TableFault> {
        self.go(1)?;
        while self.part() != Some(part) {
            if !self.forward(Stride::Part)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Goes to entry `seq`; beyond the ends, to the end.
    ///
    /// # Errors
    /// [`TableFault::Entry`] when an entry does not fit.
    pub fn go(&mut self, seq: u64) -> Result<(), TableFault> {
        let seq = seq.clamp(1, self.last());
        let to = seq as usize;
        // `None` backwards and over a takeback: then the log is folded from its first entry.
        let ahead = self
            .known
            .get(self.at() as usize..to)
            .filter(|ahead| ahead.iter().all(|entry| entry.back_to().is_none()));
        // Only the seq matters here: nobody has the chain value of an earlier entry.
        let head = Head { seq, chain: [0; 32] };
        if let Some(ahead) = ahead {
            return self.now.advance(ahead, head);
        }
        self.now = Table::fold(self.game.clone(), &self.now.id, &self.known[..to], head)?;
        Ok(())
    }

    /// Goes one stride on; `false` at the end.
    ///
    /// # Errors
    /// As [`History::go`].
    pub fn forward(&mut self, stride: Stride) -> Result<bool, TableFault> {
        let before = self.mark();
        while self.at() < self.last() {
            self.go(self.at() + 1)?;
            if differs(stride, &before, &self.mark()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes one stride back; `false` at the beginning.
    ///
    /// # Errors
    /// As [`History::go`].
    pub fn back(&mut self, stride: Stride) -> Result<bool, TableFault> {
        let before = self.mark();
        while self.at() > 1 {
            self.go(self.at() - 1)?;
            if differs(stride, &before, &self.mark()) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Part of the log, day and phase.
type Mark = (Option<u32>, u32, Word);

fn differs(stride: Stride, before: &Mark, after: &Mark) -> bool {
    match stride {
        Stride::Entry => true,
        Stride::Phase => before != after,
        Stride::Day => (before.0, before.1) != (after.0, after.1),
        Stride::Part => before.0 != after.0,
    }
}
