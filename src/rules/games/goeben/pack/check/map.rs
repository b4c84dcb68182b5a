//! Spaces and lines (2.1, 12.5).

use std::collections::{BTreeMap, BTreeSet};

use super::{Amiss, Checked, known_space, require, within};
use crate::games::goeben::ids::{Power, SpaceId, SpaceKind, Zone};
use crate::games::goeben::pack::{Pack, SpaceSpec, limits};
use crate::reason::Reason;

/// Spaces that the rules themselves name, their kind, and where: a message.
const NAMED: [(&str, SpaceKind, &str); 6] = [
    ("ADZ", SpaceKind::PatrolZone, "pack-named-by-italian-alliance"),
    ("APZ", SpaceKind::PatrolZone, "pack-named-by-suez-canal"),
    ("MPZ", SpaceKind::PatrolZone, "pack-named-by-italian-alliance"),
    ("NPZ", SpaceKind::PatrolZone, "pack-named-by-french-navy-sortie"),
    ("POL", SpaceKind::NavalBase, "pack-named-by-austrian-ships"),
    ("TPZ", SpaceKind::PatrolZone, "pack-named-by-french-navy-sortie"),
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

    let missing = Reason::of("pack-owner-missing").quoting("kind", spec.kind);
    require(spec.owner.is_some() || !(harbour || zone), key("owner"), missing)?;
    let owned = Reason::of("pack-owned-by-nobody").quoting("kind", spec.kind);
    require(spec.owner.is_none() || harbour || zone, key("owner"), owned)?;
    let allied = standing == Some(Power::Allied);
    require(allied || !zone, key("owner"), Reason::of("pack-zone-not-allied"))?;

    let black_sea = (spec.kind == SpaceKind::BlackSea) == (spec.zone == Zone::BlackSea);
    require(black_sea, key("zone"), Reason::of("pack-black-sea"))?;
    let exit = spec.kind != SpaceKind::AtlanticExit || spec.zone == Zone::Atlantic;
    require(exit, key("zone"), Reason::of("pack-atlantic-exit"))?;

    within(spec.latitude, -9000..=9000, key("latitude"))?;
    within(spec.longitude, -18000..=18000, key("longitude"))?;
    within(spec.coastal_units, 0..=limits::COUNTERS, key("coastal_units"))?;
    let guarded = spec.coastal_units == 0 || (harbour && allied);
    require(guarded, key("coastal_units"), Reason::of("pack-coast-not-allied"))
}

fn named_spaces(pack: &Pack) -> Checked {
    for (name, kind, why) in NAMED {
        let found = pack.spaces.iter().find(|(id, _)| id.as_str() == name).map(|(_, spec)| spec.kind);
        let because = |key| Reason::of(key).with("why", Reason::of(why));
        require(found.is_some(), format!("spaces.{name}"), because("pack-space-missing"))?;
        let other = because("pack-space-kind").quoting("kind", kind);
        require(found == Some(kind), format!("spaces.{name}.kind"), other)?;
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
        require(a != b, key.as_str(), Reason::of("pack-line-to-itself").quoting("space", a))?;
        if let Some(earlier) = first.insert((a.min(b), a.max(b)), number) {
            let twice = Reason::of("pack-line-twice").quoting("a", a).quoting("b", b);
            return Err(Amiss::of(key, twice.with("earlier", earlier)));
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
        // 12.5: no ship enters the Black Sea, so the search does not go on from there.
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
        require(joined, key.as_str(), Reason::of("pack-no-line"))?;
        let cut_off = Reason::of("pack-cut-off").quoting("from", pack.set_up.squadron);
        require(reached.contains(space), key, cut_off)?;
    }
    Ok(())
}
