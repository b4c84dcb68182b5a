//! A desk: one player at one seat of one table. It is all a door needs, and holds no more than the seat may see.
//!
//! Whoever does not hold the seat, or no longer, sees nothing through it until the table is closed.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::command::Caller;
use super::consent::Pending;
use super::fold::{OpenPrompt, Table};
use super::history::History;
use super::reply::{Reply, TableFault};
use super::service::Tables;
use super::submit::Order;
use super::takeback::Takebacks;
use crate::dice_page::{self, DicePage};
use crate::game::{Eyes, Form, Options, Seat};
use crate::games::Packed;
use crate::log::Store;
use crate::view::{self, VisibleEntry};

/// One player at one seat of one table.
pub struct Desk<G: Packed, S: Store + ?Sized = dyn Store> {
    tables: Arc<Tables<G, S>>,
    table: String,
    seat: Seat,
    caller: Caller,
}

/// A seat of the table: all of it is public.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SeatHolding {
    /// The seat.
    pub seat: Seat,
    /// The opaque id of its player; `None` while it is free.
    pub player: Option<String>,
    /// The opaque id of the player it is kept for: invited to a free seat, or to have it passed on.
    pub offered_to: Option<String>,
}

/// What the seat sees now.
///
/// Everything in it follows from public entries, from what the seat's view holds and from its own orders; only `head`
/// hashes what others have sealed, and salts keep that from being guessed.
pub struct Standing<G: Packed> {
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
    /// What the players are asked to agree to.
    pub pending: Option<Pending>,
    /// Whether this player has still to answer that.
    pub has_to_answer: bool,
    /// Whether the game waits for this seat to answer.
    pub awaited: bool,
    /// Seats that the game waits for, sometimes several: whether a seat has decided is public, what is not.
    pub waiting_for: Vec<Seat>,
    /// The legal ways on.
    pub options: Arc<Options>,
    /// What the seat sees of the state; everything, once the table is closed.
    pub view: Seen<G>,
    /// What may be taken back now, and why no more.
    pub takebacks: Takebacks,
    /// Whether the table was opened as practice, which every report says.
    pub practice: bool,
    /// How often somebody looked at what may not be seen in play, which every report says.
    pub peeks: u32,
    /// Whether the game is over.
    pub over: bool,
    /// Why the table was closed, if it is.
    pub closed: Option<String>,
    /// How far the log goes and what it hashes to, `SEQ:HEX`, printed with every turn report.
    pub head: String,
    /// The last entry.
    pub last: u64,
}

/// A view of a table, worked out when it is first looked at: it is dear, and many calls do without.
pub struct Seen<G: Packed> {
    table: Arc<Table<G>>,
    eyes: Eyes,
    view: OnceLock<G::View>,
}

impl<G: Packed> Deref for Seen<G> {
    type Target = G::View;
    fn deref(&self) -> &G::View {
        self.view.get_or_init(|| self.table.view(self.eyes))
    }
}

