//! Positions from outside: a file must hold a position of this game before the rules see it.

mod battle;
mod combat;

use super::boxes::{self, NUMBERED};
use super::ids::{Both, Nation, Side};
use super::orders;
use super::pack::{Chart, LAST_TURN};
use super::state::{Berth, State, Step};
use crate::game::Defect;

/// The most victory points, either way, that a position may have.
const POINTS_LIMIT: u32 = 100_000;

const SIDES: [Side; 2] = [Side::British, Side::German];

/// Checks that `state` is a position of this game.
///
/// # Errors
/// The first thing that cannot be, by its name in the file.
pub fn check(chart: &Chart, state: &State) -> Result<(), Defect> {
    hold(state.step != Step::SetUp, "step", "one after the set-up")?;
    hold((1..=LAST_TURN).contains(&state.turn), "turn", "from 1 to 9")?;
    hold(state.lead.unsigned_abs() <= POINTS_LIMIT, "lead", "within 100000 either way")?;
    let begun = state.war.is_none_or(|since| (1..=state.turn).contains(&since));
    hold(begun, "war", "a turn that has begun")?;
    let over = state.step == Step::Over;
    hold(over == state.outcome.is_some(), "outcome", "there exactly when the game is over")?;
    // Before the rest: sizes of fleets and boxes are counted from berths.
    berths(chart, state)?;
    ashore(chart, state)?;
    dice(state)?;
    step(state)?;
    battle::check(chart, state)?;
    // Last: the options rely on everything checked before, and a table where nobody is asked could never go
    // on.
    hold(over || somebody_decides(chart, state), "step", "one where somebody has something to decide")
}

fn hold(holds: bool, key: &str, must: &str) -> Result<(), Defect> {
    if holds { Ok(()) } else { Err(Defect(format!("the position's `{key}` must be {must}"))) }
}

/// Every ship of the pack has a berth it can have, and boxes 1 to 6 hold no more than they can (6).
fn berths(chart: &Chart, state: &State) -> Result<(), Defect> {
    for ship in chart.pack().ships.keys() {
        hold(state.berths.contains_key(ship), &format!("berths.{ship}"), "there: the pack has that ship")?;
    }
    let mut counts: Both<[usize; 7]> = Both::default();
    for (ship, berth) in &state.berths {
        let key = format!("berths.{ship}");
        let spec = chart.ship(*ship);
        let Some(spec) = spec else { return hold(false, &key, "a ship's: the pack has none of that name") };
        match berth {
            Berth::Due(turn) => {
                // Ships of the present turn have joined before anybody is asked anything in it (6).
                let later = state.turn < *turn && *turn <= LAST_TURN;
                hold(later, &key, "due on a turn to come")?;
                // The war cancels every ship still due; American ships are `Abroad` until they join (9).
                hold(state.war.is_none(), &key, "cancelled: the submarine war has broken out")?;
            }
            Berth::Abroad => {
                hold(spec.nation == Nation::American, &key, "no American berth: the ship is not American")?;
            }
            Berth::Box(number) => {
                hold(*number <= *NUMBERED.end(), &key, "a box from 0 to 6")?;
                counts[spec.nation.side()][*number as usize] += 1;
            }
            Berth::Fleet | Berth::Ashore | Berth::Sunk | Berth::Cancelled | Berth::LeftOut => {}
        }
    }
    for side in SIDES {
        let most = boxes::limit(side);
        let fits = counts[side][1..].iter().all(|count| *count <= most);
        hold(fits, "berths", &format!("with at most {most} {side} ships in each of boxes 1 to 6"))?;
    }
    Ok(())
}

/// Checks that ships lie ashore only while their owner is asked for their boxes, or in a battle, after which it will be.
fn ashore(chart: &Chart, state: &State) -> Result<(), Defect> {
    let ashore = Both::of(|side| !state.ashore(chart, side).is_empty());
    let (key, must) = ("berths", "without ships ashore but where their owner is asked for boxes");
    let may = |side: Side| match state.step {
        Step::Reinforcement { side: asked } => side == asked,
        Step::SubmarineWar { choice: false } => side == Side::British,
        Step::Aftermath => true,
        _ => state.battle.is_some(),
    };
    hold(SIDES.into_iter().all(|side| may(side) || !ashore[side]), key, must)
}

/// 7b At most one side has chosen its dice and waits for the other.
fn dice(state: &State) -> Result<(), Defect> {
    let chosen: Vec<u32> = SIDES.into_iter().filter_map(|side| state.dice[side]).collect();
    let most = usize::from(state.step == Step::Initiative);
    hold(chosen.len() <= most, "dice", "chosen by one side at most, and only in the initiative phase")?;
    hold(chosen.iter().all(|dice| (1..=2).contains(dice)), "dice", "1 or 2")
}

fn step(state: &State) -> Result<(), Defect> {
    match state.step {
        Step::Commitment { thrown, .. } => hold(thrown <= 1, "step.thrown", "0 or 1"),
        Step::Transfer { count: Some(count), .. } => {
            hold((1..=6).contains(&count), "step.count", "from 1 to 6")
        }
        Step::SubmarineWar { choice } => {
            hold(choice == state.war.is_none(), "step.choice", "true exactly before the submarine war")
        }
        _ => Ok(()),
    }
}

fn somebody_decides(chart: &Chart, state: &State) -> bool {
    let asked = orders::prompts(chart, state);
    let open = |side: Side| !orders::options(chart, state, side).verbs.is_empty();
    !asked.is_empty() && asked.iter().all(|prompt| Side::of(prompt.seat).is_some_and(open))
}
