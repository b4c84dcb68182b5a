//! The odds of the orders that are open now, computed from open information only.

use super::board::Board;
use super::ids::{Phase, Speed};
use super::naval_combat::{contact, gunnery};
use super::state::battle::BattleStep;
use super::state::{State, Task};
use super::{intelligence, movement, repairs, seaplanes};
use crate::game::odds::Odds;

/// The odds of the orders, by chapter; none at a table without odds.
pub fn odds(board: &Board, state: &State) -> Vec<Odds> {
    if state.setup.without_odds || state.outcome.is_some() {
        return vec![];
    }
    match (state.task(), state.phase) {
        (Some(Task::Battle(battle)), _) => match battle.step {
            BattleStep::Contact {} => contact::odds(board, state),
            BattleStep::Fire { .. } => gunnery::odds(board, state),
            _ => vec![],
        },
        (None, Phase::Outfitting) => repairs::odds(board, state),
        (None, Phase::Intelligence) => {
            intelligence::odds(board, state).into_iter().chain(seaplanes::odds(state)).collect()
        }
        (None, Phase::Movement) => {
            let hurries = |speed| {
                state.afloat().any(|(id, _, _)| {
                    movement::may_move(state, id) && movement::spaces_at(board, state, id, speed).is_some()
                })
            };
            // 12.3 tries every ship with the same die, so one line serves all that can hurry.
            if hurries(Speed::Emergency) { vec![movement::odds()] } else { vec![] }
        }
        _ => vec![],
    }
}
