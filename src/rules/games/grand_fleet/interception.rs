//! 8 Interception: moving all markers of a hex, friend and foe, by one hex; then all markers are turned over.

use super::arguments::Arguments;
use super::event::InterceptionEvent;
use crate::games::orders::orders;
use std::collections::BTreeSet;

use super::ids::{Both, HexId, Side};
use super::pack::Chart;
use super::placement;
use super::play::{Done, Play, Transition};
use super::state::{AtSea, Battle, Marker, Step};
use crate::game::{Node, Options, Refusal, Stop};

/// Passes in a row that end interception (8).
const LAST_PASS: u32 = 2;

/// 8 The strength of a side's markers in a hex: a face-down one 1, a face-up one 2, twice that in its own home hex.
pub fn strength(chart: &Chart, battle: &Battle, side: Side, hex: HexId) -> u32 {
    let count = |marker: &Marker| if marker.shown.is_some() { 2 } else { 1 };
    let ours = battle.markers.iter().filter(|marker| marker.side == side && marker.hex == hex);
    // Markers count double in their own home alone; in the enemy's they count as anywhere (8).
    let home = if chart.home(side) == hex { 2 } else { 1 };
    ours.map(count).sum::<u32>() * home
}

/// 8 Why a side may not move the markers of a hex.
fn bar(chart: &Chart, battle: &Battle, side: Side, hex: HexId) -> Option<Refusal> {
    let here = || battle.markers.iter().filter(|marker| marker.hex == hex);
    if !here().any(|m| m.side == side) || !here().any(|m| m.side == side.enemy()) {
        return Some(Refusal::new("one-side-only", "8").about("hex", hex));
    }
    // 8: markers are moved once, and those that they come upon are done with them.
    if here().any(|marker| marker.done) {
        return Some(Refusal::new("already-intercepted", "8").about("hex", hex));
    }
    let (own, theirs) = (strength(chart, battle, side, hex), strength(chart, battle, side.enemy(), hex));
    let refusal = Refusal::new("no-majority", "8").about("hex", hex).about("own", own);
    (own <= theirs).then_some(refusal.about("theirs", theirs))
}

/// 8 The hexes whose markers a side may move.
fn movable(chart: &Chart, battle: &Battle, side: Side) -> Vec<HexId> {
    let hexes: BTreeSet<HexId> = battle.markers.iter().map(|marker| marker.hex).collect();
    let may = |hex: &HexId| bar(chart, battle, side, *hex).is_none() && !chart.neighbours(*hex).is_empty();
    hexes.into_iter().filter(may).collect()
}

/// 8 Lets a side intercept or pass; one that can move nothing passes without a prompt. Two passes in a row end it.
///
/// # Errors
/// An event that does not fit.
pub fn begin(play: &mut Play<'_, '_>, side: Side) -> Result<Transition, Stop> {
    if !movable(play.board, play.state.battle()?, side).is_empty() {
        return Ok(Transition::Wait);
    }
    pass(play, side, true)
}

/// 8 The orders of interception.
pub fn options(chart: &Chart, battle: &Battle, side: Side) -> Options {
    let mut options = Options::default();
    let to = |hex: HexId| Node::one_of("to", chart.neighbours(hex).iter().map(|hex| hex.0));
    let from = movable(chart, battle, side).into_iter().map(|hex| (hex.0, to(hex)));
    options.push("intercept", Node::choice("from", from));
    options.push("pass", Node::End);
    options
}

orders! {
    /// The orders of interception.
    pub enum InterceptionOrder from order: Arguments<'_> {
        /// 8 Moves the markers of a hex.
        "intercept" => Intercept { from: HexId = order.hex("from")?, to: HexId = order.hex("to")? },
        /// 8 Moves none.
        "pass" => Pass,
    }
}

/// 8 A side moves the markers of a hex, or passes.
///
/// # Errors
/// An event that does not fit.
pub fn carry_out(play: &mut Play<'_, '_>, side: Side, order: InterceptionOrder) -> Result<Transition, Stop> {
    match order {
        InterceptionOrder::Pass => pass(play, side, false),
        InterceptionOrder::Intercept { from, to } => {
            play.emit(InterceptionEvent::HexIntercepted { side, from, to })?;
            Ok(Transition::On(Step::Interception { side: side.enemy() }))
        }
    }
}

/// 8 Passes, by choice or because nothing can be moved.
fn pass(play: &mut Play<'_, '_>, side: Side, forced: bool) -> Result<Transition, Stop> {
    // A forced pass counts like a chosen one; a move sets the count back to nothing (8).
    let passes = play.state.battle()?.passes + 1;
    play.emit(InterceptionEvent::InterceptionPassed { side, forced, passes })?;
    if passes < LAST_PASS {
        return Ok(Transition::On(Step::Interception { side: side.enemy() }));
    }
    reveal(play)?;
    Ok(Transition::On(Step::HexChoice))
}

/// 8 Turns all markers over; dummies leave the map.
fn reveal(play: &mut Play<'_, '_>) -> Done {
    let battle = play.state.battle()?;
    let mut fleets: Vec<AtSea> = Vec::new();
    let mut dummies: Both<Vec<HexId>> = Both::default();
    // Markers are listed as they were placed, so each face-down one takes the next number of the shuffle.
    let mut drawn = battle.shuffled.clone().map(Vec::into_iter);
    for Marker { side, hex, shown, .. } in &battle.markers {
        let next = match side {
            Side::British => &mut drawn.british,
            Side::German => &mut drawn.german,
        };
        let number = shown.or_else(|| next.next());
        let formed = battle.formed[*side].iter().flat_map(|formation| &formation.fleets);
        match formed.into_iter().find(|fleet| Some(fleet.number) == number) {
            Some(fleet) => fleets.push(AtSea {
                side: *side,
                number: fleet.number,
                hex: *hex,
                ships: fleet.ships.clone(),
            }),
            None => dummies[*side].push(*hex),
        }
    }
    fleets.sort_by_key(|fleet| (fleet.side, fleet.number));
    dummies.british.sort_unstable();
    dummies.german.sort_unstable();
    play.emit(InterceptionEvent::MarkersRevealed { fleets, dummies })
}

/// Why an interception is refused.
pub fn refuse(chart: &Chart, battle: &Battle, side: Side, from: HexId, to: Option<HexId>) -> Option<Refusal> {
    if let Some(refusal) = placement::refuse_hex(chart, from).or_else(|| bar(chart, battle, side, from)) {
        return Some(refusal);
    }
    let to = to?;
    placement::refuse_hex(chart, to).or_else(|| {
        let refusal = Refusal::new("not-adjacent", "8").about("from", from).about("to", to);
        let legal = refusal.legal(chart.neighbours(from));
        (!chart.neighbours(from).contains(&to)).then_some(legal)
    })
}
