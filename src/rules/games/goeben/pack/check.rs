//! The checks that a pack must pass, chapter by chapter.

mod charts;
mod counters;
mod map;
mod missions;
mod names;
mod nations;
mod set_up;
mod ships;
mod victory;

use super::{Pack, limits};
use crate::games::goeben::ids::{Power, SpaceId, SpaceKind};
use crate::games::pack::check::{at_most, nearest, once_each, require, within};
use crate::games::pack::{Amiss, Checked};
use crate::reason::Reason;

pub(super) fn sound(pack: &Pack) -> Checked {
    // Some checks below compare every space with every line, so an oversized pack must not get there.
    sizes(pack)?;
    names::check(pack)?;
    nations::check(pack)?;
    map::check(pack)?;
    ships::check(pack)?;
    counters::check(pack)?;
    set_up::check(pack)?;
    missions::check(pack)?;
    charts::check(pack)?;
    victory::check(pack)
}

/// The checks of packs from files alone: a pack that fails them is stored in logs of earlier versions.
pub(super) fn fit_for_new_tables(pack: &Pack) -> Checked {
    ships::ids(pack)?;
    charts::stops(&pack.charts)
}

/// Checks the sizes, before anything is looked at closely.
fn sizes(pack: &Pack) -> Checked {
    at_most(pack.spaces.len(), limits::SPACES, "spaces")?;
    at_most(pack.lines.len(), limits::LINES, "lines")?;
    at_most(pack.german.len(), limits::GERMAN_SHIPS, "german")?;
    at_most(pack.ships.len(), limits::SHIPS, "ships")?;
    at_most(pack.coastal.len(), limits::COASTAL_ROWS, "coastal")
}

/// A space the map has.
fn known_space(pack: &Pack, space: SpaceId, key: impl Into<String>) -> Checked {
    if pack.spaces.contains_key(&space) {
        return Ok(());
    }
    let reason = match nearest(space.as_str(), pack.spaces.keys().map(SpaceId::as_str)) {
        Some(near) => Reason::of("pack-no-space-near").quoting("near", near),
        None => Reason::of("pack-no-space"),
    };
    Err(Amiss::of(key, reason.quoting("space", space)))
}

/// A space where a squadron may begin: on the map, no patrol zone, not the Black Sea, the Atlantic exit or a harbour of the
/// enemy.
fn starting_space(pack: &Pack, space: SpaceId, key: &str) -> Checked {
    known_space(pack, space, key)?;
    let Some(spec) = pack.spaces.get(&space) else { return Ok(()) };
    let sails = !matches!(spec.kind, SpaceKind::BlackSea | SpaceKind::AtlanticExit | SpaceKind::PatrolZone);
    let at_sea = Reason::of("pack-start-at-sea").quoting("space", space).quoting("kind", spec.kind);
    require(sails, key, at_sea)?;
    let standing = spec.owner.and_then(|owner| pack.nations.get(&owner)).map(|nation| nation.standing);
    let enemy = standing == Some(Power::Allied);
    require(!enemy, key, Reason::of("pack-start-enemy").quoting("space", space))
}
