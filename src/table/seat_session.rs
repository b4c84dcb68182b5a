//! A seat's session: one player at one seat of one table. It is all a door needs, and holds no more than the seat
//! may see.
//!
//! A player who does not hold the seat, or no longer does, sees nothing through it until the table is closed.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use chrono::{DateTime, Utc};
use serde_json::json;

use super::caller::Caller;
use super::fold::{OpenPrompt, Table};
use super::history::History;
use super::people::SeatHolding;
use super::ready_check::Readiness;
use super::reply::{Reply, TableFault};
use super::request::Pending;
use super::service::Tables;
use super::submit::Order;
use super::undo::Takebacks;
use crate::dice_page::{self, DicePage};
use crate::game::{Options, OrderForm, Refusal, Seat, Viewer};
use crate::games::Packed;
use crate::log::{Head, Store, TimeChange};
use crate::view::{self, VisibleEntry};

/// One player at one seat of one table.
pub struct SeatSession<G: Packed, S: Store + ?Sized = dyn Store> {
    tables: Arc<Tables<G, S>>,
    table: String,
    seat: Seat,
    caller: Caller,
}

/// Snapshot of a table for one seat. It holds only what the seat may see: public entries, its view, its own orders.
/// Exception: `head` is a hash over all entries, sealed ones too; their salts keep the contents from being guessed.
pub struct SeatSnapshot<G: Packed> {
    /// The table.
    pub table: String,
    /// The game with its data pack, for names and charts.
    pub game: Arc<G>,
    /// The seat.
    pub seat: Seat,
    /// What the seat is asked; `None` while it waits, and when the game is over.
    pub asked: Option<OpenPrompt>,
    /// The seats of the table: who holds them, which are free, which are kept for whom.
    pub seats: Vec<SeatHolding>,
    /// The open request.
    pub pending: Option<Pending>,
    /// Whether this player has still to answer it.
    pub has_to_answer: bool,
    /// Who is ready, while the game has not begun.
    pub readiness: Option<Readiness>,
    /// Whether the game waits for this player to say that they are ready.
    pub has_to_get_ready: bool,
    /// Whether the game waits for this seat to answer.
    pub awaited: bool,
    /// Seats that the game waits for, sometimes several: whether a seat has decided is public, what is not.
    pub waiting_for: Vec<Seat>,
    /// The seat's options.
    pub options: Arc<Options>,
    /// What the seat sees of the state; everything, once the table is closed.
    pub view: Seen<G>,
    /// The orders that may be taken back now.
    pub takebacks: Takebacks,
    /// Whether the table was opened as practice, which every report says.
    pub practice: bool,
    /// How often somebody looked at what may not be seen in play, which every report says.
    pub peeks: u32,
    /// Whether the game is over.
    pub over: bool,
    /// Why the table was closed, if it is.
    pub closed: Option<String>,
    /// How far the log goes and what it hashes to, told with every turn report.
    pub head: Head,
}

/// A view of a table that is computed on first use: it is costly, and many calls do not need it.
pub struct Seen<G: Packed> {
    table: Arc<Table<G>>,
    viewer: Viewer,
    view: OnceLock<G::View>,
}

impl<G: Packed> Seen<G> {
    /// Whose view it is.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }
}

impl<G: Packed> Deref for Seen<G> {
    type Target = G::View;
    fn deref(&self) -> &G::View {
        self.view.get_or_init(|| self.table.view(self.viewer))
    }
}

impl<G: Packed, S: Store + ?Sized> SeatSession<G, S> {
    /// `caller` at `seat` of `table`. Each command is checked against who holds the seat when it is given.
    pub fn new(tables: Arc<Tables<G, S>>, table: &str, seat: Seat, caller: Caller) -> SeatSession<G, S> {
        SeatSession { tables, table: table.to_owned(), seat, caller }
    }

    /// The table.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat sees now, what it is asked and what it may do.
    ///
    /// # Errors
    /// [`TableFault::Refused`] when the player does not hold the seat; another [`TableFault`].
    pub fn snapshot(&self) -> Result<SeatSnapshot<G>, TableFault> {
        let now = self.tables.now(&self.table)?;
        self.snapshot_at(&now)
    }

