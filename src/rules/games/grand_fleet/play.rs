//! An order of this game being handled, and what every chapter asks of ships.

use super::event::{Event, Score, VictoryEvent};
use super::ids::{ShipId, Side};
use super::pack::{Chart, ShipSpec};
use super::state::{Battle, Berth, Combat, State, Step};
use crate::game::{Defect, Stop};
use crate::games::play;

pub use crate::games::play::{Done, Throw};

/// An order being handled.
pub type Play<'a, 'c> = play::RuleContext<'a, 'c, Chart, Event>;

/// The next step of the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// Somebody decides here.
    Wait,
    /// Somebody decides at another step, for which nothing is to be done first.
    WaitAt(Step),
    /// On to a step.
    On(Step),
    /// The turn ends.
    EndTurn,
}

/// A throw for a side.
pub fn throw(side: Side, purpose: &'static str, rule: &'static str) -> Throw {
    Throw::of(side.as_str(), purpose, rule)
}

impl Chart {
    /// A ship of a state, which the chart has.
    pub(super) fn spec(&self, ship: ShipId) -> Result<&ShipSpec, Defect> {
        self.ship(ship).ok_or_else(|| Defect(format!("there is no ship {ship}")))
    }

    /// The side a ship fights on (9).
    pub fn side(&self, ship: ShipId) -> Option<Side> {
        self.values(ship).map(|values| values.side)
    }

    /// Returns whether a ship is a pre-dreadnought, whose losses count together (11).
    pub(super) fn is_old(&self, ship: ShipId) -> bool {
        self.values(ship).is_some_and(|values| values.is_old)
    }

    /// Ranks ships by worth: by defence, then gunnery, the dearest first, in the order of their names.
    pub(super) fn dearest(&self, mut ships: Vec<ShipId>) -> Vec<ShipId> {
        ships.sort_by_cached_key(|ship| {
            // The name settles ties: plans and rules of fire must give the same ships in every replay.
            let values = self.values(*ship).map(|values| (values.defence, values.gunnery_halves));
            (std::cmp::Reverse(values), *ship)
        });
        ships
    }
}

impl State {
    /// The ships of a side whose berth is one that `at` says yes to, in the order of their names.
    pub(super) fn ships(&self, chart: &Chart, side: Side, at: impl Fn(Berth) -> bool) -> Vec<ShipId> {
        let ours = |ship: &ShipId| chart.side(*ship) == Some(side);
        self.berths.iter().filter(|(ship, berth)| at(**berth) && ours(ship)).map(|(ship, _)| *ship).collect()
    }

    /// The ships in a side's fleet box.
    pub(super) fn fleet(&self, chart: &Chart, side: Side) -> Vec<ShipId> {
        self.ships(chart, side, |berth| berth == Berth::Fleet)
    }

    /// The ships of a side whose owner has still to choose a box for them.
    pub(super) fn ashore(&self, chart: &Chart, side: Side) -> Vec<ShipId> {
        self.ships(chart, side, |berth| berth == Berth::Ashore)
    }

    /// The battle under way.
    pub(super) fn battle(&self) -> Result<&Battle, Stop> {
        self.battle.as_ref().ok_or_else(|| Defect("there is no battle".into()).into())
    }

    /// The combat under way.
    pub(super) fn combat(&self) -> Result<&Combat, Stop> {
        self.battle()?.combat.as_ref().ok_or_else(|| Defect("there is no combat".into()).into())
    }
}

impl Play<'_, '_> {
    /// 11 Scores victory points; nothing happens for none.
    ///
    /// # Errors
    /// An event that does not fit.
    pub fn score(&mut self, side: Side, points: u32, why: Score) -> Done {
        // A table row, half a coast or a single old ship may give nothing, and a report of 0 is no news.
        if points == 0 {
            return Ok(());
        }
        let change = i32::try_from(points).unwrap_or(i32::MAX);
        let lead = match side {
            Side::British => self.state.lead.saturating_add(change),
            Side::German => self.state.lead.saturating_sub(change),
        };
        self.emit(VictoryEvent::VictoryPointsScored { side, points, why, lead })
    }
}
