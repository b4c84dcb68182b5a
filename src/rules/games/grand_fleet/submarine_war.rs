//! 9 Unrestricted submarine war and American ships, with its outbreak (7a).

use super::arguments::Arguments;
use super::event::{Score, SubmarineWarEvent};
use super::ids::{Nation, Outbreak, ShipId, Side};
use super::pack::{Chart, OUTBREAK_TURN};
use super::play::{Done, Play, Transition, throw};
use super::state::{Berth, Step};
use crate::game::Stop;
use crate::games::orders::orders;

/// The purpose of the die of a turn at submarine war, which changes with each turn (9).
pub const PURPOSE: &str = "submarine-war";

/// The turn of the outbreak in the historical game (12).
const HISTORICAL_TURN: u32 = 6;
/// The natural die that sends American ships away (9).
const DETACHING_DIE: u32 = 6;

/// 7a Throws for the outbreak of the submarine war in a turn, or for its effect.
///
/// # Errors
/// Chance that cannot answer.
pub fn judge(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    let turn = play.state.turn;
    match (play.state.war, play.state.setup.historical) {
        (Some(since), _) => toll(play, since),
        // 12: in the historical game the war breaks out by itself on turn 6, without any throw for it.
        (None, true) if turn == HISTORICAL_TURN => break_out(play),
        (None, true) => Ok(Transition::On(Step::Initiative)),
        (None, false) if turn < OUTBREAK_TURN => Ok(Transition::On(Step::Initiative)),
        (None, false) => {
            let die = play.die(throw(Side::German, "outbreak", "7a"))?;
            match play.board.outbreak(turn, u8::try_from(die).unwrap_or(u8::MAX)) {
                Outbreak::None => Ok(Transition::On(Step::Initiative)),
                Outbreak::Choice => Ok(Transition::WaitAt(Step::SubmarineWar { choice: true })),
                Outbreak::War => break_out(play),
            }
        }
    }
}

orders! {
    /// The choice that the table of the outbreak leaves to Germany.
    pub enum OutbreakOrder from order: Arguments<'_> {
        /// 7a The war breaks out.
        "unleash" => Unleash,
        /// 7a It does not, this turn.
        "hold-back" => HoldBack,
    }
}

/// 7a Germany has chosen.
///
/// # Errors
/// An event that does not fit.
pub fn choose(play: &mut Play<'_, '_>, order: OutbreakOrder) -> Result<Transition, Stop> {
    match order {
        OutbreakOrder::Unleash => break_out(play),
        OutbreakOrder::HoldBack => Ok(Transition::On(Step::Initiative)),
    }
}

/// 9 Begins the war: American ships join, later reinforcements do not. There is no battle this turn (7a).
fn break_out(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    let turn = play.state.turn;
    // 9: an American ship with a later turn joins on that turn, all others at the outbreak.
    let joins = |ship: &ShipId| play.board.ship(*ship).is_some_and(|s| s.turn.is_none_or(|due| due <= turn));
    let american = play.state.ships(play.board, Side::British, |berth| berth == Berth::Abroad);
    let circled = |ship: &ShipId| play.board.ship(*ship).is_some_and(|spec| spec.circled);
    let (ashore, fleet) = american.into_iter().filter(joins).partition(circled);
    // 9 counts from the next turn: ships of this turn have joined in the armament phase.
    let later = |berth| matches!(berth, Berth::Due(due) if due > turn);
    let mut cancelled = play.state.ships(play.board, Side::British, later);
    cancelled.extend(play.state.ships(play.board, Side::German, later));
    play.emit(SubmarineWarEvent::SubmarineWarBroke { turn, fleet, ashore, cancelled })?;
    Ok(after(play))
}

/// 9 The modifier of the die of `turn`, if the war broke out in the turn `since`.
pub fn modifier(chart: &Chart, turn: u32, since: u32) -> i32 {
    let later = i32::try_from(turn.saturating_sub(since.saturating_add(1))).unwrap_or(0);
    later.saturating_mul(chart.pack().submarine_war.modifier_each_turn)
}

/// 9 The war's effect on the victory points of a later turn, and on American ships.
fn toll(play: &mut Play<'_, '_>, since: u32) -> Result<Transition, Stop> {
    let die = play.die(throw(Side::German, PURPOSE, "9"))?;
    let modified = i32::try_from(die).unwrap_or(0) + modifier(play.board, play.state.turn, since);
    let points = play.board.submarine_war(modified);
    let side = if points < 0 { Side::British } else { Side::German };
    play.score(side, points.unsigned_abs(), Score::SubmarineWar)?;
    // 9 asks for the natural die: the modifier of the turn does not count here.
    if die == DETACHING_DIE {
        detach_americans(play)?;
    }
    Ok(after(play))
}

fn detach_americans(play: &mut Play<'_, '_>) -> Done {
    let american = |ship: &ShipId| play.board.ship(*ship).is_some_and(|s| s.nation == Nation::American);
    let ships: Vec<ShipId> =
        play.state.fleet(play.board, Side::British).into_iter().filter(american).collect();
    if ships.is_empty() { Ok(()) } else { play.emit(SubmarineWarEvent::AmericansDetached { ships }) }
}

/// The transition once American ships have their boxes: the end of the turn of the outbreak, else the initiative.
pub fn after(play: &Play<'_, '_>) -> Transition {
    if !play.state.ashore(play.board, Side::British).is_empty() {
        return Transition::WaitAt(Step::SubmarineWar { choice: false });
    }
    // 7a: the turn of the outbreak has no initiative and so no battle.
    if play.state.war == Some(play.state.turn) {
        Transition::EndTurn
    } else {
        Transition::On(Step::Initiative)
    }
}
