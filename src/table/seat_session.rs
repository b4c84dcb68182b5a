//! A seat's session: one player at one seat of one table. It is all a door needs, and holds no more than the seat
//! may see.
//!
//! A player who does not hold the seat, or no longer does, sees nothing through it until the table is closed.

use std::any::Any;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::caller::Caller;
use super::command::TableCommand;
use super::dice::TableWitness;
use super::entropy::GivenEntropy;
use super::fold::Table;
use super::history::History;
use super::people::SeatHolding;
use super::questions::OpenPrompt;
use super::ready_check::Readiness;
use super::remembered::ReaderKey;
use super::reply::{Reply, TableFault};
use super::request::OpenConsent;
use super::service::Tables;
use super::undo::Takebacks;
use crate::dice_page::{self, DicePage};
use crate::game::{Options, Seat, Viewer};
use crate::games::Packed;
use crate::log::{Head, Store};
use crate::view::{self, VisibleEntry};
use crate::words::Lang;

/// One player at one seat of one table.
pub struct SeatSession<G: Packed, S: Store + ?Sized = dyn Store> {
    tables: Arc<Tables<G, S>>,
    table: String,
    seat: Seat,
    caller: Caller,
}

/// Snapshot of a table for one seat. It contains only what the seat may see: public entries, its view, its own orders.
pub struct SeatSnapshot<G: Packed> {
    /// The table.
    pub table: String,
    /// The game with its data pack, for names and charts.
    pub game: Arc<G>,
    /// The seat.
    pub seat: Seat,
    /// The seats of the table, with their players and the players for whom they are kept.
    pub seats: Vec<SeatHolding>,
    /// What needs no game.
    pub facts: SeatFacts,
    /// The seat's view of the state; everything, once the table is closed.
    pub view: Seen<G>,
}

/// What a snapshot holds whichever game is played. `head` is a hash over all entries, sealed ones too; their salts keep the
/// contents from being guessed.
pub struct SeatFacts {
    /// The seat's prompt; `None` while it waits, and when the game is over.
    pub asked: Option<OpenPrompt>,
    /// The open request.
    pub pending: Option<OpenConsent>,
    /// Whether this player has still to answer it.
    pub has_to_answer: bool,
    /// The format of the log.
    pub format: u32,
    /// The ready check, while the game has not begun.
    pub readiness: Option<Readiness>,
    /// The seats that gave entropy; `None` at a table whose set-up does not wait for it.
    pub entropy: Option<GivenEntropy>,
    /// The witness of the dice.
    pub witness: Option<TableWitness>,
    /// Whether the game waits for this player to say that they are ready.
    pub has_to_get_ready: bool,
    /// Whether the game waits for this seat to answer.
    pub awaited: bool,
    /// Seats that the game waits for, sometimes several: that a seat has decided is public, its decision is not.
    pub waiting_for: Vec<Seat>,
    /// The legal orders as the game has them.
    pub options: Arc<Options>,
    /// The orders that may be taken back now.
    pub takebacks: Takebacks,
    /// Whether the table was opened as practice, which every report says.
    pub practice: bool,
    /// The number of looks at hidden information, which every report shows.
    pub peeks: u32,
    /// Whether the game is over.
    pub over: bool,
    /// Why the table was closed, if it is.
    pub closed: Option<String>,
    /// The head of the log, shown with every turn report.
    pub head: Head,
    /// The viewer that the player is.
    pub viewer: Viewer,
}

/// A view of a table that is computed on first use: it is costly, and many calls do not need it.
pub struct Seen<G: Packed> {
    table: Arc<Table<G>>,
    viewer: Viewer,
    view: OnceLock<Arc<G::View>>,
}

impl<G: Packed> Seen<G> {
    /// What this viewer is shown of this table, as a `T`: made by `make` at first use, once for the language and a measure such as a
    /// width. Each use has a type of its own.
    pub fn remembered<T: Any + Send + Sync>(
        &self,
        (lang, measure): (Lang, usize),
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        self.table.remembered.get(ReaderKey { viewer: self.viewer, lang, measure }, make)
    }

    /// The same of a value that may fail to be made; what failed is not remembered.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn try_remembered<T: Any + Send + Sync, E>(
        &self,
        (lang, measure): (Lang, usize),
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        self.table.remembered.try_get(ReaderKey { viewer: self.viewer, lang, measure }, make)
    }
}

impl<G: Packed> Deref for Seen<G> {
    type Target = G::View;
    fn deref(&self) -> &G::View {
        self.view.get_or_init(|| self.table.seen_by(self.viewer))
    }
}

impl<G: Packed, S: Store + ?Sized> SeatSession<G, S> {
    /// `caller` at `seat` of `table`. Each command checks the seat's holder when it is given.
    pub fn new(tables: Arc<Tables<G, S>>, table: &str, seat: Seat, caller: Caller) -> SeatSession<G, S> {
        SeatSession { tables, table: table.to_owned(), seat, caller }
    }

