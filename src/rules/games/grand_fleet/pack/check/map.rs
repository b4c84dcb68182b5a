//! Hexes (2-2, 11).

use std::collections::{BTreeMap, BTreeSet};

use crate::games::grand_fleet::ids::{HexId, HexKind, Side};
use crate::games::grand_fleet::pack::{HexSpec, Pack, limits};
use crate::games::pack::check::{nearest, once_each, require, within};
use crate::games::pack::{Amiss, Checked};
use crate::reason::Reason;

/// The digits of a hex's number (2-2).
const DIGITS: usize = 3;

pub(super) fn check(pack: &Pack) -> Checked {
    let mut places = BTreeMap::new();
    for (id, spec) in &pack.hexes {
        hex(*id, spec)?;
        if let Some(other) = places.insert((spec.column, spec.row), id) {
            let reason = Reason::of("pack-hex-place-taken").quoting("other", other);
            let reason = reason.quoting("column", spec.column).quoting("row", spec.row);
            return Err(Amiss::of(format!("hexes.{id}.row"), reason));
        }
    }
    for side in Side::ALL {
        home(pack, *side)?;
    }
    for (id, spec) in &pack.hexes {
        neighbours(pack, *id, spec)?;
    }
    // Before `reach`, which starts at one home alone: only with mutual ways does it speak for every start.
    both_ways(pack)?;
    reach(pack)
}

fn hex(id: HexId, spec: &HexSpec) -> Checked {
    let key = |part: &str| format!("hexes.{id}.{part}");
    let number = id.as_str().len() == DIGITS && id.as_str().bytes().all(|byte| byte.is_ascii_digit());
    require(number, format!("hexes.{id}"), Reason::of("pack-hex-digits").with("digits", DIGITS))?;
    let owned = matches!(spec.kind, HexKind::Near | HexKind::Home);
    let such = |key| Reason::of(key).quoting("kind", spec.kind);
    require(spec.owner.is_some() || !owned, key("owner"), such("pack-owner-missing"))?;
    require(spec.owner.is_none() || owned, key("owner"), such("pack-owned-by-nobody"))?;
    within(spec.vp_halves, 0..=limits::VP_HALVES, key("vp_halves"))?;
    // 11: only near and home hexes score, for the side that does not own them.
    require(spec.vp_halves == 0 || owned, key("vp_halves"), such("pack-hex-scores-nothing"))?;
    within(spec.column, 1..=limits::COLUMNS, key("column"))?;
    within(spec.row, 1..=limits::ROWS, key("row"))?;
    let closed = spec.kind != HexKind::Forbidden || spec.neighbours.is_empty();
    require(closed, key("neighbours"), Reason::of("pack-way-out-of-forbidden"))
}

/// The one home hex of a side.
pub(super) fn home(pack: &Pack, side: Side) -> Result<HexId, Amiss> {
    let homes = pack.hexes.iter().filter(|(_, spec)| spec.kind == HexKind::Home && spec.owner == Some(side));
    let homes: Vec<HexId> = homes.map(|(hex, _)| *hex).collect();
    match homes.as_slice() {
        [home] => Ok(*home),
        [] => Err(Amiss::of("hexes", Reason::of("pack-no-home").quoting("side", side))),
        [first, second, ..] => {
            let reason = Reason::of("pack-two-homes").quoting("first", first).quoting("side", side);
            Err(Amiss::of(format!("hexes.{second}.kind"), reason))
        }
    }
}

fn neighbours(pack: &Pack, id: HexId, spec: &HexSpec) -> Checked {
    let key = format!("hexes.{id}.neighbours");
    once_each(spec.neighbours.iter().copied(), &key)?;
    for next in &spec.neighbours {
        require(*next != id, key.as_str(), Reason::of("pack-own-neighbour").quoting("hex", id))?;
        let Some(other) = pack.hexes.get(next) else { return Err(unknown_hex(pack, *next, key)) };
        let forbidden = Reason::of("pack-way-into-forbidden").quoting("hex", next);
        require(other.kind != HexKind::Forbidden, key.as_str(), forbidden)?;
        let far = Reason::of("pack-not-beside").quoting("next", next).quoting("hex", id);
        let far = far.quoting("next-column", other.column).quoting("next-row", other.row);
        let far = far.quoting("column", spec.column).quoting("row", spec.row);
        require(beside(spec, other), key.as_str(), far)?;
    }
    Ok(())
}

/// Checks that neighbours are mutual.
fn both_ways(pack: &Pack) -> Checked {
    for (id, spec) in &pack.hexes {
        let back = |next: &HexId| pack.hexes.get(next).is_some_and(|other| other.neighbours.contains(id));
        if let Some(next) = spec.neighbours.iter().find(|next| !back(next)) {
            let reason = Reason::of("pack-one-way").quoting("next", next).quoting("hex", id);
            return Err(Amiss::of(format!("hexes.{id}.neighbours"), reason));
        }
    }
    Ok(())
}

fn unknown_hex(pack: &Pack, hex: HexId, key: String) -> Amiss {
    let reason = match nearest(hex.as_str(), pack.hexes.keys().map(HexId::as_str)) {
        Some(near) => Reason::of("pack-no-hex-near").quoting("near", near),
        None => Reason::of("pack-no-hex"),
    };
    Amiss::of(key, reason.quoting("hex", hex))
}

/// Returns whether two hexes touch on the drawn map, where even columns lie half a hex lower.
fn beside(one: &HexSpec, other: &HexSpec) -> bool {
    // Heights in half rows keep the staggered columns in whole numbers: 2 apart in a column, 1 between two.
    let halves = |spec: &HexSpec| 2 * spec.row + u32::from(spec.column.is_multiple_of(2));
    let apart = halves(one).abs_diff(halves(other));
    match one.column.abs_diff(other.column) {
        0 => apart == 2,
        1 => apart == 1,
        _ => false,
    }
}

/// Checks that every hex that may be entered can be reached from the British home, and so, as ways are mutual, from anywhere.
fn reach(pack: &Pack) -> Checked {
    let start = home(pack, Side::British)?;
    let mut reached = BTreeSet::from([start]);
    let mut ahead = vec![start];
    while let Some(hex) = ahead.pop() {
        let next = pack.hexes.get(&hex).into_iter().flat_map(|spec| &spec.neighbours);
        ahead.extend(next.copied().filter(|next| reached.insert(*next)));
    }
    for (id, spec) in &pack.hexes {
        let open = spec.kind == HexKind::Forbidden || reached.contains(id);
        let cut_off = Reason::of("pack-cut-off").quoting("from", start);
        require(open, format!("hexes.{id}.neighbours"), cut_off)?;
    }
    Ok(())
}
