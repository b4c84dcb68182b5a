//! Spaces and lines (2.1, 12.5).

use std::collections::{BTreeMap, BTreeSet};

use super::{Checked, known_space, require, within};
use crate::games::goeben::ids::{SpaceId, SpaceKind, Standing, Zone};
use crate::games::goeben::pack::{Pack, SpaceSpec, limits};

/// Spaces that the rules themselves name, their kind, and where.
const NAMED: [(&str, SpaceKind, &str); 6] = [
    ("ADZ", SpaceKind::PatrolZone, "the reward of the Italian Alliance"),
    ("APZ", SpaceKind::PatrolZone, "the reward of the Suez Canal Operation"),
    ("MPZ", SpaceKind::PatrolZone, "the reward of the Italian Alliance"),
    ("NPZ", SpaceKind::PatrolZone, "the French Navy Sortie"),
    ("POL", SpaceKind::NavalBase, "20.0, where the Austro-Hungarian ships begin"),
    ("TPZ", SpaceKind::PatrolZone, "the French Navy Sortie"),
];

pub(super) fn check(pack: &Pack) -> Checked {
    for (id, spec) in &pack.spaces {
        space(pack, *id, spec)?;
    }
    named_spaces(pack)?;
    lines(pack)?;
    reach(pack)
}

fn space(pack: &Pack, id: SpaceId, spec: &SpaceSpec) -> Checked {
    let key = |part: &str| format!("spaces.{id}.{part}");
    let harbour = matches!(spec.kind, SpaceKind::Port | SpaceKind::NavalBase);
    let zone = spec.kind == SpaceKind::PatrolZone;
    let standing = spec.owner.and_then(|owner| pack.nations.get(&owner)).map(|nation| nation.standing);

    require(spec.owner.is_some() || !(harbour || zone), key("owner"), {
        format!("the key is missing: a {} belongs to a nation", spec.kind)
    })?;
    require(spec.owner.is_none() || harbour || zone, key("owner"), {
        format!("a {} space belongs to nobody; take the owner away", spec.kind)
    })?;
    let allied = standing == Some(Standing::Allied);
    require(
        allied || !zone,
        key("owner"),
        "a patrol zone belongs to a nation that stands allied in pack.toml",
    )?;

    let black_sea = (spec.kind == SpaceKind::BlackSea) == (spec.zone == Zone::BlackSea);
    require(black_sea, key("zone"), "kind and zone must both be black-sea, or neither")?;
    let exit = spec.kind != SpaceKind::AtlanticExit || spec.zone == Zone::Atlantic;
    require(exit, key("zone"), "the Atlantic exit lies in the zone atlantic")?;

    within(spec.latitude, -9000..=9000, key("latitude"))?;
    within(spec.longitude, -18000..=18000, key("longitude"))?;
    within(spec.coastal_units, 0..=limits::COUNTERS, key("coastal_units"))?;
    let guarded = spec.coastal_units == 0 || (harbour && allied);
    require(guarded, key("coastal_units"), "coastal units guard ports and naval bases of Allied nations only")
}

fn named_spaces(pack: &Pack) -> Checked {
    for (name, kind, why) in NAMED {
        let found = pack.spaces.iter().find(|(id, _)| id.as_str() == name).map(|(_, spec)| spec.kind);
        require(
            found.is_some(),
            format!("spaces.{name}"),
            format!("the space is missing; the rules name it: {why}"),
        )?;
        require(found == Some(kind), format!("spaces.{name}.kind"), format!("must be {kind}: {why}"))?;
    }
    Ok(())
}

fn lines(pack: &Pack) -> Checked {
    let mut first: BTreeMap<(SpaceId, SpaceId), usize> = BTreeMap::new();
    for (index, line) in pack.lines.iter().enumerate() {
        let number = index + 1;
        let key = format!("lines[{number}].between");
        let [a, b] = line.between;
        known_space(pack, a, key.as_str())?;
        known_space(pack, b, key.as_str())?;
        require(a != b, key.as_str(), format!("the line leads from {a} to itself"))?;
        if let Some(earlier) = first.insert((a.min(b), a.max(b)), number) {
            let reason = format!(
                "{a} and {b} are joined already by line {earlier} of the list; a line is sailed both ways"
            );
            return require(false, key, reason);
        }
    }
    Ok(())
}

/// Every space can be sailed to from the squadron's first one, and not only through the Black Sea.
fn reach(pack: &Pack) -> Checked {
    known_space(pack, pack.set_up.squadron, "set_up.squadron")?;
    let mut reached = BTreeSet::from([pack.set_up.squadron]);
    let mut ahead = vec![pack.set_up.squadron];
    while let Some(space) = ahead.pop() {
        if pack.spaces.get(&space).is_some_and(|spec| spec.kind == SpaceKind::BlackSea) {
            continue;
        }
        for line in pack.lines.iter().filter(|line| line.between.contains(&space)) {
            ahead.extend(line.between.into_iter().filter(|next| reached.insert(*next)));
        }
    }
    for space in pack.spaces.keys() {
        let key = format!("spaces.{space}");
        let joined = pack.lines.iter().any(|line| line.between.contains(space));
        require(joined, key.as_str(), "no line in lines.toml reaches this space")?;
        let from = pack.set_up.squadron;
        require(
            reached.contains(space),
            key,
            format!("no way leads here from {from}, where the squadron begins"),
        )?;
    }
    Ok(())
}
