//! What a pack must hold to be played, chapter by chapter.

use super::{Pack, PackFault};
use crate::games::grand_fleet::ids::{HexId, HexKind, Side};
use crate::games::pack::check::heading;
use crate::games::pack::{Amiss, Checked};

pub(super) fn sound(pack: &Pack) -> Checked {
    heading(&pack.title, &pack.notice)?;
    for side in Side::ALL {
        one_home(pack, *side)?;
    }
    Ok(())
}

/// The home hex of a side of a sound pack.
pub(super) fn home(pack: &Pack, side: Side) -> Result<HexId, PackFault> {
    one_home(pack, side).map_err(Amiss::filed::<Pack>)
}

fn one_home(pack: &Pack, side: Side) -> Result<HexId, Amiss> {
    let homes = pack.hexes.iter().filter(|(_, spec)| spec.kind == HexKind::Home && spec.owner == Some(side));
    let homes: Vec<HexId> = homes.map(|(hex, _)| *hex).collect();
    match homes.as_slice() {
        [home] => Ok(*home),
        [] => {
            Err(Amiss::of("hexes", format!("no hex is the {side} home; the rules give each side one (2-2)")))
        }
        [first, second, ..] => {
            let reason = format!("{first} is the {side} home already; the rules give each side one (2-2)");
            Err(Amiss::of(format!("hexes.{second}.kind"), reason))
        }
    }
}
