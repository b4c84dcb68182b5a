//! 17.0 Victory: points, missions and the end.

use super::board::Board;
use super::event::{NavalCombatEvent, VictoryEvent};
use super::ids::{ShipId, SpaceId, SpaceKind};
use super::pack::{MissionSpec, ShipScore};
use super::play::{Done, Play, Transition};
use super::ports;
use super::state::{Outcome, State};
use crate::game::{Stop, Word};

/// 17.1 Scores `by` points, won or lost; in a naval battle they count for it as well (14.14).
///
/// # Errors
/// A fault of the engine.
pub fn score(play: &mut Play<'_, '_>, by: i32, why: &'static str, about: Option<Word>) -> Done {
    // A club's pack may score nothing for a class, and that is no news.
    if by == 0 {
        return Ok(());
    }
    let total = play.state.victory_points.saturating_add(by);
    play.emit(VictoryEvent::VictoryPointsChanged { by, total, why: Word::literal(why), about })?;
    if let Some(battle) = play.state.naval_battle() {
        // 14.14 weighs gains and losses apart: a battle that is critical both ways changes no Leadership.
        let (gained, lost) = (battle.gained + by.max(0), battle.lost + (-by).max(0));
        play.emit(NavalCombatEvent::BattleScored { gained, lost })?;
    }
    Ok(())
}

/// The row of the Victory Point chart for an Allied ship.
pub fn allied_score(board: &Board, ship: ShipId) -> Option<&ShipScore> {
    let class = board.ship(ship).ok()?.class;
    board.pack().charts.victory.allied.get(&class)
}

/// The progress of a mission.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Progress {
    /// Points needed.
    pub points_needed: i32,
    /// Enough points are won.
    pub points: bool,
    /// Places whose coastal units are still there.
    pub coast_left: Vec<SpaceId>,
    /// Ships on an objective.
    pub on_objective: Vec<ShipId>,
    /// The spaces that are objectives now.
    pub objectives: Vec<SpaceId>,
}

impl Progress {
    /// Returns whether every condition holds.
    pub fn is_complete(&self) -> bool {
        self.points && self.coast_left.is_empty() && !self.on_objective.is_empty()
    }
}

/// Orders chart: the progress of the mission. `None` before orders are drawn.
pub fn progress(board: &Board, state: &State) -> Option<Progress> {
    let spec = board.pack().missions.get(&state.mission?)?;
    let objectives = objectives(board, state, spec);
    Some(Progress {
        points_needed: spec.victory_points,
        points: state.victory_points >= spec.victory_points,
        coast_left: spec.coast.iter().copied().filter(|space| !state.coast_at(*space).is_empty()).collect(),
        on_objective: state
            .afloat()
            .filter(|(_, at, _)| objectives.contains(at))
            .map(|(id, _, _)| id)
            .collect(),
        objectives,
    })
}

/// The spaces a ship may end on: those named, and naval bases of the standings named.
fn objectives(board: &Board, state: &State, spec: &MissionSpec) -> Vec<SpaceId> {
    let mut spaces = spec.objective.clone();
    // 24.1: rewards change the side of a power, so its bases count by where it stands today.
    if !spec.bases.is_empty() {
        spaces.extend(board.pack().spaces.keys().copied().filter(|space| {
            board.kind(*space) == SpaceKind::NavalBase
                && ports::power(board, state, *space).is_some_and(|stands| spec.bases.contains(&stands))
        }));
    }
    spaces
}

/// 17.0 The Objective phase: the mission fulfilled ends the scenario won, the last turn ends it lost.
///
/// # Errors
/// A fault of the engine.
pub fn judge(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    if progress(play.board, &play.state).is_some_and(|progress| progress.is_complete()) {
        return end(play, Outcome::Won);
    }
    // 17.0: the last day may still be won, so time comes second.
    if play.state.turn >= play.state.days {
        return end(play, Outcome::OutOfTime);
    }
    Ok(Transition::NextTurn)
}

/// Ends the scenario.
///
/// # Errors
/// A fault of the engine.
pub fn end(play: &mut Play<'_, '_>, outcome: Outcome) -> Result<Transition, Stop> {
    let victory_points = play.state.victory_points;
    play.emit(VictoryEvent::ScenarioEnded { outcome, victory_points })?;
    Ok(Transition::GoOn)
}
