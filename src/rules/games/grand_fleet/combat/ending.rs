//! 8 The end of a round: spent fleets leave; another round, or the combat is over and somebody holds the hex.

use super::{begin_round, present};
use crate::game::{Node, Options, Stop};
use crate::games::grand_fleet::arguments::Arguments;
use crate::games::grand_fleet::event::{CombatEvent, Leaving};
use crate::games::grand_fleet::formation::LEAST_SHIPS;
use crate::games::grand_fleet::ids::{Both, Side};
use crate::games::grand_fleet::play::{Done, Play, Transition};
use crate::games::grand_fleet::state::{Battle, Step};
use crate::games::orders::orders;

const SIDES: [Side; 2] = [Side::British, Side::German];

/// 8 The step after the gunnery: fleets of two ships or fewer leave, and a side alone holds the hex. If both were in
/// confusion, or the winner chose to go on, there is another round; else the attacker is asked first.
///
/// # Errors
/// An event that does not fit.
pub fn after_round(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    // Both sides first: a hex is only held once the fleets that are too small have left it, on either side.
    for side in SIDES {
        leave(play, side, Leaving::Spent, |ships| ships < LEAST_SHIPS)?;
    }
    let battle = play.state.battle()?;
    let combat = play.state.combat()?;
    // Before confusion and (a): 8 ends the combat when one side has nothing left, whatever was chosen.
    if SIDES.iter().any(|side| present(battle, *side, combat.hex).next().is_none()) {
        return end(play);
    }
    let confused = |side: &Side| combat.handling[*side].is_some_and(|handling| handling.confused);
    if combat.situation.go_on || SIDES.iter().all(confused) {
        let (hex, round) = (combat.hex, combat.round + 1);
        return begin_round(play, hex, round);
    }
    Ok(Transition::WaitAt(Step::Persistence { side: battle.attacker }))
}

/// 8 The orders that say whether a side fights on.
pub fn options() -> Options {
    let mut options = Options::default();
    options.push("fight-on", Node::End);
    options.push("break-off", Node::End);
    options
}

orders! {
    /// The orders that say whether a side fights on.
    pub enum PersistenceOrder from order: Arguments<'_> {
        /// 8 It does.
        "fight-on" => FightOn,
        /// 8 It does not.
        "break-off" => BreakOff,
    }
}

/// 8 Records whether a side fights on. If both do there is another round; else the unwilling leave.
///
/// # Errors
/// An event that does not fit.
pub fn persist(play: &mut Play<'_, '_>, side: Side, order: PersistenceOrder) -> Result<Transition, Stop> {
    let willing = order == PersistenceOrder::FightOn;
    play.emit(CombatEvent::PersistenceDeclared { side, willing })?;
    let combat = play.state.combat()?;
    let (Some(british), Some(german)) = (combat.willing.british, combat.willing.german) else {
        // The second side is asked even if the first breaks off: by fighting on it holds the hex.
        return Ok(Transition::WaitAt(Step::Persistence { side: side.enemy() }));
    };
    let (hex, round) = (combat.hex, combat.round + 1);
    let willing = Both { british, german };
    if british && german {
        return begin_round(play, hex, round);
    }
    for side in SIDES.into_iter().filter(|side| !willing[*side]) {
        leave(play, side, Leaving::Withdrawn, |_| true)?;
    }
    end(play)
}

fn leave(play: &mut Play<'_, '_>, side: Side, why: Leaving, leaves: impl Fn(usize) -> bool) -> Done {
    let hex = play.state.combat()?.hex;
    let here = present(play.state.battle()?, side, hex);
    let fleets: Vec<u32> = here.filter(|fleet| leaves(fleet.ships.len())).map(|fleet| fleet.number).collect();
    if fleets.is_empty() { Ok(()) } else { play.emit(CombatEvent::FleetsLeft { side, fleets, why }) }
}

/// 8 Ends the combat: the side that still has fleets in the hex holds it.
fn end(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    let hex = play.state.combat()?.hex;
    let there = |battle: &Battle, side: &Side| present(battle, *side, hex).next().is_some();
    let battle = play.state.battle()?;
    let holder = SIDES.into_iter().find(|side| there(battle, side));
    play.emit(CombatEvent::CombatEnded { hex, holder })?;
    Ok(Transition::On(Step::HexChoice))
}
