//! The Victory Point chart and the Allied Alert chart (17.1, 5).

use std::collections::{BTreeMap, BTreeSet};

use super::{Amiss, Checked, require, within};
use crate::games::goeben::ids::{Class, Nation};
use crate::games::goeben::pack::{Pack, ShipScore, limits};
use crate::reason::Reason;

pub(super) fn check(pack: &Pack) -> Checked {
    let chart = &pack.charts.victory;
    let classes = |ours: fn(Nation) -> bool| -> BTreeSet<Class> {
        pack.ships.values().filter(|ship| ours(ship.nation)).map(|ship| ship.class).collect()
    };
    let german = pack.german.values().map(|ship| ship.class).collect();
    scores(
        "allied",
        &chart.allied,
        &classes(|nation| matches!(nation, Nation::British | Nation::French)),
        1,
    )?;
    scores("german", &chart.german, &german, -1)?;
    scores(
        "austro_hungarian",
        &chart.austro_hungarian,
        &classes(|nation| nation == Nation::AustroHungarian),
        -1,
    )?;
    within(chart.system_to_zero, -limits::POINTS..=0, "victory.system_to_zero")?;
    within(chart.submarine, 0..=limits::POINTS, "victory.submarine")?;
    within(chart.collier, -limits::POINTS..=0, "victory.collier")?;
    within(chart.critical_battle, 1..=limits::POINTS, "victory.critical_battle")?;
    alert(pack)
}

/// A score for every class there is, with the right sign and no more for damage than for the ship.
fn scores(side: &str, chart: &BTreeMap<Class, ShipScore>, classes: &BTreeSet<Class>, sign: i32) -> Checked {
    if let Some(class) = classes.iter().find(|class| !chart.contains_key(class)) {
        return Err(Amiss::of(format!("victory.{side}.{class}"), Reason::of("pack-class-unscored")));
    }
    for (class, score) in chart {
        let key = |part: &str| format!("victory.{side}.{class}.{part}");
        let range = if sign > 0 { 0..=limits::POINTS } else { -limits::POINTS..=0 };
        within(score.sunk, range.clone(), key("sunk"))?;
        within(score.damaged, range, key("damaged"))?;
        // A ship scores once (14.13), and sinking her must not be worth less than leaving her damaged.
        let less = score.damaged.abs() <= score.sunk.abs();
        let more = Reason::of("pack-damage-above-loss").quoting("damaged", score.damaged);
        require(less, key("damaged"), more.quoting("sunk", score.sunk))?;
    }
    Ok(())
}

fn alert(pack: &Pack) -> Checked {
    let chart = &pack.charts.alert;
    let steps = [
        ("naval_battle", chart.naval_battle),
        ("bombardment", chart.bombardment),
        ("signals_intercepted", chart.signals_intercepted),
        ("jamming", chart.jamming),
        ("outwitted", chart.outwitted),
    ];
    for (key, step) in steps {
        within(step, -6..=6, format!("alert.{key}"))?;
    }
    Ok(())
}
