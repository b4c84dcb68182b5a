//! Orders that count, and how far they may be taken back.

use std::collections::BTreeSet;

use serde::Serialize;

use super::reply::Reply;
use crate::game::{Refusal, Seat};

/// The orders for takebacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UndoState {
    /// Orders that count, the oldest first.
    pub(super) given: Vec<Given>,
    /// Seats whose orders were undone by the takeback that comes next.
    pub(super) undone: BTreeSet<Seat>,
    pub(super) last_takeback: Option<u64>,
}

/// An order that counts, with the bar to its takeback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) order: u64,
    pub(super) seat: Seat,
    pub(super) bar: Option<Bar>,
}

/// Why no earlier order may be taken back.
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
    /// This order is of another player's seat, and they would have to consent.
    Another {
        /// The order.
        seq: u64,
    },
    /// The table is closed.
    Closed,
}

/// One order that may be taken back, together with those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UndoStep {
    /// The order.
    pub order: u64,
    /// Its seat.
    pub seat: Seat,
    /// The entry to return to.
    pub to: u64,
}

/// The orders that a player may take back now, and the bar to more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Takebacks {
    /// The orders, the latest first.
    pub steps: Vec<UndoStep>,
    /// The bar to more.
    pub bar: Bar,
    /// Further orders that may be taken back with the other players' consent, the latest first; none if nobody else sits at the
    /// table.
    pub by_consent: Vec<UndoStep>,
}

impl UndoState {
    /// Records something that bars the takeback of the last order.
    pub(super) fn bar(&mut self, bar: Bar) {
        if let Some(given) = self.given.last_mut() {
            // The first roll or reveal after an order is the one that bars its takeback.
            given.bar.get_or_insert(bar);
        }
    }
}

impl Given {
    /// The step that takes it back.
    pub(super) fn step(&self) -> UndoStep {
        UndoStep { order: self.order, seat: self.seat, to: self.order - 1 }
    }
}

impl Takebacks {
    /// The refusal of a takeback that goes further back than this.
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
