//! A desk: one player at one seat of one table. It is all a door needs, and holds no more than the seat may see.

use std::sync::Arc;

use super::command::Caller;
use super::fold::Asked;
use super::history::History;
use super::reply::{Reply, TableFault};
use super::service::Tables;
use super::submit::Order;
use super::takeback::Takebacks;
use crate::dice_page::{self, Page};
use crate::game::{Eyes, Form, Options, Seat};
use crate::games::Packed;
use crate::log::Store;
use crate::view::{self, Line};

/// One player at one seat of one table.
pub struct Desk<G: Packed, S: Store> {
    tables: Arc<Tables<G, S>>,
    table: String,
    seat: Seat,
    caller: Caller,
}

/// What the seat sees now.
pub struct Standing<G: Packed> {
    /// The table.
    pub table: String,
    /// The game with its data pack, for names and charts.
    pub game: Arc<G>,
    /// The seat.
    pub seat: Seat,
    /// What the seat is asked; `None` while it waits, and when the game is over.
    pub asked: Option<Asked>,
    /// Seats that are asked now.
    pub waiting_for: Vec<Seat>,
    /// The legal ways on.
    pub options: Options,
    /// What the seat sees of the state; everything, once the table is closed.
    pub view: G::View,
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

impl<G: Packed, S: Store> Desk<G, S> {
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
    /// [`TableFault`].
    pub fn standing(&self) -> Result<Standing<G>, TableFault> {
        self.tables.look(&self.table, |table| Standing {
            table: table.id().to_owned(),
            game: table.game().clone(),
            seat: self.seat,
            asked: table.asked_of(self.seat).cloned(),
            waiting_for: table.asked().iter().map(|asked| asked.prompt.seat).collect(),
            options: table.options(self.seat),
            view: table.view(if table.closed().is_some() { Eyes::All } else { Eyes::Seat(self.seat) }),
            takebacks: table.takebacks(&self.caller.player),
            practice: table.opened().practice,
            peeks: table.peeks(),
            over: table.is_over(),
            closed: table.closed().map(str::to_owned),
            head: table.head().to_string(),
            last: table.head().seq,
        })
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
        let takebacks = self.tables.look(&self.table, |table| table.takebacks(&self.caller.player))?;
        match takebacks.steps.get(count.max(1) - 1) {
            Some(step) => self.tables.take_back(&self.table, &self.caller, step.to),
            None => Ok(Reply::Refused(takebacks.refusal().about("count", count))),
        }
    }

    /// The lines of the log after entry `after`, as the seat may see them.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn log(&self, after: u64) -> Result<Vec<Line>, TableFault> {
        Ok(view::of_table(self.tables.store(), &self.table, after, Eyes::Seat(self.seat))?)
    }

    /// The dice page, as the seat may see it.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn dice(&self) -> Result<Page, TableFault> {
        Ok(dice_page::page(&self.log(0)?))
    }

    /// The table's past, to step through with the seat's eyes.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn history(&self) -> Result<History<G>, TableFault> {
        self.tables.history(&self.table, Eyes::Seat(self.seat))
    }

    /// Closes the table for good; refused unless this player opened it.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn close(&self) -> Result<Reply, TableFault> {
        self.tables.close(&self.table, &self.caller)
    }
}