    /// The id of the table.
    pub fn table_id(&self) -> &str {
        &self.table
    }

    /// The seat of this session.
    pub fn own_seat(&self) -> Seat {
        self.seat
    }

    /// The seat's view, question and options now.
    ///
    /// # Errors
    /// [`TableFault::Refused`] when the player does not hold the seat; another [`TableFault`].
    pub fn snapshot(&self) -> Result<SeatSnapshot<G>, TableFault> {
        let now = self.tables.now(&self.table)?;
        self.snapshot_at(&now)
    }

    /// As [`SeatSession::snapshot`], of the table `table`.
    ///
    /// # Errors
    /// As [`SeatSession::snapshot`].
    pub fn snapshot_at(&self, table: &Arc<Table<G>>) -> Result<SeatSnapshot<G>, TableFault> {
        // Refused here, a player who lost the seat is shown nothing of what follows.
        let viewer = table.viewer_of(Some(&self.caller.player), Viewer::Seat(self.seat))?;
        Ok(SeatSnapshot {
            table: table.id().to_owned(),
            game: table.game().clone(),
            seat: self.seat,
            seats: table.places().collect(),
            view: Seen { table: table.clone(), viewer, view: OnceLock::new() },
            facts: SeatFacts {
                asked: table.asked_of(self.seat).cloned(),
                pending: table.pending(),
                has_to_answer: table.has_to_answer(&self.caller.player),
                format: table.opened().format,
                readiness: table.readiness(),
                entropy: table.entropy(),
                witness: table.witness().cloned(),
                has_to_get_ready: table.has_to_get_ready(&self.caller.player),
                awaited: table.waited_for_at(self.seat).is_some(),
                waiting_for: table.waited_for().map(|asked| asked.prompt.seat).collect(),
                options: table.options(self.seat),
                takebacks: table.takebacks(&self.caller.player),
                practice: table.opened().practice,
                peeks: table.peeks(),
                over: table.is_over(),
                closed: table.closed().map(str::to_owned),
                head: table.head(),
                viewer,
            },
        })
    }

    /// The stored reply to command number `index` (from 0) of the outside message `outside_id`; `None` if that is new.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn answered(&self, outside_id: &str, index: u32) -> Result<Option<Reply>, TableFault> {
        self.tables.reply_under_key(&self.caller.clone().keyed(outside_id, index))
    }

    /// Sets the idempotency key: the next command is number `index` (from 0) of the outside message `outside_id`.
    pub fn key(&mut self, outside_id: &str, index: u32) {
        self.caller = self.caller.clone().keyed(outside_id, index);
    }

    /// The viewer this session is.
    fn viewer(&self) -> Result<Viewer, TableFault> {
        self.tables.viewer_for(&self.table, Some(&self.caller.player), Viewer::Seat(self.seat))
    }

    /// Gives a command, as this player at this door.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn give(&self, command: &TableCommand) -> Result<Reply, TableFault> {
        self.tables.perform(&self.table, &self.caller, command)
    }

    /// The lines of the log after entry `after`, as the seat may see them.
    ///
    /// # Errors
    /// [`TableFault::Refused`] when the player does not hold the seat; another [`TableFault`].
    pub fn lines_after(&self, after: u64) -> Result<Vec<VisibleEntry>, TableFault> {
        Ok(view::of_table::<G>(self.tables.store(), &self.table, after, self.viewer()?)?)
    }

    /// The lines of the log after entry `after` up to entry `to`, as the seat could see them at entry `to`; `now` says
    /// whether the player holds it.
    ///
    /// # Errors
    /// As [`SeatSession::lines_after`].
    pub fn lines_between(
        &self,
        now: &Table<G>,
        after: u64,
        to: u64,
    ) -> Result<Vec<VisibleEntry>, TableFault> {
        // The holder of today counts, not that of entry `to`.
        let viewer = now.viewer_of(Some(&self.caller.player), Viewer::Seat(self.seat))?;
        Ok(view::of_span::<G>(self.tables.store(), &self.table, after, to, viewer)?)
    }

    /// The dice page, as the seat may see it.
    ///
    /// # Errors
    /// [`TableFault::Refused`] when the player does not hold the seat; another [`TableFault`].
    pub fn dice_page(&self) -> Result<DicePage, TableFault> {
        Ok(dice_page::page(&self.lines_after(0)?)?)
    }

    /// The table's past, to step through as the seat saw it.
    ///
    /// # Errors
    /// [`TableFault::Refused`] when the player does not hold the seat; another [`TableFault`].
    pub fn past(&self) -> Result<History<G>, TableFault> {
        self.tables.history(&self.table, self.viewer()?)
    }
}
