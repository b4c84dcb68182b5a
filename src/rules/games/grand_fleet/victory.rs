//! 10, 11 The end of the game and who has won.

use super::ids::{Both, Side};
use super::pack::{Chart, LAST_TURN, maintenance};
use super::state::{Ending, Outcome, State};

/// The lead that ends the game (10).
pub const SUDDEN_DEATH: u32 = 7;

/// 10, 11 The outcome at the end of a turn, if the game is over: by a lead of seven points, by the other side's lack of ships,
/// or after the last turn by the lead, the British without one. Where each side wins by something it is a draw.
pub fn judge(chart: &Chart, state: &State) -> Option<Outcome> {
    judged(state.turn, state.lead, Both::of(|side| state.fleet(chart, side).len()))
}

/// The same, from the turn, the British lead and the ships in each fleet box.
pub fn judged(turn: u32, lead: i32, ships: Both<usize>) -> Option<Outcome> {
    let leads = |side| leader(lead) == Some(side) && lead.unsigned_abs() >= SUDDEN_DEATH;
    let holds = |side: Side| ships[side] >= maintenance(side);
    let wins = |side: Side| leads(side) || !holds(side.enemy());
    let why = |side: Side| if leads(side) { Ending::SuddenDeath } else { Ending::Maintenance };
    match (wins(Side::British), wins(Side::German)) {
        (true, true) => Some(Outcome { winner: None, why: Ending::BothWin }),
        (true, false) => Some(Outcome { winner: Some(Side::British), why: why(Side::British) }),
        (false, true) => Some(Outcome { winner: Some(Side::German), why: why(Side::German) }),
        (false, false) if turn >= LAST_TURN => {
            Some(Outcome { winner: leader(lead).or(Some(Side::British)), why: Ending::LastTurn })
        }
        (false, false) => None,
    }
}

/// The leader at such a British lead.
fn leader(lead: i32) -> Option<Side> {
    match lead {
        0 => None,
        1.. => Some(Side::British),
        _ => Some(Side::German),
    }
}
