//! The odds of the orders that are open to a side now, from its view.

use super::combat::{gunnery, handling};
use super::ids::Side;
use super::initiative;
use super::pack::Chart;
use super::state::{State, Step};
use crate::game::Viewer;
use crate::game::odds::Odds;

/// The odds of what `viewer` may order, by chapter; none where the table plays without them.
pub fn odds(chart: &Chart, state: &State, viewer: Viewer) -> Vec<Odds> {
    let Viewer::Seat(seat) = viewer else { return vec![] };
    // A table may agree to play without odds; then no seat is sent them, as data or as text.
    let Some(side) = Side::named(seat.as_str()).filter(|_| !state.setup.without_odds) else { return vec![] };
    match (state.step, &state.battle) {
        (Step::Initiative, _) if state.dice[side].is_none() => initiative::odds(side),
        (Step::Manoeuvre { side: asked }, Some(battle)) if asked == side => {
            handling::odds(chart, battle, side)
        }
        (Step::Gunnery, Some(battle)) if gunnery::awaited(chart, state).any(|it| it == side) => {
            gunnery::odds(chart, battle, side)
        }
        _ => vec![],
    }
}
