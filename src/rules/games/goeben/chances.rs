//! The chance that a mission is fulfilled, by rules of thumb.

use super::hint::Staff;
use super::pack::SeaChart;
use super::state::Outcome;
use super::state::campaign::Verdict;
use super::view::View;
use crate::game::Options;

/// Points that a squadron wins in a day of a mission.
const POINTS_A_DAY: i32 = 8;
/// Spaces that it sails in one.
const DAYS_RUN: u32 = 4;
/// A mission won, in thousandths.
const WON: u32 = 1000;

/// The chance in thousandths; 0, 500 or 1000 once the game is over.
pub fn chance(chart: &SeaChart, view: &View) -> u32 {
    if let Some(campaign) = &view.campaign {
        return match campaign.verdict {
            Some(Verdict::Victory | Verdict::MoralVictory) => WON,
            Some(Verdict::Draw) => WON / 2,
            Some(Verdict::Failure | Verdict::Dismissed) => 0,
            // The ends of the scale are for games that are over; a rule of thumb is never certain.
            None => of_mission(chart, view).clamp(1, WON - 1),
        };
    }
    match view.outcome {
        Some(Outcome::Won) => WON,
        Some(Outcome::OutOfTime | Outcome::SquadronLost) => 0,
        None => of_mission(chart, view).clamp(1, WON - 1),
    }
}

/// The chance of a mission: points that are wanting against those that the days left may bring, the way against the days it
/// takes, and the guns on the coast that are still to be silenced.
fn of_mission(chart: &SeaChart, view: &View) -> u32 {
    let Some(progress) = &view.progress else { return WON / 2 };
    let days = u32::from(view.days.saturating_sub(view.turn)) + 1;
    let wanting = (progress.points_needed - view.victory_points).max(0) as u32;
    let to_win = days * POINTS_A_DAY as u32;
    let points = WON * to_win / (to_win + wanting);
    // The way to the objective does not depend on the orders that are open.
    let nothing = Options::default();
    let goal = Staff { chart, view, options: &nothing }.goal();
    let afloat = view.ships.values().filter_map(|ship| ship.ship.at);
    let Some(far) = afloat.filter_map(|at| goal.get(&at).copied()).min() else { return 0 };
    let way = if (far as u32).div_ceil(DAYS_RUN) <= days { 4 } else { 1 };
    let guns = progress.coast_left.len() as u32;
    points * way / 4 * 2 / (2 + guns)
}
