//! 14.0 Naval combat: the battle as a whole (14.1, 14.2). Its steps are in the files beside.

pub mod austrians;
pub mod break_off;
pub mod contact;
mod counters;
pub mod gunnery;
pub mod hits;
pub mod outcome;
pub mod reply;

use super::arguments::Arguments;
use super::board::Board;
use super::event::{IncidentEvent, NavalCombatEvent, SequenceEvent};
use super::ids::{Nation, Rate, ShipId, SpaceId, Speed};
use super::night;
use super::play::{Done, Play, Transition, table};
use super::state::battle::{Battle, BattleStep, Counter, Side};
use super::state::{State, Task};
use crate::game::{Options, Refusal, Stop, Word};
use crate::games::orders::orders;

orders! {
    /// The orders of a battle (14, 16, 20).
    pub enum NavalCombatOrder from order: Arguments<'_> {
        /// 14.3 Contact is tried; one ship may burn coal for it.
        "contact" => Contact { burner: Option<ShipId> = burner(order)? },
        /// 14.4 The battle is fought.
        "fight" => Fight,
        /// 14.4 The squadron breaks off.
        "break-off" => BreakOff,
        /// 14.4 A ship breaks off to a space.
        "retreat" => Retreat { ship: ShipId = order.ship("ship")?, space: SpaceId = order.space("space")? },
        /// 20.0 One of two nations fires first.
        "lead" => Lead { nation: Nation = Nation::named(order.word("nation")?.as_str())? },
        /// 14.5, 16.0 A ship fires her guns at an Allied ship or at the coast.
        "fire" => Fire {
            ship: ShipId = order.ship("ship")?,
            target: Word = order.word("target")?,
            rate: Rate = rate(order)?,
        },
        /// 14.6 A ship fires torpedoes at an Allied ship.
        "torpedo" => Torpedo {
            ship: ShipId = order.ship("ship")?,
            target: Word = order.word("target")?,
            count: u8 = order.number("count")?,
        },
        /// 14.5 No more fire in this step.
        "hold" => Hold,
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: NavalCombatOrder) -> Done {
    match order {
        NavalCombatOrder::Contact { burner } => contact::make(play, burner),
        NavalCombatOrder::Fight => open_fire(play),
        NavalCombatOrder::BreakOff => break_off::begin(play),
        NavalCombatOrder::Retreat { ship, space } => break_off::retreat(play, ship, space),
        NavalCombatOrder::Lead { nation } => austrians::lead(play, nation),
        NavalCombatOrder::Fire { ship, target, rate } => gunnery::fire(play, ship, target, rate),
        NavalCombatOrder::Torpedo { ship, target, count } => gunnery::torpedo(play, ship, target, count),
        NavalCombatOrder::Hold => gunnery::hold(play),
    }
}

/// 14.3(1) The ship that burns coal: one at maximum speed, none at cruising speed.
fn burner(order: &Arguments<'_>) -> Option<Option<ShipId>> {
    match order.speed("speed")? {
        Speed::Cruise => Some(None),
        // 14.3: contact knows cruise and maximum only, and the options offer no emergency speed.
        _ => order.ship("ship").map(Some),
    }
}

fn rate(order: &Arguments<'_>) -> Option<Rate> {
    Rate::named(order.word("rate")?.as_str())
}

/// Why an order to fire is refused.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    match (order.verb(), state.task()) {
        (verb @ ("fire" | "torpedo"), Some(Task::Battle(_))) => {
            gunnery::refuse(board, state, verb == "torpedo", order.ship("ship")?, order.word("target"))
        }
        _ => None,
    }
}

/// The die of Limited Visibility from which there is no battle and no bombardment.
pub const POOR_VISIBILITY: u8 = 5;

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
pub fn begin(play: &mut Play<'_, '_>, space: SpaceId) -> Result<Transition, Stop> {
    play.emit(SequenceEvent::SpaceBegan { space })?;
    // 13.1, 22.0: the die of the night falls only if this one leaves a battle.
    let die = roll_visibility(play, space)?;
    let ships = play.state.enemies_at(space).to_vec();
    if die.is_some_and(|die| die >= POOR_VISIBILITY) {
        // To the pool, unlike under a storm, which leaves them here and the space off the list.
        let why = Word::literal("poor-visibility");
        play.emit(IncidentEvent::AlliesLeft { space, ships, why })?;
        return Ok(Transition::GoOn);
    }
    let together = match die {
        // 13.1: on 1-2 a battle begins at secondary range, on 3-4 at tertiary, all guns up to there at once.
        Some(1 | 2) => 2,
        Some(3 | 4) => 3,
        _ => 1,
    };
    let enemies = ships.into_iter().map(Counter::fresh).collect();
    let battle = Battle::before_contact(space, play.state.ships_at(space), enemies, together)
        .joined_by(play.state.austrians_at(space));
    let battle = Battle { night: night::falls(play, space)?, ..battle };
    play.emit(SequenceEvent::TaskBegan { task: Task::Battle(battle) })?;
    Ok(Transition::GoOn)
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
pub fn go_on(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    let Some(battle) = play.state.battle() else { return Ok(Transition::GoOn) };
    let (step, first) = (battle.step.clone(), battle.first.unwrap_or(Side::German));
    match step {
        // 14.3: with no ship whose coal would make the squadron faster there is nothing to choose.
        BattleStep::Contact {} if contact::burners(play.board, &play.state).is_empty() => {
            contact::make(play, None)?;
        }
        BattleStep::Contact {} | BattleStep::BreakOff {} | BattleStep::Lead {} => {
            return Ok(Transition::Wait);
        }
        BattleStep::Retreat {} if play.state.fleet_at(battle.space).is_empty() => {
            outcome::part(play, "broke-off")?
        }
        BattleStep::Retreat {} => return Ok(Transition::Wait),
        BattleStep::Fire { .. } if is_decided(&play.state, battle) => {
            play.emit(NavalCombatEvent::BattleStepped { step: BattleStep::Finished {} })?;
        }
        BattleStep::Fire { round, side: Side::German, .. } => {
            if !gunnery::firers(play.board, &play.state).is_empty() {
                return Ok(Transition::Wait);
            }
            next_step(play, round, Side::German, first)?;
        }
        BattleStep::Fire { round, side: Side::Allied, .. } => {
            reply::fire(play, round)?;
            next_step(play, round, Side::Allied, first)?;
        }
        BattleStep::Finished {} => outcome::end(play)?,
    }
    Ok(Transition::GoOn)
}

/// Returns whether one side has nobody left to fight.
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
    if play.state.battle().is_some_and(austrians::lead_is_open) {
        return play.emit(NavalCombatEvent::BattleStepped { step: BattleStep::Lead {} });
    }
    let side = play.state.battle().and_then(|battle| battle.first).unwrap_or(Side::German);
    play.emit(NavalCombatEvent::BattleStepped { step: BattleStep::Fire { round: 0, side, fired: vec![] } })
}

/// The player's options in a battle.
pub fn options(board: &Board, state: &State, battle: &Battle) -> Options {
    match battle.step {
        BattleStep::Contact {} => contact::options(board, state),
        BattleStep::BreakOff {} => break_off::options(),
        BattleStep::Retreat {} => break_off::retreat_options(board, state, battle),
        BattleStep::Lead {} => austrians::lead_options(),
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
