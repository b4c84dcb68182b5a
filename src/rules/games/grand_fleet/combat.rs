//! 8 Combat, hex by hex and round by round.
//!
//! | part of a round | file |
//! |---|---|
//! | combat initiative | [`handling`] |
//! | situations | [`situation`] |
//! | gunnery, damage | [`gunnery`] |
//! | who fights on, who holds the hex | [`ending`] |

pub mod ending;
pub mod gunnery;
pub mod handling;
pub mod situation;

use super::arguments::Arguments;
use super::event::{CombatEvent, Score};
use super::ids::{Both, HexId, HexKind, Side};
use super::play::{Done, Play, Transition};
use super::state::{AtSea, Battle, State, Step};
use crate::game::{Node, Options, Refusal, Stop};
use crate::games::orders::orders;

/// The fleets of a side in a hex.
pub fn present(battle: &Battle, side: Side, hex: HexId) -> impl Iterator<Item = &AtSea> {
    battle.fleets.iter().filter(move |fleet| fleet.side == side && fleet.hex == hex)
}

fn count(battle: &Battle, side: Side, hex: HexId) -> u32 {
    u32::try_from(present(battle, side, hex).count()).unwrap_or(u32::MAX)
}

/// 8 The hexes in which fleets of both sides are.
pub fn contested(battle: &Battle) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = battle.fleets.iter().map(|fleet| fleet.hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.retain(|hex| Side::ALL.iter().all(|side| count(battle, *side, *hex) > 0));
    hexes
}

/// 8 The next hex to fight in: the attacker chooses among several. After the last, control is scored.
///
/// # Errors
/// An event that does not fit.
pub fn choose(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    // A side that leaves takes its markers with it, so a hex that was fought over is never contested again.
    match contested(play.state.battle()?)[..] {
        [] => {
            // Before `BattleEnded`, which takes the fleets away that hold the hexes.
            control(play)?;
            play.emit(CombatEvent::BattleEnded {})?;
            Ok(Transition::On(Step::Aftermath))
        }
        [hex] => begin_round(play, hex, 1),
        _ => Ok(Transition::Wait),
    }
}

/// 8 The order that chooses a hex.
pub fn options(battle: &Battle) -> Options {
    let mut options = Options::default();
    options.push("fight", Node::one_of("hex", contested(battle).into_iter().map(|hex| hex.0)));
    options
}

orders! {
    /// The attacker's choice among several hexes.
    pub enum HexOrder from order: Arguments<'_> {
        /// 8 The next hex to fight in.
        "fight" => Fight { hex: HexId = order.hex("hex")? },
    }
}

/// 8 Fights in the hex that the attacker has chosen.
///
/// # Errors
/// An event that does not fit.
pub fn fight(play: &mut Play<'_, '_>, order: HexOrder) -> Result<Transition, Stop> {
    let HexOrder::Fight { hex } = order;
    begin_round(play, hex, 1)
}

/// 8 Begins a round: the side with more fleets settles its combat initiative first, with equal numbers the British.
fn begin_round(play: &mut Play<'_, '_>, hex: HexId, round: u32) -> Result<Transition, Stop> {
    let battle = play.state.battle()?;
    let fleets = Both::of(|side| count(battle, side, hex));
    let first = if fleets.german > fleets.british { Side::German } else { Side::British };
    play.emit(CombatEvent::RoundBegan { hex, round, fleets, first })?;
    Ok(Transition::On(Step::Manoeuvre { side: first }))
}

/// 8 Scores control: the attacker scores the hexes of the other side's coast where it alone has fleets; halves of the sum are
/// dropped.
fn control(play: &mut Play<'_, '_>) -> Done {
    let battle = play.state.battle()?;
    let side = battle.attacker;
    let theirs = |hex: &HexId| {
        play.board.hex(*hex).is_some_and(|spec| {
            matches!(spec.kind, HexKind::Near | HexKind::Home) && spec.owner == Some(side.enemy())
        })
    };
    let mut hexes: Vec<HexId> =
        battle.fleets.iter().filter(|fleet| fleet.side == side).map(|fleet| fleet.hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    // 8 does not ask for a fight: an empty enemy coast hex that the attacker entered counts as well.
    hexes.retain(|hex| theirs(hex) && count(battle, side.enemy(), *hex) == 0);
    if hexes.is_empty() {
        return Ok(());
    }
    let vp_halves = hexes.iter().filter_map(|hex| play.board.hex(*hex)).map(|spec| spec.vp_halves).sum();
    play.emit(CombatEvent::HexesControlled { side, hexes, vp_halves })?;
    // 8 drops the fraction of the sum, not of each hex: two halves make a point.
    play.score(side, vp_halves / 2, Score::Control)
}

/// Why a hex cannot be fought in.
pub fn refuse(state: &State, hex: HexId) -> Option<Refusal> {
    let contested = contested(state.battle.as_ref()?);
    (!contested.contains(&hex))
        .then(|| Refusal::new("hex-not-contested", "8").about("hex", hex).legal(contested))
}
