//! The Orders chart (17).

use super::{Amiss, Checked, known_space, once_each, require, within};
use crate::games::goeben::ids::{Mission, Nation, Power, SpaceId, SpaceKind};
use crate::games::goeben::pack::{MissionSpec, Pack, RewardSpec, limits};
use crate::reason::Reason;

pub(super) fn check(pack: &Pack) -> Checked {
    for order in Mission::ALL {
        let Some(spec) = pack.missions.get(order) else {
            return Err(Amiss::of(format!("missions.{order}"), Reason::of("pack-mission-missing")));
        };
        mission(pack, *order, spec)?;
    }
    Ok(())
}

fn mission(pack: &Pack, order: Mission, spec: &MissionSpec) -> Checked {
    let key = |part: &str| format!("missions.{order}.{part}");
    within(spec.days, 1..=limits::DAYS, key("days"))?;
    within(spec.victory_points, 0..=limits::POINTS, key("victory_points"))?;
    let ends = !spec.objective.is_empty() || !spec.bases.is_empty();
    require(ends, key("objective"), Reason::of("pack-mission-without-end"))?;
    once_each(spec.objective.iter().copied(), &key("objective"))?;
    once_each(spec.bases.iter().copied(), &key("bases"))?;
    once_each(spec.coast.iter().copied(), &key("coast"))?;
    // Orders chart, erratum: the bases that will do are friendly or neutral ones.
    let allied = spec.bases.contains(&Power::Allied);
    require(!allied, key("bases"), Reason::of("pack-ends-with-allies"))?;
    for space in &spec.objective {
        objective(pack, *space, spec, &key("objective"), &key("atlantic"))?;
    }
    for space in &spec.coast {
        known_space(pack, *space, key("coast"))?;
        // Without units it would count as silenced from the first day.
        let guarded = pack.spaces.get(space).is_some_and(|place| place.coastal_units > 0);
        require(guarded, key("coast"), Reason::of("pack-no-coastal-units").quoting("space", space))?;
    }
    spec.reward.as_ref().map_or(Ok(()), |given| reward(pack, order, given))
}

/// 24.1 Checks that a mission's reward names things of the pack.
fn reward(pack: &Pack, order: Mission, spec: &RewardSpec) -> Checked {
    let key = |part: &str| format!("missions.{order}.reward.{part}");
    once_each(spec.choice.iter().copied(), &key("choice"))?;
    once_each(spec.friends.iter().copied(), &key("friends"))?;
    once_each(spec.removes.iter().copied(), &key("removes"))?;
    once_each(spec.open_seas.iter().copied(), &key("open_seas"))?;
    once_each(spec.starts.iter().copied(), &key("starts"))?;
    once_each(spec.starts_in.iter().copied(), &key("starts_in"))?;
    require(!spec.removes.contains(&order), key("removes"), Reason::of("pack-removes-itself"))?;
    for class in &spec.joins {
        let there =
            pack.ships.values().any(|ship| ship.nation == Nation::AustroHungarian && ship.class == *class);
        require(there, key("joins"), Reason::of("pack-no-austrian").quoting("class", class))?;
    }
    for space in &spec.open_seas {
        known_space(pack, *space, key("open_seas"))?;
        let zone = pack.spaces.get(space).is_some_and(|place| place.kind == SpaceKind::PatrolZone);
        require(zone, key("open_seas"), Reason::of("pack-no-patrol-zone").quoting("space", space))?;
    }
    for space in &spec.starts {
        known_space(pack, *space, key("starts"))?;
        let closed = pack.spaces.get(space).is_some_and(|place| place.kind == SpaceKind::BlackSea);
        require(!closed, key("starts"), Reason::of("pack-in-black-sea").quoting("space", space))?;
    }
    let enemy =
        |nation: &&Nation| pack.nations.get(nation).is_some_and(|nation| nation.standing == Power::Allied);
    let hostile = spec.starts_in.iter().find(enemy);
    require(hostile.is_none(), key("starts_in"), Reason::of("pack-starts-with-enemy"))
}

fn objective(pack: &Pack, space: SpaceId, spec: &MissionSpec, key: &str, atlantic: &str) -> Checked {
    known_space(pack, space, key)?;
    let kind = pack.spaces.get(&space).map(|place| place.kind);
    require(kind != Some(SpaceKind::BlackSea), key, Reason::of("pack-in-black-sea").quoting("space", space))?;
    let open = kind != Some(SpaceKind::AtlanticExit) || spec.atlantic;
    require(open, atlantic, Reason::of("pack-closed-exit").quoting("space", space))
}
