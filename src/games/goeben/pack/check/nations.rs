//! The powers (9).

use super::{Amiss, Checked, require};
use crate::games::goeben::ids::{Nation, Standing};
use crate::games::goeben::pack::Pack;

/// Every power is there, and those that fight stand on the side the rules give them.
pub(super) fn check(pack: &Pack) -> Checked {
    for nation in Nation::ALL {
        let Some(spec) = pack.nations.get(nation) else {
            return Err(Amiss::of(format!("nations.{nation}"), "the nation is missing"));
        };
        let fixed = match nation {
            Nation::German | Nation::AustroHungarian => Standing::Friendly,
            Nation::British | Nation::French => Standing::Allied,
            _ => spec.standing,
        };
        let key = format!("nations.{nation}.standing");
        require(
            spec.standing == fixed,
            key,
            format!("must be {fixed}: the rules say which side it fights on"),
        )?;
    }
    Ok(())
}
