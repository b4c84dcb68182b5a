//! Coastal units, Incident markers and cargo (2.2, 3.0(4), 8.1).

use std::collections::BTreeSet;

use super::{Amiss, Checked, known_space, require, within};
use crate::games::goeben::ids::{Cargo, Incident};
use crate::games::goeben::pack::{CargoSpec, Pack, limits};
use crate::reason::Reason;

pub(super) fn check(pack: &Pack) -> Checked {
    coastal(pack)?;
    for marker in Incident::ALL {
        let Some(spec) = pack.incidents.get(marker) else {
            let missing = Reason::of("pack-marker-missing");
            return Err(Amiss::of(format!("incidents.{marker}"), missing));
        };
        within(spec.count, 0..=limits::COUNTERS, format!("incidents.{marker}.count"))?;
        for space in &spec.spaces {
            known_space(pack, *space, format!("incidents.{marker}.spaces"))?;
        }
    }
    for item in Cargo::ALL {
        let Some(spec) = pack.cargo.get(item) else {
            return Err(Amiss::of(format!("cargo.{item}"), Reason::of("pack-cargo-missing")));
        };
        cargo(*item, spec)?;
    }
    Ok(())
}

fn coastal(pack: &Pack) -> Checked {
    let mut values = BTreeSet::new();
    for (index, row) in pack.coastal.iter().enumerate() {
        let key = |part: &str| format!("coastal[{}].{part}", index + 1);
        within(row.value, 1..=limits::GUNS, key("value"))?;
        within(row.count, 0..=limits::COUNTERS, key("count"))?;
        let twice = Reason::of("pack-value-twice").quoting("value", row.value);
        require(values.insert(row.value), key("value"), twice)?;
    }
    let exist: u32 = pack.coastal.iter().map(|row| u32::from(row.count)).sum();
    let placed: u32 = pack.spaces.values().map(|space| u32::from(space.coastal_units)).sum();
    let few = Reason::of("pack-few-coastal").quoting("placed", placed).quoting("exist", exist);
    require(placed <= exist, "coastal", few)
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