impl<G: Packed, S: Store + ?Sized> Desk<G, S> {
    /// `caller` at `seat` of `table`. Each command is checked against who holds the seat when it is given.
    pub fn new(tables: Arc<Tables<G, S>>, table: &str, seat: Seat, caller: Caller) -> Desk<G, S> {
        Desk { tables, table: table.to_owned(), seat, caller }
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
    pub fn standing(&self) -> Result<Standing<G>, TableFault> {
        let now = self.tables.now(&self.table)?;
        self.standing_at(&now)
    }

    /// As [`Desk::standing`], of the table as it was when `table` was taken.
    ///
    /// # Errors
    /// As [`Desk::standing`].
    pub fn standing_at(&self, table: &Arc<Table<G>>) -> Result<Standing<G>, TableFault> {
        let eyes = table.eyes_of(Some(&self.caller.player), Eyes::Seat(self.seat))?;
        Ok(Standing {
            table: table.id().to_owned(),
            game: table.game().clone(),
            seat: self.seat,
            asked: table.asked_of(self.seat).cloned(),
            seats: table.places().collect(),
            pending: table.pending(),
            has_to_answer: table.has_to_answer(&self.caller.player),
            awaited: table.waited_for_at(self.seat).is_some(),
            waiting_for: table.waited_for().map(|asked| asked.prompt.seat).collect(),
            options: table.options(self.seat),
            view: Seen { table: table.clone(), eyes, view: OnceLock::new() },
            takebacks: table.takebacks(&self.caller.player),
            practice: table.opened().practice,
            peeks: table.peeks(),
            over: table.is_over(),
            closed: table.closed().map(str::to_owned),
            head: table.head().to_string(),
            last: table.head().seq,
        })
    }

    /// What was answered to the command number `index` of the outside message `outside_id`, if it came before.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn answered(&self, outside_id: &str, index: u32) -> Result<Option<Reply>, TableFault> {
        self.tables.answer_to(&self.caller.clone().keyed(outside_id, index))
    }

    /// Gives the next command as number `index` of the outside message `outside_id`.
    pub fn key(&mut self, outside_id: &str, index: u32) {
        self.caller = self.caller.clone().keyed(outside_id, index);
    }

    /// The eyes this desk looks with.
    fn eyes(&self) -> Result<Eyes, TableFault> {
        self.tables.eyes_for(&self.table, Some(&self.caller.player), Eyes::Seat(self.seat))
    }

    /// Gives an order in answer to prompt `prompt`.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn submit(&self, prompt: u64, form: Form) -> Result<Reply, TableFault> {
        let order = Order { seat: self.seat, prompt, form };
        self.tables.submit(&self.table, &self.caller, &order)
    }

    /// Takes back one's last `count` orders, at least 1; refused when fewer may be taken back.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn undo(&self, count: usize) -> Result<Reply, TableFault> {
        self.tables.undo(&self.table, &self.caller, self.seat, count)
    }

    /// Asks the other players to go back to before `order`, one of [`Takebacks::by_consent`] or an earlier one.
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

    /// Answers the request `number`, a takeback or closing; whoever made it withdraws it by not agreeing.
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

    /// Offers this seat to `player`, who has it from when they accept.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn pass_seat_to(&self, player: &str) -> Result<Reply, TableFault> {
        self.invite(self.seat, player)
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
        Ok(view::of_table(self.tables.store(), &self.table, after, self.eyes()?)?)
    }

    /// The lines of the log after entry `after` up to entry `to`, as the seat could see them at entry `to`; `now` says
    /// whether the player holds it.
    ///
    /// # Errors
    /// As [`Desk::log`].
    pub fn log_to(&self, now: &Table<G>, after: u64, to: u64) -> Result<Vec<VisibleEntry>, TableFault> {
        let eyes = now.eyes_of(Some(&self.caller.player), Eyes::Seat(self.seat))?;
        Ok(view::of_span(self.tables.store(), &self.table, after, to, eyes)?)
    }

    /// The dice page, as the seat may see it.
    ///
    /// # Errors
    /// [`TableFault::Refused`] when the player does not hold the seat; another [`TableFault`].
    pub fn dice(&self) -> Result<DicePage, TableFault> {
        Ok(dice_page::page(&self.log(0)?)?)
    }

    /// The table's past, to step through with the seat's eyes.
    ///
    /// # Errors
    /// [`TableFault::Refused`] when the player does not hold the seat; another [`TableFault`].
    pub fn history(&self) -> Result<History<G>, TableFault> {
        self.tables.history(&self.table, self.eyes()?)
    }

    /// Closes the table for good; refused unless this player sits there alone. Otherwise: [`Desk::propose_close`].
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn close(&self) -> Result<Reply, TableFault> {
        self.tables.close(&self.table, &self.caller)
    }
}
