//! The charts read with dice: every row there, and once.

use std::collections::BTreeSet;

use super::{Amiss, Checked, once_each, require, starting_space, within};
use crate::games::goeben::ids::{Class, Nation};
use crate::games::goeben::pack::{Charts, DieTable, Pack, TargetingColumn, Terrain, limits};
use crate::reason::Reason;

/// The faces of a die.
const FACES: std::ops::RangeInclusive<u8> = 1..=6;
/// The columns of the Intelligence table: values 0 to 3.
const INTELLIGENCE_VALUES: usize = 4;

pub(super) fn check(pack: &Pack) -> Checked {
    let charts = &pack.charts;
    terrain(charts)?;
    intelligence(charts)?;
    contact(charts)?;
    firing(charts)?;
    die_table("gunnery_german", &charts.gunnery_german)?;
    die_table("gunnery_allied", &charts.gunnery_allied)?;
    die_table("torpedo_german", &charts.torpedo_german)?;
    die_table("torpedo_allied", &charts.torpedo_allied)?;
    die_table("shore_port", &charts.shore_port)?;
    die_table("shore_base", &charts.shore_base)?;
    targeting(pack)?;
    faces("placement", charts.placement.rows.iter().map(|row| row.die))?;
    for (index, row) in charts.placement.rows.iter().enumerate() {
        starting_space(pack, row.result, &format!("placement.rows[{}].result", index + 1))?;
    }
    Ok(())
}

fn terrain(charts: &Charts) -> Checked {
    for row in Terrain::ALL {
        let Some(spec) = charts.terrain.get(row) else {
            return Err(missing_row(format!("terrain.{row}")));
        };
        let key = |part: &str| format!("terrain.{row}.{part}");
        within(spec.extra_markers.unwrap_or(0), 0..=limits::CHART_DICE, key("extra_markers"))?;
        within(spec.markers_from_alert, 0..=limits::ALERT, key("markers_from_alert"))?;
        within(spec.coal_dice, 0..=limits::CHART_DICE, key("coal_dice"))?;
        within(spec.ammunition_dice, 0..=limits::CHART_DICE, key("ammunition_dice"))?;
        within(spec.repair_dice, 0..=limits::CHART_DICE, key("repair_dice"))?;
    }
    Ok(())
}

/// 12.5 Moves end where the kinds of spaces say: everywhere but at sea. No rule reads the chart for it, so another value would
/// change nothing.
pub(super) fn stops(charts: &Charts) -> Checked {
    charts.terrain.iter().try_for_each(|(row, spec)| {
        let right = *row != Terrain::Sea;
        let fixed = Reason::of("pack-stop-fixed").quoting("right", right);
        require(spec.stop == right, format!("terrain.{row}.stop"), fixed)
    })
}

fn missing_row(key: impl Into<String>) -> Amiss {
    Amiss::of(key, Reason::of("pack-chart-row-missing"))
}

/// One row for each face of a die.
fn faces(key: &str, dice: impl Iterator<Item = u8>) -> Checked {
    let key = format!("{key}.rows");
    let mut seen = BTreeSet::new();
    for (index, die) in dice.enumerate() {
        within(die, FACES, format!("{key}[{}].die", index + 1))?;
        require(
            seen.insert(die),
            format!("{key}[{}].die", index + 1),
            Reason::of("pack-face-twice").quoting("die", die),
        )?;
    }
    match FACES.into_iter().find(|die| !seen.contains(die)) {
        Some(die) => Err(Amiss::of(key, Reason::of("pack-face-missing").quoting("die", die))),
        None => Ok(()),
    }
}

fn die_table<T>(key: &str, table: &DieTable<T>) -> Checked {
    faces(key, table.rows.iter().map(|row| row.die))
}

fn intelligence(charts: &Charts) -> Checked {
    let table = &charts.intelligence;
    faces("intelligence", table.rows.iter().map(|row| row.die))?;
    for (index, row) in table.rows.iter().enumerate() {
        let key = format!("intelligence.rows[{}].results", index + 1);
        counted(row.results.len(), INTELLIGENCE_VALUES, &key, Reason::of("pack-results"))?;
    }
    // One more for 0, to which hits may bring Leadership, though the printed table begins at 1.
    let brackets = usize::from(limits::LEADERSHIP) + 1;
    let key = "intelligence.value_by_leadership";
    counted(table.value_by_leadership.len(), brackets, key, Reason::of("pack-values"))?;
    within(table.wireless, 0..=3, "intelligence.wireless")?;
    for value in &table.value_by_leadership {
        let most = value.saturating_add(table.wireless);
        let beyond = Reason::of("pack-beyond-column").quoting("value", value);
        let beyond = beyond.quoting("wireless", table.wireless).quoting("most", most);
        require(usize::from(most) < INTELLIGENCE_VALUES, key, beyond)?;
    }
    Ok(())
}

fn counted(count: usize, right: usize, key: &str, wrong: Reason) -> Checked {
    require(count == right, key, wrong.with("count", count).with("right", right))
}

fn contact(charts: &Charts) -> Checked {
    let rows = &charts.contact.rows;
    require(rows.len() > 1, "contact.rows", Reason::of("pack-few-totals"))?;
    let mut before: Option<i32> = None;
    for (index, row) in rows.iter().enumerate() {
        let key = format!("contact.rows[{}].total", index + 1);
        within(row.total, -limits::CONTACT..=limits::CONTACT, key.as_str())?;
        if let Some(last) = before {
            let twice = Reason::of("pack-total-twice").quoting("total", last);
            require(row.total != last, key.as_str(), twice)?;
            // Without a gap every total between the ends has a row (14.3).
            let next = last + 1;
            let gap = Reason::of("pack-total-gap").quoting("total", row.total);
            let gap = gap.quoting("last", last).quoting("next", next);
            require(row.total == next, key.as_str(), gap)?;
        }
        before = Some(row.total);
    }
    Ok(())
}

fn firing(charts: &Charts) -> Checked {
    let table = &charts.firing;
    within(table.gunnery, FACES, "firing.gunnery")?;
    within(table.torpedo, FACES, "firing.torpedo")?;
    // Nets can only make a hit rarer.
    within(table.torpedo_against_nets, table.torpedo..=*FACES.end(), "firing.torpedo_against_nets")?;
    within(table.bombardment, FACES, "firing.bombardment")?;
    within(table.repair, FACES, "firing.repair")
}

/// Every class that can be fired at stands once in every column.
fn targeting(pack: &Pack) -> Checked {
    // 20.0: Allied ships take Austro-Hungarian ones for targets by the same columns.
    let friends =
        pack.ships.values().filter(|ship| ship.nation == Nation::AustroHungarian).map(|ship| ship.class);
    let targets: BTreeSet<Class> = pack.german.values().map(|ship| ship.class).chain(friends).collect();
    for column in TargetingColumn::ALL {
        let key = format!("targeting.{column}");
        let spec = pack.charts.targeting.get(column).ok_or_else(|| missing_row(key.as_str()))?;
        once_each(spec.order.iter().copied(), &format!("{key}.order"))?;
        if let Some(class) = targets.iter().find(|class| !spec.order.contains(class)) {
            let reason = Reason::of("pack-class-untargeted").quoting("class", class);
            return Err(Amiss::of(format!("{key}.order"), reason));
        }
    }
    Ok(())
}
