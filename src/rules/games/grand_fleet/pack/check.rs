//! The checks that a pack must pass, chapter by chapter.

mod map;
mod names;
mod ships;
mod tables;
mod types;

use super::{Pack, PackFileFault, limits};
use crate::games::grand_fleet::ids::{HexId, Side};
use crate::games::pack::check::at_most;
use crate::games::pack::{Amiss, Checked};

pub(super) fn sound(pack: &Pack) -> Checked {
    at_most(pack.hexes.len(), limits::HEXES, "hexes")?;
    at_most(pack.ships.len(), limits::SHIPS, "ships")?;
    // After the sizes, so that no check walks through a pack of any length.
    names::check(pack)?;
    types::check(pack)?;
    map::check(pack)?;
    ships::check(pack)?;
    tables::check(pack)
}

/// The home hex of a side of a sound pack (2-2).
pub(super) fn home(pack: &Pack, side: Side) -> Result<HexId, PackFileFault> {
    map::home(pack, side).map_err(Amiss::filed::<Pack>)
}
