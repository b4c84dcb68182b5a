//! The tables read with dice (7a, 8, 9): every row there, and once.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::games::grand_fleet::pack::{LAST_TURN, OUTBREAK_TURN, Pack, SubmarineRow, SubmarineWar, limits};
use crate::games::pack::check::{at_most, require, within};
use crate::games::pack::{Amiss, Checked};
use crate::reason::Reason;

/// The sums of two dice with the modifier for German ships (8).
const SUMS: RangeInclusive<i32> = 1..=12;
/// The turns in which unrestricted submarine war may break out (7a).
const OUTBREAK_TURNS: RangeInclusive<u32> = OUTBREAK_TURN..=LAST_TURN;

pub(super) fn check(pack: &Pack) -> Checked {
    damage(pack)?;
    outbreak(pack)?;
    submarine_war(&pack.submarine_war)
}

fn damage(pack: &Pack) -> Checked {
    let mut next = *SUMS.start();
    for (index, row) in pack.damage.iter().enumerate() {
        let key = |part: &str| format!("damage[{}].{part}", index + 1);
        within(row.least, SUMS, key("least"))?;
        within(row.most, row.least..=*SUMS.end(), key("most"))?;
        follows(row.least, next, key("least"))?;
        next = row.most + 1;
        let before = index.checked_sub(1).and_then(|before| pack.damage.get(before));
        // -1 is Germany's advantage (8) only if higher sums are never milder.
        let milder = before.filter(|before| row.result < before.result);
        let reason = Reason::of("pack-milder-result").quoting("result", row.result);
        require(milder.is_none(), key("result"), reason)?;
    }
    let end = *SUMS.end();
    require(next > end, "damage", Reason::of("pack-no-sum").quoting("next", next).quoting("end", end))
}

/// Rows go up without a gap or an overlap.
fn follows(least: i32, next: i32, key: String) -> Checked {
    let other = Reason::of("pack-no-next-row").quoting("least", least).quoting("next", next);
    require(least == next, key, other)
}

fn outbreak(pack: &Pack) -> Checked {
    let mut seen = BTreeSet::new();
    for (index, row) in pack.outbreak.iter().enumerate() {
        let key = format!("outbreak[{}].turn", index + 1);
        within(row.turn, OUTBREAK_TURNS, key.as_str())?;
        require(seen.insert(row.turn), key, Reason::of("pack-turn-twice").quoting("turn", row.turn))?;
    }
    match OUTBREAK_TURNS.into_iter().find(|turn| !seen.contains(turn)) {
        Some(turn) => Err(Amiss::of("outbreak", Reason::of("pack-no-turn").quoting("turn", turn))),
        None => Ok(()),
    }
}

fn submarine_war(table: &SubmarineWar) -> Checked {
    const MODIFIERS: RangeInclusive<i32> = -limits::SUBMARINE_MODIFIER..=limits::SUBMARINE_MODIFIER;
    const POINTS: RangeInclusive<i32> = -limits::SUBMARINE_VP..=limits::SUBMARINE_VP;
    within(table.modifier_each_turn, MODIFIERS, "submarine_war.modifier_each_turn")?;
    at_most(table.rows.len(), limits::SUBMARINE_ROWS, "submarine_war.rows")?;
    require(!table.rows.is_empty(), "submarine_war.rows", Reason::of("pack-no-rows"))?;
    let mut next = None;
    for (index, row) in table.rows.iter().enumerate() {
        let key = |part: &str| format!("submarine_war.rows[{}].{part}", index + 1);
        within(row.german_vp, POINTS, key("german_vp"))?;
        begins(row, next, key("least"))?;
        // The modifier grows with the turns since the outbreak, so the ends of the table are open.
        let last = index + 1 == table.rows.len();
        next = ends(row, last, key("most"))?;
    }
    Ok(())
}

/// The first row has no lowest die, every other one the `next`.
fn begins(row: &SubmarineRow, next: Option<i32>, key: String) -> Checked {
    match (row.least, next) {
        (None, None) => Ok(()),
        (Some(least), Some(next)) => follows(least, next, key),
        (Some(_), None) => Err(Amiss::of(key, Reason::of("pack-first-row"))),
        (None, Some(next)) => Err(Amiss::of(key, Reason::of("pack-row-begins").quoting("next", next))),
    }
}

/// The lowest die of the row after this one; none after the last, which has no highest die.
fn ends(row: &SubmarineRow, last: bool, key: String) -> Result<Option<i32>, Amiss> {
    match (row.most, last) {
        (None, true) => Ok(None),
        (Some(most), false) => {
            let least = row.least.unwrap_or(-limits::SUBMARINE_DIE);
            within(most, least..=limits::SUBMARINE_DIE, key)?;
            Ok(Some(most + 1))
        }
        (Some(_), true) => Err(Amiss::of(key, Reason::of("pack-last-row"))),
        (None, false) => Err(Amiss::of(key, Reason::of("pack-row-ends"))),
    }
}
