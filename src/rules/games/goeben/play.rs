//! An order of this game being handled, and for whom dice are thrown.

use super::board::Board;
use super::event::Event;
use super::ids::{Phase, ShipId};
use crate::game::{Defect, Stop};
use crate::games::play;

pub use crate::games::play::{Done, Throw};

/// An order being handled.
pub type Play<'a, 'c> = play::RuleContext<'a, 'c, Board, Event>;

/// The next step after a rule, for the sequence of play (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// Play goes on with the present task, or with the phase.
    GoOn,
    /// The player has to choose.
    Wait,
    /// The phase is over; this one of the same turn begins.
    Enter(Phase),
    /// The turn is over.
    NextTurn,
    /// 24.1 Another mission of a campaign is set up.
    NextMission,
}

/// A throw for the German side.
pub fn german(purpose: &'static str, rule: &'static str) -> Throw {
    Throw::of("german", purpose, rule)
}

/// A throw for the Allied side.
pub fn allied(purpose: &'static str, rule: &'static str) -> Throw {
    Throw::of("allied", purpose, rule)
}

/// A throw for nobody: set-up, draws, weather.
pub fn table(purpose: &'static str, rule: &'static str) -> Throw {
    Throw::of("table", purpose, rule)
}

impl Play<'_, '_> {
    /// The German ship called `id`.
    ///
    /// # Errors
    /// An id no ship has.
    pub fn ship(&self, id: ShipId) -> Result<&super::state::Ship, Stop> {
        self.state.ship(id).ok_or_else(|| Defect(format!("there is no German ship {id}")).into())
    }
}
