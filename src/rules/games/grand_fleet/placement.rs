//! 8 Placing markers, in turn, until none is left.

use super::arguments::Arguments;
use super::event::PlacementEvent;
use super::formation::bin_word;
use super::ids::{HexId, HexKind, Side};
use super::pack::Chart;
use super::play::{Done, Play, Transition};
use super::state::{Battle, State, Step};
use crate::game::{Node, Options, OrderForm, Refusal, Stop, Word};
use crate::games::orders::orders;

fn left(state: &State, side: Side) -> u32 {
    let shown = |side| state.battle.as_ref().map_or(0, |battle| battle.shown_left[side].len());
    let hidden = state.battle.as_ref().map_or(0, |battle| battle.hidden_left[side]);
    hidden + u32::try_from(shown(side)).unwrap_or(0)
}

/// 8 The step in which a side places markers: one without any passes, and with none at all interception begins.
///
/// # Errors
/// No battle; an event that does not fit.
pub fn begin(play: &mut Play<'_, '_>, side: Side) -> Result<Transition, Stop> {
    let Battle { attacker, markers, .. } = play.state.battle()?;
    let attacker = *attacker;
    // Once: later calls of the same lesson find markers on the map.
    if markers.is_empty() && play.state.setup.teaches(play.state.turn) {
        place_for_lesson(play, attacker)?;
    }
    Ok(match (left(&play.state, side), left(&play.state, side.enemy())) {
        (0, 0) => Transition::On(Step::Interception { side: attacker }),
        // 8 knows no pass: the other side is asked again at once, and places the rest one after another.
        (0, _) => Transition::WaitAt(Step::Placement { side: side.enemy() }),
        _ => Transition::Wait,
    })
}

/// The hexes that may be entered (2-2).
fn sea(chart: &Chart) -> impl Iterator<Item = Word> {
    let open = chart.pack().hexes.iter().filter(|(_, hex)| hex.kind != HexKind::Forbidden);
    open.map(|(id, _)| id.0)
}

/// 8 The orders of placement: the next face-down marker, or a face-up one, to any hex that may be entered.
pub fn options(chart: &Chart, state: &State, side: Side) -> Options {
    let mut options = Options::default();
    let Some(battle) = &state.battle else { return options };
    let hexes = || Node::one_of("hex", sea(chart));
    if battle.hidden_left[side] > 0 {
        options.push("place", hexes());
    }
    let shown = battle.shown_left[side].iter().map(|number| (bin_word(*number, false), hexes()));
    options.push("place-shown", Node::choice("fleet", shown));
    options
}

orders! {
    /// The orders of placement.
    pub enum PlacementOrder from order: Arguments<'_> {
        /// 8 The next face-down marker.
        "place" => Place { hex: HexId = order.hex("hex")? },
        /// 8 A face-up one.
        "place-shown" => PlaceShown {
            fleet: u32 = order.fleet("fleet")?,
            hex: HexId = order.hex("hex")?,
        },
    }
}

/// 8 A marker is placed.
///
/// # Errors
/// An event that does not fit.
pub fn place(play: &mut Play<'_, '_>, side: Side, order: PlacementOrder) -> Result<Transition, Stop> {
    let (hex, shown) = match order {
        PlacementOrder::Place { hex } => (hex, None),
        PlacementOrder::PlaceShown { fleet, hex } => (hex, Some(fleet)),
    };
    play.emit(PlacementEvent::MarkerPlaced { side, hex, shown })?;
    Ok(Transition::On(Step::Placement { side: side.enemy() }))
}

/// The markers of the attacker in a lesson that lie off the other coast from the beginning.
const RAID_IN_LESSON: usize = 3;

/// 8 In a lesson all markers lie on the map but the attacker's last: three of his, the face-up ones first, and two of the
/// defender's in the poorest hex off the defender's coast. The richest is open; the other markers guard their own coasts.
///
/// # Errors
/// An event that does not fit.
fn place_for_lesson(play: &mut Play<'_, '_>, attacker: Side) -> Done {
    for side in [attacker, attacker.enemy()] {
        // The learner is to see an interception and a fight, so both sides have markers in one hex from the
        // start.
        let raided = coast(play.board, attacker.enemy()).last().copied();
        let mut guarded = coast(play.board, side);
        let (there, kept) = if side == attacker { (RAID_IN_LESSON, 1) } else { (RAID_IN_LESSON - 1, 0) };
        if side != attacker {
            guarded = guarded.into_iter().skip(1).filter(|hex| Some(*hex) != raided).collect();
        }
        let raid = raided.into_iter().cycle().take(there);
        for hex in raid.chain(guarded.into_iter().cycle()) {
            if left(&play.state, side) == kept {
                break;
            }
            let shown = play.state.battle()?.shown_left[side].first().copied();
            play.emit(PlacementEvent::MarkerPlaced { side, hex, shown })?;
        }
    }
    Ok(())
}

/// The hexes off a side's coast that score, the richest first.
fn coast(chart: &Chart, side: Side) -> Vec<HexId> {
    let hexes = chart.pack().hexes.iter().filter(|(_, hex)| hex.owner == Some(side) && hex.vp_halves > 0);
    let mut hexes: Vec<(u32, HexId)> = hexes.map(|(id, hex)| (hex.vp_halves, *id)).collect();
    hexes.sort_by_key(|(worth, id)| (std::cmp::Reverse(*worth), *id));
    hexes.into_iter().map(|(_, id)| id).collect()
}

/// Why a placement is refused.
pub fn refuse(chart: &Chart, state: &State, side: Side, order: &OrderForm) -> Option<Refusal> {
    let battle = state.battle.as_ref()?;
    if order.verb.as_str() == "place" && battle.hidden_left[side] == 0 {
        return Some(Refusal::new("no-marker", "8").about("shown", battle.shown_left[side].len()));
    }
    if let Some(fleet) = order.word("fleet")
        && !battle.shown_left[side].iter().any(|number| bin_word(*number, false) == fleet)
    {
        return Some(Refusal::new("no-marker-shown", "8").about("fleet", fleet));
    }
    refuse_hex(chart, HexId(order.word("hex")?))
}

/// Why a hex cannot be entered.
pub fn refuse_hex(chart: &Chart, hex: HexId) -> Option<Refusal> {
    match chart.hex(hex) {
        None => Some(Refusal::new("no-such-hex", "2-2").about("hex", hex)),
        Some(spec) if spec.kind == HexKind::Forbidden => {
            Some(Refusal::new("forbidden-hex", "2-2").about("hex", hex))
        }
        Some(_) => None,
    }
}
