//! Taking back: a new entry that names the entry the table returns to. Nothing is deleted, and a redo draws fresh dice.

use serde::Serialize;

use super::batch::Origin;
use super::command::{Act, Caller, Halt};
use super::fold::Table;
use super::reply::{Reply, TableFault};
use super::service::Tables;
use crate::game::{Game, Refusal, Seat};
use crate::games::Packed;
use crate::log::{self, By, Frame, Store};

/// Why nothing further may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "bar")]
pub enum Bar {
    /// There are no more orders.
    Nothing,
    /// Something was rolled or drawn.
    Roll {
        /// The roll's entry.
        seq: u64,
    },
    /// Something hidden was shown.
    Reveal {
        /// The entry that showed it.
        seq: u64,
    },
    /// Another player gave this order, and would have to consent.
    Another {
        /// The order.
        seq: u64,
    },
    /// The table is closed.
    Closed,
}

/// One order that may be taken back, together with those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The order.
    pub order: u64,
    /// Who gave it.
    pub seat: Seat,
    /// The entry to return to.
    pub to: u64,
}

/// What a player may take back now, and why no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Takebacks {
    /// The orders, the latest first.
    pub steps: Vec<Step>,
    /// Why no more.
    pub bar: Bar,
}

impl<G: Game> Table<G> {
    /// What `player` may take back now: their own orders since the last roll or reveal. A practice table goes back past
    /// rolls and reveals too; orders of another player would need consent.
    pub fn takebacks(&self, player: &str) -> Takebacks {
        let mut steps = Vec::new();
        let bar = if self.closed.is_some() { Bar::Closed } else { self.steps_back(player, &mut steps) };
        Takebacks { steps, bar }
    }

    fn steps_back(&self, player: &str, steps: &mut Vec<Step>) -> Bar {
        for given in self.given.iter().rev() {
            if *given.player != *player {
                return Bar::Another { seq: given.order };
            }
            if let Some(bar) = given.bar.filter(|_| !self.opened.practice) {
                return bar;
            }
            steps.push(Step { order: given.order, seat: given.seat, to: given.order - 1 });
        }
        Bar::Nothing
    }
}

impl<G: Packed, S: Store> Tables<G, S> {
    /// Takes the table back to how it stood after entry `to`, one of [`Takebacks::steps`].
    ///
    /// # Errors
    /// [`TableFault`]. A takeback that is not allowed is a [`Reply::Refused`] with the bar as its reason.
    pub fn take_back(&self, table: &str, caller: &Caller, to: u64) -> Result<Reply, TableFault> {
        let content = serde_json::json!({ "take_back": to });
        self.command(table, caller, content, |table, batch| {
            let takebacks = table.takebacks(&caller.player);
            let Some(step) = takebacks.steps.iter().find(|step| step.to == to) else {
                return Err(Halt::Refused(takebacks.refusal().about("to", to)));
            };
            let by = Some(By { seat: step.seat.to_string(), player: caller.player.clone() });
            let origin = Origin { by, ..caller.origin() };
            batch.frame(&Frame::TakenBack { to }, origin, log::Audience::Everyone, None)?;
            Ok(Act { actor: Some(step.seat), direct: None })
        })
    }
}

impl Takebacks {
    /// The refusal of whatever goes further back than this.
    pub fn refusal(&self) -> Refusal {
        let refusal = match self.bar {
            Bar::Nothing => Reply::refused("nothing-to-take-back"),
            Bar::Roll { seq } => Reply::refused("take-back-past-roll").about("entry", seq),
            Bar::Reveal { seq } => Reply::refused("take-back-past-reveal").about("entry", seq),
            Bar::Another { seq } => Reply::refused("take-back-needs-consent").about("entry", seq),
            Bar::Closed => Reply::refused("table-closed"),
        };
        refusal.about("possible", self.steps.len())
    }
}
