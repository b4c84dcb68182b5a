//! 14 Naval combat.

use crate::game::{Chapter, Defect, FactPolicy, Word};
use crate::games::goeben::ids::{Marker, ShipId, SpaceId};
use crate::games::goeben::pack::ContactResult;
use crate::games::goeben::state::battle::{BattleStep, Counter, Side};
use crate::games::goeben::state::{State, push_once, unfit};

crate::events! {
    /// Naval combat (14).
    pub enum NavalCombatEvent {
        /// The contact die (14.3).
        1 ContactMade {
            /// German rating: Leadership, gear and speed.
            german: i32,
            /// Allied rating: alert, speed and place.
            allied: i32,
            /// Die plus German less Allied; the table's ends stand for all beyond.
            total: i32,
            /// The result, after limited visibility.
            result: ContactResult,
            /// The side that fires first, if there is contact.
            first: Option<Side>,
        } => FactPolicy::PUBLIC,
        /// A battle reaches its next step.
        1 BattleStepped {
            /// The step.
            step: BattleStep,
        } => FactPolicy::PUBLIC,
        /// A German ship pays ammunition for a battle (14.8, 14.9).
        1 ShipFired {
            /// The ship.
            ship: ShipId,
            /// At the maximum rate.
            maximum: bool,
        } => FactPolicy::PUBLIC,
        /// The first shot of a battle.
        1 FireOpened {} => FactPolicy::PUBLIC,
        /// An Allied ship is hit (14.13).
        1 EnemyHit {
            /// The ship as it now stands.
            enemy: Counter,
            /// The row of the hit table.
            hit: Word,
        } => FactPolicy::PUBLIC,
        /// Points won and lost in a battle so far (14.14).
        1 BattleScored {
            /// Won.
            gained: i32,
            /// Lost.
            lost: i32,
        } => FactPolicy::PUBLIC,
        /// A ship breaks off to a neighbouring space (14.4).
        1 ShipRetreated {
            /// The ship.
            ship: ShipId,
            /// The space it goes to.
            to: SpaceId,
        } => FactPolicy::PUBLIC,
        /// A battle is over.
        1 BattleEnded {
            /// The space.
            space: SpaceId,
            /// Allied ships out of the scenario, damaged or withdrawn.
            damaged: Vec<ShipId>,
            /// Allied ships sunk.
            sunk: Vec<ShipId>,
            /// Allied ships back to the pool.
            returned: Vec<ShipId>,
        } => FactPolicy::PUBLIC,
    }
}

impl Chapter<State> for NavalCombatEvent {
    fn apply(&self, state: &mut State) -> Result<(), Defect> {
        match self {
            Self::ContactMade { first, .. } => state.battle_mut()?.first = *first,
            Self::BattleStepped { step } => state.battle_mut()?.step = step.clone(),
            Self::ShipFired { ship, maximum } => {
                let battle = state.battle_mut()?;
                push_once(&mut battle.paid, *ship);
                if *maximum {
                    push_once(&mut battle.maximum, *ship);
                }
            }
            Self::FireOpened {} => state.battle_mut()?.fired = true,
            Self::EnemyHit { enemy, .. } => stand(&mut state.battle_mut()?.enemies, enemy)?,
            Self::BattleScored { gained, lost } => {
                let battle = state.battle_mut()?;
                (battle.gained, battle.lost) = (*gained, *lost);
            }
            Self::ShipRetreated { ship, to } => state.put(*ship, *to)?,
            Self::BattleEnded { space, damaged, sunk, returned } => {
                state.tasks.pop();
                state.damaged.extend(damaged);
                state.sunk.extend(sunk);
                state.pool.extend(returned.iter().map(|ship| Marker::Ship(*ship)));
                let gone =
                    |ship: &ShipId| damaged.contains(ship) || sunk.contains(ship) || returned.contains(ship);
                state.today.drawn.retain(|(_, ship)| !gone(ship));
                // 14.14: ships that have lain here since the set-up leave too.
                state.at(*space, |place| place.shown.retain(|ship| !gone(ship)));
            }
        }
        Ok(())
    }
}

/// A ship among `ships` stands as `hit` says.
pub(super) fn stand(ships: &mut [Counter], hit: &Counter) -> Result<(), Defect> {
    let stood = ships.iter_mut().find(|other| other.ship == hit.ship);
    *stood.ok_or_else(|| unfit("the hit", format!("{} is not in the battle", hit.ship)))? = hit.clone();
    Ok(())
}
