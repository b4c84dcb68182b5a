//! Coastal units, Incident markers and cargo (2.2, 3.0(4), 8.1).

use super::{Amiss, Checked, known_space, once_each, require, within};
use crate::games::goeben::ids::{Cargo, Incident};
use crate::games::goeben::pack::{CargoSpec, Pack, limits};

pub(super) fn check(pack: &Pack) -> Checked {
    coastal(pack)?;
    for marker in Incident::ALL {
        let Some(spec) = pack.incidents.get(marker) else {
            return Err(Amiss::of(
                format!("incidents.{marker}"),
                "the marker is missing; its count may be 0",
            ));
        };
        within(spec.count, 0..=limits::COUNTERS, format!("incidents.{marker}.count"))?;
        for space in &spec.spaces {
            known_space(pack, *space, format!("incidents.{marker}.spaces"))?;
        }
    }
    for item in Cargo::ALL {
        let Some(spec) = pack.cargo.get(item) else {
            return Err(Amiss::of(format!("cargo.{item}"), "the row is missing; its count may be 0"));
        };
        cargo(*item, spec)?;
    }
    Ok(())
}

fn coastal(pack: &Pack) -> Checked {
    for (index, row) in pack.coastal.iter().enumerate() {
        let number = index + 1;
        within(row.value, 1..=limits::GUNS, format!("coastal[{number}].value"))?;
        within(row.count, 0..=limits::COUNTERS, format!("coastal[{number}].count"))?;
    }
    once_each(pack.coastal.iter().map(|row| format!("the value {}", row.value)), "coastal")?;
    let exist: u32 = pack.coastal.iter().map(|row| u32::from(row.count)).sum();
    let placed: u32 = pack.spaces.values().map(|space| u32::from(space.coastal_units)).sum();
    require(placed <= exist, "coastal", format!("spaces.toml places {placed} units, but only {exist} exist"))
}

fn cargo(item: Cargo, spec: &CargoSpec) -> Checked {
    let key = |part: &str| format!("cargo.{item}.{part}");
    within(spec.points, 0..=limits::CARGO_POINTS, key("points"))?;
    within(spec.count, 0..=limits::COUNTERS, key("count"))?;
    within(spec.repair_dice, 0..=limits::CARGO_BONUS, key("repair_dice"))?;
    within(spec.fire_dice, 0..=limits::CARGO_BONUS, key("fire_dice"))?;
    within(spec.contact, 0..=limits::CARGO_BONUS, key("contact"))?;
    within(spec.raid_dice, 0..=limits::CARGO_BONUS, key("raid_dice"))
}
