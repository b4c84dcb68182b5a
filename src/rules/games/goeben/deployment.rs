//! 18.0 Variable initial deployment.

use super::arguments::Arguments;
use super::board::Board;
use super::event::DeploymentEvent;
use super::ids::{Phase, SpaceId};
use super::play::{Done, Play, table};
use super::state::{Optional, State};
use crate::game::{Defect, Node, Refusal, Word};
use crate::games::orders::orders;

orders! {
    /// The order of variable deployment (18).
    pub enum DeploymentOrder from order: Arguments<'_> {
        /// 18.0 The squadron begins here.
        "deploy" => Deploy { space: SpaceId = order.space("space")? },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: DeploymentOrder) -> Done {
    match order {
        DeploymentOrder::Deploy { space } => play.emit(DeploymentEvent::SquadronDeployed { space }),
    }
}

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
    // 18.0: the die may name the usual place itself, and no place is offered twice.
    others.dedup();
    Node::one_of("space", others.into_iter().map(|space| space.0))
}

/// Why the squadron may not begin at a place.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let order = order.when("deploy", state, Phase::SetUp)?;
    let Node::OneOf { of, .. } = options(board, state) else { return None };
    let legal: Vec<Word> = of.iter().map(|(space, _)| *space).collect();
    let fits = order.word("space").is_some_and(|space| legal.contains(&space));
    (state.deployment.is_some() && !fits).then(|| Refusal::new("no-place-to-begin", "18.0").legal(legal))
}
