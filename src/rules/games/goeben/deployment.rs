//! 18.0 Variable initial deployment.

use super::board::Board;
use super::event::DeploymentEvent;
use super::ids::SpaceId;
use super::play::{Done, Play, table};
use super::state::{Optional, State};
use crate::game::{Defect, Node, Refusal};

/// 18.0 A die on the Variable Initial Placement table names a place where the squadron may begin.
///
/// # Errors
/// Chance that cannot answer.
pub fn roll(play: &mut Play<'_, '_>) -> Done {
    if !play.state.plays(Optional::VariableDeployment) {
        return Ok(());
    }
    let die = play.die(table("deployment", "18.0"))?;
    let rows = &play.board.pack().charts.placement.rows;
    let Some(row) = rows.iter().find(|row| u32::from(row.die) == die) else {
        return Err(Defect(format!("the placement table has no row {die}")).into());
    };
    play.emit(DeploymentEvent::DeploymentRolled { space: row.result })
}

/// 18.0, 3.0(8) The place the die named, or the usual one: whichever of them the squadron does not lie at.
pub fn options(board: &Board, state: &State) -> Node {
    let usual = board.pack().set_up.squadron;
    let places = state.deployment.into_iter().flat_map(|place| [usual, place]);
    let mut others: Vec<SpaceId> = places.filter(|place| state.ships_at(*place).is_empty()).collect();
    others.dedup();
    Node::one_of("space", others.into_iter().map(|space| space.0))
}

/// 18.0 Places the squadron.
///
/// # Errors
/// A fault of the engine.
pub fn deploy(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    play.emit(DeploymentEvent::SquadronDeployed { space })
}

/// Why the squadron may not begin at a place.
pub fn refuse(state: &State, legal: &Node) -> Option<Refusal> {
    let Node::OneOf { of, .. } = legal else { return None };
    let legal = of.iter().map(|(space, _)| *space);
    state.deployment.map(|_| Refusal::new("no-place-to-begin", "18.0").legal(legal))
}