    /// As [`SeatSession::snapshot`], of the table as it was when `table` was taken.
    ///
    /// # Errors
    /// As [`SeatSession::snapshot`].
    pub fn snapshot_at(&self, table: &Arc<Table<G>>) -> Result<SeatSnapshot<G>, TableFault> {
        let viewer = table.viewer_of(Some(&self.caller.player), Viewer::Seat(self.seat))?;
        Ok(SeatSnapshot {
            table: table.id().to_owned(),
            game: table.game().clone(),
            seat: self.seat,
            asked: table.asked_of(self.seat).cloned(),
            seats: table.places().collect(),
            pending: table.pending(),
            has_to_answer: table.has_to_answer(&self.caller.player),
            readiness: table.readiness(),
            has_to_get_ready: table.has_to_get_ready(&self.caller.player),
            awaited: table.waited_for_at(self.seat).is_some(),
            waiting_for: table.waited_for().map(|asked| asked.prompt.seat).collect(),
            options: table.options(self.seat),
            view: Seen { table: table.clone(), viewer, view: OnceLock::new() },
            takebacks: table.takebacks(&self.caller.player),
            practice: table.opened().practice,
            peeks: table.peeks(),
            over: table.is_over(),
            closed: table.closed().map(str::to_owned),
            head: table.head(),
        })
    }

