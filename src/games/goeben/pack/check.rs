//! What a pack must hold to be played, chapter by chapter.

mod charts;
mod counters;
mod map;
mod missions;
mod names;
mod nations;
mod set_up;
mod ships;
mod victory;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::RangeInclusive;

use super::{Pack, PackFault, limits};
use crate::games::goeben::ids::{SpaceId, SpaceKind, Standing};

type Checked = Result<(), PackFault>;

impl Pack {
    /// Checks everything a pack must hold to be played.
    ///
    /// # Errors
    /// The first thing found wrong.
    pub fn check(&self) -> Result<(), PackFault> {
        sizes(self)?;
        names::check(self)?;
        nations::check(self)?;
        map::check(self)?;
        ships::check(self)?;
        counters::check(self)?;
        set_up::check(self)?;
        missions::check(self)?;
        charts::check(self)?;
        victory::check(self)
    }
}

/// How much there is, before anything is looked at closely.
fn sizes(pack: &Pack) -> Checked {
    at_most(pack.spaces.len(), limits::SPACES, "spaces", "spaces")?;
    at_most(pack.lines.len(), limits::LINES, "lines", "lines")?;
    at_most(pack.german.len(), limits::GERMAN_SHIPS, "german", "ships")?;
    at_most(pack.ships.len(), limits::SHIPS, "ships", "ships")?;
    at_most(pack.coastal.len(), limits::COASTAL_ROWS, "coastal", "rows")
}

/// The one of `known` that `wrong` was probably meant to be: at most half its letters differ.
pub(super) fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong: String = wrong.to_ascii_lowercase().chars().take(40).collect();
    let slips = |name: &str| strsim::osa_distance(&wrong, &name.to_ascii_lowercase());
    known
        .into_iter()
        .map(|name| (slips(name), name))
        .filter(|(n, _)| n * 2 <= wrong.len())
        .min()
        .map(|(_, name)| name)
}

fn require(holds: bool, key: impl Into<String>, reason: impl Into<String>) -> Checked {
    if holds { Ok(()) } else { Err(PackFault::of(key, reason)) }
}

fn within<N: PartialOrd + Display>(value: N, range: RangeInclusive<N>, key: impl Into<String>) -> Checked {
    let reason = format!("{value} is out of range; {} to {} is possible", range.start(), range.end());
    require(range.contains(&value), key, reason)
}

fn at_most(count: usize, limit: usize, key: &str, what: &str) -> Checked {
    require(count <= limit, key, format!("{count} {what}; the limit is {limit}"))
}

/// Refuses an item that stands twice in a list.
fn once_each<T: Ord + Display>(items: impl IntoIterator<Item = T>, key: &str) -> Checked {
    let mut seen = BTreeSet::new();
    for item in items {
        let twice = format!("{item} stands here twice");
        require(seen.insert(item), key, twice)?;
    }
    Ok(())
}

/// A space the map has.
fn known_space(pack: &Pack, space: SpaceId, key: impl Into<String>) -> Checked {
    if pack.spaces.contains_key(&space) {
        return Ok(());
    }
    let reason = match nearest(space.as_str(), pack.spaces.keys().map(SpaceId::as_str)) {
        Some(near) => format!("spaces.toml has no space {space}; did you mean {near}?"),
        None => format!("spaces.toml has no space {space}"),
    };
    Err(PackFault::of(key, reason))
}

/// A space where a squadron may begin: on the map, not the Black Sea, the Atlantic exit or a harbour of the enemy.
fn starting_space(pack: &Pack, space: SpaceId, key: &str) -> Checked {
    known_space(pack, space, key)?;
    let Some(spec) = pack.spaces.get(&space) else { return Ok(()) };
    let sails = !matches!(spec.kind, SpaceKind::BlackSea | SpaceKind::AtlanticExit | SpaceKind::PatrolZone);
    require(sails, key, format!("{space} is {}, where no squadron may begin", spec.kind))?;
    let standing = spec.owner.and_then(|owner| pack.nations.get(&owner)).map(|nation| nation.standing);
    let enemy = standing == Some(Standing::Allied);
    require(!enemy, key, format!("{space} is an enemy harbour, where no squadron may begin"))
}
