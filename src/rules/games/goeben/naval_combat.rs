//! 14.0 Naval combat: the battle as a whole (14.1, 14.2). Its steps are in the files beside.

pub mod battle;
pub mod break_off;
pub mod contact;
pub mod gunnery;
pub mod hits;
pub mod outcome;
pub mod reply;

use super::austria::battle as austria;
use super::board::Board;
use super::ids::{Marker, Phase, ShipId, SpaceId};
use super::incidents::IncidentEvent;
use super::night;
use super::pack::ContactResult;
use super::play::{Done, Play, table};
use super::sequence;
use super::sequence::SequenceEvent;
use super::state::{State, Task, push_once, unfit};
use crate::game::{Chapter, Defect, FactPolicy, Options, Stop, Word};
use battle::{Battle, BattleStep, Counter, Side};

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
            /// Who fires first, if there is contact.
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
            /// To where.
            to: SpaceId,
        } => FactPolicy::PUBLIC,
        /// A battle is over.
        1 BattleEnded {
            /// Where.
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

/// The die of Limited Visibility from which there is no battle and no bombardment.
pub const POOR_VISIBILITY: u8 = 5;

/// Whether a task can go on by itself or waits for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Something happened; look again.
    GoOn,
    /// The player has to choose.
    Wait,
}

/// 14.0 Spaces with German and Allied ships where no storm forbids the battle.
pub fn spaces(state: &State) -> Vec<SpaceId> {
    let mut spaces = state.fleet_spaces();
    spaces.retain(|space| !state.enemies_at(*space).is_empty() && !state.today.storms.contains(space));
    spaces
}

/// 14.1 Sets a battle up; poor visibility may end it before it begins.
///
/// # Errors
/// Chance that cannot answer.
pub fn begin(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    play.emit(SequenceEvent::SpaceBegan { space })?;
    let die = roll_visibility(play, space)?;
    let ships = play.state.enemies_at(space).to_vec();
    if die.is_some_and(|die| die >= POOR_VISIBILITY) {
        let why = Word::literal("poor-visibility");
        return play.emit(IncidentEvent::AlliesLeft { space, ships, why });
    }
    let together = match die {
        Some(1 | 2) => 2,
        Some(3 | 4) => 3,
        _ => 1,
    };
    let enemies = ships.into_iter().map(Counter::fresh).collect();
    let battle = Battle::before_contact(space, play.state.ships_at(space), enemies, together)
        .joined_by(play.state.austrians_at(space));
    let battle = Battle { night: night::falls(play, space)?, ..battle };
    play.emit(SequenceEvent::TaskBegan { task: Task::Battle(battle) })
}

/// Limited Visibility: one die before contact, however many markers lie there.
fn roll_visibility(play: &mut Play<'_, '_>, space: SpaceId) -> Result<Option<u8>, Stop> {
    match play.state.today.visibility.get(&space).copied() {
        None => Ok(None),
        Some(Some(die)) => Ok(Some(die)),
        Some(None) => {
            let die = play.die(table("visibility", "13.1").about(space))? as u8;
            play.emit(IncidentEvent::VisibilityRolled { space, die })?;
            Ok(Some(die))
        }
    }
}

/// 14.2 Takes a battle as far as the player's next choice.
///
/// # Errors
/// Chance that cannot answer.
pub fn go_on(play: &mut Play<'_, '_>) -> Result<Flow, Stop> {
    let Some(battle) = play.state.battle() else { return Ok(Flow::GoOn) };
    let (step, first) = (battle.step.clone(), battle.first.unwrap_or(Side::German));
    match step {
        BattleStep::Contact {} if contact::burners(play.board, &play.state).is_empty() => {
            contact::make(play, None)?;
        }
        BattleStep::Contact {} | BattleStep::BreakOff {} | BattleStep::Lead {} => return Ok(Flow::Wait),
        BattleStep::Retreat {} if play.state.fleet_at(battle.space).is_empty() => {
            outcome::part(play, "broke-off")?
        }
        BattleStep::Retreat {} => return Ok(Flow::Wait),
        BattleStep::Fire { .. } if is_decided(&play.state, battle) => {
            play.emit(NavalCombatEvent::BattleStepped { step: BattleStep::Finished {} })?;
        }
        BattleStep::Fire { round, side: Side::German, .. } => {
            if !gunnery::firers(play.board, &play.state).is_empty() {
                return Ok(Flow::Wait);
            }
            next_step(play, round, Side::German, first)?;
        }
        BattleStep::Fire { round, side: Side::Allied, .. } => {
            reply::fire(play, round)?;
            next_step(play, round, Side::Allied, first)?;
        }
        BattleStep::Finished {} => outcome::end(play)?,
    }
    Ok(Flow::GoOn)
}

/// Whether one side has nobody left to fight.
fn is_decided(state: &State, battle: &Battle) -> bool {
    let enemy_left = match battle.coast {
        true => !state.coast_at(battle.space).is_empty(),
        false => battle.fighting().next().is_some(),
    };
    !enemy_left || fleet(state, battle).is_empty()
}

/// 14.2 After the first side the second; after both the next round; after the last round the end.
fn next_step(play: &mut Play<'_, '_>, round: u8, side: Side, first: Side) -> Done {
    let Some(battle) = play.state.battle() else { return Ok(()) };
    let (round, side) = if side == first { (round, side.other()) } else { (round + 1, first) };
    let step = match battle.weapons(round).is_empty() {
        true => BattleStep::Finished {},
        false => BattleStep::Fire { round, side, fired: vec![] },
    };
    play.emit(NavalCombatEvent::BattleStepped { step })
}

/// Begins the firing; where two nations fight together the player first says which of them leads (20).
///
/// # Errors
/// A fault of the engine.
pub fn open_fire(play: &mut Play<'_, '_>) -> Done {
    if play.state.battle().is_some_and(austria::lead_is_open) {
        return play.emit(NavalCombatEvent::BattleStepped { step: BattleStep::Lead {} });
    }
    let side = play.state.battle().and_then(|battle| battle.first).unwrap_or(Side::German);
    play.emit(NavalCombatEvent::BattleStepped { step: BattleStep::Fire { round: 0, side, fired: vec![] } })
}

/// What the player may do in a battle.
pub fn options(board: &Board, state: &State, battle: &Battle) -> Options {
    match battle.step {
        BattleStep::Contact {} => contact::options(board, state),
        BattleStep::BreakOff {} => break_off::options(),
        BattleStep::Retreat {} => break_off::retreat_options(board, state, battle),
        BattleStep::Lead {} => austria::lead_options(),
        BattleStep::Fire { side: Side::German, .. } => gunnery::options(board, state, battle),
        BattleStep::Fire { .. } | BattleStep::Finished {} => Options::default(),
    }
}

/// German ships of the battle still at its space.
pub fn german_ships(state: &State, battle: &Battle) -> Vec<ShipId> {
    battle
        .german
        .iter()
        .copied()
        .filter(|id| state.ship(*id).is_some_and(|ship| ship.at == Some(battle.space)))
        .collect()
}

/// German and Austro-Hungarian ships that still fight in the battle, the German first.
pub fn fleet(state: &State, battle: &Battle) -> Vec<ShipId> {
    let mut ships = german_ships(state, battle);
    ships.extend(battle.austrians.iter().filter(|counter| counter.fights()).map(|counter| counter.ship));
    ships
}

/// Ends the phase.
///
/// # Errors
/// A fault of the engine.
pub fn finish(play: &mut Play<'_, '_>) -> Done {
    sequence::enter(play, Phase::Raiding)
}