    /// The stored reply to command number `index` (from 0) of the outside message `outside_id`; `None` if that is new.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn answered(&self, outside_id: &str, index: u32) -> Result<Option<Reply>, TableFault> {
        self.tables.answer_to(&self.caller.clone().keyed(outside_id, index))
    }

    /// Sets the idempotency key: the next command is number `index` (from 0) of the outside message `outside_id`.
    pub fn key(&mut self, outside_id: &str, index: u32) {
        self.caller = self.caller.clone().keyed(outside_id, index);
    }

    /// The viewer this session is.
    fn viewer(&self) -> Result<Viewer, TableFault> {
        self.tables.viewer_for(&self.table, Some(&self.caller.player), Viewer::Seat(self.seat))
    }

    /// Gives an order in answer to prompt `prompt`.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn submit(&self, prompt: u64, form: OrderForm) -> Result<Reply, TableFault> {
        let order = Order { seat: self.seat, prompt, form };
        self.tables.submit(&self.table, &self.caller, &order)
    }

    /// Refuses the next command, whatever it is, for `why`; gives the reply to whoever carried it out before.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn refuse(&self, why: &str) -> Result<Reply, TableFault> {
        self.tables.refuse(&self.table, &self.caller, why)
    }

    /// Leaves an order undone, for this refusal; gives the reply to whoever carried it out before.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn leave_undone(&self, form: &OrderForm, refusal: &Refusal) -> Result<Reply, TableFault> {
        self.tables.refuse_as(&self.table, &self.caller, json!({ "left_undone": form }), refusal)
    }

    /// Takes back this player's last `count` orders, at least 1; refused when fewer may be taken back.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn undo(&self, count: usize) -> Result<Reply, TableFault> {
        self.tables.undo(&self.table, &self.caller, self.seat, count)
    }

    /// Asks the other players to go back to before `order`, the seq of one of [`Takebacks::by_consent`] or of an
    /// earlier order.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn ask_undo(&self, order: u64) -> Result<Reply, TableFault> {
        self.tables.ask_take_back(&self.table, &self.caller, self.seat, order)
    }

    /// Asks the other players to close the table.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn propose_close(&self) -> Result<Reply, TableFault> {
        self.tables.propose_close(&self.table, &self.caller, self.seat)
    }

    /// Publishes the table, or asks the other players to, with a page that stays `delay` entries behind.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn publish(&self, delay: u32) -> Result<Reply, TableFault> {
        self.tables.publish(&self.table, &self.caller, self.seat, delay)
    }

    /// Takes the table's page away.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn unpublish(&self) -> Result<Reply, TableFault> {
        self.tables.unpublish(&self.table, &self.caller, self.seat)
    }

    /// Changes how time passes at the table, or asks the other players to.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn change_time(&self, change: &TimeChange) -> Result<Reply, TableFault> {
        self.tables.change_time(&self.table, &self.caller, self.seat, change)
    }

    /// Stops the clock at once, and asks the other players to leave it so.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn stop_clock(&self) -> Result<Reply, TableFault> {
        self.tables.stop_clock(&self.table, &self.caller, self.seat)
    }

    /// This player is away from one time to another.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn book_absence(&self, span: (DateTime<Utc>, DateTime<Utc>)) -> Result<Reply, TableFault> {
        self.tables.book_absence(&self.table, &self.caller, self.seat, span)
    }

    /// This player is back from the absence of entry `booked`, or does not go away after all.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn end_absence(&self, booked: u64) -> Result<Reply, TableFault> {
        self.tables.end_absence(&self.table, &self.caller, self.seat, booked)
    }

    /// Claims the game from the player of `against`, whose time is up.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn claim(&self, against: Seat) -> Result<Reply, TableFault> {
        self.tables.claim(&self.table, &self.caller, self.seat, against)
    }

    /// Would have `player` as game master, or nobody, or asks the other players to.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn change_master(&self, player: Option<&str>) -> Result<Reply, TableFault> {
        self.tables.change_master(&self.table, &self.caller, self.seat, player)
    }

    /// Answers the request `number`; its asker withdraws it by not agreeing.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn answer(&self, number: u64, agrees: bool) -> Result<Reply, TableFault> {
        self.tables.answer_request(&self.table, &self.caller, self.seat, number, agrees)
    }

    /// Gives the game up, which closes the table.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn resign(&self) -> Result<Reply, TableFault> {
        self.tables.resign(&self.table, &self.caller, self.seat)
    }

    /// Keeps the free seat `seat` for `player`.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn invite(&self, seat: Seat, player: &str) -> Result<Reply, TableFault> {
        self.tables.offer_seat(&self.table, &self.caller, self.seat, seat, player)
    }

    /// Offers this seat to `player`, who holds it once they accept.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn pass_seat_to(&self, player: &str) -> Result<Reply, TableFault> {
        self.invite(self.seat, player)
    }

    /// Says that the table looks for players, or no longer does.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn seek_players(&self, sought: bool) -> Result<Reply, TableFault> {
        self.tables.seek_players(&self.table, &self.caller, self.seat, sought)
    }

    /// Says that this player is ready for the game to begin, or no longer.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn say_ready(&self, ready: bool) -> Result<Reply, TableFault> {
        self.tables.say_ready(&self.table, &self.caller, self.seat, ready)
    }

    /// Withdraws the offer of `seat`, a free one or this one.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn withdraw_offer(&self, seat: Seat) -> Result<Reply, TableFault> {
        self.tables.withdraw_offer(&self.table, &self.caller, self.seat, seat)
    }

    /// Takes this seat: a free one, or one that was offered to this player.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn take_seat(&self) -> Result<Reply, TableFault> {
        self.tables.take_seat(&self.table, &self.caller, self.seat)
    }

    /// Declines this seat, which was offered to this player.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn decline_seat(&self) -> Result<Reply, TableFault> {
        self.tables.decline_seat(&self.table, &self.caller, self.seat)
    }

    /// The lines of the log after entry `after`, as the seat may see them.
    ///
    /// # Errors
    /// [`TableFault::Refused`] when the player does not hold the seat; another [`TableFault`].
    pub fn log(&self, after: u64) -> Result<Vec<VisibleEntry>, TableFault> {
        Ok(view::of_table::<G>(self.tables.store(), &self.table, after, self.viewer()?)?)
    }

    /// The lines of the log after entry `after` up to entry `to`, as the seat could see them at entry `to`; `now` says
    /// whether the player holds it.
    ///
    /// # Errors
    /// As [`SeatSession::log`].
    pub fn log_to(&self, now: &Table<G>, after: u64, to: u64) -> Result<Vec<VisibleEntry>, TableFault> {
        let viewer = now.viewer_of(Some(&self.caller.player), Viewer::Seat(self.seat))?;
        Ok(view::of_span::<G>(self.tables.store(), &self.table, after, to, viewer)?)
    }

    /// The dice page, as the seat may see it.
    ///
    /// # Errors
    /// [`TableFault::Refused`] when the player does not hold the seat; another [`TableFault`].
    pub fn dice(&self) -> Result<DicePage, TableFault> {
        Ok(dice_page::page(&self.log(0)?)?)
    }

    /// The table's past, to step through as the seat saw it.
    ///
    /// # Errors
    /// [`TableFault::Refused`] when the player does not hold the seat; another [`TableFault`].
    pub fn history(&self) -> Result<History<G>, TableFault> {
        self.tables.history(&self.table, self.viewer()?)
    }

    /// Closes the table for good; refused unless this player sits there alone. Otherwise: [`SeatSession::propose_close`].
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn close(&self) -> Result<Reply, TableFault> {
        self.tables.close(&self.table, &self.caller)
    }
}
