//! 8 A combat from outside: the declarations, throws, choices and allocations up to a step of its round.

use std::collections::BTreeSet;

use super::{POINTS_LIMIT, SIDES, hold};
use crate::game::Defect;
use crate::games::grand_fleet::combat::{contested, gunnery, situation};
use crate::games::grand_fleet::formation::fleets;
use crate::games::grand_fleet::ids::{Both, ShipId, Side};
use crate::games::grand_fleet::pack::Chart;
use crate::games::grand_fleet::play::Transition;
use crate::games::grand_fleet::state::{Battle, Combat, Handling, State, Step};

/// The most rounds that a combat may have come to.
const ROUNDS_LIMIT: u32 = 10_000;
/// The most that a combat initiative may be changed by in either direction.
const CHANGES_LIMIT: i32 = 100;

/// Checks that the combat of a battle, if there is one, can be.
///
/// # Errors
/// The first thing that cannot be.
pub fn check(chart: &Chart, state: &State, battle: &Battle) -> Result<(), Defect> {
    let fighting = matches!(
        state.step,
        Step::Manoeuvre { .. } | Step::Situation { .. } | Step::Gunnery | Step::Persistence { .. }
    );
    hold(battle.combat.is_some() == fighting, "battle.combat", "there exactly at the steps of a combat")?;
    let Some(combat) = &battle.combat else { return Ok(()) };
    hold(contested(battle).contains(&combat.hex), "battle.combat.hex", "one with fleets of both sides")?;
    hold((1..=ROUNDS_LIMIT).contains(&combat.round), "battle.combat.round", "from 1 to 10000")?;
    let range = (-2..=2).contains(&combat.situation.range_halves);
    hold(range, "battle.combat.situation.range_halves", "from -2 to 2")?;
    handling(state.step, combat)?;
    allocated(chart, state.step, battle, combat)?;
    fired(chart, state.step, combat)?;
    willing(state.step, battle.attacker, combat)
}

/// Checks which sides have declared and thrown by a step, and the values of throws.
fn handling(step: Step, combat: &Combat) -> Result<(), Defect> {
    let asked = match step {
        Step::Manoeuvre { side } if side == combat.first => vec![],
        Step::Manoeuvre { .. } => vec![combat.first],
        _ => SIDES.to_vec(),
    };
    for side in SIDES {
        let key = format!("battle.combat.handling.{side}");
        let handling = &combat.handling[side];
        hold(handling.is_some() == asked.contains(&side), &key, "there once its side has been asked")?;
        if let Some(handling) = handling {
            hold(can_be(side, handling), &key, "what a die, the fleets and the excess can give")?;
        }
    }
    let chosen = match step {
        Step::Situation { .. } => situation::begin(combat) == Transition::WaitAt(step),
        _ => true,
    };
    hold(chosen, "step", "the winner's choice of half the difference in combat initiative")
}

fn can_be(side: Side, handling: &Handling) -> bool {
    (1..=6).contains(&handling.natural)
        && handling.excess <= fleets(side)
        && (-CHANGES_LIMIT..=CHANGES_LIMIT).contains(&handling.number)
        && handling.confused == (handling.natural <= handling.excess)
}

/// Checks the points that each side has to allocate, and its allocation.
fn allocated(chart: &Chart, step: Step, battle: &Battle, combat: &Combat) -> Result<(), Defect> {
    for side in SIDES {
        let key = format!("battle.combat.points.{side}");
        let points = combat.points[side];
        match step {
            Step::Gunnery => {
                let total = gunnery::total(chart, battle, side).1;
                hold(points == total, &key, &format!("{total}, as its ships, range and fire give"))?;
            }
            // Ships may have been sunk since the points were totalled, so the total cannot be recomputed.
            Step::Persistence { .. } => hold(points <= POINTS_LIMIT, &key, "at most 100000")?,
            _ => hold(points == 0, &key, "0 before the gunnery")?,
        }
        let key = format!("battle.combat.targets.{side}");
        let Some(targets) = &combat.targets[side] else { continue };
        let distinct: BTreeSet<&ShipId> = targets.iter().collect();
        hold(distinct.len() == targets.len(), &key, "different ships")?;
        let theirs = |ship: &ShipId| chart.side(*ship) == Some(side.enemy());
        hold(targets.iter().all(theirs), &key, "ships of the other side")?;
        let words: Vec<_> = targets.iter().map(|ship| ship.0).collect();
        // At later steps targets may have left the hex, sunk or damaged.
        let covered = step != Step::Gunnery || gunnery::refuse(chart, battle, side, &words).is_none();
        hold(covered, &key, "ships in the hex whose defence its points cover")?;
    }
    let early = !matches!(step, Step::Gunnery | Step::Persistence { .. });
    hold(!early || combat.targets == Both::default(), "battle.combat.targets", "empty before the gunnery")
}

/// Shots fall when all have allocated, each at a ship of its own.
fn fired(chart: &Chart, step: Step, combat: &Combat) -> Result<(), Defect> {
    let over = matches!(step, Step::Persistence { .. });
    hold(over || combat.shots.is_empty(), "battle.combat.shots", "empty before the gunnery is over")?;
    let ships: BTreeSet<ShipId> = combat.shots.iter().map(|shot| shot.ship).collect();
    let known = ships.iter().all(|ship| chart.ship(*ship).is_some());
    hold(known && ships.len() == combat.shots.len(), "battle.combat.shots", "one at each of some ships")
}

/// The attacker says first whether it fights on.
fn willing(step: Step, attacker: Side, combat: &Combat) -> Result<(), Defect> {
    // When the second side is asked only the first has answered; with both answers the round or combat is
    // over.
    let answered = match step {
        Step::Persistence { side } if side != attacker => vec![attacker],
        _ => vec![],
    };
    let as_asked = |side: Side| combat.willing[side].is_some() == answered.contains(&side);
    hold(SIDES.into_iter().all(as_asked), "battle.combat.willing", "there for the sides that have been asked")
}
