//! 14.4 Breaking off.

use super::{open_fire, outcome};
use crate::game::{Node, Options};
use crate::games::goeben::austria;
use crate::games::goeben::board::Board;
use crate::games::goeben::event::NavalCombatEvent;
use crate::games::goeben::ids::{Class, Power, ShipId, SpaceId, Track};
use crate::games::goeben::movement;
use crate::games::goeben::play::{Done, Play, allied};
use crate::games::goeben::ports;
use crate::games::goeben::state::State;
use crate::games::goeben::state::battle::{Battle, BattleStep};

/// 14.4 Neighbouring spaces a ship may break off to: no enemy, no Incident marker, no neutral or Allied harbour.
pub fn retreats(board: &Board, state: &State, from: SpaceId) -> Vec<SpaceId> {
    // 12.5: the Black Sea and a closed Atlantic are no way out either.
    let barred = movement::barred(board, state);
    board
        .neighbours(from)
        .iter()
        .copied()
        .filter(|space| {
            let clear =
                state.place(*space).is_none_or(|place| place.hidden.is_empty() && place.shown.is_empty());
            let harbour = matches!(ports::power(board, state, *space), Some(Power::Neutral | Power::Allied));
            clear && !harbour && !barred.contains(space)
        })
        .collect()
}

/// 14.4 Those of them that are open to a ship: the Austro-Hungarians keep to their seas (20).
pub fn retreats_of(board: &Board, state: &State, id: ShipId, from: SpaceId) -> Vec<SpaceId> {
    let mut spaces = retreats(board, state, from);
    if state.ship(id).is_none() {
        spaces.retain(|space| austria::may_enter(board, *space));
    }
    spaces
}

/// 14.4 Returns whether all ships of the battle can break off: each has engines and there is a space for it.
pub fn is_possible(board: &Board, state: &State) -> bool {
    let Some(battle) = state.battle() else { return false };
    super::fleet(state, battle).into_iter().all(|id| {
        let has_engines = state.ship(id).is_none_or(|ship| ship.track(Track::Engines) > 0);
        has_engines && !retreats_of(board, state, id, battle.space).is_empty()
    })
}

/// 14.4 As first side, the player fights or breaks off.
pub fn options() -> Options {
    let mut options = Options::default();
    options.push("fight", Node::End);
    options.push("break-off", Node::End);
    options
}

/// The player breaks off: each ship is to be placed.
///
/// # Errors
/// A fault of the engine.
pub fn begin(play: &mut Play<'_, '_>) -> Done {
    play.emit(NavalCombatEvent::BattleStepped { step: BattleStep::Retreat {} })
}

/// 14.4 The spaces that each ship may break off to, together or apart.
pub fn retreat_options(board: &Board, state: &State, battle: &Battle) -> Options {
    let mut options = Options::default();
    let ships =
        // Austro-Hungarian ships stay in the fleet of the battle wherever they are; the German leave it.
        super::fleet(state, battle).into_iter().filter(|id| state.whereabouts(*id) == Some(battle.space));
    let ships = ships.map(|id| {
        let spaces = retreats_of(board, state, id, battle.space);
        (id.0, Node::one_of("space", spaces.into_iter().map(|space| space.0)))
    });
    options.push("retreat", Node::choice("ship", ships));
    options
}

/// 14.4 Places a ship that breaks off.
///
/// # Errors
/// A fault of the engine.
pub fn retreat(play: &mut Play<'_, '_>, ship: ShipId, to: SpaceId) -> Done {
    let from = play.state.whereabouts(ship);
    play.emit(NavalCombatEvent::ShipRetreated { ship, to })?;
    match from {
        Some(from) => ports::abandon_landing_party(play, from),
        None => Ok(()),
    }
}

/// 14.4, 14.15 The Allies as first side: a convoy breaks off with all its force; otherwise a die above the alert
/// level does.
///
/// # Errors
/// Chance that cannot answer.
pub fn allies_decide(play: &mut Play<'_, '_>) -> Done {
    let Some(battle) = play.state.battle() else { return Ok(()) };
    let space = battle.space;
    let convoy = battle
        .fighting()
        .any(|enemy| play.board.ship(enemy.ship).is_ok_and(|spec| spec.class == Class::TroopConvoy));
    if convoy {
        return outcome::part(play, "convoy-broke-off");
    }
    let die = play.die(allied("break-off", "14.4").about(space))?;
    // 14.4: at alert level 6 no die is high enough, so they stay.
    if die > u32::from(play.state.alert) {
        return outcome::part(play, "allies-broke-off");
    }
    open_fire(play)
}
